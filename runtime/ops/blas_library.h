/* The vendors' libraries of matrix products, found with dlopen(): rocBLAS and cuBLAS, one table for
 * both.
 *
 * Every function returns 0, or a status. Numbers come from rocBLAS's headers (ROCm 5 to 7) and from
 * cuBLAS's (CUDA 11 to 13), whose numbers are all the same.
 */
#ifndef KRT_OPS_BLAS_LIBRARY_H
#define KRT_OPS_BLAS_LIBRARY_H

#include <krt/krt.h>

#include <stdbool.h>

/* X(member, rocBLAS's name, cuBLAS's name, is it required, parameters). NULL: the library has no
 * such function. */
#define BLAS_FUNCTIONS(X)                                                                          \
    X(create, "rocblas_create_handle", "cublasCreate_v2", true, (void **out))                      \
    X(destroy, "rocblas_destroy_handle", "cublasDestroy_v2", true, (void *handle))                 \
    X(set_stream, "rocblas_set_stream", "cublasSetStream_v2", true, (void *handle, void *stream))  \
    X(set_atomics, "rocblas_set_atomics_mode", NULL, false, (void *handle, int mode))              \
    X(set_math, NULL, "cublasSetMathMode", true, (void *handle, int mode))                         \
    X(set_precision, "rocblas_set_math_mode", NULL, false, (void *handle, int mode))               \
    X(gemm_amd, "rocblas_gemm_strided_batched_ex", NULL, true,                                     \
      (void *handle, int a_form, int b_form, int m, int n, int k, const void *alpha,               \
       const void *a, int a_type, int a_pitch, int64_t a_step, const void *b, int b_type,          \
       int b_pitch, int64_t b_step, const void *beta, const void *c, int c_type, int c_pitch,      \
       int64_t c_step, void *d, int d_type, int d_pitch, int64_t d_step, int batches,              \
       int compute_type, int algorithm, int32_t solution, uint32_t flags))                         \
    X(gemm_nvidia, NULL, "cublasGemmStridedBatchedEx", true,                                       \
      (void *handle, int a_form, int b_form, int m, int n, int k, const void *alpha,               \
       const void *a, int a_type, int a_pitch, long long a_step, const void *b, int b_type,        \
       int b_pitch, long long b_step, const void *beta, void *c, int c_type, int c_pitch,          \
       long long c_step, int batches, int compute_type, int algorithm))

/* An open library. It is never closed, as drivers are not. */
struct blas {
    bool is_nvidia;
#define BLAS_MEMBER(member, amd, nvidia, need, parameters) int(*member) parameters;
    BLAS_FUNCTIONS(BLAS_MEMBER)
#undef BLAS_MEMBER
};

/* The library that multiplies on the device of |info|. NULL when there is none, when it does not
 * support the device, or when the device is the emulator's and KRT_ROCBLAS does not name a
 * replacement for rocBLAS. The same one each time. Thread-safe. */
const struct blas *blas_open(const struct krt_device_info *info);

#endif
