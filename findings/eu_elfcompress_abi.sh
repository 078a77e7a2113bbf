#!/bin/sh
# eu-elfcompress breaks what other compilers write for GPUs. It is asked to compress debug sections, and also sets EI_OSABI and
# EI_ABIVERSION of the ELF header, which it does not speak of, to 0; it reports nothing, and exits with 0. For an AMD code object
# they are ELFOSABI_AMDGPU_HSA and the code object's version: without them e_flags mean something else, and llvm-readelf shows
# "xnack" where the program was compiled for "xnack+". For a cubin they say how to read the GPU in e_flags: cuobjdump then takes
# sm_90 for "sm_4", and nvdisasm finds no architecture. An x86 program loses "UNIX - GNU", the mark of indirect functions.
# llvm-objcopy --compress-debug-sections leaves these bytes as they are, and so does eu-strip.
# (Debian 12: elfutils 0.188-2.1.)
# Needs Debian's clang-19, llvm-19, lld-19 and gcc, python3 with pip, and the network (70 MB). Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
for one in clang-19 llvm-readelf-19 llvm-objcopy-19 ld.lld-19 gcc; do
    command -v "$one" >/dev/null || { echo "$one is not installed" >&2; exit 77; }
done
apt-get download -q elfutils=0.188-2.1 libelf1=0.188-2.1 libdw1=0.188-2.1 >/dev/null 2>&1
for package in ./*.deb; do
    dpkg -x "$package" elfutils
done
python3 -m pip install -q --root-user-action=ignore --no-deps --target site nvidia-cuda-nvcc==13.0.88 \
    nvidia-cuda-cuobjdump==13.5.37 nvidia-cuda-nvdisasm==13.5.37
cuda=site/nvidia/cu13/bin
chmod +x $cuda/*
eu() {
    program=$1
    shift
    LD_LIBRARY_PATH=$(echo elfutils/usr/lib/*-linux-gnu) "elfutils/usr/bin/eu-$program" "$@"
}
eu elfcompress --version | head -n 1
echo '__attribute__((global)) void kernel(int *out) { *out = 1; }' >kernel.hip
clang-19 -x hip --cuda-device-only --no-gpu-bundle-output --offload-arch=gfx90a:xnack+ -nogpulib -nogpuinc -g -O1 kernel.hip \
    -o amd
cat >kernel.ptx <<'PTX'
.version 9.0
.target sm_90
.address_size 64
.file 1 "kernel.cu"
.visible .entry kernel()
{
    .loc 1 1 1
    ret;
}
PTX
$cuda/ptxas -arch=sm_90 -lineinfo kernel.ptx -o nvidia
cat >indirect.c <<'C'
static int one(void) { return 1; }
static void *choose(void) { return one; }
int chosen(void) __attribute__((ifunc("choose")));
int main(void) { return chosen() - 1; }
C
gcc -g indirect.c -o host
identity() { od -An -tu1 -j7 -N2 "$1" | xargs; }
for file in amd nvidia host; do
    eu elfcompress --force -q -t zlib -o $file.eu $file
    echo "$file: EI_OSABI and EI_ABIVERSION are $(identity $file), and $(identity $file.eu) after eu-elfcompress"
    [ "$(identity $file.eu)" = '0 0' ]
done
[ "$(identity amd)" = '64 3' ]
[ "$(identity nvidia)" = '65 8' ]
[ "$(identity host)" = '3 0' ]
llvm-objcopy-19 --compress-debug-sections=zlib amd amd.llvm
[ "$(identity amd.llvm)" = '64 3' ]
eu strip -g -o amd.stripped amd
[ "$(identity amd.stripped)" = '64 3' ]
flags() { llvm-readelf-19 -h "$1" | sed -n 's/^ *Flags: *//p'; }
for file in amd amd.llvm amd.eu; do
    echo "$file: $(flags $file)"
done
[ "$(flags amd)" = '0x73F, gfx90a, xnack+, sramecc' ]
[ "$(flags amd.eu)" = '0x73F, gfx90a, xnack, sramecc' ]
$cuda/cuobjdump -sass nvidia | grep -q 'code for sm_90'
$cuda/nvdisasm nvidia >/dev/null
{
    $cuda/cuobjdump -sass nvidia.eu || true
    $cuda/nvdisasm nvidia.eu || true
} >log 2>&1
cat log
grep -q "Support for 'sm_4' has been removed" log
grep -q 'does not contain Cuda architecture information' log
echo "as described"
