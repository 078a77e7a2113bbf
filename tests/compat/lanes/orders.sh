#!/bin/sh
# The order of an atomic access, also of an exchange that fails, is the one that the source asks for; and a load
# or store that bypasses caches does so for every type.
#
# usage: orders.sh INCLUDE_DIRECTORY
set -u
include=$1
. "$(dirname "$0")/../../hip.sh"
clang=$(hip_clang) && [ -f /usr/include/hip/hip_runtime.h ] || {
    echo "skipped: no clang of HIP, or no HIP headers"
    exit 77
}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cat >"$dir/orders.hip" <<'CODE'
#include <kbuild/cuda_prelude.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <kbuild/ptx.h>
using namespace cuda::std;
#define KERNEL(NAME, T, BODY)                                                                      \
    extern "C" __global__ void NAME(T *at, T *out)                                                 \
    {                                                                                              \
        T seen = out[1];                                                                           \
        BODY;                                                                                      \
        out[0] = seen;                                                                             \
    }
#define EXCHANGE(NAME, T, ORDER, FAILURE)                                                          \
    KERNEL(ref_##NAME, T,                                                                          \
           (cuda::atomic_ref<T, cuda::thread_scope_device>(*at).compare_exchange_strong(           \
               seen, out[2], memory_order_##ORDER, memory_order_##FAILURE)))                       \
    KERNEL(object_##NAME, T,                                                                       \
           (reinterpret_cast<cuda::atomic<T, cuda::thread_scope_device> *>(at)                     \
                ->compare_exchange_weak(seen, out[2], memory_order_##ORDER,                        \
                                        memory_order_##FAILURE)))
EXCHANGE(relaxed_relaxed, int, relaxed, relaxed)
EXCHANGE(relaxed_acquire, int, relaxed, acquire)
EXCHANGE(consume_acquire, int, consume, acquire)
EXCHANGE(acquire_relaxed, int, acquire, relaxed)
EXCHANGE(release_relaxed, int, release, relaxed)
EXCHANGE(release_acquire, int, release, acquire)
EXCHANGE(acq_rel_acquire, int, acq_rel, acquire)
EXCHANGE(release_seq_cst, int, release, seq_cst)
EXCHANGE(release_acquire_long, long long, release, acquire)
EXCHANGE(release_acquire_short, short, release, acquire)
EXCHANGE(release_relaxed_short, short, release, relaxed)
KERNEL(nv, int,
       __nv_atomic_compare_exchange_n(at, &seen, out[2], false, __NV_ATOMIC_RELEASE,
                                      __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE))
KERNEL(ptx_acquire, int,
       seen = kbuild::ptx::atom_cas_b32(kbuild::ptx::generic(at), seen, out[2],
                                        kbuild::ptx::acquire_gpu()))
KERNEL(ptx_release, int,
       seen = kbuild::ptx::atom_cas_b32(kbuild::ptx::generic(at), seen, out[2],
                                        kbuild::ptx::release_gpu()))
#define HINTS(TYPE)                                                                                \
    KERNEL(ldcg_##TYPE, TYPE, seen = __ldcg(at))                                                   \
    KERNEL(ldcv_##TYPE, TYPE, seen = __ldcv(at))                                                   \
    KERNEL(stcg_##TYPE, TYPE, __stcg(at, seen))                                                    \
    KERNEL(stwt_##TYPE, TYPE, __stwt(at, seen))
HINTS(float)
HINTS(float4)
HINTS(char2)
HINTS(__half)
HINTS(__half2)
HINTS(__nv_bfloat16)
HINTS(__nv_bfloat162)

// Objects in shared memory that guard data in other memory.
#define SHARED(NAME, T, BODY)                                                                      \
    extern "C" __global__ void NAME(T *out)                                                        \
    {                                                                                              \
        extern __shared__ unsigned long long words[];                                              \
        T *const word = reinterpret_cast<T *>(words);                                              \
        const auto at = kbuild::ptx::shared(                                                       \
            static_cast<unsigned>(reinterpret_cast<unsigned long long>(word)));                    \
        T seen = out[1];                                                                           \
        BODY;                                                                                      \
        out[0] = seen;                                                                             \
    }
#define SCOPED(NAME, SCOPE)                                                                        \
    SHARED(NAME##_load, int, seen = REF(SCOPE).load(memory_order_acquire))                         \
    SHARED(NAME##_store, int, REF(SCOPE).store(seen, memory_order_release))                        \
    SHARED(NAME##_exchange, int, seen = REF(SCOPE).exchange(seen, memory_order_acq_rel))           \
    SHARED(NAME##_fetch_add, int, seen = REF(SCOPE).fetch_add(seen, memory_order_release))         \
    SHARED(NAME##_fetch_max, int, seen = REF(SCOPE).fetch_max(seen, memory_order_acquire))         \
    SHARED(NAME##_fetch_xor, int, seen = REF(SCOPE).fetch_xor(seen, memory_order_seq_cst))         \
    SHARED(NAME##_relaxed, int, seen = REF(SCOPE).fetch_add(seen, memory_order_relaxed))
#define REF(SCOPE) (cuda::atomic_ref<int, cuda::thread_scope_##SCOPE>(*word))
SCOPED(shared, block)
SCOPED(alone, thread)
SHARED(barrier_arrive, unsigned long long,
       (void)reinterpret_cast<cuda::barrier<cuda::thread_scope_block> *>(word)->arrive())
SHARED(barrier_wait, unsigned long long,
       reinterpret_cast<cuda::barrier<cuda::thread_scope_block> *>(word)->wait_parity(false))
#define ATOM(OPERATION)                                                                            \
    SHARED(ptx_##OPERATION, unsigned,                                                              \
           seen = kbuild::ptx::atom_##OPERATION(at, seen, kbuild::ptx::acq_rel_cta()))
ATOM(add_u32)
ATOM(min_u32)
ATOM(max_u32)
ATOM(and_b32)
ATOM(or_b32)
ATOM(xor_b32)
ATOM(exch_b32)
SHARED(ptx_mbarrier_arrive, unsigned long long, seen = kbuild::ptx::mbarrier_arrive(at))
CODE
"$clang" -x hip --cuda-device-only --no-gpu-bundle-output --offload-arch=gfx1100 -emit-llvm -S -O1 -std=c++17 -w -nogpulib \
    --rocm-path=/usr --hip-version="$(hip_version)" -fno-strict-float-cast-overflow -I"$include" "$dir/orders.hip" \
    -o "$dir/orders.ll" || exit 1

# The order is that of fences, because a builtin of the compiler orders accesses to one address space alone.
grep -E 'one-as"\) (.* )?(acquire|release|acq_rel|seq_cst)' "$dir/orders.ll" && {
    echo "an access whose order does not count for all memory"
    exit 1
}
# The atomic accesses and fences of a kernel, without their values: OPERATION SCOPE [ORDER].
accesses() {
    awk -v kernel="@$1(" '/^define/ { on = index($0, kernel) } /^}/ { on = 0 } on' "$dir/orders.ll" |
        sed -n 's/.*\(cmpxchg\|atomicrmw\|load atomic\|store atomic\) .* syncscope("\([a-z-]*\)") monotonic.*/\1 \2/p
                s/^  fence syncscope("\([a-z]*\)") \([a-z_]*\)$/fence \1 \2/p
                s/^  fence \([a-z_]*\)$/fence system \1/p' |
        sed 's/-one-as//; s/ one-as/ system/' | awk '!seen[$0]++' | paste -sd+
}
status=0
expect() { # KERNEL ACCESSES
    got=$(accesses "$1")
    [ "$got" = "$2" ] || {
        echo "$1: '$got', not '$2'"
        status=1
    }
}
acquire='+fence agent acquire' release='fence agent release+' cas='cmpxchg agent' load='load atomic agent'
for how in ref object; do
    expect ${how}_relaxed_relaxed "$cas"
    expect ${how}_relaxed_acquire "$cas$acquire"
    expect ${how}_consume_acquire "$cas$acquire"
    expect ${how}_acquire_relaxed "$cas$acquire"
    expect ${how}_release_relaxed "$release$cas"
    expect ${how}_release_acquire "$release$cas$acquire"
    expect ${how}_acq_rel_acquire "$release$cas$acquire"
    expect ${how}_release_seq_cst "fence agent seq_cst+$cas$acquire"
    expect ${how}_release_acquire_long "$release$cas$acquire"
    # The word is read before it is exchanged, and a failure may be seen then.
    expect ${how}_release_acquire_short "$load$acquire+$release$cas"
    expect ${how}_release_relaxed_short "$load+$release$cas"
done
expect nv "$release$cas$acquire"
expect ptx_acquire "$cas$acquire"
expect ptx_release "$release$cas"
for type in float float4 char2 __half __half2 __nv_bfloat16 __nv_bfloat162; do
    expect ldcg_$type 'load atomic agent'
    expect ldcv_$type 'load atomic system'
    expect stcg_$type 'store atomic agent'
    expect stwt_$type 'store atomic system'
done
for memory in 'shared workgroup' 'alone singlethread'; do
    kernel=${memory% *} scope=${memory#* }
    fence="fence $scope" rmw="atomicrmw $scope"
    expect ${kernel}_load "load atomic $scope+$fence acquire"
    expect ${kernel}_store "$fence release+store atomic $scope"
    expect ${kernel}_exchange "$fence release+$rmw+$fence acquire"
    expect ${kernel}_fetch_add "$fence release+$rmw"
    expect ${kernel}_fetch_max "$rmw+$fence acquire"
    expect ${kernel}_fetch_xor "$fence seq_cst+$rmw+$fence acquire"
    expect ${kernel}_relaxed "$rmw"
done
around() { # ACCESS: with the fences that make it acquire and release
    echo "fence workgroup release+$1 workgroup+fence workgroup acquire"
}
for operation in add_u32 min_u32 max_u32 and_b32 or_b32 xor_b32 exch_b32; do
    expect ptx_$operation "$(around atomicrmw)"
done
expect barrier_arrive "load atomic workgroup+$(around cmpxchg)"
expect barrier_wait 'load atomic workgroup+fence workgroup acquire'
expect ptx_mbarrier_arrive "load atomic workgroup+$(around cmpxchg)"
exit $status
