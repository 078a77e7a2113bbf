// cuda::barrier, and cuda::memcpy_async that ends at one.
//
// A barrier may be in shared memory: its default constructor does nothing, and init() initializes
// it. A wave can wait for another wave, but lanes of one wave must not wait for each other in
// different branches. So on a GPU with waves of 64 lanes, two neighbouring warps of one wave cannot
// be a producer and its consumer.
#ifndef KBUILD_LIBCU_BARRIER_H
#define KBUILD_LIBCU_BARRIER_H
#pragma GCC system_header

#include "groups_copy.h"
#include "phase_barrier.h"

namespace cuda
{

template <thread_scope Scope = thread_scope_system, class Completion = kbuild::phase_nothing>
class barrier
{
    static constexpr int scope_ = kbuild::libcu_scope<Scope>::value;

  public:
    class arrival_token
    {
      public:
        arrival_token() = default;

      private:
        friend class barrier;
        KBUILD_MEMBER explicit arrival_token(kbuild::phase_word word)
            : phase_(kbuild::phase_number(word))
        {
        }
        unsigned phase_;
    };

    barrier() = default;
    KBUILD_MEMBER constexpr barrier(ptrdiff_t expected, Completion completion = Completion())
        : state_(kbuild::phase_first(static_cast<unsigned>(expected))), completion_(completion)
    {
    }
    barrier(const barrier &) = delete;
    barrier &operator=(const barrier &) = delete;

    KBUILD_MEMBER arrival_token arrive(ptrdiff_t count = 1)
    {
        return arrival_token(
            kbuild::phase_arrive<scope_>(state_, static_cast<unsigned>(count), completion_));
    }
    KBUILD_MEMBER void wait(const arrival_token &token) const
    {
        kbuild::phase_wait<scope_>(state_, token.phase_);
    }
    KBUILD_MEMBER void wait_parity(bool parity) const
    {
        kbuild::phase_wait_parity<scope_>(state_, parity);
    }
    KBUILD_MEMBER void arrive_and_wait()
    {
        wait(arrive());
    }
    KBUILD_MEMBER void arrive_and_drop()
    {
        (void)kbuild::phase_drop<scope_>(state_, 1u, completion_);
    }
    KBUILD_MEMBER bool try_wait(const arrival_token &token) const
    {
        return kbuild::phase_over<scope_>(state_, token.phase_);
    }
    KBUILD_MEMBER bool try_wait_parity(bool parity) const
    {
        return kbuild::phase_over_parity<scope_>(state_, parity);
    }
    // Waits until the phase is over, and ignores the duration, because the frequency of the GPU's
    // clock is not known in device code.
    template <class Duration>
    KBUILD_MEMBER bool try_wait_for(const arrival_token &token, const Duration &) const
    {
        wait(token);
        return true;
    }
    template <class Duration>
    KBUILD_MEMBER bool try_wait_parity_for(bool parity, const Duration &) const
    {
        wait_parity(parity);
        return true;
    }
    KBUILD_MEMBER static constexpr ptrdiff_t max()
    {
        return (1 << 20) - 1;
    }
    KBUILD_MEMBER kbuild::phase_barrier &state()
    {
        return state_;
    }
    KBUILD_MEMBER arrival_token arrive_bytes(ptrdiff_t count, ptrdiff_t bytes)
    {
        expect_bytes(bytes);
        return arrive(count);
    }
    KBUILD_MEMBER void expect_bytes(ptrdiff_t bytes)
    {
        kbuild::phase_expect_bytes<scope_>(state_, static_cast<unsigned>(bytes), completion_);
    }
    KBUILD_MEMBER void take_bytes(ptrdiff_t bytes)
    {
        kbuild::phase_take_bytes<scope_>(state_, static_cast<unsigned>(bytes), completion_);
    }

    KBUILD_MEMBER friend void init(barrier *at, ptrdiff_t expected)
    {
        kbuild::phase_start(at->state_, static_cast<unsigned>(expected));
    }
    KBUILD_MEMBER friend void init(barrier *at, ptrdiff_t expected, Completion completion)
    {
        kbuild::phase_start(at->state_, static_cast<unsigned>(expected));
        at->completion_ = completion;
    }

  private:
    kbuild::phase_barrier state_;
    Completion completion_;
};

// The type that memcpy_async() returns: whether the copy is asynchronous. The copies below are done
// when they return.
enum class async_contract_fulfillment { none, async };

template <class Group, class T, class Size, thread_scope Scope, class Completion>
KBUILD_BOTH async_contract_fulfillment memcpy_async(const Group &group, T *to, const T *from,
                                                    Size size, barrier<Scope, Completion> &)
{
    kbuild::copy_by_group(group, to, from, static_cast<size_t>(size));
    return async_contract_fulfillment::none;
}
template <class Group, class Size, thread_scope Scope, class Completion>
KBUILD_BOTH async_contract_fulfillment memcpy_async(const Group &group, void *to, const void *from,
                                                    Size size, barrier<Scope, Completion> &)
{
    kbuild::copy_by_group(group, to, from, static_cast<size_t>(size));
    return async_contract_fulfillment::none;
}
template <class T, class Size, thread_scope Scope, class Completion>
KBUILD_BOTH async_contract_fulfillment memcpy_async(T *to, const T *from, Size size,
                                                    barrier<Scope, Completion> &)
{
    kbuild::copy_share(to, from, static_cast<size_t>(size), 0, 1);
    return async_contract_fulfillment::none;
}
template <class Size, thread_scope Scope, class Completion>
KBUILD_BOTH async_contract_fulfillment memcpy_async(void *to, const void *from, Size size,
                                                    barrier<Scope, Completion> &)
{
    kbuild::copy_share(to, from, static_cast<size_t>(size), 0, 1);
    return async_contract_fulfillment::none;
}

// Functions for barriers that count bytes, and copies that report their bytes to such barriers.
namespace device
{

KBUILD_BOTH kbuild::phase_barrier *barrier_native_handle(barrier<thread_scope_block> &of)
{
    return &of.state();
}
KBUILD_DEVICE barrier<thread_scope_block>::arrival_token
barrier_arrive_tx(barrier<thread_scope_block> &at, ptrdiff_t count, ptrdiff_t bytes)
{
    return at.arrive_bytes(count, bytes);
}
KBUILD_DEVICE void barrier_expect_tx(barrier<thread_scope_block> &at, ptrdiff_t bytes)
{
    at.expect_bytes(bytes);
}
template <class T, size_t alignment>
KBUILD_DEVICE async_contract_fulfillment memcpy_async_tx(T *to, const T *from,
                                                         aligned_size_t<alignment> size,
                                                         barrier<thread_scope_block> &at)
{
    kbuild::copy_share(to, from, size, 0, 1);
    at.take_bytes(static_cast<ptrdiff_t>(size_t(size)));
    return async_contract_fulfillment::async;
}

} // namespace device

namespace std
{
template <class Completion = kbuild::phase_nothing>
using barrier = ::cuda::barrier<thread_scope_system, Completion>;
}

} // namespace cuda

#endif
