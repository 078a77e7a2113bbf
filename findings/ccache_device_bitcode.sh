#!/bin/sh
# ccache takes an object of a HIP source from its cache although the device libraries changed that clang links into it. Their
# bitcode, as ROCm's ocml.bc and ockl.bc, is not in the preprocessed source, and ccache adds none of these files to its key: after
# an update of the libraries alone, programs keep the old functions until the cache is cleared. CCACHE_EXTRAFILES with the files'
# names avoids it. Changed headers, also of the device's pass, are noticed.
# Needs Debian's ccache, and clang-15 or clang-19. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
unset CCACHE_BASEDIR CCACHE_NOHASHDIR CCACHE_SLOPPINESS CCACHE_EXTRAFILES CCACHE_DISABLE
export CCACHE_DIR="$top/cache" CCACHE_CONFIGPATH=/dev/null
cat >kernel.hip <<'C'
extern "C" __attribute__((device)) int answer(void);
__attribute__((global)) void kernel(int *out) { *out = answer(); }
C
library() { # NUMBER: a device library whose answer it is
    echo "int answer(void) { return $1; }" |
        "$clang" -x c --target=amdgcn-amd-amdhsa -nogpulib -O2 -emit-llvm -c - -o device.bc
}
compile() { # the number in the kernel's code
    ccache "$clang" -x hip --cuda-device-only --offload-arch=gfx1100 -nogpulib -nogpuinc -O2 -Xclang -mlink-builtin-bitcode \
        -Xclang device.bc -S kernel.hip -o kernel.s
    sed -n 's/.*v_[a-z_]*mov_b32.* \(21\|42\)$/\1/p; s/.*v_[a-z_]*mov_b32.* 0x2a$/42/p' kernel.s
}
hits() { ccache --print-stats | awk '$1 == "direct_cache_hit" {print $2}'; }
ccache --version | head -n 1
tried=
for clang in clang-15 clang-19; do
    command -v "$clang" >/dev/null || continue
    "$clang" --version | head -n 1
    ccache -z >/dev/null
    library 21
    first=$(compile)
    library 42
    second=$(compile)
    export CCACHE_EXTRAFILES=device.bc
    third=$(compile)
    unset CCACHE_EXTRAFILES
    echo "library of 21: $first; of 42: $second, $(hits) hit; with CCACHE_EXTRAFILES: $third"
    [ "$first $second $third $(hits)" = "21 21 42 1" ]
    tried=yes
done
[ "$tried" ] || { echo "there is neither clang-15 nor clang-19" >&2; exit 77; }
echo "as described"
