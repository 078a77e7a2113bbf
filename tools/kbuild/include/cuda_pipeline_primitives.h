// CUDA's asynchronous copies as functions. A copy ends before its function returns, which CUDA
// allows, so that a wait has nothing to wait for.
#ifndef KBUILD_CUDA_PIPELINE_PRIMITIVES_H
#define KBUILD_CUDA_PIPELINE_PRIMITIVES_H
#pragma GCC system_header

#include "cuda_awbarrier_primitives.h"
#include "kbuild/groups_copy.h"

// Copies |size| bytes: 4, 8 or 16. Both addresses are multiples of |size|. The last |zeros| bytes
// of |to| become 0 instead.
KBUILD_DEVICE void __pipeline_memcpy_async(void *to, const void *from, size_t size,
                                           size_t zeros = 0)
{
    if (zeros == 0) {
        if (size == 16) {
            *static_cast<kbuild::copy_block_t *>(to) =
                *static_cast<const kbuild::copy_block_t *>(from);
        } else if (size == 8) {
            using word_t = kbuild::atomic_bits<8>::type;
            *static_cast<word_t *>(to) = *static_cast<const word_t *>(from);
        } else {
            using word_t = kbuild::atomic_bits<4>::type;
            *static_cast<word_t *>(to) = *static_cast<const word_t *>(from);
        }
        return;
    }
    for (size_t i = 0; i < size; ++i) {
        static_cast<char *>(to)[i] = i + zeros < size ? static_cast<const char *>(from)[i] : char();
    }
}

KBUILD_DEVICE void __pipeline_commit()
{
}

KBUILD_DEVICE void __pipeline_wait_prior(size_t)
{
}

// Does nothing, because all copies are done. In CUDA the barrier expects one more arrival, and the
// end of the copies arrives: the barrier's counts do not change.
KBUILD_DEVICE void __pipeline_arrive_on(__mbarrier_t *)
{
}

#endif
