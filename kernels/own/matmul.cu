// matmul_T computes c = a x b for each matrix of a batch, rounded to T once.
#include "matmul/tile.cuh"

#define MATMUL(NAME, T)                                                                            \
    extern "C" __global__ void __launch_bounds__(THREADS, ROOM<T>) matmul_##NAME(                  \
        const usize m, const usize n, const usize k, const usize batches, const usize num_dims,    \
        const usize *info, const T *a, const usize a_row, const usize a_column, const T *b,        \
        const usize b_row, const usize b_column, T *c)                                             \
    {                                                                                              \
        multiply<T>(batches, num_dims, info, {a, m, k, a_row, a_column},                           \
                    {b, n, k, b_column, b_row}, c, Rounded());                                     \
    }

MATMUL(f32, f32)
MATMUL(f64, f64)
MATMUL(f16, f16)
MATMUL(bf16, bf16)
