// Reductions over threads of a block. A warp is 32 neighbouring threads on every GPU. Where a wave
// of the machine has 64 lanes, two warps share a wave and do not see each other.
//
// A block of two dimensions is taken as one row of threads, x fastest. The number of its threads is
// a power of two if it is less than 32, otherwise a multiple of 32. The size of a value is a
// multiple of 4 bytes. Operations are commutative, so that every thread of a warp gets the same
// bits. All threads of the block, or of the warp, must call the function.
#pragma once

#include "powers.cuh"
#include "vendor.cuh"

enum { WARP = 32 };

struct Add {
    template <class T> __device__ T operator()(T a, T b) const
    {
        return a + b;
    }
};

// Returns the larger of two numbers, of which none is NaN.
struct Larger {
    template <class T> __device__ T operator()(T a, T b) const
    {
        return a > b ? a : b;
    }
};

__device__ inline u32 block_threads()
{
    return blockDim.x * blockDim.y;
}

__device__ inline u32 block_thread()
{
    return threadIdx.y * blockDim.x + threadIdx.x;
}

// Returns the |x| of the thread whose number differs from this thread's only in the bit |step|.
// |threads|, the number of the block's threads, matters if it is less than a warp.
template <class T> __device__ inline T warp_exchange(T x, int step, u32 threads = WARP)
{
    static_assert(sizeof(T) % sizeof(u32) == 0, "whole words");
    const u32 mask = threads < WARP ? (1u << threads) - 1 : ~0u;
    u32 words[sizeof(T) / sizeof(u32)];
    __builtin_memcpy(words, &x, sizeof(T));
#pragma unroll
    for (u32 &word : words) {
        word = __shfl_xor_sync(mask, word, step);
    }
    __builtin_memcpy(&x, words, sizeof(T));
    return x;
}

// Whether low <= step < high, which are all powers of two, in the fewest instructions.
__device__ inline bool is_in_range(u32 step, u32 low, u32 high)
{
    if constexpr (is_amd) {
        return ((high - 1) & ~(low - 1) & step) != 0;
    } else {
        return step >= low && step < high;
    }
}

// Reduces x over the threads of this warp whose numbers differ only in the bits from |low| up to
// |high|, |high| excluded: both are powers of two. By default it reduces over the whole warp. All
// of these threads get the result. |threads|, the number of the block's threads, matters if it is
// less than a warp.
template <class T, class Op>
__device__ inline T warp_reduce(T x, const Op &op, u32 low = 1, u32 high = WARP, u32 threads = WARP)
{
#pragma unroll
    for (u32 step = WARP / 2; step > 0; step /= 2) {
        if (is_in_range(step, low, high)) {
            x = op(x, warp_exchange(x, step, threads));
        }
    }
    return x;
}

template <class T> __device__ inline T warp_sum(T x)
{
    return warp_reduce(x, Add());
}

// Reduces x over each team of |size| neighbouring threads, a power of two that divides the number
// of the block's threads. Every thread of a team gets the result. |partial| is in LDS, and free
// again after the next barrier.
template <class T, class Op>
__device__ inline T team_reduce(T x, const Op &op, u32 size, T (&partial)[WARP])
{
    const u32 threads = block_threads(), thread = block_thread();
    x = warp_reduce(x, op, 1, size, threads);
    if (size <= WARP) {
        return x;
    }
    const u32 warp = thread / WARP, lane = thread % WARP, warps = size / WARP;
    if (lane == 0) {
        partial[warp] = x;
    }
    __syncthreads();
    return warp_reduce(partial[(warp & ~(warps - 1)) | (lane & (warps - 1))], op, 1, warps);
}

// The result of a group of threads. |is_first| is true in one thread of each group: that thread is
// to use the result.
template <class T> struct Gathered {
    T value;
    u32 number; // the group's number
    bool is_first;
};

// Reduces x over groups: threads whose numbers differ only in the bits from |low| up to |high|,
// |high| excluded. Both are powers of two, and low <= 32; the number of the block's threads is a
// power of two as well. Groups are numbered in the order of their first threads. |partial| has room
// for |low| values of each warp.
template <class T, class Op>
__device__ inline Gathered<T> block_gather(T x, const Op &op, u32 low, u32 high, T *partial)
{
    const u32 threads = block_threads(), thread = block_thread();
    x = warp_reduce(x, op, low, high, threads);
    if (high <= WARP) {
        return {x, (thread >> log2_of(high) << log2_of(low)) + (thread & (low - 1)),
                (thread & (high - 1)) < low};
    }
    const u32 warp = thread / WARP, lane = thread % WARP, warps = high / WARP;
    if (lane < low) {
        partial[warp * low + lane] = x;
    }
    __syncthreads();
    // Each warp has left its values in |partial|. Neighbouring threads now take the values of one
    // group, and reduce them.
    const u32 groups = threads >> log2_of(high) << log2_of(low);
    const u32 group = thread >> log2_of(warps), part = thread & (warps - 1);
    const bool has_group = group < groups;
    const u32 from = ((group >> log2_of(low)) * warps + part) * low + (group & (low - 1));
    x = warp_reduce(partial[has_group ? from : 0], op, 1, warps);
    return {x, group, has_group && part == 0};
}
