// Convolutions on NVIDIA GPUs: what conv/vendor.cuh lists. The address of a vector is a multiple of
// its size.
#pragma once

#include "../../../contract/convolution.h"
#include "../../../device/pack.cuh"

enum { ACROSS = CONV_PATCH_WIDTH };

// ---- Moving packs -------------------------------------------------------------------------------

// Copies |count| neighbours as vectors of V elements.
template <int V, int count, class T> __device__ inline void copy_vectors(T *to, const T *from)
{
#pragma unroll
    for (int i = 0; i < count; i += V) {
        move_vector<V>(to + i, from + i);
    }
}

// Copies |count| neighbours as the longest vectors that may be at multiples of |aligned| bytes.
template <int count, class T> __device__ inline void copy_pack(T *to, const T *from, u32 aligned)
{
    if (count * sizeof(T) >= 16 && aligned >= 16) {
        copy_vectors<smaller(count, 16 / sizeof(T)), count>(to, from);
    } else if (aligned >= 8) {
        copy_vectors<8 / sizeof(T), count>(to, from);
    } else if (aligned >= 4) {
        copy_vectors<4 / sizeof(T), count>(to, from);
    } else {
        copy_vectors<1, count>(to, from);
    }
}

template <int count, class T>
__device__ inline void load_pack(T (&to)[count], const T *from, u32 aligned)
{
    copy_pack<count>(to, from, aligned);
}

template <int count, class T>
__device__ inline void store_pack(T *to, const T (&from)[count], u32 aligned)
{
    copy_pack<count, T>(to, from, aligned);
}

template <class T> __device__ inline void move_neighbours(T *to, const T *from, const T *in_memory)
{
    constexpr int V = 16 / sizeof(T);
    if (is_vector<T, V>(in_memory, 1)) {
        copy_vectors<V, ACROSS>(to, from);
    } else {
        copy_vectors<1, ACROSS>(to, from);
    }
}

// ---- Pairs of sums ------------------------------------------------------------------------------

struct Pair {
    f32 of[2];

    __device__ f32 operator[](int i) const
    {
        return of[i];
    }
    __device__ void operator+=(Pair other)
    {
        of[0] += other.of[0];
        of[1] += other.of[1];
    }
};

__device__ inline Pair operator*(f32 x, Pair pair)
{
    return {x * pair.of[0], x * pair.of[1]};
}

__device__ __forceinline__ void keep_together(Pair &)
{
}

// ---- Groups of threads --------------------------------------------------------------------------

// Waits for the |threads| threads of group number |group|. Barrier 0 is that of the block.
template <int threads> __device__ inline void wait_for_group(u32 group)
{
    asm volatile("bar.sync %0, %1;" ::"r"(1 + group), "n"(threads) : "memory");
}
