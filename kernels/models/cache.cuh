// cache_append_T_U appends keys or values of type T to a cache of type U, which is dense or in
// pages.
#pragma once

#include "../contract/cache.h"
#include "../device/thread.cuh"
#include "../device/types.cuh"

// Returns the sequence to which token |token| belongs: the last one whose start is not after it.
__device__ inline u32 sequence_of(const u32 *starts, u32 batches, u32 token)
{
    u32 low = 0, high = batches;
    while (high - low > 1) {
        const u32 middle = (low + high) / 2;
        (starts[middle] <= token ? low : high) = middle;
    }
    return low;
}

template <class T, class U> __device__ inline void append_token(const cache_append &work)
{
    const u32 token = blockIdx.x;
    u32 batch, place;
    usize source;
    if (work.starts) {
        batch = sequence_of(work.starts, work.batches, token);
        place = token - work.starts[batch];
        if (token >= work.starts[work.batches]) {
            return;
        }
        source = token * work.from_strides.token;
    } else {
        batch = token / work.length;
        place = token % work.length;
        source = batch * work.from_strides.outer + place * work.from_strides.token;
    }
    place += work.lengths ? work.lengths[batch] : 0;
    if (place >= work.capacity) {
        return;
    }
    const usize outer =
        work.pages ? work.pages[batch * work.pages_stride + place / work.page_size] : batch;
    const u32 slot = work.pages ? place % work.page_size : place;
    const T *const from = static_cast<const T *>(work.from) + source;
    U *const to = static_cast<U *>(work.cache) + outer * work.cache_strides.outer +
                  slot * work.cache_strides.token;
    for (u32 i = threadIdx.x; i < work.heads * work.head_size; i += CACHE_THREADS) {
        const u32 head = i / work.head_size, at = i % work.head_size;
        const T value = from[head * work.from_strides.head + at];
        U &element = to[head * work.cache_strides.head + at];
        if constexpr (std::is_same_v<T, U>) {
            element = value;
        } else {
            element = narrow<U>(widen(value) * work.inverse);
        }
    }
}

#define CACHE_APPEND(T, U)                                                                         \
    extern "C" __global__ void __launch_bounds__(CACHE_THREADS)                                    \
        cache_append_##T##_##U(const cache_append work)                                            \
    {                                                                                              \
        append_token<T, U>(work);                                                                  \
    }
