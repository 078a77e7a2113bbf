// Products with an end: c = activation(alpha a x b + beta c + bias), rounded to T once. product_T
// multiplies any matrices, product_few_T those where a or b has few lines, and finish_T only
// finishes sums that it is given.
#include "../device/divide.cuh"
#include "../device/grid.cuh"
#include "matmul/few.cuh"
#include "matmul/tile.cuh"
#include "../device/pack.cuh"
#include "product/finish.cuh"

// Finishes V sums of the columns from |column| on. A row has |columns| columns; sums beyond its end
// belong to the next row.
template <int V, class T>
__device__ inline Pack<T, V> finish_pack(const Finish<T> &finish, Pack<Compute<T>, V> sums,
                                         Pack<T, V> before, usize column, usize columns)
{
    Pack<T, V> after;
#pragma unroll 1
    for (int k = 0; k < V; ++k) {
        const Compute<T> sum = sums.template pop<1>().at[0];
        const T old = before.template pop<1>().at[0];
        after.push(Elements<T, 1>{{finish(sum, old, column)}});
        column = column + 1 < columns ? column + 1 : 0;
    }
    return after;
}

// Finishes a thread's sums one after another. Each turn moves all sums up by one place. The code
// therefore has the activations only once, and every index is a constant, which keeps the sums in
// registers.
template <class T> struct StoreFinished {
    Finish<T> finish;

    // Stores |count| sums of a row, but at most V, from column |column| on.
    template <int V>
    __device__ void operator()(T *c, usize column, usize count, Pack<Compute<T>, V> sums) const
    {
        Pack<T, V> before;
        if (finish.beta != 0) {
            before = load_some<V>(c, count);
        }
        store_some<V>(c, count, finish_pack<V>(finish, sums, before, column, column + count));
    }

    __device__ void operator()(T *c, usize row, usize column, usize rows, usize columns,
                               Compute<T> (&sums)[THREAD_SIDE][THREAD_SIDE]) const
    {
#pragma unroll 1
        for (int at = 0; at < THREAD_SIDE * THREAD_SIDE; ++at) {
            const usize i = row + at / THREAD_SIDE, j = column + at % THREAD_SIDE;
            if (i < rows && j < columns) {
                T &out = c[i * columns + j];
                out = finish(sums[0][0], finish.beta != 0 ? out : T(), j);
            }
#pragma unroll
            for (int k = 0; k + 1 < THREAD_SIDE * THREAD_SIDE; ++k) {
                sums[k / THREAD_SIDE][k % THREAD_SIDE] =
                    sums[(k + 1) / THREAD_SIDE][(k + 1) % THREAD_SIDE];
            }
        }
    }
};

// Finishes |sums|. If |sums| is null, finishes zeros.
template <class T>
__device__ inline void finish_rows(usize numel, usize columns, const Compute<T> *sums,
                                   const Finish<T> &finish, T *out)
{
    constexpr int V = 16 / sizeof(T);
    const usize step = thread_count() * V;
#pragma unroll 1
    for (usize at = first_thread() * V; at < numel; at += step) {
        Pack<Compute<T>, V> in;
        Pack<T, V> before;
        if (sums != nullptr) {
            in = load_some<V>(sums + at, numel - at);
        }
        if (finish.beta != 0) {
            before = load_some<V>(out + at, numel - at);
        }
        store_some<V>(out + at, numel - at,
                      finish_pack<V>(finish, in, before, index_remainder(at, columns), columns));
    }
}

// Stores |count| elements, but at most V, without keeping them in the cache of an NVIDIA GPU. The
// cache then keeps more of the sums that are not finished yet.
template <int V, class T>
__device__ inline void stream_elements(T *to, usize count, const T *from)
{
#if defined(KIR_NVIDIA)
    if (count >= V && is_vector<T, V>(to, 1)) {
        uint4 words;
        static_assert(V * sizeof(T) == sizeof(words), "one vector");
        __builtin_memcpy(&words, from, sizeof(words));
        __stcs(reinterpret_cast<uint4 *>(to), words);
        return;
    }
#endif
    store_elements<V>(to, count, from);
}

// Finishes |sums| as finish_rows() does, with code for each element of a pack. The last packs come
// first: if a product wrote |sums| just before, the cache still has the last packs.
template <class T>
__device__ inline void finish_packs(usize numel, usize columns, const Compute<T> *sums,
                                    const Finish<T> &finish, T *out)
{
    constexpr int V = 16 / sizeof(T);
    const usize step = thread_count() * V;
    const u32 block = grid_width() - 1 - blockIdx.x;
#pragma unroll 1
    for (usize at = (static_cast<usize>(block) * blockDim.x + threadIdx.x) * V; at < numel;
         at += step) {
        Elements<Compute<T>, V> x = {};
        Elements<T, V> elements = {};
        if (sums != nullptr) {
            load_elements<V>(sums + at, numel - at, x.at);
        }
        if (finish.beta != 0) {
            load_elements<V>(out + at, numel - at, elements.at);
        }
        const usize column = index_remainder(at, columns);
        elements = finish.all(x, elements, finish.template biases<V>(column, columns));
        stream_elements<V>(out + at, numel - at, elements.at);
    }
}

// finish_packs() would be long on AMD GPUs with the functions of f32 and f64 for each element.
template <class T>
constexpr auto *finish_elements =
    is_amd && sizeof(T) >= 4 ? finish_rows<T> : finish_packs<T>;

#define PRODUCT(NAME, T)                                                                           \
    extern "C" __global__ void __launch_bounds__(THREADS, ROOM<T>) product_##NAME(                 \
        const usize m, const usize n, const usize k, const usize batches, const usize num_dims,    \
        const usize *info, const T *a, const usize a_row, const usize a_column, const T *b,        \
        const usize b_row, const usize b_column, const Compute<T> alpha, const Compute<T> beta,    \
        const T *bias, const f32 *wide_bias, const u32 activation, T *c)                           \
    {                                                                                              \
        multiply<T>(batches, num_dims, info, {a, m, k, a_row, a_column},                           \
                    {b, n, k, b_column, b_row}, c,                                                 \
                    StoreFinished<T>{{alpha, beta, bias, wide_bias, activation}});                 \
    }                                                                                              \
    extern "C" __global__ void __launch_bounds__(THREADS) product_few_##NAME(                      \
        const usize m, const usize n, const usize k, const usize batches, const usize num_dims,    \
        const usize *info, const T *a, const usize a_row, const usize a_column, const T *b,        \
        const usize b_row, const usize b_column, const Compute<T> alpha, const Compute<T> beta,    \
        const T *bias, const f32 *wide_bias, const u32 activation, T *c)                           \
    {                                                                                              \
        const Lines<T> left{a, m, k, a_row, a_column}, right{b, n, k, b_column, b_row};            \
        const StoreFinished<T> end{{alpha, beta, bias, wide_bias, activation}};                    \
        multiply_few(batches, num_dims, info, left, right, c, end);                                \
    }                                                                                              \
    extern "C" __global__ void __launch_bounds__(256) finish_##NAME(                               \
        const usize numel, const usize columns, const Compute<T> *sums, const Compute<T> alpha,    \
        const Compute<T> beta, const T *bias, const f32 *wide_bias, const u32 activation, T *out)  \
    {                                                                                              \
        const Finish<T> finish = {alpha, beta, bias, wide_bias, activation};                       \
        finish_elements<T>(numel, columns, sums, finish, out);                                     \
    }

PRODUCT(f32, f32)
PRODUCT(f64, f64)
PRODUCT(f16, f16)
PRODUCT(bf16, bf16)
