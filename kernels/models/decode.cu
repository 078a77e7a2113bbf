// What a step of decoding needs besides products and attention.
#include "cache.cuh"
#include "rope.cuh"
#include "sample.cuh"

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

SAMPLE(f16)
SAMPLE(bf16)
SAMPLE(f32)

// Counts tokens that sequences have already.
extern "C" __global__ void __launch_bounds__(COUNT_THREADS) count_tokens(const struct count_tokens work)
{
    const u32 number = blockIdx.x * COUNT_THREADS + threadIdx.x;
    if (number >= work.count || work.tokens[number] >= work.vocabulary) {
        return;
    }
    const Token token = token_of(work.starts, work.batches, work.length, number);
    u32 *const count = work.counts + token.batch * work.counts_stride + work.tokens[number];
    if (!token.is_real) {
        return;
    }
    if (work.is_prompt) {
        atomicOr(count, COUNT_PROMPT_BIT);
    } else {
        atomicAdd(count, static_cast<u32>(work.added));
    }
}
