// indexed_moe_forward_<format>_q8_1 and _rounded: each task multiplies one input by the matrix of
// the expert that its index names. weights are [experts, n, k], inputs are rows of k_padded,
// indices are [batch, topk], and outputs are [batch, topk, n]. If input_dim1 is 1, all tasks of a
// batch entry share an input; otherwise each task has its own.
//
// A block of threads makes two rows of one task. Callers launch a thread block for each row, and
// every second thread block ends at once.
#pragma once

#include "mul_mat_vec.cuh"

template <class Block, class Y>
__device__ __forceinline__ void multiply_expert(const void *weights, const void *inputs,
                                                const u32 *indices, f32 *outputs, int n, int k,
                                                int k_padded, int input_dim1)
{
    if (blockIdx.x % blocks_of<1> != 0) {
        return;
    }
    const usize task = static_cast<usize>(blockIdx.y) * gridDim.z + blockIdx.z;
    const usize input = input_dim1 == 1 ? blockIdx.y : task;
    const usize row = static_cast<usize>(indices[task]) * n + blockIdx.x;
    const usize pitch = k_padded / Y::elements;
    f32 *const out = outputs + task * n + blockIdx.x;
    multiply_rows<Block, Y, 1, 4, 1>(
        static_cast<const Block *>(weights) + row * (k / Block::elements),
        n - static_cast<int>(blockIdx.x), static_cast<const Y *>(inputs) + input * pitch, pitch, k,
        1, [=](int, int r, f32 sum) { out[r] = sum; });
}

#define INDEXED_MOE(NAME, BLOCK, Y)                                                                \
    extern "C" __global__ void __launch_bounds__(128, RESIDENT_BLOCKS(BLOCK, 1))                   \
        indexed_moe_forward_##NAME(const void *all_weights, const void *all_inputs,                \
                                   const u32 *indices, f32 *all_outputs, const i32 n, const i32 k, \
                                   const i32 batch, const i32 topk, const i32 k_padded,            \
                                   const i32 input_dim1)                                           \
    {                                                                                              \
        ENTER(multiply_expert<BLOCK, Y>)                                                           \
        (all_weights, all_inputs, indices, all_outputs, n, k, k_padded, input_dim1);               \
    }

#define INDEXED_MOES(SUFFIX, Y)                                                                    \
    INDEXED_MOE(q2k##SUFFIX, Q2_K, Y)                                                              \
    INDEXED_MOE(q3k##SUFFIX, Q3_K, Y)                                                              \
    INDEXED_MOE(q4k##SUFFIX, Q4_K, Y)                                                              \
    INDEXED_MOE(q5k##SUFFIX, Q5_K, Y)                                                              \
    INDEXED_MOE(q6k##SUFFIX, Q6_K, Y)                                                              \
    INDEXED_MOE(q8_0##SUFFIX, Q8_0, Y)
