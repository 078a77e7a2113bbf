"""The launch of launch.py by ctypes, without any check: nanoseconds. by_ctypes.py LIBKRT HSACO"""
import ctypes
import sys
import time

from ctypes import byref, c_float, c_uint32, c_uint64, c_void_p

ROUNDS, LAUNCHES = 300, 2000


class Config(ctypes.Structure):
    _fields_ = [("grid", c_uint32 * 3), ("block", c_uint32 * 3), ("shared_bytes", c_uint32)]


def good(status):
    if status != 0:
        raise RuntimeError(status)


krt = ctypes.CDLL(sys.argv[1])
krt.krt_device_stream.restype = c_void_p
krt.krt_function_launch.argtypes = [c_void_p, c_void_p, c_void_p, c_void_p, c_uint32]
with open(sys.argv[2], "rb") as file:
    code = file.read()
device, module, function = c_void_p(), c_void_p(), c_void_p()
good(krt.krt_device_default(byref(device)))
good(krt.krt_module_load_raw(device, code, c_uint64(len(code)), byref(module)))
good(krt.krt_module_function(module, b"saxpy", byref(function)))
stream = krt.krt_device_stream(device)
Arguments = c_void_p * 4


def saxpy(config, n, a, x, y, launch=krt.krt_function_launch, address=ctypes.addressof):
    n, a, x, y = c_uint32(n), c_float(a), c_void_p(x), c_void_p(y)
    if launch(function, stream, address(config), Arguments(address(n), address(a), address(x), address(y)), 4) != 0:
        raise RuntimeError


def launches():
    config = Config((1, 1, 1), (256, 1, 1), 0)
    start = time.perf_counter_ns()
    for _ in range(LAUNCHES):
        saxpy(config, 256, 2.0, 4096, 8192)
    return (time.perf_counter_ns() - start) / LAUNCHES


print(f"{min(launches() for _ in range(ROUNDS)):.0f}")
