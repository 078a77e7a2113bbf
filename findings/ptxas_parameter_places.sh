#!/bin/sh
# Where a parameter of a kernel is depends on the GPU if its alignment is more than 16 bytes, as that of a CUtensorMap is (64).
# The cubin does not have C's layout, nor that of the PTX: ptxas counts from the beginning of the constant bank, in which the
# parameters start at 0x160 (sm_75, sm_80), 0x210 (sm_90) or 0x380 (sm_100). A first parameter that is aligned to 64 bytes is at
# 32, 48 or 0. cuLaunchKernel() with a list of parameters knows this. With CU_LAUNCH_PARAM_BUFFER_POINTER a program lays them out,
# and the driver compares the size alone: on an H200 with driver 13.0, C's structs give CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES for
# both kernels below; the places that cuFuncGetParamInfo() reports work. So a launch that works on one GPU fails on another.
# Needs python3 with pip, and the network (50 MB). Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip install -q --root-user-action=ignore --no-deps --target site nvidia-cuda-nvcc==13.5.37 \
    nvidia-cuda-cuobjdump==13.5.37
bin=site/nvidia/cu13/bin
chmod +x $bin/*
cat >kernels.ptx <<'PTX'
.version 8.0
.target sm_75
.address_size 64
.visible .entry first(.param .align 64 .b8 map[128], .param .u64 out)
{
    ret;
}
.visible .entry second(.param .u64 out, .param .align 64 .b8 map[128])
{
    ret;
}
PTX
$bin/ptxas --version | tail -n 1
# Prints the places of the parameters of kernel $2 for GPU $1.
places() {
    $bin/ptxas -arch="$1" kernels.ptx -o kernels.cubin
    $bin/cuobjdump -elf kernels.cubin |
        awk -v section=".nv.info.$2" '$1 ~ /^\.nv\.|^\.text|^\.sym/ {inside = $1 == section}
            inside && /Ordinal/ {
                match($0, /Ordinal *: *0x[0-9a-f]+/)
                ordinal = substr($0, RSTART + RLENGTH - 1, 1)
                match($0, /Offset *: *0x[0-9a-f]+/)
                split(substr($0, RSTART, RLENGTH), word, /0x/)
                print ordinal, word[2]
            }' |
        sort | while read -r _ place; do printf ' %d' "0x$place"; done
}
echo "C's layout: first 0 128, second 0 64"
for gpu in sm_75 sm_80 sm_90 sm_100; do
    echo "$gpu: first$(places $gpu first), second$(places $gpu second)"
done | tee log
grep -q '^sm_75: first 32 160, second 0 32$' log
grep -q '^sm_80: first 32 160, second 0 32$' log
grep -q '^sm_90: first 48 176, second 0 48$' log
grep -q '^sm_100: first 0 128, second 0 64$' log
echo "as described"
