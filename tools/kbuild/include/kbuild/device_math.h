// Math functions that HIP lacks or declares with other types than CUDA: the float overloads of
// functions that C++ does not have (rsqrt, sinpi, erfinv, ...), in device and in host code.
#ifndef KBUILD_DEVICE_MATH_H
#define KBUILD_DEVICE_MATH_H
#pragma GCC system_header

#include "qualifiers.h"

// nvcc declares the C++ overloads of these two headers in every source: sin(1.0f) is a float, in
// host code too.
#include <math.h>
#include <stdlib.h>

#include "host_math.h"
#include "min_max.h"
#include "ocml_repairs.h"
#include "rounding_intrinsics.h"

#if defined(__HIP__)

// HIP has the functions below only for double.
#define KBUILD_FLOAT_OVERLOAD(QUALIFIERS, NAME)                                                    \
    QUALIFIERS float NAME(float x)                                                                 \
    {                                                                                              \
        return ::NAME##f(x);                                                                       \
    }
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE_BOTH, rsqrt)
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE_BOTH, rcbrt)
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE_BOTH, sinpi)
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE_BOTH, cospi)
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE_BOTH, exp10)
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE_BOTH, erfinv)
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE_BOTH, erfcinv)
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE_BOTH, erfcx)
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE_BOTH, normcdf)
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE_BOTH, normcdfinv)
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE_BOTH, j0)
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE_BOTH, j1)
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE_BOTH, y0)
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE_BOTH, y1)
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE, cyl_bessel_i0)
KBUILD_FLOAT_OVERLOAD(KBUILD_REPLACE, cyl_bessel_i1)
#undef KBUILD_FLOAT_OVERLOAD

KBUILD_REPLACE_BOTH float jn(int n, float x)
{
    return ::jnf(n, x);
}

KBUILD_REPLACE_BOTH float yn(int n, float x)
{
    return ::ynf(n, x);
}

KBUILD_REPLACE_BOTH void sincos(float x, float *const sine, float *const cosine)
{
    ::sincosf(x, sine, cosine);
}

KBUILD_REPLACE_BOTH void sincospi(float x, float *const sine, float *const cosine)
{
    ::sincospif(x, sine, cosine);
}

KBUILD_REPLACE double fdivide(double x, double y)
{
    return x / y;
}

KBUILD_REPLACE float __tanhf(float x)
{
    return ::tanhf(x);
}

// ---- Conversions to integers of NaN and of numbers out of range. ilogb(NaN) is the lowest int in
// CUDA and the highest in OCML. The other functions convert as PTX's cvt does; clang returns 0 for
// a NaN.

#define KBUILD_TO_INTEGER(RESULT, NAME, INTEGER)                                                   \
    KBUILD_REPLACE RESULT NAME##f(float x)                                                         \
    {                                                                                              \
        return INTEGER(f32);                                                                       \
    }                                                                                              \
    KBUILD_REPLACE RESULT NAME(double x)                                                           \
    {                                                                                              \
        return INTEGER(f64);                                                                       \
    }                                                                                              \
    KBUILD_REPLACE RESULT NAME(float x)                                                            \
    {                                                                                              \
        return ::NAME##f(x);                                                                       \
    }                                                                                              \
    namespace std                                                                                  \
    {                                                                                              \
    using ::NAME;                                                                                  \
    using ::NAME##f;                                                                               \
    }
#define KBUILD_ILOGB(TYPE)   (x != x ? -2147483647 - 1 : __ocml_ilogb_##TYPE(x))
#define KBUILD_NEAREST(TYPE) kbuild::ll_from<kbuild::round_nearest>(x)
#define KBUILD_AWAY(TYPE)    kbuild::ll_from<kbuild::round_zero>(__ocml_round_##TYPE(x))
KBUILD_TO_INTEGER(int, ilogb, KBUILD_ILOGB)
KBUILD_TO_INTEGER(long, lrint, KBUILD_NEAREST)
KBUILD_TO_INTEGER(long long, llrint, KBUILD_NEAREST)
KBUILD_TO_INTEGER(long, lround, KBUILD_AWAY)
KBUILD_TO_INTEGER(long long, llround, KBUILD_AWAY)
#undef KBUILD_AWAY
#undef KBUILD_NEAREST
#undef KBUILD_ILOGB
#undef KBUILD_TO_INTEGER

#endif

// Clamps x to [0, 1]; a NaN becomes 0.
KBUILD_REPLACE float __saturatef(float x)
{
    return x > 0.0f ? x < 1.0f ? x : 1.0f : 0.0f;
}

// CUDA had saturate() until version 13. The function is a template, so that the compiler prefers a
// program's own saturate().
template <int = 0> KBUILD_REPLACE float saturate(float x)
{
    return __saturatef(x);
}

#endif
