// quantize_q8_1(x, vy, kx, kx_padded) converts rows of kx numbers to rows of kx_padded / 32 blocks,
// with zeros in the columns from kx on. blockIdx.y is the row.
//
// d = max |x| / 127 in f32, and quants = x / d, rounded half away from zero. d and the sum of x are
// then rounded to f16 and stored.
//
// A thread has four neighbours, so eight threads share a block. Callers launch a thread for each
// element, so the first quarter of the thread blocks does all the work.
#pragma once

#include "../../device/wave.cuh"
#include "blocks.cuh"

enum { THREADS_PER_Q8_1 = Q8_1::elements / 4 };

// Loads four numbers of |row| from |column| on, with zeros from |columns| on.
__device__ inline Elements<f32, 4> load_padded(const f32 *row, i64 column, i64 columns)
{
    if (column + 4 <= columns) {
        return load_run<4>(row + column, 1).template pop<4>();
    }
    Elements<f32, 4> four;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        four.at[k] = column + k < columns ? row[column + k] : 0.0f;
    }
    return four;
}

__device__ inline u32 quantize_four(const Elements<f32, 4> &four, f32 d)
{
    u32 quants = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int quant = d == 0.0f ? 0 : __float2int_rz(roundf(four.at[k] / d));
        quants |= (static_cast<u32>(quant) & 0xff) << (8 * k);
    }
    return quants;
}

extern "C" __global__ void __launch_bounds__(256)
    quantize_q8_1(const f32 *__restrict__ x, void *__restrict__ vy, const i32 kx,
                  const i32 kx_padded)
{
    const i64 column = 4 * (static_cast<i64>(blockIdx.x) * blockDim.x + threadIdx.x);
    const u32 lane = threadIdx.x % WARP;
    if (column - 4 * lane >= kx_padded) {
        return; // the condition is the same in all lanes of a warp
    }
    const Elements<f32, 4> four = load_padded(x + static_cast<i64>(blockIdx.y) * kx, column, kx);
    f32 largest = 0, sum = 0;
#pragma unroll
    for (const f32 number : four.at) {
        largest = fmaxf(largest, fabsf(number));
        sum += number;
    }
    largest = warp_reduce(largest, Larger(), 1, THREADS_PER_Q8_1);
    sum = warp_reduce(sum, Add(), 1, THREADS_PER_Q8_1);
    if (column >= kx_padded) {
        return;
    }
    Q8_1 *row =
        static_cast<Q8_1 *>(vy) + static_cast<usize>(blockIdx.y) * (kx_padded / Q8_1::elements);
    Q8_1 &block = row[column / Q8_1::elements];
    const f32 d = largest / 127.0f;
    block.qs[lane % THREADS_PER_Q8_1] = quantize_four(four, d);
    if (lane % THREADS_PER_Q8_1 == 0) {
        block.d = narrow<f16>(d);
        block.s = narrow<f16>(sum);
    }
}
