// The quantized formats of GGUF: blocks dequantized, looked up by row, multiplied, and made of
// activations. blocks.cuh has the formats, the other headers a kind of kernel each.
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
