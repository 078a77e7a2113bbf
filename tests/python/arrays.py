"""Arrays: buffers of the host go in and come out; views; the end of memory."""
import array
import copy
import math
import operator
import pickle
import threading
import unittest

import krt

STREAM = krt.Device("emu:gfx1030").stream


def numbers(*shape):
    count = 1
    for length in shape:
        count *= length
    return STREAM.array(array.array("f", range(count))).reshape(shape)


class Failures(unittest.TestCase):
    def test_freed(self):
        memory = numbers(4)
        view = memory[1:]
        memory.free()
        memory.free()  # it stays freed
        self.assertTrue(memory.is_freed and view.is_freed)
        self.assertEqual((view.shape, view.dtype), ((3,), "f32"))
        for one in (memory, view):
            for use in (one.tolist, one.to_host, lambda one=one: one.address, lambda one=one: one[0],
                        lambda one=one: one.reshape((1, -1)), one.__dlpack__, one.__dlpack_device__,
                        lambda one=one: one.copy_from(bytes(12)), lambda one=one: numbers(4).copy_from(one)):
                with self.assertRaisesRegex(krt.Error, "the array is freed"):
                    use()

    def test_freed_by_another_thread(self):
        """Not while a copy runs: free() fails then; the copies after it fail, too."""
        memory, ends = STREAM.zeros(1 << 20), []

        def copy():
            into = bytearray(memory.nbytes)
            try:
                for _ in range(30):
                    memory.copy_to(into)
            except krt.Error as error:
                ends.append(str(error))

        thread = threading.Thread(target=copy)
        thread.start()
        while not memory.is_freed:
            try:
                memory.free()
            except krt.Error as error:
                self.assertIn("in use", str(error))
        thread.join()
        self.assertLessEqual(len(ends), 1)
        for end in ends:
            self.assertIn("the array is freed", end)

    def test_shapes(self):
        for shape in (-1, (2, -3), [1] * 9):
            with self.assertRaises(ValueError):
                STREAM.empty(shape)
        for shape in ("4", 1.5, None, (1, "2")):
            with self.assertRaises(TypeError):
                STREAM.empty(shape)
        for shape in (1 << 63, (1 << 40, 1 << 40), (1 << 62,)):
            with self.assertRaises(OverflowError):
                STREAM.empty(shape)
        with self.assertRaises(krt.Error) as caught:
            STREAM.empty(1 << 50)
        self.assertEqual(caught.exception.status, "KRT_ERROR_OUT_OF_MEMORY")

    def test_dtypes(self):
        for dtype in ("float32", "", "F32", 4):
            with self.assertRaisesRegex(ValueError, "bf16"):
                STREAM.empty(4, dtype)
        with self.assertRaises(BufferError):
            STREAM.array(memoryview(b"abcd").cast("c"))

    def test_buffers_that_do_not_fit(self):
        for data, dtype in ((bytes(7), "f16"), (array.array("f", [1]), "f64"), (array.array("f", [1, 2]), "f64")):
            with self.assertRaisesRegex(BufferError, "items have"):
                STREAM.array(data, dtype)
        memory = numbers(4)
        for data, error, text in (
                (bytes(15), ValueError, "15 bytes"),
                (memoryview(array.array("f", range(8)))[::2], BufferError, "not contiguous"),
                (7, TypeError, "bytes-like"),
                ("text", TypeError, "bytes-like")):
            with self.assertRaisesRegex(error, text):
                memory.copy_from(data)
        with self.assertRaisesRegex(BufferError, "not contiguous"):
            STREAM.array(memoryview(array.array("f", range(8)))[::2])
        with self.assertRaisesRegex(BufferError, "read-only"):
            memory.copy_to(bytes(16))
        with self.assertRaisesRegex(ValueError, "dtype or size"):
            memory.copy_from(numbers(5))
        with self.assertRaisesRegex(BufferError, "not contiguous"):
            numbers(4, 4).permute((1, 0)).tolist()
        self.assertEqual(memory.tolist(), [0.0, 1.0, 2.0, 3.0])

    def test_other_numbers(self):
        """Bits of one kind of numbers are not taken for another kind."""
        whole, half = array.array("i", [1, 2, 3, 4]), array.array("H", [0x3c00] * 4)
        memory = numbers(4)
        for use in (lambda: memory.copy_from(whole), lambda: memory.copy_from(array.array("d", [1, 2])),
                    lambda: memory.copy_to(whole), lambda: STREAM.array(whole, "f32"), lambda: STREAM.array(half, "i16"),
                    lambda: STREAM.array(array.array("q", [1]), "f64"), lambda: STREAM.array(whole, "u32")):
            with self.assertRaisesRegex(BufferError, "a buffer of format '.' does not have .*cast"):
                use()
        self.assertEqual((memory.tolist(), list(whole)), ([0.0, 1.0, 2.0, 3.0], [1, 2, 3, 4]))
        memory.copy_from(memoryview(whole).cast("B"))
        self.assertEqual(bytes(memory.to_host()), bytes(whole))
        for dtype in ("f16", "bf16"):
            self.assertEqual(bytes(STREAM.array(half, dtype).to_host()), bytes(half))

    def test_what_arrays_do_not_do(self):
        """Python's defaults would give an answer: an array is true, and equal to itself alone."""
        memory = numbers(4)
        for one in (memory, memory.to_host(), numbers(1), STREAM.empty(0)):
            with self.assertRaisesRegex(ValueError, "no truth value.*tolist"):
                bool(one)
            for compare in (operator.eq, operator.ne):
                for other in (one, numbers(4), [0.0, 1.0, 2.0, 3.0], 0, None):
                    with self.assertRaisesRegex(TypeError, "not compared"):
                        compare(one, other)
                    with self.assertRaisesRegex(TypeError, "not compared"):
                        compare(other, one)
            for use in (lambda: one < 1, lambda: one + 1, lambda: 1 + one, lambda: one @ one, lambda: -one, lambda: abs(one),
                        lambda: round(one), lambda: float(one), lambda: int(one), lambda: complex(one),
                        lambda: math.sqrt(one), lambda: operator.index(one), lambda: copy.copy(one), lambda: copy.deepcopy(one),
                        lambda: pickle.dumps(one), lambda: format(one, ".2f"), lambda: "%d" % one,
                        lambda: [1, 2, 3][one]):
                with self.assertRaises(TypeError):
                    use()
            self.assertEqual({one: 1}[one], 1)  # by identity
            self.assertIn(one, (one,))
        for use in (lambda: memoryview(memory), lambda: bytes(memory), lambda: list(memory), lambda: 1.0 in memory,
                    lambda: sum(memory), lambda: max(memory), lambda: reversed(memory),
                    lambda: operator.setitem(memory, 0, 1.0), lambda: operator.delitem(memory, 0)):
            with self.assertRaises(TypeError):
                use()

    def test_numpy(self):
        memory = numbers(4)
        for use in (memory.__array__, lambda: memory.__array__(dtype=None, copy=False),
                    lambda: memory.__array_ufunc__(None, "__call__", memory),
                    lambda: memory.__array_function__(None, (), (), {})):
            with self.assertRaisesRegex(TypeError, "to_host"):
                use()
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is not installed")
        host = numpy.arange(4, dtype="f4")
        for use in (numpy.asarray, numpy.array, numpy.asanyarray, numpy.sum, numpy.mean, numpy.exp, numpy.size, numpy.shape,
                    numpy.zeros_like, numpy.isnan, lambda x: numpy.asarray([x, x]), lambda x: numpy.asarray(x, dtype=object),
                    lambda x: host + x, lambda x: x * host, lambda x: host == x, lambda x: x != host, lambda x: host @ x,
                    lambda x: numpy.array_equal(host, x), lambda x: numpy.allclose(x, host), lambda x: numpy.dot(x, x),
                    lambda x: numpy.concatenate([host, x]), lambda x: operator.setitem(host, slice(None), x),
                    lambda x: numpy.copyto(host, x), lambda x: numpy.add(host, host, out=x), lambda x: operator.iadd(host, x),
                    lambda x: numpy.testing.assert_array_equal(x, host)):
            with self.assertRaisesRegex(TypeError, "to_host|not compared"):
                use(memory)
        self.assertEqual(host.tolist(), [0.0, 1.0, 2.0, 3.0])
        self.assertEqual(numpy.sum(memory.to_host()), 6.0)

    def test_views_that_do_not_exist(self):
        memory = numbers(2, 3)
        for index, error in ((2, IndexError), (-3, IndexError), ((0, 3), IndexError), ((0, 0, 0), IndexError),
                             (slice(None, None, -1), ValueError), ("0", TypeError), (1.0, TypeError)):
            with self.assertRaises(error):
                memory[index]  # pylint: disable=pointless-statement
        with self.assertRaises(krt.Error):
            memory.reshape((4, 2))
        with self.assertRaises(krt.Error):
            memory.permute((0, 0))
        with self.assertRaises(ValueError):
            memory.permute((0,))
        with self.assertRaises(krt.Error):
            memory.broadcast_to((3, 2))


class Use(unittest.TestCase):
    def test_every_format(self):
        for code, dtype in zip("?bBhHiIqQfd", "bool i8 u8 i16 u16 i32 u32 i64 u64 f32 f64".split()):
            data = array.array("B", [0, 1]) if code == "?" else array.array(code, [0, 1])
            memory = STREAM.array(memoryview(data).cast("B").cast(code))
            self.assertEqual((memory.dtype, memory.tolist()), (dtype, [0, 1]))
        half = STREAM.array(array.array("H", [0x3c00, 0xc000]), "f16")
        self.assertEqual(memoryview(half.to_host()).format, "e")
        self.assertEqual(bytes(half.to_host()), b"\0\x3c\0\xc0")
        self.assertEqual(STREAM.array(b"\0\0\x80\x3f", "f32").tolist(), [1.0])

    def test_shapes_of_buffers(self):
        data = memoryview(array.array("i", range(24))).cast("B").cast("i", (2, 3, 4))
        memory = STREAM.array(data)
        self.assertEqual((memory.shape, memory.strides, memory.nbytes, len(memory)), ((2, 3, 4), (12, 4, 1), 96, 2))
        self.assertEqual(memory.tolist(), data.tolist())
        back = memoryview(memory.to_host())
        self.assertEqual((back.shape, back.strides, back.format), (data.shape, data.strides, data.format))
        into = array.array("i", [9] * 24)
        memory.copy_to(into)
        self.assertEqual(list(into), list(range(24)))
        self.assertEqual(STREAM.empty(0).tolist(), [])
        self.assertEqual(STREAM.zeros(()).tolist(), 0.0)

    def test_views(self):
        memory = numbers(3, 4)
        self.assertEqual(memory[1].tolist(), [4.0, 5.0, 6.0, 7.0])
        self.assertEqual(memory[-1, -1].tolist(), 11.0)
        self.assertEqual(memory[1:, ].tolist(), [[4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]])
        self.assertEqual((memory[:, 1::2].shape, memory[:, 1::2].strides), ((3, 2), (4, 2)))
        self.assertEqual(memory[3:].shape, (0, 4))
        self.assertEqual(memory.permute((1, 0)).strides, (1, 4))
        self.assertEqual(memory[0].broadcast_to((5, 4)).strides, (0, 1))
        self.assertEqual(memory[1].address - memory.address, 16)
        memory[0].copy_from(memory[2])
        self.assertEqual(memory[0].tolist(), [8.0, 9.0, 10.0, 11.0])
        for dtype in ("bool", "u16", "u64", "f8e5m2"):  # also those that krt/ops.h does not have
            self.assertEqual(STREAM.zeros((4, 2), dtype)[1:3].reshape(4).shape, (4,))

    def test_memory_comes_back(self):
        device = STREAM.device
        STREAM.zeros(1 << 20).free()
        device.synchronize()
        before = device.memory()[0]
        for _ in range(50):
            STREAM.zeros(1 << 20)
        device.synchronize()
        self.assertLess(before - device.memory()[0], 8 << 20)


if __name__ == "__main__":
    unittest.main()
