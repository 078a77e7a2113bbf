#!/bin/sh
# api.txt has everything that the installed NVIDIA headers declare. A newer toolkit's additions show
# here first: list what the headers declare, and take them over.
#
# usage: api_current.sh NVIDIA_INCLUDE_DIRECTORY [list]
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ -f "$1/cuda_fp8.hpp" ] || { echo "skipped: NVIDIA's headers are not installed (cuda_fp8.hpp)"; exit 77; }
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
# In the form that api.awk describes, sorted.
for header in cuda_fp16.h cuda_bf16.h cuda_fp8.h; do
    for part in $header ${header}pp; do
        gcc -fpreprocessed -dD -E -P "$1/$part" 2>/dev/null >"$dir/api"
        awk -f "$here/api.awk" "$dir/api" || exit 1
    done
done | LC_ALL=C sort -u >"$dir/list" || exit 1
[ "${2-}" != list ] || { cat "$dir/list"; exit; }
lines=$(wc -l <"$dir/list")
[ "$lines" -gt 500 ] || { echo "only $lines declarations found: api.awk does not read these headers"; exit 1; }
LC_ALL=C comm -13 "$here/api.txt" "$dir/list" >"$dir/new"
[ -s "$dir/new" ] || exit 0
echo "not in api.txt:"
cat "$dir/new"
exit 1
