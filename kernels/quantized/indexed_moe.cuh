// indexed_moe_forward_<format>_q8_1: each task multiplies one input by the matrix of the expert
// that its index names. weights [experts, n, k], inputs rows of k_padded, indices [batch, topk],
// outputs [batch, topk, n]. An input serves all tasks of its batch entry where input_dim1 is 1,
// else one.
//
// A block of threads has two rows of one task; callers launch one for each row, of which every
// second leaves.
#pragma once

#include "mul_mat_vec.cuh"

template <class Block>
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
    const usize pitch = k_padded / Q8_1::elements;
    f32 *const out = outputs + task * n + blockIdx.x;
    multiply_rows<Block, 1, 4>(static_cast<const Block *>(weights) + row * (k / Block::elements),
                               n - static_cast<int>(blockIdx.x),
                               static_cast<const Q8_1 *>(inputs) + input * pitch, pitch, k,
                               [=](int, int r, f32 sum) { out[r] = sum; });
}

#define INDEXED_MOE(NAME, BLOCK)                                                                   \
    extern "C" __global__ void __launch_bounds__(128, RESIDENT(BLOCK, 1))                          \
        indexed_moe_forward_##NAME##_q8_1(const void *all_weights, const void *all_inputs,         \
                                          const u32 *indices, f32 *all_outputs, const i32 n,       \
                                          const i32 k, const i32 batch, const i32 topk,            \
                                          const i32 k_padded, const i32 input_dim1)                \
    {                                                                                              \
        multiply_expert<BLOCK>(all_weights, all_inputs, indices, all_outputs, n, k, k_padded,      \
                               input_dim1);                                                        \
    }

INDEXED_MOE(q2k, Q2_K)
INDEXED_MOE(q3k, Q3_K)
INDEXED_MOE(q4k, Q4_K)
INDEXED_MOE(q5k, Q5_K)
INDEXED_MOE(q6k, Q6_K)
INDEXED_MOE(q8_0, Q8_0)
