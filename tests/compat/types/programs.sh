#!/bin/sh
# The programs of programs.txtar compile without a warning, for devices and for the host, with what stands
# in front of every translation and without; one runs.
#
# usage: programs.sh INCLUDE_DIRECTORY
# environment: CLANGS ("15 17 19 21"), HIP_ROOTS (directories with include/hip; "/usr")
set -u
include=$1
here=$(dirname "$0")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
programs=$dir/programs
sh "$here/../../unpack.sh" "$here/programs.txtar" "$programs"
status=0
ran=0
for root in ${HIP_ROOTS:-/usr}; do
    [ -f "$root/include/hip/hip_runtime.h" ] || continue
    system=
    [ "$root" = /usr ] || system="-isystem $root/include"
    for version in ${CLANGS:-15 17 19 21}; do
        clang=/usr/lib/llvm-$version/bin/clang++
        [ -x "$clang" ] || continue
        for program in "$programs"/*.hip; do
            flags=$(sed -n '1s,^// flags: ,,p' "$program")
            # The newer clang is one more opinion; the targets differ in little that it sees.
            set -- "14 --offload-arch=gfx1030 --cuda-device-only" \
                "17 --offload-arch=gfx90a --cuda-device-only -include kbuild/cuda_prelude.h" \
                "14 --cuda-host-only -include kbuild/cuda_prelude.h" "17 --cuda-host-only"
            [ "$version" -lt 19 ] || set -- "20 --offload-arch=gfx1100 --cuda-device-only" \
                "20 --cuda-host-only -include kbuild/cuda_prelude.h"
            for how; do
                ran=$((ran + 1))
                # shellcheck disable=SC2086
                "$clang" -x hip -fsyntax-only -nogpulib --rocm-path="$root" -std=c++$how $flags -Wall -Werror \
                    -Wno-missing-braces -Wno-unused-variable -Wno-unused-but-set-variable -Wno-unused-function \
                    -I"$include" $system "$program" || {
                    echo "clang $version, $root, $how: $program failed"
                    status=1
                }
            done
        done
        # shellcheck disable=SC2086
        "$clang" -x hip --cuda-host-only -O1 -std=c++17 --rocm-path="$root" -I"$include" $system \
            "$programs/host_run.hip" -o "$dir/run" && "$dir/run" || {
            echo "clang $version, $root: host_run.hip does not run, or is wrong"
            status=1
        }
    done
done
[ $ran -gt 0 ] || { echo "skipped: no HIP headers, or no clang for them"; exit 77; }
echo "$ran compilations"
exit $status
