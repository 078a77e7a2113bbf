// The math functions of __nv_bfloat16 and __nv_bfloat162: those of binary32, rounded once.
#ifndef KBUILD_BF16_MATH_H
#define KBUILD_BF16_MATH_H
#pragma GCC system_header

#include "bf16_convert.h"

#include <math.h>

#define KBUILD_FUNCTION(NAME, EXPRESSION)                                                          \
    KBUILD_BOTH __nv_bfloat16 h##NAME(const __nv_bfloat16 a)                                       \
    {                                                                                              \
        const float x = kbuild::number(a);                                                         \
        return kbuild::bf16_of(EXPRESSION);                                                        \
    }                                                                                              \
    KBUILD_BOTH __nv_bfloat162 h2##NAME(const __nv_bfloat162 v)                                    \
    {                                                                                              \
        return __nv_bfloat162(h##NAME(v.x), h##NAME(v.y));                                         \
    }
KBUILD_FUNCTION(ceil, ceilf(x))
KBUILD_FUNCTION(floor, floorf(x))
KBUILD_FUNCTION(rint, rintf(x))
KBUILD_FUNCTION(trunc, truncf(x))
KBUILD_FUNCTION(sqrt, sqrtf(x))
KBUILD_FUNCTION(rsqrt, 1.0f / sqrtf(x))
KBUILD_FUNCTION(rcp, 1.0f / x)
KBUILD_FUNCTION(exp, expf(x))
KBUILD_FUNCTION(exp2, exp2f(x))
#if defined(__HIP__)
KBUILD_FUNCTION(exp10, exp10f(x))
#else
KBUILD_FUNCTION(exp10, static_cast<float>(pow(10.0, static_cast<double>(x))))
#endif
KBUILD_FUNCTION(log, logf(x))
KBUILD_FUNCTION(log2, log2f(x))
KBUILD_FUNCTION(log10, log10f(x))
KBUILD_FUNCTION(sin, sinf(x))
KBUILD_FUNCTION(cos, cosf(x))
KBUILD_FUNCTION(tanh, tanhf(x))
KBUILD_FUNCTION(tanh_approx, tanhf(x))
#undef KBUILD_FUNCTION

#endif
