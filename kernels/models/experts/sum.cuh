// experts_sum_T_U adds up what the experts of a token made, in f32, in the order of the experts.
#pragma once

#include "../../contract/experts.h"
#include "../../device/pack.cuh"
#include "../../own/matmul/rows.cuh"

template <class T, class U> __device__ inline void sum_experts(const experts_sum &work)
{
    constexpr int V = EXPERTS_SUM_BYTES / sizeof(T);
    const u32 token = blockIdx.x / work.across;
    const usize column =
        (static_cast<usize>(blockIdx.x - token * work.across) * EXPERTS_SUM_THREADS + threadIdx.x) * V;
    if (column >= work.columns || (work.count && token >= *work.count)) {
        return;
    }
    const usize pair = static_cast<usize>(token) * work.each, left = work.columns - column;
    const T *const y = static_cast<const T *>(work.y) + column;
    const usize pairs = static_cast<usize>(work.tokens) * work.each;
    f32 sums[V] = {};
#pragma unroll 1
    for (u32 j = 0; j < work.each; ++j) {
        const usize place = work.places ? work.places[pair + j] : pair + j;
        const f32 weight = work.weights ? work.weights[pair + j] : 1.0f;
        if (place >= pairs) { // EXPERTS_NOWHERE
            continue;
        }
        T elements[V];
        load_elements<V>(y + place * work.columns, left, elements);
#pragma unroll
        for (int i = 0; i < V; ++i) {
            sums[i] += weight * widen(elements[i]);
        }
    }
    U rounded[V];
#pragma unroll
    for (int i = 0; i < V; ++i) {
        rounded[i] = narrow<U>(sums[i]);
    }
    U *const out = static_cast<U *>(work.out) + static_cast<usize>(token) * work.columns + column;
    store_elements<V>(out, left, rounded);
}
