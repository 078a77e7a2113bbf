#!/bin/sh
# cuobjdump of CUDA 13.2 to 13.5 does not read cubins of CUDA 12.0 to 12.2 that have a section .rela.debug_frame, as all for sm_90
# have: "does not contain device code". In a fat binary or a library it lists what comes before such a cubin, ends with "Invalid
# ELF", and shows nothing of the rest. bitsandbytes 0.50.2 has such a library, for CUDA 12.1: one of seven cubins is listed.
# The ptxas of those versions wrote the number of another section into sh_link of the relocations, which should have that of the
# symbol table; ptxas 11.8, 12.3 and later are right. With this one number put right, cuobjdump reads the file. nvdisasm of
# CUDA 13.5 reads it as it is.
# Needs python3 with pip, and the network (130 MB). Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
pip() { python3 -m pip install -q --root-user-action=ignore --no-deps --target "$@"; }
pip 12.2 nvidia-cuda-nvcc-cu12==12.2.140
pip 12.3 nvidia-cuda-nvcc-cu12==12.3.107
pip 13.2 nvidia-cuda-cuobjdump==13.2.51
pip 13.5 nvidia-cuda-cuobjdump==13.5.37 nvidia-cuda-nvdisasm==13.5.37 nvidia-cuda-nvcc==13.5.37
new=13.5/nvidia/cu13/bin
chmod +x */nvidia/*/bin/*
cat >kernel.ptx <<'PTX'
.version 8.0
.target sm_75
.address_size 64
.visible .entry twice(.param .u64 data)
{
    .reg .b64 %at;
    .reg .b32 %x;
    ld.param.u64 %at, [data];
    ld.global.u32 %x, [%at];
    add.u32 %x, %x, %x;
    st.global.u32 [%at], %x;
    ret;
}
PTX
for version in 12.2 12.3; do
    for gpu in sm_75 sm_80 sm_90; do
        $version/nvidia/cuda_nvcc/bin/ptxas -arch=$gpu kernel.ptx -o $version-$gpu.cubin
    done
done
cat >link.py <<'PY'
import struct, sys

# Prints sh_link of .rela.debug_frame and the index of the symbol table; writes a copy where they agree.
data = bytearray(open(sys.argv[1], "rb").read())
table, count = struct.unpack_from("<Q", data, 40)[0], struct.unpack_from("<H", data, 60)[0]
headers = [table + 64 * i for i in range(count)]
kinds = [struct.unpack_from("<I", data, at + 4)[0] for at in headers]
rela, symbols = headers[kinds.index(4)], kinds.index(2)
print("relocations refer to section", struct.unpack_from("<I", data, rela + 40)[0], "- the symbol table is section", symbols)
struct.pack_into("<I", data, rela + 40, symbols)
open(sys.argv[2], "wb").write(data)
PY
for version in 12.2 12.3; do
    echo "ptxas $version, sm_90: $(python3 link.py $version-sm_90.cubin $version-right.cubin)"
done
list() { "$1/nvidia/cu13/bin/cuobjdump" -lelf "$2" 2>&1 || true; }
for tool in 13.2 13.5; do
    $tool/nvidia/cu13/bin/cuobjdump --version | tail -n 1
    for file in 12.2-sm_80 12.2-sm_90 12.2-right 12.3-sm_90; do
        echo "  $file: $(list $tool $file.cubin | sed 's/.*\/\([^/]*cubin.\) /\1 /')"
    done
    list $tool 12.2-sm_80.cubin | grep -q sm_80
    list $tool 12.2-sm_90.cubin | grep -q 'does not contain device code'
    list $tool 12.2-right.cubin | grep -q sm_90
    list $tool 12.3-sm_90.cubin | grep -q sm_90
done
$new/nvdisasm 12.2-sm_90.cubin 2>/dev/null | grep -q STG
$new/fatbinary --64 --create=three.fatbin --image3=kind=elf,sm=75,file=12.2-sm_75.cubin \
    --image3=kind=elf,sm=90,file=12.2-sm_90.cubin --image3=kind=elf,sm=80,file=12.2-sm_80.cubin
list 13.5 three.fatbin
[ "$(list 13.5 three.fatbin | grep -c 'ELF file')" = 1 ]
list 13.5 three.fatbin | grep -q 'Invalid ELF'
echo "as described"
