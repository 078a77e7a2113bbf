#!/bin/sh
# Builds the kernels and gpu_check with nvcc and runs it on GPU 0: every kernel against the reference, then
# rates. Needs an NVIDIA GPU; --build-only does not.
#
# usage: tests/kernels/gpu_check.sh [--build-only] [--thorough]
# environment: NVCC (nvcc), ARCH (sm_90), BUILD (a temporary directory)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
kernels=$here/../../kernels
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
arch=${ARCH:-sm_90}
run=yes
thorough=
for argument in "$@"; do
    case $argument in
    --build-only) run= ;;
    --thorough) thorough=thorough ;;
    *) sed -n 's/^# usage: /usage: /p' "$0" >&2; exit 2 ;;
    esac
done
if [ -n "${BUILD:-}" ]; then
    build=$BUILD
    mkdir -p "$build"
else
    build=$(mktemp -d)
    trap 'rm -rf "$build"' EXIT
fi

awk -F'\t' 'NR > 1 { print "ENTRY(" $2 ")" }' "$here/abi.tsv" >"$build/kernel_names.inc"
pids=
for source in "$kernels"/affine.cu "$kernels"/cast.cu "$kernels"/fill.cu "$kernels"/ternary.cu \
    "$kernels"/unary.cu "$here"/gpu_check.cu; do
    "$nvcc" -std=c++17 -O3 -arch="$arch" -I"$kernels" -I"$build" -c "$source" \
        -o "$build/$(basename "$source" .cu).o" &
    pids="$pids $!"
done
"$nvcc" -std=c++17 -O2 -c "$here/checks.cpp" -o "$build/checks.o" &
pids="$pids $!"
for pid in $pids; do
    wait "$pid"
done
"$nvcc" -arch="$arch" -o "$build/gpu_check" "$build"/affine.o "$build"/cast.o "$build"/fill.o \
    "$build"/ternary.o "$build"/unary.o "$build"/gpu_check.o "$build"/checks.o
[ -z "$run" ] || "$build/gpu_check" "$here/abi.tsv" $thorough
