#!/bin/sh
# Makes the code objects and bundles of this folder from kernels.hip and notes.hip, and readelf.txtar: what
# llvm-readelf says of each code object. Needs clang-15, clang-19, clang-offload-bundler-15 and llvm-readelf-15
# (Debian: clang-15 lld-15 clang-tools-15 llvm-15 clang-19 lld-19).
set -eu
cd "$(dirname "$0")"

flags='-x hip --cuda-device-only --no-gpu-bundle-output -nogpuinc -nogpulib -O2'

record() { # record FILE
    chmod a-x "$1"
    echo "-- $1 --" >>readelf.txtar
    llvm-readelf-15 --notes --dyn-symbols "$1" >>readelf.txtar
}

object() { # object FILE COMPILER TARGET VERSION [FLAG...]
    file=$1 compiler=$2 target=$3 version=$4
    shift 4
    # shellcheck disable=SC2086
    "$compiler" $flags --offload-arch="$target" -mcode-object-version="$version" "$@" \
        kernels.hip -o "$file"
    record "$file"
}

rm -f readelf.txtar
object gfx1030-v4.hsaco clang-15 gfx1030 4
object gfx90a-v4.hsaco clang-15 gfx90a:xnack- 4
object gfx90a-v3.hsaco clang-15 gfx90a:xnack+ 3
object gfx906-v2.hsaco clang-15 gfx906 2
object gfx1100-v5.hsaco clang-19 gfx1100 5 -fuse-cuid=none
object gfx11-generic-v6.hsaco clang-19 gfx11-generic 6 -fuse-cuid=none
object gfx1030-lines.hsaco clang-15 gfx1030 4 -gline-tables-only -ffile-compilation-dir=.

# Of two object files, as Tensile links its kernels: each leaves its note. Without -fgpu-rdc a template would have to be
# in one of them only.
for half in FIRST SECOND; do
    # shellcheck disable=SC2086
    clang-15 $flags --offload-arch=gfx1030 -mcode-object-version=4 -D$half \
        -Xclang -fgpu-rdc -S notes.hip -o $half.s
    clang-15 -target amdgcn-amd-amdhsa -mcpu=gfx1030 -c $half.s -o $half.o
done
/usr/lib/llvm-15/bin/ld.lld -shared FIRST.o SECOND.o -o gfx1030-notes-v4.hsaco
record gfx1030-notes-v4.hsaco
rm FIRST.s SECOND.s FIRST.o SECOND.o

# Relocatable, as it is before lld has linked it.
echo 'int zero(void) { return 0; }' |
    clang-15 -x c -target amdgcn-amd-amdhsa -mcpu=gfx90a:xnack- -nogpulib -O2 -c - -o gfx90a-relocatable.o

clang-offload-bundler-15 -type=o -bundle-align=4096 \
    -targets=host-x86_64-unknown-linux--,hipv4-amdgcn-amd-amdhsa--gfx1030,hipv4-amdgcn-amd-amdhsa--gfx1100,hipv4-amdgcn-amd-amdhsa--gfx90a:xnack- \
    -input=/dev/null -input=gfx1030-v4.hsaco -input=gfx1100-v5.hsaco -input=gfx90a-v4.hsaco \
    -output=three.hipfb
