# --launcher ccache: a hit needs no preprocessing, with or without debug information, in any directory. The
# cache never returns an object if a change would change its bytes.
. "$(dirname "$0")/../lib.sh"
command -v ccache >/dev/null || skip "no ccache here"
"$KBUILD" doctor >/dev/null 2>&1 || skip "no HIP toolchain on this machine ('kbuild doctor' describes it)"
export CCACHE_DIR="$TOP/cache"
unset CCACHE_PREFIX CCACHE_REMOTE_STORAGE

mkdir -p one/src
echo '#define FACTOR 2.0f' >one/src/factor.h
cat >one/src/scale.cu <<'END'
#include "factor.h"
extern "C" __global__ void NAME(float *x) { x[threadIdx.x] *= FACTOR; }
END
cat >one/kernels.yaml <<'END'
targets: [gfx1030]
modules:
- {name: plain, sources: [src/scale.cu], defines: [NAME=scale]}
- {name: debug, sources: [src/scale.cu], defines: [NAME=scale_too], flags: [-g]}
END
cp -r one two

# build DIR WANTED-DIRECT-HITS
build() {
    ccache -z >/dev/null
    run 0 kbuild build "$1/kernels.yaml" -o "$1/out" --launcher ccache
    hits=$(ccache --print-stats | awk '$1 == "direct_cache_hit" { print $2 }')
    [ "$hits" = "$2" ] || fail "$hits direct hits in $1, not $2"
    others=$(ccache --print-stats | awk '$1 == "preprocessed_cache_hit" { print $2 }')
    [ "$others" = 0 ] || fail "$others hits after preprocessing in $1"
}

build one 0
build two 2
same one/out/plain.hsaco two/out/plain.hsaco
same one/out/debug.hsaco two/out/debug.hsaco

# A hit restores the depfile, so that a changed header is noticed and causes a miss.
echo '#define FACTOR 3.0f' >two/src/factor.h
build two 0
! cmp -s one/out/plain.hsaco two/out/plain.hsaco || fail "a changed header was not noticed"
echo '#define FACTOR 2.0f' >two/src/factor.h
build two 2
same one/out/plain.hsaco two/out/plain.hsaco
exit 0
