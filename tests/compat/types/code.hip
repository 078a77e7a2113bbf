// One operation a kernel; code.sh counts the instructions that come out.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define PAIR(NAME, EXPRESSION)                                                                     \
    extern "C" __global__ void NAME(half2 *out, const half2 *p, const half2 *q, const half2 *r)    \
    {                                                                                              \
        const half2 a = p[threadIdx.x], b = q[threadIdx.x], c = r[threadIdx.x];                    \
        (void)b, (void)c;                                                                          \
        out[threadIdx.x] = EXPRESSION;                                                             \
    }
#define SCALAR(NAME, EXPRESSION)                                                                   \
    extern "C" __global__ void NAME(half *out, const half *p, const half *q, const half *r)        \
    {                                                                                              \
        const half a = p[threadIdx.x], b = q[threadIdx.x], c = r[threadIdx.x];                     \
        (void)b, (void)c;                                                                          \
        out[threadIdx.x] = EXPRESSION;                                                             \
    }

PAIR(pair_add, __hadd2(a, b))
PAIR(pair_sub, a - b)
PAIR(pair_mul, __hmul2(a, b))
PAIR(pair_fma, __hfma2(a, b, c))
PAIR(pair_max, __hmax2(__hadd2(a, c), __hadd2(b, c)))
PAIR(pair_min, __hmin2(__hadd2(a, c), __hadd2(b, c)))
PAIR(pair_saturated, __hadd2_sat(a, b))
PAIR(pair_neg, -a)
PAIR(pair_contracted, a *b + c)
PAIR(pair_not_contracted, __hadd2_rn(__hmul2_rn(a, b), c))
PAIR(pair_swap, __lowhigh2highlow(a))
SCALAR(scalar_add, a + b)
SCALAR(scalar_mul, a *b)
SCALAR(scalar_fma, __hfma(a, b, c))
SCALAR(scalar_sqrt, hsqrt(a))
SCALAR(scalar_rcp, hrcp(a))
SCALAR(scalar_less, a < b ? a : b)

extern "C" __global__ void to_float(float *out, const half2 *p)
{
    out[threadIdx.x] = p[threadIdx.x].y;
}

extern "C" __global__ void to_half(half *out, const float *p)
{
    out[threadIdx.x] = p[threadIdx.x];
}
