// short_*: the reductions of fast_*, for a dense tensor [outer, count, inner] that is reduced along
// |count|. A thread makes neighbouring outputs, as many as a vector has, or one. The threads of a
// block along y share the elements of the block's outputs. If there are several blocks along y,
// each of them reduces a part of the elements, and the output is [outer, parts, inner]. If the
// result is a place (argmin, argmax), there is one thread and one block along y.
#pragma once

#include "../../contract/launches.h"
#include "../../device/grid.cuh"
#include "../../device/pack.cuh"
#include "fast.cuh"

// Combines the states of a block's threads along y, whose number is a power of two. The thread with
// threadIdx.y 0 gets the result.
template <int V, class Op>
__device__ inline void combine_threads(const Op &op, States<Op, V> &state)
{
    constexpr u32 most = SHORT_ROW_THREADS / 2;
    __shared__ typename Op::State given[V * most];
#pragma unroll 1
    for (u32 half = blockDim.y / 2; half > 0; half /= 2) {
        const u32 place = (threadIdx.y & (half - 1)) * blockDim.x + threadIdx.x;
        if (threadIdx.y >= half && threadIdx.y < 2 * half) {
#pragma unroll
            for (int e = 0; e < V; ++e) {
                given[e * most + place] = state.of[e];
            }
        }
        __syncthreads();
        if (threadIdx.y < half) {
#pragma unroll
            for (int e = 0; e < V; ++e) {
                state.of[e] = op(state.of[e], given[e * most + place]);
            }
        }
        __syncthreads();
    }
}

// A thread starts this many times the loads that it starts in fast_*: an H100 wants more loads at a
// time.
constexpr int short_loads = is_amd ? 1 : 2;

template <class Op> constexpr bool gives_place = false;
template <class T, bool is_max> constexpr bool gives_place<Place<T, is_max>> = true;

// Reduces the elements of V neighbouring outputs. With a |count| of 0 it writes nothing.
template <int V, class Op, class T, class Out>
__device__ inline void reduce_neighbours(const Op &op, const T *first, u32 count, u32 inner,
                                         Out *dst)
{
    constexpr bool shares = !gives_place<Op>;
    States<Op, V> state;
#pragma unroll
    for (int e = 0; e < V; ++e) {
        state.of[e] = op.identity();
        if (!shares && count > 0) {
            op.begin(state.of[e], first + e);
        }
    }
    take_items<V, short_loads * Op::column_loads>(
        op, state.of, first, inner, count, shares ? blockIdx.y * blockDim.y + threadIdx.y : 0,
        shares ? thread_rows() : 1, 0);
    if constexpr (shares) {
        combine_threads(op, state);
    }
    if (count == 0 || threadIdx.y > 0) {
        return;
    }
    alignas(V * sizeof(Out)) Out results[V];
#pragma unroll
    for (int e = 0; e < V; ++e) {
        results[e] = op.result(state.of[e]);
    }
    move_vector<V>(dst, results);
}

// Makes this block's outputs, in any grid along x. |count| is the number of elements of an output,
// less than 2^31. |outputs| is the number of outputs without parts. Outputs times parts is less
// than 2^32.
template <class Op, class T, class Out>
__device__ inline void reduce_short(u32 outputs, u32 count, u32 inner, const T *__restrict__ src,
                                    Out *__restrict__ dst)
{
    constexpr u32 V = columns_each<Op, T>();
    const Op op = {};
    const bool by_vectors =
        inner % V == 0 && are_vectors(src) && reinterpret_cast<usize>(dst) % (V * sizeof(Out)) == 0;
    const u32 each = by_vectors ? V : 1, wide = inner / each, items = outputs / each;
    const u32 parts = thread_rows() >> log2_of(blockDim.y);
#pragma unroll 1
    for (usize begin = static_cast<usize>(blockIdx.x) * blockDim.x; begin < items;
         begin += thread_count()) {
        // No thread of a block leaves the loop early, because all must reach the barriers.
        const usize item = begin + threadIdx.x;
        const u32 there = item < items ? count : 0;
        const u32 outer = static_cast<u32>(item) / wide,
                  at = (static_cast<u32>(item) - outer * wide) * each;
        const T *first = src + (static_cast<usize>(outer) * count * inner + at);
        const u32 part = outer * parts + blockIdx.y;
        Out *to = dst + (static_cast<usize>(part) * inner + at);
        if (by_vectors) {
            reduce_neighbours<V>(op, first, there, inner, to);
        } else {
            reduce_neighbours<1>(op, first, there, inner, to);
        }
    }
}
