#!/bin/sh
# Builds gpu_reference (into $OUTPUT if that is set) and runs it where there is an NVIDIA GPU.
#
# environment: INCLUDE (the directory of the device headers), NVCC, OUTPUT
set -u
here=$(cd "$(dirname "$0")" && pwd)
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
[ -x "$nvcc" ] || { echo "skipped: no nvcc"; exit 77; }
[ -n "${OUTPUT-}" ] || nvidia-smi -L >/dev/null 2>&1 || { echo "skipped: no NVIDIA GPU"; exit 77; }
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
# functions.tsv -> one line ENTRYn(number, name, result, types...) for each function over plain numbers that
# kbuild computes itself
awk '
BEGIN { FS = "\t" }
/^#/ || NF < 4 { next }
$4 ~ /\*|[a-z][24],|[a-z][24]$|long double/ { next }
$3 == "__fns" { next }
$3 ~ /^__(v|dp[24]a|byte_perm|nv_bswap|brev|clz|ffs|popc|u?mul|u?r?hadd|u?sad|saturatef)/ ||
$3 ~ /^__(fadd|fsub|fmul|fmaf|fdiv|frcp|fsqrt|frsqrt|dadd|dsub|dmul|fma|ddiv|drcp|dsqrt)_/ ||
$3 ~ /^__(float|double|int|uint|ll|ull)2|_as_|^__hiloint2double|^(u|ll|ull)?(min|max)$/ {
    n = split($4, types, /, */)
    printf "ENTRY%d(%d, %s, %s", n, ++number, $3, $2
    for (i = 1; i <= n; i++)
        printf ", %s", types[i]
    print ")"
}
END {
    split("__funnelshift_l __funnelshift_lc __funnelshift_r __funnelshift_rc", shifts, " ")
    for (i in shifts)
        printf "ENTRY3(%d, %s, unsigned, unsigned, unsigned, unsigned)\n", ++number, shifts[i]
}
' "$here/functions.tsv" >"$dir/gpu_list.inc"
[ "$(wc -l <"$dir/gpu_list.inc")" -gt 250 ] || { echo "too few functions"; exit 1; }
# Only this part of kbuild's headers: others have names of NVIDIA's.
ln -s "$(realpath "${INCLUDE:?}")/kbuild" "$dir/kbuild"
program=${OUTPUT:-$dir/gpu_reference}
"$nvcc" -std=c++17 -O1 -w -arch="${ARCH:-sm_90}" -cudart static -I"$dir" \
    "$here/gpu_reference.cu" -o "$program" || exit 1
"$program"
