// Small numbers on the matrix cores of gfx90a: for elements of 16 bits they read subnormal numbers
// as zeros, and give zeros instead of subnormal sums. (See "MI200 MFMA behavior specifics" in
// MIOpen's documentation; later ones keep them.) A guard sees a tile's elements on their way to the
// cores. Where it cannot have them keep all numbers, the cores must multiply f32.
#pragma once

#include "units.cuh"

// A block's: the least that its waves have found of a and of b.
struct GuardMemory {
    u32 least[2];
};

// Whether it is true in all threads of the block; |all| is in LDS, and nobody reads it yet.
__device__ inline bool is_true_in_block(bool is_true, u32 &all)
{
    if (threadIdx.x == 0) {
        all = true;
    }
    __syncthreads();
    if (!is_true) {
        all = false;
    }
    __syncthreads();
    return all != 0;
}

// For elements of T that cores multiply as E, by words.
template <class T, class E> struct Guard {
    using Safe = E;
    static constexpr bool wants_finite = false; // sums, to agree

    __device__ u32 pass(u32 word)
    {
        return word;
    }
    // For the whole block: are these the sums of all elements?
    template <class Sums>
    __device__ static bool agree(const Guard &, const Guard &, const Sums &, GuardMemory &)
    {
        return true;
    }
    // The true sums of a row.
    template <class Row> __device__ static Row restore(const Row &sums)
    {
        return sums;
    }
};

#ifdef __gfx90a__

// The less of |x| of this lane and of the one that |control| of data parallel primitives names.
template <int control> __device__ inline u32 less_of_lanes(u32 x)
{
    const u32 other = __builtin_amdgcn_update_dpp(-1, static_cast<i32>(x), control, 15, 15, false);
    return other < x ? other : x;
}

// The least of all lanes, which the wave's last lane gets. (An atomic of each of them would take
// its turn in LDS, and clang 19 makes a loop over lanes of it.)
__device__ inline u32 least_of_wave(u32 x)
{
    enum { row_shift = 0x110, row_15 = 0x142, row_31 = 0x143 };
    x = less_of_lanes<row_shift + 1>(x);
    x = less_of_lanes<row_shift + 2>(x);
    x = less_of_lanes<row_shift + 4>(x);
    x = less_of_lanes<row_shift + 8>(x);
    x = less_of_lanes<row_15>(x);
    return less_of_lanes<row_31>(x);
}

// Elements are multiplied by 2^10, which makes the smallest one normal. Those from 2^6 on become
// infinite, and then a sum is not finite.
template <> struct Guard<f16, f16> {
    using Safe = f32;
    static constexpr bool wants_finite = true;

    __device__ static u32 pass(u32 word)
    {
        using Halves = Vector<_Float16, 2>;
        const Halves scaled = __builtin_bit_cast(Halves, word) * static_cast<_Float16>(1024);
        return __builtin_bit_cast(u32, scaled);
    }
    template <class Sums>
    __device__ static bool agree(const Guard &, const Guard &, const Sums &sums,
                                 GuardMemory &memory)
    {
        return is_true_in_block(sums.are_finite(), memory.least[0]);
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
};

// If elements are 0 or at least 2^e, all sums are 0 or at least the product of their units, which
// are 2^(e - 7).
template <> struct Guard<bf16, bf16> : Guard<bf16, f32> {
    __device__ u32 pass(u32 word)
    {
        Words before; // without the sign, and zero is the largest: 2 word - 1
        asm("v_pk_mad_u16 %0, %1, 2, -1 op_sel_hi:[1,0,1]" : "=v"(before) : "v"(word));
        smallest_ = __builtin_elementwise_min(smallest_, before);
        return word;
    }
    template <class Sums>
    __device__ static bool agree(const Guard &a, const Guard &b, const Sums &, GuardMemory &memory)
    {
        if (threadIdx.x == 0) {
            memory.least[0] = memory.least[1] = ~0u;
        }
        __syncthreads();
        const u32 a_least = least_of_wave(a.exponent()), b_least = least_of_wave(b.exponent());
        if (threadIdx.x % WAVE == WAVE - 1) {
            atomicMin(&memory.least[0], a_least);
            atomicMin(&memory.least[1], b_least);
        }
        __syncthreads();
        return memory.least[0] > 0 && memory.least[1] > 0 &&
               memory.least[0] + memory.least[1] >= 2 * (BIAS + 7) - (BIAS - 1);
    }

  private:
    enum { BIAS = 127 };
    using Words = Vector<u16, 2>;

    __device__ u32 exponent() const
    {
        return (1u + (smallest_.x < smallest_.y ? smallest_.x : smallest_.y)) >> 8;
    }

    Words smallest_ = {0xffff, 0xffff};
};

#endif
