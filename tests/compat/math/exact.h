/* exact: what the functions of functions.h are, to more bits than any type here has. */
#ifndef TESTS_COMPAT_MATH_EXACT_H
#define TESTS_COMPAT_MATH_EXACT_H

#include <mpfr.h>

/* Enough that a result of 53 bits is correctly rounded, but where two exact numbers are added. */
#define EXACT_BITS 144

/* |in| is x, y and z; a function leaves them as they are. */
typedef void exact_function(mpfr_t result, mpfr_t *in);

exact_function exact_acos, exact_acosh, exact_add, exact_asin, exact_asinh, exact_atan, exact_atan2,
    exact_atanh, exact_bessel_i0, exact_bessel_i1, exact_cbrt, exact_ceil, exact_copysign,
    exact_cos, exact_cosh, exact_cospi, exact_div, exact_erf, exact_erfc, exact_erfcinv,
    exact_erfcx, exact_erfinv, exact_exp, exact_exp10, exact_exp2, exact_expm1, exact_fabs,
    exact_fdim, exact_floor, exact_fma, exact_fmax, exact_fmin, exact_fmod, exact_frexp_exponent,
    exact_frexp_fraction, exact_hypot, exact_ilogb, exact_j0, exact_j1, exact_j128, exact_j3,
    exact_ldexp_m140, exact_lgamma, exact_log, exact_log10, exact_log1p, exact_log2, exact_logb,
    exact_lrint, exact_lround, exact_modf_rest, exact_mul, exact_neg, exact_nextafter,
    exact_nextafterf, exact_norm3d, exact_norm4d, exact_normcdf, exact_normcdfinv, exact_pow,
    exact_rcbrt, exact_rcp, exact_remainder, exact_remquo_bits, exact_rhypot, exact_rint,
    exact_rnorm3d, exact_rnorm4d, exact_round, exact_rsqrt, exact_saturate, exact_scalbn_100,
    exact_sin, exact_sinh, exact_sinpi, exact_sqrt, exact_sub, exact_tan, exact_tanh, exact_tgamma,
    exact_trunc, exact_y0, exact_y1, exact_y3;

#endif
