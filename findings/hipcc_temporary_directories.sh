#!/bin/sh
# hipcc -c leaves two empty directories in $TMPDIR for each target, at every compile that succeeds: a thousand files for five GPUs
# leave ten thousand. clang makes a directory for each temporary file whose name has a target in it, and removes the file alone.
# (Debian 12: hipcc 5.2.3-8, clang-15 1:15.0.6-4+b1.)
# Needs Debian's hipcc and libamdhip64-dev. Exits with 0 while this is so.
set -eu
command -v hipcc >/dev/null || { echo "hipcc is not installed" >&2; exit 77; }
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
mkdir "$top/tmp"
cat >"$top/scale.hip" <<'C'
#include <hip/hip_runtime.h>
__global__ void scale(float *x) { x[threadIdx.x] *= 2; }
C
hipcc --version | head -n 2
TMPDIR=$top/tmp hipcc -c --offload-arch=gfx1030 --offload-arch=gfx90a "$top/scale.hip" -o "$top/scale.o" 2>/dev/null
find "$top/tmp" -mindepth 1 | sed "s,$top,,"
[ "$(find "$top/tmp" -mindepth 1 -type d -empty | wc -l)" = 4 ]
[ "$(find "$top/tmp" -type f | wc -l)" = 0 ]
echo "as described"
