# clang takes the translations, with the HIP headers, and points at the CUDA source.
. "$(dirname "$0")/lib.sh"
. "$HERE/../hip.sh"
CLANG=$(hip_clang) || skip "the clang of HIP is not installed"
[ -e /usr/include/hip/hip_runtime.h ] || skip "HIP's headers are not installed"

# compile FILE [OPTION...]: for the device, which checks the host's code too
compile() {
    "$CLANG" -x hip --cuda-device-only --offload-arch=gfx1030 -nogpulib -std=c++17 \
        -fsyntax-only --rocm-path=/usr --hip-version="$(hip_version)" "$@" 2>.err
    rc=$?
}
sources
for name in launches names strings splices bom_crlf pasting; do
    hipify 0 sources/$name.cu --as $name.cu -o $name.hip
    compile $name.hip
    [ "$rc" = 0 ] || fail "$name does not compile"
done
cat >wrong.cu <<'END'
#include <cuda_runtime.h>
/* two
   lines */
void f() { cuda\
Free(nothing); }
END
hipify 0 wrong.cu --as "where/wrong file.cu" -o wrong.hip
compile wrong.hip
[ "$rc" != 0 ] || fail "an error went unnoticed"
says "where/wrong file.cu:5:"

# Headers of C that C++ includes, too: GCC's stdbool.h defines _Bool, clang's does not.
printf '#include <stdbool.h>\nextern "C" { _Bool is_set(const _Bool *); }\n' >bools.cu
hipify 0 bools.cu -o bools.hip
compile bools.hip
[ "$rc" = 0 ] || fail "_Bool does not compile"

# A header that calls nvcc's builtins of products is read by host compilers too.
cat >products.cuh <<'END'
#ifdef __CUDACC__
#include <mma.h>
__device__ inline void load(int *to, const int *from) { __hmma_m16n16k16_ld_a(to, from, 16, 0); }
#endif
inline int host_helper() { return 1; }
END
hipify 0 products.cuh -o products_hip.h
sed -n 1p products_hip.h | grep -q '^#include ".*/mma.h"$' || fail "no mma.h in front of a header with builtins of products"
echo 'int main() { return host_helper() - 1; }' >products.cpp
for compiler in g++ "$CLANG"; do
    command -v "$compiler" >.out || continue
    "$compiler" -std=c++11 -Wall -Wextra -Werror -fsyntax-only -include products_hip.h -x c++ products.cpp 2>.err ||
        fail "$compiler does not read a header with builtins of products"
done

# nvcc wants no "typename" in front of a member's definition; clang 15 does.
cat >types.cu <<'END'
template <class T> struct list {
    using it = T;
    __device__ it begin();
    template <class U> struct in { __device__ it *of(U); };
};
template <class T> __device__ list<T>::it list<T>::begin() { return 1; }
template <class T> template <class U> __device__ list<T>::it *list<T>::in<U>::of(U) { return 0; }
END
hipify 0 types.cu -o types.hip
compile types.hip
[ "$rc" = 0 ] || fail "a type in front of a definition does not compile"

# Two copies of kbuild's headers in the path, as a translated tree's and those of kbuild flags.
run 0 kbuild flags
headers=$(sed 's/.*-I\([^ ]*\).*/\1/' .out)
cp -r "$headers" copy
compile types.hip -I"$headers" -Icopy -include cstdlib
[ "$rc" = 0 ] || fail "two copies of the headers do not compile"
