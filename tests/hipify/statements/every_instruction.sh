#!/bin/sh
# The translation of every instruction, in every combination of modifiers and types, compiles.
#
# environment: INCLUDE (the directory of the device headers), EVERY (prints the translations), CLANG
set -u
: "${INCLUDE:?the directory of the device headers}" "${EVERY:?prints the translations}"
TOP=$(mktemp -d) || exit 1
trap 'rm -rf "$TOP"' EXIT
export LC_ALL=C.UTF-8

skip() {
    echo "skipped: $*"
    exit 77
}

echo '#include <kbuild/ptx.h>' >"$TOP/every.hip"
"$EVERY" >>"$TOP/every.hip" || exit 1
count=$(grep -c 'kbuild::ptx::' "$TOP/every.hip")
[ "$count" -gt 6000 ] || { echo "$count translations are not all"; exit 1; }

[ -f /usr/include/hip/hip_runtime.h ] || skip "no HIP headers (apt install libamdhip64-dev)"
. "$(dirname "$0")/../../hip.sh"
CLANG=${CLANG:-$(hip_clang)} || skip "the clang of HIP is not installed"
RESOURCES=$("$CLANG" -print-resource-dir)/include
[ -f "$RESOURCES/__clang_hip_runtime_wrapper.h" ] ||
    skip "no clang headers (apt install libclang-common-15-dev, or of that version)"

# Without device libraries clang leaves out its HIP wrappers as well.
check() {
    "$CLANG" -x hip "$@" -fsyntax-only -nogpulib --rocm-path=/usr --hip-version="$(hip_version)" -ferror-limit=0 \
        -fno-strict-float-cast-overflow -isystem "$RESOURCES/cuda_wrappers" \
        -include __clang_hip_runtime_wrapper.h -I"$INCLUDE" "$TOP/every.hip" 2>"$TOP/err" ||
        { echo "$*:"; grep 'error:' "$TOP/err" | sort -u | head -50; touch "$TOP/bad"; }
}
check --cuda-device-only --offload-arch=gfx1100 -std=c++14
check --cuda-device-only --offload-arch=gfx90a -std=c++20
check --cuda-host-only --offload-arch=gfx1030 -std=c++17 # the tests of tests/compat compile for gfx1030
[ ! -e "$TOP/bad" ]
