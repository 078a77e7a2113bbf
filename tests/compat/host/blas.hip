// cuBLAS's calls over pretended hipBLAS libraries of both versions (blas/).
#include "cublas_v2.h"

#include <cstdio>

static int failures;
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                 \
            ++failures;                                                                            \
        }                                                                                          \
    } while (0)

static int some;
static const hipblasHandle_t handle = &some;

static void a_math_mode_is_a_leave_and_not_a_demand()
{
    CHECK(hipblasSetMathMode(handle, HIPBLAS_DEFAULT_MATH) == HIPBLAS_STATUS_SUCCESS);
    CHECK(hipblasSetMathMode(handle, HIPBLAS_TF32_TENSOR_OP_MATH) == HIPBLAS_STATUS_SUCCESS);
    CHECK(hipblasSetMathMode(nullptr, HIPBLAS_DEFAULT_MATH) == HIPBLAS_STATUS_NOT_INITIALIZED);
}

#if hipblasVersionMajor < 2
asked last;

static bool got(hipblasDatatype_t a, hipblasDatatype_t b, hipblasDatatype_t c,
                hipblasDatatype_t compute)
{
    return last.a == a && last.b == b && last.c == c && last.compute == compute;
}

template <class Compute> static void product(hipDataType in, hipDataType out, Compute compute)
{
    const float one = 1;
    last = {};
    CHECK(hipblasGemmEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, 1, 1, 1, &one, &some, in, 1, &some, in,
                        1, &one, &some, out, 1, compute,
                        HIPBLAS_GEMM_DEFAULT) == HIPBLAS_STATUS_SUCCESS);
}

static void types_keep_their_meaning()
{
    product(HIP_R_16F, HIP_R_32F, HIPBLAS_COMPUTE_32F);
    CHECK(got(HIPBLAS_R_16F, HIPBLAS_R_16F, HIPBLAS_R_32F, HIPBLAS_R_32F));
    product(HIP_R_16BF, HIP_R_16BF, HIPBLAS_COMPUTE_32F_FAST_16BF);
    CHECK(got(HIPBLAS_R_16B, HIPBLAS_R_16B, HIPBLAS_R_16B, HIPBLAS_R_32F));
    product(HIP_R_8I, HIP_R_32I, HIPBLAS_COMPUTE_32I);
    CHECK(got(HIPBLAS_R_8I, HIPBLAS_R_8I, HIPBLAS_R_32I, HIPBLAS_R_32I));
    product(HIP_C_64F, HIP_C_64F, HIPBLAS_COMPUTE_64F);
    CHECK(got(HIPBLAS_C_64F, HIPBLAS_C_64F, HIPBLAS_C_64F, HIPBLAS_C_64F));
    product(HIP_R_16F, HIP_R_16F, HIP_R_16F);
    CHECK(got(HIPBLAS_R_16F, HIPBLAS_R_16F, HIPBLAS_R_16F, HIPBLAS_R_16F));
    product(static_cast<hipDataType>(99), HIP_R_16F, HIPBLAS_COMPUTE_16F);
    CHECK(got(HIPBLAS_DATATYPE_INVALID, HIPBLAS_DATATYPE_INVALID, HIPBLAS_R_16F, HIPBLAS_R_16F));
}

static void batches_take_pointers_to_constants()
{
    const float one = 1;
    const void *const a[1] = {&some};
    void *c[1] = {&some};
    last = {};
    CHECK(hipblasGemmBatchedEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, 1, 1, 1, &one, a, HIP_R_16F, 1,
                               a, HIP_R_16F, 1, &one, c, HIP_R_32F, 1, 1, HIPBLAS_COMPUTE_32F,
                               HIPBLAS_GEMM_DEFAULT) == HIPBLAS_STATUS_SUCCESS);
    CHECK(got(HIPBLAS_R_16F, HIPBLAS_R_16F, HIPBLAS_R_32F, HIPBLAS_R_32F));
    last = {};
    CHECK(hipblasGemmStridedBatchedEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, 1, 1, 1, &one, &some,
                                      HIP_R_32F, 1, 1, &some, HIP_R_32F, 1, 1, &one, &some,
                                      HIP_R_32F, 1, 1, 1, HIPBLAS_COMPUTE_32F_FAST_TF32,
                                      HIPBLAS_GEMM_DEFAULT) == HIPBLAS_STATUS_SUCCESS);
    CHECK(got(HIPBLAS_R_32F, HIPBLAS_R_32F, HIPBLAS_R_32F, HIPBLAS_R_32F));
}

// hipBLAS's own types find hipBLAS's own function.
static void a_program_may_call_hipblas_itself()
{
    const float one = 1;
    last = {};
    CHECK(hipblasGemmEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, 1, 1, 1, &one, &some, HIPBLAS_R_16B, 1,
                        &some, HIPBLAS_R_16B, 1, &one, &some, HIPBLAS_R_16B, 1, HIPBLAS_R_32F,
                        HIPBLAS_GEMM_DEFAULT) == HIPBLAS_STATUS_SUCCESS);
    CHECK(got(HIPBLAS_R_16B, HIPBLAS_R_16B, HIPBLAS_R_16B, HIPBLAS_R_32F));
}
#endif

int main()
{
    a_math_mode_is_a_leave_and_not_a_demand();
#if hipblasVersionMajor < 2
    types_keep_their_meaning();
    batches_take_pointers_to_constants();
    a_program_may_call_hipblas_itself();
    hipblasMath_t mode = HIPBLAS_TF32_TENSOR_OP_MATH;
    CHECK(hipblasGetMathMode(handle, &mode) == HIPBLAS_STATUS_SUCCESS);
    CHECK(mode == HIPBLAS_DEFAULT_MATH);
#endif
    return failures != 0;
}
