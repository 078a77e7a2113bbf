#pragma once
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
