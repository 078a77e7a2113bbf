// sum_T: adds a tensor's elements into |out|, over some of its dimensions, atomically.
//
// A thread first sums up to PART elements along the innermost of these dimensions. Then
// neighbouring threads of a warp with the same destination sum their results. Narrow floats are
// summed in f32 until then.
#pragma once

#include "../../device/wave.cuh"
#include "region.cuh"
#include "tile.cuh"

enum { PART = 64 };

// The summed dimensions: info = lengths[count], strides[count]. A stride is a difference of logical
// indices.
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
};

// Returns the index of the output to which the element with this logical index belongs.
__device__ OUT_OF_LINE usize sum_destination(usize count, const usize *info, usize index)
{
    const SumDims dims = {same_in_wave(count), same_in_wave(info)};
#pragma unroll 1
    for (usize q = 0; q < dims.count; ++q) {
        const usize outside = index_quotient(index, dims.stride(q));
        index += (index_quotient(outside, dims.length(q)) - outside) * dims.stride(q);
    }
    return index;
}

// Sums over runs of neighbouring lanes that have the same |destination|. Returns true in the first
// lane of each run, and there sets |sum| to the sum of the run. All lanes of the warp must call it.
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

// Two neighbouring f16 or bf16, which GPUs add to memory by one atomic instruction. A single half
// takes a loop, which tries again until no other thread has changed the word around the half.
template <class T> struct Pair;

template <> struct Pair<f16> {
    using Type = __half2;
};

template <> struct Pair<bf16> {
    using Type = __nv_bfloat162;
};

// Adds |x| to out[destination] where |is_there|. If two neighbouring lanes add to both halves of a
// word, one of them adds both at once. All lanes of the warp must call it.
template <class T> __device__ inline void add_halves(T *out, usize destination, T x, bool is_there)
{
    const u32 lane = threadIdx.x % WARP;
    T *const to = out + destination;
    uint16_t bits;
    __builtin_memcpy(&bits, &x, sizeof(T));
    const u32 next = __shfl_down_sync(~0u, static_cast<u32>(bits), 1);
    const u64 next_to = __shfl_down_sync(~0u, is_there ? reinterpret_cast<u64>(to) : 0, 1);
    const bool is_pair = is_there && lane + 1 < WARP && reinterpret_cast<u64>(to) % 4 == 0 &&
                         next_to == reinterpret_cast<u64>(to + 1);
    const u32 pairs = __ballot_sync(~0u, is_pair);
    if (is_pair) {
        typename Pair<T>::Type pair;
        const u32 both = bits | next << 16;
        __builtin_memcpy(&pair, &both, sizeof(both));
        atomicAdd(reinterpret_cast<typename Pair<T>::Type *>(to), pair);
    } else if (is_there && (pairs << 1 >> lane & 1) == 0) {
        atomicAdd(to, x);
    }
}

// Returns the distance in memory between elements that follow each other along the innermost of
// |dims|, if that is a dimension of the tensor. Otherwise returns 0: then the caller finds each
// element by its logical index.
__device__ inline usize sum_step(const SumDims &dims, const Shape &shape)
{
    usize size = 1, step = 0;
#pragma unroll 1
    for (usize d = shape.rank; dims.count > 0 && d-- > 0;) {
        if (size == dims.stride(dims.count - 1) && shape.sizes[d] == dims.length(dims.count - 1)) {
            step = shape.strides[d];
        }
        size *= shape.sizes[d];
    }
    return step;
}

// The work of the threads of a block: how lines of the tensor are divided into shares, and which
// shares the threads take. A SumJob is in shared memory. A line is the elements that differ only in
// their index along the innermost summed dimension.
struct SumJob {
    Region region; // describes the tensor's dimensions
    // The distance in memory, in elements, between neighbouring elements of a line, or 0 if that
    // differs or is not known (sum_step()).
    usize step;
    // the length of a line, and the distance of its neighbouring elements in logical indices
    usize length, stride;
    // Into how many parts each line is divided. Part k has the elements k, k + parts, k + 2 * parts
    // and so on of the line.
    usize parts;
    // the number of shares of all lines together; a share is one part of one line
    usize shares;
    usize end;     // |shares|, rounded up to whole warps if all lanes must take part
    usize first;   // the share that the block's first thread takes in round 0
    usize at_once; // shares that all threads of the grid take in a round
    u32 most;      // the most elements that a part has; some parts have one element less
};
using SharedSumJob = const volatile IN_LDS SumJob;

__device__ OUT_OF_LINE void sum_plan(IN_LDS SumJob *in_lds, usize numel, usize rank, usize sum_dims,
                                     const usize *info)
{
    SumJob &job = *(SumJob *)in_lds;
    const Shape shape(same_in_wave(rank), same_in_wave(info));
    const SumDims dims = {same_in_wave(sum_dims), shape.sizes + 2 * shape.rank};
    region_collapse(job.region, shape);
    job.step = sum_step(dims, shape);
    job.length = dims.count == 0 ? 1 : dims.length(dims.count - 1);
    job.stride = dims.count == 0 ? 1 : dims.stride(dims.count - 1);
    job.parts = job.step == 0 ? job.length : (job.length + PART - 1) / PART;
    job.shares = index_quotient(numel, job.length) * job.parts;
    job.most = static_cast<u32>(index_quotient(job.length + job.parts - 1, job.parts));
}

// Returns the sum of the k-th part of the line that begins at logical index |begin|.
template <class T>
__device__ inline Compute<T> sum_part(SharedSumJob &job, const T *inp, usize begin, usize k)
{
    constexpr u32 loads = 8;
    const u32 count = job.most - (k + (job.most - 1) * job.parts < job.length ? 0 : 1);
    Compute<T> sum = 0;
    const T *next = inp + region_offset(job.region, begin + k * job.stride);
#pragma unroll 1
    for (u32 i = 0; i < count; i += loads) {
        T held[loads] = {};
#pragma unroll
        for (u32 j = 0; j < loads; ++j) {
            if (i + j < count) {
                held[j] = *next;
            }
            next += job.parts * job.step;
        }
#pragma unroll
        for (u32 j = 0; j < loads; ++j) {
            sum += widen(held[j]);
        }
    }
    return sum;
}

// Returns the index of this thread's share in round |round|.
__device__ inline usize sum_share(SharedSumJob &job, u32 round)
{
    return job.first + round * job.at_once + threadIdx.x;
}

// Finds the shares of this block. One block in |tile| works.
__device__ __forceinline__ void plan_rounds(SumJob &job, u32 tile, bool are_warps)
{
    const usize workers = (static_cast<usize>(gridDim.x) + tile - 1) >> log2_of(tile);
    job.first = static_cast<usize>(blockIdx.x >> log2_of(tile)) * blockDim.x;
    job.at_once = workers * blockDim.x;
    job.end = are_warps ? (job.shares + WARP - 1) / WARP * WARP : job.shares;
}

template <class T>
__device__ inline void sum_into(usize numel, usize rank, usize sum_dims, const usize *info,
                                const T *inp, T *out)
{
    __shared__ SumJob shared_job;
    if (leaves_at_once<PART>(true)) {
        return;
    }
    const u32 tile = tile_of(PART);
    if (!is_tile_worker(tile)) {
        return;
    }
    // If blocks are not whole warps, neighbouring threads do not add up their results.
    const bool are_warps = blockDim.x % WARP == 0;
    if (threadIdx.x == 0) {
        sum_plan((IN_LDS SumJob *)&shared_job, numel, rank, sum_dims, info);
        plan_rounds(shared_job, tile, are_warps);
    }
    __syncthreads();
    SharedSumJob &job = *(SharedSumJob *)&shared_job;
#pragma unroll 1
    for (u32 round = 0; sum_share(job, round) < job.end; ++round) {
        const usize own = sum_share(job, round);
        Compute<T> sum = 0;
        usize destination = ~usize(0);
        if (own < job.shares) {
            const usize above = index_quotient(own, job.stride);
            const usize line = index_quotient(above, job.parts);
            const usize begin = line * job.length * job.stride + (own - above * job.stride);
            sum = sum_part(job, inp, begin, above - line * job.parts);
            destination = sum_destination(sum_dims, info + 2 * rank, begin);
        }
        const bool is_first = !are_warps || sum_runs(sum, destination);
        const bool is_there = is_first && sum_share(job, round) < job.shares;
        if constexpr (sizeof(T) == 2) {
            if (are_warps) {
                add_halves(out, destination, narrow<T>(sum), is_there);
                continue;
            }
        }
        if (is_there) {
            atomicAdd(out + destination, narrow<T>(sum));
        }
    }
}
