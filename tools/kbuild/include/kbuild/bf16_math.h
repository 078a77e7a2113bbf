// The math functions of __nv_bfloat16 and __nv_bfloat162: those of binary32, rounded once, as CUDA
// documents them. The arguments for which that may be off are listed with their results: they are
// within half a unit of binary32 of the middle of two results.
#ifndef KBUILD_BF16_MATH_H
#define KBUILD_BF16_MATH_H
#pragma GCC system_header

#include "bf16_convert.h"

#include <math.h>

namespace kbuild
{

template <class... Exceptions>
KBUILD_BOTH __nv_bfloat16 bf16_rounded(__nv_bfloat16 argument, float result,
                                       Exceptions... exceptions)
{
    return bf16_from_bits(except(argument.__x, bf16_of(result).__x, exceptions...));
}

} // namespace kbuild

#define KBUILD_FUNCTION(NAME, ...)                                                                 \
    KBUILD_BOTH __nv_bfloat16 h##NAME(const __nv_bfloat16 a)                                       \
    {                                                                                              \
        const float x = kbuild::number(a);                                                         \
        return kbuild::bf16_rounded(a, __VA_ARGS__);                                               \
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
KBUILD_FUNCTION(exp10, exp10f(x), 0xbc95, 0x3f75)
#else
KBUILD_FUNCTION(exp10, static_cast<float>(pow(10.0, static_cast<double>(x))), 0xbc95, 0x3f75)
#endif
KBUILD_FUNCTION(log, logf(x), 0x256c, 0xc210)
KBUILD_FUNCTION(log2, log2f(x))
KBUILD_FUNCTION(log10, log10f(x))
KBUILD_FUNCTION(sin, sinf(x), 0x7d29, 0xbed2, 0xfd29, 0x3ed2)
KBUILD_FUNCTION(cos, cosf(x))
KBUILD_FUNCTION(tanh, tanhf(x))
KBUILD_FUNCTION(tanh_approx, tanhf(x))
#undef KBUILD_FUNCTION

#endif
