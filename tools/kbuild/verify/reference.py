# Calls references of kbuild verify. Each line of standard input is a request in JSON, followed by the argument block and the
# arrays; the answer is a number of bytes, that many bytes of text about a failure, and, if there are none, the arrays.
import importlib.util, json, os, struct, sys, traceback

try:
    import numpy
except ImportError:
    numpy = None

# The types: how struct and memoryview call them, and how NumPy does. Those that Python lacks are their bits.
TYPES = {
    "byte": ("B", "u1"), "bool": ("?", "b1"), "i8": ("b", "i1"), "i16": ("h", "i2"), "i32": ("i", "i4"), "i64": ("q", "i8"),
    "u8": ("B", "u1"), "u16": ("H", "u2"), "u32": ("I", "u4"), "u64": ("Q", "u8"), "f8e4m3": ("B", "u1"), "f8e5m2": ("B", "u1"),
    "f16": ("e", "f2"), "bf16": ("H", "u2"), "f32": ("f", "f4"), "f64": ("d", "f8"),
}
sys.dont_write_bytecode = True
modules = {}


def function_of(path, name):
    if path not in modules:
        spec = importlib.util.spec_from_file_location("kbuild_reference_%d" % len(modules), path)
        modules[path] = importlib.util.module_from_spec(spec)
        sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
        spec.loader.exec_module(modules[path])
    return getattr(modules[path], name)


def array_of(data, kind):
    plain, name = TYPES[kind]
    if numpy is not None:
        size = numpy.dtype(name).itemsize
        return numpy.ndarray((len(data) // size,), numpy.dtype("<" + name), buffer=data)
    if plain == "e":
        raise TypeError("arrays of f16 need NumPy (Debian: python3-numpy)")
    return memoryview(data).cast(plain)


def call(request, block, arrays):
    arguments = []
    for parameter in request["parameters"]:
        if parameter["kind"] == "null":
            arguments.append(None)
        elif parameter["kind"] == "array":
            arguments.append(array_of(arrays[parameter["array"]], parameter["type"]))
        elif parameter["kind"] == "record":
            arguments.append(block[parameter["offset"] : parameter["offset"] + parameter["size"]])
        else:
            arguments.append(struct.unpack_from("<" + TYPES[parameter["type"]][0], block, parameter["offset"])[0])
    function_of(request["file"], request["function"])(*arguments)


def describe(kind, error, trace):
    text = traceback.format_exception_only(kind, error)[-1].strip()
    place = traceback.extract_tb(trace)[-1]
    return "%s:%s: %s" % (os.path.basename(place.filename), place.lineno, text)


def main():
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what the reference prints goes to standard error
    for line in source:
        request = json.loads(line)
        block = source.read(request["block"])
        arrays = [bytearray(source.read(size)) for size in request["arrays"]]
        fault = b""
        try:
            call(request, block, arrays)
        except BaseException:
            fault = describe(*sys.exc_info()).encode()[:2000]
        sink.write(struct.pack("<Q", len(fault)) + fault)
        if not fault:
            for data in arrays:
                sink.write(data)
        sink.flush()


main()
