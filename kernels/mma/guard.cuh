// Small numbers on the matrix cores of gfx90a: for elements of 16 bits they read subnormal numbers
// as zeros, and give zeros instead of subnormal sums. (See "MI200 MFMA behavior specifics" in
// MIOpen's documentation; later ones keep them.) A guard watches the elements of a tile on their
// way to the cores. Where it cannot have them keep all numbers, cores that multiply f32 must.
#pragma once

#include "units.cuh"

// A block's. The margins of a and b.
struct GuardMemory {
    u32 margins[2];
};

// For elements of T that cores multiply as E, by words.
template <class T, class E> struct Guard {
    using Safe = E;

    __device__ u32 pass(u32 word)
    {
        return word;
    }
    __device__ static bool agree(const Guard &, const Guard &, GuardMemory &)
    {
        return true;
    }
    template <class Sums> __device__ static Sums restore(const Sums &sums)
    {
        return sums;
    }
};

#ifdef __gfx90a__

using U16x2 = Vector<u16, 2>;

__device__ inline U16x2 magnitudes(u32 word)
{
    return __builtin_bit_cast(U16x2, word & 0x7fff7fff);
}

// The smallest margins that a thread of the block has seen.
__device__ inline void collect(u32 a_margin, u32 b_margin, GuardMemory &memory)
{
    if (threadIdx.x == 0) {
        memory.margins[0] = memory.margins[1] = ~0u;
    }
    __syncthreads();
    atomicMin(&memory.margins[0], a_margin);
    atomicMin(&memory.margins[1], b_margin);
    __syncthreads();
}

// Elements are multiplied by 2^10, which makes the smallest subnormal one normal and is exact below
// 2^6.
template <> struct Guard<f16, f16> {
    using Safe = f32;

    __device__ u32 pass(u32 word)
    {
        using Halves = Vector<_Float16, 2>;
        largest = __builtin_elementwise_max(largest, magnitudes(word));
        const Halves scaled = __builtin_bit_cast(Halves, word) * static_cast<_Float16>(1024);
        return __builtin_bit_cast(u32, scaled);
    }
    __device__ static bool agree(const Guard &a, const Guard &b, GuardMemory &memory)
    {
        collect(a.margin(), b.margin(), memory);
        return memory.margins[0] > TOO_LARGE && memory.margins[1] > TOO_LARGE;
    }
    template <int V> __device__ static Pack<f32, V> restore(Pack<f32, V> sums)
    {
        Batch<f32, V> all = sums.template pop<V>();
#pragma unroll
        for (f32 &sum : all.at) {
            sum *= 0x1p-20f;
        }
        sums.push(all);
        return sums;
    }

  private:
    enum { TOO_LARGE = 0xffff - 0x5400 }; // of 2^6

    __device__ u32 margin() const
    {
        return 0xffff - (largest.x > largest.y ? largest.x : largest.y);
    }

    U16x2 largest = {0, 0};
};

// With elements of 2^e and more, zeros aside, all sums are zero or at least the product of their
// units, which are 2^(e - 7).
template <> struct Guard<bf16, bf16> : Guard<bf16, f32> {
    using Safe = f32;

    __device__ u32 pass(u32 word)
    {
        const U16x2 before_zero = magnitudes(word) - static_cast<u16>(1);
        smallest = __builtin_elementwise_min(smallest, before_zero);
        return word;
    }
    __device__ static bool agree(const Guard &a, const Guard &b, GuardMemory &memory)
    {
        collect(a.margin(), b.margin(), memory);
        const u32 a_exponent = memory.margins[0] >> 7, b_exponent = memory.margins[1] >> 7;
        return a_exponent > 0 && b_exponent > 0 &&
               a_exponent + b_exponent >= 2 * (BIAS + 7) - (BIAS - 1);
    }

  private:
    enum { BIAS = 127 };

    __device__ u32 margin() const
    {
        return 1u + (smallest.x < smallest.y ? smallest.x : smallest.y);
    }

    U16x2 smallest = {0xffff, 0xffff};
};

#endif
