// A kernel for each row of functions.h. Arguments and results are doubles, which have every value
// of the other types.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "functions.h"

typedef __half f16;
typedef __nv_bfloat16 bf16;
typedef float f32;
typedef double f64;

template <class T> __device__ T made(double x)
{
    return static_cast<T>(x);
}
// The host passes values of the type: nothing is rounded here.
template <> __device__ f16 made<f16>(double x)
{
    return __float2half_rn(static_cast<float>(x));
}
template <> __device__ bf16 made<bf16>(double x)
{
    return __float2bfloat16_rn(static_cast<float>(x));
}

template <class T> __device__ double number(T x)
{
    return static_cast<double>(x);
}
template <> __device__ double number<f16>(f16 x)
{
    return __half2float(x);
}
template <> __device__ double number<bf16>(bf16 x)
{
    return __bfloat162float(x);
}

// What both halves are, or else what no function computes from what it is called with.
__device__ f16 both(__half2 pair)
{
    const unsigned short low = __half_as_ushort(__low2half(pair));
    const unsigned short high = __half_as_ushort(__high2half(pair));
    return low == high ? __low2half(pair) : __ushort_as_half(0x7a5a);
}

template <class T> __device__ T sine(T x)
{
    T sine, cosine;
    sincos(x, &sine, &cosine);
    return sine;
}
template <class T> __device__ T cosine(T x)
{
    T sine, cosine;
    sincos(x, &sine, &cosine);
    return cosine;
}
template <class T> __device__ T sine_pi(T x)
{
    T sine, cosine;
    sincospi(x, &sine, &cosine);
    return sine;
}
template <class T> __device__ T cosine_pi(T x)
{
    T sine, cosine;
    sincospi(x, &sine, &cosine);
    return cosine;
}
__device__ float fast_sine(float x)
{
    float sine, cosine;
    __sincosf(x, &sine, &cosine);
    return sine;
}
__device__ float fast_cosine(float x)
{
    float sine, cosine;
    __sincosf(x, &sine, &cosine);
    return cosine;
}
template <class T> __device__ T fraction(T x)
{
    int exponent;
    return frexp(x, &exponent);
}
template <class T> __device__ int exponent(T x)
{
    int exponent;
    frexp(x, &exponent);
    return exponent;
}
template <class T> __device__ T rest(T x)
{
    T whole;
    return modf(x, &whole);
}
template <class T> __device__ T whole(T x)
{
    T whole;
    modf(x, &whole);
    return whole;
}
template <class T> __device__ T remquo_rest(T x, T y)
{
    int bits;
    return remquo(x, y, &bits);
}
// The three bits that are promised, with the quotient's sign.
template <class T> __device__ int remquo_bits(T x, T y)
{
    int bits;
    const T rest = remquo(x, y, &bits);
    return rest != rest ? 0 : bits < 0 ? -(-bits & 7) : bits & 7;
}

#define KERNEL(TYPE, NAME, CALL, EXACT, LIMIT)                                                     \
    extern "C" __global__ void math_##NAME(const double *a, const double *b, const double *c,      \
                                           double *out, int count)                                 \
    {                                                                                              \
        const int i = blockIdx.x * blockDim.x + threadIdx.x;                                       \
        if (i < count) {                                                                           \
            const TYPE x = made<TYPE>(a[i]), y = made<TYPE>(b[i]), z = made<TYPE>(c[i]);           \
            out[i] = number(CALL);                                                                 \
        }                                                                                          \
    }
#if defined(F16)
FUNCTIONS_F16(KERNEL)
FUNCTIONS_BF16(KERNEL)
#elif defined(F32)
FUNCTIONS_F32(KERNEL)
#else
FUNCTIONS_F64(KERNEL)
#endif
