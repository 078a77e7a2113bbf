// Kernels for the quantized formats of GGUF: they dequantize blocks, look up rows, multiply, and
// quantize activations. blocks.cuh has the formats; each header here has one kind of kernel.
#include "quantized/dequantize.cuh"
#include "quantized/dequantize_mul_mat_vec.cuh"
#include "quantized/get_rows.cuh"
#include "quantized/indexed_moe.cuh"
#include "quantized/mul_mat.cuh"
#include "quantized/mul_mat_vec.cuh"
#include "quantized/quantize_q8_1.cuh"

DEQUANTIZE(f32)
DEQUANTIZE(f16)

DEQUANTIZE_MUL_MAT_VEC(q4_0_cuda, Q4_0, y)
DEQUANTIZE_MUL_MAT_VEC(q4_1_cuda, Q4_1, y)
DEQUANTIZE_MUL_MAT_VEC(q5_0_cuda, Q5_0, y)
DEQUANTIZE_MUL_MAT_VEC(q5_1_cuda, Q5_1, y)
DEQUANTIZE_MUL_MAT_VEC(q8_0_cuda, Q8_0, y)
DEQUANTIZE_MUL_MAT_VEC(q2_k, Q2_K, yy)
DEQUANTIZE_MUL_MAT_VEC(q3_k, Q3_K, yy)
DEQUANTIZE_MUL_MAT_VEC(q4_k, Q4_K, yy)
DEQUANTIZE_MUL_MAT_VEC(q6_k, Q6_K, yy)

// This kernel has no parameter for the number of rows: callers launch one thread block for each
// row. A limit of 16 blocks on a multiprocessor would leave clang 21 too few registers.
extern "C" __global__ void __launch_bounds__(32, 12)
    dequantize_mul_mat_vec_q5_k(const void *vx, const f32 *yy, f32 *dst, const i32 ncols)
{
    dequantize_mul_mat_vec<Q5_K>(vx, yy, dst, ncols, gridDim.x);
}

GET_ROWS(q4_0, Q4_0, 256)
GET_ROWS(q4_1, Q4_1, 256)
GET_ROWS(q5_0, Q5_0, 256)
GET_ROWS(q5_1, Q5_1, 256)
GET_ROWS(q8_0, Q8_0, 256)
GET_ROWS(q2_K, Q2_K, 64)
GET_ROWS(q3_K, Q3_K, 64)
GET_ROWS(q4_K, Q4_K, 32)
GET_ROWS(q5_K, Q5_K, 64)
GET_ROWS(q6_K, Q6_K, 64)
GET_DENSE_ROWS(f32)
GET_DENSE_ROWS(f16)
GET_DENSE_ROWS(bf16)

MUL_MATS(, Q8_1)
MUL_MAT_VECS(MUL_MAT_VEC_EACH)
INDEXED_MOES(_q8_1, Q8_1)
