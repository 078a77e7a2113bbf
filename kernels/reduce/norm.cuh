// rmsnorm_T and layernorm_T: a row for each block, of 32 threads for a short row, else of 1024.
// Where threads would have fewer than some vectors each, a block makes the rows of several blocks,
// by teams, and those leave at once. The variance is that about the mean, in a round of its own.
#pragma once

#include "../wave.cuh"
#include "row.cuh"
#include "tile.cuh"

// What is done to a row of |columns| elements.
template <class T> struct Norm {
    const T *alpha; // factors, or null
    const T *beta;  // terms, or null
    u32 columns;
    Compute<T> eps;
    bool has_mean; // to be taken off: layernorm
};

// Two units in the last place are near enough here, and leave out the way round that numbers at
// the ends of the range take.
__device__ inline f32 inverse(f32 x)
{
    return __fdividef(1, x);
}

__device__ inline f64 inverse(f64 x)
{
    return 1 / x;
}

__device__ inline f32 inverse_root(f32 x)
{
    return rsqrtf(x);
}

__device__ inline f64 inverse_root(f64 x)
{
    return rsqrt(x);
}

template <class T, int V, int C>
__device__ inline void norm_row(const Norm<T> &norm, const T *src, T *dst, u32 columns, u32 lane,
                                u32 lanes)
{
    using Value = Compute<T>;
    __shared__ Value sums[WARP], squares[WARP];
    Row<T, V, C, true> row(src, columns, lane, lanes);
    Value mean = 0;
    if (norm.has_mean) {
        Value sum = 0;
        row.each([&](const auto &vector, u32) {
#pragma unroll
            for (int e = 0; e < vector.length; ++e) {
                sum += widen(vector[e]);
            }
        });
        mean = team_reduce(sum, Add(), lanes, sums) * inverse(static_cast<Value>(norm.columns));
    }
    Value square = 0;
    row.each([&](const auto &vector, u32) {
#pragma unroll
        for (int e = 0; e < vector.length; ++e) {
            const Value x = widen(vector[e]) - mean;
            square += x * x;
        }
    });
    square = team_reduce(square, Add(), lanes, squares);
    const Value scale = inverse_root(square * inverse(static_cast<Value>(norm.columns)) + norm.eps);
    row.each([&](const auto &vector, u32 column) {
        using Piece = std::decay_t<decltype(vector)>;
        const Piece factors = norm.alpha ? Piece::load(norm.alpha + column) : Piece();
        const Piece terms = norm.beta ? Piece::load(norm.beta + column) : Piece();
        Piece::made_of([&](int e) {
            const Value x = (widen(vector[e]) - mean) * scale;
            return narrow<T>(x * (norm.alpha ? widen(factors[e]) : Value(1)) + widen(terms[e]));
        }).store(dst + column);
    });
}

template <class T>
__device__ inline void normalize(const Norm<T> &norm, const T *__restrict__ src,
                                 T *__restrict__ dst)
{
    // Vectors for a thread, and of those in its registers: the others' second time is a cache's.
    constexpr int V = vector_length<T>, share = 4, held = 1;
    const u32 threads = blockDim.x, columns = norm.columns;
    const u32 wanted = power_above((columns + V * share - 1) / (V * share));
    const u32 least = wanted < LEAST_TEAM ? u32(LEAST_TEAM) : wanted;
    const u32 tile = tile_of(least < threads ? (threads >> log2_of(least)) : 1);
    if (!is_tile_worker(tile)) {
        return;
    }
    const u32 lanes = (threads >> log2_of(tile)), lane = threadIdx.x & (lanes - 1);
    const usize number = tile_begin(tile) + (threadIdx.x >> log2_of(lanes));
    // A team without a row comes along: its row is empty.
    const u32 own = number < gridDim.x ? columns : 0;
    src += number * columns;
    dst += number * columns;
    // The same for all rows of the tile.
    if (columns % V == 0 && are_vectors(src, dst, norm.alpha, norm.beta)) {
        norm_row<T, V, held>(norm, src, dst, own, lane, lanes);
    } else {
        norm_row<T, 1, held>(norm, src, dst, own, lane, lanes);
    }
}
