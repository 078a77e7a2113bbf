// Convolutions on AMD GPUs: what conv/vendor.cuh lists. Vectors may be at any address.
#pragma once

#include "../../../contract/convolution.h"
#include "../../../device/pack.cuh"

enum { ACROSS = CONV_PATCH_WIDTH };

// ---- Moving packs -------------------------------------------------------------------------------

template <class T, int count> using PackBits = BitsOf<T> __attribute__((ext_vector_type(count)));

template <int count, class T> __device__ inline void load_pack(T (&to)[count], const T *from, u32)
{
    typedef PackBits<T, count> Unaligned __attribute__((aligned(sizeof(T)), may_alias));
    const PackBits<T, count> words = *reinterpret_cast<const Unaligned *>(from);
#pragma unroll
    for (int i = 0; i < count; ++i) {
        to[i] = __builtin_bit_cast(T, static_cast<BitsOf<T>>(words[i]));
    }
}

template <int count, class T> __device__ inline void store_pack(T *to, const T (&from)[count], u32)
{
    typedef PackBits<T, count> Unaligned __attribute__((aligned(sizeof(T)), may_alias));
    PackBits<T, count> words;
#pragma unroll
    for (int i = 0; i < count; ++i) {
        words[i] = __builtin_bit_cast(BitsOf<T>, from[i]);
    }
    *reinterpret_cast<Unaligned *>(to) = words;
}

template <class T> __device__ inline void move_neighbours(T *to, const T *from, const T *)
{
    __builtin_memcpy(to, from, ACROSS * sizeof(T));
}

// ---- Pairs of sums ------------------------------------------------------------------------------

typedef f32 Pair __attribute__((ext_vector_type(2)));

// Collects a pair in two neighbouring registers. On gfx90a, which multiplies both numbers at once,
// the compiler would otherwise move the two numbers together anew for each use.
__device__ __forceinline__ void keep_together(Pair &pair)
{
#if defined(__gfx90a__)
    asm("" : "+v"(pair));
#endif
}

// ---- Groups of threads --------------------------------------------------------------------------

// Waits for all threads of the block: AMD GPUs do not have barriers for parts of a block.
template <int threads> __device__ inline void wait_for_group(u32)
{
    __syncthreads();
}
