// flags: -D__CUDA_NO_HALF_OPERATORS__ -D__CUDA_NO_HALF_CONVERSIONS__ -D__CUDA_NO_HALF2_OPERATORS__ -D__CUDA_NO_BFLOAT16_CONVERSIONS__ -D__CUDA_NO_BFLOAT16_OPERATORS__ -D__CUDA_NO_BFLOAT162_OPERATORS__
// The way PyTorch and others build: no implicit conversions and no operators, so that they can bring
// their own.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <type_traits>

static __host__ __device__ __half operator+(const __half &a, const __half &b)
{
    return __float2half(__half2float(a) + __half2float(b));
}
static __host__ __device__ bool operator==(const __nv_bfloat16 &a, const __nv_bfloat16 &b)
{
    return __heq(a, b);
}
static __host__ __device__ __half2 operator*(const __half2 &a, const __half2 &b)
{
    return __hmul2(a, b);
}

static_assert(!std::is_convertible<float, __half>::value && !std::is_convertible<__half, float>::value, "");
static_assert(!std::is_convertible<int, __nv_bfloat16>::value, "");

__global__ void own(__half *h, __half2 *h2, __nv_bfloat16 *b)
{
    h[0] = h[1] + h[2];
    h2[0] = h2[1] * h2[2];
    h[3] = b[0] == b[1] ? __half(__half_raw{0}) : __int2half_rn(3);
    b[3] = __float2bfloat16(__half2float(h[4]));
    h[5] = hexp(__hfma(h[5], h[6], h[7]));
}
