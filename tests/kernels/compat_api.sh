#!/bin/sh
# compat_api.cu compiles with every clang that targets AMD GPUs, for every kind of target, without a
# warning, and no kernel of it asks the host for anything.
#
# usage: compat_api.sh INCLUDE_DIRECTORY SOURCE
# environment: CLANGS ("15 17 19 21"), BITCODE (the directory of the device libraries)
set -u
include=$1
source=$2
. "$(dirname "$0")/../hip.sh"
bitcode=${BITCODE:-$(hip_bitcode)}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

[ -f "$bitcode/ocml.bc" ] && [ -f /usr/include/hip/hip_runtime.h ] || {
    echo "skipped: no HIP headers or device libraries (apt install libamdhip64-dev rocm-device-libs)"
    exit 77
}
status=0
ran=0
for version in ${CLANGS:-15 17 19 21}; do
    clang=/usr/lib/llvm-$version/bin/clang++
    [ -x "$clang" ] || continue
    targets="gfx1030 gfx1100 gfx90a"
    [ "$version" -lt 19 ] || targets="gfx942 gfx1201"
    for target in $targets; do
        ran=$((ran + 1))
        # What these device libraries do not know, or a clang that does not know them, is compiled without
        # them: enough for warnings.
        libraries=-nogpulib
        [ "$version" != "$(hip_llvm)" ] || [ ! -f "$bitcode/oclc_isa_version_${target#gfx}.bc" ] ||
            libraries=--rocm-device-lib-path=$bitcode
        "$clang" -x hip --cuda-device-only --no-gpu-bundle-output --offload-arch="$target" -S -O1 \
            -std=c++17 -Wall -Wextra -Werror --rocm-path=/usr "$libraries" \
            -fno-strict-float-cast-overflow -I"$include" -DKBUILD_CUDA_ARCH=900 \
            -include kbuild/cuda_prelude.h "$source" -o "$dir/$target.s" || {
            echo "clang $version, $target: failed"
            status=1
            continue
        }
        if [ "$libraries" != -nogpulib ] && grep -q 'hidden_hostcall_buffer' "$dir/$target.s"; then
            echo "clang $version, $target: a kernel asks for host calls"
            status=1
        fi
        for kernel in shuffles halves bfloats bytes integers; do
            grep -q "^$kernel:" "$dir/$target.s" || { echo "$target: $kernel is missing"; status=1; }
        done
    done
done
[ $ran -gt 0 ] || { echo "skipped: no clang with HIP support found"; exit 77; }
exit $status
