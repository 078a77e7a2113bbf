#!/bin/sh
# What nvcc compiles with --concat (CUDA 13.4 and later) has no code for drivers of CUDA 13.0, though the machine code in it is
# the same and runs there without --concat. Tried with driver 580.159.04 on an H200: cuModuleLoad() gives
# CUDA_ERROR_NO_BINARY_FOR_GPU, and a program with the runtime library of 13.5, which runs there otherwise, "no kernel image is
# available". nvcc warns of nothing, and the help of the option speaks of compression alone. The fat binary has one entry for
# several GPUs, of the new kind 256, whose compute capability is 0; older readers pass over it. cuobjdump reads it since 13.2;
# that of 13.0 ends with "Invalid gpu architecture in fatbin". cubloaty 0.2.0b1 counts no kernels: "sm_0 kind0x100".
# Needs gcc, python3 with pip, and the network (190 MB); loads both files where there is a driver. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip install -q --root-user-action=ignore --no-deps --target site nvidia-cuda-nvcc==13.5.37 nvidia-cuda-crt==13.5.37 \
    nvidia-nvvm==13.5.37 nvidia-cuda-runtime==13.5.37 nvidia-cuda-cuobjdump==13.5.37
python3 -m pip install -q --root-user-action=ignore --target tools cubloaty==0.2.0b1
bin=$top/site/nvidia/cu13/bin
chmod +x "$bin"/*
echo 'extern "C" __global__ void one(int *p) { *p = 1; }' >one.cu
"$bin/nvcc" --version | tail -n 1
for way in plain concat; do
    "$bin/nvcc" -fatbin one.cu -o $way.fatbin -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 \
        "$([ $way = plain ] && echo --no-compress || echo --concat)" 2>log
    [ ! -s log ]
    mkdir $way
    (cd $way && "$bin/cuobjdump" -xelf all ../$way.fatbin >/dev/null)
    for file in $way/*.cubin; do
        mv "$file" "$way/${file#*.*.}"
    done
done
diff -r plain concat
echo "the cubins are the same: $(ls plain | xargs)"
cat >entries.py <<'PY'
import ctypes, struct, sys

for name in "plain.fatbin", "concat.fatbin":
    data, at = open(name, "rb").read(), 16
    while at < len(data):
        kind, _, header, size = struct.unpack_from("<HHIQ", data, at)
        print(f"{name}: an entry of kind {kind}, compute capability", struct.unpack_from("<I", data, at + 28)[0])
        at += header + size
try:
    cuda = ctypes.CDLL("libcuda.so.1")
except OSError:
    sys.exit("there is no driver")
context, module, version = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_int()
if cuda.cuInit(0) or cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) or cuda.cuCtxSetCurrent(context):
    sys.exit("there is no GPU")
cuda.cuDriverGetVersion(ctypes.byref(version))
for name in "plain.fatbin", "concat.fatbin":
    print(f"driver {version.value} loads {name}: result", cuda.cuModuleLoad(ctypes.byref(module), name.encode()))
PY
python3 entries.py 2>&1 | tee log || true
[ "$(grep -c 'plain.fatbin: an entry of kind 2' log)" = 2 ]
[ "$(grep -c 'concat.fatbin: an entry' log)" = 1 ]
grep -q 'concat.fatbin: an entry of kind 256, compute capability 0' log
for way in plain concat; do
    PYTHONPATH=tools PATH=$bin:$PATH python3 tools/bin/cubloaty --no-color $way.fatbin >log 2>&1 || true
    echo "cubloaty, $way: $(grep -m1 -oE 'sm_[0-9]+ [^|]*\| +[0-9]*' log)"
done
grep -q 'sm_0 kind0x100' log
echo "as described"
