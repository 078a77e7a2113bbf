// Guards against small numbers that the matrix cores of gfx90a lose. For elements of 16 bits these
// cores read subnormal numbers as zeros, and return zeros instead of subnormal sums; the cores of
// later GPUs keep subnormal numbers. (See "MI200 MFMA behavior specifics" in MIOpen's
// documentation.) A guard sees a tile's elements on their way to the cores. If a guard finds that
// the cores may have lost numbers, the cores must multiply the elements again as f32.
#pragma once

#include "units.cuh"

// What the guards of a block share, in LDS: the least exponent in a, and the least exponent in b.
// Guard<f16, f16> uses least[0] as a flag.
struct GuardMemory {
    u32 least[2];
};

// Whether |is_true| holds in all threads of the block. |all| is in LDS, and is overwritten: no
// thread may still be reading it.
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

// Guards elements of T that the matrix cores multiply as E; the caller gives word_for_cores() the
// elements word by word. This general guard does nothing, because these types lose no numbers.
template <class T, class E> struct Guard {
    using Safe = E;
    // Whether sums_are_right() is false if a sum is not finite.
    static constexpr bool needs_finite_sums = false;

    __device__ u32 word_for_cores(u32 word)
    {
        return word;
    }
    // Whether the sums are right: no element or sum was lost. All threads of the block must call
    // sums_are_right(), and get the same answer.
    template <class Sums>
    __device__ static bool sums_are_right(const Guard &, const Guard &, const Sums &, GuardMemory &)
    {
        return true;
    }
    // Returns the true sums of a row. |sums| are sums of elements that word_for_cores() returned.
    template <class Row> __device__ static Row restore(const Row &sums)
    {
        return sums;
    }
};

#ifdef __gfx90a__

// Returns the lesser of this lane's |x| and another lane's. |control|, of DPP (data parallel
// primitives), chooses the other lane. If it chooses none, the result is this lane's |x|.
template <int control> __device__ inline u32 less_of_lanes(u32 x)
{
    const u32 other = __builtin_amdgcn_update_dpp(-1, static_cast<i32>(x), control, 15, 15, false);
    return other < x ? other : x;
}

// Returns the least |x| of the wave, in the wave's last lane alone. (Atomics of all lanes would
// wait for each other in LDS, and clang 19 makes a loop over lanes of them.)
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

// Multiplies elements by 2^10, which makes the smallest subnormal number normal. Elements of 2^6 or
// more become infinite; their sums are then not finite, and sums_are_right() is false.
template <> struct Guard<f16, f16> {
    using Safe = f32;
    static constexpr bool needs_finite_sums = true;

    __device__ static u32 word_for_cores(u32 word)
    {
        using Halves = Vector<_Float16, 2>;
        const Halves scaled = __builtin_bit_cast(Halves, word) * static_cast<_Float16>(1024);
        return __builtin_bit_cast(u32, scaled);
    }
    template <class Sums>
    __device__ static bool sums_are_right(const Guard &, const Guard &, const Sums &sums,
                                          GuardMemory &memory)
    {
        return is_true_in_block(sums.are_finite(), memory.least[0]);
    }
    template <int V> __device__ static Pack<f32, V> restore(Pack<f32, V> sums)
    {
        Elements<f32, V> all = sums.template pop<V>();
#pragma unroll
        for (f32 &sum : all.at) {
            sum *= 0x1p-20f;
        }
        sums.push(all);
        return sums;
    }
};

// Finds the least exponents of a and b. An element that is 0 or at least 2^e is a multiple of its
// unit in the last place, 2^(e - 7). A sum of products is then 0 or at least the product of a's
// unit and b's, which must be a normal number.
template <> struct Guard<bf16, bf16> : Guard<bf16, f32> {
    __device__ u32 word_for_cores(u32 word)
    {
        // Each half of the word becomes 2 * half - 1. This drops the sign bit, and makes a zero the
        // largest number, which a minimum ignores.
        Words before;
        asm("v_pk_mad_u16 %0, %1, 2, -1 op_sel_hi:[1,0,1]" : "=v"(before) : "v"(word));
        smallest_ = __builtin_elementwise_min(smallest_, before);
        return word;
    }
    template <class Sums>
    __device__ static bool sums_are_right(const Guard &a, const Guard &b, const Sums &,
                                          GuardMemory &memory)
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
