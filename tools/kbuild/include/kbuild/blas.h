// hipBLAS with the signatures of cuBLAS, whichever version is installed.
//
// Version 2 (ROCm 6) has them behind HIPBLAS_V2: cudaDataType, cublasComputeType_t, cuComplex.
// Before it, matrices of mixed types have numbers of their own and there are no math modes.
#ifndef KBUILD_BLAS_H
#define KBUILD_BLAS_H
#pragma GCC system_header

#include "host_qualifiers.h"

#include <hipblas/hipblas-version.h>

#if hipblasVersionMajor >= 2
#ifndef HIPBLAS_V2
#define HIPBLAS_V2
#endif
#elif !defined(ROCM_MATHLIBS_API_USE_HIP_COMPLEX)
#define ROCM_MATHLIBS_API_USE_HIP_COMPLEX
#endif

#include <hipblas/hipblas.h>

// Branches for AMD call rocBLAS, which hipBLAS stands upon, and count on having it.
#if __has_include(<rocblas/rocblas.h>)
#include <rocblas/rocblas.h>
#endif

#if hipblasVersionMajor < 2
#include "blas_types.h"
#endif

// A math mode is a leave to compute with less precision, and the library need not take it. hipBLAS
// fails for those that its GPUs do not have.
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
