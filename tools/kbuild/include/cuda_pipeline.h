// nvcuda::experimental::pipeline, the forerunner of cuda::pipeline<thread_scope_thread>.
#ifndef KBUILD_CUDA_PIPELINE_H
#define KBUILD_CUDA_PIPELINE_H
#pragma GCC system_header

#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"
#include "kbuild/libcu_barrier.h"

namespace nvcuda
{
namespace experimental
{

class pipeline
{
  public:
    KBUILD_DEVICE pipeline() : batch_(0)
    {
    }
    pipeline(const pipeline &) = delete;
    pipeline &operator=(const pipeline &) = delete;
    KBUILD_DEVICE size_t commit()
    {
        return batch_++;
    }
    KBUILD_DEVICE void commit_and_wait()
    {
        (void)commit();
    }
    KBUILD_DEVICE void wait(size_t)
    {
    }
    template <unsigned Prior> KBUILD_DEVICE void wait_prior()
    {
    }
    KBUILD_DEVICE void arrive_on(awbarrier &)
    {
    }
    template <class Completion>
    KBUILD_DEVICE void arrive_on(::cuda::barrier<::cuda::thread_scope_block, Completion> &)
    {
    }

  private:
    size_t batch_;
};

template <size_t Count, class T> KBUILD_DEVICE auto segment(T *from) -> T (*)[Count]
{
    return reinterpret_cast<T(*)[Count]>(from);
}

template <class T> KBUILD_DEVICE void memcpy_async(T &to, const T &from, pipeline &)
{
    to = from;
}

// Copies |from| at once. Elements of |to| beyond the end of |from| become 0.
template <class T, size_t ToCount, size_t FromCount>
KBUILD_DEVICE void memcpy_async(T (*to)[ToCount], const T (*from)[FromCount], pipeline &)
{
    static_assert(FromCount <= ToCount, "the source is not longer than the destination");
    for (size_t i = 0; i < ToCount; ++i) {
        (*to)[i] = i < FromCount ? (*from)[i] : T();
    }
}

} // namespace experimental
} // namespace nvcuda

#endif
