# cuBLAS's calls over pretended hipBLAS libraries of both versions: neither library nor GPU is needed.
. "$(dirname "$0")/../../lib.sh"
. "$HERE/../../hip.sh"
CLANG=$(hip_clang) || skip "the clang of HIP is not installed"
grep -q 'define HIP_VERSION_MAJOR 5' /usr/include/hip/hip_version.h 2>/dev/null ||
    skip "HIP 5's headers are not installed"
HEADERS=${KBUILD%/*/*}/share/kbuild/include
for version in 1 2; do
    # The first version calls itself 0.
    mkdir -p "$version/hipblas"
    echo "#define hipblasVersionMajor $((version == 1 ? 0 : version))" >"$version/hipblas/hipblas-version.h"
    run 0 "$CLANG" -x hip --cuda-host-only --rocm-path=/usr --hip-version="$(hip_version)" -nogpulib \
        -std=c++17 -Wall -Werror -Wno-unused-function "-I$HERE/blas/$version" "-I$version" "-I$HEADERS" \
        -c "$HERE/blas.hip" -o blas.o
    run 0 "$CLANG" blas.o -o blas
    run 0 ./blas
done
