#!/bin/sh
# Everything that NVIDIA's cuda_fp16.h, cuda_bf16.h and cuda_fp8.h declare (api.txt, without
# api_exceptions.txt) is there, with the same types: on devices, and on the host where CUDA has it
# there. Only the compiler's front end runs: no device library is needed.
#
# usage: api.sh INCLUDE_DIRECTORY
# environment: CLANGS ("15 19"), HIP_ROOTS (directories with include/hip; "/usr")
set -u
here=$(cd "$(dirname "$0")" && pwd)
include=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

awk -v EXCEPTIONS="$here/api_exceptions.txt" -f "$here/api_source.awk" "$here/api.txt" >"$dir/api.hip"
uses=$(grep -c '^ *static_assert\|^#ifndef' "$dir/api.hip")
[ "$uses" -gt 900 ] || { echo "only $uses uses: api.txt or api_source.awk is broken"; exit 1; }
excepted=$(grep -c '^[^#]' "$here/api_exceptions.txt")
grep '^[^#]' "$here/api_exceptions.txt" | sed 's/	[^	]*$//' | grep -vxFf "$here/api.txt" && {
    echo "api_exceptions.txt names what api.txt does not"
    exit 1
}

status=0
ran=0
for root in ${HIP_ROOTS:-/usr}; do
    [ -f "$root/include/hip/hip_runtime.h" ] || continue
    for version in ${CLANGS:-15 19}; do
        clang=/usr/lib/llvm-$version/bin/clang++
        [ -x "$clang" ] || continue
        for how in "14 --offload-arch=gfx1030 --cuda-device-only" \
            "17 --offload-arch=gfx1100 --cuda-device-only" \
            "17 --offload-arch=gfx90a --cuda-device-only" "14 --cuda-host-only" \
            "20 --cuda-host-only"; do
            set -- $how
            standard=$1
            shift
            # The system's own HIP must not come before another.
            system=
            [ "$root" = /usr ] || system="-isystem $root/include"
            ran=$((ran + 1))
            # shellcheck disable=SC2086
            "$clang" -x hip -fsyntax-only -nogpulib --rocm-path="$root" "-std=c++$standard" "$@" -Wall \
                -Wextra -Werror -Wno-unused-function -I"$include" $system "$dir/api.hip" || {
                echo "clang $version, $root, $how: failed"
                status=1
            }
        done
    done
done
[ $ran -gt 0 ] || { echo "skipped: no HIP headers, or no clang for them"; exit 77; }
echo "$uses uses compiled $ran ways; $excepted exceptions"
exit $status
