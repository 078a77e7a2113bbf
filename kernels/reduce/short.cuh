// short_*: what fast_* make, where outputs have few elements each, of a dense tensor [outer, count,
// inner] that is reduced along |count|. A thread makes neighbouring outputs, as many as a vector
// has, or one.
#pragma once

#include "../grid.cuh"
#include "../pack.cuh"
#include "fast.cuh"

template <int V, class Op, class T, class Out>
__device__ inline void reduce_neighbours(const Op &op, const T *first, u32 count, u32 inner,
                                         Out *dst)
{
    States<Op, V> state;
#pragma unroll
    for (int e = 0; e < V; ++e) {
        state.of[e] = op.identity();
        op.begin(state.of[e], first + e);
    }
    take_items<V, Op::column_loads>(op, state.of, first, inner, count, 0, 1, 0);
    alignas(V * sizeof(Out)) Out results[V];
#pragma unroll
    for (int e = 0; e < V; ++e) {
        results[e] = op.result(state.of[e]);
    }
    move_vector<V>(dst, results);
}

// |outputs| are fewer than 2^32. Any one-dimensional grid.
template <class Op, class T, class Out>
__device__ inline void reduce_short(u32 outputs, u32 count, u32 inner, const T *__restrict__ src,
                                    Out *__restrict__ dst)
{
    constexpr u32 V = columns_each<Op, T>();
    const Op op = {};
    const bool by_vectors = inner % V == 0 && are_vectors(src, dst);
    const u32 each = by_vectors ? V : 1, wide = inner / each;
#pragma unroll 1
    for (usize item = first_thread(); item < outputs / each; item += thread_count()) {
        const u32 outer = static_cast<u32>(item) / wide,
                  at = (static_cast<u32>(item) - outer * wide) * each;
        const T *first = src + (static_cast<usize>(outer) * count * inner + at);
        Out *to = dst + item * each;
        if (by_vectors) {
            reduce_neighbours<V>(op, first, count, inner, to);
        } else {
            reduce_neighbours<1>(op, first, count, inner, to);
        }
    }
}
