// Chunks of lines that come to shared memory, and leave it.
#pragma once

#include "../../../contract/attention_nvidia.h"
#include "../../../device/mma/tensor.cuh"

#ifdef HAS_TENSOR_CORES

// ---- Copies -------------------------------------------------------------------------------------

// Copies the first |count| elements of a chunk, zeros behind them. Chunks of f8 may be at any
// multiple of 8 bytes unless they are |in_chunks|.
template <class T>
__device__ __forceinline__ void bring_chunk(u32 to, const T *from, u32 count, bool in_chunks)
{
    const u32 bytes = count * sizeof(T);
    if (sizeof(T) > 1 || in_chunks) {
        copy_chunk(to, from, bytes);
    } else {
        copy_half_chunk(to, from, min(bytes, 8));
        copy_half_chunk(to + 8, bytes > 8 ? from + 8 : from, max(bytes, 8) - 8);
    }
}

// Whether all chunks of lines are at multiples of 16 bytes. Those of elements of two bytes always
// are.
template <class T>
__device__ __forceinline__ bool is_in_chunks(const void *data, const token_strides &strides)
{
    return sizeof(T) > 1 ||
           (reinterpret_cast<usize>(data) | strides.outer | strides.token | strides.head) % CHUNK ==
               0;
}

// ---- Shared memory ------------------------------------------------------------------------------

__device__ __forceinline__ uint4 load_chunk(u32 from)
{
    uint4 chunk;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(chunk.x), "=r"(chunk.y), "=r"(chunk.z), "=r"(chunk.w)
                 : "r"(from)
                 : "memory");
    return chunk;
}

__device__ __forceinline__ uint2 load_half_chunk(u32 from)
{
    uint2 half;
    asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];"
                 : "=r"(half.x), "=r"(half.y)
                 : "r"(from)
                 : "memory");
    return half;
}

__device__ __forceinline__ void store_word(u32 to, u32 word)
{
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(to), "r"(word) : "memory");
}

__device__ __forceinline__ void store_chunk(u32 to, uint4 chunk)
{
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(chunk.x), "r"(chunk.y),
                 "r"(chunk.z), "r"(chunk.w)
                 : "memory");
}

#endif
