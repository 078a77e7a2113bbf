// Complex numbers over float2 and double2. In the absolute value and the quotient no intermediate
// result overflows or underflows; in HIP's functions some do.
//
// HIP's header also has operators on float2, which collide with a program's own. So this header
// replaces HIP's, and has the names of CUDA's and of HIP's header.
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_
#pragma GCC system_header

#include "kbuild/cuda_prelude.h"

#include <math.h>

#if !defined(HIP_INCLUDE_HIP_AMD_DETAIL_HIP_COMPLEX_H)
#define HIP_INCLUDE_HIP_AMD_DETAIL_HIP_COMPLEX_H
#define KBUILD_OWN_COMPLEX 1
typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
typedef hipFloatComplex hipComplex;
#endif

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define KBUILD_COMPLEX __host__ __device__ static inline

// Defines all functions for the type COMPLEX of T, under CUDA's or HIP's names (PREFIX). F is the
// suffix of float functions.
#define KBUILD_COMPLEX_FUNCTIONS(PREFIX, T, COMPLEX, MAKE, F)                                      \
    KBUILD_COMPLEX T PREFIX##Creal##F(COMPLEX x)                                                   \
    {                                                                                              \
        return x.x;                                                                                \
    }                                                                                              \
    KBUILD_COMPLEX T PREFIX##Cimag##F(COMPLEX x)                                                   \
    {                                                                                              \
        return x.y;                                                                                \
    }                                                                                              \
    KBUILD_COMPLEX COMPLEX MAKE(T real, T imaginary)                                               \
    {                                                                                              \
        COMPLEX made;                                                                              \
        made.x = real;                                                                             \
        made.y = imaginary;                                                                        \
        return made;                                                                               \
    }                                                                                              \
    KBUILD_COMPLEX COMPLEX PREFIX##Conj##F(COMPLEX x)                                              \
    {                                                                                              \
        return MAKE(x.x, -x.y);                                                                    \
    }                                                                                              \
    KBUILD_COMPLEX COMPLEX PREFIX##Cadd##F(COMPLEX x, COMPLEX y)                                   \
    {                                                                                              \
        return MAKE(x.x + y.x, x.y + y.y);                                                         \
    }                                                                                              \
    KBUILD_COMPLEX COMPLEX PREFIX##Csub##F(COMPLEX x, COMPLEX y)                                   \
    {                                                                                              \
        return MAKE(x.x - y.x, x.y - y.y);                                                         \
    }                                                                                              \
    KBUILD_COMPLEX COMPLEX PREFIX##Cmul##F(COMPLEX x, COMPLEX y)                                   \
    {                                                                                              \
        return MAKE(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                                 \
    }                                                                                              \
    /* Scales both numbers by 1 / (|Re y| + |Im y|) first, so that nothing overflows. */           \
    KBUILD_COMPLEX COMPLEX PREFIX##Cdiv##F(COMPLEX x, COMPLEX y)                                   \
    {                                                                                              \
        const T scale = T(1) / (::fabs##F(y.x) + ::fabs##F(y.y));                                  \
        const COMPLEX a = MAKE(x.x * scale, x.y * scale), b = MAKE(y.x * scale, y.y * scale);      \
        const T inverse = T(1) / (b.x * b.x + b.y * b.y);                                          \
        return MAKE((a.x * b.x + a.y * b.y) * inverse, (a.y * b.x - a.x * b.y) * inverse);         \
    }                                                                                              \
    KBUILD_COMPLEX T PREFIX##Cabs##F(COMPLEX x)                                                    \
    {                                                                                              \
        return ::hypot##F(x.x, x.y);                                                               \
    }                                                                                              \
    KBUILD_COMPLEX COMPLEX PREFIX##Cfma##F(COMPLEX x, COMPLEX y, COMPLEX z)                        \
    {                                                                                              \
        return PREFIX##Cadd##F(PREFIX##Cmul##F(x, y), z);                                          \
    }
KBUILD_COMPLEX_FUNCTIONS(cu, float, cuFloatComplex, make_cuFloatComplex, f)
KBUILD_COMPLEX_FUNCTIONS(cu, double, cuDoubleComplex, make_cuDoubleComplex, )
#if defined(KBUILD_OWN_COMPLEX)
KBUILD_COMPLEX_FUNCTIONS(hip, float, hipFloatComplex, make_hipFloatComplex, f)
KBUILD_COMPLEX_FUNCTIONS(hip, double, hipDoubleComplex, make_hipDoubleComplex, )
#endif
#undef KBUILD_COMPLEX_FUNCTIONS

#define KBUILD_COMPLEX_CONVERSIONS(PREFIX, MAKE)                                                   \
    KBUILD_COMPLEX PREFIX##FloatComplex PREFIX##ComplexDoubleToFloat(PREFIX##DoubleComplex x)      \
    {                                                                                              \
        return MAKE##FloatComplex(static_cast<float>(x.x), static_cast<float>(x.y));               \
    }                                                                                              \
    KBUILD_COMPLEX PREFIX##DoubleComplex PREFIX##ComplexFloatToDouble(PREFIX##FloatComplex x)      \
    {                                                                                              \
        return MAKE##DoubleComplex(x.x, x.y);                                                      \
    }                                                                                              \
    KBUILD_COMPLEX PREFIX##Complex MAKE##Complex(float real, float imaginary)                      \
    {                                                                                              \
        return MAKE##FloatComplex(real, imaginary);                                                \
    }
KBUILD_COMPLEX_CONVERSIONS(cu, make_cu)
#if defined(KBUILD_OWN_COMPLEX)
KBUILD_COMPLEX_CONVERSIONS(hip, make_hip)
KBUILD_COMPLEX float hipCsqabsf(hipFloatComplex x)
{
    return x.x * x.x + x.y * x.y;
}
KBUILD_COMPLEX double hipCsqabs(hipDoubleComplex x)
{
    return x.x * x.x + x.y * x.y;
}
#endif
#undef KBUILD_COMPLEX_CONVERSIONS
#undef KBUILD_COMPLEX

#endif
