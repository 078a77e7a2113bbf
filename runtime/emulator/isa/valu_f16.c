/* Half-precision arithmetic, one half in each lane. Sums, products and quotients of halves are
 * computed in single precision and rounded again. The result is as if rounded once, because a float
 * has 24 bits of mantissa, more than twice the 11 of a half. A fused product and sum is computed in
 * double precision, where a sum is inexact only if its smaller part is far below the last place of
 * a half. For NaNs see floats.h. */
#include "drivers.h"
#include "floats.h"
#include "lanes.h"
#include "tables.h"

#define QUIET_1(name, expression) LANES_1(name, uint32_t, uint32_t, nan_1_f16(expression, a))
#define QUIET_2(name, expression)                                                                  \
    LANES_2(name, uint32_t, uint32_t, uint32_t, nan_2_f16(expression, a, b))
#define QUIET_3(name, expression)                                                                  \
    LANES_3(name, uint32_t, uint32_t, uint32_t, uint32_t, nan_3_f16(expression, a, b, c))

static inline uint32_t fused(uint32_t a, uint32_t b, uint32_t c)
{
    double product = (double)half_float(a) * (double)half_float(b);
    return double_half(product + (double)half_float(c));
}

/* Returns a * b + c, with the product and the sum rounded. */
static inline uint32_t unfused(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t product = float_half(half_float(a) * half_float(b));
    return float_half(half_float(product) + half_float(c));
}

QUIET_2(add, float_half(half_float(a) + half_float(b)))
QUIET_2(sub, float_half(half_float(a) - half_float(b)))
QUIET_2(subrev, float_half(half_float(b) - half_float(a)))
QUIET_2(mul, float_half(half_float(a) * half_float(b)))
QUIET_3(fma_, fused(a, b, c))
QUIET_3(mad, unfused(a, b, c))

/* ---- Minimum and maximum --------------------------------------------------------------------- */

#define CHOOSE_2(name, expression) LANES_IEEE_2(name, uint32_t, uint32_t, expression)
#define CHOOSE_3(name, expression) LANES_IEEE_3(name, uint32_t, uint32_t, expression)

/* Returns the middle one of three halves; if one is a NaN, their minimum by min_f16(). */
static inline uint32_t median(uint32_t a, uint32_t b, uint32_t c, uint32_t ieee)
{
    uint32_t low = min_f16(a, b, ieee), high = max_f16(a, b, ieee);
    uint32_t middle = max_f16(low, min_f16(high, c, ieee), ieee), least = min_f16(low, c, ieee);
    uint32_t nan = 0 - (uint32_t)(is_nan_f16(a) | is_nan_f16(b) | is_nan_f16(c));
    return pick_f32(nan, least, middle);
}

CHOOSE_2(min_num, min_f16(a, b, ieee))
CHOOSE_2(max_num, max_f16(a, b, ieee))
CHOOSE_3(min3_num, min_f16(min_f16(a, b, ieee), c, ieee))
CHOOSE_3(max3_num, max_f16(max_f16(a, b, ieee), c, ieee))
CHOOSE_3(med3_num, median(a, b, c, ieee))
CHOOSE_3(minmax_num, max_f16(min_f16(a, b, ieee), c, ieee))
CHOOSE_3(maxmin_num, min_f16(max_f16(a, b, ieee), c, ieee))
LANES_2(minimum, uint32_t, uint32_t, uint32_t, minimum_f16(a, b))
LANES_2(maximum, uint32_t, uint32_t, uint32_t, maximum_f16(a, b))
LANES_3(minimum3, uint32_t, uint32_t, uint32_t, uint32_t, minimum_f16(minimum_f16(a, b), c))
LANES_3(maximum3, uint32_t, uint32_t, uint32_t, uint32_t, maximum_f16(maximum_f16(a, b), c))
LANES_3(minimummaximum, uint32_t, uint32_t, uint32_t, uint32_t, maximum_f16(minimum_f16(a, b), c))
LANES_3(maximumminimum, uint32_t, uint32_t, uint32_t, uint32_t, minimum_f16(maximum_f16(a, b), c))

/* ---- Rounding to whole numbers, and exponents ------------------------------------------------ */

/* Returns the half minus its floor. If the difference rounds to 1, returns the largest half below
 * 1. */
static inline uint32_t fraction(uint32_t half)
{
    float x = half_float(half);
    uint32_t rest = float_half(x - floor_f32(x));
    return rest == 0x3c00 ? 0x3bff : rest;
}

QUIET_1(fract, fraction(a))
QUIET_1(trunc_, float_half(trunc_f32(half_float(a))))
QUIET_1(ceil_, float_half(ceil_f32(half_float(a))))
QUIET_1(floor_, float_half(floor_f32(half_float(a))))
QUIET_1(rndne, float_half(round_even_f32(half_float(a))))

/* Returns the exponent as frexp_exponent() of valu_f32.c does. As a float, every half except zero
 * is a normal number. */
static inline int32_t frexp_exponent(uint32_t half)
{
    uint32_t magnitude = half & 0x7fff;
    int32_t exponent = (int32_t)(float_bits(half_float(half)) >> 23 & 0xff) - 126;
    return ((magnitude == 0) | (magnitude >= INF_F16)) ? 0 : exponent;
}

static inline uint32_t frexp_mantissa(uint32_t half)
{
    uint32_t magnitude = half & 0x7fff, bits = float_bits(half_float(half));
    uint32_t mantissa = float_half(bits_float((bits & ~INF_F32) | float_bits(0.5f)));
    return ((magnitude == 0) | (magnitude >= INF_F16)) ? half : mantissa;
}

static inline uint32_t scale(uint32_t half, int32_t exponent)
{
    exponent = exponent > 60 ? 60 : exponent < -60 ? -60 : exponent;
    return float_half(half_float(half) * bits_float((uint32_t)(exponent + 127) << 23));
}

LANES_1(frexp_exp, uint32_t, uint32_t, frexp_exponent(a) & 0xffff)
QUIET_1(frexp_mant, frexp_mantissa(a))
LANES_2(ldexp_, uint32_t, uint32_t, uint32_t, nan_1_f16(scale(a, (int16_t)b), a))

/* gfx9 clears the other half of the result's register, except in v_mac, v_madmk and v_madak, and in
 * instructions that have op_sel. */
static const struct instruction rows[] = {
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_add_f16", "=f16 f16 f16", add),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_sub_f16", "=f16 f16 f16", sub),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_subrev_f16", "=f16 f16 f16", subrev),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_mul_f16", "=f16 f16 f16", mul),
    ROW_VALU("v_fma_f16", "=f16 f16 f16 f16", fma_),
    ROW_VALU_ON(ON_RDNA, "v_fmac_f16", "+f16 f16 f16", fma_),
    ROW_VALU_ON(ON_RDNA, "v_fmamk_f16", "=f16 f16 f16 f16", fma_),
    ROW_VALU_ON(ON_RDNA, "v_fmaak_f16", "=f16 f16 f16 f16", fma_),
    ROW_VALU_ON(ON_CDNA, "v_mad_f16", "=f16 f16 f16 f16", mad),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_CDNA, "v_fma_legacy_f16", "=f16 f16 f16 f16", fma_),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_CDNA, "v_mad_legacy_f16", "=f16 f16 f16 f16", mad),
    ROW_VALU_ON(ON_CDNA, "v_mac_f16", "+f16 f16 f16", mad),
    ROW_VALU_ON(ON_CDNA, "v_madmk_f16", "=f16 f16 f16 f16", mad),
    ROW_VALU_ON(ON_CDNA, "v_madak_f16", "=f16 f16 f16 f16", mad),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_min_num_f16", "=f16 f16 f16", min_num),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_max_num_f16", "=f16 f16 f16", max_num),
    ROW_VALU("v_min3_num_f16", "=f16 f16 f16 f16", min3_num),
    ROW_VALU("v_max3_num_f16", "=f16 f16 f16 f16", max3_num),
    ROW_VALU("v_med3_num_f16", "=f16 f16 f16 f16", med3_num),
    ROW_VALU("v_minmax_num_f16", "=f16 f16 f16 f16", minmax_num),
    ROW_VALU("v_maxmin_num_f16", "=f16 f16 f16 f16", maxmin_num),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_GFX12, "v_minimum_f16", "=f16 f16 f16", minimum),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_GFX12, "v_maximum_f16", "=f16 f16 f16", maximum),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_GFX12, "v_minimum3_f16", "=f16 f16 f16 f16", minimum3),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_GFX12, "v_maximum3_f16", "=f16 f16 f16 f16", maximum3),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_GFX12, "v_minimummaximum_f16", "=f16 f16 f16 f16",
                  minimummaximum),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_GFX12, "v_maximumminimum_f16", "=f16 f16 f16 f16",
                  maximumminimum),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_fract_f16", "=f16 f16", fract),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_trunc_f16", "=f16 f16", trunc_),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_ceil_f16", "=f16 f16", ceil_),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_floor_f16", "=f16 f16", floor_),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_rndne_f16", "=f16 f16", rndne),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_frexp_exp_i16_f16", "=i16 f16", frexp_exp),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_frexp_mant_f16", "=f16 f16", frexp_mant),
    ROW_VALU_WITH(FLAG_ZERO_HIGH_GFX9, ON_ALL, "v_ldexp_f16", "=f16 f16 i16", ldexp_),
};

const struct instruction_table ISA_NAME(table_valu_f16) = {rows, sizeof rows / sizeof rows[0]};
