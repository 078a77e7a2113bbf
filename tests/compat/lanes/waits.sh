#!/bin/sh
# An asm that reads exec has the waits around it that the compiler would insert, where a GPU needs them.
#
# usage: waits.sh INCLUDE_DIRECTORY
set -u
include=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cat >"$dir/wave.hip" <<'CODE'
#define __device__ __attribute__((device))
#define __host__   __attribute__((host))
#include "kbuild/wave.h"
extern "C" __attribute__((global)) void active(unsigned long long *out, bool some)
{
    out[0] = kbuild::wave_active();
    out[1] = kbuild::wave_ballot(some);
}
CODE
ran=0

# The instructions before and after each of exec's readers.
waits() { # VERSION TARGET BEFORE AFTER OPTION...
    version=$1 target=$2 before=$3 after=$4
    shift 4
    clang=/usr/lib/llvm-$version/bin/clang++
    [ -x "$clang" ] || return 0
    "$clang" -x hip -nogpuinc -nogpulib --cuda-device-only --offload-arch="$target" -std=c++17 -O1 -w \
        -I"$include" "$@" -S "$dir/wave.hip" -o "$dir/wave.s" || exit 1
    sed -n '/#ASMSTART/,/#ASMEND/s/^[[:space:]]*\([a-z].*\)/\1/p' "$dir/wave.s" |
        sed 's/ [sv][0-9c\[].*exec.*/ exec/' >"$dir/got"
    for read in mov and; do
        [ -z "$before" ] || echo "$before"
        case " $* " in *wavefrontsize64*) echo "s_${read}_b64 exec" ;; *) echo "s_${read}_b32 exec" ;; esac
        [ -z "$after" ] || echo "$after"
    done >"$dir/want"
    diff "$dir/want" "$dir/got" || {
        echo "FAILED: clang $version, $target, $*"
        exit 1
    }
    ran=$((ran + 1))
}
for version in 15 19; do
    waits $version gfx1010 's_waitcnt_depctr 0xffe3' 's_waitcnt_depctr 0xfffe'
    waits $version gfx1030 '' ''
    waits $version gfx1100 '' ''
    waits $version gfx1100 '' 's_waitcnt_depctr 0xfffe' -mwavefrontsize64
done
waits 19 gfx1201 's_wait_alu 0xf1fc' 's_wait_alu 0xfffe'
waits 19 gfx10-1-generic 's_waitcnt_depctr 0xffe3' 's_waitcnt_depctr 0xfffe' -mcode-object-version=6
[ $ran -gt 0 ] || {
    echo "skipped: no clang of version 15 or 19"
    exit 77
}
echo "$ran as they should be"
