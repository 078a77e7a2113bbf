// hipBLAS with the signatures of cuBLAS, whichever version of hipBLAS is installed. Half and
// complex numbers have CUDA's types.
//
// hipBLAS 2 (ROCm 6) has cuBLAS's signatures if HIPBLAS_V2 is defined: cudaDataType,
// cublasComputeType_t, cuComplex. Before version 2, hipBLAS numbers the types of matrices in its
// own way, and has no math modes.
#ifndef KBUILD_BLAS_H
#define KBUILD_BLAS_H
#pragma GCC system_header

#include "host_qualifiers.h"

#include <hipblas/hipblas-version.h>

#ifndef HIPBLAS_USE_HIP_HALF
#define HIPBLAS_USE_HIP_HALF
#endif

#if hipblasVersionMajor >= 2
#ifndef HIPBLAS_V2
#define HIPBLAS_V2
#endif
#elif !defined(ROCM_MATHLIBS_API_USE_HIP_COMPLEX)
#define ROCM_MATHLIBS_API_USE_HIP_COMPLEX
#endif

#include <hipblas/hipblas.h>

// Programs call rocBLAS, on which hipBLAS is built, in their branches for AMD, and expect that
// hipBLAS includes it.
#if __has_include(<rocblas/rocblas.h>)
#include <rocblas/rocblas.h>
#endif

#if hipblasVersionMajor < 2

// ---- Functions and types that hipBLAS lacks before version 2: math modes, compute types, and
// products of matrices whose types are given as hipDataType. The enumerators have the numbers of
// version 2.

#include "host_names.h"

typedef enum {
    HIPBLAS_DEFAULT_MATH,
    HIPBLAS_XF32_XDL_MATH,
    HIPBLAS_PEDANTIC_MATH,
    HIPBLAS_TF32_TENSOR_OP_MATH,
    HIPBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION,
    HIPBLAS_TENSOR_OP_MATH,
} hipblasMath_t;

typedef enum {
    HIPBLAS_COMPUTE_16F,
    HIPBLAS_COMPUTE_16F_PEDANTIC,
    HIPBLAS_COMPUTE_32F,
    HIPBLAS_COMPUTE_32F_PEDANTIC,
    HIPBLAS_COMPUTE_32F_FAST_16F,
    HIPBLAS_COMPUTE_32F_FAST_16BF,
    HIPBLAS_COMPUTE_32F_FAST_TF32,
    HIPBLAS_COMPUTE_64F,
    HIPBLAS_COMPUTE_64F_PEDANTIC,
    HIPBLAS_COMPUTE_32I,
    HIPBLAS_COMPUTE_32I_PEDANTIC,
} hipblasComputeType_t;

// Before version 2, hipBLAS cannot set a mode: every handle has the default mode.
KBUILD_HOST_API hipblasStatus_t hipblasGetMathMode(hipblasHandle_t handle, hipblasMath_t *mode)
{
    if (!handle || !mode) {
        return !handle ? HIPBLAS_STATUS_NOT_INITIALIZED : HIPBLAS_STATUS_INVALID_VALUE;
    }
    *mode = HIPBLAS_DEFAULT_MATH;
    return HIPBLAS_STATUS_SUCCESS;
}

namespace kbuild
{

KBUILD_HOST_API hipblasDatatype_t blas_type(hipDataType type)
{
    switch (static_cast<int>(type)) {
    case HIP_R_16F: return HIPBLAS_R_16F;
    case HIP_R_32F: return HIPBLAS_R_32F;
    case HIP_R_64F: return HIPBLAS_R_64F;
    case HIP_C_16F: return HIPBLAS_C_16F;
    case HIP_C_32F: return HIPBLAS_C_32F;
    case HIP_C_64F: return HIPBLAS_C_64F;
    case HIP_R_8I: return HIPBLAS_R_8I;
    case HIP_C_8I: return HIPBLAS_C_8I;
    case HIP_R_8U: return HIPBLAS_R_8U;
    case HIP_C_8U: return HIPBLAS_C_8U;
    case HIP_R_32I: return HIPBLAS_R_32I;
    case HIP_C_32I: return HIPBLAS_C_32I;
    case HIP_R_32U: return HIPBLAS_R_32U;
    case HIP_C_32U: return HIPBLAS_C_32U;
    case HIP_R_16BF: return HIPBLAS_R_16B;
    case HIP_C_16BF: return HIPBLAS_C_16B;
    default: return HIPBLAS_DATATYPE_INVALID;
    }
}

// Returns the type in which hipBLAS adds the products. |operands|, the type of the matrices, says
// whether this type is complex or real.
KBUILD_HOST_API hipblasDatatype_t blas_type(hipblasComputeType_t type, hipDataType operands)
{
    const bool is_complex = operands == HIP_C_32F || operands == HIP_C_64F;
    switch (type) {
    case HIPBLAS_COMPUTE_16F:
    case HIPBLAS_COMPUTE_16F_PEDANTIC: return HIPBLAS_R_16F;
    case HIPBLAS_COMPUTE_64F:
    case HIPBLAS_COMPUTE_64F_PEDANTIC: return is_complex ? HIPBLAS_C_64F : HIPBLAS_R_64F;
    case HIPBLAS_COMPUTE_32I:
    case HIPBLAS_COMPUTE_32I_PEDANTIC: return HIPBLAS_R_32I;
    default: return is_complex ? HIPBLAS_C_32F : HIPBLAS_R_32F;
    }
}

// The same function for programs that pass a data type in place of a compute type, as cuBLAS once
// demanded and still accepts in C++.
KBUILD_HOST_API hipblasDatatype_t blas_type(hipDataType type, hipDataType)
{
    return blas_type(type);
}

} // namespace kbuild

template <class Compute>
KBUILD_HOST_API hipblasStatus_t hipblasGemmEx(hipblasHandle_t handle, hipblasOperation_t op_a,
                                              hipblasOperation_t op_b, int m, int n, int k,
                                              const void *alpha, const void *a, hipDataType a_type,
                                              int lda, const void *b, hipDataType b_type, int ldb,
                                              const void *beta, void *c, hipDataType c_type,
                                              int ldc, Compute compute, hipblasGemmAlgo_t algorithm)
{
    return hipblasGemmEx(handle, op_a, op_b, m, n, k, alpha, a, kbuild::blas_type(a_type), lda, b,
                         kbuild::blas_type(b_type), ldb, beta, c, kbuild::blas_type(c_type), ldc,
                         kbuild::blas_type(compute, a_type), algorithm);
}

template <class Compute>
KBUILD_HOST_API hipblasStatus_t hipblasGemmBatchedEx(
    hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int m, int n, int k,
    const void *alpha, const void *const a[], hipDataType a_type, int lda, const void *const b[],
    hipDataType b_type, int ldb, const void *beta, void *const c[], hipDataType c_type, int ldc,
    int batches, Compute compute, hipblasGemmAlgo_t algorithm)
{
    return hipblasGemmBatchedEx(handle, op_a, op_b, m, n, k, alpha, const_cast<const void **>(a),
                                kbuild::blas_type(a_type), lda, const_cast<const void **>(b),
                                kbuild::blas_type(b_type), ldb, beta, const_cast<void **>(c),
                                kbuild::blas_type(c_type), ldc, batches,
                                kbuild::blas_type(compute, a_type), algorithm);
}

// cuBLAS and hipBLAS 2 take const pointers to matrices that they only read; hipBLAS before version
// 2 does not. These overloads take const pointers.
#define KBUILD_TRSM_BATCHED(NAME, TYPE)                                                            \
    template <class Side, class Diagonal>                                                          \
    KBUILD_HOST_API hipblasStatus_t NAME(                                                          \
        hipblasHandle_t handle, Side side, hipblasFillMode_t fill, hipblasOperation_t op,          \
        Diagonal diagonal, int m, int n, const TYPE *alpha, const TYPE *const a[], int lda,        \
        TYPE *const b[], int ldb, int batches)                                                     \
    {                                                                                              \
        return NAME(handle, side, fill, op, diagonal, m, n, alpha, const_cast<TYPE *const *>(a),   \
                    lda, const_cast<TYPE **>(b), ldb, batches);                                    \
    }
KBUILD_TRSM_BATCHED(hipblasStrsmBatched, float)
KBUILD_TRSM_BATCHED(hipblasDtrsmBatched, double)
KBUILD_TRSM_BATCHED(hipblasCtrsmBatched, hipFloatComplex)
KBUILD_TRSM_BATCHED(hipblasZtrsmBatched, hipDoubleComplex)
#undef KBUILD_TRSM_BATCHED

template <class Compute>
KBUILD_HOST_API hipblasStatus_t hipblasGemmStridedBatchedEx(
    hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int m, int n, int k,
    const void *alpha, const void *a, hipDataType a_type, int lda, hipblasStride stride_a,
    const void *b, hipDataType b_type, int ldb, hipblasStride stride_b, const void *beta, void *c,
    hipDataType c_type, int ldc, hipblasStride stride_c, int batches, Compute compute,
    hipblasGemmAlgo_t algorithm)
{
    return hipblasGemmStridedBatchedEx(
        handle, op_a, op_b, m, n, k, alpha, a, kbuild::blas_type(a_type), lda, stride_a, b,
        kbuild::blas_type(b_type), ldb, stride_b, beta, c, kbuild::blas_type(c_type), ldc, stride_c,
        batches, kbuild::blas_type(compute, a_type), algorithm);
}

#else

// blas_compute() returns the compute type for a data type, which cuBLAS once took in place of a
// compute type, and still takes in C++.
namespace kbuild
{
KBUILD_HOST_API hipblasComputeType_t blas_compute(hipDataType type)
{
    switch (static_cast<int>(type)) {
    case HIP_R_16F: return HIPBLAS_COMPUTE_16F;
    case HIP_R_64F:
    case HIP_C_64F: return HIPBLAS_COMPUTE_64F;
    case HIP_R_32I: return HIPBLAS_COMPUTE_32I;
    default: return HIPBLAS_COMPUTE_32F;
    }
}
} // namespace kbuild

KBUILD_HOST_API hipblasStatus_t hipblasGemmEx(hipblasHandle_t handle, hipblasOperation_t op_a,
                                              hipblasOperation_t op_b, int m, int n, int k,
                                              const void *alpha, const void *a, hipDataType a_type,
                                              int lda, const void *b, hipDataType b_type, int ldb,
                                              const void *beta, void *c, hipDataType c_type,
                                              int ldc, hipDataType compute,
                                              hipblasGemmAlgo_t algorithm)
{
    return hipblasGemmEx(handle, op_a, op_b, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta,
                         c, c_type, ldc, kbuild::blas_compute(compute), algorithm);
}

KBUILD_HOST_API hipblasStatus_t hipblasGemmBatchedEx(
    hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int m, int n, int k,
    const void *alpha, const void *const a[], hipDataType a_type, int lda, const void *const b[],
    hipDataType b_type, int ldb, const void *beta, void *const c[], hipDataType c_type, int ldc,
    int batches, hipDataType compute, hipblasGemmAlgo_t algorithm)
{
    return hipblasGemmBatchedEx(handle, op_a, op_b, m, n, k, alpha, const_cast<const void **>(a),
                                a_type, lda, const_cast<const void **>(b), b_type, ldb, beta,
                                const_cast<void **>(c), c_type, ldc, batches,
                                kbuild::blas_compute(compute), algorithm);
}

KBUILD_HOST_API hipblasStatus_t hipblasGemmStridedBatchedEx(
    hipblasHandle_t handle, hipblasOperation_t op_a, hipblasOperation_t op_b, int m, int n, int k,
    const void *alpha, const void *a, hipDataType a_type, int lda, hipblasStride stride_a,
    const void *b, hipDataType b_type, int ldb, hipblasStride stride_b, const void *beta, void *c,
    hipDataType c_type, int ldc, hipblasStride stride_c, int batches, hipDataType compute,
    hipblasGemmAlgo_t algorithm)
{
    return hipblasGemmStridedBatchedEx(handle, op_a, op_b, m, n, k, alpha, a, a_type, lda, stride_a,
                                       b, b_type, ldb, stride_b, beta, c, c_type, ldc, stride_c,
                                       batches, kbuild::blas_compute(compute), algorithm);
}

#endif

// Multiplies matrices of any type by hipBLAS; the sums are floats.
KBUILD_HOST_API hipblasStatus_t cublasSgemmEx(hipblasHandle_t handle, hipblasOperation_t op_a,
                                              hipblasOperation_t op_b, int m, int n, int k,
                                              const float *alpha, const void *a, hipDataType a_type,
                                              int lda, const void *b, hipDataType b_type, int ldb,
                                              const float *beta, void *c, hipDataType c_type,
                                              int ldc)
{
    return hipblasGemmEx(handle, op_a, op_b, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta,
                         c, c_type, ldc, HIPBLAS_COMPUTE_32F, HIPBLAS_GEMM_DEFAULT);
}

// Sets the math mode. A mode allows the library to compute with less precision, but does not demand
// it. So this function also succeeds for modes that the GPU lacks, where hipBLAS's own function
// fails.
KBUILD_HOST_API hipblasStatus_t kbuild_hipblasSetMathMode(hipblasHandle_t handle,
                                                          hipblasMath_t mode)
{
#if hipblasVersionMajor >= 2
    const hipblasStatus_t status = hipblasSetMathMode(handle, mode);
    return status == HIPBLAS_STATUS_NOT_SUPPORTED || status == HIPBLAS_STATUS_INVALID_ENUM
               ? HIPBLAS_STATUS_SUCCESS
               : status;
#else
    (void)mode;
    return handle ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_NOT_INITIALIZED;
#endif
}

#define hipblasSetMathMode kbuild_hipblasSetMathMode

#endif
