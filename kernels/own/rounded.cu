// Products of quantized weights for libkrt_ops: the kernels of quantized.cu for activations in
// blocks of Rounded instead of Q8_1, and the kernel that rounds activations to 8 bits.
//
// Q8_1 stores a scale and the sum of the numbers before rounding, both in f16; other programs
// launch its kernels by their names. Rounded stores a scale of f32, so that its numbers may be as
// small or as large as those of f32. Its kernels add up the quants instead of storing a sum: such
// sums do not overflow, and they are sums of the numbers that are multiplied.
#include "../device/grid.cuh"
#include "../candle/quantized/indexed_moe.cuh"
#include "../candle/quantized/mul_mat.cuh"
#include "../candle/quantized/mul_mat_vec.cuh"
#include "round.cuh"

MUL_MATS(_rounded, Rounded)
MUL_MAT_VECS(MUL_MAT_VEC_ROUNDED_EACH)
INDEXED_MOES(_rounded, Rounded)

// Rounds the |numel| elements of |x|. A thread has four neighbours, so eight threads share a block.
template <class T> __device__ __forceinline__ void round_blocks(usize numel, const T *x, Rounded *y)
{
    const u32 lane = threadIdx.x % WARP;
    for (usize at = 4 * first_thread(); at - 4 * lane < numel; at += 4 * thread_count()) {
        round_four(x + at, at < numel, y + at / Rounded::elements);
    }
}

#define ROUND_BLOCKS(T)                                                                            \
    extern "C" __global__ void __launch_bounds__(256)                                              \
        round_blocks_##T(const usize numel, const T *x, void *out)                                 \
    {                                                                                              \
        round_blocks(numel, x, static_cast<Rounded *>(out));                                       \
    }

ROUND_BLOCKS(f32)
ROUND_BLOCKS(f16)
ROUND_BLOCKS(bf16)
