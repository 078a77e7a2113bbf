// nvcuda::experimental::awbarrier, the forerunner of cuda::barrier<thread_scope_block>.
#ifndef KBUILD_CUDA_AWBARRIER_H
#define KBUILD_CUDA_AWBARRIER_H
#pragma GCC system_header

#include "cuda_awbarrier_primitives.h"

namespace nvcuda
{
namespace experimental
{

class awbarrier
{
  public:
    class arrival_token
    {
      public:
        arrival_token() = default;
        KBUILD_DEVICE unsigned pending_count() const
        {
            return __mbarrier_token_pending_count(token_);
        }

      private:
        friend class awbarrier;
        KBUILD_DEVICE arrival_token(__mbarrier_token_t token) : token_(token)
        {
        }
        __mbarrier_token_t token_;
    };

    awbarrier() = default;
    awbarrier(const awbarrier &) = delete;
    awbarrier &operator=(const awbarrier &) = delete;

    KBUILD_DEVICE arrival_token arrive()
    {
        return arrival_token(__mbarrier_arrive(&barrier_));
    }
    KBUILD_DEVICE arrival_token arrive_and_drop()
    {
        return arrival_token(__mbarrier_arrive_and_drop(&barrier_));
    }
    KBUILD_DEVICE void wait(arrival_token token)
    {
        kbuild::phase_wait<kbuild::scope_block>(barrier_, kbuild::phase_number(token.token_));
    }
    KBUILD_DEVICE void arrive_and_wait()
    {
        wait(arrive());
    }
    KBUILD_DEVICE bool timed_wait(arrival_token token, unsigned)
    {
        wait(token);
        return true;
    }
    KBUILD_DEVICE bool timed_wait_parity(bool parity, unsigned)
    {
        kbuild::phase_wait_parity<kbuild::scope_block>(barrier_, parity);
        return true;
    }
    KBUILD_DEVICE bool try_wait(arrival_token token, unsigned nanoseconds)
    {
        return __mbarrier_try_wait(&barrier_, token.token_, nanoseconds);
    }
    KBUILD_DEVICE bool try_wait_parity(bool parity, unsigned nanoseconds)
    {
        return __mbarrier_try_wait_parity(&barrier_, parity, nanoseconds);
    }
    KBUILD_MEMBER static constexpr unsigned max()
    {
        return (1u << 20) - 1u;
    }

    KBUILD_DEVICE friend void init(awbarrier *at, unsigned expected)
    {
        __mbarrier_init(&at->barrier_, expected);
    }
    KBUILD_DEVICE friend void inval(awbarrier *)
    {
    }

  private:
    __mbarrier_t barrier_;
};

} // namespace experimental
} // namespace nvcuda

#endif
