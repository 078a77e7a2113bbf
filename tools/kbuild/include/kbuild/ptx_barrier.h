// PTX's mbarriers, and bulk copies that report to them. A copy is done when the call returns. So
// the copy reports its bytes to the barrier at once, and a wait for a group of copies has nothing
// to wait for.
//
// A cluster has one block: the cluster's shared memory is the block's.
#ifndef KBUILD_PTX_BARRIER_H
#define KBUILD_PTX_BARRIER_H
#pragma GCC system_header

#include "groups_copy.h"
#include "phase_barrier.h"
#include "ptx_memory.h"

namespace kbuild
{
namespace ptx
{

KBUILD_DEVICE phase_barrier &barrier_at(address<shared_space> at)
{
    return *at.pointer<phase_barrier>();
}

KBUILD_DEVICE void mbarrier_init(address<shared_space> at, in<u32> count)
{
    phase_start(barrier_at(at), count);
}
KBUILD_DEVICE void mbarrier_inval(address<shared_space>)
{
}
KBUILD_DEVICE void mbarrier_expect_tx(address<shared_space> at, in<u32> bytes)
{
    phase_nothing nothing;
    phase_expect_bytes<scope_block>(barrier_at(at), bytes, nothing);
}
KBUILD_DEVICE void mbarrier_complete_tx(address<shared_space> at, in<u32> bytes)
{
    phase_nothing nothing;
    phase_take_bytes<scope_block>(barrier_at(at), bytes, nothing);
}

// mbarrier.arrive counts arrivals; mbarrier.arrive_drop also lets all later phases expect so many
// fewer.
#define KBUILD_PTX_ARRIVE(NAME, DO)                                                                \
    KBUILD_DEVICE u64 NAME(address<shared_space> at, in<u32> count = 1u)                           \
    {                                                                                              \
        phase_nothing nothing;                                                                     \
        return DO<scope_block>(barrier_at(at), count, nothing);                                    \
    }                                                                                              \
    KBUILD_DEVICE u64 NAME##_noComplete(address<shared_space> at, in<u32> count)                   \
    {                                                                                              \
        return NAME(at, count);                                                                    \
    }                                                                                              \
    KBUILD_DEVICE u64 NAME##_expect_tx(address<shared_space> at, in<u32> bytes)                    \
    {                                                                                              \
        mbarrier_expect_tx(at, bytes);                                                             \
        return NAME(at);                                                                           \
    }
KBUILD_PTX_ARRIVE(mbarrier_arrive, phase_arrive)
KBUILD_PTX_ARRIVE(mbarrier_arrive_drop, phase_drop)
#undef KBUILD_PTX_ARRIVE

KBUILD_DEVICE bool mbarrier_test_wait(address<shared_space> at, in<u64> state)
{
    return phase_over<scope_block>(barrier_at(at), phase_number(u64(state)));
}
KBUILD_DEVICE bool mbarrier_test_wait_parity(address<shared_space> at, in<u32> parity)
{
    return phase_over_parity<scope_block>(barrier_at(at), u32(parity) & 1u);
}
// The try_wait instructions pause briefly, and may return before the phase is over: programs call
// them in loops.
KBUILD_DEVICE bool mbarrier_try_wait(address<shared_space> at, in<u64> state, in<u32> = 0u)
{
    wait_round();
    return mbarrier_test_wait(at, state);
}
KBUILD_DEVICE bool mbarrier_try_wait_parity(address<shared_space> at, in<u32> parity, in<u32> = 0u)
{
    wait_round();
    return mbarrier_test_wait_parity(at, parity);
}
KBUILD_DEVICE u32 mbarrier_pending_count(in<u64> state)
{
    return phase_missing(u64(state));
}

// cp.async.mbarrier.arrive: all copies of this thread are already done. Without .noinc, the barrier
// would expect one more arrival, and the end of the copies would arrive: its counts do not change.
// With .noinc, the arrival of the copies is one of those that the barrier expects.
KBUILD_DEVICE void cp_async_mbarrier_arrive(address<shared_space>)
{
    fence_of<__ATOMIC_RELEASE>(cta());
}
KBUILD_DEVICE void cp_async_mbarrier_arrive_noinc(address<shared_space> at)
{
    (void)mbarrier_arrive(at);
}

// Copies |bytes| bytes; |bytes| and both addresses are multiples of 16. Four loads are under way at
// a time.
template <space To, space From>
KBUILD_DEVICE void copy_bulk(address<To> to, address<From> from, u32 bytes)
{
    typedef typename of_type::shape<u32, 4>::type piece;
    piece *out = to.template pointer<piece>();
    const piece *in = from.template pointer<piece>();
    const u32 count = bytes / 16u;
    u32 i = 0;
    for (; i + 4u <= count; i += 4u) {
        const piece a = in[i], b = in[i + 1u], c = in[i + 2u], d = in[i + 3u];
        out[i] = a;
        out[i + 1u] = b;
        out[i + 2u] = c;
        out[i + 3u] = d;
    }
    for (; i < count; ++i) {
        out[i] = in[i];
    }
}
KBUILD_DEVICE void cp_async_bulk_global_load(address<shared_space> to, address<global_space> from,
                                             in<u32> bytes, address<shared_space> barrier)
{
    copy_bulk(to, from, bytes);
    mbarrier_complete_tx(barrier, bytes);
}
KBUILD_DEVICE void cp_async_bulk_copy(address<shared_space> to, address<shared_space> from,
                                      in<u32> bytes, address<shared_space> barrier)
{
    copy_bulk(to, from, bytes);
    mbarrier_complete_tx(barrier, bytes);
}
KBUILD_DEVICE void cp_async_bulk_global_store(address<global_space> to, address<shared_space> from,
                                              in<u32> bytes)
{
    copy_bulk(to, from, bytes);
}
KBUILD_DEVICE void cp_async_bulk_prefetch_L2(address<global_space> from, in<u32>)
{
    prefetch(from);
}
KBUILD_DEVICE void cp_async_bulk_commit_group()
{
}
KBUILD_DEVICE void cp_async_bulk_wait_group(in<u32>)
{
}
KBUILD_DEVICE void cp_async_bulk_wait_group_read(in<u32>)
{
}

KBUILD_DEVICE void fence_mbarrier_init()
{
    fence_acq_rel_cta();
}

} // namespace ptx
} // namespace kbuild

#endif
