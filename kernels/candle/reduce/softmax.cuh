// softmax_T: a block of (1, 32) threads for each row, or a block of SOFTMAX_THREADS threads in
// teams. One pass finds the largest element and the sum: at each larger element, the sum so far is
// scaled down. If rows are too short for 32 threads, a block makes two, by teams, and the next
// block leaves at once. softmax_long_T is for few long rows: it has a block of 16 to 1024 threads,
// a power of two, for each row. If rows are kept (softmax_kept()), a block may also have several
// rows of threads, each of which makes a row.
#pragma once

#include "../../device/portable.cuh"
#include "../../device/wave.cuh"
#include "row.cuh"
#include "tile.cuh"

enum { SOFTMAX_THREADS = 256 };

// softmax_held is how many vectors a thread has in registers; AMD's compilers work on all of them
// at the same time. softmax_blocks is how many blocks the compiler must leave registers for on a
// multiprocessor: for NVIDIA GPUs as many as a multiprocessor can have, or half as many for f64,
// whose exp takes many registers. softmax_stashes is whether shared memory keeps another
// softmax_held vectors.
template <class T>
constexpr int softmax_held = sizeof(T) == 2 || (sizeof(T) == 4 && !is_amd) ? 8 : 4;
template <class T>
constexpr int softmax_blocks = is_amd ? 1 : (sizeof(T) == 8 ? 16 : 32) * WARP / SOFTMAX_THREADS;
constexpr bool softmax_stashes = !is_amd;
static_assert(softmax_held<f64> * 16 == SOFTMAX_KEPT_BYTES, "what launches count on");

// Returns exp(x) for x <= 0. The result is exact enough as a term of a sum that is at least 1.
__device__ inline f32 exponential(f32 x)
{
    return quick::coarse_exp2(x * quick::log2_of_e());
}

__device__ inline f64 exponential(f64 x)
{
    return exp(x);
}

// Returns exp(x) * |factor| for x <= 0, exact enough to be rounded to a T.
template <class T> __device__ inline Compute<T> exponential(Compute<T> x, Compute<T> factor)
{
    if constexpr (std::is_same<T, f32>::value) {
        return exp2f(x * quick::log2_of_e()) * factor;
    } else if constexpr (std::is_same<T, bf16>::value) {
        // Computes 2^64 exp(x) first: the result may be a bf16 below 2^-126, where coarse_exp2()
        // returns 0.
        return quick::coarse_exp2(fmaf(x, quick::log2_of_e(), 64)) * (factor * 0x1p-64f);
    } else {
        return exponential(x) * factor;
    }
}

template <class T> struct ExponentialSum {
    using Value = Compute<T>;
    Value largest;
    Value sum; // sum of exp(x - largest)

    // Returns the number that is subtracted from elements: |largest|. Before the first number it
    // returns 0, because -infinity - -infinity would be NaN.
    static __device__ Value base(Value largest)
    {
        return largest == -static_cast<Value>(INFINITY) ? Value(0) : largest;
    }
    __device__ void raise_largest(Value to)
    {
        to = to > largest ? to : largest;
        sum *= exponential(largest - base(to));
        largest = to;
    }
};

// Reduces x over the threads of a team, which is part of a warp or, with |is_block|, the whole
// block.
template <bool is_block, class Value, class Op>
__device__ __forceinline__ Value softmax_reduce(Value x, const Op &op, u32 lanes)
{
    if constexpr (is_block) {
        __shared__ Value partial[WARP];
        return team_reduce(x, op, lanes, partial);
    } else {
        return warp_reduce(x, op, 1, lanes);
    }
}

// Writes dst = exp(row - largest) * factor.
template <class T, class OwnRow>
__device__ __forceinline__ void write_exponentials(OwnRow &row, T *dst, const Compute<T> &largest,
                                                   const Compute<T> &factor)
{
    row.each([&](const auto &vector, u32 column) {
        using OwnPack = std::decay_t<decltype(vector)>;
        OwnPack::made_of([&](int e) {
            return narrow<T>(exponential<T>(widen(vector[e]) - largest, factor));
        }).stream(dst + column);
    });
}

// Writes the softmax of a row. The function is inline, because with a call the compiler would keep
// the object |own|, a Row, in memory.
template <class T, int V, bool is_block = false>
__device__ __forceinline__ void softmax_row(const T *src, T *dst, u32 columns, u32 lane, u32 lanes,
                                            bool is_team)
{
    using Value = Compute<T>;
    using OwnRow = Row<T, V, softmax_held<T>, V == 1>;
    typename OwnRow::Stash *first = nullptr;
    if constexpr (softmax_stashes && V > 1 && !is_block) {
        __shared__ typename OwnRow::Stash stash;
        first = is_team ? nullptr : &stash;
    }
    OwnRow row(src, columns, lane, lanes, first);
    ExponentialSum<T> own = {-static_cast<Value>(INFINITY), 0};
    Value largest = own.largest;
    const auto find_largest = [&](const auto &vector, u32) {
#pragma unroll
        for (int e = 0; e < vector.length; ++e) {
            const Value x = widen(vector[e]);
            largest = fmax(x, largest); // fmax ignores a NaN x
        }
    };
    const auto add_weights = [&](const auto &vector, u32) {
        const Value base = own.base(own.largest);
#pragma unroll
        for (int e = 0; e < vector.length; ++e) {
            own.sum += exponential(widen(vector[e]) - base);
        }
    };
#pragma unroll 1
    for (u32 step = 0; step < row.chunks(); ++step) {
        row.hold(step);
        row.each_held(find_largest);
        own.raise_largest(largest);
        row.each_held(add_weights);
    }
    row.edge([&](const auto &vector, u32 column) {
        find_largest(vector, column);
        own.raise_largest(largest);
        add_weights(vector, column);
    });
    own.raise_largest(softmax_reduce<is_block>(own.largest, Larger(), lanes));
    const Value factor = 1 / softmax_reduce<is_block>(own.sum, Add(), lanes);
    write_exponentials(row, dst, own.largest, factor);
}

// Writes the softmax of a row of f64, which must be whole vectors, as many as a team can hold in
// registers. The exponentials replace the elements in registers, because computing them again would
// take longer than moving the row.
template <class T, bool is_block>
__device__ __forceinline__ void softmax_kept(const T *src, T *dst, u32 columns, u32 lane, u32 lanes)
{
    constexpr int V = pack_length<T>, C = softmax_held<T>;
    IndexedPack<T, V> held[C] = {};
    const auto each = [&](const auto &use) {
#pragma unroll
        for (u32 k = 0; k < C; ++k) {
            const u32 at = (k * lanes + lane) * V;
            if (at < columns) {
                use(held[k], at);
            }
        }
    };
    T largest = -static_cast<T>(INFINITY), sum = 0;
    each([&](auto &vector, u32 at) {
        vector = IndexedPack<T, V>::load(src + at);
#pragma unroll
        for (int e = 0; e < V; ++e) {
            largest = fmax(vector[e], largest); // fmax ignores a NaN
        }
    });
    largest = softmax_reduce<is_block>(largest, Larger(), lanes);
    each([&](auto &vector, u32) {
        vector =
            IndexedPack<T, V>::made_of([&](int e) { return exponential(vector[e] - largest); });
#pragma unroll
        for (int e = 0; e < V; ++e) {
            sum += vector[e];
        }
    });
    const T factor = 1 / softmax_reduce<is_block>(sum, Add(), lanes);
    each([&](const auto &vector, u32 at) {
        IndexedPack<T, V>::made_of([&](int e) { return vector[e] * factor; }).stream(dst + at);
    });
}

// Whether softmax_kept() can do the rows: they are whole vectors, and |lanes| threads can hold a
// row.
template <class T>
__device__ inline bool are_kept(const T *src, const T *dst, u32 columns, u32 lanes)
{
    constexpr int V = pack_length<T>;
    return columns % V == 0 && columns <= V * softmax_held<T> * lanes && are_vectors(src, dst);
}

template <class T, bool is_block>
__device__ __forceinline__ void softmax_either(const T *src, T *dst, u32 columns, u32 lane,
                                               u32 lanes, bool is_team)
{
    constexpr int V = pack_length<T>;
    // Stores of vectors need no alignment (AMD), or every row of |dst| is aligned like its row of
    // |src|.
    if (has_any_vector || elements_before_vector(src) == elements_before_vector(dst)) {
        softmax_row<T, V, is_block>(src, dst, columns, lane, lanes, is_team);
    } else {
        softmax_row<T, 1, is_block>(src, dst, columns, lane, lanes, is_team);
    }
}

template <class T>
__device__ __forceinline__ void softmax(const T *__restrict__ src, T *__restrict__ dst, i32 n_cols)
{
    constexpr int V = pack_length<T>;
    const u32 columns = static_cast<u32>(n_cols);
    const bool is_team = blockDim.x > 1;
    u32 lanes = blockDim.x, lane = threadIdx.x;
    usize number = static_cast<usize>(blockIdx.x) * blockDim.y + threadIdx.y;
    u32 own = columns;
    if (!is_team) {
        const u32 wanted = bit_ceil((columns + V - 1) / V);
        const u32 least = wanted < ROW_THREADS_LEAST ? u32(ROW_THREADS_LEAST) : wanted;
        const u32 tile = tile_of(least < WARP ? WARP / least : 1);
        if (!is_tile_worker(tile)) {
            return;
        }
        lanes = WARP / tile;
        lane = threadIdx.y & (lanes - 1);
        number = tile_begin(tile) + threadIdx.y / lanes;
        // A team without a row gets a row of 0 elements, because all threads must take part in the
        // reductions.
        own = number < grid_width() ? columns : 0;
    }
    if constexpr (sizeof(T) == 8) {
        if (are_kept(src, dst, columns, lanes)) {
            softmax_kept<T, false>(src + number * columns, dst + number * columns, own, lane,
                                   lanes);
            return;
        }
    }
    src += number * columns;
    dst += number * columns;
    softmax_either<T, false>(src, dst, own, lane, lanes, is_team);
}

template <class T>
__device__ __forceinline__ void softmax_long(const T *__restrict__ src, T *__restrict__ dst,
                                             u32 columns)
{
    if constexpr (sizeof(T) == 8) {
        if (are_kept(src, dst, columns, blockDim.x)) {
            const usize number = static_cast<usize>(blockIdx.x) * blockDim.y + threadIdx.y;
            softmax_kept<T, true>(src + number * columns, dst + number * columns, columns,
                                  threadIdx.x, blockDim.x);
            return;
        }
    }
    const usize first = static_cast<usize>(blockIdx.x) * columns;
    softmax_either<T, true>(src + first, dst + first, columns, threadIdx.x, blockDim.x, true);
}
