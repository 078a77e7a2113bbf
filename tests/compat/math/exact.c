#include "exact.h"

#include <math.h>
#include <stdbool.h>

/* The bits of a sum of any two products of doubles. */
#define SUM_BITS 4400

#define OF_ONE(NAME, FUNCTION)                                                                     \
    void exact_##NAME(mpfr_t result, mpfr_t *in)                                                   \
    {                                                                                              \
        FUNCTION(result, in[0], MPFR_RNDN);                                                        \
    }
OF_ONE(acos, mpfr_acos)
OF_ONE(acosh, mpfr_acosh)
OF_ONE(asin, mpfr_asin)
OF_ONE(asinh, mpfr_asinh)
OF_ONE(atan, mpfr_atan)
OF_ONE(atanh, mpfr_atanh)
OF_ONE(cbrt, mpfr_cbrt)
OF_ONE(cos, mpfr_cos)
OF_ONE(cosh, mpfr_cosh)
OF_ONE(erf, mpfr_erf)
OF_ONE(erfc, mpfr_erfc)
OF_ONE(exp, mpfr_exp)
OF_ONE(exp10, mpfr_exp10)
OF_ONE(exp2, mpfr_exp2)
OF_ONE(expm1, mpfr_expm1)
OF_ONE(fabs, mpfr_abs)
OF_ONE(j0, mpfr_j0)
OF_ONE(log, mpfr_log)
OF_ONE(log10, mpfr_log10)
OF_ONE(log1p, mpfr_log1p)
OF_ONE(log2, mpfr_log2)
OF_ONE(neg, mpfr_neg)
OF_ONE(sin, mpfr_sin)
OF_ONE(sinh, mpfr_sinh)
OF_ONE(sqrt, mpfr_sqrt)
OF_ONE(tan, mpfr_tan)
OF_ONE(tanh, mpfr_tanh)
OF_ONE(tgamma, mpfr_gamma)
OF_ONE(y0, mpfr_y0)
OF_ONE(y1, mpfr_y1)

#define OF_TWO(NAME, FUNCTION)                                                                     \
    void exact_##NAME(mpfr_t result, mpfr_t *in)                                                   \
    {                                                                                              \
        FUNCTION(result, in[0], in[1], MPFR_RNDN);                                                 \
    }
OF_TWO(atan2, mpfr_atan2)
OF_TWO(copysign, mpfr_copysign)
OF_TWO(div, mpfr_div)
OF_TWO(fmax, mpfr_max)
OF_TWO(fmin, mpfr_min)
OF_TWO(fmod, mpfr_fmod)
OF_TWO(hypot, mpfr_hypot)
OF_TWO(mul, mpfr_mul)
OF_TWO(pow, mpfr_pow)
OF_TWO(remainder, mpfr_remainder)

/* Those that C has, and which round nothing. */
#define OF_DOUBLE(NAME, EXPRESSION)                                                                \
    void exact_##NAME(mpfr_t result, mpfr_t *in)                                                   \
    {                                                                                              \
        const double x = mpfr_get_d(in[0], MPFR_RNDN);                                             \
        mpfr_set_d(result, EXPRESSION, MPFR_RNDN);                                                 \
    }
OF_DOUBLE(ceil, ceil(x))
OF_DOUBLE(floor, floor(x))
OF_DOUBLE(ilogb, isfinite(x) && x != 0 ? ilogb(x) : 0)
OF_DOUBLE(logb, logb(x))
OF_DOUBLE(lrint, fabs(x) < 0x1p62 ? rint(x) + 0.0 : 0)
OF_DOUBLE(lround, fabs(x) < 0x1p62 ? round(x) + 0.0 : 0)
OF_DOUBLE(modf_rest, isinf(x) ? copysign(0, x) : copysign(x - trunc(x), x))
OF_DOUBLE(rint, rint(x))
OF_DOUBLE(round, round(x))
OF_DOUBLE(saturate, x > 0 ? fmin(x, 1) : 0)
OF_DOUBLE(trunc, trunc(x))

static double frexp_exponent(double x)
{
    int exponent;
    frexp(x, &exponent);
    return isfinite(x) ? exponent : 0;
}
OF_DOUBLE(frexp_exponent, frexp_exponent(x))

static double frexp_fraction(double x)
{
    int exponent;
    return frexp(x, &exponent);
}
OF_DOUBLE(frexp_fraction, frexp_fraction(x))

void exact_nextafter(mpfr_t result, mpfr_t *in)
{
    mpfr_set_d(result, nextafter(mpfr_get_d(in[0], MPFR_RNDN), mpfr_get_d(in[1], MPFR_RNDN)),
               MPFR_RNDN);
}

void exact_nextafterf(mpfr_t result, mpfr_t *in)
{
    mpfr_set_flt(result, nextafterf(mpfr_get_flt(in[0], MPFR_RNDN), mpfr_get_flt(in[1], MPFR_RNDN)),
                 MPFR_RNDN);
}

void exact_ldexp_m140(mpfr_t result, mpfr_t *in)
{
    mpfr_mul_2si(result, in[0], -140, MPFR_RNDN);
}

void exact_scalbn_100(mpfr_t result, mpfr_t *in)
{
    mpfr_mul_2si(result, in[0], 100, MPFR_RNDN);
}

void exact_remquo_bits(mpfr_t result, mpfr_t *in)
{
    long quotient = 0;
    mpfr_remquo(result, &quotient, in[0], in[1], MPFR_RNDN);
    if (mpfr_nan_p(result))
        quotient = 0;
    mpfr_set_si(result, quotient < 0 ? -(-quotient & 7) : quotient & 7, MPFR_RNDN);
}

/* ---- Sums, which need all their bits -------------------------------------------------------- */

void exact_add(mpfr_t result, mpfr_t *in)
{
    mpfr_set_prec(result, SUM_BITS);
    mpfr_add(result, in[0], in[1], MPFR_RNDN);
}

void exact_sub(mpfr_t result, mpfr_t *in)
{
    mpfr_set_prec(result, SUM_BITS);
    mpfr_sub(result, in[0], in[1], MPFR_RNDN);
}

void exact_fma(mpfr_t result, mpfr_t *in)
{
    mpfr_set_prec(result, SUM_BITS);
    mpfr_fma(result, in[0], in[1], in[2], MPFR_RNDN);
}

void exact_fdim(mpfr_t result, mpfr_t *in)
{
    if (mpfr_lessequal_p(in[0], in[1]))
        mpfr_set_zero(result, 1);
    else
        exact_sub(result, in);
}

/* sqrt(in[0]^2 + ... + in[count - 1]^2), an infinity before a NaN as in hypot(). */
static void norm(mpfr_t result, mpfr_t *in, int count)
{
    mpfr_t square;
    mpfr_init2(square, SUM_BITS);
    mpfr_set_prec(result, SUM_BITS);
    mpfr_set_zero(result, 1);
    bool infinite = false;
    for (int i = 0; i < count; i++) {
        infinite |= mpfr_inf_p(in[i]) != 0;
        mpfr_sqr(square, in[i], MPFR_RNDN);
        mpfr_add(result, result, square, MPFR_RNDN);
    }
    mpfr_clear(square);
    if (infinite)
        mpfr_set_inf(result, 1);
    mpfr_prec_round(result, 4 * EXACT_BITS, MPFR_RNDN);
    mpfr_sqrt(result, result, MPFR_RNDN);
}

void exact_norm3d(mpfr_t result, mpfr_t *in)
{
    norm(result, in, 3);
}

/* The test calls it with x, y, z and x. */
void exact_norm4d(mpfr_t result, mpfr_t *in)
{
    mpfr_t four[] = {{*in[0]}, {*in[1]}, {*in[2]}, {*in[0]}};
    norm(result, four, 4);
}

static void invert(mpfr_t result)
{
    mpfr_ui_div(result, 1, result, MPFR_RNDN);
}

void exact_rhypot(mpfr_t result, mpfr_t *in)
{
    norm(result, in, 2);
    invert(result);
}

void exact_rnorm3d(mpfr_t result, mpfr_t *in)
{
    norm(result, in, 3);
    invert(result);
}

void exact_rnorm4d(mpfr_t result, mpfr_t *in)
{
    exact_norm4d(result, in);
    invert(result);
}

/* ---- Reciprocals and multiples of pi -------------------------------------------------------- */

void exact_rcp(mpfr_t result, mpfr_t *in)
{
    mpfr_ui_div(result, 1, in[0], MPFR_RNDN);
}

/* Of -0 as C's 1 / sqrt(-0), which MPFR has otherwise. */
void exact_rsqrt(mpfr_t result, mpfr_t *in)
{
    mpfr_rec_sqrt(result, in[0], MPFR_RNDN);
    if (mpfr_zero_p(in[0]))
        mpfr_set_inf(result, mpfr_signbit(in[0]) ? -1 : 1);
}

void exact_rcbrt(mpfr_t result, mpfr_t *in)
{
    mpfr_cbrt(result, in[0], MPFR_RNDN);
    invert(result);
}

/* sin(pi * x) is +0 or -0 as x is at every integer; MPFR follows IEEE 754 there, as CUDA does. */
void exact_sinpi(mpfr_t result, mpfr_t *in)
{
    mpfr_sinpi(result, in[0], MPFR_RNDN);
}

void exact_cospi(mpfr_t result, mpfr_t *in)
{
    mpfr_cospi(result, in[0], MPFR_RNDN);
}

/* ---- What MPFR lacks ------------------------------------------------------------------------ */

/* CUDA's has the sign of an infinity, too. */
static void odd_bessel_j(mpfr_t result, long n, mpfr_t x)
{
    mpfr_jn(result, n, x, MPFR_RNDN);
    if (mpfr_zero_p(result))
        mpfr_copysign(result, result, x, MPFR_RNDN);
}

void exact_j1(mpfr_t result, mpfr_t *in)
{
    odd_bessel_j(result, 1, in[0]);
}

void exact_j3(mpfr_t result, mpfr_t *in)
{
    odd_bessel_j(result, 3, in[0]);
}

void exact_j128(mpfr_t result, mpfr_t *in)
{
    mpfr_jn(result, 128, in[0], MPFR_RNDN);
}

void exact_y3(mpfr_t result, mpfr_t *in)
{
    mpfr_yn(result, 3, in[0], MPFR_RNDN);
}

void exact_lgamma(mpfr_t result, mpfr_t *in)
{
    int sign;
    mpfr_lgamma(result, &sign, in[0], MPFR_RNDN);
}

/* Sum of (x / 2)^(2k + order) / (k! (k + order)!). */
static void bessel_i(mpfr_t result, mpfr_t x, unsigned long order)
{
    if (!mpfr_number_p(x) || mpfr_cmpabs_ui(x, 800) > 0) { /* no double is as large */
        mpfr_set_inf(result, mpfr_signbit(x) && order ? -1 : 1);
        if (mpfr_nan_p(x))
            mpfr_set_nan(result);
        return;
    }
    mpfr_t term, square;
    mpfr_inits2(mpfr_get_prec(result), term, square, (mpfr_ptr)0);
    mpfr_sqr(square, x, MPFR_RNDN);
    mpfr_div_2ui(square, square, 2, MPFR_RNDN);
    mpfr_set_ui(term, 1, MPFR_RNDN);
    if (order)
        mpfr_div_2ui(term, x, 1, MPFR_RNDN);
    mpfr_set(result, term, MPFR_RNDN);
    for (unsigned long k = 1;; k++) {
        mpfr_mul(term, term, square, MPFR_RNDN);
        mpfr_div_ui(term, term, k * (k + order), MPFR_RNDN);
        if (mpfr_zero_p(term) || mpfr_get_exp(term) < mpfr_get_exp(result) - EXACT_BITS)
            break;
        mpfr_add(result, result, term, MPFR_RNDN);
    }
    mpfr_clears(term, square, (mpfr_ptr)0);
}

void exact_bessel_i0(mpfr_t result, mpfr_t *in)
{
    bessel_i(result, in[0], 0);
}

void exact_bessel_i1(mpfr_t result, mpfr_t *in)
{
    bessel_i(result, in[0], 1);
}

/* exp(x * x) * erfc(x); the asymptotic series where erfc(x) is too small. */
void exact_erfcx(mpfr_t result, mpfr_t *in)
{
    mpfr_t factor;
    mpfr_init2(factor, 2 * EXACT_BITS);
    mpfr_set_prec(result, 2 * EXACT_BITS);
    mpfr_sqr(result, in[0], MPFR_RNDN);
    if (mpfr_cmp_ui(in[0], 10000) < 0) {
        mpfr_erfc(factor, in[0], MPFR_RNDN);
        mpfr_exp(result, result, MPFR_RNDN);
        mpfr_mul(result, result, factor, MPFR_RNDN);
    } else {
        /* (1 - 1 / (2 x^2) + 3 / (4 x^4)) / (x sqrt(pi)) */
        mpfr_mul_2ui(result, result, 1, MPFR_RNDN);
        mpfr_ui_div(result, 1, result, MPFR_RNDN);
        mpfr_mul_ui(factor, result, 3, MPFR_RNDN);
        mpfr_ui_sub(factor, 1, factor, MPFR_RNDN);
        mpfr_mul(result, result, factor, MPFR_RNDN);
        mpfr_ui_sub(result, 1, result, MPFR_RNDN);
        mpfr_div(result, result, in[0], MPFR_RNDN);
        mpfr_const_pi(factor, MPFR_RNDN);
        mpfr_sqrt(factor, factor, MPFR_RNDN);
        mpfr_div(result, result, factor, MPFR_RNDN);
    }
    mpfr_clear(factor);
}

void exact_normcdf(mpfr_t result, mpfr_t *in)
{
    mpfr_t scaled;
    mpfr_init2(scaled, 2 * EXACT_BITS);
    mpfr_sqrt_ui(scaled, 2, MPFR_RNDN);
    mpfr_div(scaled, in[0], scaled, MPFR_RNDN);
    mpfr_neg(scaled, scaled, MPFR_RNDN);
    mpfr_erfc(result, scaled, MPFR_RNDN);
    mpfr_div_2ui(result, result, 1, MPFR_RNDN);
    mpfr_clear(scaled);
}

/* |y| becomes the y with f(y) = wanted, by Newton's method from where it is: f is log(erfc) for
 * wanted < 0.5 (of which |wanted| is then the logarithm) and else erf. */
static void newton(mpfr_t y, mpfr_t wanted, bool tail)
{
    mpfr_t value, slope, scale;
    mpfr_inits2(EXACT_BITS, value, slope, scale, (mpfr_ptr)0);
    mpfr_const_pi(scale, MPFR_RNDN);
    mpfr_rec_sqrt(scale, scale, MPFR_RNDN);
    mpfr_mul_2ui(scale, scale, 1, MPFR_RNDN);
    for (int i = 0; i < 100; i++) {
        mpfr_sqr(slope, y, MPFR_RNDN);
        mpfr_neg(slope, slope, MPFR_RNDN);
        mpfr_exp(slope, slope, MPFR_RNDN);
        mpfr_mul(slope, slope, scale, MPFR_RNDN);
        if (tail) {
            mpfr_erfc(value, y, MPFR_RNDN);
            mpfr_div(slope, slope, value, MPFR_RNDN);
            mpfr_neg(slope, slope, MPFR_RNDN);
            mpfr_log(value, value, MPFR_RNDN);
        } else {
            mpfr_erf(value, y, MPFR_RNDN);
        }
        mpfr_sub(value, value, wanted, MPFR_RNDN);
        mpfr_div(value, value, slope, MPFR_RNDN);
        mpfr_sub(y, y, value, MPFR_RNDN);
        /* The next step would be as small as the square of this one. */
        if (mpfr_zero_p(value) || mpfr_get_exp(value) < mpfr_get_exp(y) - EXACT_BITS / 2 - 4)
            break;
    }
    mpfr_clears(value, slope, scale, (mpfr_ptr)0);
}

/* The y with erfc(y) = |z|, for 0 < z <= 0.5. */
static void tail_inverse(mpfr_t y, mpfr_t z)
{
    mpfr_t wanted;
    mpfr_init2(wanted, EXACT_BITS);
    mpfr_log(wanted, z, MPFR_RNDN);
    mpfr_neg(y, wanted, MPFR_RNDN);
    mpfr_sqrt(y, y, MPFR_RNDN);
    newton(y, wanted, true);
    mpfr_clear(wanted);
}

/* The y with erf(y) = |x|, for |x| <= 0.5. */
static void middle_inverse(mpfr_t y, mpfr_t x)
{
    mpfr_mul_d(y, x, 0.88622692545275801, MPFR_RNDN); /* sqrt(pi) / 2 */
    if (!mpfr_zero_p(x))
        newton(y, x, false);
}

void exact_erfinv(mpfr_t result, mpfr_t *in)
{
    if (mpfr_nan_p(in[0]) || mpfr_cmpabs_ui(in[0], 1) > 0) {
        mpfr_set_nan(result);
    } else if (mpfr_cmpabs_ui(in[0], 1) == 0) {
        mpfr_set_inf(result, mpfr_sgn(in[0]));
    } else if (mpfr_cmp_d(in[0], 0.5) <= 0 && mpfr_cmp_d(in[0], -0.5) >= 0) {
        middle_inverse(result, in[0]);
    } else {
        mpfr_t rest;
        mpfr_init2(rest, SUM_BITS);
        mpfr_abs(rest, in[0], MPFR_RNDN);
        mpfr_ui_sub(rest, 1, rest, MPFR_RNDN);
        tail_inverse(result, rest);
        mpfr_copysign(result, result, in[0], MPFR_RNDN);
        mpfr_clear(rest);
    }
}

void exact_erfcinv(mpfr_t result, mpfr_t *in)
{
    if (mpfr_nan_p(in[0]) || mpfr_cmp_ui(in[0], 0) < 0 || mpfr_cmp_ui(in[0], 2) > 0) {
        mpfr_set_nan(result);
    } else if (mpfr_zero_p(in[0])) {
        mpfr_set_inf(result, 1);
    } else if (mpfr_cmp_d(in[0], 0.5) <= 0) {
        tail_inverse(result, in[0]);
    } else {
        mpfr_t rest[1];
        mpfr_init2(rest[0], SUM_BITS);
        mpfr_ui_sub(rest[0], 1, in[0], MPFR_RNDN);
        exact_erfinv(result, rest);
        mpfr_clear(rest[0]);
    }
}

void exact_normcdfinv(mpfr_t result, mpfr_t *in)
{
    mpfr_t twice[1], factor;
    mpfr_init2(twice[0], SUM_BITS);
    mpfr_init2(factor, EXACT_BITS);
    mpfr_mul_2ui(twice[0], in[0], 1, MPFR_RNDN);
    exact_erfcinv(result, twice);
    mpfr_sqrt_ui(factor, 2, MPFR_RNDN);
    mpfr_mul(result, result, factor, MPFR_RNDN);
    if (!mpfr_zero_p(result))
        mpfr_neg(result, result, MPFR_RNDN);
    mpfr_clears(twice[0], factor, (mpfr_ptr)0);
}
