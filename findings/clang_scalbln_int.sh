#!/bin/sh
# scalblnf() and scalbln() of HIP device code cut a large negative exponent to 32 bits: clang's header compares it with INT_MAX alone,
# and converts what is below to int. scalblnf(1, -0x100000000 + 5) is 32, where C asks for 0; scalblnf(1, LONG_MIN) is 1.
# (Debian 12: clang-15 1:15.0.6-4 and clang-19 1:19.1.4-1; __clang_hip_math.h.)
# Needs Debian's clang-15 or clang-19, and libamdhip64-dev. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cat >"$top/scale.hip" <<'C'
#define __device__ __attribute__((device))
__device__ __attribute__((used)) float scale(float x, long n) { return scalblnf(x, n); }
C
tried=
for version in 15 19; do
    clang=/usr/lib/llvm-$version/bin/clang++
    [ -x "$clang" ] || continue
    "$clang" --version | head -n 1
    "$clang" -x hip --cuda-device-only --offload-arch=gfx1100 --rocm-path=/usr --hip-version=5.2 -nogpulib -fno-gpu-rdc -O1 -S -emit-llvm "$top/scale.hip" -o "$top/scale.ll" ||
        continue
    grep -E 'icmp|trunc|call.*(scalb|ldexp)' "$top/scale.ll"
    grep -qE 'icmp slt i64 %[0-9a-z]+, 2147483647' "$top/scale.ll"
    grep -qE 'trunc i64 %[0-9a-z]+ to i32' "$top/scale.ll"
    if grep -q 'i64 .*-2147483648' "$top/scale.ll"; then exit 1; fi
    tried=yes
done
[ "$tried" ] || { echo "neither clang 15 nor clang 19 compiles it" >&2; exit 77; }
echo "as described"
