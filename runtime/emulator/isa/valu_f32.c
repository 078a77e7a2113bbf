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
QUIET_2(mul, a *b)
QUIET_3(fma_, __builtin_fmaf(a, b, c))

/* Zero times anything is +0, an infinity and a NaN too. */
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

/* Multiplied, then added: both round, and a denormal product is zero. */
static inline float flush(float x)
{
    return (float_bits(x) & INF_F32) ? x : bits_float(float_bits(x) & SIGN_F32);
}

LANES_2(mul_dx9_zero, float, float, float, dx9_product(a, b))
LANES_3(fma_dx9_zero, float, float, float, float, dx9_fma(a, b, c))
QUIET_3(mad, flush(a *b) + c)
LANES_3(mad_legacy, float, float, float, float, nan_2_f32(flush(dx9_product(a, b)) + c, a, c))

/* ---- Minimum and maximum --------------------------------------------------------------------- */

#define CHOOSE_2(name, expression)                                                                 \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        const uint32_t ieee = args->wave->fp.ieee ? ~(uint32_t)0 : 0;                              \
        const unsigned lanes = lane_count(args);                                                   \
        float *dst = args->dst;                                                                    \
        const float *s0 = args->src[0], *s1 = args->src[1];                                        \
        EACH_LANE for (unsigned i = 0; i < lanes; i++)                                             \
        {                                                                                          \
            const float a = s0[i], b = s1[i];                                                      \
            dst[i] = expression;                                                                   \
        }                                                                                          \
    }
#define CHOOSE_3(name, expression)                                                                 \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        const uint32_t ieee = args->wave->fp.ieee ? ~(uint32_t)0 : 0;                              \
        const unsigned lanes = lane_count(args);                                                   \
        float *dst = args->dst;                                                                    \
        const float *s0 = args->src[0], *s1 = args->src[1], *s2 = args->src[2];                    \
        EACH_LANE for (unsigned i = 0; i < lanes; i++)                                             \
        {                                                                                          \
            const float a = s0[i], b = s1[i], c = s2[i];                                           \
            dst[i] = expression;                                                                   \
        }                                                                                          \
    }

/* The one in the middle; with a NaN among them, the least. */
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

/* ---- Whole numbers, exponents ---------------------------------------------------------------- */

/* Below 1 even where the difference rounds to it. */
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

/* x = mantissa * 2^exponent with 0.5 <= |mantissa| < 1; zeros, infinities and NaNs are their own
 * mantissa, with exponent 0. */
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

/* In double precision the product is exact, so that it rounds once. */
static inline float scale(float x, int32_t exponent)
{
    exponent = exponent > 400 ? 400 : exponent < -400 ? -400 : exponent;
    return (float)((double)x * bits_double((uint64_t)(exponent + 1023) << 52));
}

LANES_1(frexp_exp, int32_t, float, frexp_exponent(a))
QUIET_1(frexp_mant, frexp_mantissa(a))
LANES_2(ldexp_, float, float, int32_t, nan_1_f32(scale(a, b), a))

static const struct instruction rows[] = {
    {.name = "v_add_f32", .operands = "=f32 f32 f32", .run = run_valu, .core = add, .on = ON_ALL},
    {.name = "v_sub_f32", .operands = "=f32 f32 f32", .run = run_valu, .core = sub, .on = ON_ALL},
    {.name = "v_subrev_f32",
     .operands = "=f32 f32 f32",
     .run = run_valu,
     .core = subrev,
     .on = ON_ALL},
    {.name = "v_mul_f32", .operands = "=f32 f32 f32", .run = run_valu, .core = mul, .on = ON_ALL},
    {.name = "v_fma_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = fma_,
     .on = ON_ALL},
    {.name = "v_fmac_f32", .operands = "+f32 f32 f32", .run = run_valu, .core = fma_, .on = ON_ALL},
    {.name = "v_fmamk_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = fma_,
     .on = ON_ALL},
    {.name = "v_fmaak_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = fma_,
     .on = ON_ALL},
    {.name = "v_mul_dx9_zero_f32",
     .operands = "=f32 f32 f32",
     .run = run_valu,
     .core = mul_dx9_zero,
     .on = ON_ALL},
    {.name = "v_fma_dx9_zero_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = fma_dx9_zero,
     .on = ON_ALL},
    {.name = "v_fmac_dx9_zero_f32",
     .operands = "+f32 f32 f32",
     .run = run_valu,
     .core = fma_dx9_zero,
     .on = ON_ALL},
    {.name = "v_mad_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = mad,
     .flags = FLAG_ALWAYS_FLUSH,
     .on = ON_CDNA | ON_GFX10},
    {.name = "v_mac_f32",
     .operands = "+f32 f32 f32",
     .run = run_valu,
     .core = mad,
     .flags = FLAG_ALWAYS_FLUSH,
     .on = ON_CDNA | ON_GFX10},
    {.name = "v_madmk_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = mad,
     .flags = FLAG_ALWAYS_FLUSH,
     .on = ON_CDNA | ON_GFX10},
    {.name = "v_madak_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = mad,
     .flags = FLAG_ALWAYS_FLUSH,
     .on = ON_CDNA | ON_GFX10},
    {.name = "v_mad_legacy_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = mad_legacy,
     .flags = FLAG_ALWAYS_FLUSH,
     .on = ON_CDNA | ON_GFX10},
    {.name = "v_mac_legacy_f32",
     .operands = "+f32 f32 f32",
     .run = run_valu,
     .core = mad_legacy,
     .flags = FLAG_ALWAYS_FLUSH,
     .on = ON_CDNA | ON_GFX10},
    {.name = "v_min_num_f32",
     .operands = "=f32 f32 f32",
     .run = run_valu,
     .core = min_num,
     .on = ON_ALL},
    {.name = "v_max_num_f32",
     .operands = "=f32 f32 f32",
     .run = run_valu,
     .core = max_num,
     .on = ON_ALL},
    {.name = "v_min3_num_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = min3_num,
     .on = ON_ALL},
    {.name = "v_max3_num_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = max3_num,
     .on = ON_ALL},
    {.name = "v_med3_num_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = med3_num,
     .on = ON_ALL},
    {.name = "v_minmax_num_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = minmax_num,
     .on = ON_ALL},
    {.name = "v_maxmin_num_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = maxmin_num,
     .on = ON_ALL},
    {.name = "v_minimum_f32",
     .operands = "=f32 f32 f32",
     .run = run_valu,
     .core = minimum,
     .on = ON_GFX12},
    {.name = "v_maximum_f32",
     .operands = "=f32 f32 f32",
     .run = run_valu,
     .core = maximum,
     .on = ON_GFX12},
    {.name = "v_minimum3_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = minimum3,
     .on = ON_GFX12},
    {.name = "v_maximum3_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = maximum3,
     .on = ON_GFX12},
    {.name = "v_minimummaximum_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = minimummaximum,
     .on = ON_GFX12},
    {.name = "v_maximumminimum_f32",
     .operands = "=f32 f32 f32 f32",
     .run = run_valu,
     .core = maximumminimum,
     .on = ON_GFX12},
    {.name = "v_fract_f32", .operands = "=f32 f32", .run = run_valu, .core = fract, .on = ON_ALL},
    {.name = "v_trunc_f32", .operands = "=f32 f32", .run = run_valu, .core = trunc_, .on = ON_ALL},
    {.name = "v_ceil_f32", .operands = "=f32 f32", .run = run_valu, .core = ceil_, .on = ON_ALL},
    {.name = "v_floor_f32", .operands = "=f32 f32", .run = run_valu, .core = floor_, .on = ON_ALL},
    {.name = "v_rndne_f32", .operands = "=f32 f32", .run = run_valu, .core = rndne, .on = ON_ALL},
    {.name = "v_frexp_exp_i32_f32",
     .operands = "=i32 f32",
     .run = run_valu,
     .core = frexp_exp,
     .on = ON_ALL},
    {.name = "v_frexp_mant_f32",
     .operands = "=f32 f32",
     .run = run_valu,
     .core = frexp_mant,
     .on = ON_ALL},
    {.name = "v_ldexp_f32",
     .operands = "=f32 f32 i32",
     .run = run_valu,
     .core = ldexp_,
     .on = ON_ALL},
};

const struct instruction_table ISA_NAME(table_valu_f32) = {rows, sizeof rows / sizeof rows[0]};
