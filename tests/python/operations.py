"""Operations, fusions, graphs, files, kir: what is refused, and an operation for each kind of argument. operations.sh runs it."""
import array
import contextlib
import ctypes
import math
import os
import struct
import sys
import tempfile
import unittest

import krt
from krt import ops

DEVICE = krt.Device("emu:gfx1030")
STREAM = DEVICE.stream
PACKAGE = krt.Package.open(os.environ["KERNELS"], "krt_kernels")
OPS = ops.Ops(PACKAGE)


def numbers(*values, shape=None):
    made = STREAM.array(array.array("f", values))
    return made.reshape(shape) if shape else made


class ReadOnly:
    """A tensor whose memory may not be written."""

    def __init__(self, memory):
        self.memory = memory

    def __dlpack_device__(self):
        return self.memory.__dlpack_device__()

    def __dlpack__(self, **_):
        capsule = self.memory.__dlpack__(max_version=(1, 0))
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        flags = pointer(capsule, b"dltensor_versioned") + 24  # behind the version and two pointers
        ctypes.c_uint64.from_address(flags).value = 1
        return capsule


class Failures(unittest.TestCase):
    def test_arguments(self):
        x, out = numbers(1, 2), STREAM.zeros(2)
        with self.assertRaisesRegex(ValueError, "'operation' cannot be 'expo'; it is one of copy, neg"):
            OPS.unary(STREAM, "expo", x, out)
        for arguments in ((), (STREAM,), (STREAM, "exp", x), (STREAM, "exp", x, out, out), (STREAM, "exp", x, [1]),
                          (STREAM, "exp", 7, out), (DEVICE, "exp", x, out)):
            with self.assertRaises(TypeError):
                OPS.unary(*arguments)
        with self.assertRaises(TypeError):
            OPS.affine(STREAM, x, "2", 1.0, out)
        with self.assertRaises(TypeError):
            OPS.fill(STREAM, "1", out)
        with self.assertRaises(TypeError):
            OPS.random_uniform(STREAM, 7, 0.0, 1.0, out)
        with self.assertRaises(TypeError):
            OPS.convolve(STREAM, (1, 1), x, x, out)
        with self.assertRaisesRegex(TypeError, "u64, which operations do not have"):
            OPS.unary(STREAM, "neg", STREAM.zeros(2, "u64"), STREAM.zeros(2, "u64"))
        with self.assertRaisesRegex(ValueError, "another device"):
            OPS.unary(STREAM, "exp", krt.Device("emu:gfx90a").stream.zeros(2), out)
        read_only = krt.from_dlpack(ReadOnly(out), STREAM)
        OPS.unary(STREAM, "neg", read_only, x)
        with self.assertRaisesRegex(BufferError, "'out' is written"):
            OPS.unary(STREAM, "neg", x, read_only)
        x.free()
        with self.assertRaisesRegex(krt.Error, "the array is freed"):
            OPS.unary(STREAM, "exp", x, out)

    def test_freed_by_an_argument(self):
        memory = STREAM.zeros(4)

        class Number:
            def __float__(self):
                memory.free()
                return 1.0

        with self.assertRaisesRegex(krt.Error, "in use"):
            OPS.affine(STREAM, memory, Number(), 0.0, memory)
        self.assertEqual(memory.tolist(), [0.0] * 4)

    def test_libkrt_refuses(self):
        with self.assertRaises(krt.Error) as caught:
            OPS.unary(STREAM, "exp", numbers(1, 2, 3), STREAM.zeros(2))
        self.assertEqual(caught.exception.status, "KRT_ERROR_INVALID_ARGUMENT")
        with self.assertRaisesRegex(ValueError, "it is one of q4_0"):
            ops.block_format("q9")
        with self.assertRaises(ValueError):
            OPS.dequantize(STREAM, ops.Quantized(STREAM.zeros(33, "u8"), "q8_0", 1, 32), STREAM.zeros(32))
        with self.assertRaisesRegex(ValueError, "there is no dimension 8"):
            OPS.reduce(STREAM, "sum", numbers(1, 2), 8, STREAM.zeros(1))
        with self.assertRaises(krt.Error):
            OPS.reduce(STREAM, "sum", numbers(1, 2), 7, STREAM.zeros(1))

    def test_sizes_of_memory(self):
        """C's functions are not told how much memory there is; the bytes behind it do not change."""
        row = numbers(*range(32), shape=(1, 32))
        memory = STREAM.zeros(1 << 12, "u8")
        weights = ops.Quantized(memory[:34], "q8_0", 1, 32)
        x, product = numbers(*[1] * 64, shape=(2, 32)), STREAM.zeros((2, 1))
        needed = ops.quantized_workspace(x, product)
        dense, spread = memory[:needed - 1], memory[::2]
        for use in (lambda: OPS.quantize(STREAM, "q8_0", row, None, memory[:33]),
                    lambda: OPS.quantize(STREAM, "q8_0", row, None, memory[:1].broadcast_to(34)),
                    lambda: OPS.quantized_matmul(STREAM, weights, x, dense, product),
                    lambda: OPS.quantized_matmul(STREAM, weights, x, spread, product),
                    lambda: OPS.quantized_matmul_with(STREAM, ops.ProductOptions(beta=1), weights, x, memory[:needed + 7],
                                                      product),
                    lambda: OPS.dequantize(STREAM, ops.Quantized(memory[:1].broadcast_to(34), "q8_0", 1, 32), row),
                    lambda: OPS.dequantize(STREAM, ops.Quantized(memory, "q8_0", 1 << 31, 1 << 31, 1 << 31), row),
                    lambda: OPS.copy2d(STREAM, "f32", row, 16, memory[:123], 16, 2, 15),
                    lambda: OPS.copy2d(STREAM, "f32", memory[:123], 16, row, 16, 2, 15),
                    lambda: OPS.copy2d(STREAM, "f32", row, 1 << 31, memory, 1 << 31, (1 << 31) + 1, 1)):  # 2^64 + 4 bytes
            with self.assertRaisesRegex(ValueError, "fewer than|must have"):
                use()
        self.assertEqual(set(memory.tolist()), {0})
        for wrong in (dict(rows=(1 << 32) + 1), dict(columns=(1 << 32) + 32), dict(experts=-1)):
            with self.assertRaises(OverflowError):
                OPS.dequantize(STREAM, weights._replace(**wrong), row)
        with self.assertRaises(OverflowError):
            OPS.convolve(STREAM, ops.Convolution(groups=(1 << 32) + 1), row, row, row)
        OPS.copy2d(STREAM, "f32", row, 16, memory[:124], 16, 2, 15)

    def test_fusions(self):
        for text in ("", "out = silu(", "out = nonsense(a)"):
            with self.assertRaises(krt.Error):
                krt.Fusion(text)
        with self.assertRaisesRegex(ValueError, "no dimension 32"):
            krt.Fusion("out = a / row_sum(a)", row=32)
        double = krt.Fusion("out = factor * a", package=None)
        self.assertEqual((double.inputs, double.scalars, double.outputs), (("factor", "a"), (), ("out",)))
        for operands in ({}, {"a": numbers(1)}, {"a": numbers(1), "factor": numbers(1), "out": 1}):
            with self.assertRaises(TypeError):
                double(STREAM, **operands)
        one = numbers(1)
        with self.assertRaisesRegex(TypeError, "3 operands; 4"):
            double(STREAM, a=one, factor=one, out=one, more=one)


class Use(unittest.TestCase):
    def test_elements(self):
        out = STREAM.zeros(3)
        OPS.unary(STREAM, "exp", numbers(0, 1, 2), out)
        for one, wanted in zip(out.tolist(), (1, math.e, math.e ** 2)):
            self.assertAlmostEqual(one, wanted, 4)
        OPS.binary(STREAM, "add", a=numbers(1, 2, 3), b=numbers(10).broadcast_to(3), out=out)
        self.assertEqual(out.tolist(), [11.0, 12.0, 13.0])
        OPS.affine(STREAM, out, 2, 0.5, out)
        self.assertEqual(out.tolist(), [22.5, 24.5, 26.5])
        OPS.fill(STREAM, 7, out[1:])
        self.assertEqual(out.tolist(), [22.5, 7.0, 7.0])

    def test_rows(self):
        x = numbers(1, 2, 3, 4, 5, 6, shape=(2, 3))
        out = STREAM.zeros(2)
        OPS.reduce(STREAM, "sum", x, 1, out)
        self.assertEqual(out.tolist(), [6.0, 15.0])
        total = STREAM.zeros(())
        OPS.reduce(STREAM, "max", x, (0, 1), total)
        self.assertEqual(total.tolist(), 6.0)
        norm = STREAM.zeros((2, 3))
        OPS.rms_norm(STREAM, x, None, 0.0, norm)
        self.assertAlmostEqual(norm[0, 0].tolist(), 1 / math.sqrt(14 / 3), 5)
        values = STREAM.zeros((2, 3))
        OPS.sort(STREAM, x, True, values, None)
        self.assertEqual(values.tolist(), [[3.0, 2.0, 1.0], [6.0, 5.0, 4.0]])

    def test_structs(self):
        out = STREAM.zeros((1, 1, 2, 2))
        image = numbers(*range(9), shape=(1, 1, 3, 3))
        OPS.convolve(STREAM, ops.Convolution(), image, numbers(1, 0, 0, 1, shape=(1, 1, 2, 2)), out)
        self.assertEqual(out.tolist(), [[[[4.0, 6.0], [10.0, 12.0]]]])
        OPS.pool2d(STREAM, "max", 2, (1, 1), image, out)
        self.assertEqual(out.tolist(), [[[[4.0, 5.0], [7.0, 8.0]]]])
        state = ops.Random(7)
        one, other = STREAM.zeros(8), STREAM.zeros(8)
        OPS.random_uniform(STREAM, state, 0.0, 1.0, one)
        self.assertEqual(state.offset, 2)
        OPS.random_uniform(STREAM, ops.Random(7), 0.0, 1.0, other)
        self.assertEqual(one.tolist(), other.tolist())
        weights = STREAM.zeros(34, "u8")
        OPS.quantize(STREAM, "q8_0", numbers(*range(32), shape=(1, 32)), None, weights)
        back = STREAM.zeros((1, 32))
        OPS.dequantize(STREAM, ops.Quantized(weights, "q8_0", 1, 32), back)
        for i, number in enumerate(back.tolist()[0]):
            self.assertAlmostEqual(number, i, delta=0.2)
        x, product = numbers(*[1] * 32, shape=(1, 32)), STREAM.zeros((1, 1))
        self.assertEqual(ops.block_format("q8_0"), (32, 34))
        workspace = STREAM.empty(ops.quantized_workspace(x, product), "u8")
        OPS.quantized_matmul(STREAM, ops.Quantized(weights, "q8_0", 1, 32), x, workspace, product)
        self.assertAlmostEqual(product.tolist()[0][0], 31 * 16, delta=2)
        self.assertEqual(ops.quantized_workspace(x, product, ops.ProductOptions(beta=1)), workspace.nbytes + 4)
        product = STREAM.zeros((2, 2))
        OPS.matmul_with(STREAM, ops.ProductOptions(alpha=2, bias=numbers(1, 0), activation="relu"),
                        numbers(1, 0, 0, -1, shape=(2, 2)), numbers(1, 2, 3, 4, shape=(2, 2)), product)
        self.assertEqual(product.tolist(), [[3.0, 4.0], [0.0, 0.0]])

    def test_fusion(self):
        a, b, out = numbers(1, 2, 3, 4), numbers(1, 1, 2, 2), STREAM.zeros(4)
        krt.Fusion("out = a * b + a")(STREAM, a=a, b=b, out=out)
        self.assertEqual(out.tolist(), [2.0, 4.0, 9.0, 12.0])
        del a, b
        other = krt.Device("emu:gfx1030")
        fusion = krt.Fusion("out = a * 2")
        fusion(krt.Stream(other), a=out, out=out)
        del other  # the fusion keeps it, and its kernels

    def test_operation(self):
        step = krt.Operation("step", 1, 1, 1)
        for arguments in (("step", -1, 1), ("step", 1, 1 << 40), ("step", 1), (1, 1, 1)):
            with self.assertRaises((TypeError, ValueError, OverflowError)):
                krt.Operation(*arguments)
        with self.assertRaisesRegex(krt.Error, "9 inputs"):
            krt.Operation("step", 9, 1)
        with self.assertRaisesRegex(ValueError, "2 operands, not 1"):
            step.add(("f32",), "(x; by) -> y: y = x + by")
        with self.assertRaisesRegex(ValueError, "'u64'"):
            step.add(("f32", "u64"), "(x; by) -> y: y = x + by")
        with self.assertRaisesRegex(krt.Error, "expression"):
            step.add(("f32", "f32"), "y = x + by")
        with self.assertRaises(krt.Error):
            step.add(("f32", "f32"))
        with self.assertRaises(TypeError):
            step.add(("f32", "f32"), package=7, function="step")
        step.add(("f32", "f32"), "(x; by) -> y: y = x + by")
        step.add(("i32", "i32"), source="""extern "C" __global__ void step(long long n, const int *x, int *y, double by)
{ for (long long i = blockIdx.x * 256LL + threadIdx.x; i < n; i += gridDim.x * 256LL) y[i] = x[i] - (int)by; }""",
                 function="step")
        shape = krt.Operation("shape", 0, 1)
        code = dict(source="""extern "C" __global__ void shape(long long n, int *y)
{ if (blockIdx.x == 0 && threadIdx.x < 2) y[threadIdx.x] = threadIdx.x ? gridDim.x : blockDim.x; }""", function="shape")
        with self.assertRaisesRegex(TypeError, "the configuration is a krt.LaunchConfig"):
            shape.add(("i32",), **code, config=(0, 128))
        with self.assertRaisesRegex(krt.Error, "2000 x 1 x 1"):
            shape.add(("i32",), **code, config=krt.LaunchConfig(0, 2000))
        shape.add(("i32",), **code, config=krt.LaunchConfig(0, 128), elements_per_thread=3)
        sizes = STREAM.zeros(1000, "i32")
        shape(STREAM, (), (sizes,))
        self.assertEqual(sizes.tolist()[:2], [128, 3])
        x, y = numbers(1, 2, 3, 4, shape=(2, 2)), STREAM.zeros((2, 2))
        whole = STREAM.array(array.array("i", [1, 2, 3]))
        for arguments in ((STREAM, (x,), (y,)), (STREAM, (x, x), (y,), (1,)), (STREAM, (x,), (), (1,)), (STREAM, x),
                          (STREAM, (x,), (7,), (1,)), (STREAM, (x,), (y,), ("1",)), (DEVICE, (x,), (y,), (1,))):
            with self.assertRaises(TypeError):
                step(*arguments)
        with self.assertRaisesRegex(ValueError, "another device"):
            step(STREAM, (krt.Device("emu:gfx90a").stream.zeros(4),), (y,), (1,))
        with self.assertRaisesRegex(BufferError, "read-only"):
            step(STREAM, (x,), (krt.from_dlpack(ReadOnly(y), STREAM),), (1,))
        with self.assertRaisesRegex(krt.Error, "step"):
            step(STREAM, (x,), (whole,), (1,))
        step(STREAM, (x.permute((1, 0)),), (y,), (0.5,))
        self.assertEqual(y.tolist(), [[1.5, 3.5], [2.5, 4.5]])
        step(STREAM, inputs=[whole], outputs=[whole], scalars=[2])
        self.assertEqual(whole.tolist(), [-1, 0, 1])

    def test_graph(self):
        stream, x, y = krt.Stream(DEVICE), numbers(1, 2, 3, 4), STREAM.zeros(4)
        double = krt.Fusion("out = a * 2")
        with self.assertRaisesRegex(krt.Error, "default stream"):
            krt.Graph(STREAM, lambda: None)
        for arguments in ((), (stream,), (stream, 7), (DEVICE, lambda: None)):
            with self.assertRaises(TypeError):
                krt.Graph(*arguments)
        with self.assertRaisesRegex(ZeroDivisionError, "zero"):
            krt.Graph(stream, lambda: 1 / 0)
        stream.synchronize()  # the capture is over
        with self.assertRaises(krt.Error):
            krt.Graph(stream, stream.synchronize)

        def work():
            double(stream, a=x, out=y)
            OPS.affine(stream, y, 1.0, 1.0, y)

        graph = krt.Graph(stream, work)
        self.assertEqual((graph.node_count, y.tolist()), (2, [0.0] * 4))
        graph.launch(stream)
        stream.synchronize()
        self.assertEqual(y.tolist(), [3.0, 5.0, 7.0, 9.0])
        x.copy_from(y)
        STREAM.synchronize()
        del double, x  # the graph keeps the array and the kernel
        others = [numbers(9, 9, 9, 9) for _ in range(8)]
        graph.launch(krt.Stream(DEVICE))  # which is gone before the launch ends
        DEVICE.synchronize()
        self.assertEqual(y.tolist(), [7.0, 11.0, 15.0, 19.0])
        del others
        with self.assertRaises(TypeError):
            graph.launch(None)
        with self.assertRaises(krt.Error):
            graph.launch(krt.Stream(krt.Device("emu:gfx90a")))
        y.free()
        with self.assertRaisesRegex(krt.Error, "freed"):
            graph.launch(stream)

    def test_graph_memory(self):
        """Memory of the graph: made, used and gone within the capture."""
        stream, out = krt.Stream(DEVICE), STREAM.zeros(2)

        def work():
            between = stream.empty(2)
            OPS.fill(stream, 3.0, between)
            OPS.affine(stream, between, 2.0, 0.0, out)

        graph = krt.Graph(stream, work)
        graph.launch(stream)
        stream.synchronize()
        self.assertEqual(out.tolist(), [6.0, 6.0])

    def test_graph_drops(self):
        """Memory from before the capture, which the work does not use and drops, is freed when the capture has ended."""
        stream = krt.Stream(DEVICE)
        for failure in (None, ZeroDivisionError):
            held = [stream.zeros(12345)]
            address = held[0].address

            def work():
                held.clear()
                if failure:
                    raise failure

            with self.assertRaises(failure) if failure else contextlib.nullcontext():
                krt.Graph(stream, work)
            self.assertEqual(stream.empty(12345).address, address)

    def test_graph_dropped_in_a_capture(self):
        """It is not waited for on a stream that is being captured, which would end the capture."""
        stream, x, y = krt.Stream(DEVICE), numbers(1, 2), STREAM.zeros(2)
        STREAM.synchronize()
        held = [krt.Graph(stream, lambda: OPS.affine(stream, x, 2.0, 0.0, y))]
        held[0].launch(stream)

        def work():
            held.clear()
            OPS.affine(stream, x, 3.0, 0.0, y)

        krt.Graph(stream, work).launch(stream)
        stream.synchronize()
        self.assertEqual(y.tolist(), [3.0, 6.0])

    def test_graph_keeps(self):
        """The graph has what is launched on its stream, and nothing else; its own memory apart."""
        stream, out, made = krt.Stream(DEVICE), STREAM.zeros(2), []

        def of_another_stream():
            made.append(STREAM.empty(2))
            OPS.affine(stream, made[-1], 1.0, 0.0, out)

        def imported():
            made.append(krt.from_dlpack(memory, STREAM))
            OPS.affine(stream, made[-1], 1.0, 0.0, out)

        memory = numbers(1, 2)
        for work in (of_another_stream, imported):
            graph = krt.Graph(stream, work)
            made.pop().free()
            with self.assertRaisesRegex(krt.Error, "freed"):
                graph.launch(stream)

        other = numbers(1, 2)

        def elsewhere():
            OPS.affine(STREAM, other, 1.0, 0.0, other)  # at once
            OPS.fill(stream, 3.0, out)

        graph = krt.Graph(stream, elsewhere)
        other.free()
        graph.launch(stream)
        stream.synchronize()
        self.assertEqual(out.tolist(), [3.0, 3.0])

        def earlier():
            made.append(stream.empty(2))
            OPS.fill(stream, 5.0, made[-1])

        first = krt.Graph(stream, earlier)
        first.launch(stream)
        second = krt.Graph(stream, lambda: OPS.affine(stream, made[-1], 1.0, 0.0, out))
        second.launch(stream)
        stream.synchronize()
        self.assertEqual(out.tolist(), [5.0, 5.0])
        references = sys.getrefcount(made[-1])
        third = krt.Graph(stream, lambda: OPS.affine(stream, made[-1], 1.0, 0.0, out))
        self.assertEqual(sys.getrefcount(made[-1]), references + 1)
        del first, second, third

    def test_graph_of_a_graph(self):
        stream, x = krt.Stream(DEVICE), numbers(1, 2)
        double = krt.Fusion("out = a * 2")
        inner = krt.Graph(stream, lambda: double(stream, a=x, out=x))
        before = sys.getrefcount(inner)
        outer = krt.Graph(stream, lambda: [inner.launch(stream) for _ in range(2)])
        self.assertEqual(sys.getrefcount(inner), before + 1)
        del inner, double
        outer.launch(stream)
        stream.synchronize()
        self.assertEqual(x.tolist(), [4.0, 8.0])


def gguf_file(path):
    """A file of version 3: two entries, a matrix of floats, one of blocks, and one of a type that libkrt lacks."""
    text = lambda value: struct.pack("<Q", len(value)) + value
    entries = [text(b"name") + struct.pack("<I", 8) + text("größer".encode()),
               text(b"raw") + struct.pack("<I", 8) + text(b"\xff"),
               text(b"least") + struct.pack("<Iq", 11, -(1 << 63)),
               text(b"most") + struct.pack("<IQ", 10, (1 << 64) - 1),
               text(b"half") + struct.pack("<If", 6, 0.5),
               text(b"yes") + struct.pack("<IB", 7, 1),
               text(b"words") + struct.pack("<IIQ", 9, 8, 2) + text(b"a") + text(b"")]
    tensors = [text(b"dense") + struct.pack("<IQQIQ", 2, 2, 2, 0, 0),
               text(b"blocks") + struct.pack("<IQQIQ", 2, 32, 2, 2, 32),
               text(b"other") + struct.pack("<IQIQ", 1, 256, 17, 96)]
    head = struct.pack("<4sIQQ", b"GGUF", 3, len(tensors), len(entries)) + b"".join(entries + tensors)
    data = struct.pack("<4f", 1, 2, 3, 4).ljust(32, b"\0") + (b"\0\x3c" + b"\x98" * 16) * 2
    with open(path, "wb") as file:
        file.write(head + bytes(-len(head) % 32) + data.ljust(96, b"\0") + bytes(74))


class Files(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.path = os.path.join(self.directory.name, "model.gguf")
        gguf_file(self.path)
        self.file = krt.Gguf(self.path)

    def test_failures(self):
        with self.assertRaisesRegex(krt.Error, "nonexistent"):
            krt.Gguf("/nonexistent.gguf")
        with self.assertRaises(krt.Error):
            krt.Gguf(__file__)
        with self.assertRaises(TypeError):
            krt.Gguf(7)
        for call in (self.file.get, self.file.read):
            with self.assertRaisesRegex(ValueError, "NUL"):
                call("name\0d" if call == self.file.get else "dense\0d")
            with self.assertRaisesRegex(krt.Error, "no_such"):
                call("no_such")
            with self.assertRaises(TypeError):
                call(b"name")
        with self.assertRaises(TypeError):
            self.file.load(DEVICE)
        with self.assertRaisesRegex(krt.Error, "other"):
            self.file.load(STREAM)
        with self.assertRaisesRegex(krt.Error, "dense"):
            self.file.load(STREAM, select=lambda name, shape, kind: name == "dense", progress=lambda *_: False)
        with self.assertRaises(ZeroDivisionError):
            self.file.load(STREAM, select=lambda *_: 1 / 0)
        with self.assertRaises(TypeError):
            self.file.load(STREAM, progress=7, select=lambda name, *_: name == "dense")

    def test_metadata(self):
        self.assertEqual(self.file.keys, ("name", "raw", "least", "most", "half", "yes", "words"))
        self.assertEqual([self.file.get(key) for key in self.file.keys],
                         ["größer", b"\xff", -(1 << 63), (1 << 64) - 1, 0.5, True, ["a", ""]])
        self.assertEqual(self.file.tensors, (("dense", (2, 2), "F32"), ("blocks", (2, 32), "Q4_0"), ("other", (256,), "IQ2_XS")))
        self.assertEqual(self.file.read("dense"), struct.pack("<4f", 1, 2, 3, 4))

    def test_load(self):
        pieces = []
        weights = self.file.load(STREAM, select=lambda name, shape, kind: kind != "IQ2_XS",
                                 progress=lambda *piece: pieces.append(piece) or True)
        del self.file  # which they do not need
        self.assertEqual((list(weights), pieces[-1][:2]), (["dense", "blocks"], (52, 52)))
        dense, blocks = weights["dense"], weights["blocks"]
        self.assertEqual((dense.tolist(), dense.dtype), ([[1.0, 2.0], [3.0, 4.0]], "f32"))
        self.assertEqual(blocks[1:], ("q4_0", 2, 32, 1))
        with self.assertRaisesRegex(BufferError, "read-only"):
            dense.copy_from(dense)
        del weights, dense  # the memory is there as long as one of them
        out = STREAM.zeros((2, 32))
        OPS.dequantize(STREAM, blocks, out)
        self.assertEqual(out.tolist(), [[0.0] * 16 + [1.0] * 16] * 2)

    def test_writer_failures(self):
        writer = krt.GgufWriter()
        for arguments in ((), ("key",), ("key", 1, 2), (1, 1), ("key", b"x"), ("key", None), ("key", 1, "u7"), ("key", 1, "array"),
                          ("key", "1", "u8"), ("key", 1, "str"), ("key", [1, "2"]), ("key", [[1]]), ("key", ["a", 1])):
            with self.assertRaises(TypeError):
                writer.set(*arguments)
        for arguments in (("key", 256, "u8"), ("key", -1, "u64"), ("key", [128], "i8"), ("key", 1 << 63)):
            with self.assertRaises(OverflowError):
                writer.set(*arguments)
        with self.assertRaisesRegex(ValueError, "NUL"):
            writer.set("key", ["a\0b"])
        with self.assertRaises(krt.Error):
            writer.set("", 1)
        memory = bytearray(8)
        with self.assertRaisesRegex(krt.Error, r"'x' \(F32\) has 16 bytes, and 8 were given"):
            writer.add("x", memory, (2, 2), "f32")
        memory.append(0)  # an array that is exported cannot grow
        for shape, kind, why in (((2, 31), "q4_0", "whole blocks"), ((1 << 40, 1 << 40), "f32", "2.63"),
                                 ((0, 1 << 62, 1 << 62), "f32", "has 0 bytes, and 8")):
            with self.assertRaisesRegex(krt.Error, why):
                writer.add("x", bytes(8), shape, kind)
        with self.assertRaises(ValueError):
            writer.add("x", bytes(8), 4, "f31")
        with self.assertRaises(krt.Error):
            writer.add("x", bytes(8), 8, "u8")  # which GGUF has not
        with self.assertRaises(TypeError):
            writer.add("x", 7, 8, "f32")
        with self.assertRaisesRegex(krt.Error, "nonexistent"):
            writer.write("/nonexistent/model.gguf")
        writer.set("key", 1)
        writer.set("key", 2)
        with self.assertRaisesRegex(krt.Error, "key"):
            writer.write(self.path)
        self.assertEqual(krt.Gguf(self.path).keys, self.file.keys)  # what was there is there

    def test_writer(self):
        entries = {"u8": 200, "i8": -100, "u16": 60000, "i16": -30000, "u32": (1 << 32) - 1, "i32": -(1 << 31),
                   "u64": (1 << 64) - 1, "i64": -(1 << 63), "f32": 0.5, "f64": -1e300, "bool": True, "str": "größer\0"}
        writer = krt.GgufWriter()
        for key, value in entries.items():
            writer.set(key, value, key)
            writer.set(key + "s", [value] * 3 if key != "str" else ["a", "", "bc"], key)
        plain = {"yes": False, "whole": -7, "number": 0.1, "text": "x", "none": [], "wholes": (1, 2), "yeses": [True, False]}
        for key, value in plain.items():
            writer.set(key, value)
        writer.add("dense", array.array("f", [1, 2, 3, 4]), (2, 2), "f32")
        writer.add("blocks", bytes(range(36)), (2, 32), "q4_0")
        writer.write(self.path)
        del writer
        file = krt.Gguf(self.path)
        for key, value in entries.items():
            self.assertEqual(file.get(key), value)
            self.assertEqual(file.get(key + "s"), [value] * 3 if key != "str" else ["a", "", "bc"])
        for key, value in plain.items():
            self.assertEqual(file.get(key), list(value) if isinstance(value, tuple) else value)
        self.assertEqual(file.tensors, (("dense", (2, 2), "F32"), ("blocks", (2, 32), "Q4_0")))
        self.assertEqual((file.read("dense"), file.read("blocks")), (struct.pack("<4f", 1, 2, 3, 4), bytes(range(36))))


SCALE = """kernel scale(global f32 out, global i16 in, scalar f32 k, scalar i64 shift) {
  %i = global_thread x
  %at = add %i shift
  %x = load in %at
  %wide = cast f32 %x
  %y = mul %wide k
  store out %i %y
}
"""


class Kernels(unittest.TestCase):
    def test_failures(self):
        for text, words in (("kernel", "line 1, column"), ("kernel twice(global f32 x) {\n  %i = no_such x\n}\n", "line 2"),
                            (SCALE.replace("cast f32", "cast i32"), "line |instruction "), ("", "line 1")):
            with self.assertRaisesRegex(krt.Error, words):
                krt.Kir(text)
        kernel, out, numbers = krt.Kir(SCALE), array.array("f", [0] * 2), array.array("h", [1, -2, 3])
        for arguments in ((), (out, numbers, 2.0), (out, numbers, "2", 1), (7, numbers, 2.0, 1), (out, numbers, 2.0, 1.5)):
            with self.assertRaises(TypeError):
                kernel.execute(arguments, block=2)
        for arguments in ((numbers, numbers, 2.0, 1), (out, bytes(6), 2.0, 1), (memoryview(bytearray(9))[1:], numbers, 2.0, 1)):
            with self.assertRaises(BufferError):
                kernel.execute(arguments, block=2)
        with self.assertRaisesRegex(krt.Error, "instruction "):
            kernel.execute((out, numbers, 2.0, 2), block=2)
        with self.assertRaises(krt.Error):
            kernel.execute((out, numbers, 2.0, 1), block=2, steps=3)
        for block in ((1, 1, 1, 1), -1):
            with self.assertRaises(ValueError):
                kernel.execute((out, numbers, 2.0, 1), block=block)
        with self.assertRaises(OverflowError):
            kernel.execute((out, numbers, 2.0, 1), grid=1 << 32)

    def test_kernel(self):
        kernel, out, numbers = krt.Kir(SCALE), array.array("f", [0] * 2), array.array("h", [1, -2, 3])
        self.assertEqual((kernel.name, krt.Kir(kernel.text).text), ("scale", kernel.text))
        counts = kernel.execute((out, numbers, 2.5, 1), block=(2, 1))
        self.assertEqual((out.tolist(), counts), ([-5.0, 7.5], {"operations": 2, "loaded": 4, "stored": 8}))
        module = krt.Module.compile(DEVICE, kernel.source)
        entry = module.kernel("kir_scale", ["f32*", "const i16*", "f32", "i64"])
        there = STREAM.zeros(2)
        entry(STREAM, krt.LaunchConfig(1, 2), there, STREAM.array(numbers), 2.5, 1)
        self.assertEqual(there.tolist(), [-5.0, 7.5])


if __name__ == "__main__":
    unittest.main()
