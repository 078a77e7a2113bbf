# What the host side answers, over a pretended HIP, and cuBLAS's and cuSOLVER's calls over pretended libraries of both
# versions: no GPU, no HIP runtime and no library is needed.
. "$(dirname "$0")/../../lib.sh"
. "$HERE/../../hip.sh"
CLANG=$(hip_clang) || skip "the clang of HIP is not installed"
grep -q 'define HIP_VERSION_MAJOR 5' /usr/include/hip/hip_version.h 2>/dev/null ||
    skip "the pretended HIP is version 5, whose headers are not installed"
sh "$HERE/../../unpack.sh" "$HERE/programs.txtar" programs

# check NAME FLAG...: NAME.hip compiles, and runs.
check() {
    name=$1
    shift
    run 0 "$CLANG" -x hip --cuda-host-only --rocm-path=/usr --hip-version="$(hip_version)" -nogpulib -std=c++17 "$@" \
        "-I${KBUILD%/*/*}/share/kbuild/include" -c "programs/$name.hip" -o "$name.o"
    run 0 "$CLANG" -rdynamic "$name.o" -o "$name"
    run 0 "./$name"
}
check answers -Wno-unused-result
for version in 1 2; do
    # The first version calls itself 0.
    mkdir -p "$version/hipblas" "$version/hipsolver"
    cp programs/hipblas.h "$version/hipblas"
    cp programs/hipsolver.h "$version/hipsolver"
    echo "#define hipblasVersionMajor $((version == 1 ? 0 : version))" >"$version/hipblas/hipblas-version.h"
    check blas -Wall -Werror -Wno-unused-function "-I$version"
done
