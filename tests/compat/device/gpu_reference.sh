#!/bin/sh
# Builds gpu_reference (into $OUTPUT if that is set) and runs it where there is an NVIDIA GPU.
#
# environment: INCLUDE (the directory of the device headers), NVCC, OUTPUT
set -u
here=$(cd "$(dirname "$0")" && pwd)
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
[ -x "$nvcc" ] || { echo "skipped: no nvcc"; exit 77; }
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
awk -f "$here/gpu_list.awk" "$here/functions.tsv" >"$dir/gpu_list.inc"
[ "$(wc -l <"$dir/gpu_list.inc")" -gt 250 ] || { echo "too few functions"; exit 1; }
# Only this part of kbuild's headers: others have names of NVIDIA's.
ln -s "$(realpath "${INCLUDE:?}")/kbuild" "$dir/kbuild"
program=${OUTPUT:-$dir/gpu_reference}
"$nvcc" -std=c++17 -O1 -w -arch="${ARCH:-sm_90}" -cudart static -I"$dir" \
    "$here/gpu_reference.cu" -o "$program" || exit 1
"$program"
