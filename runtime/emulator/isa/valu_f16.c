/* Half-precision arithmetic, a half a lane. Sums, products and quotients of halves are computed in
 * single precision and rounded again, which is the same as rounding once: 24 bits are more than
 * twice 11 and two. A fused product and sum goes through double precision, where only a sum rounds
 * whose lesser part is far below the last place of a half. NaNs: floats.h.
 */
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

/* Multiplied, then added: both round. */
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

#define CHOOSE_2(name, expression)                                                                 \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        const uint32_t ieee = args->wave->fp.ieee ? ~(uint32_t)0 : 0;                              \
        const unsigned lanes = lane_count(args);                                                   \
        uint32_t *dst = args->dst;                                                                 \
        const uint32_t *s0 = args->src[0], *s1 = args->src[1];                                     \
        EACH_LANE for (unsigned i = 0; i < lanes; i++)                                             \
        {                                                                                          \
            const uint32_t a = s0[i], b = s1[i];                                                   \
            dst[i] = expression;                                                                   \
        }                                                                                          \
    }
#define CHOOSE_3(name, expression)                                                                 \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        const uint32_t ieee = args->wave->fp.ieee ? ~(uint32_t)0 : 0;                              \
        const unsigned lanes = lane_count(args);                                                   \
        uint32_t *dst = args->dst;                                                                 \
        const uint32_t *s0 = args->src[0], *s1 = args->src[1], *s2 = args->src[2];                 \
        EACH_LANE for (unsigned i = 0; i < lanes; i++)                                             \
        {                                                                                          \
            const uint32_t a = s0[i], b = s1[i], c = s2[i];                                        \
            dst[i] = expression;                                                                   \
        }                                                                                          \
    }

/* The one in the middle; with a NaN among them, the least. */
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

/* ---- Whole numbers, exponents ---------------------------------------------------------------- */

/* Below 1 even where the difference rounds to it. */
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

/* As in valu_f32.c; every half is a normal float. */
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

/* gfx9 clears the other half of the result's register, but not with v_mac, v_madmk, v_madak and
 * what came with op_sel. */
static const struct instruction rows[] = {
    {.name = "v_add_f16",
     .operands = "=f16 f16 f16",
     .run = run_valu,
     .core = add,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_ALL},
    {.name = "v_sub_f16",
     .operands = "=f16 f16 f16",
     .run = run_valu,
     .core = sub,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_ALL},
    {.name = "v_subrev_f16",
     .operands = "=f16 f16 f16",
     .run = run_valu,
     .core = subrev,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_ALL},
    {.name = "v_mul_f16",
     .operands = "=f16 f16 f16",
     .run = run_valu,
     .core = mul,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_ALL},
    {.name = "v_fma_f16",
     .operands = "=f16 f16 f16 f16",
     .run = run_valu,
     .core = fma_,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_ALL},
    {.name = "v_fmac_f16",
     .operands = "+f16 f16 f16",
     .run = run_valu,
     .core = fma_,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_RDNA},
    {.name = "v_fmamk_f16",
     .operands = "=f16 f16 f16 f16",
     .run = run_valu,
     .core = fma_,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_RDNA},
    {.name = "v_fmaak_f16",
     .operands = "=f16 f16 f16 f16",
     .run = run_valu,
     .core = fma_,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_RDNA},
    {.name = "v_mad_f16",
     .operands = "=f16 f16 f16 f16",
     .run = run_valu,
     .core = mad,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_CDNA},
    {.name = "v_mac_f16", .operands = "+f16 f16 f16", .run = run_valu, .core = mad, .on = ON_CDNA},
    {.name = "v_madmk_f16",
     .operands = "=f16 f16 f16 f16",
     .run = run_valu,
     .core = mad,
     .on = ON_CDNA},
    {.name = "v_madak_f16",
     .operands = "=f16 f16 f16 f16",
     .run = run_valu,
     .core = mad,
     .on = ON_CDNA},
    {.name = "v_min_num_f16",
     .operands = "=f16 f16 f16",
     .run = run_valu,
     .core = min_num,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_ALL},
    {.name = "v_max_num_f16",
     .operands = "=f16 f16 f16",
     .run = run_valu,
     .core = max_num,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_ALL},
    {.name = "v_min3_num_f16",
     .operands = "=f16 f16 f16 f16",
     .run = run_valu,
     .core = min3_num,
     .on = ON_ALL},
    {.name = "v_max3_num_f16",
     .operands = "=f16 f16 f16 f16",
     .run = run_valu,
     .core = max3_num,
     .on = ON_ALL},
    {.name = "v_med3_num_f16",
     .operands = "=f16 f16 f16 f16",
     .run = run_valu,
     .core = med3_num,
     .on = ON_ALL},
    {.name = "v_minmax_num_f16",
     .operands = "=f16 f16 f16 f16",
     .run = run_valu,
     .core = minmax_num,
     .on = ON_ALL},
    {.name = "v_maxmin_num_f16",
     .operands = "=f16 f16 f16 f16",
     .run = run_valu,
     .core = maxmin_num,
     .on = ON_ALL},
    {.name = "v_minimum_f16",
     .operands = "=f16 f16 f16",
     .run = run_valu,
     .core = minimum,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_GFX12},
    {.name = "v_maximum_f16",
     .operands = "=f16 f16 f16",
     .run = run_valu,
     .core = maximum,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_GFX12},
    {.name = "v_minimum3_f16",
     .operands = "=f16 f16 f16 f16",
     .run = run_valu,
     .core = minimum3,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_GFX12},
    {.name = "v_maximum3_f16",
     .operands = "=f16 f16 f16 f16",
     .run = run_valu,
     .core = maximum3,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_GFX12},
    {.name = "v_minimummaximum_f16",
     .operands = "=f16 f16 f16 f16",
     .run = run_valu,
     .core = minimummaximum,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_GFX12},
    {.name = "v_maximumminimum_f16",
     .operands = "=f16 f16 f16 f16",
     .run = run_valu,
     .core = maximumminimum,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_GFX12},
    {.name = "v_fract_f16",
     .operands = "=f16 f16",
     .run = run_valu,
     .core = fract,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_ALL},
    {.name = "v_trunc_f16",
     .operands = "=f16 f16",
     .run = run_valu,
     .core = trunc_,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_ALL},
    {.name = "v_ceil_f16",
     .operands = "=f16 f16",
     .run = run_valu,
     .core = ceil_,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_ALL},
    {.name = "v_floor_f16",
     .operands = "=f16 f16",
     .run = run_valu,
     .core = floor_,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_ALL},
    {.name = "v_rndne_f16",
     .operands = "=f16 f16",
     .run = run_valu,
     .core = rndne,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_ALL},
    {.name = "v_frexp_exp_i16_f16",
     .operands = "=i16 f16",
     .run = run_valu,
     .core = frexp_exp,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_ALL},
    {.name = "v_frexp_mant_f16",
     .operands = "=f16 f16",
     .run = run_valu,
     .core = frexp_mant,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_ALL},
    {.name = "v_ldexp_f16",
     .operands = "=f16 f16 i16",
     .run = run_valu,
     .core = ldexp_,
     .flags = FLAG_ZERO_HIGH_GFX9,
     .on = ON_ALL},
};

const struct instruction_table ISA_NAME(table_valu_f16) = {rows, sizeof rows / sizeof rows[0]};
