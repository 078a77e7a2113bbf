#!/bin/sh
# Vector types lie in memory as NVIDIA's do, and the mathematical constants have NVIDIA's bits.
#
# environment: INCLUDE (the directory of the device headers), NVIDIA (the directory of CUDA's), CLANG
. "$(dirname "$0")/lib.sh"
[ -n "${NVIDIA:-}" ] && [ -f "$NVIDIA/math_constants.h" ] || skip "no CUDA headers"

sed -n 's/^#define *\(CUDART_[A-Z0-9_]*\) .*/CONSTANT(\1)/p' "$NVIDIA/math_constants.h" >"$TOP/constants.inc"
[ "$(wc -l <"$TOP/constants.inc")" -gt 90 ] || { echo "too few constants"; exit 1; }
"$CLANG" -w -std=c++17 -I"$TOP" -isystem "$NVIDIA" "$HERE/nvidia_layout.cpp" -o "$TOP/theirs" || exit 1
"$CLANG" -w -x hip --cuda-host-only --offload-arch=gfx1030 -nogpulib --rocm-path=/usr -std=c++17 \
    -isystem "$RESOURCES/cuda_wrappers" -include __clang_hip_runtime_wrapper.h -DKBUILD_HOST_SIDE \
    -I"$INCLUDE" -I"$TOP" -c "$HERE/nvidia_layout.cpp" -o "$TOP/ours.o" || exit 1
# No runtime library is needed: no kernel is in it.
"${CLANG}" "$TOP/ours.o" -lstdc++ -o "$TOP/ours" || exit 1
"$TOP/theirs" >"$TOP/theirs.txt" && "$TOP/ours" >"$TOP/ours.txt" || exit 1
[ "$(wc -l <"$TOP/ours.txt")" -gt 140 ] || { echo "too few lines"; exit 1; }
diff "$TOP/theirs.txt" "$TOP/ours.txt"
