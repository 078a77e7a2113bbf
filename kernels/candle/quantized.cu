// Kernels for the quantized formats of GGUF: they dequantize blocks, look up rows, multiply, and
// quantize activations. blocks.cuh has the formats; each header here has one kind of kernel.
#include "quantized/dequantize.cuh"
#include "quantized/dequantize_mul_mat_vec.cuh"
#include "quantized/get_rows.cuh"
#include "quantized/indexed_moe.cuh"
#include "quantized/mul_mat.cuh"
#include "quantized/mul_mat_vec.cuh"
#include "quantized/quantize_q8_1.cuh"

MUL_MATS(, Q8_1)
MUL_MAT_VECS(MUL_MAT_VEC_EACH)
INDEXED_MOES(_q8_1, Q8_1)
