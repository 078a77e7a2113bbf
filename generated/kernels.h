/* kernels: 926 GPU kernels in 19 modules.
 *
 * Written by kbuild; do not edit. Each krt_launch_<kernel>() launches one kernel by
 * krt_launch(); see krt/krt.h for streams, |config| and errors. Pointers are to
 * device memory. The functions are asynchronous and thread-safe.
 */
#ifndef KERNELS_H
#define KERNELS_H

#include <krt/krt.h>

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

extern const struct krt_package kernels_package;

/* Identifies this interface: the tables must be of the same one. */
#define KERNELS_INTERFACE 0x03dae7dfaa30a35eu

/* The ordinals of the kernels, for krt_launch(). */
enum kernels_ordinal {
    /* affine */
    KERNELS_AFFINE_F8_E4M3,
    KERNELS_AFFINE_BF16,
    KERNELS_AFFINE_F16,
    KERNELS_AFFINE_F32,
    KERNELS_AFFINE_F64,
    KERNELS_AFFINE_U8,
    KERNELS_AFFINE_U32,
    KERNELS_AFFINE_I16,
    KERNELS_AFFINE_I32,
    KERNELS_AFFINE_I64,
    /* binary */
    KERNELS_BADD_F8_E4M3,
    KERNELS_BSUB_F8_E4M3,
    KERNELS_BMUL_F8_E4M3,
    KERNELS_BDIV_F8_E4M3,
    KERNELS_BMAXIMUM_F8_E4M3,
    KERNELS_BMINIMUM_F8_E4M3,
    KERNELS_EQ_F8_E4M3,
    KERNELS_NE_F8_E4M3,
    KERNELS_LT_F8_E4M3,
    KERNELS_LE_F8_E4M3,
    KERNELS_GT_F8_E4M3,
    KERNELS_GE_F8_E4M3,
    KERNELS_BADD_BF16,
    KERNELS_BSUB_BF16,
    KERNELS_BMUL_BF16,
    KERNELS_BDIV_BF16,
    KERNELS_BMAXIMUM_BF16,
    KERNELS_BMINIMUM_BF16,
    KERNELS_EQ_BF16,
    KERNELS_NE_BF16,
    KERNELS_LT_BF16,
    KERNELS_LE_BF16,
    KERNELS_GT_BF16,
    KERNELS_GE_BF16,
    KERNELS_BADD_F16,
    KERNELS_BSUB_F16,
    KERNELS_BMUL_F16,
    KERNELS_BDIV_F16,
    KERNELS_BMAXIMUM_F16,
    KERNELS_BMINIMUM_F16,
    KERNELS_EQ_F16,
    KERNELS_NE_F16,
    KERNELS_LT_F16,
    KERNELS_LE_F16,
    KERNELS_GT_F16,
    KERNELS_GE_F16,
    KERNELS_BADD_F32,
    KERNELS_BSUB_F32,
    KERNELS_BMUL_F32,
    KERNELS_BDIV_F32,
    KERNELS_BMAXIMUM_F32,
    KERNELS_BMINIMUM_F32,
    KERNELS_EQ_F32,
    KERNELS_NE_F32,
    KERNELS_LT_F32,
    KERNELS_LE_F32,
    KERNELS_GT_F32,
    KERNELS_GE_F32,
    KERNELS_BADD_F64,
    KERNELS_BSUB_F64,
    KERNELS_BMUL_F64,
    KERNELS_BDIV_F64,
    KERNELS_BMAXIMUM_F64,
    KERNELS_BMINIMUM_F64,
    KERNELS_EQ_F64,
    KERNELS_NE_F64,
    KERNELS_LT_F64,
    KERNELS_LE_F64,
    KERNELS_GT_F64,
    KERNELS_GE_F64,
    KERNELS_BADD_U8,
    KERNELS_BSUB_U8,
    KERNELS_BMUL_U8,
    KERNELS_BDIV_U8,
    KERNELS_BMAXIMUM_U8,
    KERNELS_BMINIMUM_U8,
    KERNELS_EQ_U8,
    KERNELS_NE_U8,
    KERNELS_LT_U8,
    KERNELS_LE_U8,
    KERNELS_GT_U8,
    KERNELS_GE_U8,
    KERNELS_BADD_U32,
    KERNELS_BSUB_U32,
    KERNELS_BMUL_U32,
    KERNELS_BDIV_U32,
    KERNELS_BMAXIMUM_U32,
    KERNELS_BMINIMUM_U32,
    KERNELS_EQ_U32,
    KERNELS_NE_U32,
    KERNELS_LT_U32,
    KERNELS_LE_U32,
    KERNELS_GT_U32,
    KERNELS_GE_U32,
    KERNELS_BADD_I64,
    KERNELS_BSUB_I64,
    KERNELS_BMUL_I64,
    KERNELS_BDIV_I64,
    KERNELS_BMAXIMUM_I64,
    KERNELS_BMINIMUM_I64,
    KERNELS_EQ_I64,
    KERNELS_NE_I64,
    KERNELS_LT_I64,
    KERNELS_LE_I64,
    KERNELS_GT_I64,
    KERNELS_GE_I64,
    /* cast */
    KERNELS_CAST_F8_E4M3_U8,
    KERNELS_CAST_U8_F8_E4M3,
    KERNELS_CAST_F8_E4M3_I32,
    KERNELS_CAST_I32_F8_E4M3,
    KERNELS_CAST_F8_E4M3_BF16,
    KERNELS_CAST_BF16_F8_E4M3,
    KERNELS_CAST_F8_E4M3_F16,
    KERNELS_CAST_F16_F8_E4M3,
    KERNELS_CAST_F8_E4M3_F32,
    KERNELS_CAST_F32_F8_E4M3,
    KERNELS_CAST_F8_E4M3_F64,
    KERNELS_CAST_F64_F8_E4M3,
    KERNELS_CAST_F8_E4M3_F8_E4M3,
    KERNELS_CAST_BF16_U8,
    KERNELS_CAST_BF16_U32,
    KERNELS_CAST_BF16_BF16,
    KERNELS_CAST_BF16_F16,
    KERNELS_CAST_BF16_F32,
    KERNELS_CAST_BF16_F64,
    KERNELS_CAST_F16_U8,
    KERNELS_CAST_F16_U32,
    KERNELS_CAST_F16_BF16,
    KERNELS_CAST_F16_F16,
    KERNELS_CAST_F16_F32,
    KERNELS_CAST_F16_F64,
    KERNELS_CAST_F32_U8,
    KERNELS_CAST_F32_U32,
    KERNELS_CAST_F32_I64,
    KERNELS_CAST_F32_BF16,
    KERNELS_CAST_F32_F16,
    KERNELS_CAST_F32_F32,
    KERNELS_CAST_F32_F64,
    KERNELS_CAST_F64_U8,
    KERNELS_CAST_F64_U32,
    KERNELS_CAST_F64_I64,
    KERNELS_CAST_F64_BF16,
    KERNELS_CAST_F64_F16,
    KERNELS_CAST_F64_F32,
    KERNELS_CAST_F64_F64,
    KERNELS_CAST_U8_U8,
    KERNELS_CAST_U8_U32,
    KERNELS_CAST_U8_I64,
    KERNELS_CAST_U8_BF16,
    KERNELS_CAST_U8_F16,
    KERNELS_CAST_U8_F32,
    KERNELS_CAST_U8_F64,
    KERNELS_CAST_U32_U8,
    KERNELS_CAST_U32_U32,
    KERNELS_CAST_U32_I64,
    KERNELS_CAST_U32_BF16,
    KERNELS_CAST_U32_F16,
    KERNELS_CAST_U32_F32,
    KERNELS_CAST_U32_F64,
    KERNELS_CAST_I64_U8,
    KERNELS_CAST_I64_U32,
    KERNELS_CAST_I64_I64,
    KERNELS_CAST_I64_F32,
    KERNELS_CAST_I64_F64,
    /* conv */
    KERNELS_CONV1D_BF16,
    KERNELS_CONV2D_BF16,
    KERNELS_CONV_TRANSPOSE1D_BF16,
    KERNELS_CONV_TRANSPOSE2D_BF16,
    KERNELS_IM2COL1D_BF16,
    KERNELS_IM2COL_BF16,
    KERNELS_COL2IM1D_BF16,
    KERNELS_AVG_POOL2D_BF16,
    KERNELS_MAX_POOL2D_BF16,
    KERNELS_UPSAMPLE_NEAREST2D_BF16,
    KERNELS_UPSAMPLE_BILINEAR2D_BF16,
    KERNELS_CONV1D_F16,
    KERNELS_CONV2D_F16,
    KERNELS_CONV_TRANSPOSE1D_F16,
    KERNELS_CONV_TRANSPOSE2D_F16,
    KERNELS_IM2COL1D_F16,
    KERNELS_IM2COL_F16,
    KERNELS_COL2IM1D_F16,
    KERNELS_AVG_POOL2D_F16,
    KERNELS_MAX_POOL2D_F16,
    KERNELS_UPSAMPLE_NEAREST2D_F16,
    KERNELS_UPSAMPLE_BILINEAR2D_F16,
    KERNELS_CONV1D_F32,
    KERNELS_CONV2D_F32,
    KERNELS_CONV_TRANSPOSE1D_F32,
    KERNELS_CONV_TRANSPOSE2D_F32,
    KERNELS_IM2COL1D_F32,
    KERNELS_IM2COL_F32,
    KERNELS_COL2IM1D_F32,
    KERNELS_AVG_POOL2D_F32,
    KERNELS_MAX_POOL2D_F32,
    KERNELS_UPSAMPLE_NEAREST2D_F32,
    KERNELS_UPSAMPLE_BILINEAR2D_F32,
    KERNELS_CONV1D_F64,
    KERNELS_CONV2D_F64,
    KERNELS_CONV_TRANSPOSE1D_F64,
    KERNELS_CONV_TRANSPOSE2D_F64,
    KERNELS_IM2COL1D_F64,
    KERNELS_IM2COL_F64,
    KERNELS_COL2IM1D_F64,
    KERNELS_AVG_POOL2D_F64,
    KERNELS_MAX_POOL2D_F64,
    KERNELS_UPSAMPLE_NEAREST2D_F64,
    KERNELS_UPSAMPLE_BILINEAR2D_F64,
    KERNELS_CONV1D_U8,
    KERNELS_CONV2D_U8,
    KERNELS_CONV_TRANSPOSE1D_U8,
    KERNELS_CONV_TRANSPOSE2D_U8,
    KERNELS_IM2COL1D_U8,
    KERNELS_IM2COL_U8,
    KERNELS_COL2IM1D_U8,
    KERNELS_AVG_POOL2D_U8,
    KERNELS_MAX_POOL2D_U8,
    KERNELS_UPSAMPLE_NEAREST2D_U8,
    KERNELS_UPSAMPLE_BILINEAR2D_U8,
    KERNELS_CONV1D_U32,
    KERNELS_CONV2D_U32,
    KERNELS_CONV_TRANSPOSE1D_U32,
    KERNELS_CONV_TRANSPOSE2D_U32,
    KERNELS_IM2COL1D_U32,
    KERNELS_IM2COL_U32,
    KERNELS_COL2IM1D_U32,
    KERNELS_AVG_POOL2D_U32,
    KERNELS_MAX_POOL2D_U32,
    KERNELS_UPSAMPLE_NEAREST2D_U32,
    KERNELS_UPSAMPLE_BILINEAR2D_U32,
    KERNELS_CONV_DEPTHWISE_BF16,
    KERNELS_CONV_PATCHES_BF16,
    KERNELS_CONV_DEPTHWISE_F16,
    KERNELS_CONV_PATCHES_F16,
    KERNELS_CONV_DEPTHWISE_F32,
    KERNELS_CONV_PATCHES_F32,
    KERNELS_CONV_TILES_BF16,
    KERNELS_CONV_TRANSPOSE_TILES_BF16,
    KERNELS_CONV_STRIPS_BF16,
    KERNELS_CONV_TRANSPOSE_STRIPS_BF16,
    KERNELS_CONV_TILES_F16,
    KERNELS_CONV_TRANSPOSE_TILES_F16,
    KERNELS_CONV_STRIPS_F16,
    KERNELS_CONV_TRANSPOSE_STRIPS_F16,
    KERNELS_CONV_TILES_F32,
    KERNELS_CONV_TRANSPOSE_TILES_F32,
    KERNELS_CONV_STRIPS_F32,
    KERNELS_CONV_TRANSPOSE_STRIPS_F32,
    KERNELS_CONV_TILES_F64,
    KERNELS_CONV_TRANSPOSE_TILES_F64,
    KERNELS_CONV_STRIPS_F64,
    KERNELS_CONV_TRANSPOSE_STRIPS_F64,
    KERNELS_CONV_TILES_U8,
    KERNELS_CONV_TRANSPOSE_TILES_U8,
    KERNELS_CONV_STRIPS_U8,
    KERNELS_CONV_TRANSPOSE_STRIPS_U8,
    KERNELS_CONV_TILES_U32,
    KERNELS_CONV_TRANSPOSE_TILES_U32,
    KERNELS_CONV_STRIPS_U32,
    KERNELS_CONV_TRANSPOSE_STRIPS_U32,
    /* create */
    KERNELS_ARANGE_U8,
    KERNELS_ARANGE_I16,
    KERNELS_ARANGE_U32,
    KERNELS_ARANGE_I64,
    KERNELS_ARANGE_BF16,
    KERNELS_LINSPACE_BF16,
    KERNELS_ARANGE_F8_E4M3,
    KERNELS_LINSPACE_F8_E4M3,
    KERNELS_ARANGE_F16,
    KERNELS_LINSPACE_F16,
    KERNELS_ARANGE_F32,
    KERNELS_LINSPACE_F32,
    KERNELS_ARANGE_F64,
    KERNELS_LINSPACE_F64,
    KERNELS_BAND_U8,
    KERNELS_BAND_F16,
    KERNELS_BAND_U32,
    KERNELS_BAND_I64,
    /* fill */
    KERNELS_FILL_U8,
    KERNELS_COPY2D_U8,
    KERNELS_CONST_SET_U8,
    KERNELS_FILL_U32,
    KERNELS_COPY2D_U32,
    KERNELS_CONST_SET_U32,
    KERNELS_FILL_I64,
    KERNELS_COPY2D_I64,
    KERNELS_CONST_SET_I64,
    KERNELS_FILL_F32,
    KERNELS_COPY2D_F32,
    KERNELS_CONST_SET_F32,
    KERNELS_FILL_F64,
    KERNELS_COPY2D_F64,
    KERNELS_CONST_SET_F64,
    KERNELS_FILL_F16,
    KERNELS_COPY2D_F16,
    KERNELS_CONST_SET_F16,
    KERNELS_FILL_BF16,
    KERNELS_COPY2D_BF16,
    KERNELS_CONST_SET_BF16,
    KERNELS_FILL_F8_E4M3,
    KERNELS_COPY2D_F8_E4M3,
    KERNELS_CONST_SET_F8_E4M3,
    /* indexing */
    KERNELS_IS_I64_BF16,
    KERNELS_GATHER_I64_BF16,
    KERNELS_IS_I64_F16,
    KERNELS_GATHER_I64_F16,
    KERNELS_IS_I64_F32,
    KERNELS_GATHER_I64_F32,
    KERNELS_IS_I64_F64,
    KERNELS_GATHER_I64_F64,
    KERNELS_IS_I64_U8,
    KERNELS_GATHER_I64_U8,
    KERNELS_IS_I64_U32,
    KERNELS_GATHER_I64_U32,
    KERNELS_IS_I64_I64,
    KERNELS_GATHER_I64_I64,
    KERNELS_IS_U32_BF16,
    KERNELS_GATHER_U32_BF16,
    KERNELS_IS_U32_F16,
    KERNELS_GATHER_U32_F16,
    KERNELS_IS_U32_F32,
    KERNELS_GATHER_U32_F32,
    KERNELS_IS_U32_F64,
    KERNELS_GATHER_U32_F64,
    KERNELS_IS_U32_U8,
    KERNELS_GATHER_U32_U8,
    KERNELS_IS_U32_U32,
    KERNELS_GATHER_U32_U32,
    KERNELS_IS_U32_I64,
    KERNELS_GATHER_U32_I64,
    KERNELS_IS_U8_BF16,
    KERNELS_GATHER_U8_BF16,
    KERNELS_IS_U8_F16,
    KERNELS_GATHER_U8_F16,
    KERNELS_IS_U8_F32,
    KERNELS_GATHER_U8_F32,
    KERNELS_IS_U8_F64,
    KERNELS_GATHER_U8_F64,
    KERNELS_IS_U8_U8,
    KERNELS_GATHER_U8_U8,
    KERNELS_IS_U8_U32,
    KERNELS_GATHER_U8_U32,
    KERNELS_IS_U8_I64,
    KERNELS_GATHER_U8_I64,
    KERNELS_IA_I64_BF16,
    KERNELS_SA_I64_BF16,
    KERNELS_IA_I64_F16,
    KERNELS_SA_I64_F16,
    KERNELS_IA_I64_F32,
    KERNELS_SA_I64_F32,
    KERNELS_IA_I64_F64,
    KERNELS_SA_I64_F64,
    KERNELS_IA_I64_U8,
    KERNELS_SA_I64_U8,
    KERNELS_IA_I64_U32,
    KERNELS_SA_I64_U32,
    KERNELS_IA_I64_I64,
    KERNELS_SA_I64_I64,
    KERNELS_IA_U32_BF16,
    KERNELS_SA_U32_BF16,
    KERNELS_IA_U32_F16,
    KERNELS_SA_U32_F16,
    KERNELS_IA_U32_F32,
    KERNELS_SA_U32_F32,
    KERNELS_IA_U32_F64,
    KERNELS_SA_U32_F64,
    KERNELS_IA_U32_U8,
    KERNELS_SA_U32_U8,
    KERNELS_IA_U32_U32,
    KERNELS_SA_U32_U32,
    KERNELS_IA_U32_I64,
    KERNELS_SA_U32_I64,
    KERNELS_IA_U8_BF16,
    KERNELS_SA_U8_BF16,
    KERNELS_IA_U8_F16,
    KERNELS_SA_U8_F16,
    KERNELS_IA_U8_F32,
    KERNELS_SA_U8_F32,
    KERNELS_IA_U8_F64,
    KERNELS_SA_U8_F64,
    KERNELS_IA_U8_U8,
    KERNELS_SA_U8_U8,
    KERNELS_IA_U8_U32,
    KERNELS_SA_U8_U32,
    KERNELS_IA_U8_I64,
    KERNELS_SA_U8_I64,
    KERNELS_S_I64_BF16,
    KERNELS_S_I64_F16,
    KERNELS_S_I64_F32,
    KERNELS_S_I64_F64,
    KERNELS_S_I64_U8,
    KERNELS_S_I64_U32,
    KERNELS_S_I64_I64,
    KERNELS_S_U32_BF16,
    KERNELS_S_U32_F16,
    KERNELS_S_U32_F32,
    KERNELS_S_U32_F64,
    KERNELS_S_U32_U8,
    KERNELS_S_U32_U32,
    KERNELS_S_U32_I64,
    KERNELS_S_U8_BF16,
    KERNELS_S_U8_F16,
    KERNELS_S_U8_F32,
    KERNELS_S_U8_F64,
    KERNELS_S_U8_U8,
    KERNELS_S_U8_U32,
    KERNELS_S_U8_I64,
    KERNELS_IS_I16_F8_E4M3,
    KERNELS_GATHER_I16_F8_E4M3,
    KERNELS_IS_I32_F8_E4M3,
    KERNELS_GATHER_I32_F8_E4M3,
    KERNELS_IS_I64_F8_E4M3,
    KERNELS_GATHER_I64_F8_E4M3,
    KERNELS_IS_U32_F8_E4M3,
    KERNELS_GATHER_U32_F8_E4M3,
    KERNELS_IS_U8_F8_E4M3,
    KERNELS_GATHER_U8_F8_E4M3,
    KERNELS_IA_I16_F8_E4M3,
    KERNELS_SA_I16_F8_E4M3,
    KERNELS_IA_I32_F8_E4M3,
    KERNELS_SA_I32_F8_E4M3,
    KERNELS_IA_I64_F8_E4M3,
    KERNELS_SA_I64_F8_E4M3,
    KERNELS_IA_U32_F8_E4M3,
    KERNELS_SA_U32_F8_E4M3,
    KERNELS_IA_U8_F8_E4M3,
    KERNELS_SA_U8_F8_E4M3,
    /* matmul */
    KERNELS_MATMUL_F32,
    KERNELS_MATMUL_F64,
    KERNELS_MATMUL_F16,
    KERNELS_MATMUL_BF16,
    /* pad */
    KERNELS_PAD_U8,
    KERNELS_PAD_F16,
    KERNELS_PAD_U32,
    KERNELS_PAD_I64,
    /* product */
    KERNELS_PRODUCT_F32,
    KERNELS_PRODUCT_FEW_F32,
    KERNELS_FINISH_F32,
    KERNELS_PRODUCT_F64,
    KERNELS_PRODUCT_FEW_F64,
    KERNELS_FINISH_F64,
    KERNELS_PRODUCT_F16,
    KERNELS_PRODUCT_FEW_F16,
    KERNELS_FINISH_F16,
    KERNELS_PRODUCT_BF16,
    KERNELS_PRODUCT_FEW_BF16,
    KERNELS_FINISH_BF16,
    KERNELS_QUANTIZE_Q8_1_F16,
    KERNELS_QUANTIZE_Q8_1_BF16,
    /* quantize */
    KERNELS_QUANTIZE_Q4_0,
    KERNELS_QUANTIZE_Q4_1,
    KERNELS_QUANTIZE_Q5_0,
    KERNELS_QUANTIZE_Q5_1,
    KERNELS_QUANTIZE_Q8_0,
    KERNELS_QUANTIZE_Q2_K,
    KERNELS_QUANTIZE_Q3_K,
    KERNELS_QUANTIZE_Q4_K,
    KERNELS_QUANTIZE_Q5_K,
    KERNELS_QUANTIZE_Q6_K,
    KERNELS_QUANTIZE_Q8_K,
    /* quantized */
    KERNELS_DEQUANTIZE_BLOCK_Q4_0_F32,
    KERNELS_DEQUANTIZE_BLOCK_Q4_1_F32,
    KERNELS_DEQUANTIZE_BLOCK_Q5_0_F32,
    KERNELS_DEQUANTIZE_BLOCK_Q5_1_F32,
    KERNELS_DEQUANTIZE_BLOCK_Q8_0_F32,
    KERNELS_DEQUANTIZE_BLOCK_Q2_K_F32,
    KERNELS_DEQUANTIZE_BLOCK_Q3_K_F32,
    KERNELS_DEQUANTIZE_BLOCK_Q4_K_F32,
    KERNELS_DEQUANTIZE_BLOCK_Q5_K_F32,
    KERNELS_DEQUANTIZE_BLOCK_Q6_K_F32,
    KERNELS_DEQUANTIZE_BLOCK_Q8_K_F32,
    KERNELS_DEQUANTIZE_BLOCK_Q4_0_F16,
    KERNELS_DEQUANTIZE_BLOCK_Q4_1_F16,
    KERNELS_DEQUANTIZE_BLOCK_Q5_0_F16,
    KERNELS_DEQUANTIZE_BLOCK_Q5_1_F16,
    KERNELS_DEQUANTIZE_BLOCK_Q8_0_F16,
    KERNELS_DEQUANTIZE_BLOCK_Q2_K_F16,
    KERNELS_DEQUANTIZE_BLOCK_Q3_K_F16,
    KERNELS_DEQUANTIZE_BLOCK_Q4_K_F16,
    KERNELS_DEQUANTIZE_BLOCK_Q5_K_F16,
    KERNELS_DEQUANTIZE_BLOCK_Q6_K_F16,
    KERNELS_DEQUANTIZE_BLOCK_Q8_K_F16,
    KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q4_0_CUDA,
    KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q4_1_CUDA,
    KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q5_0_CUDA,
    KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q5_1_CUDA,
    KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q8_0_CUDA,
    KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q2_K,
    KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q3_K,
    KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q4_K,
    KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q6_K,
    KERNELS_DEQUANTIZE_MUL_MAT_VEC_Q5_K,
    KERNELS_GET_ROWS_Q4_0,
    KERNELS_GET_ROWS_Q4_1,
    KERNELS_GET_ROWS_Q5_0,
    KERNELS_GET_ROWS_Q5_1,
    KERNELS_GET_ROWS_Q8_0,
    KERNELS_GET_ROWS_Q2_K,
    KERNELS_GET_ROWS_Q3_K,
    KERNELS_GET_ROWS_Q4_K,
    KERNELS_GET_ROWS_Q5_K,
    KERNELS_GET_ROWS_Q6_K,
    KERNELS_GET_ROWS_F32,
    KERNELS_GET_ROWS_F16,
    KERNELS_GET_ROWS_BF16,
    KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA1,
    KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA2,
    KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA3,
    KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA4,
    KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA5,
    KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA6,
    KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA7,
    KERNELS_MUL_MAT_VEC_Q4_0_Q8_1_CUDA8,
    KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA1,
    KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA2,
    KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA3,
    KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA4,
    KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA5,
    KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA6,
    KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA7,
    KERNELS_MUL_MAT_VEC_Q4_1_Q8_1_CUDA8,
    KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA1,
    KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA2,
    KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA3,
    KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA4,
    KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA5,
    KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA6,
    KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA7,
    KERNELS_MUL_MAT_VEC_Q5_0_Q8_1_CUDA8,
    KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA1,
    KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA2,
    KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA3,
    KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA4,
    KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA5,
    KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA6,
    KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA7,
    KERNELS_MUL_MAT_VEC_Q5_1_Q8_1_CUDA8,
    KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA1,
    KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA2,
    KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA3,
    KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA4,
    KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA5,
    KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA6,
    KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA7,
    KERNELS_MUL_MAT_VEC_Q8_0_Q8_1_CUDA8,
    KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA1,
    KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA2,
    KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA3,
    KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA4,
    KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA5,
    KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA6,
    KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA7,
    KERNELS_MUL_MAT_VEC_Q2_K_Q8_1_CUDA8,
    KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA1,
    KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA2,
    KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA3,
    KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA4,
    KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA5,
    KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA6,
    KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA7,
    KERNELS_MUL_MAT_VEC_Q3_K_Q8_1_CUDA8,
    KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA1,
    KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA2,
    KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA3,
    KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA4,
    KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA5,
    KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA6,
    KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA7,
    KERNELS_MUL_MAT_VEC_Q4_K_Q8_1_CUDA8,
    KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA1,
    KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA2,
    KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA3,
    KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA4,
    KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA5,
    KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA6,
    KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA7,
    KERNELS_MUL_MAT_VEC_Q5_K_Q8_1_CUDA8,
    KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA1,
    KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA2,
    KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA3,
    KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA4,
    KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA5,
    KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA6,
    KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA7,
    KERNELS_MUL_MAT_VEC_Q6_K_Q8_1_CUDA8,
    KERNELS_INDEXED_MOE_FORWARD_Q2K_Q8_1,
    KERNELS_INDEXED_MOE_FORWARD_Q3K_Q8_1,
    KERNELS_INDEXED_MOE_FORWARD_Q4K_Q8_1,
    KERNELS_INDEXED_MOE_FORWARD_Q5K_Q8_1,
    KERNELS_INDEXED_MOE_FORWARD_Q6K_Q8_1,
    KERNELS_INDEXED_MOE_FORWARD_Q8_0_Q8_1,
    KERNELS_MUL_MAT_Q4_0,
    KERNELS_MUL_MAT_Q4_1,
    KERNELS_MUL_MAT_Q5_0,
    KERNELS_MUL_MAT_Q5_1,
    KERNELS_MUL_MAT_Q8_0,
    KERNELS_MUL_MAT_Q2_K,
    KERNELS_MUL_MAT_Q3_K,
    KERNELS_MUL_MAT_Q4_K,
    KERNELS_MUL_MAT_Q5_K,
    KERNELS_MUL_MAT_Q6_K,
    KERNELS_QUANTIZE_Q8_1,
    /* random */
    KERNELS_RANDOM_UNIFORM_BF16,
    KERNELS_RANDOM_NORMAL_BF16,
    KERNELS_DROPOUT_BF16,
    KERNELS_RANDOM_UNIFORM_F8_E4M3,
    KERNELS_RANDOM_NORMAL_F8_E4M3,
    KERNELS_DROPOUT_F8_E4M3,
    KERNELS_RANDOM_UNIFORM_F16,
    KERNELS_RANDOM_NORMAL_F16,
    KERNELS_DROPOUT_F16,
    KERNELS_RANDOM_UNIFORM_F32,
    KERNELS_RANDOM_NORMAL_F32,
    KERNELS_DROPOUT_F32,
    KERNELS_RANDOM_UNIFORM_F64,
    KERNELS_RANDOM_NORMAL_F64,
    KERNELS_DROPOUT_F64,
    KERNELS_RANDOM_BITS_U32,
    KERNELS_RANDOM_INTEGER_U8,
    KERNELS_RANDOM_INTEGER_I16,
    KERNELS_RANDOM_INTEGER_U32,
    KERNELS_RANDOM_INTEGER_I64,
    KERNELS_RANDOM_BERNOULLI_U8,
    KERNELS_RANDOM_BERNOULLI_F16,
    KERNELS_RANDOM_BERNOULLI_U32,
    KERNELS_RANDOM_BERNOULLI_I64,
    KERNELS_RANDOM_PERMUTATION_U32,
    KERNELS_RANDOM_PERMUTATION_I64,
    /* reduce */
    KERNELS_FAST_SUM_BF16,
    KERNELS_FAST_MIN_BF16,
    KERNELS_FAST_MAX_BF16,
    KERNELS_FAST_ARGMIN_BF16,
    KERNELS_FAST_ARGMAX_BF16,
    KERNELS_FAST_SUM_F16,
    KERNELS_FAST_MIN_F16,
    KERNELS_FAST_MAX_F16,
    KERNELS_FAST_ARGMIN_F16,
    KERNELS_FAST_ARGMAX_F16,
    KERNELS_FAST_SUM_F32,
    KERNELS_FAST_MIN_F32,
    KERNELS_FAST_MAX_F32,
    KERNELS_FAST_ARGMIN_F32,
    KERNELS_FAST_ARGMAX_F32,
    KERNELS_FAST_SUM_F64,
    KERNELS_FAST_MIN_F64,
    KERNELS_FAST_MAX_F64,
    KERNELS_FAST_ARGMIN_F64,
    KERNELS_FAST_ARGMAX_F64,
    KERNELS_FAST_SUM_U8,
    KERNELS_FAST_MIN_U8,
    KERNELS_FAST_MAX_U8,
    KERNELS_FAST_ARGMIN_U8,
    KERNELS_FAST_ARGMAX_U8,
    KERNELS_FAST_SUM_U32,
    KERNELS_FAST_MIN_U32,
    KERNELS_FAST_MAX_U32,
    KERNELS_FAST_ARGMIN_U32,
    KERNELS_FAST_ARGMAX_U32,
    KERNELS_FAST_SUM_I64,
    KERNELS_FAST_MIN_I64,
    KERNELS_FAST_MAX_I64,
    KERNELS_FAST_ARGMIN_I64,
    KERNELS_FAST_ARGMAX_I64,
    KERNELS_FAST_SUM_WIDE_BF16,
    KERNELS_FAST_SUM_WIDE_F16,
    KERNELS_SHORT_SUM_WIDE_BF16,
    KERNELS_SHORT_SUM_WIDE_F16,
    KERNELS_SHORT_SUM_NARROW_BF16,
    KERNELS_SHORT_SUM_NARROW_F16,
    KERNELS_SHORT_SUM_BF16,
    KERNELS_SHORT_MIN_BF16,
    KERNELS_SHORT_MAX_BF16,
    KERNELS_SHORT_ARGMIN_BF16,
    KERNELS_SHORT_ARGMAX_BF16,
    KERNELS_SHORT_SUM_F16,
    KERNELS_SHORT_MIN_F16,
    KERNELS_SHORT_MAX_F16,
    KERNELS_SHORT_ARGMIN_F16,
    KERNELS_SHORT_ARGMAX_F16,
    KERNELS_SHORT_SUM_F32,
    KERNELS_SHORT_MIN_F32,
    KERNELS_SHORT_MAX_F32,
    KERNELS_SHORT_ARGMIN_F32,
    KERNELS_SHORT_ARGMAX_F32,
    KERNELS_SHORT_SUM_F64,
    KERNELS_SHORT_MIN_F64,
    KERNELS_SHORT_MAX_F64,
    KERNELS_SHORT_ARGMIN_F64,
    KERNELS_SHORT_ARGMAX_F64,
    KERNELS_SHORT_SUM_U8,
    KERNELS_SHORT_MIN_U8,
    KERNELS_SHORT_MAX_U8,
    KERNELS_SHORT_ARGMIN_U8,
    KERNELS_SHORT_ARGMAX_U8,
    KERNELS_SHORT_SUM_U32,
    KERNELS_SHORT_MIN_U32,
    KERNELS_SHORT_MAX_U32,
    KERNELS_SHORT_ARGMIN_U32,
    KERNELS_SHORT_ARGMAX_U32,
    KERNELS_SHORT_SUM_I64,
    KERNELS_SHORT_MIN_I64,
    KERNELS_SHORT_MAX_I64,
    KERNELS_SHORT_ARGMIN_I64,
    KERNELS_SHORT_ARGMAX_I64,
    KERNELS_SOFTMAX_BF16,
    KERNELS_SOFTMAX_LONG_BF16,
    KERNELS_RMSNORM_BF16,
    KERNELS_LAYERNORM_BF16,
    KERNELS_SOFTMAX_F16,
    KERNELS_SOFTMAX_LONG_F16,
    KERNELS_RMSNORM_F16,
    KERNELS_LAYERNORM_F16,
    KERNELS_SOFTMAX_F32,
    KERNELS_SOFTMAX_LONG_F32,
    KERNELS_RMSNORM_F32,
    KERNELS_LAYERNORM_F32,
    KERNELS_SOFTMAX_F64,
    KERNELS_SOFTMAX_LONG_F64,
    KERNELS_RMSNORM_F64,
    KERNELS_LAYERNORM_F64,
    KERNELS_ROPE_I_BF16,
    KERNELS_ROPE_BF16,
    KERNELS_ROPE_THD_BF16,
    KERNELS_ROPE_I_F16,
    KERNELS_ROPE_F16,
    KERNELS_ROPE_THD_F16,
    KERNELS_ROPE_I_F32,
    KERNELS_ROPE_F32,
    KERNELS_ROPE_THD_F32,
    KERNELS_ROPE_I_F64,
    KERNELS_ROPE_F64,
    KERNELS_ROPE_THD_F64,
    KERNELS_SUM_BF16,
    KERNELS_SUM_F16,
    KERNELS_SUM_F32,
    KERNELS_SUM_F64,
    KERNELS_SUM_U32,
    /* scan */
    KERNELS_CUMSUM_U8,
    KERNELS_CUMPROD_U8,
    KERNELS_CUMSUM_I16,
    KERNELS_CUMPROD_I16,
    KERNELS_CUMSUM_U32,
    KERNELS_CUMPROD_U32,
    KERNELS_CUMSUM_I64,
    KERNELS_CUMPROD_I64,
    KERNELS_CUMSUM_BF16,
    KERNELS_CUMPROD_BF16,
    KERNELS_CUMSUM_F8_E4M3,
    KERNELS_CUMPROD_F8_E4M3,
    KERNELS_CUMSUM_F16,
    KERNELS_CUMPROD_F16,
    KERNELS_CUMSUM_F32,
    KERNELS_CUMPROD_F32,
    KERNELS_CUMSUM_F64,
    KERNELS_CUMPROD_F64,
    /* sort */
    KERNELS_ASORT_ASC_BF16,
    KERNELS_ASORT_DESC_BF16,
    KERNELS_ASORT_ASC_F16,
    KERNELS_ASORT_DESC_F16,
    KERNELS_ASORT_ASC_F32,
    KERNELS_ASORT_DESC_F32,
    KERNELS_ASORT_ASC_F64,
    KERNELS_ASORT_DESC_F64,
    KERNELS_ASORT_ASC_U8,
    KERNELS_ASORT_DESC_U8,
    KERNELS_ASORT_ASC_U32,
    KERNELS_ASORT_DESC_U32,
    KERNELS_ASORT_ASC_I64,
    KERNELS_ASORT_DESC_I64,
    /* sort_long */
    KERNELS_SORT_COUNT_U8,
    KERNELS_SORT_DIGIT_U8,
    KERNELS_SORT_COUNT_F16,
    KERNELS_SORT_DIGIT_F16,
    KERNELS_SORT_COUNT_U32,
    KERNELS_SORT_DIGIT_U32,
    KERNELS_SORT_COUNT_I64,
    KERNELS_SORT_DIGIT_I64,
    /* ternary */
    KERNELS_WHERE_I64_BF16,
    KERNELS_WHERE_I64_F16,
    KERNELS_WHERE_I64_F32,
    KERNELS_WHERE_I64_F64,
    KERNELS_WHERE_I64_U8,
    KERNELS_WHERE_I64_U32,
    KERNELS_WHERE_I64_I64,
    KERNELS_WHERE_I64_FP8_E4M3,
    KERNELS_WHERE_U32_BF16,
    KERNELS_WHERE_U32_F16,
    KERNELS_WHERE_U32_F32,
    KERNELS_WHERE_U32_F64,
    KERNELS_WHERE_U32_U8,
    KERNELS_WHERE_U32_U32,
    KERNELS_WHERE_U32_I64,
    KERNELS_WHERE_U32_FP8_E4M3,
    KERNELS_WHERE_U8_BF16,
    KERNELS_WHERE_U8_F16,
    KERNELS_WHERE_U8_F32,
    KERNELS_WHERE_U8_F64,
    KERNELS_WHERE_U8_U8,
    KERNELS_WHERE_U8_U32,
    KERNELS_WHERE_U8_I64,
    KERNELS_WHERE_U8_FP8_E4M3,
    KERNELS_WHERE_I16_FP8_E4M3,
    KERNELS_WHERE_I32_FP8_E4M3,
    /* unary */
    KERNELS_UCOPY_F8_E4M3,
    KERNELS_UCOPY_BF16,
    KERNELS_UCOPY_F16,
    KERNELS_UCOPY_F32,
    KERNELS_UCOPY_F64,
    KERNELS_UCOPY_U8,
    KERNELS_UCOPY_U32,
    KERNELS_UCOPY_I64,
    KERNELS_UNEG_FP8_E4M3,
    KERNELS_UNEG_BF16,
    KERNELS_UNEG_F16,
    KERNELS_UNEG_F32,
    KERNELS_UNEG_F64,
    KERNELS_UABS_FP8_E4M3,
    KERNELS_UABS_BF16,
    KERNELS_UABS_F16,
    KERNELS_UABS_F32,
    KERNELS_UABS_F64,
    KERNELS_URELU_FP8_E4M3,
    KERNELS_URELU_BF16,
    KERNELS_URELU_F16,
    KERNELS_URELU_F32,
    KERNELS_URELU_F64,
    KERNELS_UCEIL_FP8_E4M3,
    KERNELS_UCEIL_BF16,
    KERNELS_UCEIL_F16,
    KERNELS_UCEIL_F32,
    KERNELS_UCEIL_F64,
    KERNELS_UFLOOR_FP8_E4M3,
    KERNELS_UFLOOR_BF16,
    KERNELS_UFLOOR_F16,
    KERNELS_UFLOOR_F32,
    KERNELS_UFLOOR_F64,
    KERNELS_UROUND_FP8_E4M3,
    KERNELS_UROUND_BF16,
    KERNELS_UROUND_F16,
    KERNELS_UROUND_F32,
    KERNELS_UROUND_F64,
    KERNELS_USIGN_FP8_E4M3,
    KERNELS_USIGN_BF16,
    KERNELS_USIGN_F16,
    KERNELS_USIGN_F32,
    KERNELS_USIGN_F64,
    KERNELS_USQR_FP8_E4M3,
    KERNELS_USQR_BF16,
    KERNELS_USQR_F16,
    KERNELS_USQR_F32,
    KERNELS_USQR_F64,
    KERNELS_USQRT_FP8_E4M3,
    KERNELS_USQRT_BF16,
    KERNELS_USQRT_F16,
    KERNELS_USQRT_F32,
    KERNELS_USQRT_F64,
    KERNELS_URECIP_FP8_E4M3,
    KERNELS_URECIP_BF16,
    KERNELS_URECIP_F16,
    KERNELS_URECIP_F32,
    KERNELS_URECIP_F64,
    KERNELS_UEXP_FP8_E4M3,
    KERNELS_UEXP_BF16,
    KERNELS_UEXP_F16,
    KERNELS_UEXP_F32,
    KERNELS_UEXP_F64,
    KERNELS_ULOG_FP8_E4M3,
    KERNELS_ULOG_BF16,
    KERNELS_ULOG_F16,
    KERNELS_ULOG_F32,
    KERNELS_ULOG_F64,
    KERNELS_USIN_FP8_E4M3,
    KERNELS_USIN_BF16,
    KERNELS_USIN_F16,
    KERNELS_USIN_F32,
    KERNELS_USIN_F64,
    KERNELS_UCOS_FP8_E4M3,
    KERNELS_UCOS_BF16,
    KERNELS_UCOS_F16,
    KERNELS_UCOS_F32,
    KERNELS_UCOS_F64,
    KERNELS_UTANH_FP8_E4M3,
    KERNELS_UTANH_BF16,
    KERNELS_UTANH_F16,
    KERNELS_UTANH_F32,
    KERNELS_UTANH_F64,
    KERNELS_UERF_FP8_E4M3,
    KERNELS_UERF_BF16,
    KERNELS_UERF_F16,
    KERNELS_UERF_F32,
    KERNELS_UERF_F64,
    KERNELS_UNORMCDF_FP8_E4M3,
    KERNELS_UNORMCDF_BF16,
    KERNELS_UNORMCDF_F16,
    KERNELS_UNORMCDF_F32,
    KERNELS_UNORMCDF_F64,
    KERNELS_UGELU_FP8_E4M3,
    KERNELS_UGELU_BF16,
    KERNELS_UGELU_F16,
    KERNELS_UGELU_F32,
    KERNELS_UGELU_F64,
    KERNELS_UGELU_ERF_FP8_E4M3,
    KERNELS_UGELU_ERF_BF16,
    KERNELS_UGELU_ERF_F16,
    KERNELS_UGELU_ERF_F32,
    KERNELS_UGELU_ERF_F64,
    KERNELS_USILU_FP8_E4M3,
    KERNELS_USILU_BF16,
    KERNELS_USILU_F16,
    KERNELS_USILU_F32,
    KERNELS_USILU_F64,
    KERNELS_USIGMOID_FP8_E4M3,
    KERNELS_USIGMOID_BF16,
    KERNELS_USIGMOID_F16,
    KERNELS_USIGMOID_F32,
    KERNELS_USIGMOID_F64,
    KERNELS_UELU_FP8_E4M3,
    KERNELS_UELU_BF16,
    KERNELS_UELU_F16,
    KERNELS_UELU_F32,
    KERNELS_UELU_F64,
    KERNELS_UPOWF_FP8_E4M3,
    KERNELS_UPOWF_BF16,
    KERNELS_UPOWF_F16,
    KERNELS_UPOWF_F32,
    KERNELS_UPOWF_F64,
    KERNELS_KERNEL_COUNT
};

/* ---- affine: affine.cu ---- */

krt_status krt_launch_affine_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     struct krt_f8e4m3 mul, struct krt_f8e4m3 add);

krt_status krt_launch_affine_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out,
                                  struct krt_bf16 mul, struct krt_bf16 add);

krt_status krt_launch_affine_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_f16 *inp, struct krt_f16 *out, struct krt_f16 mul,
                                 struct krt_f16 add);

krt_status krt_launch_affine_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const float *inp, float *out, float mul, float add);

krt_status krt_launch_affine_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const double *inp, double *out, double mul, double add);

krt_status krt_launch_affine_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint8_t *inp, uint8_t *out, uint8_t mul, uint8_t add);

krt_status krt_launch_affine_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint32_t *inp, uint32_t *out, uint32_t mul, uint32_t add);

krt_status krt_launch_affine_i16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int16_t *inp, int16_t *out, int16_t mul, int16_t add);

krt_status krt_launch_affine_i32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int32_t *inp, int32_t *out, int32_t mul, int32_t add);

krt_status krt_launch_affine_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int64_t *inp, int64_t *out, int64_t mul, int64_t add);

/* ---- binary: binary.cu ---- */

krt_status krt_launch_badd_f8_e4m3(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const struct krt_f8e4m3 *lhs, const struct krt_f8e4m3 *rhs,
                                   struct krt_f8e4m3 *out);

krt_status krt_launch_bsub_f8_e4m3(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const struct krt_f8e4m3 *lhs, const struct krt_f8e4m3 *rhs,
                                   struct krt_f8e4m3 *out);

krt_status krt_launch_bmul_f8_e4m3(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const struct krt_f8e4m3 *lhs, const struct krt_f8e4m3 *rhs,
                                   struct krt_f8e4m3 *out);

krt_status krt_launch_bdiv_f8_e4m3(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const struct krt_f8e4m3 *lhs, const struct krt_f8e4m3 *rhs,
                                   struct krt_f8e4m3 *out);

krt_status krt_launch_bmaximum_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *dims_and_strides,
                                       const struct krt_f8e4m3 *lhs, const struct krt_f8e4m3 *rhs,
                                       struct krt_f8e4m3 *out);

krt_status krt_launch_bminimum_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *dims_and_strides,
                                       const struct krt_f8e4m3 *lhs, const struct krt_f8e4m3 *rhs,
                                       struct krt_f8e4m3 *out);

krt_status krt_launch_eq_f8_e4m3(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims,
                                 const uint64_t *dims_and_strides, const struct krt_f8e4m3 *lhs,
                                 const struct krt_f8e4m3 *rhs, uint8_t *out);

krt_status krt_launch_ne_f8_e4m3(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims,
                                 const uint64_t *dims_and_strides, const struct krt_f8e4m3 *lhs,
                                 const struct krt_f8e4m3 *rhs, uint8_t *out);

krt_status krt_launch_lt_f8_e4m3(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims,
                                 const uint64_t *dims_and_strides, const struct krt_f8e4m3 *lhs,
                                 const struct krt_f8e4m3 *rhs, uint8_t *out);

krt_status krt_launch_le_f8_e4m3(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims,
                                 const uint64_t *dims_and_strides, const struct krt_f8e4m3 *lhs,
                                 const struct krt_f8e4m3 *rhs, uint8_t *out);

krt_status krt_launch_gt_f8_e4m3(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims,
                                 const uint64_t *dims_and_strides, const struct krt_f8e4m3 *lhs,
                                 const struct krt_f8e4m3 *rhs, uint8_t *out);

krt_status krt_launch_ge_f8_e4m3(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims,
                                 const uint64_t *dims_and_strides, const struct krt_f8e4m3 *lhs,
                                 const struct krt_f8e4m3 *rhs, uint8_t *out);

krt_status krt_launch_badd_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                                const struct krt_bf16 *lhs, const struct krt_bf16 *rhs,
                                struct krt_bf16 *out);

krt_status krt_launch_bsub_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                                const struct krt_bf16 *lhs, const struct krt_bf16 *rhs,
                                struct krt_bf16 *out);

krt_status krt_launch_bmul_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                                const struct krt_bf16 *lhs, const struct krt_bf16 *rhs,
                                struct krt_bf16 *out);

krt_status krt_launch_bdiv_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                                const struct krt_bf16 *lhs, const struct krt_bf16 *rhs,
                                struct krt_bf16 *out);

krt_status krt_launch_bmaximum_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *dims_and_strides,
                                    const struct krt_bf16 *lhs, const struct krt_bf16 *rhs,
                                    struct krt_bf16 *out);

krt_status krt_launch_bminimum_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *dims_and_strides,
                                    const struct krt_bf16 *lhs, const struct krt_bf16 *rhs,
                                    struct krt_bf16 *out);

krt_status krt_launch_eq_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const struct krt_bf16 *lhs, const struct krt_bf16 *rhs, uint8_t *out);

krt_status krt_launch_ne_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const struct krt_bf16 *lhs, const struct krt_bf16 *rhs, uint8_t *out);

krt_status krt_launch_lt_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const struct krt_bf16 *lhs, const struct krt_bf16 *rhs, uint8_t *out);

krt_status krt_launch_le_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const struct krt_bf16 *lhs, const struct krt_bf16 *rhs, uint8_t *out);

krt_status krt_launch_gt_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const struct krt_bf16 *lhs, const struct krt_bf16 *rhs, uint8_t *out);

krt_status krt_launch_ge_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const struct krt_bf16 *lhs, const struct krt_bf16 *rhs, uint8_t *out);

krt_status krt_launch_badd_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const struct krt_f16 *lhs, const struct krt_f16 *rhs,
                               struct krt_f16 *out);

krt_status krt_launch_bsub_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const struct krt_f16 *lhs, const struct krt_f16 *rhs,
                               struct krt_f16 *out);

krt_status krt_launch_bmul_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const struct krt_f16 *lhs, const struct krt_f16 *rhs,
                               struct krt_f16 *out);

krt_status krt_launch_bdiv_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const struct krt_f16 *lhs, const struct krt_f16 *rhs,
                               struct krt_f16 *out);

krt_status krt_launch_bmaximum_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const struct krt_f16 *lhs, const struct krt_f16 *rhs,
                                   struct krt_f16 *out);

krt_status krt_launch_bminimum_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const struct krt_f16 *lhs, const struct krt_f16 *rhs,
                                   struct krt_f16 *out);

krt_status krt_launch_eq_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const struct krt_f16 *lhs, const struct krt_f16 *rhs, uint8_t *out);

krt_status krt_launch_ne_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const struct krt_f16 *lhs, const struct krt_f16 *rhs, uint8_t *out);

krt_status krt_launch_lt_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const struct krt_f16 *lhs, const struct krt_f16 *rhs, uint8_t *out);

krt_status krt_launch_le_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const struct krt_f16 *lhs, const struct krt_f16 *rhs, uint8_t *out);

krt_status krt_launch_gt_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const struct krt_f16 *lhs, const struct krt_f16 *rhs, uint8_t *out);

krt_status krt_launch_ge_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const struct krt_f16 *lhs, const struct krt_f16 *rhs, uint8_t *out);

krt_status krt_launch_badd_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const float *lhs, const float *rhs, float *out);

krt_status krt_launch_bsub_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const float *lhs, const float *rhs, float *out);

krt_status krt_launch_bmul_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const float *lhs, const float *rhs, float *out);

krt_status krt_launch_bdiv_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const float *lhs, const float *rhs, float *out);

krt_status krt_launch_bmaximum_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const float *lhs, const float *rhs, float *out);

krt_status krt_launch_bminimum_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const float *lhs, const float *rhs, float *out);

krt_status krt_launch_eq_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const float *lhs, const float *rhs, uint8_t *out);

krt_status krt_launch_ne_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const float *lhs, const float *rhs, uint8_t *out);

krt_status krt_launch_lt_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const float *lhs, const float *rhs, uint8_t *out);

krt_status krt_launch_le_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const float *lhs, const float *rhs, uint8_t *out);

krt_status krt_launch_gt_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const float *lhs, const float *rhs, uint8_t *out);

krt_status krt_launch_ge_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const float *lhs, const float *rhs, uint8_t *out);

krt_status krt_launch_badd_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const double *lhs, const double *rhs, double *out);

krt_status krt_launch_bsub_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const double *lhs, const double *rhs, double *out);

krt_status krt_launch_bmul_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const double *lhs, const double *rhs, double *out);

krt_status krt_launch_bdiv_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const double *lhs, const double *rhs, double *out);

krt_status krt_launch_bmaximum_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const double *lhs, const double *rhs, double *out);

krt_status krt_launch_bminimum_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const double *lhs, const double *rhs, double *out);

krt_status krt_launch_eq_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const double *lhs, const double *rhs, uint8_t *out);

krt_status krt_launch_ne_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const double *lhs, const double *rhs, uint8_t *out);

krt_status krt_launch_lt_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const double *lhs, const double *rhs, uint8_t *out);

krt_status krt_launch_le_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const double *lhs, const double *rhs, uint8_t *out);

krt_status krt_launch_gt_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const double *lhs, const double *rhs, uint8_t *out);

krt_status krt_launch_ge_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const double *lhs, const double *rhs, uint8_t *out);

krt_status krt_launch_badd_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const uint8_t *lhs, const uint8_t *rhs, uint8_t *out);

krt_status krt_launch_bsub_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const uint8_t *lhs, const uint8_t *rhs, uint8_t *out);

krt_status krt_launch_bmul_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const uint8_t *lhs, const uint8_t *rhs, uint8_t *out);

krt_status krt_launch_bdiv_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                              const uint8_t *lhs, const uint8_t *rhs, uint8_t *out);

krt_status krt_launch_bmaximum_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims,
                                  const uint64_t *dims_and_strides, const uint8_t *lhs,
                                  const uint8_t *rhs, uint8_t *out);

krt_status krt_launch_bminimum_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims,
                                  const uint64_t *dims_and_strides, const uint8_t *lhs,
                                  const uint8_t *rhs, uint8_t *out);

krt_status krt_launch_eq_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                            uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                            const uint8_t *lhs, const uint8_t *rhs, uint8_t *out);

krt_status krt_launch_ne_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                            uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                            const uint8_t *lhs, const uint8_t *rhs, uint8_t *out);

krt_status krt_launch_lt_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                            uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                            const uint8_t *lhs, const uint8_t *rhs, uint8_t *out);

krt_status krt_launch_le_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                            uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                            const uint8_t *lhs, const uint8_t *rhs, uint8_t *out);

krt_status krt_launch_gt_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                            uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                            const uint8_t *lhs, const uint8_t *rhs, uint8_t *out);

krt_status krt_launch_ge_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                            uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                            const uint8_t *lhs, const uint8_t *rhs, uint8_t *out);

krt_status krt_launch_badd_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const uint32_t *lhs, const uint32_t *rhs, uint32_t *out);

krt_status krt_launch_bsub_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const uint32_t *lhs, const uint32_t *rhs, uint32_t *out);

krt_status krt_launch_bmul_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const uint32_t *lhs, const uint32_t *rhs, uint32_t *out);

krt_status krt_launch_bdiv_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const uint32_t *lhs, const uint32_t *rhs, uint32_t *out);

krt_status krt_launch_bmaximum_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const uint32_t *lhs, const uint32_t *rhs, uint32_t *out);

krt_status krt_launch_bminimum_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const uint32_t *lhs, const uint32_t *rhs, uint32_t *out);

krt_status krt_launch_eq_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const uint32_t *lhs, const uint32_t *rhs, uint8_t *out);

krt_status krt_launch_ne_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const uint32_t *lhs, const uint32_t *rhs, uint8_t *out);

krt_status krt_launch_lt_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const uint32_t *lhs, const uint32_t *rhs, uint8_t *out);

krt_status krt_launch_le_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const uint32_t *lhs, const uint32_t *rhs, uint8_t *out);

krt_status krt_launch_gt_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const uint32_t *lhs, const uint32_t *rhs, uint8_t *out);

krt_status krt_launch_ge_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const uint32_t *lhs, const uint32_t *rhs, uint8_t *out);

krt_status krt_launch_badd_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const int64_t *lhs, const int64_t *rhs, int64_t *out);

krt_status krt_launch_bsub_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const int64_t *lhs, const int64_t *rhs, int64_t *out);

krt_status krt_launch_bmul_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const int64_t *lhs, const int64_t *rhs, int64_t *out);

krt_status krt_launch_bdiv_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                               const int64_t *lhs, const int64_t *rhs, int64_t *out);

krt_status krt_launch_bmaximum_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const int64_t *lhs, const int64_t *rhs, int64_t *out);

krt_status krt_launch_bminimum_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *dims_and_strides,
                                   const int64_t *lhs, const int64_t *rhs, int64_t *out);

krt_status krt_launch_eq_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const int64_t *lhs, const int64_t *rhs, uint8_t *out);

krt_status krt_launch_ne_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const int64_t *lhs, const int64_t *rhs, uint8_t *out);

krt_status krt_launch_lt_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const int64_t *lhs, const int64_t *rhs, uint8_t *out);

krt_status krt_launch_le_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const int64_t *lhs, const int64_t *rhs, uint8_t *out);

krt_status krt_launch_gt_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const int64_t *lhs, const int64_t *rhs, uint8_t *out);

krt_status krt_launch_ge_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint64_t num_dims, const uint64_t *dims_and_strides,
                             const int64_t *lhs, const int64_t *rhs, uint8_t *out);

/* ---- cast: cast.cu ---- */

krt_status krt_launch_cast_f8_e4m3_u8(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t num_dims, const uint64_t *info,
                                      const struct krt_f8e4m3 *inp, uint8_t *out);

krt_status krt_launch_cast_u8_f8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t num_dims, const uint64_t *info, const uint8_t *inp,
                                      struct krt_f8e4m3 *out);

krt_status krt_launch_cast_f8_e4m3_i32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info,
                                       const struct krt_f8e4m3 *inp, int32_t *out);

krt_status krt_launch_cast_i32_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info, const int32_t *inp,
                                       struct krt_f8e4m3 *out);

krt_status krt_launch_cast_f8_e4m3_bf16(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info,
                                        const struct krt_f8e4m3 *inp, struct krt_bf16 *out);

krt_status krt_launch_cast_bf16_f8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info,
                                        const struct krt_bf16 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_cast_f8_e4m3_f16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info,
                                       const struct krt_f8e4m3 *inp, struct krt_f16 *out);

krt_status krt_launch_cast_f16_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info,
                                       const struct krt_f16 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_cast_f8_e4m3_f32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info,
                                       const struct krt_f8e4m3 *inp, float *out);

krt_status krt_launch_cast_f32_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info, const float *inp,
                                       struct krt_f8e4m3 *out);

krt_status krt_launch_cast_f8_e4m3_f64(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info,
                                       const struct krt_f8e4m3 *inp, double *out);

krt_status krt_launch_cast_f64_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       uint64_t num_dims, const uint64_t *info, const double *inp,
                                       struct krt_f8e4m3 *out);

krt_status krt_launch_cast_f8_e4m3_f8_e4m3(struct krt_stream *stream,
                                           const struct krt_launch_config *config, uint64_t numel,
                                           uint64_t num_dims, const uint64_t *info,
                                           const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_cast_bf16_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_bf16 *inp, uint8_t *out);

krt_status krt_launch_cast_bf16_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, uint32_t *out);

krt_status krt_launch_cast_bf16_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_cast_bf16_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, struct krt_f16 *out);

krt_status krt_launch_cast_bf16_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, float *out);

krt_status krt_launch_cast_bf16_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, double *out);

krt_status krt_launch_cast_f16_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const struct krt_f16 *inp, uint8_t *out);

krt_status krt_launch_cast_f16_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, uint32_t *out);

krt_status krt_launch_cast_f16_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f16 *inp, struct krt_bf16 *out);

krt_status krt_launch_cast_f16_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_cast_f16_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, float *out);

krt_status krt_launch_cast_f16_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, double *out);

krt_status krt_launch_cast_f32_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const float *inp, uint8_t *out);

krt_status krt_launch_cast_f32_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   uint32_t *out);

krt_status krt_launch_cast_f32_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   int64_t *out);

krt_status krt_launch_cast_f32_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const float *inp,
                                    struct krt_bf16 *out);

krt_status krt_launch_cast_f32_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   struct krt_f16 *out);

krt_status krt_launch_cast_f32_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   float *out);

krt_status krt_launch_cast_f32_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   double *out);

krt_status krt_launch_cast_f64_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const double *inp, uint8_t *out);

krt_status krt_launch_cast_f64_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   uint32_t *out);

krt_status krt_launch_cast_f64_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   int64_t *out);

krt_status krt_launch_cast_f64_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const double *inp,
                                    struct krt_bf16 *out);

krt_status krt_launch_cast_f64_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   struct krt_f16 *out);

krt_status krt_launch_cast_f64_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   float *out);

krt_status krt_launch_cast_f64_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   double *out);

krt_status krt_launch_cast_u8_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint8_t *inp, uint8_t *out);

krt_status krt_launch_cast_u8_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *inp, uint32_t *out);

krt_status krt_launch_cast_u8_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *inp, int64_t *out);

krt_status krt_launch_cast_u8_bf16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *inp,
                                   struct krt_bf16 *out);

krt_status krt_launch_cast_u8_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *inp, struct krt_f16 *out);

krt_status krt_launch_cast_u8_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *inp, float *out);

krt_status krt_launch_cast_u8_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *inp, double *out);

krt_status krt_launch_cast_u32_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint32_t *inp, uint8_t *out);

krt_status krt_launch_cast_u32_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                   uint32_t *out);

krt_status krt_launch_cast_u32_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                   int64_t *out);

krt_status krt_launch_cast_u32_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                    struct krt_bf16 *out);

krt_status krt_launch_cast_u32_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                   struct krt_f16 *out);

krt_status krt_launch_cast_u32_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                   float *out);

krt_status krt_launch_cast_u32_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *inp,
                                   double *out);

krt_status krt_launch_cast_i64_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const int64_t *inp, uint8_t *out);

krt_status krt_launch_cast_i64_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const int64_t *inp,
                                   uint32_t *out);

krt_status krt_launch_cast_i64_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const int64_t *inp,
                                   int64_t *out);

krt_status krt_launch_cast_i64_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const int64_t *inp,
                                   float *out);

krt_status krt_launch_cast_i64_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const int64_t *inp,
                                   double *out);

/* ---- conv: conv.cu ---- */

krt_status krt_launch_conv1d_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t src_numel, uint64_t num_dims, uint64_t stride,
                                  uint64_t padding, uint64_t dilation, const uint64_t *info,
                                  const struct krt_bf16 *src, const struct krt_bf16 *kernel,
                                  struct krt_bf16 *dst);

krt_status krt_launch_conv2d_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                  uint64_t stride, uint64_t padding, uint64_t dilation,
                                  const uint64_t *info, const struct krt_bf16 *src,
                                  const struct krt_bf16 *kernel, struct krt_bf16 *dst);

krt_status krt_launch_conv_transpose1d_bf16(struct krt_stream *stream,
                                            const struct krt_launch_config *config,
                                            uint64_t src_numel, uint64_t l_out, uint64_t stride,
                                            uint64_t padding, uint64_t out_padding,
                                            uint64_t dilation, const uint64_t *info,
                                            const struct krt_bf16 *src,
                                            const struct krt_bf16 *kernel, struct krt_bf16 *dst);

krt_status krt_launch_conv_transpose2d_bf16(struct krt_stream *stream,
                                            const struct krt_launch_config *config,
                                            uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                            uint64_t stride, uint64_t padding, uint64_t out_padding,
                                            uint64_t dilation, const uint64_t *info,
                                            const struct krt_bf16 *src,
                                            const struct krt_bf16 *kernel, struct krt_bf16 *dst);

krt_status krt_launch_im2col1d_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t dst_numel,
                                    uint64_t l_out, uint64_t l_k, uint64_t stride, uint64_t padding,
                                    uint64_t dilation, const uint64_t *info,
                                    const struct krt_bf16 *src, struct krt_bf16 *dst);

krt_status krt_launch_im2col_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t dst_numel, uint64_t h_out, uint64_t w_out, uint64_t h_k,
                                  uint64_t w_k, uint64_t stride, uint64_t padding,
                                  uint64_t dilation, const uint64_t *info,
                                  const struct krt_bf16 *src, struct krt_bf16 *dst);

krt_status krt_launch_col2im1d_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t dst_el,
                                    uint64_t l_out, uint64_t l_in, uint64_t c_out, uint64_t k_size,
                                    uint64_t stride, const struct krt_bf16 *src,
                                    struct krt_bf16 *dst);

krt_status krt_launch_avg_pool2d_bf16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                      uint64_t h_stride, const uint64_t *info,
                                      const struct krt_bf16 *src, struct krt_bf16 *dst);

krt_status krt_launch_max_pool2d_bf16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                      uint64_t h_stride, const uint64_t *info,
                                      const struct krt_bf16 *src, struct krt_bf16 *dst);

krt_status krt_launch_upsample_nearest2d_bf16(struct krt_stream *stream,
                                              const struct krt_launch_config *config,
                                              uint64_t w_out, uint64_t h_out, double w_scale,
                                              double h_scale, const uint64_t *info,
                                              const struct krt_bf16 *src, struct krt_bf16 *dst);

krt_status krt_launch_upsample_bilinear2d_bf16(struct krt_stream *stream,
                                               const struct krt_launch_config *config,
                                               uint64_t w_out, uint64_t h_out, bool align_corners,
                                               bool has_scale_h, double scale_h_factor,
                                               bool has_scale_w, double scale_w_factor,
                                               const uint64_t *info, const struct krt_bf16 *src,
                                               struct krt_bf16 *dst);

krt_status krt_launch_conv1d_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t num_dims, uint64_t stride,
                                 uint64_t padding, uint64_t dilation, const uint64_t *info,
                                 const struct krt_f16 *src, const struct krt_f16 *kernel,
                                 struct krt_f16 *dst);

krt_status krt_launch_conv2d_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                 uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const struct krt_f16 *src,
                                 const struct krt_f16 *kernel, struct krt_f16 *dst);

krt_status krt_launch_conv_transpose1d_f16(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t l_out, uint64_t stride,
                                           uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const struct krt_f16 *src, const struct krt_f16 *kernel,
                                           struct krt_f16 *dst);

krt_status krt_launch_conv_transpose2d_f16(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                           uint64_t stride, uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const struct krt_f16 *src, const struct krt_f16 *kernel,
                                           struct krt_f16 *dst);

krt_status krt_launch_im2col1d_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_numel,
                                   uint64_t l_out, uint64_t l_k, uint64_t stride, uint64_t padding,
                                   uint64_t dilation, const uint64_t *info,
                                   const struct krt_f16 *src, struct krt_f16 *dst);

krt_status krt_launch_im2col_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t dst_numel, uint64_t h_out, uint64_t w_out, uint64_t h_k,
                                 uint64_t w_k, uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const struct krt_f16 *src,
                                 struct krt_f16 *dst);

krt_status krt_launch_col2im1d_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_el,
                                   uint64_t l_out, uint64_t l_in, uint64_t c_out, uint64_t k_size,
                                   uint64_t stride, const struct krt_f16 *src, struct krt_f16 *dst);

krt_status krt_launch_avg_pool2d_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info,
                                     const struct krt_f16 *src, struct krt_f16 *dst);

krt_status krt_launch_max_pool2d_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info,
                                     const struct krt_f16 *src, struct krt_f16 *dst);

krt_status krt_launch_upsample_nearest2d_f16(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t w_out,
                                             uint64_t h_out, double w_scale, double h_scale,
                                             const uint64_t *info, const struct krt_f16 *src,
                                             struct krt_f16 *dst);

krt_status krt_launch_upsample_bilinear2d_f16(struct krt_stream *stream,
                                              const struct krt_launch_config *config,
                                              uint64_t w_out, uint64_t h_out, bool align_corners,
                                              bool has_scale_h, double scale_h_factor,
                                              bool has_scale_w, double scale_w_factor,
                                              const uint64_t *info, const struct krt_f16 *src,
                                              struct krt_f16 *dst);

krt_status krt_launch_conv1d_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t num_dims, uint64_t stride,
                                 uint64_t padding, uint64_t dilation, const uint64_t *info,
                                 const float *src, const float *kernel, float *dst);

krt_status krt_launch_conv2d_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                 uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const float *src, const float *kernel,
                                 float *dst);

krt_status krt_launch_conv_transpose1d_f32(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t l_out, uint64_t stride,
                                           uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const float *src, const float *kernel, float *dst);

krt_status krt_launch_conv_transpose2d_f32(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                           uint64_t stride, uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const float *src, const float *kernel, float *dst);

krt_status krt_launch_im2col1d_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_numel,
                                   uint64_t l_out, uint64_t l_k, uint64_t stride, uint64_t padding,
                                   uint64_t dilation, const uint64_t *info, const float *src,
                                   float *dst);

krt_status krt_launch_im2col_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t dst_numel, uint64_t h_out, uint64_t w_out, uint64_t h_k,
                                 uint64_t w_k, uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const float *src, float *dst);

krt_status krt_launch_col2im1d_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_el,
                                   uint64_t l_out, uint64_t l_in, uint64_t c_out, uint64_t k_size,
                                   uint64_t stride, const float *src, float *dst);

krt_status krt_launch_avg_pool2d_f32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info, const float *src,
                                     float *dst);

krt_status krt_launch_max_pool2d_f32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info, const float *src,
                                     float *dst);

krt_status krt_launch_upsample_nearest2d_f32(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t w_out,
                                             uint64_t h_out, double w_scale, double h_scale,
                                             const uint64_t *info, const float *src, float *dst);

krt_status krt_launch_upsample_bilinear2d_f32(struct krt_stream *stream,
                                              const struct krt_launch_config *config,
                                              uint64_t w_out, uint64_t h_out, bool align_corners,
                                              bool has_scale_h, double scale_h_factor,
                                              bool has_scale_w, double scale_w_factor,
                                              const uint64_t *info, const float *src, float *dst);

krt_status krt_launch_conv1d_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t num_dims, uint64_t stride,
                                 uint64_t padding, uint64_t dilation, const uint64_t *info,
                                 const double *src, const double *kernel, double *dst);

krt_status krt_launch_conv2d_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                 uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const double *src, const double *kernel,
                                 double *dst);

krt_status krt_launch_conv_transpose1d_f64(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t l_out, uint64_t stride,
                                           uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const double *src, const double *kernel, double *dst);

krt_status krt_launch_conv_transpose2d_f64(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                           uint64_t stride, uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const double *src, const double *kernel, double *dst);

krt_status krt_launch_im2col1d_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_numel,
                                   uint64_t l_out, uint64_t l_k, uint64_t stride, uint64_t padding,
                                   uint64_t dilation, const uint64_t *info, const double *src,
                                   double *dst);

krt_status krt_launch_im2col_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t dst_numel, uint64_t h_out, uint64_t w_out, uint64_t h_k,
                                 uint64_t w_k, uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const double *src, double *dst);

krt_status krt_launch_col2im1d_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_el,
                                   uint64_t l_out, uint64_t l_in, uint64_t c_out, uint64_t k_size,
                                   uint64_t stride, const double *src, double *dst);

krt_status krt_launch_avg_pool2d_f64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info, const double *src,
                                     double *dst);

krt_status krt_launch_max_pool2d_f64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info, const double *src,
                                     double *dst);

krt_status krt_launch_upsample_nearest2d_f64(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t w_out,
                                             uint64_t h_out, double w_scale, double h_scale,
                                             const uint64_t *info, const double *src, double *dst);

krt_status krt_launch_upsample_bilinear2d_f64(struct krt_stream *stream,
                                              const struct krt_launch_config *config,
                                              uint64_t w_out, uint64_t h_out, bool align_corners,
                                              bool has_scale_h, double scale_h_factor,
                                              bool has_scale_w, double scale_w_factor,
                                              const uint64_t *info, const double *src, double *dst);

krt_status krt_launch_conv1d_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t src_numel, uint64_t num_dims, uint64_t stride,
                                uint64_t padding, uint64_t dilation, const uint64_t *info,
                                const uint8_t *src, const uint8_t *kernel, uint8_t *dst);

krt_status krt_launch_conv2d_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t src_numel, uint64_t w_out, uint64_t h_out, uint64_t stride,
                                uint64_t padding, uint64_t dilation, const uint64_t *info,
                                const uint8_t *src, const uint8_t *kernel, uint8_t *dst);

krt_status krt_launch_conv_transpose1d_u8(struct krt_stream *stream,
                                          const struct krt_launch_config *config,
                                          uint64_t src_numel, uint64_t l_out, uint64_t stride,
                                          uint64_t padding, uint64_t out_padding, uint64_t dilation,
                                          const uint64_t *info, const uint8_t *src,
                                          const uint8_t *kernel, uint8_t *dst);

krt_status krt_launch_conv_transpose2d_u8(struct krt_stream *stream,
                                          const struct krt_launch_config *config,
                                          uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                          uint64_t stride, uint64_t padding, uint64_t out_padding,
                                          uint64_t dilation, const uint64_t *info,
                                          const uint8_t *src, const uint8_t *kernel, uint8_t *dst);

krt_status krt_launch_im2col1d_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t dst_numel, uint64_t l_out, uint64_t l_k, uint64_t stride,
                                  uint64_t padding, uint64_t dilation, const uint64_t *info,
                                  const uint8_t *src, uint8_t *dst);

krt_status krt_launch_im2col_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t dst_numel, uint64_t h_out, uint64_t w_out, uint64_t h_k,
                                uint64_t w_k, uint64_t stride, uint64_t padding, uint64_t dilation,
                                const uint64_t *info, const uint8_t *src, uint8_t *dst);

krt_status krt_launch_col2im1d_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t dst_el, uint64_t l_out, uint64_t l_in, uint64_t c_out,
                                  uint64_t k_size, uint64_t stride, const uint8_t *src,
                                  uint8_t *dst);

krt_status krt_launch_avg_pool2d_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t src_numel,
                                    uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                    uint64_t h_stride, const uint64_t *info, const uint8_t *src,
                                    uint8_t *dst);

krt_status krt_launch_max_pool2d_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t src_numel,
                                    uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                    uint64_t h_stride, const uint64_t *info, const uint8_t *src,
                                    uint8_t *dst);

krt_status krt_launch_upsample_nearest2d_u8(struct krt_stream *stream,
                                            const struct krt_launch_config *config, uint64_t w_out,
                                            uint64_t h_out, double w_scale, double h_scale,
                                            const uint64_t *info, const uint8_t *src, uint8_t *dst);

krt_status krt_launch_upsample_bilinear2d_u8(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t w_out,
                                             uint64_t h_out, bool align_corners, bool has_scale_h,
                                             double scale_h_factor, bool has_scale_w,
                                             double scale_w_factor, const uint64_t *info,
                                             const uint8_t *src, uint8_t *dst);

krt_status krt_launch_conv1d_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t num_dims, uint64_t stride,
                                 uint64_t padding, uint64_t dilation, const uint64_t *info,
                                 const uint32_t *src, const uint32_t *kernel, uint32_t *dst);

krt_status krt_launch_conv2d_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                 uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const uint32_t *src, const uint32_t *kernel,
                                 uint32_t *dst);

krt_status krt_launch_conv_transpose1d_u32(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t l_out, uint64_t stride,
                                           uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const uint32_t *src, const uint32_t *kernel,
                                           uint32_t *dst);

krt_status krt_launch_conv_transpose2d_u32(struct krt_stream *stream,
                                           const struct krt_launch_config *config,
                                           uint64_t src_numel, uint64_t w_out, uint64_t h_out,
                                           uint64_t stride, uint64_t padding, uint64_t out_padding,
                                           uint64_t dilation, const uint64_t *info,
                                           const uint32_t *src, const uint32_t *kernel,
                                           uint32_t *dst);

krt_status krt_launch_im2col1d_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_numel,
                                   uint64_t l_out, uint64_t l_k, uint64_t stride, uint64_t padding,
                                   uint64_t dilation, const uint64_t *info, const uint32_t *src,
                                   uint32_t *dst);

krt_status krt_launch_im2col_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t dst_numel, uint64_t h_out, uint64_t w_out, uint64_t h_k,
                                 uint64_t w_k, uint64_t stride, uint64_t padding, uint64_t dilation,
                                 const uint64_t *info, const uint32_t *src, uint32_t *dst);

krt_status krt_launch_col2im1d_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t dst_el,
                                   uint64_t l_out, uint64_t l_in, uint64_t c_out, uint64_t k_size,
                                   uint64_t stride, const uint32_t *src, uint32_t *dst);

krt_status krt_launch_avg_pool2d_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info, const uint32_t *src,
                                     uint32_t *dst);

krt_status krt_launch_max_pool2d_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t w_k, uint64_t h_k, uint64_t w_stride,
                                     uint64_t h_stride, const uint64_t *info, const uint32_t *src,
                                     uint32_t *dst);

krt_status krt_launch_upsample_nearest2d_u32(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t w_out,
                                             uint64_t h_out, double w_scale, double h_scale,
                                             const uint64_t *info, const uint32_t *src,
                                             uint32_t *dst);

krt_status krt_launch_upsample_bilinear2d_u32(struct krt_stream *stream,
                                              const struct krt_launch_config *config,
                                              uint64_t w_out, uint64_t h_out, bool align_corners,
                                              bool has_scale_h, double scale_h_factor,
                                              bool has_scale_w, double scale_w_factor,
                                              const uint64_t *info, const uint32_t *src,
                                              uint32_t *dst);

krt_status krt_launch_conv_depthwise_bf16(struct krt_stream *stream,
                                          const struct krt_launch_config *config,
                                          const uint64_t *info, const struct krt_bf16 *src,
                                          const struct krt_bf16 *kernel, struct krt_bf16 *dst);

krt_status krt_launch_conv_patches_bf16(struct krt_stream *stream,
                                        const struct krt_launch_config *config,
                                        const uint64_t *info, const struct krt_bf16 *src,
                                        const struct krt_bf16 *kernel, struct krt_bf16 *dst);

krt_status krt_launch_conv_depthwise_f16(struct krt_stream *stream,
                                         const struct krt_launch_config *config,
                                         const uint64_t *info, const struct krt_f16 *src,
                                         const struct krt_f16 *kernel, struct krt_f16 *dst);

krt_status krt_launch_conv_patches_f16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, const uint64_t *info,
                                       const struct krt_f16 *src, const struct krt_f16 *kernel,
                                       struct krt_f16 *dst);

krt_status krt_launch_conv_depthwise_f32(struct krt_stream *stream,
                                         const struct krt_launch_config *config,
                                         const uint64_t *info, const float *src,
                                         const float *kernel, float *dst);

krt_status krt_launch_conv_patches_f32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, const uint64_t *info,
                                       const float *src, const float *kernel, float *dst);

krt_status krt_launch_conv_tiles_bf16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, const uint64_t *info,
                                      const struct krt_bf16 *src, const struct krt_bf16 *kernel,
                                      struct krt_bf16 *dst);

krt_status krt_launch_conv_transpose_tiles_bf16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const uint64_t *info, const struct krt_bf16 *src,
                                                const struct krt_bf16 *kernel,
                                                struct krt_bf16 *dst);

krt_status krt_launch_conv_strips_bf16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, const uint64_t *info,
                                       const struct krt_bf16 *src, const struct krt_bf16 *kernel,
                                       struct krt_bf16 *dst);

krt_status krt_launch_conv_transpose_strips_bf16(struct krt_stream *stream,
                                                 const struct krt_launch_config *config,
                                                 const uint64_t *info, const struct krt_bf16 *src,
                                                 const struct krt_bf16 *kernel,
                                                 struct krt_bf16 *dst);

krt_status krt_launch_conv_tiles_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint64_t *info,
                                     const struct krt_f16 *src, const struct krt_f16 *kernel,
                                     struct krt_f16 *dst);

krt_status krt_launch_conv_transpose_tiles_f16(struct krt_stream *stream,
                                               const struct krt_launch_config *config,
                                               const uint64_t *info, const struct krt_f16 *src,
                                               const struct krt_f16 *kernel, struct krt_f16 *dst);

krt_status krt_launch_conv_strips_f16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, const uint64_t *info,
                                      const struct krt_f16 *src, const struct krt_f16 *kernel,
                                      struct krt_f16 *dst);

krt_status krt_launch_conv_transpose_strips_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const uint64_t *info, const struct krt_f16 *src,
                                                const struct krt_f16 *kernel, struct krt_f16 *dst);

krt_status krt_launch_conv_tiles_f32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint64_t *info,
                                     const float *src, const float *kernel, float *dst);

krt_status krt_launch_conv_transpose_tiles_f32(struct krt_stream *stream,
                                               const struct krt_launch_config *config,
                                               const uint64_t *info, const float *src,
                                               const float *kernel, float *dst);

krt_status krt_launch_conv_strips_f32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, const uint64_t *info,
                                      const float *src, const float *kernel, float *dst);

krt_status krt_launch_conv_transpose_strips_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const uint64_t *info, const float *src,
                                                const float *kernel, float *dst);

krt_status krt_launch_conv_tiles_f64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint64_t *info,
                                     const double *src, const double *kernel, double *dst);

krt_status krt_launch_conv_transpose_tiles_f64(struct krt_stream *stream,
                                               const struct krt_launch_config *config,
                                               const uint64_t *info, const double *src,
                                               const double *kernel, double *dst);

krt_status krt_launch_conv_strips_f64(struct krt_stream *stream,
                                      const struct krt_launch_config *config, const uint64_t *info,
                                      const double *src, const double *kernel, double *dst);

krt_status krt_launch_conv_transpose_strips_f64(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const uint64_t *info, const double *src,
                                                const double *kernel, double *dst);

krt_status krt_launch_conv_tiles_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const uint64_t *info,
                                    const uint8_t *src, const uint8_t *kernel, uint8_t *dst);

krt_status krt_launch_conv_transpose_tiles_u8(struct krt_stream *stream,
                                              const struct krt_launch_config *config,
                                              const uint64_t *info, const uint8_t *src,
                                              const uint8_t *kernel, uint8_t *dst);

krt_status krt_launch_conv_strips_u8(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint64_t *info,
                                     const uint8_t *src, const uint8_t *kernel, uint8_t *dst);

krt_status krt_launch_conv_transpose_strips_u8(struct krt_stream *stream,
                                               const struct krt_launch_config *config,
                                               const uint64_t *info, const uint8_t *src,
                                               const uint8_t *kernel, uint8_t *dst);

krt_status krt_launch_conv_tiles_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint64_t *info,
                                     const uint32_t *src, const uint32_t *kernel, uint32_t *dst);

krt_status krt_launch_conv_transpose_tiles_u32(struct krt_stream *stream,
                                               const struct krt_launch_config *config,
                                               const uint64_t *info, const uint32_t *src,
                                               const uint32_t *kernel, uint32_t *dst);

krt_status krt_launch_conv_strips_u32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, const uint64_t *info,
                                      const uint32_t *src, const uint32_t *kernel, uint32_t *dst);

krt_status krt_launch_conv_transpose_strips_u32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const uint64_t *info, const uint32_t *src,
                                                const uint32_t *kernel, uint32_t *dst);

/* ---- create: create.cu ---- */

krt_status krt_launch_arange_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, int64_t start, int64_t step, uint8_t *out);

krt_status krt_launch_arange_i16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, int64_t start, int64_t step, int16_t *out);

krt_status krt_launch_arange_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, int64_t start, int64_t step, uint32_t *out);

krt_status krt_launch_arange_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, int64_t start, int64_t step, int64_t *out);

krt_status krt_launch_arange_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, double start, double step, struct krt_bf16 *out);

krt_status krt_launch_linspace_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    double start, double end, double step, struct krt_bf16 *out);

krt_status krt_launch_arange_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     double start, double step, struct krt_f8e4m3 *out);

krt_status krt_launch_linspace_f8_e4m3(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t numel,
                                       double start, double end, double step,
                                       struct krt_f8e4m3 *out);

krt_status krt_launch_arange_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, double start, double step, struct krt_f16 *out);

krt_status krt_launch_linspace_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   double start, double end, double step, struct krt_f16 *out);

krt_status krt_launch_arange_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, double start, double step, float *out);

krt_status krt_launch_linspace_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   double start, double end, double step, float *out);

krt_status krt_launch_arange_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, double start, double step, double *out);

krt_status krt_launch_linspace_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   double start, double end, double step, double *out);

krt_status krt_launch_band_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint32_t rows, uint32_t columns, int64_t low,
                              int64_t high, uint8_t inside, uint8_t outside, uint8_t *out);

krt_status krt_launch_band_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint32_t rows, uint32_t columns, int64_t low,
                               int64_t high, struct krt_f16 inside, struct krt_f16 outside,
                               struct krt_f16 *out);

krt_status krt_launch_band_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint32_t rows, uint32_t columns, int64_t low,
                               int64_t high, uint32_t inside, uint32_t outside, uint32_t *out);

krt_status krt_launch_band_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint32_t rows, uint32_t columns, int64_t low,
                               int64_t high, int64_t inside, int64_t outside, int64_t *out);

/* ---- fill: fill.cu ---- */

krt_status krt_launch_fill_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint8_t *buf, uint8_t value, uint64_t numel);

krt_status krt_launch_copy2d_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *src, uint8_t *dst, uint32_t d1, uint32_t d2,
                                uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, uint8_t inp,
                                   uint8_t *out);

krt_status krt_launch_fill_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint32_t *buf, uint32_t value, uint64_t numel);

krt_status krt_launch_copy2d_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *src, uint32_t *dst, uint32_t d1, uint32_t d2,
                                 uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, uint32_t inp,
                                    uint32_t *out);

krt_status krt_launch_fill_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                               int64_t *buf, int64_t value, uint64_t numel);

krt_status krt_launch_copy2d_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *src, int64_t *dst, uint32_t d1, uint32_t d2,
                                 uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, int64_t inp,
                                    int64_t *out);

krt_status krt_launch_fill_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               float *buf, float value, uint64_t numel);

krt_status krt_launch_copy2d_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const float *src, float *dst, uint32_t d1, uint32_t d2,
                                 uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, float inp, float *out);

krt_status krt_launch_fill_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               double *buf, double value, uint64_t numel);

krt_status krt_launch_copy2d_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const double *src, double *dst, uint32_t d1, uint32_t d2,
                                 uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, double inp,
                                    double *out);

krt_status krt_launch_fill_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               struct krt_f16 *buf, struct krt_f16 value, uint64_t numel);

krt_status krt_launch_copy2d_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const struct krt_f16 *src, struct krt_f16 *dst, uint32_t d1,
                                 uint32_t d2, uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, struct krt_f16 inp,
                                    struct krt_f16 *out);

krt_status krt_launch_fill_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                struct krt_bf16 *buf, struct krt_bf16 value, uint64_t numel);

krt_status krt_launch_copy2d_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const struct krt_bf16 *src, struct krt_bf16 *dst, uint32_t d1,
                                  uint32_t d2, uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, struct krt_bf16 inp,
                                     struct krt_bf16 *out);

krt_status krt_launch_fill_f8_e4m3(struct krt_stream *stream,
                                   const struct krt_launch_config *config, struct krt_f8e4m3 *buf,
                                   struct krt_f8e4m3 value, uint64_t numel);

krt_status krt_launch_copy2d_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config,
                                     const struct krt_f8e4m3 *src, struct krt_f8e4m3 *dst,
                                     uint32_t d1, uint32_t d2, uint32_t src_s, uint32_t dst_s);

krt_status krt_launch_const_set_f8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info,
                                        struct krt_f8e4m3 inp, struct krt_f8e4m3 *out);

/* ---- indexing: indexing.cu ---- */

krt_status krt_launch_is_i64_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const int64_t *ids, const struct krt_bf16 *inp,
                                  struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                  uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_gather_i64_bf16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      const int64_t *ids, const struct krt_bf16 *inp,
                                      struct krt_bf16 *out, uint64_t left_size,
                                      uint64_t src_dim_size, uint64_t ids_dim_size,
                                      uint64_t right_size);

krt_status krt_launch_is_i64_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int64_t *ids, const struct krt_f16 *inp, struct krt_f16 *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_gather_i64_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const int64_t *ids, const struct krt_f16 *inp,
                                     struct krt_f16 *out, uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_i64_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int64_t *ids, const float *inp, float *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_gather_i64_f32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const int64_t *ids, const float *inp, float *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_i64_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int64_t *ids, const double *inp, double *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_gather_i64_f64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const int64_t *ids, const double *inp, double *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_i64_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const int64_t *ids, const uint8_t *inp, uint8_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                uint64_t right_size);

krt_status krt_launch_gather_i64_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    const int64_t *ids, const uint8_t *inp, uint8_t *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_i64_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int64_t *ids, const uint32_t *inp, uint32_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_gather_i64_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const int64_t *ids, const uint32_t *inp, uint32_t *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_i64_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const int64_t *ids, const int64_t *inp, int64_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_gather_i64_i64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const int64_t *ids, const int64_t *inp, int64_t *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_u32_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint32_t *ids, const struct krt_bf16 *inp,
                                  struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                  uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_gather_u32_bf16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      const uint32_t *ids, const struct krt_bf16 *inp,
                                      struct krt_bf16 *out, uint64_t left_size,
                                      uint64_t src_dim_size, uint64_t ids_dim_size,
                                      uint64_t right_size);

krt_status krt_launch_is_u32_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint32_t *ids, const struct krt_f16 *inp,
                                 struct krt_f16 *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_gather_u32_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const uint32_t *ids, const struct krt_f16 *inp,
                                     struct krt_f16 *out, uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_u32_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint32_t *ids, const float *inp, float *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_gather_u32_f32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const uint32_t *ids, const float *inp, float *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_u32_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint32_t *ids, const double *inp, double *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_gather_u32_f64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const uint32_t *ids, const double *inp, double *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_u32_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint32_t *ids, const uint8_t *inp, uint8_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                uint64_t right_size);

krt_status krt_launch_gather_u32_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    const uint32_t *ids, const uint8_t *inp, uint8_t *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_u32_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint32_t *ids, const uint32_t *inp, uint32_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_gather_u32_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const uint32_t *ids, const uint32_t *inp, uint32_t *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_u32_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint32_t *ids, const int64_t *inp, int64_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_gather_u32_i64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const uint32_t *ids, const int64_t *inp, int64_t *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_u8_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const uint8_t *ids, const struct krt_bf16 *inp,
                                 struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_gather_u8_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     const uint8_t *ids, const struct krt_bf16 *inp,
                                     struct krt_bf16 *out, uint64_t left_size,
                                     uint64_t src_dim_size, uint64_t ids_dim_size,
                                     uint64_t right_size);

krt_status krt_launch_is_u8_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint8_t *ids, const struct krt_f16 *inp, struct krt_f16 *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                uint64_t right_size);

krt_status krt_launch_gather_u8_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    const uint8_t *ids, const struct krt_f16 *inp,
                                    struct krt_f16 *out, uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_u8_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint8_t *ids, const float *inp, float *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                uint64_t right_size);

krt_status krt_launch_gather_u8_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    const uint8_t *ids, const float *inp, float *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_u8_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint8_t *ids, const double *inp, double *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                uint64_t right_size);

krt_status krt_launch_gather_u8_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    const uint8_t *ids, const double *inp, double *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_u8_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const uint8_t *ids, const uint8_t *inp, uint8_t *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                               uint64_t right_size);

krt_status krt_launch_gather_u8_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   const uint8_t *ids, const uint8_t *inp, uint8_t *out,
                                   uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                   uint64_t right_size);

krt_status krt_launch_is_u8_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint8_t *ids, const uint32_t *inp, uint32_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                uint64_t right_size);

krt_status krt_launch_gather_u8_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    const uint8_t *ids, const uint32_t *inp, uint32_t *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_is_u8_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint8_t *ids, const int64_t *inp, int64_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t ids_dim_size,
                                uint64_t right_size);

krt_status krt_launch_gather_u8_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    const uint8_t *ids, const int64_t *inp, int64_t *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_ia_i64_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const int64_t *ids, uint64_t ids_dim_size,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out,
                                  uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                  uint64_t right_size);

krt_status krt_launch_sa_i64_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const int64_t *ids, const struct krt_bf16 *inp,
                                  struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                  uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_ia_i64_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, uint64_t ids_dim_size,
                                 const struct krt_f16 *inp, struct krt_f16 *out, uint64_t left_size,
                                 uint64_t src_dim_size, uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_i64_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, const struct krt_f16 *inp, struct krt_f16 *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_ia_i64_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, uint64_t ids_dim_size, const float *inp,
                                 float *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_i64_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, const float *inp, float *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_ia_i64_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, uint64_t ids_dim_size, const double *inp,
                                 double *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_i64_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, const double *inp, double *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_ia_i64_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                const int64_t *ids, uint64_t ids_dim_size, const uint8_t *inp,
                                uint8_t *out, uint64_t left_size, uint64_t src_dim_size,
                                uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_i64_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                const int64_t *ids, const uint8_t *inp, uint8_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_ia_i64_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, uint64_t ids_dim_size, const uint32_t *inp,
                                 uint32_t *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_i64_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, const uint32_t *inp, uint32_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_ia_i64_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, uint64_t ids_dim_size, const int64_t *inp,
                                 int64_t *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_i64_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, const int64_t *inp, int64_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_ia_u32_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const uint32_t *ids, uint64_t ids_dim_size,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out,
                                  uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                  uint64_t right_size);

krt_status krt_launch_sa_u32_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const uint32_t *ids, const struct krt_bf16 *inp,
                                  struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                  uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_ia_u32_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, uint64_t ids_dim_size,
                                 const struct krt_f16 *inp, struct krt_f16 *out, uint64_t left_size,
                                 uint64_t src_dim_size, uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_u32_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, const struct krt_f16 *inp,
                                 struct krt_f16 *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_ia_u32_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, uint64_t ids_dim_size, const float *inp,
                                 float *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_u32_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, const float *inp, float *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_ia_u32_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, uint64_t ids_dim_size, const double *inp,
                                 double *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_u32_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, const double *inp, double *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_ia_u32_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint32_t *ids, uint64_t ids_dim_size, const uint8_t *inp,
                                uint8_t *out, uint64_t left_size, uint64_t src_dim_size,
                                uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_u32_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint32_t *ids, const uint8_t *inp, uint8_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_ia_u32_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, uint64_t ids_dim_size, const uint32_t *inp,
                                 uint32_t *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_u32_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, const uint32_t *inp, uint32_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_ia_u32_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, uint64_t ids_dim_size, const int64_t *inp,
                                 int64_t *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_u32_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, const int64_t *inp, int64_t *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_ia_u8_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint8_t *ids, uint64_t ids_dim_size,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out,
                                 uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                 uint64_t right_size);

krt_status krt_launch_sa_u8_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint8_t *ids, const struct krt_bf16 *inp,
                                 struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_ia_u8_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, uint64_t ids_dim_size,
                                const struct krt_f16 *inp, struct krt_f16 *out, uint64_t left_size,
                                uint64_t src_dim_size, uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_u8_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, const struct krt_f16 *inp, struct krt_f16 *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_ia_u8_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, uint64_t ids_dim_size, const float *inp,
                                float *out, uint64_t left_size, uint64_t src_dim_size,
                                uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_u8_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, const float *inp, float *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_ia_u8_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, uint64_t ids_dim_size, const double *inp,
                                double *out, uint64_t left_size, uint64_t src_dim_size,
                                uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_u8_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, const double *inp, double *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_ia_u8_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint8_t *ids, uint64_t ids_dim_size, const uint8_t *inp,
                               uint8_t *out, uint64_t left_size, uint64_t src_dim_size,
                               uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_u8_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint8_t *ids, const uint8_t *inp, uint8_t *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                               uint64_t right_size);

krt_status krt_launch_ia_u8_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, uint64_t ids_dim_size, const uint32_t *inp,
                                uint32_t *out, uint64_t left_size, uint64_t src_dim_size,
                                uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_u8_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, const uint32_t *inp, uint32_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_ia_u8_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, uint64_t ids_dim_size, const int64_t *inp,
                                int64_t *out, uint64_t left_size, uint64_t src_dim_size,
                                uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_sa_u8_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, const int64_t *inp, int64_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_s_i64_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const int64_t *ids, const struct krt_bf16 *inp,
                                 struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_s_i64_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                const int64_t *ids, const struct krt_f16 *inp, struct krt_f16 *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_s_i64_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const int64_t *ids, const float *inp, float *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_s_i64_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const int64_t *ids, const double *inp, double *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_s_i64_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                               const int64_t *ids, const uint8_t *inp, uint8_t *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                               uint64_t right_size);

krt_status krt_launch_s_i64_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const int64_t *ids, const uint32_t *inp, uint32_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_s_i64_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const int64_t *ids, const int64_t *inp, int64_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_s_u32_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const uint32_t *ids, const struct krt_bf16 *inp,
                                 struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                 uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_s_u32_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint32_t *ids, const struct krt_f16 *inp, struct krt_f16 *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_s_u32_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint32_t *ids, const float *inp, float *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_s_u32_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint32_t *ids, const double *inp, double *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_s_u32_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint32_t *ids, const uint8_t *inp, uint8_t *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                               uint64_t right_size);

krt_status krt_launch_s_u32_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint32_t *ids, const uint32_t *inp, uint32_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_s_u32_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint32_t *ids, const int64_t *inp, int64_t *out,
                                uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                                uint64_t right_size);

krt_status krt_launch_s_u8_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                const uint8_t *ids, const struct krt_bf16 *inp,
                                struct krt_bf16 *out, uint64_t left_size, uint64_t src_dim_size,
                                uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_s_u8_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint8_t *ids, const struct krt_f16 *inp, struct krt_f16 *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                               uint64_t right_size);

krt_status krt_launch_s_u8_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint8_t *ids, const float *inp, float *out, uint64_t left_size,
                               uint64_t src_dim_size, uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_s_u8_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint8_t *ids, const double *inp, double *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                               uint64_t right_size);

krt_status krt_launch_s_u8_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                              const uint8_t *ids, const uint8_t *inp, uint8_t *out,
                              uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                              uint64_t right_size);

krt_status krt_launch_s_u8_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint8_t *ids, const uint32_t *inp, uint32_t *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                               uint64_t right_size);

krt_status krt_launch_s_u8_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                               const uint8_t *ids, const int64_t *inp, int64_t *out,
                               uint64_t left_size, uint64_t src_dim_size, uint64_t dst_dim_size,
                               uint64_t right_size);

krt_status krt_launch_is_i16_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, const int16_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_gather_i16_f8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         const int16_t *ids, const struct krt_f8e4m3 *inp,
                                         struct krt_f8e4m3 *out, uint64_t left_size,
                                         uint64_t src_dim_size, uint64_t ids_dim_size,
                                         uint64_t right_size);

krt_status krt_launch_is_i32_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, const int32_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_gather_i32_f8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         const int32_t *ids, const struct krt_f8e4m3 *inp,
                                         struct krt_f8e4m3 *out, uint64_t left_size,
                                         uint64_t src_dim_size, uint64_t ids_dim_size,
                                         uint64_t right_size);

krt_status krt_launch_is_i64_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_gather_i64_f8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         const int64_t *ids, const struct krt_f8e4m3 *inp,
                                         struct krt_f8e4m3 *out, uint64_t left_size,
                                         uint64_t src_dim_size, uint64_t ids_dim_size,
                                         uint64_t right_size);

krt_status krt_launch_is_u32_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_gather_u32_f8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         const uint32_t *ids, const struct krt_f8e4m3 *inp,
                                         struct krt_f8e4m3 *out, uint64_t left_size,
                                         uint64_t src_dim_size, uint64_t ids_dim_size,
                                         uint64_t right_size);

krt_status krt_launch_is_u8_f8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t ids_dim_size, uint64_t right_size);

krt_status krt_launch_gather_u8_f8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        const uint8_t *ids, const struct krt_f8e4m3 *inp,
                                        struct krt_f8e4m3 *out, uint64_t left_size,
                                        uint64_t src_dim_size, uint64_t ids_dim_size,
                                        uint64_t right_size);

krt_status krt_launch_ia_i16_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const int16_t *ids,
                                     uint64_t ids_dim_size, const struct krt_f8e4m3 *inp,
                                     struct krt_f8e4m3 *out, uint64_t left_size,
                                     uint64_t src_dim_size, uint64_t dst_dim_size,
                                     uint64_t right_size);

krt_status krt_launch_sa_i16_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const int16_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_ia_i32_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const int32_t *ids,
                                     uint64_t ids_dim_size, const struct krt_f8e4m3 *inp,
                                     struct krt_f8e4m3 *out, uint64_t left_size,
                                     uint64_t src_dim_size, uint64_t dst_dim_size,
                                     uint64_t right_size);

krt_status krt_launch_sa_i32_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const int32_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_ia_i64_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const int64_t *ids,
                                     uint64_t ids_dim_size, const struct krt_f8e4m3 *inp,
                                     struct krt_f8e4m3 *out, uint64_t left_size,
                                     uint64_t src_dim_size, uint64_t dst_dim_size,
                                     uint64_t right_size);

krt_status krt_launch_sa_i64_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const int64_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_ia_u32_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint32_t *ids,
                                     uint64_t ids_dim_size, const struct krt_f8e4m3 *inp,
                                     struct krt_f8e4m3 *out, uint64_t left_size,
                                     uint64_t src_dim_size, uint64_t dst_dim_size,
                                     uint64_t right_size);

krt_status krt_launch_sa_u32_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint32_t *ids,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     uint64_t left_size, uint64_t src_dim_size,
                                     uint64_t dst_dim_size, uint64_t right_size);

krt_status krt_launch_ia_u8_f8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const uint8_t *ids,
                                    uint64_t ids_dim_size, const struct krt_f8e4m3 *inp,
                                    struct krt_f8e4m3 *out, uint64_t left_size,
                                    uint64_t src_dim_size, uint64_t dst_dim_size,
                                    uint64_t right_size);

krt_status krt_launch_sa_u8_f8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const uint8_t *ids,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                    uint64_t left_size, uint64_t src_dim_size,
                                    uint64_t dst_dim_size, uint64_t right_size);

/* ---- matmul: matmul.cu ---- */

krt_status krt_launch_matmul_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                 uint64_t num_dims, const uint64_t *info, const float *a,
                                 uint64_t a_row, uint64_t a_column, const float *b, uint64_t b_row,
                                 uint64_t b_column, float *c);

krt_status krt_launch_matmul_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                 uint64_t num_dims, const uint64_t *info, const double *a,
                                 uint64_t a_row, uint64_t a_column, const double *b, uint64_t b_row,
                                 uint64_t b_column, double *c);

krt_status krt_launch_matmul_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                 uint64_t num_dims, const uint64_t *info, const struct krt_f16 *a,
                                 uint64_t a_row, uint64_t a_column, const struct krt_f16 *b,
                                 uint64_t b_row, uint64_t b_column, struct krt_f16 *c);

krt_status krt_launch_matmul_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                  uint64_t num_dims, const uint64_t *info, const struct krt_bf16 *a,
                                  uint64_t a_row, uint64_t a_column, const struct krt_bf16 *b,
                                  uint64_t b_row, uint64_t b_column, struct krt_bf16 *c);

/* ---- pad: pad.cu ---- */

krt_status krt_launch_pad_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                             uint64_t numel, uint32_t rank, uint32_t margins, uint8_t value,
                             const uint64_t *info, const uint8_t *src, uint8_t *dst);

krt_status krt_launch_pad_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint32_t rank, uint32_t margins, struct krt_f16 value,
                              const uint64_t *info, const struct krt_f16 *src, struct krt_f16 *dst);

krt_status krt_launch_pad_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint32_t rank, uint32_t margins, uint32_t value,
                              const uint64_t *info, const uint32_t *src, uint32_t *dst);

krt_status krt_launch_pad_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint32_t rank, uint32_t margins, int64_t value,
                              const uint64_t *info, const int64_t *src, int64_t *dst);

/* ---- product: product.cu ---- */

krt_status krt_launch_product_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                  uint64_t num_dims, const uint64_t *info, const float *a,
                                  uint64_t a_row, uint64_t a_column, const float *b, uint64_t b_row,
                                  uint64_t b_column, float alpha, float beta, const float *bias,
                                  const float *wide_bias, uint32_t activation, float *c);

krt_status krt_launch_product_few_f32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t m,
                                      uint64_t n, uint64_t k, uint64_t batches, uint64_t num_dims,
                                      const uint64_t *info, const float *a, uint64_t a_row,
                                      uint64_t a_column, const float *b, uint64_t b_row,
                                      uint64_t b_column, float alpha, float beta, const float *bias,
                                      const float *wide_bias, uint32_t activation, float *c);

krt_status krt_launch_finish_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t columns, const float *sums, float alpha,
                                 float beta, const float *bias, const float *wide_bias,
                                 uint32_t activation, float *out);

krt_status krt_launch_product_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                  uint64_t num_dims, const uint64_t *info, const double *a,
                                  uint64_t a_row, uint64_t a_column, const double *b,
                                  uint64_t b_row, uint64_t b_column, double alpha, double beta,
                                  const double *bias, const float *wide_bias, uint32_t activation,
                                  double *c);

krt_status krt_launch_product_few_f64(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t m,
                                      uint64_t n, uint64_t k, uint64_t batches, uint64_t num_dims,
                                      const uint64_t *info, const double *a, uint64_t a_row,
                                      uint64_t a_column, const double *b, uint64_t b_row,
                                      uint64_t b_column, double alpha, double beta,
                                      const double *bias, const float *wide_bias,
                                      uint32_t activation, double *c);

krt_status krt_launch_finish_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t columns, const double *sums, double alpha,
                                 double beta, const double *bias, const float *wide_bias,
                                 uint32_t activation, double *out);

krt_status krt_launch_product_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t m, uint64_t n, uint64_t k, uint64_t batches,
                                  uint64_t num_dims, const uint64_t *info, const struct krt_f16 *a,
                                  uint64_t a_row, uint64_t a_column, const struct krt_f16 *b,
                                  uint64_t b_row, uint64_t b_column, float alpha, float beta,
                                  const struct krt_f16 *bias, const float *wide_bias,
                                  uint32_t activation, struct krt_f16 *c);

krt_status krt_launch_product_few_f16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t m,
                                      uint64_t n, uint64_t k, uint64_t batches, uint64_t num_dims,
                                      const uint64_t *info, const struct krt_f16 *a, uint64_t a_row,
                                      uint64_t a_column, const struct krt_f16 *b, uint64_t b_row,
                                      uint64_t b_column, float alpha, float beta,
                                      const struct krt_f16 *bias, const float *wide_bias,
                                      uint32_t activation, struct krt_f16 *c);

krt_status krt_launch_finish_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t columns, const float *sums, float alpha,
                                 float beta, const struct krt_f16 *bias, const float *wide_bias,
                                 uint32_t activation, struct krt_f16 *out);

krt_status krt_launch_product_bf16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t m, uint64_t n,
                                   uint64_t k, uint64_t batches, uint64_t num_dims,
                                   const uint64_t *info, const struct krt_bf16 *a, uint64_t a_row,
                                   uint64_t a_column, const struct krt_bf16 *b, uint64_t b_row,
                                   uint64_t b_column, float alpha, float beta,
                                   const struct krt_bf16 *bias, const float *wide_bias,
                                   uint32_t activation, struct krt_bf16 *c);

krt_status krt_launch_product_few_bf16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t m,
                                       uint64_t n, uint64_t k, uint64_t batches, uint64_t num_dims,
                                       const uint64_t *info, const struct krt_bf16 *a,
                                       uint64_t a_row, uint64_t a_column, const struct krt_bf16 *b,
                                       uint64_t b_row, uint64_t b_column, float alpha, float beta,
                                       const struct krt_bf16 *bias, const float *wide_bias,
                                       uint32_t activation, struct krt_bf16 *c);

krt_status krt_launch_finish_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t columns, const float *sums, float alpha,
                                  float beta, const struct krt_bf16 *bias, const float *wide_bias,
                                  uint32_t activation, struct krt_bf16 *out);

krt_status krt_launch_quantize_q8_1_f16(struct krt_stream *stream,
                                        const struct krt_launch_config *config,
                                        const struct krt_f16 *x, void *vy, int32_t kx,
                                        int32_t kx_padded);

krt_status krt_launch_quantize_q8_1_bf16(struct krt_stream *stream,
                                         const struct krt_launch_config *config,
                                         const struct krt_bf16 *x, void *vy, int32_t kx,
                                         int32_t kx_padded);

/* ---- quantize: quantize.cu ---- */

krt_status krt_launch_quantize_q4_0(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out);

krt_status krt_launch_quantize_q4_1(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out);

krt_status krt_launch_quantize_q5_0(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out);

krt_status krt_launch_quantize_q5_1(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out);

krt_status krt_launch_quantize_q8_0(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out);

krt_status krt_launch_quantize_q2_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out);

krt_status krt_launch_quantize_q3_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out);

krt_status krt_launch_quantize_q4_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out);

krt_status krt_launch_quantize_q5_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out);

krt_status krt_launch_quantize_q6_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out);

krt_status krt_launch_quantize_q8_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t blocks,
                                    uint32_t columns, uint32_t type, const void *in,
                                    const float *importance, uint8_t *out);

/* ---- quantized: quantized/dequantize.cuh, quantized/dequantize_mul_mat_vec.cuh, quantized/get_rows.cuh, quantized/mul_mat_vec.cuh, quantized/indexed_moe.cuh, quantized/mul_mat.cuh, quantized.cu ---- */

krt_status krt_launch_dequantize_block_q4_0_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y, int32_t k);

krt_status krt_launch_dequantize_block_q4_1_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y, int32_t k);

krt_status krt_launch_dequantize_block_q5_0_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y, int32_t k);

krt_status krt_launch_dequantize_block_q5_1_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y, int32_t k);

krt_status krt_launch_dequantize_block_q8_0_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y, int32_t k);

krt_status krt_launch_dequantize_block_q2_K_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y);

krt_status krt_launch_dequantize_block_q3_K_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y);

krt_status krt_launch_dequantize_block_q4_K_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y);

krt_status krt_launch_dequantize_block_q5_K_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y);

krt_status krt_launch_dequantize_block_q6_K_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y);

krt_status krt_launch_dequantize_block_q8_K_f32(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, float *y);

krt_status krt_launch_dequantize_block_q4_0_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y, int32_t k);

krt_status krt_launch_dequantize_block_q4_1_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y, int32_t k);

krt_status krt_launch_dequantize_block_q5_0_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y, int32_t k);

krt_status krt_launch_dequantize_block_q5_1_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y, int32_t k);

krt_status krt_launch_dequantize_block_q8_0_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y, int32_t k);

krt_status krt_launch_dequantize_block_q2_K_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y);

krt_status krt_launch_dequantize_block_q3_K_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y);

krt_status krt_launch_dequantize_block_q4_K_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y);

krt_status krt_launch_dequantize_block_q5_K_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y);

krt_status krt_launch_dequantize_block_q6_K_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y);

krt_status krt_launch_dequantize_block_q8_K_f16(struct krt_stream *stream,
                                                const struct krt_launch_config *config,
                                                const void *vx, struct krt_f16 *y);

krt_status krt_launch_dequantize_mul_mat_vec_q4_0_cuda(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *vx,
    const float *y, float *dst, int32_t ncols, int32_t nrows);

krt_status krt_launch_dequantize_mul_mat_vec_q4_1_cuda(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *vx,
    const float *y, float *dst, int32_t ncols, int32_t nrows);

krt_status krt_launch_dequantize_mul_mat_vec_q5_0_cuda(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *vx,
    const float *y, float *dst, int32_t ncols, int32_t nrows);

krt_status krt_launch_dequantize_mul_mat_vec_q5_1_cuda(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *vx,
    const float *y, float *dst, int32_t ncols, int32_t nrows);

krt_status krt_launch_dequantize_mul_mat_vec_q8_0_cuda(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *vx,
    const float *y, float *dst, int32_t ncols, int32_t nrows);

krt_status krt_launch_dequantize_mul_mat_vec_q2_k(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const float *yy, float *dst,
                                                  int32_t ncols, int32_t nrows);

krt_status krt_launch_dequantize_mul_mat_vec_q3_k(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const float *yy, float *dst,
                                                  int32_t ncols, int32_t nrows);

krt_status krt_launch_dequantize_mul_mat_vec_q4_k(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const float *yy, float *dst,
                                                  int32_t ncols, int32_t nrows);

krt_status krt_launch_dequantize_mul_mat_vec_q6_k(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const float *yy, float *dst,
                                                  int32_t ncols, int32_t nrows);

krt_status krt_launch_dequantize_mul_mat_vec_q5_k(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const float *yy, float *dst,
                                                  int32_t ncols);

krt_status krt_launch_get_rows_q4_0(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01);

krt_status krt_launch_get_rows_q4_1(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01);

krt_status krt_launch_get_rows_q5_0(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01);

krt_status krt_launch_get_rows_q5_1(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01);

krt_status krt_launch_get_rows_q8_0(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01);

krt_status krt_launch_get_rows_q2_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01);

krt_status krt_launch_get_rows_q3_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01);

krt_status krt_launch_get_rows_q4_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01);

krt_status krt_launch_get_rows_q5_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01);

krt_status krt_launch_get_rows_q6_K(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const void *src0,
                                    const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01);

krt_status krt_launch_get_rows_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const float *src0,
                                   const uint32_t *src1, float *dst, int64_t ne00, uint64_t nb01);

krt_status krt_launch_get_rows_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config,
                                   const struct krt_f16 *src0, const uint32_t *src1, float *dst,
                                   int64_t ne00, uint64_t nb01);

krt_status krt_launch_get_rows_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config,
                                    const struct krt_bf16 *src0, const uint32_t *src1, float *dst,
                                    int64_t ne00, uint64_t nb01);

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_0_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_1_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_0_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_1_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q8_0_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q2_K_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q3_K_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q4_K_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q5_K_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda1(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda2(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda3(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda4(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda5(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda6(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda7(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_mul_mat_vec_q6_K_q8_1_cuda8(struct krt_stream *stream,
                                                  const struct krt_launch_config *config,
                                                  const void *vx, const void *vy, float *dst,
                                                  int32_t ncols_x, int32_t nrows_x, int32_t nrows_y,
                                                  int32_t nrows_dst);

krt_status krt_launch_indexed_moe_forward_q2k_q8_1(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *all_weights,
    const void *all_inputs, const uint32_t *indices, float *all_outputs, int32_t n, int32_t k,
    int32_t batch, int32_t topk, int32_t k_padded, int32_t input_dim1);

krt_status krt_launch_indexed_moe_forward_q3k_q8_1(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *all_weights,
    const void *all_inputs, const uint32_t *indices, float *all_outputs, int32_t n, int32_t k,
    int32_t batch, int32_t topk, int32_t k_padded, int32_t input_dim1);

krt_status krt_launch_indexed_moe_forward_q4k_q8_1(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *all_weights,
    const void *all_inputs, const uint32_t *indices, float *all_outputs, int32_t n, int32_t k,
    int32_t batch, int32_t topk, int32_t k_padded, int32_t input_dim1);

krt_status krt_launch_indexed_moe_forward_q5k_q8_1(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *all_weights,
    const void *all_inputs, const uint32_t *indices, float *all_outputs, int32_t n, int32_t k,
    int32_t batch, int32_t topk, int32_t k_padded, int32_t input_dim1);

krt_status krt_launch_indexed_moe_forward_q6k_q8_1(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *all_weights,
    const void *all_inputs, const uint32_t *indices, float *all_outputs, int32_t n, int32_t k,
    int32_t batch, int32_t topk, int32_t k_padded, int32_t input_dim1);

krt_status krt_launch_indexed_moe_forward_q8_0_q8_1(
    struct krt_stream *stream, const struct krt_launch_config *config, const void *all_weights,
    const void *all_inputs, const uint32_t *indices, float *all_outputs, int32_t n, int32_t k,
    int32_t batch, int32_t topk, int32_t k_padded, int32_t input_dim1);

krt_status krt_launch_mul_mat_q4_0(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst);

krt_status krt_launch_mul_mat_q4_1(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst);

krt_status krt_launch_mul_mat_q5_0(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst);

krt_status krt_launch_mul_mat_q5_1(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst);

krt_status krt_launch_mul_mat_q8_0(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst);

krt_status krt_launch_mul_mat_q2_K(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst);

krt_status krt_launch_mul_mat_q3_K(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst);

krt_status krt_launch_mul_mat_q4_K(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst);

krt_status krt_launch_mul_mat_q5_K(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst);

krt_status krt_launch_mul_mat_q6_K(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const void *vx,
                                   const void *vy, float *dst, int32_t ncols_x, int32_t nrows_x,
                                   int32_t ncols_y, int32_t nrows_y, int32_t nrows_dst);

krt_status krt_launch_quantize_q8_1(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const float *x,
                                    void *vy, int32_t kx, int32_t kx_padded);

/* ---- random: random.cu ---- */

krt_status krt_launch_random_uniform_bf16(struct krt_stream *stream,
                                          const struct krt_launch_config *config, uint64_t numel,
                                          uint64_t seed, uint64_t sequence, uint64_t offset,
                                          double low, double range, struct krt_bf16 *out);

krt_status krt_launch_random_normal_bf16(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t seed, uint64_t sequence, uint64_t offset,
                                         double mean, double deviation, struct krt_bf16 *out);

krt_status krt_launch_dropout_bf16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t seed, uint64_t sequence, uint64_t offset,
                                   uint64_t threshold, double scale, const struct krt_bf16 *inp,
                                   struct krt_bf16 *out);

krt_status krt_launch_random_uniform_f8_e4m3(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t numel,
                                             uint64_t seed, uint64_t sequence, uint64_t offset,
                                             double low, double range, struct krt_f8e4m3 *out);

krt_status krt_launch_random_normal_f8_e4m3(struct krt_stream *stream,
                                            const struct krt_launch_config *config, uint64_t numel,
                                            uint64_t seed, uint64_t sequence, uint64_t offset,
                                            double mean, double deviation, struct krt_f8e4m3 *out);

krt_status krt_launch_dropout_f8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t seed, uint64_t sequence, uint64_t offset,
                                      uint64_t threshold, double scale,
                                      const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_random_uniform_f16(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t seed, uint64_t sequence, uint64_t offset,
                                         double low, double range, struct krt_f16 *out);

krt_status krt_launch_random_normal_f16(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t seed, uint64_t sequence, uint64_t offset,
                                        double mean, double deviation, struct krt_f16 *out);

krt_status krt_launch_dropout_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t seed, uint64_t sequence, uint64_t offset,
                                  uint64_t threshold, double scale, const struct krt_f16 *inp,
                                  struct krt_f16 *out);

krt_status krt_launch_random_uniform_f32(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t seed, uint64_t sequence, uint64_t offset,
                                         double low, double range, float *out);

krt_status krt_launch_random_normal_f32(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t seed, uint64_t sequence, uint64_t offset,
                                        double mean, double deviation, float *out);

krt_status krt_launch_dropout_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t seed, uint64_t sequence, uint64_t offset,
                                  uint64_t threshold, double scale, const float *inp, float *out);

krt_status krt_launch_random_uniform_f64(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t seed, uint64_t sequence, uint64_t offset,
                                         double low, double range, double *out);

krt_status krt_launch_random_normal_f64(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t seed, uint64_t sequence, uint64_t offset,
                                        double mean, double deviation, double *out);

krt_status krt_launch_dropout_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t seed, uint64_t sequence, uint64_t offset,
                                  uint64_t threshold, double scale, const double *inp, double *out);

krt_status krt_launch_random_bits_u32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t seed, uint64_t sequence, uint64_t offset,
                                      uint32_t *out);

krt_status krt_launch_random_integer_u8(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t seed, uint64_t sequence, uint64_t offset,
                                        int64_t low, uint64_t range, uint8_t *out);

krt_status krt_launch_random_integer_i16(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t seed, uint64_t sequence, uint64_t offset,
                                         int64_t low, uint64_t range, int16_t *out);

krt_status krt_launch_random_integer_u32(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t seed, uint64_t sequence, uint64_t offset,
                                         int64_t low, uint64_t range, uint32_t *out);

krt_status krt_launch_random_integer_i64(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t seed, uint64_t sequence, uint64_t offset,
                                         int64_t low, uint64_t range, int64_t *out);

krt_status krt_launch_random_bernoulli_u8(struct krt_stream *stream,
                                          const struct krt_launch_config *config, uint64_t numel,
                                          uint64_t seed, uint64_t sequence, uint64_t offset,
                                          uint64_t threshold, uint8_t yes, uint8_t no,
                                          uint8_t *out);

krt_status krt_launch_random_bernoulli_f16(struct krt_stream *stream,
                                           const struct krt_launch_config *config, uint64_t numel,
                                           uint64_t seed, uint64_t sequence, uint64_t offset,
                                           uint64_t threshold, struct krt_f16 yes,
                                           struct krt_f16 no, struct krt_f16 *out);

krt_status krt_launch_random_bernoulli_u32(struct krt_stream *stream,
                                           const struct krt_launch_config *config, uint64_t numel,
                                           uint64_t seed, uint64_t sequence, uint64_t offset,
                                           uint64_t threshold, uint32_t yes, uint32_t no,
                                           uint32_t *out);

krt_status krt_launch_random_bernoulli_i64(struct krt_stream *stream,
                                           const struct krt_launch_config *config, uint64_t numel,
                                           uint64_t seed, uint64_t sequence, uint64_t offset,
                                           uint64_t threshold, int64_t yes, int64_t no,
                                           int64_t *out);

krt_status krt_launch_random_permutation_u32(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t numel,
                                             uint64_t seed, uint64_t sequence, uint64_t offset,
                                             uint32_t half_bits, uint32_t *out);

krt_status krt_launch_random_permutation_i64(struct krt_stream *stream,
                                             const struct krt_launch_config *config, uint64_t numel,
                                             uint64_t seed, uint64_t sequence, uint64_t offset,
                                             uint32_t half_bits, int64_t *out);

/* ---- reduce: reduce.cu ---- */

krt_status krt_launch_fast_sum_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t src_numel,
                                    uint64_t el_to_sum_per_block, uint64_t num_dims,
                                    const uint64_t *info, const struct krt_bf16 *src,
                                    struct krt_bf16 *dst);

krt_status krt_launch_fast_min_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t src_numel,
                                    uint64_t el_to_sum_per_block, uint64_t num_dims,
                                    const uint64_t *info, const struct krt_bf16 *src,
                                    struct krt_bf16 *dst);

krt_status krt_launch_fast_max_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t src_numel,
                                    uint64_t el_to_sum_per_block, uint64_t num_dims,
                                    const uint64_t *info, const struct krt_bf16 *src,
                                    struct krt_bf16 *dst);

krt_status krt_launch_fast_argmin_bf16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t src_numel,
                                       uint64_t el_to_sum_per_block, uint64_t num_dims,
                                       const uint64_t *info, const struct krt_bf16 *src,
                                       uint32_t *dst);

krt_status krt_launch_fast_argmax_bf16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint64_t src_numel,
                                       uint64_t el_to_sum_per_block, uint64_t num_dims,
                                       const uint64_t *info, const struct krt_bf16 *src,
                                       uint32_t *dst);

krt_status krt_launch_fast_sum_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const struct krt_f16 *src,
                                   struct krt_f16 *dst);

krt_status krt_launch_fast_min_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const struct krt_f16 *src,
                                   struct krt_f16 *dst);

krt_status krt_launch_fast_max_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const struct krt_f16 *src,
                                   struct krt_f16 *dst);

krt_status krt_launch_fast_argmin_f16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const struct krt_f16 *src,
                                      uint32_t *dst);

krt_status krt_launch_fast_argmax_f16(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const struct krt_f16 *src,
                                      uint32_t *dst);

krt_status krt_launch_fast_sum_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const float *src, float *dst);

krt_status krt_launch_fast_min_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const float *src, float *dst);

krt_status krt_launch_fast_max_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const float *src, float *dst);

krt_status krt_launch_fast_argmin_f32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const float *src, uint32_t *dst);

krt_status krt_launch_fast_argmax_f32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const float *src, uint32_t *dst);

krt_status krt_launch_fast_sum_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const double *src, double *dst);

krt_status krt_launch_fast_min_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const double *src, double *dst);

krt_status krt_launch_fast_max_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const double *src, double *dst);

krt_status krt_launch_fast_argmin_f64(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const double *src, uint32_t *dst);

krt_status krt_launch_fast_argmax_f64(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const double *src, uint32_t *dst);

krt_status krt_launch_fast_sum_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t src_numel, uint64_t el_to_sum_per_block,
                                  uint64_t num_dims, const uint64_t *info, const uint8_t *src,
                                  uint8_t *dst);

krt_status krt_launch_fast_min_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t src_numel, uint64_t el_to_sum_per_block,
                                  uint64_t num_dims, const uint64_t *info, const uint8_t *src,
                                  uint8_t *dst);

krt_status krt_launch_fast_max_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t src_numel, uint64_t el_to_sum_per_block,
                                  uint64_t num_dims, const uint64_t *info, const uint8_t *src,
                                  uint8_t *dst);

krt_status krt_launch_fast_argmin_u8(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t el_to_sum_per_block, uint64_t num_dims,
                                     const uint64_t *info, const uint8_t *src, uint32_t *dst);

krt_status krt_launch_fast_argmax_u8(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t src_numel,
                                     uint64_t el_to_sum_per_block, uint64_t num_dims,
                                     const uint64_t *info, const uint8_t *src, uint32_t *dst);

krt_status krt_launch_fast_sum_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const uint32_t *src, uint32_t *dst);

krt_status krt_launch_fast_min_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const uint32_t *src, uint32_t *dst);

krt_status krt_launch_fast_max_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const uint32_t *src, uint32_t *dst);

krt_status krt_launch_fast_argmin_u32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const uint32_t *src, uint32_t *dst);

krt_status krt_launch_fast_argmax_u32(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const uint32_t *src, uint32_t *dst);

krt_status krt_launch_fast_sum_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const int64_t *src, int64_t *dst);

krt_status krt_launch_fast_min_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const int64_t *src, int64_t *dst);

krt_status krt_launch_fast_max_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t src_numel,
                                   uint64_t el_to_sum_per_block, uint64_t num_dims,
                                   const uint64_t *info, const int64_t *src, int64_t *dst);

krt_status krt_launch_fast_argmin_i64(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const int64_t *src, uint32_t *dst);

krt_status krt_launch_fast_argmax_i64(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t src_numel,
                                      uint64_t el_to_sum_per_block, uint64_t num_dims,
                                      const uint64_t *info, const int64_t *src, uint32_t *dst);

krt_status krt_launch_fast_sum_wide_bf16(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t src_numel,
                                         uint64_t el_to_sum_per_block, uint64_t num_dims,
                                         const uint64_t *info, const struct krt_bf16 *src,
                                         float *dst);

krt_status krt_launch_fast_sum_wide_f16(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t src_numel,
                                        uint64_t el_to_sum_per_block, uint64_t num_dims,
                                        const uint64_t *info, const struct krt_f16 *src,
                                        float *dst);

krt_status krt_launch_short_sum_wide_bf16(struct krt_stream *stream,
                                          const struct krt_launch_config *config, uint32_t outputs,
                                          uint32_t count, uint32_t inner,
                                          const struct krt_bf16 *src, float *dst);

krt_status krt_launch_short_sum_wide_f16(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint32_t outputs,
                                         uint32_t count, uint32_t inner, const struct krt_f16 *src,
                                         float *dst);

krt_status krt_launch_short_sum_narrow_bf16(struct krt_stream *stream,
                                            const struct krt_launch_config *config,
                                            uint32_t outputs, uint32_t count, uint32_t inner,
                                            const float *src, struct krt_bf16 *dst);

krt_status krt_launch_short_sum_narrow_f16(struct krt_stream *stream,
                                           const struct krt_launch_config *config, uint32_t outputs,
                                           uint32_t count, uint32_t inner, const float *src,
                                           struct krt_f16 *dst);

krt_status krt_launch_short_sum_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint32_t outputs,
                                     uint32_t count, uint32_t inner, const struct krt_bf16 *src,
                                     struct krt_bf16 *dst);

krt_status krt_launch_short_min_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint32_t outputs,
                                     uint32_t count, uint32_t inner, const struct krt_bf16 *src,
                                     struct krt_bf16 *dst);

krt_status krt_launch_short_max_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint32_t outputs,
                                     uint32_t count, uint32_t inner, const struct krt_bf16 *src,
                                     struct krt_bf16 *dst);

krt_status krt_launch_short_argmin_bf16(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint32_t outputs,
                                        uint32_t count, uint32_t inner, const struct krt_bf16 *src,
                                        uint32_t *dst);

krt_status krt_launch_short_argmax_bf16(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint32_t outputs,
                                        uint32_t count, uint32_t inner, const struct krt_bf16 *src,
                                        uint32_t *dst);

krt_status krt_launch_short_sum_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const struct krt_f16 *src,
                                    struct krt_f16 *dst);

krt_status krt_launch_short_min_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const struct krt_f16 *src,
                                    struct krt_f16 *dst);

krt_status krt_launch_short_max_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const struct krt_f16 *src,
                                    struct krt_f16 *dst);

krt_status krt_launch_short_argmin_f16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const struct krt_f16 *src,
                                       uint32_t *dst);

krt_status krt_launch_short_argmax_f16(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const struct krt_f16 *src,
                                       uint32_t *dst);

krt_status krt_launch_short_sum_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const float *src, float *dst);

krt_status krt_launch_short_min_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const float *src, float *dst);

krt_status krt_launch_short_max_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const float *src, float *dst);

krt_status krt_launch_short_argmin_f32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const float *src,
                                       uint32_t *dst);

krt_status krt_launch_short_argmax_f32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const float *src,
                                       uint32_t *dst);

krt_status krt_launch_short_sum_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const double *src, double *dst);

krt_status krt_launch_short_min_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const double *src, double *dst);

krt_status krt_launch_short_max_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const double *src, double *dst);

krt_status krt_launch_short_argmin_f64(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const double *src,
                                       uint32_t *dst);

krt_status krt_launch_short_argmax_f64(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const double *src,
                                       uint32_t *dst);

krt_status krt_launch_short_sum_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint32_t outputs,
                                   uint32_t count, uint32_t inner, const uint8_t *src,
                                   uint8_t *dst);

krt_status krt_launch_short_min_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint32_t outputs,
                                   uint32_t count, uint32_t inner, const uint8_t *src,
                                   uint8_t *dst);

krt_status krt_launch_short_max_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint32_t outputs,
                                   uint32_t count, uint32_t inner, const uint8_t *src,
                                   uint8_t *dst);

krt_status krt_launch_short_argmin_u8(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint32_t outputs,
                                      uint32_t count, uint32_t inner, const uint8_t *src,
                                      uint32_t *dst);

krt_status krt_launch_short_argmax_u8(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint32_t outputs,
                                      uint32_t count, uint32_t inner, const uint8_t *src,
                                      uint32_t *dst);

krt_status krt_launch_short_sum_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const uint32_t *src,
                                    uint32_t *dst);

krt_status krt_launch_short_min_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const uint32_t *src,
                                    uint32_t *dst);

krt_status krt_launch_short_max_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const uint32_t *src,
                                    uint32_t *dst);

krt_status krt_launch_short_argmin_u32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const uint32_t *src,
                                       uint32_t *dst);

krt_status krt_launch_short_argmax_u32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const uint32_t *src,
                                       uint32_t *dst);

krt_status krt_launch_short_sum_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const int64_t *src,
                                    int64_t *dst);

krt_status krt_launch_short_min_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const int64_t *src,
                                    int64_t *dst);

krt_status krt_launch_short_max_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint32_t outputs,
                                    uint32_t count, uint32_t inner, const int64_t *src,
                                    int64_t *dst);

krt_status krt_launch_short_argmin_i64(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const int64_t *src,
                                       uint32_t *dst);

krt_status krt_launch_short_argmax_i64(struct krt_stream *stream,
                                       const struct krt_launch_config *config, uint32_t outputs,
                                       uint32_t count, uint32_t inner, const int64_t *src,
                                       uint32_t *dst);

krt_status krt_launch_softmax_bf16(struct krt_stream *stream,
                                   const struct krt_launch_config *config,
                                   const struct krt_bf16 *src, struct krt_bf16 *dst,
                                   int32_t n_cols);

krt_status krt_launch_softmax_long_bf16(struct krt_stream *stream,
                                        const struct krt_launch_config *config,
                                        const struct krt_bf16 *src, struct krt_bf16 *dst,
                                        int32_t n_cols);

krt_status krt_launch_rmsnorm_bf16(struct krt_stream *stream,
                                   const struct krt_launch_config *config,
                                   const struct krt_bf16 *src, struct krt_bf16 *dst,
                                   const struct krt_bf16 *alpha, int32_t n_cols, int32_t block_size,
                                   float eps);

krt_status krt_launch_layernorm_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config,
                                     const struct krt_bf16 *src, struct krt_bf16 *dst,
                                     const struct krt_bf16 *alpha, const struct krt_bf16 *beta,
                                     int32_t n_cols, int32_t block_size, float eps);

krt_status krt_launch_softmax_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const struct krt_f16 *src, struct krt_f16 *dst, int32_t n_cols);

krt_status krt_launch_softmax_long_f16(struct krt_stream *stream,
                                       const struct krt_launch_config *config,
                                       const struct krt_f16 *src, struct krt_f16 *dst,
                                       int32_t n_cols);

krt_status krt_launch_rmsnorm_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const struct krt_f16 *src, struct krt_f16 *dst,
                                  const struct krt_f16 *alpha, int32_t n_cols, int32_t block_size,
                                  float eps);

krt_status krt_launch_layernorm_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config,
                                    const struct krt_f16 *src, struct krt_f16 *dst,
                                    const struct krt_f16 *alpha, const struct krt_f16 *beta,
                                    int32_t n_cols, int32_t block_size, float eps);

krt_status krt_launch_softmax_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const float *src, float *dst, int32_t n_cols);

krt_status krt_launch_softmax_long_f32(struct krt_stream *stream,
                                       const struct krt_launch_config *config, const float *src,
                                       float *dst, int32_t n_cols);

krt_status krt_launch_rmsnorm_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const float *src, float *dst, const float *alpha, int32_t n_cols,
                                  int32_t block_size, float eps);

krt_status krt_launch_layernorm_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const float *src,
                                    float *dst, const float *alpha, const float *beta,
                                    int32_t n_cols, int32_t block_size, float eps);

krt_status krt_launch_softmax_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const double *src, double *dst, int32_t n_cols);

krt_status krt_launch_softmax_long_f64(struct krt_stream *stream,
                                       const struct krt_launch_config *config, const double *src,
                                       double *dst, int32_t n_cols);

krt_status krt_launch_rmsnorm_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const double *src, double *dst, const double *alpha,
                                  int32_t n_cols, int32_t block_size, float eps);

krt_status krt_launch_layernorm_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const double *src,
                                    double *dst, const double *alpha, const double *beta,
                                    int32_t n_cols, int32_t block_size, float eps);

krt_status krt_launch_rope_i_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  const struct krt_bf16 *src, const struct krt_bf16 *cos,
                                  const struct krt_bf16 *sin, struct krt_bf16 *dst, uint32_t bh,
                                  uint32_t td, uint32_t stride_b);

krt_status krt_launch_rope_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                const struct krt_bf16 *src, const struct krt_bf16 *cos,
                                const struct krt_bf16 *sin, struct krt_bf16 *dst, uint32_t bh,
                                uint32_t td, uint32_t d, uint32_t stride_b);

krt_status krt_launch_rope_thd_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config,
                                    const struct krt_bf16 *src, const struct krt_bf16 *cos,
                                    const struct krt_bf16 *sin, struct krt_bf16 *dst, uint32_t b,
                                    uint32_t t, uint32_t h, uint32_t d, uint32_t stride_b);

krt_status krt_launch_rope_i_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const struct krt_f16 *src, const struct krt_f16 *cos,
                                 const struct krt_f16 *sin, struct krt_f16 *dst, uint32_t bh,
                                 uint32_t td, uint32_t stride_b);

krt_status krt_launch_rope_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               const struct krt_f16 *src, const struct krt_f16 *cos,
                               const struct krt_f16 *sin, struct krt_f16 *dst, uint32_t bh,
                               uint32_t td, uint32_t d, uint32_t stride_b);

krt_status krt_launch_rope_thd_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config,
                                   const struct krt_f16 *src, const struct krt_f16 *cos,
                                   const struct krt_f16 *sin, struct krt_f16 *dst, uint32_t b,
                                   uint32_t t, uint32_t h, uint32_t d, uint32_t stride_b);

krt_status krt_launch_rope_i_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const float *src, const float *cos, const float *sin, float *dst,
                                 uint32_t bh, uint32_t td, uint32_t stride_b);

krt_status krt_launch_rope_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               const float *src, const float *cos, const float *sin, float *dst,
                               uint32_t bh, uint32_t td, uint32_t d, uint32_t stride_b);

krt_status krt_launch_rope_thd_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const float *src,
                                   const float *cos, const float *sin, float *dst, uint32_t b,
                                   uint32_t t, uint32_t h, uint32_t d, uint32_t stride_b);

krt_status krt_launch_rope_i_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 const double *src, const double *cos, const double *sin,
                                 double *dst, uint32_t bh, uint32_t td, uint32_t stride_b);

krt_status krt_launch_rope_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               const double *src, const double *cos, const double *sin, double *dst,
                               uint32_t bh, uint32_t td, uint32_t d, uint32_t stride_b);

krt_status krt_launch_rope_thd_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const double *src,
                                   const double *cos, const double *sin, double *dst, uint32_t b,
                                   uint32_t t, uint32_t h, uint32_t d, uint32_t stride_b);

krt_status krt_launch_sum_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, uint64_t num_sum_dims,
                               const uint64_t *info, const struct krt_bf16 *inp,
                               struct krt_bf16 *out);

krt_status krt_launch_sum_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, uint64_t num_sum_dims,
                              const uint64_t *info, const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_sum_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, uint64_t num_sum_dims,
                              const uint64_t *info, const float *inp, float *out);

krt_status krt_launch_sum_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, uint64_t num_sum_dims,
                              const uint64_t *info, const double *inp, double *out);

krt_status krt_launch_sum_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                              uint64_t numel, uint64_t num_dims, uint64_t num_sum_dims,
                              const uint64_t *info, const uint32_t *inp, uint32_t *out);

/* ---- scan: scan.cu ---- */

krt_status krt_launch_cumsum_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t rows, uint64_t length, uint64_t right,
                                uint64_t length_of_part, const uint8_t *inp, uint8_t *out,
                                uint32_t *totals);

krt_status krt_launch_cumprod_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t rows, uint64_t length, uint64_t right,
                                 uint64_t length_of_part, const uint8_t *inp, uint8_t *out,
                                 uint32_t *totals);

krt_status krt_launch_cumsum_i16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t rows, uint64_t length, uint64_t right,
                                 uint64_t length_of_part, const int16_t *inp, int16_t *out,
                                 uint32_t *totals);

krt_status krt_launch_cumprod_i16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t rows, uint64_t length, uint64_t right,
                                  uint64_t length_of_part, const int16_t *inp, int16_t *out,
                                  uint32_t *totals);

krt_status krt_launch_cumsum_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t rows, uint64_t length, uint64_t right,
                                 uint64_t length_of_part, const uint32_t *inp, uint32_t *out,
                                 uint32_t *totals);

krt_status krt_launch_cumprod_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t rows, uint64_t length, uint64_t right,
                                  uint64_t length_of_part, const uint32_t *inp, uint32_t *out,
                                  uint32_t *totals);

krt_status krt_launch_cumsum_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t rows, uint64_t length, uint64_t right,
                                 uint64_t length_of_part, const int64_t *inp, int64_t *out,
                                 uint64_t *totals);

krt_status krt_launch_cumprod_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t rows, uint64_t length, uint64_t right,
                                  uint64_t length_of_part, const int64_t *inp, int64_t *out,
                                  uint64_t *totals);

krt_status krt_launch_cumsum_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t rows, uint64_t length, uint64_t right,
                                  uint64_t length_of_part, const struct krt_bf16 *inp,
                                  struct krt_bf16 *out, float *totals);

krt_status krt_launch_cumprod_bf16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t rows,
                                   uint64_t length, uint64_t right, uint64_t length_of_part,
                                   const struct krt_bf16 *inp, struct krt_bf16 *out, float *totals);

krt_status krt_launch_cumsum_f8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t rows,
                                     uint64_t length, uint64_t right, uint64_t length_of_part,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                     float *totals);

krt_status krt_launch_cumprod_f8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t rows,
                                      uint64_t length, uint64_t right, uint64_t length_of_part,
                                      const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out,
                                      float *totals);

krt_status krt_launch_cumsum_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t rows, uint64_t length, uint64_t right,
                                 uint64_t length_of_part, const struct krt_f16 *inp,
                                 struct krt_f16 *out, float *totals);

krt_status krt_launch_cumprod_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t rows, uint64_t length, uint64_t right,
                                  uint64_t length_of_part, const struct krt_f16 *inp,
                                  struct krt_f16 *out, float *totals);

krt_status krt_launch_cumsum_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t rows, uint64_t length, uint64_t right,
                                 uint64_t length_of_part, const float *inp, float *out,
                                 float *totals);

krt_status krt_launch_cumprod_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t rows, uint64_t length, uint64_t right,
                                  uint64_t length_of_part, const float *inp, float *out,
                                  float *totals);

krt_status krt_launch_cumsum_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t rows, uint64_t length, uint64_t right,
                                 uint64_t length_of_part, const double *inp, double *out,
                                 double *totals);

krt_status krt_launch_cumprod_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t rows, uint64_t length, uint64_t right,
                                  uint64_t length_of_part, const double *inp, double *out,
                                  double *totals);

/* ---- sort: sort.cu ---- */

krt_status krt_launch_asort_asc_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config,
                                     const struct krt_bf16 *x, uint32_t *dst, int32_t ncols,
                                     int32_t ncols_pad);

krt_status krt_launch_asort_desc_bf16(struct krt_stream *stream,
                                      const struct krt_launch_config *config,
                                      const struct krt_bf16 *x, uint32_t *dst, int32_t ncols,
                                      int32_t ncols_pad);

krt_status krt_launch_asort_asc_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const struct krt_f16 *x,
                                    uint32_t *dst, int32_t ncols, int32_t ncols_pad);

krt_status krt_launch_asort_desc_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config,
                                     const struct krt_f16 *x, uint32_t *dst, int32_t ncols,
                                     int32_t ncols_pad);

krt_status krt_launch_asort_asc_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const float *x,
                                    uint32_t *dst, int32_t ncols, int32_t ncols_pad);

krt_status krt_launch_asort_desc_f32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const float *x,
                                     uint32_t *dst, int32_t ncols, int32_t ncols_pad);

krt_status krt_launch_asort_asc_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const double *x,
                                    uint32_t *dst, int32_t ncols, int32_t ncols_pad);

krt_status krt_launch_asort_desc_f64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const double *x,
                                     uint32_t *dst, int32_t ncols, int32_t ncols_pad);

krt_status krt_launch_asort_asc_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, const uint8_t *x,
                                   uint32_t *dst, int32_t ncols, int32_t ncols_pad);

krt_status krt_launch_asort_desc_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const uint8_t *x,
                                    uint32_t *dst, int32_t ncols, int32_t ncols_pad);

krt_status krt_launch_asort_asc_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const uint32_t *x,
                                    uint32_t *dst, int32_t ncols, int32_t ncols_pad);

krt_status krt_launch_asort_desc_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const uint32_t *x,
                                     uint32_t *dst, int32_t ncols, int32_t ncols_pad);

krt_status krt_launch_asort_asc_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, const int64_t *x,
                                    uint32_t *dst, int32_t ncols, int32_t ncols_pad);

krt_status krt_launch_asort_desc_i64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, const int64_t *x,
                                     uint32_t *dst, int32_t ncols, int32_t ncols_pad);

/* ---- sort_long: sort_long.cu ---- */

krt_status krt_launch_sort_count_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t rows,
                                    uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                    uint64_t flipped, const uint8_t *keys, uint32_t *counts);

krt_status krt_launch_sort_digit_u8(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t rows,
                                    uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                    uint64_t flipped, uint32_t are_halves, const uint8_t *keys,
                                    const uint32_t *from, const uint32_t *counts, uint8_t *rest,
                                    uint32_t *dst);

krt_status krt_launch_sort_count_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t rows,
                                     uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                     uint64_t flipped, const uint16_t *keys, uint32_t *counts);

krt_status krt_launch_sort_digit_f16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t rows,
                                     uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                     uint64_t flipped, uint32_t are_halves, const uint16_t *keys,
                                     const uint32_t *from, const uint32_t *counts, uint16_t *rest,
                                     uint32_t *dst);

krt_status krt_launch_sort_count_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t rows,
                                     uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                     uint64_t flipped, const uint32_t *keys, uint32_t *counts);

krt_status krt_launch_sort_digit_u32(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t rows,
                                     uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                     uint64_t flipped, uint32_t are_halves, const uint32_t *keys,
                                     const uint32_t *from, const uint32_t *counts, uint32_t *rest,
                                     uint32_t *dst);

krt_status krt_launch_sort_count_i64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t rows,
                                     uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                     uint64_t flipped, const uint64_t *keys, uint32_t *counts);

krt_status krt_launch_sort_digit_i64(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t rows,
                                     uint32_t columns, uint32_t length_of_part, uint64_t infinity,
                                     uint64_t flipped, uint32_t are_halves, const uint64_t *keys,
                                     const uint32_t *from, const uint32_t *counts, uint64_t *rest,
                                     uint32_t *dst);

/* ---- ternary: ternary.cu ---- */

krt_status krt_launch_where_i64_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                     const struct krt_bf16 *t, const struct krt_bf16 *f,
                                     struct krt_bf16 *out);

krt_status krt_launch_where_i64_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                    const struct krt_f16 *t, const struct krt_f16 *f,
                                    struct krt_f16 *out);

krt_status krt_launch_where_i64_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                    const float *t, const float *f, float *out);

krt_status krt_launch_where_i64_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                    const double *t, const double *f, double *out);

krt_status krt_launch_where_i64_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                   const uint8_t *t, const uint8_t *f, uint8_t *out);

krt_status krt_launch_where_i64_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                    const uint32_t *t, const uint32_t *f, uint32_t *out);

krt_status krt_launch_where_i64_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const int64_t *ids,
                                    const int64_t *t, const int64_t *f, int64_t *out);

krt_status krt_launch_where_i64_fp8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t num_dims, const uint64_t *info,
                                         const int64_t *ids, const struct krt_f8e4m3 *t,
                                         const struct krt_f8e4m3 *f, struct krt_f8e4m3 *out);

krt_status krt_launch_where_u32_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                     const struct krt_bf16 *t, const struct krt_bf16 *f,
                                     struct krt_bf16 *out);

krt_status krt_launch_where_u32_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                    const struct krt_f16 *t, const struct krt_f16 *f,
                                    struct krt_f16 *out);

krt_status krt_launch_where_u32_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                    const float *t, const float *f, float *out);

krt_status krt_launch_where_u32_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                    const double *t, const double *f, double *out);

krt_status krt_launch_where_u32_u8(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                   const uint8_t *t, const uint8_t *f, uint8_t *out);

krt_status krt_launch_where_u32_u32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                    const uint32_t *t, const uint32_t *f, uint32_t *out);

krt_status krt_launch_where_u32_i64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint32_t *ids,
                                    const int64_t *t, const int64_t *f, int64_t *out);

krt_status krt_launch_where_u32_fp8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t num_dims, const uint64_t *info,
                                         const uint32_t *ids, const struct krt_f8e4m3 *t,
                                         const struct krt_f8e4m3 *f, struct krt_f8e4m3 *out);

krt_status krt_launch_where_u8_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                    const struct krt_bf16 *t, const struct krt_bf16 *f,
                                    struct krt_bf16 *out);

krt_status krt_launch_where_u8_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                   const struct krt_f16 *t, const struct krt_f16 *f,
                                   struct krt_f16 *out);

krt_status krt_launch_where_u8_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                   const float *t, const float *f, float *out);

krt_status krt_launch_where_u8_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                   const double *t, const double *f, double *out);

krt_status krt_launch_where_u8_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const uint8_t *ids, const uint8_t *t, const uint8_t *f,
                                  uint8_t *out);

krt_status krt_launch_where_u8_u32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                   const uint32_t *t, const uint32_t *f, uint32_t *out);

krt_status krt_launch_where_u8_i64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                   const int64_t *t, const int64_t *f, int64_t *out);

krt_status krt_launch_where_u8_fp8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info, const uint8_t *ids,
                                        const struct krt_f8e4m3 *t, const struct krt_f8e4m3 *f,
                                        struct krt_f8e4m3 *out);

krt_status krt_launch_where_i16_fp8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t num_dims, const uint64_t *info,
                                         const int16_t *ids, const struct krt_f8e4m3 *t,
                                         const struct krt_f8e4m3 *f, struct krt_f8e4m3 *out);

krt_status krt_launch_where_i32_fp8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t num_dims, const uint64_t *info,
                                         const int32_t *ids, const struct krt_f8e4m3 *t,
                                         const struct krt_f8e4m3 *f, struct krt_f8e4m3 *out);

/* ---- unary: unary.cu ---- */

krt_status krt_launch_ucopy_f8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_ucopy_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_ucopy_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_ucopy_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_ucopy_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_ucopy_u8(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const uint8_t *inp, uint8_t *out);

krt_status krt_launch_ucopy_u32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const uint32_t *inp, uint32_t *out);

krt_status krt_launch_ucopy_i64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const int64_t *inp, int64_t *out);

krt_status krt_launch_uneg_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_uneg_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_uneg_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_uneg_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_uneg_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_uabs_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_uabs_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_uabs_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_uabs_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_uabs_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_urelu_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_urelu_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_urelu_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_urelu_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_urelu_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_uceil_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_uceil_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_uceil_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_uceil_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_uceil_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_ufloor_fp8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t num_dims, const uint64_t *info,
                                      const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_ufloor_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_ufloor_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_ufloor_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const float *inp, float *out);

krt_status krt_launch_ufloor_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const double *inp, double *out);

krt_status krt_launch_uround_fp8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t num_dims, const uint64_t *info,
                                      const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_uround_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_uround_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_uround_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const float *inp, float *out);

krt_status krt_launch_uround_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const double *inp, double *out);

krt_status krt_launch_usign_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_usign_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_usign_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_usign_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_usign_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_usqr_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_usqr_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_usqr_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_usqr_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_usqr_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_usqrt_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_usqrt_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_usqrt_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_usqrt_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_usqrt_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_urecip_fp8_e4m3(struct krt_stream *stream,
                                      const struct krt_launch_config *config, uint64_t numel,
                                      uint64_t num_dims, const uint64_t *info,
                                      const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_urecip_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                  uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                  const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_urecip_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_urecip_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const float *inp, float *out);

krt_status krt_launch_urecip_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const double *inp, double *out);

krt_status krt_launch_uexp_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_uexp_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_uexp_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_uexp_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_uexp_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_ulog_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_ulog_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_ulog_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_ulog_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_ulog_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_usin_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_usin_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_usin_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_usin_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_usin_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_ucos_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_ucos_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_ucos_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_ucos_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_ucos_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_utanh_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_utanh_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_utanh_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_utanh_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_utanh_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_uerf_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_uerf_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_uerf_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_uerf_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const float *inp, float *out);

krt_status krt_launch_uerf_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               const double *inp, double *out);

krt_status krt_launch_unormcdf_fp8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info,
                                        const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_unormcdf_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_unormcdf_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_unormcdf_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   float *out);

krt_status krt_launch_unormcdf_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   double *out);

krt_status krt_launch_ugelu_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_ugelu_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_ugelu_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_ugelu_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_ugelu_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_ugelu_erf_fp8_e4m3(struct krt_stream *stream,
                                         const struct krt_launch_config *config, uint64_t numel,
                                         uint64_t num_dims, const uint64_t *info,
                                         const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_ugelu_erf_bf16(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_ugelu_erf_f16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_ugelu_erf_f32(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const float *inp,
                                    float *out);

krt_status krt_launch_ugelu_erf_f64(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info, const double *inp,
                                    double *out);

krt_status krt_launch_usilu_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_usilu_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_usilu_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_usilu_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const float *inp, float *out);

krt_status krt_launch_usilu_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                const double *inp, double *out);

krt_status krt_launch_usigmoid_fp8_e4m3(struct krt_stream *stream,
                                        const struct krt_launch_config *config, uint64_t numel,
                                        uint64_t num_dims, const uint64_t *info,
                                        const struct krt_f8e4m3 *inp, struct krt_f8e4m3 *out);

krt_status krt_launch_usigmoid_bf16(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    const struct krt_bf16 *inp, struct krt_bf16 *out);

krt_status krt_launch_usigmoid_f16(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info,
                                   const struct krt_f16 *inp, struct krt_f16 *out);

krt_status krt_launch_usigmoid_f32(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const float *inp,
                                   float *out);

krt_status krt_launch_usigmoid_f64(struct krt_stream *stream,
                                   const struct krt_launch_config *config, uint64_t numel,
                                   uint64_t num_dims, const uint64_t *info, const double *inp,
                                   double *out);

krt_status krt_launch_uelu_fp8_e4m3(struct krt_stream *stream,
                                    const struct krt_launch_config *config, uint64_t numel,
                                    uint64_t num_dims, const uint64_t *info,
                                    struct krt_f8e4m3 param, const struct krt_f8e4m3 *inp,
                                    struct krt_f8e4m3 *out);

krt_status krt_launch_uelu_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                struct krt_bf16 param, const struct krt_bf16 *inp,
                                struct krt_bf16 *out);

krt_status krt_launch_uelu_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               struct krt_f16 param, const struct krt_f16 *inp,
                               struct krt_f16 *out);

krt_status krt_launch_uelu_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info, float param,
                               const float *inp, float *out);

krt_status krt_launch_uelu_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                               uint64_t numel, uint64_t num_dims, const uint64_t *info,
                               double param, const double *inp, double *out);

krt_status krt_launch_upowf_fp8_e4m3(struct krt_stream *stream,
                                     const struct krt_launch_config *config, uint64_t numel,
                                     uint64_t num_dims, const uint64_t *info,
                                     struct krt_f8e4m3 param, const struct krt_f8e4m3 *inp,
                                     struct krt_f8e4m3 *out);

krt_status krt_launch_upowf_bf16(struct krt_stream *stream, const struct krt_launch_config *config,
                                 uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                 struct krt_bf16 param, const struct krt_bf16 *inp,
                                 struct krt_bf16 *out);

krt_status krt_launch_upowf_f16(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                struct krt_f16 param, const struct krt_f16 *inp,
                                struct krt_f16 *out);

krt_status krt_launch_upowf_f32(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                float param, const float *inp, float *out);

krt_status krt_launch_upowf_f64(struct krt_stream *stream, const struct krt_launch_config *config,
                                uint64_t numel, uint64_t num_dims, const uint64_t *info,
                                double param, const double *inp, double *out);

#ifdef __cplusplus
}
#endif

#endif
