/* What blocks of the kernels of attention.h are on NVIDIA GPUs. Valid as C11 and as CUDA C++. */
#ifndef CONTRACT_ATTENTION_NVIDIA_H
#define CONTRACT_ATTENTION_NVIDIA_H

#include "attention.h"

#include <stdbool.h>

#ifdef __cplusplus
#define ATTENTION_CONSTANT constexpr
#else
#define ATTENTION_CONSTANT static inline
#endif

/* |shared_bytes|: of dynamic shared memory; more than 48 KiB, which a function must be allowed. */
struct attention_block {
    uint32_t threads, shared_bytes;
};

/* The block of attention_T_U_SIZE, where an element of U has |bytes| bytes. Its memory has the
 * lines of its queries, and of two stages of keys and values; or one stage of f8, widened and as
 * they come. The keys of 256 elements take the place of queries unless the GPU is roomy, as sm_90
 * is. There, two warps have the same rows if keys are not f8, and need 16 KiB for what they give
 * each other and 32 bytes for barriers. */
ATTENTION_CONSTANT struct attention_block attention_block_many(uint32_t size, uint32_t bytes,
                                                               bool is_roomy)
{
    const uint32_t lines = size > 128 && !is_roomy ? 0 : bytes == 1 ? 64 * 3 : 64 * 4;
    const uint32_t given = size > 128 && is_roomy && bytes > 1 ? 16 * 1024 + 32 : 0;
    const struct attention_block block = {size > 128 ? 256u : 128u,
                                          (ATTENTION_ROWS + lines) * size * 2 + given};
    return block;
}

/* The block of attention_few_T_U_SIZE: its memory has what warps copy ahead. */
ATTENTION_CONSTANT struct attention_block attention_block_few(uint32_t size, uint32_t bytes)
{
    const struct attention_block block = {size * bytes > 256 ? 64u : 128u, 96 * 1024};
    return block;
}

#endif
