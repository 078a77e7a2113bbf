#!/bin/sh
# LIEF writes other bytes than it read where a value of an AMD or NVIDIA ELF file is unknown to it, though the program changed
# nothing: Binary.write() gives the relocation R_AMDGPU_RELATIVE64 of a code object the type 0x7ffffff, and a cubin's sections of
# type SHT_CUDA_INFO (registers, stack and parameters of each kernel) the type SHT_NULL. cuobjdump then reports 0 registers. LIEF
# names the machines (ARCH.AMDGPU, ARCH.CUDA); parse() prints a warning about what it does not know, and write() nothing. So a
# tool that renames a symbol or adds a section breaks what it did not touch. A note of an unknown type keeps its number.
# Needs Debian's clang-15 or clang-19 with lld, readelf, python3 with pip, and the network. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip install -q --root-user-action=ignore --no-deps --target site lief==1.0.0 nvidia-cuda-nvcc==13.0.88 \
    nvidia-cuda-cuobjdump==13.5.37
cat >kernel.hip <<'C'
__attribute__((device)) int counter;
__attribute__((device)) int *where = &counter;
__attribute__((global)) void kernel() { *where = 1; }
C
cat >kernel.ptx <<'PTX'
.version 9.0
.target sm_90
.address_size 64
.visible .entry kernel(.param .u64 out)
{
    .reg .b64 %address;
    .reg .b32 %x, %y;
    ld.param.u64 %address, [out];
    ld.global.u32 %x, [%address];
    ld.global.u32 %y, [%address+4];
    mul.lo.u32 %x, %x, %y;
    st.global.u32 [%address], %x;
    ret;
}
PTX
clang=
for one in clang-15 clang-19; do
    command -v "$one" >/dev/null && clang=$one
done
[ "$clang" ] || { echo "there is neither clang-15 nor clang-19" >&2; exit 77; }
"$clang" --version | head -n 1
"$clang" -x hip --cuda-device-only --no-gpu-bundle-output --offload-arch=gfx1100 -nogpulib -nogpuinc -O2 kernel.hip -o kernel.co
cuda=site/nvidia/cu13/bin
"$cuda/ptxas" --version | tail -n 1
"$cuda/ptxas" -arch=sm_90 kernel.ptx -o kernel.cubin
cat >copy.py <<'PY'
import sys

sys.path.insert(0, "site")
import lief

print("LIEF", lief.__version__)
for name in "kernel.co", "kernel.cubin":
    binary = lief.parse(name)
    print(name, binary.header.machine_type)
    binary.write("copy-of-" + name)
PY
python3 copy.py
relocation() { readelf -rW "$1" 2>/dev/null | awk '$2 ~ /^[0-9a-f]+$/ && NF >= 3 {print substr($2, 9)}'; }
kind() { readelf -SW "$1" 2>/dev/null | sed -n 's/.*\] \.nv\.info  *\([^ ]*\) .*/\1/p'; }
registers() { "$cuda/cuobjdump" -res-usage "$1" | grep -o 'REG:[0-9]*'; }
for name in kernel.co copy-of-kernel.co; do
    echo "$name: relocation of type 0x$(relocation $name)"
done
for name in kernel.cubin copy-of-kernel.cubin; do
    echo "$name: .nv.info is $(kind $name), $(registers $name)"
done
[ "$(relocation kernel.co)" = 0000000d ]
[ "$(relocation copy-of-kernel.co)" = 07ffffff ]
[ "$(kind kernel.cubin)" = LOPROC+0 ]
[ "$(kind copy-of-kernel.cubin)" = NULL ]
[ "$(registers kernel.cubin)" != REG:0 ]
[ "$(registers copy-of-kernel.cubin)" = REG:0 ]
echo "as described"
