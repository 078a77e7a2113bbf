// cuda::latch and cuda::counting_semaphore.
#ifndef KBUILD_LIBCU_LATCH_H
#define KBUILD_LIBCU_LATCH_H
#pragma GCC system_header

#include "libcu_atomic.h"

namespace cuda
{

template <thread_scope Scope = thread_scope_system> class latch
{
  public:
    latch() = default;
    KBUILD_MEMBER constexpr explicit latch(ptrdiff_t expected)
        : missing_(static_cast<int>(expected))
    {
    }
    latch(const latch &) = delete;
    latch &operator=(const latch &) = delete;
    KBUILD_MEMBER void count_down(ptrdiff_t count = 1)
    {
        missing_.fetch_sub(static_cast<int>(count), memory_order_release);
    }
    KBUILD_MEMBER bool try_wait() const
    {
        return missing_.load(memory_order_acquire) <= 0;
    }
    KBUILD_MEMBER void wait() const
    {
        kbuild::wait_begin();
        while (!try_wait()) {
            kbuild::wait_round();
        }
    }
    KBUILD_MEMBER void arrive_and_wait(ptrdiff_t count = 1)
    {
        count_down(count);
        wait();
    }
    KBUILD_MEMBER static constexpr ptrdiff_t max()
    {
        return 0x7fffffff;
    }
    KBUILD_MEMBER friend void init(latch *at, ptrdiff_t expected)
    {
        at->missing_.store(static_cast<int>(expected), memory_order_relaxed);
    }

  private:
    atomic<int, Scope> missing_;
};

template <thread_scope Scope = thread_scope_system, ptrdiff_t Most = 0x7fffffff>
class counting_semaphore
{
  public:
    counting_semaphore() = default;
    KBUILD_MEMBER constexpr explicit counting_semaphore(ptrdiff_t count)
        : left_(static_cast<int>(count))
    {
    }
    counting_semaphore(const counting_semaphore &) = delete;
    counting_semaphore &operator=(const counting_semaphore &) = delete;
    KBUILD_MEMBER void release(ptrdiff_t count = 1)
    {
        left_.fetch_add(static_cast<int>(count), memory_order_release);
    }
    KBUILD_MEMBER bool try_acquire()
    {
        int left = left_.load(memory_order_relaxed);
        while (left > 0) {
            if (left_.compare_exchange_weak(left, left - 1, memory_order_acquire,
                                            memory_order_relaxed)) {
                return true;
            }
        }
        return false;
    }
    KBUILD_MEMBER void acquire()
    {
        while (!try_acquire()) {
            kbuild::wait_round();
        }
    }
    KBUILD_MEMBER static constexpr ptrdiff_t max()
    {
        return Most;
    }

  private:
    atomic<int, Scope> left_;
};
template <thread_scope Scope = thread_scope_system>
using binary_semaphore = counting_semaphore<Scope, 1>;

namespace std
{
using latch = ::cuda::latch<thread_scope_system>;
template <ptrdiff_t Most = 0x7fffffff>
using counting_semaphore = ::cuda::counting_semaphore<thread_scope_system, Most>;
using binary_semaphore = ::cuda::binary_semaphore<thread_scope_system>;
} // namespace std

} // namespace cuda

#endif
