// sum_T: adds a tensor's elements into |out|, over some of its dimensions, atomically.
//
// A thread first sums what lies along the innermost of these dimensions, up to PART elements; then
// neighbouring threads of a warp with the same destination sum theirs. Narrow floats are summed in
// f32 until then.
#pragma once

#include "../layout.cuh"
#include "../wave.cuh"
#include "divide.cuh"

enum { PART = 32 };

// Summed dimensions: lengths[count], then their strides among the logical indices.
struct SumDims {
    usize count;
    const usize *info;

    __device__ usize length(usize q) const
    {
        return info[q];
    }
    __device__ usize stride(usize q) const
    {
        return info[count + q];
    }
    // Where the element with this logical index is added.
    __device__ usize destination(usize index) const
    {
#pragma unroll 1
        for (usize q = 0; q < count; ++q) {
            const usize outside = index_quotient(index, stride(q));
            index += (index_quotient(outside, length(q)) - outside) * stride(q);
        }
        return index;
    }
};

// Sums of runs of neighbouring lanes with the same |destination|; true for the first of each run,
// which has it then. All lanes of the warp come along.
template <class T> __device__ inline bool sum_runs(T &sum, usize destination)
{
    const u32 lane = threadIdx.x % WARP;
    const u64 before = __shfl_up_sync(~0u, static_cast<u64>(destination), 1);
    const bool is_first = lane == 0 || before != destination;
    const u32 later = __ballot_sync(~0u, is_first) & ~1u << lane;
    const u32 end = later == 0 ? u32(WARP) : static_cast<u32>(__ffs(static_cast<int>(later))) - 1;
#pragma unroll
    for (u32 step = 1; step < WARP; step *= 2) {
        const T other = __shfl_down_sync(~0u, sum, step);
        if (lane + step < end) {
            sum += other;
        }
    }
    return is_first;
}

template <class T>
__device__ inline void sum_into(usize numel, usize rank, usize sum_dims, const usize *info,
                                const T *inp, T *out)
{
    const Layout<1> layout(numel, rank, info);
    const SumDims dims = {sum_dims, info + 2 * rank};
    const usize length = sum_dims == 0 ? 1 : dims.length(sum_dims - 1);
    const usize stride = sum_dims == 0 ? 1 : dims.stride(sum_dims - 1);
    const usize parts = (length + PART - 1) / PART;
    const usize shares = index_quotient(numel, length) * parts;
    // Blocks that are no whole warps do without the second step.
    const bool are_warps = blockDim.x % WARP == 0;
    const usize lane = are_warps ? threadIdx.x % WARP : 0;
    const usize thread = static_cast<usize>(blockIdx.x) * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (usize first = thread - lane; first < shares;
         first += static_cast<usize>(gridDim.x) * blockDim.x) {
        const usize own = first + lane;
        Compute<T> sum = 0;
        usize destination = ~usize(0);
        if (own < shares) {
            const usize above = index_quotient(own, stride), line = index_quotient(above, parts);
            const usize begin = line * length * stride + (own - above * stride);
            destination = dims.destination(begin);
#pragma unroll 1
            for (usize k = above - line * parts; k < length; k += parts) {
                sum += widen(inp[layout.at(begin + k * stride).offset[0]]);
            }
        }
        const bool is_first = !are_warps || sum_runs(sum, destination);
        if (is_first && own < shares) {
            atomicAdd(out + destination, narrow<T>(sum));
        }
    }
}
