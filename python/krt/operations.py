"""Writes operations.inc and ops.pyi: the operations of krt/ops.h for operations.c, and for type checkers.

operations.py OPS.H OUTPUT.INC OUTPUT.PYI

A function of the header that takes a struct krt_ops and a stream becomes a method. A type that is not known here is an
error, so that no operation is lost.
"""
import re
import sys

OPTIONAL = {"krt_rms_norm": {"alpha"}, "krt_layer_norm": {"alpha", "beta"}, "krt_argsort": set(), "krt_sort": {"indices"},
            "krt_top_k": {"indices"}, "krt_quantize": {"importance"}}
WRITTEN = {"out", "c", "values", "indices", "destination", "workspace"}
NUMBERS = {"uint32_t": ("KRT_U32", "int"), "int64_t": ("KRT_I64", "int"), "float": ("KRT_F32", "float"),
           "double": ("KRT_F64", "float"), "bool": ("DTYPE_BOOL", "bool")}
LISTS = {"uint32_t": ("KRT_U32", 2, "int | Sequence[int]"), "int64_t": ("KRT_I64", 8, "Sequence[int]"),
         "double": ("KRT_F64", 2, "Sequence[float]")}
# Bytes that plain memory must have; C's functions are not told how much there is.
WORKSPACE = "krt_quantized_workspace_with({}, &x, &out)"
SIZES = {("krt_quantize", "out"): "block_bytes(format, elements_of(&in))",
         ("krt_quantized_matmul", "workspace"): WORKSPACE.format("NULL"),
         ("krt_quantized_matmul_with", "workspace"): WORKSPACE.format("options"),
         ("krt_quantized_moe", "workspace"): WORKSPACE.format("NULL"),
         ("krt_copy2d", "source"): "pitched_bytes(dtype, rows, columns, source_pitch)",
         ("krt_copy2d", "destination"): "pitched_bytes(dtype, rows, columns, destination_pitch)"}
STRUCTS = {"quantized": "Quantized", "convolution": "Convolution", "random": "Random"}


def enums(text):
    """The names of each enum in lower case, without what they have in common: {"unary": ["copy", ...]}."""
    found = {}
    for name, body in re.findall(r"enum krt_(\w+) \{([^}]*)\}", text):
        members = re.findall(r"KRT_(\w+)", body)
        words = [member.split("_") for member in members]
        while len({word[0] for word in words}) == 1 and min(map(len, words)) > 1:
            words = [word[1:] for word in words]
        found[name] = ["_".join(word).lower() for word in words]
    return found


class Method:
    """One function: its C, and its line in the stub."""

    def __init__(self, function, parameters, known):
        self.function, self.known = function, known
        self.declarations, self.reads, self.arguments, self.hints, self.after = [], [], [], [], []
        self.sizes = []
        for at, parameter in enumerate(parameters, 1):
            self.add(at, parameter)
        self.reads += self.sizes  # they depend on all arguments

    def add(self, at, parameter):
        match = re.fullmatch(r"((?:const )?(?:struct |enum )?\w+) ?(\*?)(\w+)(\[\d\])?", parameter)
        if not match:
            sys.exit(f"operations.py: {self.function}: not understood: {parameter}")
        kind, is_pointer, name = match[1].removeprefix("const "), match[2] or match[4], match[3]
        text = f'"{name}"'
        use = "WRITES" if name in WRITTEN else "READS"
        if kind == "struct krt_tensor" and name in OPTIONAL.get(self.function, ()):
            self.take(f"struct krt_tensor {name}", f"read_optional_tensor(&call, {at}, {text}, {use}, &{name}, &{name}_or_null)",
                      f"{name}_or_null", name, "Array | None")
            self.declarations.append(f"const struct krt_tensor *{name}_or_null")
        elif kind == "struct krt_tensor":
            self.take(f"struct krt_tensor {name}", f"read_tensor(&call, {at}, {text}, {use}, &{name})", f"&{name}", name, "Array")
        elif kind.startswith("enum krt_"):
            enum = kind.removeprefix("enum krt_")
            self.take(f"uint32_t {name}", self.named(at, name, f"{enum}_names", len(self.known[enum])),
                      f"({kind}){name}", name, f"{enum.title()}Name")
        elif kind == "uint32_t" and name == "format":
            self.take(f"uint32_t {name}", f"read_format(call.objects[{at}], &{name})", name, name, "str")
        elif kind == "uint32_t" and name == "dtype":
            self.take(f"uint32_t {name}", f"(({name} = dtype_of_object(call.objects[{at}])) < DTYPE_COUNT)", name, name, "str")
        elif kind == "uint32_t" and name == "dims":
            self.take(f"uint32_t {name}", f"read_dims(&call, {at}, {text}, &{name})", name, name, "int | Sequence[int]")
        elif kind == "struct krt_scalar":
            self.take(f"struct krt_scalar {name}", f"read_scalar(&call, {at}, {text}, &{name})", name, name, "float")
        elif kind == "struct krt_product_options":
            self.declarations += [f"struct krt_product_options {name}_memory", "struct krt_tensor bias"]
            self.take(f"const struct krt_product_options *{name}",
                      f"read_options(&call, {at}, {text}, &{name}_memory, &bias, &{name})", name, name, "ProductOptions | None")
        elif kind.removeprefix("struct krt_") in STRUCTS:
            short = kind.removeprefix("struct krt_")
            self.take(f"{kind} {name}", f"read_{short}(&call, {at}, {text}, &{name})", f"&{name}", name, STRUCTS[short])
            if short == "random":
                self.after.append(f"write_random(&call, {at}, &{name})")
        elif kind == "void":
            if (self.function, name) not in SIZES:
                sys.exit(f"operations.py: {self.function}: SIZES does not have the bytes of {name}")
            self.sizes.append(f"has_bytes(&call, call.objects[{at}], {text}, {SIZES[self.function, name]})")
            self.take(f"void *{name}", f"read_memory(&call, call.objects[{at}], {text}, {use}, &{name})", name, name, "Array | None")
        elif is_pointer and kind in LISTS:
            dtype, most, hint = LISTS[kind]
            null = f"call.objects[{at}] == Py_None ? NULL : {name}" if name == "scales" else name
            reader, how = ("pair", "") if kind == "uint32_t" else ("list", f"{dtype}, {most}, ")
            read = f"read_{reader}(call.objects[{at}], call.name, {text}, {how}{name})"
            self.take(f"{kind} {name}[{most}] = {{0}}",
                      f"(call.objects[{at}] == Py_None || {read})" if name == "scales" else read,
                      null, name, hint + (" | None" if name == "scales" else ""))
        elif not is_pointer and kind in NUMBERS:
            dtype, hint = NUMBERS[kind]
            self.take(f"{kind} {name}", f"read_number(&call, {at}, {text}, {dtype}, &{name})", name, name, hint)
        else:
            sys.exit(f"operations.py: {self.function}: no conversion for {parameter}")

    def named(self, at, name, names, count):
        return f'name_number(call.objects[{at}], "{name}", {names}, {count}, &{name})'

    def take(self, declaration, read, argument, name, hint):
        self.declarations.append(declaration)
        self.reads.append(read)
        self.arguments.append(argument)
        self.hints.append((name + "_" if name == "in" else name, hint))

    def c(self):
        name = self.function.removeprefix("krt_")
        count = len(self.arguments) + 1
        objects = "".join(f", &call.objects[{i}]" for i in range(count))
        names = "".join(f'"{name}", ' for name, _ in [("stream", ""), *self.hints])
        lines = [f"static PyObject *op_{name}(PyObject *self, PyObject *args, PyObject *keywords)", "{",
                 f"    static char *names[] = {{{names}NULL}};", "    struct call call;", "    krt_status status = KRT_OK;",
                 *(f"    {declaration};" for declaration in self.declarations),
                 f'    if (!PyArg_ParseTupleAndKeywords(args, keywords, "{"O" * count}:{name}", names{objects}) ||',
                 f'        !begin(self, &call, "{name}", {count}))', "        return NULL;",
                 "    const bool is_read =", " &&\n".join(f"        {read}" for read in self.reads) + ";", "    if (is_read)",
                 f"        BLOCKING(status, {self.function}({', '.join(['call.self->ops', 'call.stream', *self.arguments])}));",
                 "    PyObject *result = finish(&call, is_read, status);"]
        lines += [f"    if (result && !{call})\n        result = drop(result);" for call in self.after]
        return "\n".join([*lines, "    return result;", "}", ""])

    def entry(self):
        name = self.function.removeprefix("krt_")
        words = ", ".join(name for name, _ in [("stream", ""), *self.hints])
        return (f'    {{"{name}", (PyCFunction)(void (*)(void))op_{name}, METH_VARARGS | METH_KEYWORDS,\n'
                f'     "{name}({words}): see {self.function}() of krt/ops.h."}},\n')

    def stub(self):
        words = ", ".join(f"{name}: {hint}" for name, hint in self.hints)
        return f"    def {self.function.removeprefix('krt_')}(self, stream: Stream | None, {words}) -> None: ...\n"


def main():
    header, c_file, stub_file = sys.argv[1:]
    with open(header, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.S)
    known = enums(text)
    prototypes = re.findall(r"krt_status (krt_\w+)\(struct krt_ops \*ops, struct krt_stream \*stream,([^;]*)\);", text)
    methods = [Method(name, [" ".join(word.split()) for word in rest.split(",")], known) for name, rest in prototypes]
    used = sorted({enum for method in methods for enum in re.findall(r"(\w+)_names, \d", method.c())} - {"format", "padding"})
    with open(c_file, "w", encoding="utf-8") as out:
        for enum in used:
            words = ", ".join(f'"{word}"' for word in known[enum])
            out.write(f"static const char *const {enum}_names[{len(known[enum])}] = {{{words}}};\n")
        out.write("\n" + "\n".join(method.c() for method in methods))
        out.write("\nstatic PyMethodDef ops_methods[] = {\n" + "".join(method.entry() for method in methods) + "    {0},\n};\n")
    with open(stub_file, "a", encoding="utf-8") as out:
        for enum in [*used, "padding"]:
            words = ", ".join(f'"{word}"' for word in known[enum])
            out.write(f"{enum.title()}Name = Literal[{words}]\n")
        out.write("\nclass Ops:\n    def __init__(self, package: Package) -> None: ...\n")
        out.writelines(method.stub() for method in methods)


if __name__ == "__main__":
    main()
