// A pretended hipBLAS, of a version before 2 and of version 2, as hipblas-version.h says.
#pragma once
#if hipblasVersionMajor < 2
#include <cstdint>
typedef void *hipblasHandle_t;
typedef enum {
    HIPBLAS_STATUS_SUCCESS,
    HIPBLAS_STATUS_NOT_INITIALIZED,
    HIPBLAS_STATUS_INVALID_VALUE = 3,
} hipblasStatus_t;
typedef enum { HIPBLAS_OP_N = 111 } hipblasOperation_t;
typedef enum { HIPBLAS_GEMM_DEFAULT = 160 } hipblasGemmAlgo_t;
typedef enum {
    HIPBLAS_R_16F = 150,
    HIPBLAS_R_32F,
    HIPBLAS_R_64F,
    HIPBLAS_C_16F,
    HIPBLAS_C_32F,
    HIPBLAS_C_64F,
    HIPBLAS_R_8I = 160,
    HIPBLAS_R_8U,
    HIPBLAS_R_32I,
    HIPBLAS_R_32U,
    HIPBLAS_C_8I,
    HIPBLAS_C_8U,
    HIPBLAS_C_32I,
    HIPBLAS_C_32U,
    HIPBLAS_R_16B,
    HIPBLAS_C_16B,
    HIPBLAS_DATATYPE_INVALID = 255,
} hipblasDatatype_t;
typedef int64_t hipblasStride;

struct asked {
    hipblasDatatype_t a, b, c, compute;
};
extern asked last;

static hipblasStatus_t hipblasGemmEx(hipblasHandle_t, hipblasOperation_t, hipblasOperation_t, int,
                                     int, int, const void *, const void *, hipblasDatatype_t a, int,
                                     const void *, hipblasDatatype_t b, int, const void *, void *,
                                     hipblasDatatype_t c, int, hipblasDatatype_t compute,
                                     hipblasGemmAlgo_t)
{
    last = {a, b, c, compute};
    return HIPBLAS_STATUS_SUCCESS;
}
static hipblasStatus_t hipblasGemmBatchedEx(hipblasHandle_t, hipblasOperation_t, hipblasOperation_t,
                                            int, int, int, const void *, const void *[],
                                            hipblasDatatype_t a, int, const void *[],
                                            hipblasDatatype_t b, int, const void *, void *[],
                                            hipblasDatatype_t c, int, int,
                                            hipblasDatatype_t compute, hipblasGemmAlgo_t)
{
    last = {a, b, c, compute};
    return HIPBLAS_STATUS_SUCCESS;
}
static hipblasStatus_t hipblasGemmStridedBatchedEx(hipblasHandle_t, hipblasOperation_t,
                                                   hipblasOperation_t, int, int, int, const void *,
                                                   const void *, hipblasDatatype_t a, int,
                                                   hipblasStride, const void *, hipblasDatatype_t b,
                                                   int, hipblasStride, const void *, void *,
                                                   hipblasDatatype_t c, int, hipblasStride, int,
                                                   hipblasDatatype_t compute, hipblasGemmAlgo_t)
{
    last = {a, b, c, compute};
    return HIPBLAS_STATUS_SUCCESS;
}
#else
#ifndef HIPBLAS_V2
#error "cuBLAS's signatures are not asked for"
#endif
typedef void *hipblasHandle_t;
typedef enum {
    HIPBLAS_STATUS_SUCCESS,
    HIPBLAS_STATUS_NOT_INITIALIZED,
    HIPBLAS_STATUS_INVALID_VALUE = 3,
    HIPBLAS_STATUS_NOT_SUPPORTED = 7,
    HIPBLAS_STATUS_INVALID_ENUM = 10,
} hipblasStatus_t;
typedef enum { HIPBLAS_DEFAULT_MATH, HIPBLAS_TF32_TENSOR_OP_MATH = 3 } hipblasMath_t;

static hipblasStatus_t hipblasSetMathMode(hipblasHandle_t handle, hipblasMath_t mode)
{
    return !handle                        ? HIPBLAS_STATUS_NOT_INITIALIZED
           : mode == HIPBLAS_DEFAULT_MATH ? HIPBLAS_STATUS_SUCCESS
                                          : HIPBLAS_STATUS_NOT_SUPPORTED;
}
#endif
