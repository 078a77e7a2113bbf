#!/bin/sh
# __builtin_amdgcn_mov_dpp() of a float moves another number, by the version of clang. Up to clang 19 its argument and result are
# int: C converts the float to an integer, moves that, and converts it back, so that 1.5 arrives as 1.0, and neither -Wall nor -Wextra
# says so. Since clang 21 the builtin takes any type and moves the bits. A sum over lanes that is written with it is right
# or wrong by the compiler: all products of 4-bit weights in bitsandbytes 0.50.2's library for ROCm 6.4 (clang 19) are wrong on
# gfx1100, and those in its libraries for ROCm 7 are right. __builtin_amdgcn_update_dpp() is the same, and clang 21 refuses the int in it.
# Needs clang 15 or 19 of Debian 12. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cat >"$top/rotate.c" <<'C'
float move(float x) { return __builtin_amdgcn_mov_dpp(x, 0xb1, 0xf, 0xf, 1); }
float update(float x) { return __builtin_amdgcn_update_dpp(0, x, 0xb1, 0xf, 0xf, 1); }
C
compilers=
for clang in clang-15 clang-19; do
    command -v "$clang" >/dev/null || continue
    compilers="$compilers $clang"
    "$clang" --version | head -n 1
    "$clang" --target=amdgcn-amd-amdhsa -mcpu=gfx1100 -nogpulib -O2 -Wall -Wextra -S "$top/rotate.c" -o "$top/rotate.s" 2>"$top/warnings"
    [ ! -s "$top/warnings" ]
    grep -E '^(move|update):|^[[:space:]]+v_' "$top/rotate.s"
    [ "$(grep -c v_cvt_i32_f32 "$top/rotate.s")" = 2 ] && [ "$(grep -c v_cvt_f32_i32 "$top/rotate.s")" = 2 ]
done
[ -n "$compilers" ] || { echo "there is neither clang-15 nor clang-19" >&2; exit 77; }
echo "as described"
