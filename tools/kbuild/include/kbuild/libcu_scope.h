// libcu++'s thread scopes and memory orders, and waiting for other threads.
#ifndef KBUILD_LIBCU_SCOPE_H
#define KBUILD_LIBCU_SCOPE_H
#pragma GCC system_header

#include "atomic_ops.h"
#include "wave.h"

#include <atomic>
#include <stddef.h>
#include <stdint.h>

namespace cuda
{
namespace std
{

enum thread_scope {
    thread_scope_system = 0,
    thread_scope_device = 1,
    thread_scope_block = 2,
    thread_scope_thread = 10,
};

using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

} // namespace std

using ::cuda::std::thread_scope;
using ::cuda::std::thread_scope_block;
using ::cuda::std::thread_scope_device;
using ::cuda::std::thread_scope_system;
using ::cuda::std::thread_scope_thread;

using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

} // namespace cuda

namespace kbuild
{

template <::cuda::thread_scope scope> struct libcu_scope {
    static constexpr int value = scope == ::cuda::thread_scope_system   ? scope_system
                                 : scope == ::cuda::thread_scope_device ? scope_device
                                 : scope == ::cuda::thread_scope_block  ? scope_block
                                                                        : scope_thread;
};

// Pauses once, in a loop that waits for other threads. The GPU schedules its waves fairly, but not
// the lanes of one wave: a lane must not wait for another lane of its wave that is in another
// branch.
KBUILD_BOTH void wait_round()
{
#if (defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__) || !defined(__HIP__)
    wave_pause();
#endif
}

// Called before a wait: when it returns, the active lanes have done everything that precedes the
// call.
KBUILD_BOTH void wait_begin()
{
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
    __builtin_amdgcn_wave_barrier();
#endif
}

} // namespace kbuild

namespace cuda
{

KBUILD_BOTH void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system)
{
    switch (scope) {
    case thread_scope_system:
        kbuild::atomic_fence<kbuild::scope_system>(static_cast<int>(order));
        break;
    case thread_scope_device:
        kbuild::atomic_fence<kbuild::scope_device>(static_cast<int>(order));
        break;
    case thread_scope_block:
        kbuild::atomic_fence<kbuild::scope_block>(static_cast<int>(order));
        break;
    default: break;
    }
}

namespace std
{
KBUILD_BOTH void atomic_thread_fence(memory_order order)
{
    ::cuda::atomic_thread_fence(order, thread_scope_system);
}
KBUILD_BOTH void atomic_signal_fence(memory_order)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
} // namespace std

} // namespace cuda

#endif
