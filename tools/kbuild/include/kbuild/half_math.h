// The math functions of __half and __half2.
//
// A device computes them as AMD's library does, in binary32 and rounded once, and the reciprocal
// with its own instruction: within one unit in the last place. CUDA has them on devices only; a
// host gets the C library's binary32 functions, rounded once.
#ifndef KBUILD_HALF_MATH_H
#define KBUILD_HALF_MATH_H
#pragma GCC system_header

#include "half_convert.h"

#include <math.h>

#if KBUILD_NATIVE_F16
extern "C" __device__ _Float16 __ocml_tanh_f16(_Float16);

#define KBUILD_FUNCTION(NAME, OF_F16, OF_F32)                                                      \
    KBUILD_BOTH __half h##NAME(const __half a)                                                     \
    {                                                                                              \
        const _Float16 x = kbuild::number(a);                                                      \
        return kbuild::half_of(OF_F16);                                                            \
    }                                                                                              \
    KBUILD_BOTH __half2 h2##NAME(const __half2 v)                                                  \
    {                                                                                              \
        return __half2(h##NAME(v.x), h##NAME(v.y));                                                \
    }
#else
#define KBUILD_FUNCTION(NAME, OF_F16, OF_F32)                                                      \
    KBUILD_BOTH __half h##NAME(const __half a)                                                     \
    {                                                                                              \
        const float x = kbuild::number(a);                                                         \
        return kbuild::half_of(OF_F32);                                                            \
    }                                                                                              \
    KBUILD_BOTH __half2 h2##NAME(const __half2 v)                                                  \
    {                                                                                              \
        return __half2(h##NAME(v.x), h##NAME(v.y));                                                \
    }
#endif
KBUILD_FUNCTION(ceil, __ocml_ceil_f16(x), ceilf(x))
KBUILD_FUNCTION(floor, __ocml_floor_f16(x), floorf(x))
KBUILD_FUNCTION(rint, __ocml_rint_f16(x), rintf(x))
KBUILD_FUNCTION(trunc, __ocml_trunc_f16(x), truncf(x))
KBUILD_FUNCTION(sqrt, __ocml_sqrt_f16(x), sqrtf(x))
KBUILD_FUNCTION(rsqrt, __ocml_rsqrt_f16(x), static_cast<float>(1.0 / sqrt(static_cast<double>(x))))
KBUILD_FUNCTION(rcp, __builtin_amdgcn_rcph(x), 1.0f / x)
KBUILD_FUNCTION(exp, __ocml_exp_f16(x), expf(x))
KBUILD_FUNCTION(exp2, __ocml_exp2_f16(x), exp2f(x))
KBUILD_FUNCTION(exp10, __ocml_exp10_f16(x), static_cast<float>(pow(10.0, static_cast<double>(x))))
KBUILD_FUNCTION(log, __ocml_log_f16(x), logf(x))
KBUILD_FUNCTION(log2, __ocml_log2_f16(x), log2f(x))
KBUILD_FUNCTION(log10, __ocml_log10_f16(x), log10f(x))
KBUILD_FUNCTION(sin, __ocml_sin_f16(x), sinf(x))
KBUILD_FUNCTION(cos, __ocml_cos_f16(x), cosf(x))
KBUILD_FUNCTION(tanh, __ocml_tanh_f16(x), tanhf(x))
KBUILD_FUNCTION(tanh_approx, __ocml_tanh_f16(x), tanhf(x))
#undef KBUILD_FUNCTION

#endif
