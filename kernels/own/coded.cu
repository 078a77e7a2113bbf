// The formats of coded.cuh for libkrt_ops: what the family `quantized` and rounded.cu have for
// other formats.
#include "coded.cuh"
#include "../candle/quantized/dequantize.cuh"
#include "../candle/quantized/dequantize_mul_mat_vec.cuh"
#include "../candle/quantized/get_rows.cuh"
#include "../candle/quantized/indexed_moe.cuh"
#include "../candle/quantized/mul_mat.cuh"

// Defines a kernel that dequantizes blocks of the format BLOCK to numbers of type T. A thread makes
// four elements.
#define DEQUANTIZE_CODED(NAME, BLOCK, T)                                                           \
    extern "C" __global__ void __launch_bounds__(256)                                              \
        dequantize_block_##NAME##_##T(const void *vx, T *y, const i32 k)                           \
    {                                                                                              \
        ENTER(dequantize<1, 256, BLOCK, T>)(static_cast<const BLOCK *>(vx), y, k);                 \
    }

#define CODED(NAME, BLOCK)                                                                         \
    DEQUANTIZE_CODED(NAME, BLOCK, f32)                                                             \
    DEQUANTIZE_CODED(NAME, BLOCK, f16)                                                             \
    GET_ROWS(NAME, BLOCK, 256)                                                                     \
    DEQUANTIZE_MUL_MAT_VEC(NAME, BLOCK, y)                                                         \
    MUL_MAT_VEC_ROUNDED_EACH(NAME, BLOCK)                                                          \
    MUL_MAT(NAME##_rounded, BLOCK, Rounded, 64, 128)                                               \
    INDEXED_MOE(NAME##_rounded, BLOCK, Rounded)

CODED(iq4_nl, IQ4_NL)
CODED(iq4_xs, IQ4_XS)
CODED(tq1_0, TQ1_0)
CODED(tq2_0, TQ2_0)
CODED(mxfp4, MXFP4)
CODED(nvfp4, NVFP4)
