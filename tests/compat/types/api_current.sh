#!/bin/sh
# api.txt has everything that the installed NVIDIA headers declare. A newer toolkit's additions show
# here first: run api_list.sh and take them over.
#
# usage: api_current.sh NVIDIA_INCLUDE_DIRECTORY
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ -f "$1/cuda_fp8.hpp" ] || { echo "skipped: NVIDIA's headers are not installed (cuda_fp8.hpp)"; exit 77; }
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
TMPDIR=$dir "$here/api_list.sh" "$1" >"$dir/list" || exit 1
lines=$(wc -l <"$dir/list")
[ "$lines" -gt 500 ] || { echo "only $lines declarations found: api.awk does not read these headers"; exit 1; }
LC_ALL=C comm -13 "$here/api.txt" "$dir/list" >"$dir/new"
[ -s "$dir/new" ] || exit 0
echo "not in api.txt:"
cat "$dir/new"
exit 1
