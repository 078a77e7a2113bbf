// get_rows_FORMAT(src0, src1, dst, ne00, nb01): row i of dst, of ne00 numbers, becomes row src1[i]
// of src0 as f32. Rows of src0 are nb01 bytes apart; for get_rows_T, they are dense, and nb01 is
// ignored.
//
// blockIdx.x is i. The thread blocks of all blockIdx.y share row i. A thread makes four neighbours
// at a time, or one element of dense rows, so that short rows keep all threads busy.
#pragma once

#include "dequantize.cuh"

// Calls body(element) for every fourth element of a row.
template <class Body> __device__ inline void each_four(usize count, const Body &body)
{
    const usize threads = static_cast<usize>(gridDim.y) * blockDim.x;
    for (usize four = static_cast<usize>(blockIdx.y) * blockDim.x + threadIdx.x; 4 * four < count;
         four += threads) {
        body(4 * four);
    }
}

template <class Block>
__device__ inline void get_rows(const void *__restrict__ src0, const u32 *__restrict__ src1,
                                f32 *__restrict__ dst, usize ne00, usize nb01)
{
    const Block *row =
        reinterpret_cast<const Block *>(static_cast<const char *>(src0) + src1[blockIdx.x] * nb01);
    dst += blockIdx.x * ne00;
    each_four(ne00, [=](usize element) {
        store_four(dst + element,
                   dequantize_four(row[element / Block::elements], element % Block::elements));
    });
}

template <class T>
__device__ inline void get_dense_rows(const T *__restrict__ src0, const u32 *__restrict__ src1,
                                      f32 *__restrict__ dst, usize ne00)
{
    const T *row = src0 + src1[blockIdx.x] * ne00;
    dst += blockIdx.x * ne00;
    const usize threads = static_cast<usize>(gridDim.y) * blockDim.x;
    for (usize k = static_cast<usize>(blockIdx.y) * blockDim.x + threadIdx.x; k < ne00;
         k += threads) {
        dst[k] = widen(row[k]);
    }
}

#define GET_ROWS(NAME, BLOCK, THREADS)                                                             \
    extern "C" __global__ void __launch_bounds__(THREADS) get_rows_##NAME(                         \
        const void *src0, const u32 *src1, f32 *dst, const i64 ne00, const usize nb01)             \
    {                                                                                              \
        ENTER(get_rows<BLOCK>)(src0, src1, dst, ne00, nb01);                                       \
    }

#define GET_DENSE_ROWS(T)                                                                          \
    extern "C" __global__ void __launch_bounds__(256)                                              \
        get_rows_##T(const T *src0, const u32 *src1, f32 *dst, const i64 ne00, const usize nb01)   \
    {                                                                                              \
        get_dense_rows(src0, src1, dst, ne00);                                                     \
    }
