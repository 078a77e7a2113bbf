#!/bin/sh
# The sources of device.txtar compile with the clangs and every HIP that are here, in C++14, 17 and 20, for
# waves of 32 and of 64 lanes, the host's pass too, without a warning; with the device library they
# become code, in which a warp's sum costs no trip through memory.
#
# usage: compile.sh INCLUDE_DIRECTORY
# environment: CLANGS ("15 17 19 21"), HIP_ROOTS ("/usr"), BITCODE (the directory of the device libraries)
set -u
include=$1
here=$(dirname "$0")
. "$(dirname "$0")/../../hip.sh"
bitcode=${BITCODE:-$(hip_bitcode)}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
sources=$dir/sources
sh "$here/../../unpack.sh" "$here/device.txtar" "$sources"
status=0
ran=0

[ -f /usr/include/hip/hip_runtime.h ] || {
    echo "skipped: no HIP headers (apt install libamdhip64-dev)"
    exit 77
}

# compile CLANG ROOT SOURCE WHAT OPTION...
compile() {
    clang=$1 root=$2 source=$3 what=$4
    shift 4
    extra=
    [ "$root" = /usr ] || extra="-isystem $root/include"
    "$clang" -x hip --rocm-path="$root" $extra -Wall -Wextra -Wno-sometimes-uninitialized \
        -Werror -fno-strict-float-cast-overflow \
        -I"$include" -include kbuild/cuda_prelude.h "$@" "$source" >"$dir/log" 2>&1 || {
        echo "$clang, $root, $source, $what: failed"
        head -n 20 "$dir/log"
        status=1
    }
    ran=$((ran + 1))
}

first= # the first clang takes each source in all ways, the others in one of five, by turns
turn=0
for version in ${CLANGS:-15 17 19 21}; do
    clang=/usr/lib/llvm-$version/bin/clang++
    [ -x "$clang" ] || continue
    first=${first:-$version}
    for root in ${HIP_ROOTS:-/usr}; do
        for source in "$sources"/*.cu; do
            for way in gfx1030:14 gfx90a:17 gfx1100:20 host:17; do
                turn=$((turn + 1))
                [ "$version" = "$first" ] || [ $((turn % 5)) = 0 ] || continue
                pass="--cuda-device-only --offload-arch=${way%:*}"
                [ "$way" != host:17 ] || pass="--cuda-host-only --offload-arch=gfx1030"
                # shellcheck disable=SC2086 # options
                compile "$clang" "$root" "$source" "$way" $pass -nogpulib -fsyntax-only -std=gnu++"${way#*:}"
            done
        done
        # Functions that programs bring and HIP has, too.
        compile "$clang" "$root" "$sources/memory.cu" "own functions" --cuda-device-only \
            --offload-arch=gfx1030 -nogpulib -fsyntax-only -std=c++17 -DPROGRAM_HAS_ITS_OWN
    done
done

# The instructions of one kernel.
kernel() { awk -v name="^$2" '$0 ~ name "[A-Za-z0-9_]*:" { on = 1 } /s_endpgm/ { on = 0 } on' "$1"; }

if clang=$(hip_clang) && [ -f "$bitcode/ocml.bc" ]; then
    for target in gfx1030 gfx90a; do
        for source in "$sources"/*.cu; do
            name=$(basename "$source" .cu)
            compile "$clang" /usr "$source" "$target, code" --cuda-device-only \
                --no-gpu-bundle-output --offload-arch=$target -S -O3 -std=c++17 \
                --rocm-device-lib-path="$bitcode" -o "$dir/$name.s"
        done
        [ -f "$dir/warp.s" ] || continue
        # Where all numbers are in memory, asm has registers of its kind too.
        compile "$clang" /usr "$sources/warp.cu" "$target, -O0" --cuda-device-only --no-gpu-bundle-output \
            --offload-arch=$target -c -O0 -std=c++17 --rocm-device-lib-path="$bitcode" -o "$dir/warp.o"
        kernel "$dir/warp.s" _Z7sum_xor >"$dir/sum"
        [ "$(grep -c 'v_add_f32' "$dir/sum")" = 5 ] || {
            echo "$target: a warp's sum does not take 5 additions"
            status=1
        }
        grep -q 'ds_bpermute\|s_cbranch' "$dir/sum" && {
            echo "$target: a warp's sum takes ds_bpermute or a branch"
            status=1
        }
        grep -q 'row_\|quad_perm' "$dir/sum" || {
            echo "$target: a warp's sum does without DPP"
            status=1
        }
        for file in warp:_Z7elected warp:_Z14elected_legacy groups:_Z6filter; do
            kernel "$dir/${file%:*}.s" "${file#*:}" | grep -q 's_and_saveexec\|v_cmpx' || {
                echo "$target: what one lane should do, all do: ${file#*:}"
                status=1
            }
        done
        kernel "$dir/warp.s" _Z8sum_down >"$dir/sum"
        [ "$(grep -c 'ds_bpermute' "$dir/sum")" = 5 ] || {
            echo "$target: a sum with __shfl_down_sync does not take 5 exchanges"
            status=1
        }
    done
fi
[ $ran -gt 0 ] || { echo "skipped: no clang with HIP support found"; exit 77; }
exit $status
