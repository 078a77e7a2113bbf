#!/bin/sh
# normalize() of a zero vector is NaN in Intel's OpenCL for CPUs, for vectors of 2 to 4 floats; for doubles it is zero. For
# both types, (INFINITY, 1) gives (NaN, 0). Nothing is reported. OpenCL C demands other results, exactly, in "Additional
# Requirements Beyond C99 TC2": normalize(v) returns v if all elements are zero; infinities count as 1 and all else beside them
# as 0, so that (INFINITY, 1) gives (1, 0). More results in that list are others here:
#   lgamma_r  the sign of zero and of negative integers is 0; here it is 1. (PoCL has 1 for zero, and -1 for -1.)
#   fract     of an infinity is 0. So it is for floats, and 0.99951 for a half.
# PoCL normalizes as described: a kernel that was tested there makes NaN of the same input with Intel's library.
# Needs an x86 CPU, python3-venv, and the network (300 MB). Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
python3 -m venv "$top/venv"
"$top/venv/bin/pip" install -q intel-opencl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0 pyopencl==2026.1.4 numpy==2.2.6 \
    pocl-binary-distribution==3.0
mkdir "$top/vendors"
echo "$top/venv/lib/libintelocl.so" >"$top/vendors/intel.icd"
cat >"$top/edges.py" <<'PY'
import numpy
import pyopencl as cl

SOURCE = """
kernel void run(global const float *x, global float *floats, global double *doubles, global int *signs) {
    float infinity = x[0], zero = x[1];
    vstore2(normalize((float2)(zero, zero)), 0, floats);
    vstore2(normalize((float2)(infinity, 1.0f)), 1, floats);
    vstore2(normalize((double2)(zero, zero)), 0, doubles);
    vstore2(normalize((double2)(infinity, 1.0)), 1, doubles);
    lgamma_r(zero, signs);
    lgamma_r(x[2], signs + 1);
}"""
HALVES = """
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void run(global const float *x, global float *floats) {
    half whole;
    float large;
    floats[0] = fract((half)x[0], &whole);
    floats[1] = fract(x[0], &large);
}"""


def results(context, source, *arrays):
    queue = cl.CommandQueue(context)
    buffers = [cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=array) for array in arrays]
    cl.Program(context, source).build().run(queue, (1,), None, *buffers)
    for array, buffer in zip(arrays, buffers):
        cl.enqueue_copy(queue, array, buffer)
    return [str(array.tolist()) for array in arrays[1:]]


numbers = numpy.array([numpy.inf, 0, -1], numpy.float32)
seen = {}
for platform in cl.get_platforms():
    vendor = "Intel" if "Intel" in platform.name else "PoCL"
    device = platform.get_devices()[0]
    context = cl.Context([device])
    seen[vendor] = results(
        context, SOURCE, numbers, numpy.zeros(4, numpy.float32), numpy.zeros(4), numpy.full(2, 7, numpy.int32)
    )
    print(f"{platform.name}, driver {device.driver_version}")
    for name, one in zip(("normalize, float2", "normalize, double2", "lgamma_r, signs"), seen[vendor]):
        print(f"  {name}: {one}")
    if vendor == "Intel":
        [halves] = results(context, HALVES, numbers, numpy.zeros(2, numpy.float32))
        print(f"  fract, half and float: {halves}")
assert seen["Intel"] == ["[nan, nan, nan, 0.0]", "[0.0, 0.0, nan, 0.0]", "[1, 1]"], seen
assert seen["PoCL"] == ["[0.0, 0.0, 1.0, 0.0]", "[0.0, 0.0, 1.0, 0.0]", "[1, -1]"], seen
assert halves == "[0.99951171875, 0.0]", halves
PY
OCL_ICD_VENDORS="$top/vendors/" LD_LIBRARY_PATH="$top/venv/lib" PYOPENCL_NO_CACHE=1 PYTHONWARNINGS=ignore \
    "$top/venv/bin/python" "$top/edges.py"
echo "as described"
