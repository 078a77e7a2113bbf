# clang takes the translations, with the HIP headers, and points at the CUDA source.
. "$(dirname "$0")/lib.sh"
. "$HERE/../hip.sh"
CLANG=$(hip_clang) || skip "the clang of HIP is not installed"
[ -e /usr/include/hip/hip_runtime.h ] || skip "HIP's headers are not installed"

# compile FILE: for the device, which checks the host's code too
compile() {
    "$CLANG" -x hip --cuda-device-only --offload-arch=gfx1030 -nogpulib -std=c++17 \
        -fsyntax-only --rocm-path=/usr --hip-version="$(hip_version)" "$1" 2>.err
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
