// What a step of decoding needs besides products and attention.
#include "cache.cuh"
#include "rope.cuh"

CACHE_APPEND(f16, f16)
CACHE_APPEND(f16, f8e4m3)
CACHE_APPEND(bf16, bf16)
CACHE_APPEND(bf16, f8e4m3)
CACHE_APPEND(f32, f16)
CACHE_APPEND(f32, bf16)
CACHE_APPEND(f32, f8e4m3)

// Adds |count|, or the tokens that each sequence has in |starts|, to lengths.
extern "C" __global__ void __launch_bounds__(CACHE_THREADS)
    lengths_add(const u32 *starts, const u32 count, const u32 batches, u32 *lengths)
{
    const u32 batch = blockIdx.x * CACHE_THREADS + threadIdx.x;
    if (batch < batches) {
        lengths[batch] += starts ? starts[batch + 1] - starts[batch] : count;
    }
}

ROPE(f16)
ROPE(bf16)
ROPE(f32)
