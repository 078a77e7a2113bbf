// __half and __half2 with all their functions, under the names that CUDA reserves. The prelude
// includes this header in every source; cuda_fp16.h adds the short names.
#ifndef KBUILD_HALF_H
#define KBUILD_HALF_H
#pragma GCC system_header

#include "half_types.h"

#include <math.h>

// ---- Arithmetic on __half and __half2. A device has an instruction for each operation, also for
// pairs. A host computes in binary32 and rounds once, which gives the same bits for + - * / and the
// square root.

namespace kbuild
{

#if KBUILD_NATIVE_F16
// Returns |x| as _Float16, the type in which the device computes and compares.
KBUILD_BOTH _Float16 number(__half x)
{
    return f16_from_bits(x.__x);
}

KBUILD_BOTH __half half_of(_Float16 x)
{
    return __half(x);
}

KBUILD_BOTH _Float16_2 numbers(__half2 v)
{
    return static_cast<_Float16_2>(v);
}

KBUILD_BOTH __half fused(__half a, __half b, __half c)
{
    return half_of(__builtin_fmaf16(number(a), number(b), number(c)));
}

// larger() and smaller() return the number if the other argument is a NaN; +0 is larger than -0.
KBUILD_BOTH __half larger(__half a, __half b)
{
    return half_of(__builtin_fmaxf16(number(a), number(b)));
}

KBUILD_BOTH __half smaller(__half a, __half b)
{
    return half_of(__builtin_fminf16(number(a), number(b)));
}
#else
KBUILD_BOTH float number(__half x)
{
    return f32_from_f16(x.__x);
}
#endif

KBUILD_BOTH __half half_from_bits(unsigned short bits)
{
    __half_raw raw;
    raw.x = bits;
    return __half(raw);
}

KBUILD_BOTH __half half_of(float x)
{
    return half_from_bits(f16_from_f32(x));
}

KBUILD_BOTH bool is_nan(__half x)
{
    return (x.__x & 0x7fffu) > 0x7c00u;
}

#if !KBUILD_NATIVE_F16
// The product of two halves has 22 bits and is exact in binary32. The sum is rounded to odd in
// binary32, so that rounding it to binary16 gives the correctly rounded result.
KBUILD_BOTH __half fused(__half a, __half b, __half c)
{
    return half_of(f32_add_to_odd(number(a) * number(b), number(c)));
}

KBUILD_BOTH __half larger(__half a, __half b)
{
    if (is_nan(a) || is_nan(b)) {
        return is_nan(a) && is_nan(b) ? half_from_bits(0x7fff) : is_nan(a) ? b : a;
    }
    const bool second = number(a) < number(b) || (number(a) == number(b) && a.__x >> 15 != 0);
    return second ? b : a;
}

KBUILD_BOTH __half smaller(__half a, __half b)
{
    if (is_nan(a) || is_nan(b)) {
        return is_nan(a) && is_nan(b) ? half_from_bits(0x7fff) : is_nan(a) ? b : a;
    }
    const bool second = number(b) < number(a) || (number(a) == number(b) && b.__x >> 15 != 0);
    return second ? b : a;
}
#endif

// The functions whose names end in _rn never become part of a fused multiply-add.
#define KBUILD_SCALAR(NAME, OP)                                                                    \
    KBUILD_BOTH __half NAME(__half a, __half b)                                                    \
    {                                                                                              \
        return half_of(number(a) OP number(b));                                                    \
    }                                                                                              \
    KBUILD_BOTH __half NAME##_rn(__half a, __half b)                                               \
    {                                                                                              \
        _Pragma("clang fp contract(off)") return half_of(number(a) OP number(b));                  \
    }
KBUILD_SCALAR(sum, +)
KBUILD_SCALAR(difference, -)
KBUILD_SCALAR(product, *)
KBUILD_SCALAR(quotient, /)
#undef KBUILD_SCALAR

#if KBUILD_NATIVE_F16
#define KBUILD_PAIR(NAME, EXPRESSION)                                                              \
    KBUILD_BOTH __half2 NAME(__half2 p, __half2 q)                                                 \
    {                                                                                              \
        const _Float16_2 a = numbers(p), b = numbers(q);                                           \
        return __half2(EXPRESSION);                                                                \
    }                                                                                              \
    KBUILD_BOTH __half2 NAME##_rn(__half2 p, __half2 q)                                            \
    {                                                                                              \
        _Pragma("clang fp contract(off)") const _Float16_2 a = numbers(p), b = numbers(q);         \
        return __half2(EXPRESSION);                                                                \
    }
KBUILD_PAIR(sum, (a + b))
KBUILD_PAIR(difference, (a - b))
KBUILD_PAIR(product, (a * b))
KBUILD_PAIR(quotient, (a / b))
KBUILD_PAIR(larger, __builtin_elementwise_max(a, b))
KBUILD_PAIR(smaller, __builtin_elementwise_min(a, b))
#undef KBUILD_PAIR

KBUILD_BOTH __half2 fused(__half2 a, __half2 b, __half2 c)
{
#if __has_builtin(__builtin_elementwise_fma)
    return __half2(__builtin_elementwise_fma(numbers(a), numbers(b), numbers(c)));
#else
    return __half2(__ocml_fma_2f16(numbers(a), numbers(b), numbers(c)));
#endif
}
#else
#define KBUILD_PAIR(NAME)                                                                          \
    KBUILD_BOTH __half2 NAME(__half2 a, __half2 b)                                                 \
    {                                                                                              \
        return __half2(NAME(a.x, b.x), NAME(a.y, b.y));                                            \
    }
KBUILD_PAIR(sum)
KBUILD_PAIR(sum_rn)
KBUILD_PAIR(difference)
KBUILD_PAIR(difference_rn)
KBUILD_PAIR(product)
KBUILD_PAIR(product_rn)
KBUILD_PAIR(quotient)
KBUILD_PAIR(larger)
KBUILD_PAIR(smaller)
#undef KBUILD_PAIR

KBUILD_BOTH __half2 fused(__half2 a, __half2 b, __half2 c)
{
    return __half2(fused(a.x, b.x, c.x), fused(a.y, b.y, c.y));
}
#endif

} // namespace kbuild

// ---- The conversions of __half and __half2 by name.

KBUILD_BOTH float __half2float(const __half x)
{
    return kbuild::f32_from_f16(x.__x);
}

KBUILD_BOTH __half __double2half(const double x)
{
    return kbuild::half_from_bits(kbuild::f16_from_f64(x));
}

KBUILD_BOTH int __hisinf(const __half x)
{
    return x.__x == 0x7c00u ? 1 : x.__x == 0xfc00u ? -1 : 0;
}

#define KBUILD_H                             __half
#define KBUILD_H2                            __half2
#define KBUILD_NAME(BEFORE, AFTER)           BEFORE##half##AFTER
#define KBUILD_NAME2(BEFORE, BETWEEN, AFTER) BEFORE##half##BETWEEN##half##AFTER
#define KBUILD_BITS                          half_from_bits
#define KBUILD_OF                            half_of
#define KBUILD_FROM_F32                      f16_from_f32
#define KBUILD_FROM_INTEGER                  f16_from_integer
#include "half_conversions.h"

#define CUDART_INF_FP16        __ushort_as_half(static_cast<unsigned short>(0x7c00u))
#define CUDART_NAN_FP16        __ushort_as_half(static_cast<unsigned short>(0x7fffu))
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001u))
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7bffu))
#define CUDART_NEG_ZERO_FP16   __ushort_as_half(static_cast<unsigned short>(0x8000u))
#define CUDART_ZERO_FP16       __ushort_as_half(static_cast<unsigned short>(0x0000u))
#define CUDART_ONE_FP16        __ushort_as_half(static_cast<unsigned short>(0x3c00u))

// ---- The math functions of __half and __half2: they are computed in binary32 and rounded once, as
// CUDA documents them.
//
// The functions of 16 bits in AMD's library are worse: version 5.2 returns NaN for every sine. If
// the exact result is within half a unit of binary32 (for logarithms 1.3 units) of the middle of
// two halves, the rounded one may be wrong. The arguments with such results are listed here with
// their right results. CUDA has these functions for devices only; on a host, the C library's
// functions compute them.

namespace kbuild
{

template <class... Exceptions>
KBUILD_BOTH __half half_rounded(__half argument, float result, Exceptions... exceptions)
{
    return half_from_bits(except(argument.__x, half_of(result).__x, exceptions...));
}

} // namespace kbuild

#define KBUILD_PAIR(NAME)                                                                          \
    KBUILD_BOTH __half2 h2##NAME(const __half2 v)                                                  \
    {                                                                                              \
        return __half2(h##NAME(v.x), h##NAME(v.y));                                                \
    }
#define KBUILD_FUNCTION(NAME, ...)                                                                 \
    KBUILD_BOTH __half h##NAME(const __half a)                                                     \
    {                                                                                              \
        const float x = kbuild::number(a);                                                         \
        return kbuild::half_rounded(a, __VA_ARGS__);                                               \
    }                                                                                              \
    KBUILD_PAIR(NAME)

// The device has instructions of 16 bits for the functions below. These are exact or round
// correctly.
#if KBUILD_NATIVE_F16
#define KBUILD_INSTRUCTION(NAME, OF_F16, OF_F32)                                                   \
    KBUILD_BOTH __half h##NAME(const __half a)                                                     \
    {                                                                                              \
        const _Float16 x = kbuild::number(a);                                                      \
        return kbuild::half_of(OF_F16);                                                            \
    }                                                                                              \
    KBUILD_PAIR(NAME)
#else
#define KBUILD_INSTRUCTION(NAME, OF_F16, OF_F32) KBUILD_FUNCTION(NAME, OF_F32)
#endif
KBUILD_INSTRUCTION(ceil, __ocml_ceil_f16(x), ceilf(x))
KBUILD_INSTRUCTION(floor, __ocml_floor_f16(x), floorf(x))
KBUILD_INSTRUCTION(rint, __ocml_rint_f16(x), rintf(x))
KBUILD_INSTRUCTION(trunc, __ocml_trunc_f16(x), truncf(x))
KBUILD_INSTRUCTION(sqrt, __ocml_sqrt_f16(x), sqrtf(x))
#undef KBUILD_INSTRUCTION

// rsqrt and rcp use the instructions of binary32, whose error is at most one unit in the last place
// of binary32. With this error, rounding to 16 bits still gives the correctly rounded result.
#if KBUILD_NATIVE_F16
KBUILD_FUNCTION(rsqrt, __builtin_amdgcn_rsqf(x))
KBUILD_FUNCTION(rcp, __builtin_amdgcn_rcpf(x))
#else
KBUILD_FUNCTION(rsqrt, static_cast<float>(1.0 / sqrt(static_cast<double>(x))))
KBUILD_FUNCTION(rcp, 1.0f / x)
#endif

#if defined(__HIP__)
#define KBUILD_EXP10(x) exp10f(x)
#else
#define KBUILD_EXP10(x) static_cast<float>(pow(10.0, static_cast<double>(x)))
#endif
KBUILD_FUNCTION(exp, expf(x), 0x1f79, 0x3c07, 0x25cf, 0x3c17, 0xa954, 0x3bac)
KBUILD_FUNCTION(exp2, exp2f(x), 0x11c5, 0x3c01, 0x36b6, 0x3d5a, 0xa86d, 0x3bd0, 0xb8a5, 0x395a)
KBUILD_FUNCTION(exp10, KBUILD_EXP10(x), 0x2394, 0x3c24, 0x2450, 0x3c28, 0x2bf4, 0x3c9e, 0x86f3,
                0x3c00, 0x9972, 0x3bf4, 0x9ba2, 0x3bee)
KBUILD_FUNCTION(log, logf(x), 0x1935, 0xc5f9, 0x1d78, 0xc53b, 0x2dbb, 0xc0d3, 0x305f, 0xbff6,
                0x358b, 0xbc3d, 0x396f, 0xb630, 0x4131, 0x3ba2, 0x423e, 0x3c8d, 0x5a28, 0x4549,
                0x6051, 0x4651)
KBUILD_FUNCTION(log2, log2f(x), 0x3489, 0xbf47, 0x4089, 0x3cb9)
KBUILD_FUNCTION(log10, log10f(x), 0x0f4f, 0xc2b4, 0x2f52, 0xbb88, 0x338f, 0xb903, 0x33f8, 0xb8d5,
                0x4224, 0x37cb, 0x57e1, 0x4033, 0x69d0, 0x42f3, 0x719d, 0x440f, 0x7328, 0x442a)
KBUILD_FUNCTION(sin, sinf(x), 0x32b3, 0x32a7, 0x5816, 0xbb72, 0x5cb0, 0xbbff, 0x6ddf, 0xbac4,
                0xb2b3, 0xb2a7, 0xd816, 0x3b72, 0xdcb0, 0x3bff, 0xeddf, 0x3ac4)
KBUILD_FUNCTION(cos, cosf(x), 0x2b7c, 0x3bfd, 0x4f4f, 0xb896, 0x6052, 0x3bfa, 0xab7c, 0x3bfd,
                0xcf4f, 0xb896, 0xe052, 0x3bfa)
KBUILD_FUNCTION(tanh, tanhf(x))
KBUILD_FUNCTION(tanh_approx, tanhf(x))
#undef KBUILD_EXP10
#undef KBUILD_FUNCTION
#undef KBUILD_PAIR

// ---- The functions that __half and __nv_bfloat16 share.

#if defined(__HIP__)
#include "atomics.h"
#include "warp.h"
#endif

#define KBUILD_H    __half
#define KBUILD_H2   __half2
#define KBUILD_BITS half_from_bits
#define KBUILD_ONE  0x3c00
#include "half_shared.h"
#undef KBUILD_H
#undef KBUILD_H2
#undef KBUILD_BITS
#undef KBUILD_ONE

#if !defined(__CUDA_NO_HALF_OPERATORS__)
#define KBUILD_H __half
#define KBUILD_P
#define KBUILD_B
#define KBUILD_DIV  __hdiv
#define KBUILD_UNIT kbuild::half_from_bits(0x3c00)
#include "half_operators.h"
#endif

#if !defined(__CUDA_NO_HALF2_OPERATORS__)
#define KBUILD_H    __half2
#define KBUILD_P    2
#define KBUILD_B    b
#define KBUILD_DIV  __h2div
#define KBUILD_UNIT __half2(kbuild::half_from_bits(0x3c00), kbuild::half_from_bits(0x3c00))
#include "half_operators.h"
#endif

#endif
