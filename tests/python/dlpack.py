"""DLPack: nothing is copied, both sides keep the memory, and what does not fit is refused.

The structs are dlpack.h's; a tensor of another library is made of them here.
"""
import array
import ctypes
import gc
import os
import unittest

import krt

DEVICE = krt.Device("emu:gfx1030")
STREAM = DEVICE.stream
CPU, ROCM = 1, 10


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("rank", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("dims", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("offset", ctypes.c_uint64)]


class Managed(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class Versioned(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32 * 2), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p),
                ("flags", ctypes.c_uint64), ("tensor", Tensor)]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Foreign:
    """A tensor of another library, over the memory of an array."""

    def __init__(self, memory, dims, *, device=(CPU, 0), kind=(2, 32, 1), strides=None, offset=0, version=None, flags=0):
        self.deleted, self.memory, self.asked, self.device = 0, memory, None, device
        self.deleter = DELETER(self.delete)
        self.dims = (ctypes.c_int64 * len(dims))(*dims)
        self.strides = (ctypes.c_int64 * len(dims))(*strides) if strides else None
        tensor = Tensor(memory.address, (ctypes.c_int32 * 2)(*device), len(dims), *kind, self.dims, self.strides, offset)
        pointer = ctypes.cast(self.deleter, ctypes.c_void_p)
        if version:
            self.name = b"dltensor_versioned"
            self.managed = Versioned((ctypes.c_uint32 * 2)(*version), None, pointer, flags, tensor)
        else:
            self.name = b"dltensor"
            self.managed = Managed(tensor, None, pointer)

    def delete(self, _):
        self.deleted += 1

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, *, stream=None):
        self.asked = stream
        return new_capsule(ctypes.addressof(self.managed), self.name, None)


def numbers(count=6):
    return STREAM.array(array.array("f", range(count)))


class Failures(unittest.TestCase):
    def refused(self, error, text, *arguments, **words):
        foreign = Foreign(numbers(), *arguments, **words)
        with self.assertRaisesRegex(error, text):
            krt.from_dlpack(foreign, STREAM)
        self.assertEqual(foreign.deleted, 0)  # the capsule has it still

    def test_what_does_not_fit(self):
        for device in [(kind, 0) for kind in range(18) if kind != CPU] + [(CPU, 1), (CPU, -1), (CPU, 1 << 32), (1 << 32 | CPU, 0)]:
            self.refused(BufferError, "device", (6,), device=device)
        self.refused(BufferError, "dimensions", (1,) * 9)
        self.refused(BufferError, "has no dtype", (6,), kind=(5, 64, 1))
        self.refused(BufferError, "has no dtype", (3,), kind=(2, 32, 2))
        self.refused(BufferError, "negative", (2, 3), strides=(-3, 1))
        self.refused(BufferError, "DLPack 2", (6,), version=(2, 0))

    def test_what_is_not_a_tensor(self):
        with self.assertRaises(AttributeError):
            krt.from_dlpack(b"bytes", STREAM)
        with self.assertRaises(TypeError):
            krt.from_dlpack(numbers(), None)

    def test_lying_device(self):
        """The tensor in the capsule counts, not what its object says."""
        foreign = Foreign(numbers(), (6,), device=(ROCM, 0))
        foreign.device = (CPU, 0)
        with self.assertRaisesRegex(BufferError, "elsewhere"):
            krt.from_dlpack(foreign, STREAM)
        foreign.device = ()
        with self.assertRaises(IndexError):
            krt.from_dlpack(foreign, STREAM)

    def test_memory_of_others(self):
        """What would fail at the launch: host memory that the emulator does not know, and another device's."""
        host = array.array("f", range(6))

        class Host:
            address = host.buffer_info()[0]

        for dims, strides in (((6,), None), ((1,), None), ((), None)):
            with self.assertRaisesRegex(BufferError, "not in memory of the device emu:0.*stream.array"):
                krt.from_dlpack(Foreign(Host, dims, strides=strides), STREAM)
        other = krt.Device("emu:gfx90a").stream.zeros(6)
        with self.assertRaisesRegex(BufferError, "not in memory of the device emu:0.*copy_from"):
            krt.from_dlpack(other, STREAM)
        memory = numbers()
        for dims, strides in (((1 << 20,), None), ((2, 3), (1 << 30, 1))):  # beyond its end
            with self.assertRaisesRegex(BufferError, "not in memory"):
                krt.from_dlpack(Foreign(memory, dims, strides=strides), STREAM)
        self.assertEqual(krt.from_dlpack(Foreign(memory, (0, 1 << 40)), STREAM).tolist(), [])

    def test_export_to_another_device(self):
        memory = numbers()
        for device in ((ROCM, 0), (CPU, 1)):
            with self.assertRaisesRegex(BufferError, "to_host"):
                memory.__dlpack__(dl_device=device)
        for device in (7, [CPU, 0], (CPU,), ("1", 0)):
            with self.assertRaises(TypeError):
                memory.__dlpack__(dl_device=device)
        self.assertEqual(krt.from_dlpack(memory, STREAM).tolist(), memory.tolist())

    def test_read_only(self):
        foreign = Foreign(numbers(), (6,), version=(1, 0), flags=1)
        memory = krt.from_dlpack(foreign, STREAM)
        with self.assertRaisesRegex(BufferError, "read-only"):
            memory.copy_from(bytes(24))
        with self.assertRaisesRegex(BufferError, "read-only"):
            memory[1:].__dlpack__()
        self.assertEqual(memory.tolist(), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0])

    def test_memory_in_use_is_not_freed(self):
        memory = numbers()
        capsule = memory.__dlpack__()
        with self.assertRaisesRegex(krt.Error, "in use"):
            memory.free()
        del capsule
        memory.free()

    def test_copies(self):
        with self.assertRaisesRegex(BufferError, "copies"):
            numbers().__dlpack__(copy=True)


class Use(unittest.TestCase):
    def test_import(self):
        for words in ({}, {"version": (1, 1)}):
            memory = numbers()
            foreign = Foreign(memory, (2, 2), strides=(3, 1), offset=4, **words)
            taken = krt.from_dlpack(foreign, STREAM)
            self.assertEqual((taken.shape, taken.strides, taken.dtype), ((2, 2), (3, 1), "f32"))
            self.assertEqual(taken.address, memory.address + 4)
            self.assertIsNone(foreign.asked)
            view = taken[1]
            del taken
            gc.collect()
            self.assertEqual((foreign.deleted, view.tolist()), (0, [4.0, 5.0]))
            del view
            self.assertEqual(foreign.deleted, 1)

    def test_freed_at_once(self):
        foreign = Foreign(numbers(), (6,))
        taken = krt.from_dlpack(foreign, STREAM)
        taken.free()
        self.assertEqual(foreign.deleted, 1)
        del taken
        self.assertEqual(foreign.deleted, 1)

    def test_export(self):
        memory = numbers()
        self.assertEqual(memory.__dlpack_device__(), (CPU, 0))
        taken = krt.from_dlpack(memory, krt.Stream(DEVICE))
        self.assertEqual(taken.address, memory.address)
        memory.copy_from(bytes(24))
        STREAM.synchronize()
        self.assertEqual(taken.tolist(), [0.0] * 6)
        address = taken.address
        del memory
        gc.collect()
        self.assertEqual(list((ctypes.c_float * 6).from_address(address)), [0.0] * 6)
        pair = STREAM.array(array.array("H", [1, 2, 3, 4]), "bf16").reshape((2, 2)).permute((1, 0))
        same = krt.from_dlpack(pair, STREAM)
        self.assertEqual((same.dtype, same.shape, same.strides), ("bf16", (2, 2), (1, 2)))

    def test_gpu(self):
        """A HIP device: the producer is told our stream; libhipemu plays the driver."""
        device = krt.Device("hip:0", library=os.environ["KRT_LIBRARY"])
        memory = device.stream.array(array.array("f", [1, 2]))
        self.assertEqual(memory.__dlpack_device__(), (ROCM, 0))
        for stream, wanted in ((device.stream, 0), (krt.Stream(device), None)):
            foreign = Foreign(memory, (2,), device=(ROCM, 0))
            taken = krt.from_dlpack(foreign, stream)
            self.assertEqual((foreign.asked, taken.tolist()), (stream.native if wanted is None else wanted, [1.0, 2.0]))
            self.assertEqual(stream.native != 0, wanted is None)
        for kind in (CPU, 3, 11):
            with self.assertRaisesRegex(BufferError, "in host memory.*stream.array"):
                krt.from_dlpack(Foreign(memory, (2,), device=(kind, 0)), device.stream)
        for pair in ((ROCM, 1), (2, 0)):
            with self.assertRaisesRegex(BufferError, "elsewhere.*copy it"):
                krt.from_dlpack(Foreign(memory, (2,), device=pair), device.stream)
        wrapped = krt.Stream(device, stream.native)
        self.assertEqual(wrapped.native, stream.native)
        wrapped.synchronize()
        del wrapped  # before the stream that it wraps

    def test_numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is not installed")
        memory = numbers()
        self.assertEqual(numpy.from_dlpack(memory).tolist(), memory.tolist())
        self.assertEqual(numpy.asarray(memory.to_host()).tolist(), memory.tolist())
        self.assertEqual(STREAM.array(numpy.arange(6, dtype="float16").reshape(2, 3)).shape, (2, 3))


if __name__ == "__main__":
    unittest.main()
