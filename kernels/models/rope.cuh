// rope_T rotates pairs of elements of each head by angles that depend on the token's position.
#pragma once

#include "../contract/rope.h"
#include "../device/pack.cuh"
#include "tokens.cuh"

template <class T, int V> struct alignas(smaller(V * sizeof(T), 16)) RopeRun {
    T at[V];
};

template <int V, class T> __device__ inline RopeRun<T, V> load_of(const T *from)
{
    return *reinterpret_cast<const RopeRun<T, V> *>(from);
}

template <int V, class T> __device__ inline void store_to(T *to, const RopeRun<T, V> &run)
{
    *reinterpret_cast<RopeRun<T, V> *>(to) = run;
}

template <class T> __device__ inline void rotate(T &a, T &b, f32 cosine, f32 sine)
{
    const f32 x = widen(a), y = widen(b);
    a = narrow<T>(fmaf(x, cosine, -(y * sine)));
    b = narrow<T>(fmaf(x, sine, y * cosine));
}

// Rotates the V pairs from |pair| on of one head.
template <int V, class T>
__device__ inline void rotate_run(const rope &work, const T *from, T *to, const f32 *cosines,
                                  const f32 *sines, u32 pair)
{
    const RopeRun<f32, V> c = load_of<V>(cosines + pair), s = load_of<V>(sines + pair);
    if (work.is_interleaved) {
        RopeRun<T, 2 * V> run = load_of<2 * V>(from + 2 * pair);
#pragma unroll
        for (int k = 0; k < V; ++k) {
            rotate(run.at[2 * k], run.at[2 * k + 1], c.at[k], s.at[k]);
        }
        store_to(to + 2 * pair, run);
    } else {
        RopeRun<T, V> a = load_of<V>(from + pair), b = load_of<V>(from + pair + work.pairs);
#pragma unroll
        for (int k = 0; k < V; ++k) {
            rotate(a.at[k], b.at[k], c.at[k], s.at[k]);
        }
        store_to(to + pair, a);
        store_to(to + pair + work.pairs, b);
    }
}

template <int V, class T>
__device__ inline void rotate_token(const rope &work, const rope_part &part, const T *from, T *to,
                                    u32 position)
{
    const f32 *const cosines = global_in_wave(work.cos + position * work.cos_stride),
                     *const sines = global_in_wave(work.sin + position * work.sin_stride);
    const u32 runs = work.pairs / V;
    for (u32 i = threadIdx.x; i < part.heads * runs; i += ROPE_THREADS) {
        const u32 head = i / runs, pair = i % runs * V;
        rotate_run<V>(work, from + head * part.from_strides.head, to + head * part.to_strides.head,
                      cosines, sines, pair);
    }
    const u32 rest = work.head_size / V - 2 * runs;
    if (rest == 0 || part.from == part.to) {
        return;
    }
    for (u32 i = threadIdx.x; i < part.heads * rest; i += ROPE_THREADS) {
        const u32 head = i / rest, at = 2 * work.pairs + i % rest * V;
        store_to(to + head * part.to_strides.head + at,
                 load_of<V>(from + head * part.from_strides.head + at));
    }
}

__device__ inline u32 position_of(const rope &work, const Token &token)
{
    i64 position = static_cast<i64>(token.place) + (work.lengths ? work.lengths[token.batch] : 0);
    if (work.positions) {
        position = work.has_long_positions ? static_cast<const i64 *>(work.positions)[blockIdx.x]
                                           : static_cast<const u32 *>(work.positions)[blockIdx.x];
    }
    return static_cast<u64>(position) < work.rows ? static_cast<u32>(position) : work.rows - 1;
}

template <class T> __device__ inline void rope_token(const rope &work)
{
    const Token token = token_of(work.starts, work.batches, work.length, blockIdx.x);
    if (!token.is_real) {
        return;
    }
    const u32 position = position_of(work, token);
    const rope_part part = blockIdx.y == 0 ? work.queries : work.keys;
    const T *const from =
        global_in_wave(static_cast<const T *>(part.from) +
                       offset_of(part.from_strides, work.starts, token, blockIdx.x));
    T *const to = global_in_wave(static_cast<T *>(part.to) +
                                 offset_of(part.to_strides, work.starts, token, blockIdx.x));
    if (work.is_packed) {
        rotate_token<ROPE_PACK>(work, part, from, to, position);
    } else {
        rotate_token<1>(work, part, from, to, position);
    }
}

#define ROPE(T)                                                                                    \
    extern "C" __global__ void __launch_bounds__(ROPE_THREADS) rope_##T(const rope work)           \
    {                                                                                              \
        rope_token<T>(work);                                                                       \
    }
