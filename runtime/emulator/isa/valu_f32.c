/* Single-precision arithmetic. See "VOP2", "VOP3" in the ISA documents; NaNs: floats.h. */
#include "drivers.h"
#include "floats.h"
#include "lanes.h"
#include "tables.h"

#define QUIET_1(name, expression) LANES_1(name, float, float, nan_1_f32(expression, a))
#define QUIET_2(name, expression) LANES_NAN(name, float, 2, expression, nan_2_f32(r, a, b))
#define QUIET_3(name, expression) LANES_NAN(name, float, 3, expression, nan_3_f32(r, a, b, c))

/* ---- Sums and products ----------------------------------------------------------------------- */

QUIET_2(add, a + b)
QUIET_2(sub, a - b)
QUIET_2(subrev, b - a)
QUIET_2(mul, (a * b))
QUIET_3(fma_, __builtin_fmaf(a, b, c))

/* Returns a * b, but +0 if a or b is zero, even if the other factor is an infinity or a NaN. */
static inline float dx9_product(float a, float b)
{
    return ((a == 0) | (b == 0)) ? 0 : nan_2_f32(a * b, a, b);
}

static inline float dx9_fma(float a, float b, float c)
{
    bool is_zero = (a == 0) | (b == 0);
    float x = is_zero ? 0 : a, y = is_zero ? 0 : b;
    return nan_3_f32(__builtin_fmaf(x, y, c), x, y, c);
}

/* Returns x, or zero if x is denormal. v_mad_* round the product, flush it with this function, and
 * round the sum. */
static inline float flush(float x)
{
    return (float_bits(x) & INF_F32) ? x : bits_float(float_bits(x) & SIGN_F32);
}

/* Computes V_MULLIT_F32, which serves for the power of a light: a * b, or the least number unless
 * |b| is above the least number and |c| is positive. */
static inline float lit_product(float a, float b, float c)
{
    const float least = bits_float(0xff7fffff);
    const bool is_good = (b > least) & (c > 0);
    return is_good ? dx9_product(a, b) : least;
}

LANES_2(mul_dx9_zero, float, float, float, dx9_product(a, b))
LANES_3(fma_dx9_zero, float, float, float, float, dx9_fma(a, b, c))
LANES_3(mullit, float, float, float, float, lit_product(a, b, c))
QUIET_3(mad, flush((a * b)) + c)
LANES_3(mad_legacy, float, float, float, float, nan_2_f32(flush(dx9_product(a, b)) + c, a, c))

/* ---- Minimum and maximum --------------------------------------------------------------------- */

#define CHOOSE_2(name, expression) LANES_IEEE_2(name, float, uint32_t, expression)
#define CHOOSE_3(name, expression) LANES_IEEE_3(name, float, uint32_t, expression)

/* Returns the middle one of three numbers; if one is a NaN, their minimum by min_f32(). */
static inline float median(float a, float b, float c, uint32_t ieee)
{
    float low = min_f32(a, b, ieee), high = max_f32(a, b, ieee);
    float middle = max_f32(low, min_f32(high, c, ieee), ieee), least = min_f32(low, c, ieee);
    uint32_t nan = nan_mask_f32(float_bits(a)) | nan_mask_f32(float_bits(b));
    nan |= nan_mask_f32(float_bits(c));
    return bits_float(pick_f32(nan, float_bits(least), float_bits(middle)));
}

CHOOSE_2(min_num, min_f32(a, b, ieee))
CHOOSE_2(max_num, max_f32(a, b, ieee))
CHOOSE_3(min3_num, min_f32(min_f32(a, b, ieee), c, ieee))
CHOOSE_3(max3_num, max_f32(max_f32(a, b, ieee), c, ieee))
CHOOSE_3(med3_num, median(a, b, c, ieee))
CHOOSE_3(minmax_num, max_f32(min_f32(a, b, ieee), c, ieee))
CHOOSE_3(maxmin_num, min_f32(max_f32(a, b, ieee), c, ieee))
LANES_2(minimum, float, float, float, minimum_f32(a, b))
LANES_2(maximum, float, float, float, maximum_f32(a, b))
LANES_3(minimum3, float, float, float, float, minimum_f32(minimum_f32(a, b), c))
LANES_3(maximum3, float, float, float, float, maximum_f32(maximum_f32(a, b), c))
LANES_3(minimummaximum, float, float, float, float, maximum_f32(minimum_f32(a, b), c))
LANES_3(maximumminimum, float, float, float, float, minimum_f32(maximum_f32(a, b), c))

/* ---- Rounding to whole numbers, and exponents ------------------------------------------------ */

/* Returns x - floor(x). If the difference rounds to 1, returns the largest float below 1. */
static inline float fraction(float x)
{
    float rest = x - floor_f32(x);
    return rest >= 1 ? 0x1.fffffep-1f : rest;
}

QUIET_1(fract, fraction(a))
QUIET_1(trunc_, trunc_f32(a))
QUIET_1(ceil_, ceil_f32(a))
QUIET_1(floor_, floor_f32(a))
QUIET_1(rndne, round_even_f32(a))

/* Returns the exponent in x = mantissa * 2^exponent with 0.5 <= |mantissa| < 1. Zeros, infinities
 * and NaNs have themselves as mantissa, and the exponent 0. */
static inline int32_t frexp_exponent(float x)
{
    bool is_denormal = !(float_bits(x) & INF_F32);
    float normal = is_denormal ? x * 0x1p32f : x;
    int32_t exponent = (int32_t)(float_bits(normal) >> 23 & 0xff) - 126 - (is_denormal ? 32 : 0);
    return ((x == 0) | ((float_bits(x) & INF_F32) == INF_F32)) ? 0 : exponent;
}

static inline float frexp_mantissa(float x)
{
    float normal = (float_bits(x) & INF_F32) ? x : x * 0x1p32f;
    float mantissa = bits_float((float_bits(normal) & ~INF_F32) | float_bits(0.5f));
    return ((x == 0) | ((float_bits(x) & INF_F32) == INF_F32)) ? x : mantissa;
}

/* Returns x * 2^exponent. The product is exact in double precision, so the result is rounded only
 * once. */
static inline float scale(float x, int32_t exponent)
{
    exponent = exponent > 400 ? 400 : exponent < -400 ? -400 : exponent;
    return (float)((double)x * bits_double((uint64_t)(exponent + 1023) << 52));
}

LANES_1(frexp_exp, int32_t, float, frexp_exponent(a))
QUIET_1(frexp_mant, frexp_mantissa(a))
LANES_2(ldexp_, float, float, int32_t, nan_1_f32(scale(a, b), a))

/* ---- Faces of a cube ------------------------------------------------------------------------- */

static inline float size_f32(float x)
{
    return bits_float(float_bits(x) & ~SIGN_F32);
}

/* Returns one of the last three arguments, by the axis of the direction's longest component, or of
 * the last of several equally long ones. That axis chooses the face of a cube. Comparisons with a
 * NaN are false. */
static inline float by_axis(float x, float y, float z, float if_x, float if_y, float if_z)
{
    bool is_z = size_f32(z) >= size_f32(x) && size_f32(z) >= size_f32(y);
    return is_z ? if_z : size_f32(y) >= size_f32(x) ? if_y : if_x;
}

static inline float by_sign(float x, float if_negative, float otherwise)
{
    return x < 0 ? if_negative : otherwise;
}

LANES_3(cube_id, float, float, float, float,
        by_axis(a, b, c, by_sign(a, 1, 0), by_sign(b, 3, 2), by_sign(c, 5, 4)))
LANES_3(cube_s, float, float, float, float,
        by_axis(a, b, c, by_sign(a, c, -c), a, by_sign(c, -a, a)))
LANES_3(cube_t, float, float, float, float, by_axis(a, b, c, -b, by_sign(b, -c, c), -b))
LANES_3(cube_ma, float, float, float, float, by_axis(a, b, c, 2 * a, 2 * b, 2 * c))

static const struct instruction rows[] = {
    ROW_VALU("v_add_f32", "=f32 f32 f32", add),
    ROW_VALU("v_sub_f32", "=f32 f32 f32", sub),
    ROW_VALU("v_subrev_f32", "=f32 f32 f32", subrev),
    ROW_VALU("v_mul_f32", "=f32 f32 f32", mul, .role = ROLE_MULTIPLY),
    ROW_VALU("v_fma_f32", "=f32 f32 f32 f32", fma_, .role = ROLE_FMA),
    ROW_VALU("v_fmac_f32", "+f32 f32 f32", fma_, .role = ROLE_FMA),
    ROW_VALU("v_fmamk_f32", "=f32 f32 f32 f32", fma_),
    ROW_VALU("v_fmaak_f32", "=f32 f32 f32 f32", fma_),
    ROW_VALU("v_mul_dx9_zero_f32", "=f32 f32 f32", mul_dx9_zero),
    ROW_VALU("v_fma_dx9_zero_f32", "=f32 f32 f32 f32", fma_dx9_zero),
    ROW_VALU("v_fmac_dx9_zero_f32", "+f32 f32 f32", fma_dx9_zero),
    ROW_VALU_WITH(0, ON_RDNA, "v_mullit_f32", "=f32 f32 f32 f32", mullit),
    ROW_VALU_WITH(FLAG_ALWAYS_FLUSH, ON_CDNA | ON_GFX10, "v_mad_f32", "=f32 f32 f32 f32", mad),
    ROW_VALU_WITH(FLAG_ALWAYS_FLUSH, ON_CDNA | ON_GFX10, "v_mac_f32", "+f32 f32 f32", mad),
    ROW_VALU_WITH(FLAG_ALWAYS_FLUSH, ON_CDNA | ON_GFX10, "v_madmk_f32", "=f32 f32 f32 f32", mad),
    ROW_VALU_WITH(FLAG_ALWAYS_FLUSH, ON_CDNA | ON_GFX10, "v_madak_f32", "=f32 f32 f32 f32", mad),
    ROW_VALU_WITH(FLAG_ALWAYS_FLUSH, ON_CDNA | ON_GFX10, "v_mad_legacy_f32", "=f32 f32 f32 f32",
                  mad_legacy),
    ROW_VALU_WITH(FLAG_ALWAYS_FLUSH, ON_CDNA | ON_GFX10, "v_mac_legacy_f32", "+f32 f32 f32",
                  mad_legacy),
    ROW_VALU("v_min_num_f32", "=f32 f32 f32", min_num),
    ROW_VALU("v_max_num_f32", "=f32 f32 f32", max_num),
    ROW_VALU("v_min3_num_f32", "=f32 f32 f32 f32", min3_num),
    ROW_VALU("v_max3_num_f32", "=f32 f32 f32 f32", max3_num),
    ROW_VALU("v_med3_num_f32", "=f32 f32 f32 f32", med3_num),
    ROW_VALU("v_minmax_num_f32", "=f32 f32 f32 f32", minmax_num),
    ROW_VALU("v_maxmin_num_f32", "=f32 f32 f32 f32", maxmin_num),
    ROW_VALU_ON(ON_GFX12, "v_minimum_f32", "=f32 f32 f32", minimum),
    ROW_VALU_ON(ON_GFX12, "v_maximum_f32", "=f32 f32 f32", maximum),
    ROW_VALU_ON(ON_GFX950 | ON_GFX12, "v_minimum3_f32", "=f32 f32 f32 f32", minimum3),
    ROW_VALU_ON(ON_GFX950 | ON_GFX12, "v_maximum3_f32", "=f32 f32 f32 f32", maximum3),
    ROW_VALU_ON(ON_GFX12, "v_minimummaximum_f32", "=f32 f32 f32 f32", minimummaximum),
    ROW_VALU_ON(ON_GFX12, "v_maximumminimum_f32", "=f32 f32 f32 f32", maximumminimum),
    ROW_VALU("v_fract_f32", "=f32 f32", fract),
    ROW_VALU("v_trunc_f32", "=f32 f32", trunc_),
    ROW_VALU("v_ceil_f32", "=f32 f32", ceil_),
    ROW_VALU("v_floor_f32", "=f32 f32", floor_),
    ROW_VALU("v_rndne_f32", "=f32 f32", rndne),
    ROW_VALU("v_frexp_exp_i32_f32", "=i32 f32", frexp_exp),
    ROW_VALU("v_frexp_mant_f32", "=f32 f32", frexp_mant),
    ROW_VALU("v_ldexp_f32", "=f32 f32 i32", ldexp_),
    ROW_VALU("v_cubeid_f32", "=f32 f32 f32 f32", cube_id),
    ROW_VALU("v_cubesc_f32", "=f32 f32 f32 f32", cube_s),
    ROW_VALU("v_cubetc_f32", "=f32 f32 f32 f32", cube_t),
    ROW_VALU("v_cubema_f32", "=f32 f32 f32 f32", cube_ma),
};

const struct instruction_table ISA_NAME(table_valu_f32) = {rows, sizeof rows / sizeof rows[0]};
