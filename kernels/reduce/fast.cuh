// fast_*: an output for each block of the grid, each from K elements of a strided tensor.
//
// A block makes a tile of outputs,
// - by teams of neighbouring threads, one for each output, where the elements of an output lie side
//   by side: as 16-byte vectors;
// - or, where a tensor is reduced along an outer dimension and elements of neighbouring outputs lie
//   side by side, with a thread of every output by the other.
#pragma once

#include "../wave.cuh"
#include "operations.cuh"
#include "region.cuh"
#include "tile.cuh"

template <class T> struct Tiles {
    static constexpr u32 most = sizeof(T) == 1 ? 32 : 64 / sizeof(T);
    // A thread's on their way: of vectors, and of single elements.
    static constexpr u32 loads = 2;
    static constexpr u32 single_loads = sizeof(T) == 8 ? 2 : 3;
    // Vectors for a thread, at most, if that takes several outputs: the way to the first of them is
    // longer than all of theirs.
    static constexpr u32 share = 16;

    // Outputs to a block if they lie in rows.
    static __device__ u32 rows(usize count)
    {
        const u32 enough = blockDim.x * share * vector_length<T>;
        const u32 each =
            count < enough ? (enough >> log2_of(power_above(static_cast<u32>(count)))) : 1;
        return tile_of(each < most ? within_block(each) : within_block(most));
    }
    // If they lie in columns, a multiple of that: a sector of memory wide if that leaves a block
    // for every multiprocessor, two if there are still enough then.
    static __device__ u32 columns(u32 rows)
    {
        constexpr u32 sector = 32 / sizeof(T);
        const u32 least = tile_of(within_block(sector), 17), tile = tile_of(within_block(most));
        const u32 wide = tile > least ? tile : least;
        return wide > rows ? wide : rows;
    }

  private:
    static __device__ u32 within_block(u32 tile)
    {
        return tile < blockDim.x ? tile : blockDim.x;
    }
};

// A thread's share of a run of |count| vectors: |first|, |first| + |step| and so on. A vector is V
// neighbours, |stride| elements from the next one; |index| is that of the run's first element.
template <int V, class Op, class T>
__device__ inline void take_vectors(const Op &op, typename Op::State &state, const T *run,
                                    usize stride, u32 count, u32 first, u32 step, u32 index)
{
    constexpr int loads = V > 1 ? Op::loads : Tiles<T>::single_loads;
    const T *next = run + first * stride;
    const usize jump = step * stride;
#pragma unroll 1
    for (u32 k = first; k < count; k += loads * step) {
        Vector<T, V> held[loads] = {};
#pragma unroll
        for (int j = 0; j < loads; ++j) {
            if (k + j * step < count) {
                held[j] = Vector<T, V>::load(next);
            }
            next += jump;
        }
#pragma unroll
        for (int j = 0; j < loads; ++j) {
            if (k + j * step < count) {
#pragma unroll
                for (int e = 0; e < V; ++e) {
                    op.take(state, held[j][e], index + (k + j * step) * V + e);
                }
            }
        }
    }
}

// Its share of |count| single neighbours.
template <class Op, class T>
__device__ inline void take_edge(const Op &op, typename Op::State &state, const T *edge, u32 count,
                                 u32 first, u32 step, u32 index)
{
#pragma unroll 1
    for (u32 k = first; k < count; k += step) {
        op.take(state, edge[k], index + k);
    }
}

// Its share of a run of |count| neighbours, in the order that they have: what lies before the first
// vector, vectors, and what lies behind.
template <class Op, class T>
__device__ inline void take_dense(const Op &op, typename Op::State &state, const T *run, u32 count,
                                  u32 first, u32 step, u32 index)
{
    constexpr int V = vector_length<T>;
    const u32 free = elements_before_vector(run), before = free < count ? free : count;
    const u32 vectors = (count - before) / V, behind = before + vectors * V;
    take_edge(op, state, run, before, first, step, index);
    take_vectors<V>(op, state, run + before, V, vectors, first, step, index + before);
    take_edge(op, state, run + behind, count - behind, first, step, index + behind);
}

// A thread's share of the elements with the logical indices from |begin| up to |end|, a region:
// that of |member| of |members|. The description of the region stays where it is: there are too
// few registers for it.
template <class Op, class T>
__device__ inline typename Op::State take_region(const Op &op, const volatile Region &region,
                                                 const T *src, usize begin, usize end, u32 member,
                                                 u32 members)
{
    typename Op::State state = op.identity();
    if (member == 0 && begin < end) {
        op.begin(state, src + region_offset(region, begin));
    }
    // Some threads to a run, the others take other runs at the same time.
    const u32 share = region.stride == 1 ? Tiles<T>::loads * vector_length<T> : 4;
    const u32 wanted = power_above((region.length + share - 1) / share);
    const u32 lanes = wanted < members ? wanted : members;
    usize at = begin + static_cast<usize>((member >> log2_of(lanes))) * region.length;
    member &= lanes - 1;
#pragma unroll 1
    for (; at < end; at += static_cast<usize>((members >> log2_of(lanes))) * region.length) {
        const T *run = src + region_offset(region, at);
        const u32 length = static_cast<u32>(smaller_of(region.length, end - at));
        const u32 index = static_cast<u32>(at - begin);
        if (region.stride == 1) {
            take_dense(op, state, run, length, member, lanes, index);
        } else {
            take_vectors<1>(op, state, run, region.stride, length, member, lanes, index);
        }
    }
    return state;
}

// count > 0.
template <class Op, class T, class Out>
__device__ inline void reduce_regions(usize numel, usize count, usize rank, const usize *info,
                                      const T *src, Out *dst)
{
    __shared__ typename Op::State partial[WARP * Tiles<T>::most];
    __shared__ Region region;
    const u32 threads = blockDim.x, thread = threadIdx.x;
    const u32 rows = Tiles<T>::rows(count);
    if ((blockIdx.x & (rows - 1)) != 0) {
        return;
    }
    if (thread == 0) {
        region = region_of(count, rank, info);
    }
    __syncthreads();
    const bool by_columns = region.stride != 1 && region.neighbour == 1;
    const u32 tile = by_columns ? Tiles<T>::columns(rows) : rows;
    if ((blockIdx.x & (tile - 1)) != 0) {
        return;
    }
    const Op op = {};
    const u32 members = (threads >> log2_of(tile));
    const usize output =
        blockIdx.x + (by_columns ? thread & (tile - 1) : (thread >> log2_of(members)));
    const usize begin = smaller_of(output * count, numel);
    const usize end = output < gridDim.x ? smaller_of(begin + count, numel) : begin;
    const typename Op::State state =
        take_region(op, region, src, begin, end,
                    by_columns ? (thread >> log2_of(tile)) : thread & (members - 1), members);
    const u32 low = by_columns ? tile : 1, high = by_columns ? threads : members;
    const Gathered<typename Op::State> made = block_gather(state, op, low, high, partial);
    const u32 into = blockIdx.x + made.number;
    if (made.is_first && into < gridDim.x) {
        dst[into] =
            op.result(made.value, into * static_cast<usize>(count), rank > 0 ? info[rank - 1] : 1);
    }
}

template <class Op, class T, class Out>
__device__ inline void reduce_fast(usize numel, usize count, usize rank,
                                   const usize *__restrict__ info, const T *__restrict__ src,
                                   Out *__restrict__ dst)
{
    if (count > 0) {
        reduce_regions<Op>(numel, count, rank, info, src, dst);
    } else if (threadIdx.x == 0) {
        const Op op = {};
        dst[blockIdx.x] = op.result(op.identity(), 0, 1);
    }
}
