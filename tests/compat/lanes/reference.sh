#!/bin/sh
# The cases of gpu_reference.cu give the same on simulated waves of 32 and of 64 lanes as on an
# NVIDIA GPU, whose output is committed.
#
# usage: reference.sh PROGRAM GPU_OUTPUT
set -u
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
"$1" 32 >"$dir/32" && "$1" 64 >"$dir/64" || exit 1
cmp "$dir/32" "$dir/64" || {
    echo "waves of 32 and of 64 lanes differ"
    exit 1
}
[ -s "$2" ] || {
    echo "skipped: no output of an NVIDIA GPU ($2); waves of 32 and of 64 lanes agree"
    exit 77
}
diff "$2" "$dir/32" >"$dir/diff" && exit 0
echo "an NVIDIA GPU gives something else in these cases (threads):"
sed -n 's/^< \([a-z_0-9]*\) .*/\1/p' "$dir/diff" | sort | uniq -c
head -n 6 "$dir/diff"
exit 1
