// Math functions that AMD's device libraries or HIP's headers compute otherwise than CUDA
// documents.
//
// tests/compat/math compares every function with CUDA's error bounds, with the device libraries of
// each Debian release: 5.2 is Debian 12's, 6.0 Debian 13's, 7.0 sid's. It found these errors in the
// libraries:
//
//   cospi, sinpi, sincospi   -0 instead of +0 at multiples of 1/2                      5.2 6.0 7.0
//   cyl_bessel_i1(double)    NaN from -8 down                                          5.2 6.0 7.0
//   erfcx(double)            5 units off near 27.5; CUDA allows 4                      5.2 6.0 7.0
//   erfinvf                  3 units off; CUDA allows 2                                5.2 6.0 7.0
//   expm1, j1, log1p         +0 instead of -0 (log1p: only double)                     5.2 6.0 7.0
//   jn                       upwards recurrence: noise where n > |x|, NaN near 0       5.2 6.0 7.0
//   nextafter                +0 instead of -0                                          5.2
//   normcdfinv               -0 instead of +0 for 1/2                                  5.2 6.0 7.0
//   round                    +0 instead of -0                                          5.2 6.0
//   tgammaf                  6 units off, CUDA allows 5; wrong sign of an underflow    5.2 6.0 7.0
//   yn                       NaN for x = 0; a number instead of NaN for n < 0          5.2 6.0 7.0
//   __expf, __exp10f         0 where the result is subnormal                           5.2 6.0 7.0
//   __logf, __log10f         -infinity for a subnormal number                          5.2
//   __log2f                  -infinity for a subnormal number                          5.2 7.0
//
// half.h and bf16.h have the functions of 16 bits; they do not call the libraries' functions of 16
// bits.
#ifndef KBUILD_OCML_REPAIRS_H
#define KBUILD_OCML_REPAIRS_H
#pragma GCC system_header

#include "qualifiers.h"

#if defined(__HIP__)

#include <math.h>

namespace kbuild
{

__device__ inline float bessel_j0(float x)
{
    return __ocml_j0_f32(x);
}
__device__ inline double bessel_j0(double x)
{
    return __ocml_j0_f64(x);
}
__device__ inline float bessel_y0(float x)
{
    return __ocml_y0_f32(x);
}
__device__ inline double bessel_y0(double x)
{
    return __ocml_y0_f64(x);
}
__device__ inline float bessel_y1(float x)
{
    return __ocml_y1_f32(x);
}
__device__ inline double bessel_y1(double x)
{
    return __ocml_y1_f64(x);
}

// For x = +-0 returns x, whose sign OCML's function loses.
__device__ inline float bessel_j1(float x)
{
    return x == 0 ? x : __ocml_j1_f32(x);
}
__device__ inline double bessel_j1(double x)
{
    return x == 0 ? x : __ocml_j1_f64(x);
}

// Returns the Bessel function Jn(x). Where n < |x| the recurrence upwards keeps its precision.
// Elsewhere the recurrence runs downwards, from a start that is the further above n the larger
// |digits| is, and its result is scaled by 1 = J0 + 2 (J2 + J4 + ...): Miller's algorithm,
// Numerical Recipes 6.5.
template <class T> __device__ T bessel_jn(int n, T x, T digits)
{
    if (n < 0 || x != x) {
        return static_cast<T>(__builtin_nan(""));
    }
    const T size = __builtin_fabs(x);
    if (n == 0) {
        return bessel_j0(x);
    }
    if (n == 1) {
        return bessel_j1(x);
    }
    T result = 0;
    if (size > n) {
        T below = bessel_j0(size);
        result = bessel_j1(size);
        for (int i = 1; i < n; ++i) {
            const T above = 2 * i / size * result - below;
            below = result;
            result = above;
        }
    } else if (size > static_cast<T>(1e-12)) {
        const T large = static_cast<T>(0x1p60);
        T above = 0, here = 1, sum = 0;
        for (int i = 2 * ((n + static_cast<int>(__builtin_sqrt(digits * n))) / 2); i > 0; --i) {
            const T below = 2 * i / size * here - above;
            above = here;
            here = below;
            if (__builtin_fabs(here) > large) {
                here /= large;
                above /= large;
                result /= large;
                sum /= large;
            }
            if (i % 2 != 0) {
                sum += here;
            }
            if (i == n) {
                result = above;
            }
        }
        result /= 2 * sum - here;
    }
    return __builtin_signbit(x) && n % 2 != 0 ? -result : result;
}

template <class T> __device__ T bessel_yn(int n, T x)
{
    if (n < 0) {
        return static_cast<T>(__builtin_nan(""));
    }
    T below = bessel_y0(x);
    if (n == 0) {
        return below;
    }
    T here = bessel_y1(x);
    for (int i = 1; i < n && here != -static_cast<T>(__builtin_inf()); ++i) {
        const T above = 2 * i / x * here - below;
        below = here;
        here = above;
    }
    return here;
}

// Returns erfcx(x) for x >= 24 by its asymptotic series, 1 / (x sqrt(pi)) times the sum of (2k -
// 1)!! (-r)^k. Nine terms are enough there.
__device__ inline double scaled_erfc_tail(double x)
{
    const double r = 0.5 / x / x;
    double sum = 1;
    for (int k = 8; k > 0; --k) {
        sum = 1 - (2 * k - 1) * r * sum;
    }
    return 0.56418958354775629 / x * sum;
}

} // namespace kbuild

KBUILD_REPLACE float sinpif(float x)
{
    const float result = __ocml_sinpi_f32(x);
    return result == 0 ? __builtin_copysignf(0.0f, x) : result;
}

KBUILD_REPLACE double sinpi(double x)
{
    const double result = __ocml_sinpi_f64(x);
    return result == 0 ? __builtin_copysign(0.0, x) : result;
}

// Adding +0 turns -0 into +0, and changes no other number.
KBUILD_REPLACE float cospif(float x)
{
    return __ocml_cospi_f32(x) + 0.0f;
}

KBUILD_REPLACE double cospi(double x)
{
    return __ocml_cospi_f64(x) + 0.0;
}

// The compiler inlines sinpif() and cospif(), and computes only once what both have in common.
KBUILD_REPLACE void sincospif(float x, float *sine, float *cosine)
{
    *sine = sinpif(x);
    *cosine = cospif(x);
}

KBUILD_REPLACE void sincospi(double x, double *sine, double *cosine)
{
    *sine = sinpi(x);
    *cosine = cospi(x);
}

KBUILD_REPLACE double cyl_bessel_i1(double x)
{
    return __builtin_copysign(__ocml_i1_f64(__builtin_fabs(x)), x);
}

KBUILD_REPLACE double erfcx(double x)
{
    return x >= 24 ? kbuild::scaled_erfc_tail(x) : __ocml_erfcx_f64(x);
}

KBUILD_REPLACE float erfinvf(float x)
{
    return static_cast<float>(__ocml_erfinv_f64(x));
}

KBUILD_REPLACE float expm1f(float x)
{
    return __builtin_copysignf(__ocml_expm1_f32(x), x);
}

KBUILD_REPLACE double expm1(double x)
{
    return __builtin_copysign(__ocml_expm1_f64(x), x);
}

KBUILD_REPLACE float j1f(float x)
{
    return kbuild::bessel_j1(x);
}

KBUILD_REPLACE double j1(double x)
{
    return kbuild::bessel_j1(x);
}

KBUILD_REPLACE float jnf(int n, float x)
{
    return kbuild::bessel_jn(n, x, 60.0f);
}

KBUILD_REPLACE double jn(int n, double x)
{
    return kbuild::bessel_jn(n, x, 160.0);
}

KBUILD_REPLACE double log1p(double x)
{
    return x == 0 ? x : __ocml_log1p_f64(x);
}

KBUILD_REPLACE float nextafterf(float x, float y)
{
    const float result = __ocml_nextafter_f32(x, y);
    return result == 0 && x != 0 ? __builtin_copysignf(0.0f, x) : result;
}

KBUILD_REPLACE double nextafter(double x, double y)
{
    const double result = __ocml_nextafter_f64(x, y);
    return result == 0 && x != 0 ? __builtin_copysign(0.0, x) : result;
}

KBUILD_REPLACE float normcdfinvf(float x)
{
    return __ocml_ncdfinv_f32(x) + 0.0f;
}

KBUILD_REPLACE double normcdfinv(double x)
{
    return __ocml_ncdfinv_f64(x) + 0.0;
}

KBUILD_REPLACE float roundf(float x)
{
    return __builtin_copysignf(__ocml_round_f32(x), x);
}

KBUILD_REPLACE double round(double x)
{
    return __builtin_copysign(__ocml_round_f64(x), x);
}

KBUILD_REPLACE float tgammaf(float x)
{
    return static_cast<float>(__ocml_tgamma_f64(x));
}

KBUILD_REPLACE float ynf(int n, float x)
{
    return kbuild::bessel_yn(n, x);
}

KBUILD_REPLACE double yn(int n, double x)
{
    return kbuild::bessel_yn(n, x);
}

KBUILD_REPLACE float __expf(float x)
{
    return __ocml_exp2_f32(x * 1.44269504f);
}

KBUILD_REPLACE float __exp10f(float x)
{
    return __ocml_exp2_f32(x * 3.32192809f);
}

KBUILD_REPLACE float __log2f(float x)
{
    return __ocml_log2_f32(x);
}

KBUILD_REPLACE float __logf(float x)
{
    return __ocml_log2_f32(x) * 0.693147181f;
}

KBUILD_REPLACE float __log10f(float x)
{
    return __ocml_log2_f32(x) * 0.301029996f;
}

// clang's C++ overloads for float call clang's own functions. The overloads here call the functions
// above.
#define KBUILD_CXX_OVERLOAD(NAME)                                                                  \
    KBUILD_REPLACE float NAME(float x)                                                             \
    {                                                                                              \
        return ::NAME##f(x);                                                                       \
    }                                                                                              \
    namespace std                                                                                  \
    {                                                                                              \
    using ::NAME;                                                                                  \
    }
KBUILD_CXX_OVERLOAD(expm1)
KBUILD_CXX_OVERLOAD(round)
KBUILD_CXX_OVERLOAD(tgamma)
#undef KBUILD_CXX_OVERLOAD

KBUILD_REPLACE float nextafter(float x, float y)
{
    return ::nextafterf(x, y);
}

namespace std
{
using ::expm1f;
using ::log1p;
using ::nextafter;
using ::nextafterf;
using ::roundf;
using ::tgammaf;
} // namespace std

#endif

#endif
