// rmsnorm_T and layernorm_T: the grid has a block for each row, of 32 threads if rows are short,
// otherwise of 1024. If a thread would have too few vectors, a block makes the rows of several
// blocks, by teams, and the other blocks leave at once. A row is read twice, the second time from a
// cache. A thread adds up the differences of its elements from its first element, and the squares
// of these differences: the variance follows from both without a difference of large numbers.
#pragma once

#include "../../device/wave.cuh"
#include "row.cuh"
#include "tile.cuh"

// How a row of |columns| elements is normalized.
template <class T> struct Norm {
    const T *alpha; // a factor for each column, or null
    const T *beta;  // a term for each column, or null
    u32 columns;
    Compute<T> eps;
    bool has_mean; // whether the mean is subtracted, as layernorm does
};

// Returns 1 / x within two units in the last place. That is enough here, and saves the branch that
// exact division has for numbers at the ends of the range.
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

// A dense row of |columns| elements that |lanes| neighbouring threads, a team, share. This thread's
// number in the team is |lane|.
template <class T> struct TeamRow {
    const T *row;
    u32 columns, lane, lanes;
};

// How many vectors a thread loads at a time in the first pass over a row.
template <class T> constexpr int norm_loads = is_amd && sizeof(T) == 8 ? 1 : 2;

// Calls visit(vector, index of the vector's first column) for each of this thread's vectors of the
// row |of|. |loads| vectors, a power of two, are loaded at a time, and none stays in registers. The
// second pass over a row goes |backward|: a cache is likelier to have the end of a long row, which
// was read last.
template <bool backward, int V, int loads, class T, class Visit>
__device__ __forceinline__ void each_vector(const TeamRow<T> &of, const Visit &visit)
{
    const u32 vectors = of.columns / V, chunk = loads * of.lanes;
    const u32 chunks = (vectors + chunk - 1) >> log2_of(chunk);
#pragma unroll 1
    for (u32 step = 0; step < chunks; ++step) {
        const u32 first = (backward ? chunks - 1 - step : step) * chunk + of.lane;
        IndexedPack<T, V> held[loads] = {};
#pragma unroll
        for (u32 j = 0; j < loads; ++j) {
            const u32 at = first + j * of.lanes;
            if (at < vectors) {
                held[j] = IndexedPack<T, V>::load(of.row + at * V);
            }
        }
#pragma unroll
        for (u32 j = 0; j < loads; ++j) {
            const u32 at = first + j * of.lanes;
            if (at < vectors) {
                visit(held[j], at * V);
            }
        }
    }
}

template <int V, class T>
__device__ inline void norm_row(const Norm<T> &norm, const TeamRow<T> &row, T *dst)
{
    using Value = Compute<T>;
    using OwnPack = IndexedPack<T, V>;
    __shared__ Value sums[WARP], squares[WARP];
    const Value part = inverse(static_cast<Value>(norm.columns));
    // What a thread has of the variance: |count| is the number of this thread's elements. |base| is
    // the first of these elements for layernorm, otherwise 0. |sum| is the sum of the differences
    // from |base|, and |square| the sum of the squares of the differences.
    Value base = 0, count = 0, sum = 0, square = 0;
    each_vector<false, V, norm_loads<T>>(row, [&](const OwnPack &vector, u32) {
        base = norm.has_mean && count == 0 ? widen(vector[0]) : base;
        count += V;
#pragma unroll
        for (int e = 0; e < V; ++e) {
            const Value x = widen(vector[e]) - base;
            sum += x;
            square += x * x;
        }
    });
    Value mean = 0;
    if (norm.has_mean) {
        mean = team_reduce(sum + count * base, Add(), row.lanes, sums) * part;
        // Changes |square| from the sum of the squares of differences from |base| to the sum of the
        // squares of differences from |mean|.
        const Value more = mean - base;
        square += more * (count * more - 2 * sum);
    }
    square = team_reduce(square, Add(), row.lanes, squares);
    const Value scale = inverse_root(square * part + norm.eps);
    each_vector<true, V, 1>(row, [&](const OwnPack &vector, u32 column) {
        const OwnPack factors = norm.alpha ? OwnPack::load(norm.alpha + column) : OwnPack();
        const OwnPack terms = norm.beta ? OwnPack::load(norm.beta + column) : OwnPack();
        OwnPack::made_of([&](int e) {
            const Value x = (widen(vector[e]) - mean) * scale;
            return narrow<T>(x * (norm.alpha ? widen(factors[e]) : Value(1)) + widen(terms[e]));
        }).stream(dst + column);
    });
}

template <class T>
__device__ inline void normalize(const Norm<T> &norm, const T *__restrict__ src,
                                 T *__restrict__ dst)
{
    // A block takes the rows of several blocks if a thread would have fewer than |share| vectors.
    constexpr int V = pack_length<T>, share = 4;
    const u32 columns = norm.columns;
    u32 lanes = blockDim.x;
    usize number = static_cast<usize>(blockIdx.x) * blockDim.y + threadIdx.y;
    if (columns <= 1024 && leaves_at_once<V * share>(true)) {
        return;
    }
    if (!has_teams()) {
        const u32 wanted = bit_ceil((columns + V * share - 1) / (V * share));
        const u32 least = wanted < ROW_THREADS_LEAST ? u32(ROW_THREADS_LEAST) : wanted;
        const u32 tile = tile_of(least < lanes ? (lanes >> log2_of(least)) : 1);
        if (!is_tile_worker(tile)) {
            return;
        }
        lanes >>= log2_of(tile);
        number = tile_begin(tile) + (threadIdx.x >> log2_of(lanes));
    }
    // A team without a row gets a row of 0 elements, because all threads must reach the barriers.
    const bool is_there = has_teams() || number < grid_width();
    const TeamRow<T> row = {src + number * columns, is_there ? columns : 0,
                            threadIdx.x & (lanes - 1), lanes};
    dst += number * columns;
    // All rows of the tile take the same branch.
    if (columns % V == 0 && are_vectors(src, dst, norm.alpha, norm.beta)) {
        norm_row<V>(norm, row, dst);
    } else {
        norm_row<1>(norm, row, dst);
    }
}
