# For tests that compile for AMD GPUs without device libraries: check_syntax TARGET|host SOURCE
# [option...], with the clang that kbuild's own trial takes.
set -u
INCLUDE=${INCLUDE:?the directory of the device headers}
HERE=$(cd "$(dirname "$0")" && pwd)
TOP=$(mktemp -d) || exit 1
trap 'rm -rf "$TOP"' EXIT
export LC_ALL=C.UTF-8

skip() {
    echo "skipped: $*"
    exit 77
}

[ -f /usr/include/hip/hip_runtime.h ] || skip "no HIP headers (apt install libamdhip64-dev)"
. "$HERE/../../hip.sh"
CLANG=${CLANG:-$(hip_clang)} || skip "the clang of HIP is not installed"
RESOURCES=$("$CLANG" -print-resource-dir)/include
[ -f "$RESOURCES/__clang_hip_runtime_wrapper.h" ] || skip "no clang headers (apt install libclang-common-15-dev, or of that version)"

# Without device libraries clang leaves out its HIP wrappers as well.
check_syntax() {
    syntax_target=$1
    syntax_source=$2
    shift 2
    syntax_side="--cuda-device-only --offload-arch=$syntax_target"
    [ "$syntax_target" != host ] || syntax_side="--cuda-host-only --offload-arch=gfx1030"
    # shellcheck disable=SC2086
    "$CLANG" -x hip $syntax_side -fsyntax-only -nogpulib --rocm-path=/usr --hip-version="$(hip_version)" -ferror-limit=0 \
        -fno-strict-float-cast-overflow -isystem "$RESOURCES/cuda_wrappers" \
        -include __clang_hip_runtime_wrapper.h -I"$INCLUDE" "$@" "$syntax_source"
}
