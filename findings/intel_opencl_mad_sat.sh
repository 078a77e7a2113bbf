#!/bin/sh
# mad_sat() in Intel's OpenCL for CPUs is wrong, and its result depends on the place of the work item in the work group. OpenCL C
# describes it as "a * b + c and saturates the result". In a work group of 17 items that all compute the same,
#   int   mad_sat(4, -1, 5) is -2147483648 in 16 items, and 1, which is right, in the last
#   uint  mad_sat(1, 1, 4294967295) is 0 in 16 items, and 4294967295, which is right, in the last
#   long  mad_sat(9223372036854775806, 2, 0) is -4 in all items, where the largest number is right
# ulong is right. The compiler makes vectors of 8 items (AVX2; 4 with SSE 4.2), and what remains runs as scalars: so the work
# group's size, which the runtime chooses if the program does not, decides about the result, and a test with one item finds
# nothing wrong. PoCL, another OpenCL for CPUs, is right with all of them. intel-opencl-rt 2023.0 and 2024.0 are the same.
# (The wheel needs intel-cmplr-lib-rt, but does not require it.)
# Needs an x86 CPU with AVX2, python3-venv, and the network (300 MB). Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
python3 -m venv "$top/venv"
"$top/venv/bin/pip" install -q intel-opencl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0 pyopencl==2026.1.4 numpy==2.2.6 \
    pocl-binary-distribution==3.0
mkdir "$top/vendors"
echo "$top/venv/lib/libintelocl.so" >"$top/vendors/intel.icd"
cat >"$top/saturate.py" <<'PY'
import numpy
import pyopencl as cl

SOURCE = """kernel void run(global const TYPE *a, global const TYPE *b, global const TYPE *c, global TYPE *out) {
    int i = get_global_id(0);
    out[i] = mad_sat(a[i], b[i], c[i]);
}"""
ITEMS = 17
seen = {}
for platform in cl.get_platforms():
    vendor = "Intel" if "Intel" in platform.name else "PoCL"
    device = platform.get_devices()[0]
    print(f"{platform.name}, driver {device.driver_version}")
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    for name, dtype, numbers in (
        ("int", numpy.int32, (4, -1, 5)),
        ("uint", numpy.uint32, (1, 1, 2**32 - 1)),
        ("long", numpy.int64, (2**63 - 2, 2, 0)),
        ("ulong", numpy.uint64, (1, 1, 2**64 - 1)),
    ):
        arrays = [numpy.full(ITEMS, one, dtype) for one in (*numbers, 0)]
        buffers = [cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=array) for array in arrays]
        kernel = cl.Kernel(cl.Program(context, SOURCE.replace("TYPE", name)).build(), "run")
        kernel(queue, (ITEMS,), (ITEMS,), *buffers)
        cl.enqueue_copy(queue, arrays[-1], buffers[-1])
        seen[vendor, name] = arrays[-1].tolist()
        results = seen[vendor, name]
        print(f"  {name:5} mad_sat{numbers}:", *(f"{results.count(one)} of {one}" for one in sorted({*results})))
right = {"int": [1], "uint": [2**32 - 1], "long": [2**63 - 1], "ulong": [2**64 - 1]}
for name, one in right.items():
    assert seen["PoCL", name] == one * ITEMS
assert seen["Intel", "int"] == [-(2**31)] * 16 + right["int"]
assert seen["Intel", "uint"] == [0] * 16 + right["uint"]
assert seen["Intel", "long"] == [-4] * ITEMS
assert seen["Intel", "ulong"] == right["ulong"] * ITEMS
PY
CL_CONFIG_CPU_TARGET_ARCH=core-avx2 OCL_ICD_VENDORS="$top/vendors/" LD_LIBRARY_PATH="$top/venv/lib" PYOPENCL_NO_CACHE=1 \
    PYTHONWARNINGS=ignore "$top/venv/bin/python" "$top/saturate.py"
echo "as described"
