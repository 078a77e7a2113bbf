# The __CUDA_ARCH__ of each source of a tree: a source has the highest for which its inline PTX can be translated, and a
# header is compiled for all of them.
. "$(dirname "$0")/../../lib.sh"

hipify() {
    hipify_rc=$1
    shift
    run "$hipify_rc" "$KBUILD" hipify "$@"
}

mkdir tree
cat >tree/both.cuh <<'CODE'
__device__ inline unsigned both(unsigned x)
{
    unsigned y;
#if __CUDA_ARCH__ >= 900
    asm("brev.b32 %0, %1;" : "=r"(y) : "r"(x));
#elif __CUDA_ARCH__ >= 890
    asm("popc.b32 %0, %1;" : "=r"(y) : "r"(x));
#else
    asm("clz.b32 %0, %1;" : "=r"(y) : "r"(x));
#endif
    return y;
}
CODE
source_with() { # NAME CONDITION
    cat >"tree/$1.cu" <<CODE
#include "both.cuh"
extern "C" __global__ void $1(unsigned *out)
{
#if $2
    asm volatile("wgmma.fence.sync.aligned;");
#else
    *out = both(*out) + __CUDA_ARCH__;
#endif
}
CODE
}
source_with hopper 0
source_with ada '__CUDA_ARCH__ >= 900'
source_with volta '__CUDA_ARCH__ > 700'

# The note names the file, the value, and what the newer code has.
hipify 0 tree -o hip
says "tree/ada.cu:5:5: note: __CUDA_ARCH__ is 890 in this source: the code for newer GPUs at tree/ada.cu:5 has wgmma.fence.sync.aligned: "
says "tree/volta.cu:5:5: note: __CUDA_ARCH__ is 700 in this source"
! grep -q ': warning:\|tree/hopper.cu.*KB1204' .err || fail "more than notes"
[ "$(grep -c KB1204 .err)" = 2 ] || fail "not one note for each source"
[ "$(sed -n 's/#define KBUILD_CUDA_ARCH //p' hip/*.cu | tr '\n' ' ')" = '890 700 ' ] || fail "other values"
grep -q 'kbuild::ptx::brev_b32.*' hip/both.cuh && grep -q 'kbuild::ptx::popc_b32' hip/both.cuh &&
    grep -q 'kbuild::ptx::clz_b32' hip/both.cuh || fail "the header is not for all sources"

# It is a warning where a function falls away that nothing uses any more.
mkdir lost
cat >lost/lost.cu <<'CODE'
__device__ void fence()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("wgmma.fence.sync.aligned;");
#endif
}
extern "C" __global__ void lost(unsigned *out)
{
#if __CUDA_ARCH__ >= 900
    fence();
#else
    *out = 1;
#endif
}
CODE
hipify 0 lost -o hip-lost
says "lost/lost.cu:4:5: warning: __CUDA_ARCH__ is 890 in this source: the code for newer GPUs at lost/lost.cu:4 has wgmma.fence.sync.aligned: "
says "; functions fall away that nothing uses"

# What a translation says of itself stays; --cuda-arch decides; a tree that needs nothing does not change.
hipify 0 hip/ada.cu -o again.cu
cmp hip/ada.cu again.cu || fail "translating a translation changes it"
hipify 0 tree -o for-900 --cuda-arch 900
! grep -q 'KBUILD_CUDA_ARCH' for-900/*.cu || fail "--cuda-arch did not decide"
says "tree/ada.cu:5:5: warning: inline PTX assembly: wgmma"
rm -r hip
mkdir quiet && cp tree/hopper.cu tree/both.cuh quiet
hipify 0 quiet -o hip && hipify 0 quiet -o for-900 --cuda-arch 900
! grep -q KBUILD_CUDA_ARCH hip/*.cu && cmp hip/both.cuh for-900/both.cuh || fail "a tree changed that needs nothing"
hipify 0 tree/ada.cu --json -o one.cu
says '"code": "KB1204"'

# A build compiles each module for its value.
command -v hipcc >/dev/null || skip "hipcc is not installed"
run 0 "$KBUILD" build tree --targets gfx1030 -o out
says "tree/ada.cu:5:5: note: __CUDA_ARCH__ is 890 in this source"
[ "$(sed -n 's/.*KBUILD_CUDA_ARCH=\([0-9]*\).*/\1/p' out/.kbuild/build.ninja | sort -u | tr '\n' ' ')" = '700 890 900 ' ] ||
    fail "the compiler has other values"
for value in 'hopper 0x384' 'ada 0x37a' 'volta 0x2bc'; do
    run 0 "$KBUILD" disasm "${value% *}" "out/${value% *}.hsaco.h"
    grep -q "${value#* }" .out || fail "${value% *} was compiled for another __CUDA_ARCH__"
done
run 1 "$KBUILD" build tree --targets gfx1030 -o out-900 --cuda-arch 900
says "inline PTX has no translation"

# A unit of another build system chooses when it is compiled.
run 0 "$KBUILD" plan tree --cmake graph.cmake --targets gfx1030 -o planned --build-dir units
run 0 "$KBUILD" compile --build-dir units --targets gfx1030 --root "$TOP/tree" -o "$TOP/ada.hsaco" --depfile "$TOP/ada.d" \
    units/units/ada.json
run 0 "$KBUILD" disasm ada ada.hsaco
grep -q 0x37a .out || fail "a unit was compiled for another __CUDA_ARCH__"
