// cache_append_T_U appends keys and values of type T to caches of type U, which are dense or in
// pages.
#pragma once

#include "../device/pack.cuh"
#include "tokens.cuh"

template <class U, class T> __device__ inline U stored(T value, f32 inverse)
{
    if constexpr (std::is_same_v<T, U>) {
        return value;
    } else {
        return narrow<U>(widen(value) * inverse);
    }
}

// Vectors have up to 16 bytes: a pack of f32 is two.
template <class T> struct alignas(smaller(CACHE_PACK * sizeof(T), 16)) CachePack {
    T at[CACHE_PACK];
};

template <class T, class U>
__device__ inline void append_packs(const cache_part &part, const T *from, U *to)
{
    const u32 packs = part.head_size / CACHE_PACK;
    for (u32 i = threadIdx.x; i < part.heads * packs; i += blockDim.x) {
        const u32 head = i / packs, at = i % packs * CACHE_PACK;
        const CachePack<T> pack =
            *reinterpret_cast<const CachePack<T> *>(from + head * part.from_strides.head + at);
        CachePack<U> made;
#pragma unroll
        for (u32 k = 0; k < CACHE_PACK; ++k) {
            made.at[k] = stored<U>(pack.at[k], part.inverse);
        }
        *reinterpret_cast<CachePack<U> *>(to + head * part.cache_strides.head + at) = made;
    }
}

template <class T, class U>
__device__ inline void append_elements(const cache_part &part, const T *from, U *to)
{
    for (u32 i = threadIdx.x; i < part.heads * part.head_size; i += blockDim.x) {
        const u32 head = i / part.head_size, at = i % part.head_size;
        to[head * part.cache_strides.head + at] =
            stored<U>(from[head * part.from_strides.head + at], part.inverse);
    }
}

template <class T, class U> __device__ inline void append_token(const cache_append &work)
{
    const Token token = token_of(work.starts, work.batches, work.length, blockIdx.x);
    if (!token.is_real) {
        return;
    }
    const u32 length = work.lengths ? work.lengths[token.batch] : 0, place = token.place + length;
    if (length >= work.capacity || place >= work.capacity) { // the sum may have overflowed
        return;
    }
    usize outer = token.batch;
    u32 slot = place;
    if (work.pages) {
        const u32 page = place / work.page_size;
        outer = work.pages[token.batch * work.pages_stride + page];
        slot = place - page * work.page_size;
        if (outer >= work.page_count) {
            return;
        }
    }
    const cache_part part = blockIdx.y == 0 ? work.keys : work.values;
    const T *const from =
        global_in_wave(static_cast<const T *>(part.from) +
                       offset_of(part.from_strides, work.starts, token, blockIdx.x));
    U *const to =
        global_in_wave(static_cast<U *>(part.cache) + outer * part.cache_strides.outer +
                       slot * part.cache_strides.token);
    if (part.is_packed) {
        append_packs(part, from, to);
    } else {
        append_elements(part, from, to);
    }
}

#define CACHE_APPEND(T, U)                                                                         \
    extern "C" __global__ void __launch_bounds__(CACHE_THREADS)                                    \
        cache_append_##T##_##U(const cache_append work)                                            \
    {                                                                                              \
        append_token<T, U>(work);                                                                  \
    }
