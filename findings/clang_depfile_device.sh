#!/bin/sh
# clang's depfile (-MD) of a HIP source that it compiles for host and device lists what the host's pass includes. A header that
# only device code includes (#if __HIP_DEVICE_COMPILE__) is not there: after a change of this header, ninja has "no work to do",
# and the kernel stays as it was. -M shows that clang knows better: it prints a list for each pass, as the text of an offload
# bundle. nvcc's depfile has the headers of both passes.
# Needs Debian's clang-15 or clang-19, ninja, gcc, python3 with pip, and the network. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip install -q --root-user-action=ignore --no-deps --target site nvidia-cuda-nvcc==13.0.88 nvidia-cuda-crt==13.0.88 \
    nvidia-nvvm==13.0.88 nvidia-cuda-runtime==13.0.96
cat >kernel.cu <<'C'
#if defined(__HIP_DEVICE_COMPILE__) || defined(__CUDA_ARCH__)
#include "device.h"
#else
#include "host.h"
#endif
__attribute__((device)) int value = VALUE;
int on_the_host() { return VALUE; }
C
echo '#define VALUE 0' >host.h
cat >build.ninja <<'NINJA'
rule hip
  command = $clang -x hip --offload-arch=gfx1100 -nogpulib -nogpuinc -c $in -o $out -MD -MF $out.d
  depfile = $out.d
  deps = gcc
build kernel-$clang.o: hip kernel.cu
NINJA
headers() { tr ' ' '\n' <"$1" | grep -E '^(host|device)\.h$' | sort | tr '\n' ' '; }
tried=
for clang in clang-15 clang-19; do
    command -v "$clang" >/dev/null || continue
    "$clang" --version | head -n 1
    echo '#define VALUE 1' >device.h
    { echo "clang = $clang" && cat build.ninja; } >"$clang.ninja"
    ninja -f "$clang.ninja" -d keepdepfile >log || { cat log; exit 1; }
    echo "depfile: $(headers "kernel-$clang.o.d")"
    [ "$(headers "kernel-$clang.o.d")" = "host.h " ]
    "$clang" -x hip --offload-arch=gfx1100 -nogpulib -nogpuinc -MM kernel.cu >"$clang.lists"
    grep -E '_START__|^kernel' "$clang.lists"
    [ "$(headers "$clang.lists")" = "device.h host.h " ]
    sleep 1
    echo '#define VALUE 2' >device.h
    ninja -f "$clang.ninja" | tee log
    grep -q 'no work to do' log
    tried=yes
done
[ "$tried" ] || { echo "there is neither clang-15 nor clang-19" >&2; exit 77; }
nvcc=$(echo site/nvidia/cu13/bin/nvcc)
"$nvcc" --version | tail -n 1
"$nvcc" -arch=sm_90 -MD -MF nvcc.d -c kernel.cu -o nvcc.o
echo "depfile: $(headers nvcc.d)"
[ "$(headers nvcc.d)" = "device.h host.h " ]
echo "as described"
