# What the host side answers, over a pretended HIP: no GPU and no HIP runtime are needed.
. "$(dirname "$0")/../../lib.sh"
. "$HERE/../../hip.sh"
CLANG=$(hip_clang) || skip "the clang of HIP is not installed"
grep -q 'define HIP_VERSION_MAJOR 5' /usr/include/hip/hip_version.h 2>/dev/null ||
    skip "the pretended HIP is version 5, whose headers are not installed"
run 0 "$CLANG" -x hip --cuda-host-only --rocm-path=/usr --hip-version="$(hip_version)" -nogpulib -std=c++17 \
    -Wno-unused-result "-I${KBUILD%/*/*}/share/kbuild/include" -c "$HERE/answers.hip" -o answers.o
run 0 "$CLANG" answers.o -o answers
run 0 ./answers
