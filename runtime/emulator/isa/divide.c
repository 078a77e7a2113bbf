/* The steps of division and argument reduction: bit-exact, as the ISA documents describe
 * V_DIV_SCALE, V_DIV_FMAS, V_DIV_FIXUP and V_TRIG_PREOP.
 *
 * A program computes a / b in these steps: div_scale scales a and b, so that no step overflows or
 * becomes 0. Fused multiply-adds refine a quotient. The last multiply-add is div_fmas, which also
 * undoes the scaling in the lanes that VCC names. div_fixup sets results for special operands:
 * zeros, infinities, NaNs.
 */
#include "drivers.h"
#include "floats.h"
#include "lanes.h"
#include "tables.h"

#include <math.h>

/* Returns the exponent field of x as it is stored, with the bias. */
static inline int32_t exponent_f32(float x)
{
    return (int32_t)(float_bits(x) >> 23 & 0xff);
}

static inline int32_t exponent_f64(double x)
{
    return (int32_t)(double_bits(x) >> 52 & 0x7ff);
}

/* ---- Scaling operands: v_div_scale ----------------------------------------------------------- */

/* Returns an exponent: |value|, the denominator or the numerator, is scaled by 2 to this power.
 * |*flag|: whether div_fmas must undo the scaling. If the quotient would become 0 because the
 * denominator is huge, the denominator is scaled down, because it cannot be scaled up. */
static inline int scale_f32(float value, float denominator, float numerator, bool *flag)
{
    double reciprocal = 1.0 / fabs((double)denominator);
    double quotient = fabs((double)numerator) * reciprocal;
    bool is_denominator = value == denominator, is_numerator = value == numerator;
    *flag = false;
    if (exponent_f32(numerator) - exponent_f32(denominator) >= 96) {
        *flag = true;
        return is_denominator ? 64 : 0;
    }
    if (exponent_f32(denominator) == 0)
        return 64;
    if (reciprocal < 0x1p-126 && quotient < 0x1p-126) {
        *flag = true;
        return is_denominator ? -64 : 0;
    }
    if (reciprocal < 0x1p-126)
        return -64;
    if (quotient < 0x1p-126) {
        *flag = true;
        return is_numerator ? 64 : 0;
    }
    return exponent_f32(numerator) <= 23 ? 64 : 0;
}

static inline int scale_f64(double value, double denominator, double numerator, bool *flag)
{
    double reciprocal = 1.0 / fabs(denominator), quotient = fabs(numerator / denominator);
    bool is_denominator = value == denominator, is_numerator = value == numerator;
    *flag = false;
    if (exponent_f64(numerator) - exponent_f64(denominator) >= 768) {
        *flag = true;
        return is_denominator ? 128 : 0;
    }
    if (exponent_f64(denominator) == 0)
        return 128;
    if (reciprocal < 0x1p-1022 && quotient < 0x1p-1022) {
        *flag = true;
        return is_denominator ? -128 : 0;
    }
    if (reciprocal < 0x1p-1022)
        return -128;
    if (quotient < 0x1p-1022) {
        *flag = true;
        return is_numerator ? 128 : 0;
    }
    return exponent_f64(numerator) <= 53 ? 128 : 0;
}

static void div_scale_f32(const struct lane_args *args)
{
    float *dst = args->dst;
    const float *value = args->src[0], *denominator = args->src[1], *numerator = args->src[2];
    for (unsigned i = 0; i < args->lanes; i++) {
        bool flag = false, is_zero = denominator[i] == 0 || numerator[i] == 0;
        int scale = is_zero ? 0 : scale_f32(value[i], denominator[i], numerator[i], &flag);
        float scaled = nan_1_f32(value[i] * (float)power_of_two(scale), value[i]);
        dst[i] = is_zero ? bits_float(NAN_F32) : scaled;
        args->mask_out[i] = 0u - (uint32_t)flag;
    }
}

static void div_scale_f64(const struct lane_args *args)
{
    double *dst = args->dst;
    const double *value = args->src[0], *denominator = args->src[1], *numerator = args->src[2];
    for (unsigned i = 0; i < args->lanes; i++) {
        bool flag = false, is_zero = denominator[i] == 0 || numerator[i] == 0;
        int scale = is_zero ? 0 : scale_f64(value[i], denominator[i], numerator[i], &flag);
        double scaled = nan_1_f64(value[i] * power_of_two(scale), value[i]);
        dst[i] = is_zero ? bits_double(NAN_F64) : scaled;
        args->mask_out[i] = 0u - (uint32_t)flag;
    }
}

/* ---- Scaling the quotient back: v_div_fmas --------------------------------------------------- */

/* Returns the rounding error of |sum|, which is a + b, rounded. */
static inline double sum_error(double a, double b, double sum)
{
    double b_part = sum - a, a_part = sum - b_part;
    return (a - a_part) + (b - b_part);
}

/* Returns (a b + c) 2^-64, rounded once. If the sum in double precision is inexact, its last bit is
 * set. Such a sum is never halfway between two floats, where rounding to float would go wrong. */
static float fma_down_f32(float a, float b, float c)
{
    double product = (double)a * (double)b, sum = product + (double)c;
    double error = sum_error(product, c, sum);
    uint64_t bits = double_bits(sum);
    if (error != 0 && !(bits & 1) && error == error)
        bits += (error > 0) == (sum > 0) ? 1 : -1;
    return (float)(bits_double(bits) * 0x1p-64);
}

/* Returns (a b + c) 2^-128, rounded once. Rounding twice goes wrong only if the rounded sum is
 * halfway between two denormals: then the sign of the sum's error decides. */
static double fma_down_f64(double a, double b, double c)
{
    double sum = fma(a, b, c), scaled = sum * 0x1p-128, rest = sum - scaled * 0x1p128;
    if (rest == 0 || scaled != scaled || fabs(scaled) >= 0x1p-1021)
        return scaled;
    double product = a * b, part = product + c;
    double error = (part - sum) + (sum_error(product, c, part) + fma(a, b, -product));
    bool is_tie = fabs(rest) == 0x1p-947; /* 2^-947 is half of the smallest denormal, times 2^128 */
    if (is_tie && (rest > 0 ? error > 0 : error < 0))
        return scaled + (rest > 0 ? 0x1p-1074 : -0x1p-1074);
    return scaled;
}

static void div_fmas_f32(const struct lane_args *args)
{
    float *dst = args->dst;
    const float *s0 = args->src[0], *s1 = args->src[1], *s2 = args->src[2];
    const uint32_t *flag = args->src[3];
    bool to_nearest = args->wave->fp.round32 == ROUND_NEAREST;
    for (unsigned i = 0; i < args->lanes; i++) {
        float a = s0[i], b = s1[i], c = s2[i], sum = __builtin_fmaf(a, b, c);
        if (flag[i] && exponent_f32(c) > 127)
            sum *= 0x1p64f;
        else if (flag[i])
            sum = to_nearest ? fma_down_f32(a, b, c) : sum * 0x1p-64f;
        dst[i] = nan_3_f32(sum, a, b, c);
    }
}

static void div_fmas_f64(const struct lane_args *args)
{
    double *dst = args->dst;
    const double *s0 = args->src[0], *s1 = args->src[1], *s2 = args->src[2];
    const uint32_t *flag = args->src[3];
    bool to_nearest = args->wave->fp.round16_64 == ROUND_NEAREST;
    for (unsigned i = 0; i < args->lanes; i++) {
        double a = s0[i], b = s1[i], c = s2[i], sum = __builtin_fma(a, b, c);
        if (flag[i] && exponent_f64(c) > 1023)
            sum *= 0x1p128;
        else if (flag[i])
            sum = to_nearest ? fma_down_f64(a, b, c) : sum * 0x1p-128;
        dst[i] = nan_3_f64(sum, a, b, c);
    }
}

/* ---- Special cases of a division: v_div_fixup ------------------------------------------------ */

static float fixup_f32(float quotient, float denominator, float numerator)
{
    uint32_t sign = (float_bits(denominator) ^ float_bits(numerator)) & SIGN_F32;
    float one = bits_float(float_bits(1.0f) | sign);
    bool zero_below = denominator == 0, zero_above = numerator == 0;
    bool endless_below = isinf(denominator), endless_above = isinf(numerator);
    if (numerator != numerator)
        return quiet_f32(numerator);
    if (denominator != denominator)
        return quiet_f32(denominator);
    if ((zero_below && zero_above) || (endless_below && endless_above))
        return bits_float(NAN_F32 | SIGN_F32);
    if (zero_below || endless_above)
        return bits_float(INF_F32 | sign);
    if (endless_below || zero_above)
        return bits_float(sign);
    if (exponent_f32(numerator) - exponent_f32(denominator) < -150)
        return one * 0x1p-126f * 0x1p-126f; /* the quotient is too small for a float: this product
                                             * becomes 0 or the smallest denormal, as MODE rounds */
    if (exponent_f32(quotient) == 0xff)
        /* The quotient overflows: this product is infinite, or the largest float, as MODE
         * rounds. */
        return one * 0x1p127f * 0x1p127f;
    return copysignf(quotient, one);
}

static double fixup_f64(double quotient, double denominator, double numerator)
{
    uint64_t sign = (double_bits(denominator) ^ double_bits(numerator)) & SIGN_F64;
    double one = bits_double(double_bits(1.0) | sign);
    bool zero_below = denominator == 0, zero_above = numerator == 0;
    bool endless_below = isinf(denominator), endless_above = isinf(numerator);
    if (numerator != numerator)
        return quiet_f64(numerator);
    if (denominator != denominator)
        return quiet_f64(denominator);
    if ((zero_below && zero_above) || (endless_below && endless_above))
        return bits_double(NAN_F64 | SIGN_F64);
    if (zero_below || endless_above)
        return bits_double(INF_F64 | sign);
    if (endless_below || zero_above)
        return bits_double(sign);
    if (exponent_f64(numerator) - exponent_f64(denominator) < -1075)
        return one * 0x1p-1022 * 0x1p-1022;
    if (exponent_f64(quotient) == 0x7ff)
        return one * 0x1p1023 * 0x1p1023;
    return copysign(quotient, one);
}

static uint32_t fixup_f16(uint32_t quotient, uint32_t denominator, uint32_t numerator)
{
    uint32_t sign = (denominator ^ numerator) & SIGN_F16;
    uint32_t below = denominator & 0x7fff, above = numerator & 0x7fff;
    if (is_nan_f16(numerator))
        return numerator | QUIET_F16;
    if (is_nan_f16(denominator))
        return denominator | QUIET_F16;
    if ((below == 0 && above == 0) || (below == INF_F16 && above == INF_F16))
        return NAN_F16 | SIGN_F16;
    if (below == 0 || above == INF_F16)
        return INF_F16 | sign;
    if (below == INF_F16 || above == 0)
        return sign;
    return (quotient & 0x7fff) | sign;
}

LANES_3(div_fixup_f32, float, float, float, float, fixup_f32(a, b, c))
LANES_3(div_fixup_f64, double, double, double, double, fixup_f64(a, b, c))
LANES_3(div_fixup_f16, uint32_t, uint32_t, uint32_t, uint32_t, fixup_f16(a, b, c))

/* ---- Argument reduction ---------------------------------------------------------------------- */

/* The bits of 2 / pi after the binary point, most significant first. */
static const uint64_t two_over_pi[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b0000, 0x0000000000000000,
};

/* Returns the |part|-th 53 bits of 2 / pi, as a number with the weight of these bits. Parts are
 * counted from the first bit that matters for an argument as large as |x|. An argument of 2^945 and
 * above is first scaled by 2^-128. */
static double trig_preop(double x, uint32_t part)
{
    int32_t exponent = exponent_f64(x);
    uint32_t shift = (part & 31) * 53 + (exponent > 1077 ? (uint32_t)exponent - 1077 : 0);
    uint64_t bits = 0;
    for (uint32_t i = shift; i < shift + 53; i++)
        bits = bits << 1 | (i < 1201 ? two_over_pi[i / 64] >> (63 - i % 64) & 1 : 0);
    return ldexp((double)bits, -53 - (int)shift + (exponent >= 1968 ? 128 : 0));
}

static void trig_preop_f64(const struct lane_args *args)
{
    double *dst = args->dst;
    const double *s0 = args->src[0];
    const uint32_t *s1 = args->src[1];
    for (unsigned i = 0; i < args->lanes; i++)
        dst[i] = trig_preop(s0[i], s1[i]);
}

static const struct instruction rows[] = {
    ROW_VALU("v_div_scale_f32", "=f32 =mask f32 f32 f32", div_scale_f32, .role = ROLE_DIVIDE_SCALE),
    ROW_VALU("v_div_fmas_f32", "=f32 f32 f32 f32 mask?", div_fmas_f32, .role = ROLE_DIVIDE_FMAS),
    ROW_VALU("v_div_fixup_f32", "=f32 f32 f32 f32", div_fixup_f32, .role = ROLE_DIVIDE_FIXUP),
    ROW_VALU("v_div_scale_f64", "=f64 =mask f64 f64 f64", div_scale_f64, .role = ROLE_DIVIDE_SCALE),
    ROW_VALU("v_div_fmas_f64", "=f64 f64 f64 f64 mask?", div_fmas_f64, .role = ROLE_DIVIDE_FMAS),
    ROW_VALU("v_div_fixup_f64", "=f64 f64 f64 f64", div_fixup_f64, .role = ROLE_DIVIDE_FIXUP),
    /* on gfx9, v_div_fixup_f16 keeps the other half of the result's register */
    ROW_VALU("v_div_fixup_f16", "=f16 f16 f16 f16", div_fixup_f16),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_CDNA, "v_div_fixup_legacy_f16", "=f16 f16 f16 f16",
                  div_fixup_f16),
    ROW_VALU("v_trig_preop_f64", "=f64 f64 u32", trig_preop_f64),
};

const struct instruction_table ISA_NAME(table_divide) = {rows, sizeof rows / sizeof rows[0]};
