// Reductions over threads of a block. A warp is 32 neighbouring threads, whatever a wave of the
// machine is: where that has 64 lanes, two warps share one and do not see each other.
//
// Blocks have two dimensions and are counted as one row of threads, x fastest; of fewer than 32
// threads a power of two, otherwise a multiple of 32. Values of any type of 4 bytes or a multiple;
// operations are commutative, so that every thread of a warp gets the same bits. All threads of the
// block, or of the warp, must come along.
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

// The larger of two numbers that are not NaN.
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

// The |x| of the thread whose number differs in the bit |step|. The warp has |threads|.
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

// Whether low <= step < high, all powers of two, in the fewest instructions.
__device__ inline bool is_from_to(u32 step, u32 low, u32 high)
{
    if constexpr (is_amd) {
        return ((high - 1) & ~(low - 1) & step) != 0;
    } else {
        return step >= low && step < high;
    }
}

// Over the threads of this warp whose numbers differ only in the bits from |low| up to |high|,
// |high| excluded: both powers of two. By default over the whole warp.
template <class T, class Op>
__device__ inline T warp_reduce(T x, const Op &op, u32 low = 1, u32 high = WARP, u32 threads = WARP)
{
#pragma unroll
    for (u32 step = WARP / 2; step > 0; step /= 2) {
        if (is_from_to(step, low, high)) {
            x = op(x, warp_exchange(x, step, threads));
        }
    }
    return x;
}

template <class T> __device__ inline T warp_sum(T x)
{
    return warp_reduce(x, Add());
}

// A block as teams of |size| neighbouring threads, a power of two that divides the block. Every
// thread of a team gets the result. |partial| is the block's own, and free again after the next
// barrier.
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

// What a group of threads has made of its values, if this thread is the first to have it.
template <class T> struct Gathered {
    T value;
    u32 number; // the group's
    bool is_first;
};

// The threads whose numbers differ only in the bits from |low| up to |high|, |high| excluded, are a
// group: low <= 32, both powers of two, as is the block. Groups are counted in the order of their
// first threads. |partial| has low values for each warp.
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
    // Neighbouring threads take what the warps of one group have left.
    const u32 groups = threads >> log2_of(high) << log2_of(low);
    const u32 group = thread >> log2_of(warps), part = thread & (warps - 1);
    const bool has_group = group < groups;
    const u32 from = ((group >> log2_of(low)) * warps + part) * low + (group & (low - 1));
    x = warp_reduce(partial[has_group ? from : 0], op, 1, warps);
    return {x, group, has_group && part == 0};
}
