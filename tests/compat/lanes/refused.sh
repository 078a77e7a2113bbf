#!/bin/sh
# What AMD GPUs cannot do is refused with a message that says so, at the program's line.
#
# usage: refused.sh INCLUDE_DIRECTORY
set -u
include=$1
clang=
for version in 15 17 19 21; do
    [ -x /usr/lib/llvm-$version/bin/clang++ ] && clang=/usr/lib/llvm-$version/bin/clang++ && break
done
[ -n "$clang" ] && [ -f /usr/include/hip/hip_runtime.h ] || {
    echo "skipped: no clang with HIP support, or no HIP headers"
    exit 77
}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
status=0

build() {
    "$clang" -x hip --cuda-device-only --offload-arch=gfx1030 -nogpulib -fsyntax-only -std=c++17 \
        --rocm-path=/usr -I"$include" -include kbuild/cuda_prelude.h "$dir/x.cu" >"$dir/log" 2>&1
}

# refused LINE TEXT: standard input does not compile, because of this, and its LINE is named.
refused() {
    cat >"$dir/x.cu"
    if build; then
        echo "compiles: $2"
        status=1
    elif ! grep -q "$2" "$dir/log" || ! grep -q "x.cu:$1:" "$dir/log"; then
        echo "not said at line $1: $2"
        head -n 10 "$dir/log"
        status=1
    fi
}

refused 3 'cannot share memory\|thread block clusters' <<'END'
#include <cooperative_groups.h>
__global__ void k() {
    cooperative_groups::this_cluster().sync();
}
END
refused 3 'launch one grid a device' <<'END'
#include <cooperative_groups.h>
__global__ void k() {
    cooperative_groups::this_multi_grid().sync();
}
END
refused 1 'PTX instructions do not exist on AMD GPUs' <<'END'
#include <cuda/ptx>
END
refused 4 'tiles (tiled_partition) and coalesced groups' <<'END'
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
__global__ void k(int *o) {
    o[0] = cooperative_groups::reduce(cooperative_groups::this_thread_block(), 1, cooperative_groups::plus<int>());
}
END
refused 3 'a power of two' <<'END'
#include <cooperative_groups.h>
__global__ void k() {
    auto t = cooperative_groups::tiled_partition<24>(cooperative_groups::this_thread_block());
}
END

# The headers alone are not refused.
cat >"$dir/x.cu" <<'END'
#include <cooperative_groups.h>
#if defined(NEVER)
#include <cuda/ptx>
#endif
__global__ void k(int *o) { *o = 1; }
END
build || {
    echo "a program that only mentions them does not compile"
    head -n 10 "$dir/log"
    status=1
}
exit $status
