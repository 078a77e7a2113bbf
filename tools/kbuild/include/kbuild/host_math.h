// CUDA's math functions that the C library lacks, for host code: a .cu may call rsqrtf or sinpi
// outside kernels. Device code has them from HIP.
//
// They are computed in long double and rounded once at the end, so that the result is as good as
// the device's.
#ifndef KBUILD_HOST_MATH_H
#define KBUILD_HOST_MATH_H
#pragma GCC system_header

#include "qualifiers.h"

#include <math.h>

#if defined(__HIP__)
#define KBUILD_HOST       KBUILD_REPLACE_HOST
#define KBUILD_HOST_PLAIN __host__ inline
#else
#define KBUILD_HOST       inline
#define KBUILD_HOST_PLAIN inline
#endif

namespace kbuild
{
namespace host
{

// sine_of_quarter() and cosine_of_quarter() return the sine and cosine of pi * x for |x| <= 1/4,
// where rounding pi * x hardly changes the result.
KBUILD_HOST_PLAIN long double sine_of_quarter(long double x)
{
    return ::sinl(3.14159265358979323846264338327950288L * x);
}

KBUILD_HOST_PLAIN long double cosine_of_quarter(long double x)
{
    return ::cosl(3.14159265358979323846264338327950288L * x);
}

// Returns sin(pi * x). The quarter of the period that |x| is in is found without rounding.
KBUILD_HOST_PLAIN long double sine_pi(long double x)
{
    const long double folded = ::fmodl(x, 2.0L);
    if (folded != folded) {
        return folded;
    }
    const long double quarters = ::rintl(folded * 2.0L);
    const long double rest = folded - quarters * 0.5L;
    switch (static_cast<int>(quarters) & 3) {
    case 0: return rest == 0 ? ::copysignl(0.0L, x) : sine_of_quarter(rest);
    case 1: return cosine_of_quarter(rest);
    case 2: return rest == 0 ? ::copysignl(0.0L, x) : -sine_of_quarter(rest);
    default: return -cosine_of_quarter(rest);
    }
}

KBUILD_HOST_PLAIN long double cosine_pi(long double x)
{
    const long double folded = ::fmodl(x, 2.0L);
    if (folded != folded) {
        return folded;
    }
    const long double quarters = ::rintl(folded * 2.0L);
    const long double rest = folded - quarters * 0.5L;
    switch (static_cast<int>(quarters) & 3) {
    case 0: return cosine_of_quarter(rest);
    case 1: return -sine_of_quarter(rest);
    case 2: return -cosine_of_quarter(rest);
    default: return sine_of_quarter(rest);
    }
}

// Returns the y >= 0 with erfc(y) = z, for z in (0, 1], by Newton's method on log(erfc(y)). This
// function of y is concave, so that the method converges.
KBUILD_HOST_PLAIN long double inverse_erfc(long double z)
{
    const long double wanted = ::logl(z);
    long double y = z > 0.5L ? 1.0L - z : ::sqrtl(-wanted);
    for (int i = 0; i < 60; ++i) {
        const long double tail = ::erfcl(y);
        const long double slope = -1.12837916709551257389615890312154517L * ::expl(-y * y) / tail;
        const long double step = (::logl(tail) - wanted) / slope;
        y -= step;
        if (::fabsl(step) <= 1e-19L * ::fabsl(y)) {
            break;
        }
    }
    return y;
}

// Returns the y with erf(y) = x, for |x| <= 1/2.
KBUILD_HOST_PLAIN long double inverse_erf(long double x)
{
    long double y = x * 0.886226925452758013649083741670572591L;
    for (int i = 0; i < 60 && y != 0; ++i) {
        const long double step =
            (::erfl(y) - x) * 0.886226925452758013649083741670572591L * ::expl(y * y);
        y -= step;
        if (::fabsl(step) <= 1e-19L * ::fabsl(y)) {
            break;
        }
    }
    return y;
}

KBUILD_HOST_PLAIN long double erf_inverse(long double x)
{
    if (!(x >= -1 && x <= 1)) {
        return __builtin_nanl("");
    }
    if (x == 1 || x == -1) {
        return x * __builtin_infl();
    }
    if (x >= -0.5L && x <= 0.5L) {
        return inverse_erf(x);
    }
    return x < 0 ? -inverse_erfc(1 + x) : inverse_erfc(1 - x);
}

KBUILD_HOST_PLAIN long double erfc_inverse(long double z)
{
    if (!(z >= 0 && z <= 2)) {
        return __builtin_nanl("");
    }
    if (z == 0 || z == 2) {
        return z == 0 ? __builtin_infl() : -__builtin_infl();
    }
    if (z >= 0.5L && z <= 1.5L) {
        return inverse_erf(1 - z);
    }
    return z < 1 ? inverse_erfc(z) : -inverse_erfc(2 - z);
}

// Returns exp(x * x) * erfc(x); uses the asymptotic series where erfc(x) is too small.
KBUILD_HOST_PLAIN long double erfc_scaled(long double x)
{
    if (x < 50) {
        return ::expl(x * x) * ::erfcl(x);
    }
    const long double r = 1 / (2 * x * x);
    return 0.564189583547756286948079451560772586L / x *
           (1 - r * (1 - 3 * r * (1 - 5 * r * (1 - 7 * r))));
}

KBUILD_HOST_PLAIN long double normal_cdf(long double x)
{
    return 0.5L * ::erfcl(-x * 0.707106781186547524400844362104849039L);
}

KBUILD_HOST_PLAIN long double normal_cdf_inverse(long double p)
{
    return -1.41421356237309504880168872420969808L * erfc_inverse(2 * p);
}

KBUILD_HOST_PLAIN long double reciprocal_root(long double x)
{
    return 1 / ::sqrtl(x);
}

KBUILD_HOST_PLAIN long double reciprocal_cube_root(long double x)
{
    return 1 / ::cbrtl(x);
}

} // namespace host
} // namespace kbuild

#define KBUILD_UNARY(NAME, FUNCTION)                                                               \
    KBUILD_HOST double NAME(double x)                                                              \
    {                                                                                              \
        return static_cast<double>(kbuild::host::FUNCTION(x));                                     \
    }                                                                                              \
    KBUILD_HOST float NAME##f(float x)                                                             \
    {                                                                                              \
        return static_cast<float>(kbuild::host::FUNCTION(x));                                      \
    }
KBUILD_UNARY(rsqrt, reciprocal_root)
KBUILD_UNARY(rcbrt, reciprocal_cube_root)
KBUILD_UNARY(sinpi, sine_pi)
KBUILD_UNARY(cospi, cosine_pi)
KBUILD_UNARY(erfinv, erf_inverse)
KBUILD_UNARY(erfcinv, erfc_inverse)
KBUILD_UNARY(erfcx, erfc_scaled)
KBUILD_UNARY(normcdf, normal_cdf)
KBUILD_UNARY(normcdfinv, normal_cdf_inverse)
#undef KBUILD_UNARY

KBUILD_HOST void sincospi(double x, double *sine, double *cosine)
{
    *sine = sinpi(x);
    *cosine = cospi(x);
}

KBUILD_HOST void sincospif(float x, float *sine, float *cosine)
{
    *sine = sinpif(x);
    *cosine = cospif(x);
}

#undef KBUILD_HOST_PLAIN
#undef KBUILD_HOST

#endif
