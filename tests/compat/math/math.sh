#!/bin/sh
# The math functions of the device headers, on the emulator, are as near to the exact results as
# CUDA documents.
#
# usage: math.sh CHECK PART TARGET: F16, F32 or F64 of kernels.cu, compiled for TARGET
# environment: INCLUDE (the device headers), COMPILE_ONLY (a file: leave the code object there)
set -u
check=$1 part=$2 target=$3
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../hip.sh"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

clang=$(hip_clang) && bitcode=$(hip_bitcode) && [ -f /usr/include/hip/hip_runtime.h ] || {
    echo "skipped: no clang of HIP, HIP headers or device libraries"
    exit 77
}
"$clang" -x hip --cuda-device-only --no-gpu-bundle-output --offload-arch="$target" -O2 \
    -std=c++17 -w --rocm-path=/usr --hip-version="$(hip_version)" --rocm-device-lib-path="$bitcode" \
    -fno-strict-float-cast-overflow -I"${INCLUDE:?}" -include kbuild/cuda_prelude.h -D"$part" \
    "$here/kernels.cu" -o "$dir/kernels.co" || exit 1
[ -z "${COMPILE_ONLY-}" ] || exec cp "$dir/kernels.co" "$COMPILE_ONLY"
"$check" "emu:$target" "$dir/kernels.co"
