// The math functions of __half and __half2: those of binary32, rounded once, as CUDA documents
// them.
//
// The functions of 16 bits in AMD's library are not as good: that of version 5.2 has NaN for every
// sine. The arguments for which rounding once may be off are listed with their results: they are
// within half a unit of binary32 of the middle of two results, those of logarithms within 1.3
// units. CUDA has these functions on devices only; a host gets them with the C library's functions.
#ifndef KBUILD_HALF_MATH_H
#define KBUILD_HALF_MATH_H
#pragma GCC system_header

#include "half_convert.h"

#include <math.h>

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

// These have instructions of their own, which are exact or round correctly.
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

// The instructions of binary32, which are within a unit, are near enough for these two.
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

#endif
