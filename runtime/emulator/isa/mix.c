/* Packed arithmetic (two floats or two halves in each lane), mixed fma, and dot products of pairs.
 * A pair is two elements of one array, the low one first: loops of packed arithmetic run over
 * elements, not lanes. See "VOP3P" in the ISA documents. */
#include "drivers.h"
#include "floats.h"
#include "lanes.h"
#include "tables.h"
#include "valu.h"

/* ---- Operations on pairs of floats ----------------------------------------------------------- */

PAIRS_2(pk_add_f32, float, float, nan_2_f32(a + b, a, b))
PAIRS_2(pk_mul_f32, float, float, nan_2_f32((a * b), a, b))
PAIRS_3(pk_fma_f32, float, float, nan_3_f32(__builtin_fmaf(a, b, c), a, b, c))

/* ---- Operations on pairs of halves ----------------------------------------------------------- */

#define PAIRS_F16(name, expression)                                                                \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        const uint32_t ieee = args->wave->fp.ieee ? ~0u : 0;                                       \
        const unsigned elements = 2 * lane_count(args);                                            \
        uint16_t *dst = args->dst;                                                                 \
        const uint16_t *s0 = args->src[0], *s1 = args->src[1];                                     \
        (void)ieee;                                                                                \
        EACH_LANE for (unsigned i = 0; i < elements; i++)                                          \
        {                                                                                          \
            const uint32_t a = s0[i], b = s1[i];                                                   \
            dst[i] = (uint16_t)(expression);                                                       \
        }                                                                                          \
    }

PAIRS_F16(pk_add_f16, nan_2_f16(float_half(half_float(a) + half_float(b)), a, b))
PAIRS_F16(pk_mul_f16, nan_2_f16(float_half(half_float(a) * half_float(b)), a, b))
PAIRS_F16(pk_min_num_f16, min_f16(a, b, ieee))
PAIRS_F16(pk_max_num_f16, max_f16(a, b, ieee))
PAIRS_F16(pk_minimum_f16, minimum_f16(a, b))
PAIRS_F16(pk_maximum_f16, maximum_f16(a, b))
PAIRS_3(pk_minimum3_f16, uint16_t, uint16_t, minimum_f16(minimum_f16(a, b), c))
PAIRS_3(pk_maximum3_f16, uint16_t, uint16_t, maximum_f16(maximum_f16(a, b), c))

/* Computes in double precision; the comment at the top of valu_f16.c says why this rounds once. */
static void pk_fma_f16(const struct lane_args *args)
{
    const unsigned elements = 2 * lane_count(args);
    uint16_t *dst = args->dst;
    const uint16_t *s0 = args->src[0], *s1 = args->src[1], *s2 = args->src[2];
    EACH_LANE for (unsigned i = 0; i < elements; i++)
    {
        const uint32_t a = s0[i], b = s1[i], c = s2[i];
        double product = (double)half_float(a) * (double)half_float(b);
        uint32_t sum = double_half(product + (double)half_float(c));
        dst[i] = (uint16_t)nan_3_f16(sum, a, b, c);
    }
}

/* ---- Mixed operands: lanes_fetch() has already converted halves to floats
 * --------------------- */

LANES_3(fma_mix, float, float, float, float, nan_3_f32(__builtin_fmaf(a, b, c), a, b, c))

/* Computes gfx900's v_mad_mix: the product is rounded, a denormal product becomes zero, then c is
 * added. */
static inline float unfused(float a, float b, float c)
{
    float product = a * b;
    product = float_bits(product) & INF_F32 ? product : bits_float(float_bits(product) & SIGN_F32);
    return nan_3_f32(product + c, a, b, c);
}

LANES_3(mad_mix, float, float, float, float, unfused(a, b, c))

/* Runs |core| in single precision, then converts the results to halves. MODE has a rounding mode
 * for each of the two steps: the driver has set the mode for halves. */
static void mix_half(const struct lane_args *args, lane_core *core)
{
    const struct float_mode *fp = &args->wave->fp;
    const unsigned lanes = lane_count(args);
    if (fp->round32 != fp->round16_64)
        fesetround(rounding_direction(fp->round32));
    core(args);
    if (fp->round32 != fp->round16_64)
        fesetround(rounding_direction(fp->round16_64));
    uint32_t *dst = args->dst;
    EACH_LANE for (unsigned i = 0; i < lanes; i++)
    {
        uint32_t bits = dst[i];
        uint32_t flushed = bits & INF_F32 || !fp->flush_out32 ? bits : bits & SIGN_F32;
        dst[i] = float_half(bits_float(flushed));
    }
}

static void fma_mix_half(const struct lane_args *args)
{
    mix_half(args, fma_mix);
}

static void mad_mix_half(const struct lane_args *args)
{
    mix_half(args, mad_mix);
}

/* ---- Dot products ---------------------------------------------------------------------------- */

/* Adds the low product to |c|, then the high product, each with one rounding, in single precision.
 * Callers round once more if the result is a half or a bfloat16. */
static inline float dot(float a0, float b0, float a1, float b1, float c)
{
    float sum = nan_3_f32(__builtin_fmaf(a0, b0, c), a0, b0, c);
    return nan_3_f32(__builtin_fmaf(a1, b1, sum), a1, b1, sum);
}

static inline float dot_halves(uint32_t a, uint32_t b, float c)
{
    return dot(half_float(a & 0xffff), half_float(b & 0xffff), half_float(a >> 16),
               half_float(b >> 16), c);
}

static inline float dot_bf16(uint32_t a, uint32_t b, float c)
{
    return dot(bf16_float(a & 0xffff), bf16_float(b & 0xffff), bf16_float(a >> 16),
               bf16_float(b >> 16), c);
}

LANES_3(dot2_f32_f16, float, uint32_t, uint32_t, float, dot_halves(a, b, c))
LANES_3(dot2_f32_bf16, float, uint32_t, uint32_t, float, dot_bf16(a, b, c))
LANES_3(dot2_f16_f16, uint32_t, uint32_t, uint32_t, uint32_t,
        float_half(dot_halves(a, b, half_float(c))))
LANES_3(dot2_bf16_bf16, uint32_t, uint32_t, uint32_t, uint32_t,
        float_bf16(dot_bf16(a, b, bf16_float(c))))

#define DOT .habit = HABIT_MAY, .issue = ISSUE_DOT, .doubt = DOUBT_SUMS

static const struct instruction rows[] = {
    ROW_VALU_ON(ON_GFX90A | ON_GFX940, "v_pk_add_f32", "=pkf32 pkf32 pkf32", pk_add_f32,
                .habit = HABIT_PAIRS),
    ROW_VALU_ON(ON_GFX90A | ON_GFX940, "v_pk_mul_f32", "=pkf32 pkf32 pkf32", pk_mul_f32,
                .habit = HABIT_PAIRS),
    ROW_VALU_ON(ON_GFX90A | ON_GFX940, "v_pk_fma_f32", "=pkf32 pkf32 pkf32 pkf32", pk_fma_f32,
                .habit = HABIT_PAIRS),
    ROW_VALU("v_pk_add_f16", "=pkf16 pkf16 pkf16", pk_add_f16),
    ROW_VALU("v_pk_mul_f16", "=pkf16 pkf16 pkf16", pk_mul_f16),
    ROW_VALU("v_pk_min_num_f16", "=pkf16 pkf16 pkf16", pk_min_num_f16),
    ROW_VALU("v_pk_max_num_f16", "=pkf16 pkf16 pkf16", pk_max_num_f16),
    ROW_VALU_ON(ON_GFX12, "v_pk_minimum_f16", "=pkf16 pkf16 pkf16", pk_minimum_f16),
    ROW_VALU_ON(ON_GFX12, "v_pk_maximum_f16", "=pkf16 pkf16 pkf16", pk_maximum_f16),
    ROW_VALU_ON(ON_GFX950, "v_pk_minimum3_f16", "=pkf16 pkf16 pkf16 pkf16", pk_minimum3_f16),
    ROW_VALU_ON(ON_GFX950, "v_pk_maximum3_f16", "=pkf16 pkf16 pkf16 pkf16", pk_maximum3_f16),
    ROW_VALU("v_pk_fma_f16", "=pkf16 pkf16 pkf16 pkf16", pk_fma_f16),
    ROW_VALU_ON(ON_CDNA | ON_GFX10, "v_pk_fmac_f16", "+pkf16 pkf16 pkf16", pk_fma_f16),
    ROW_VALU_WITH(FLAG_REPEATS_CONSTANTS, ON_GFX11 | ON_GFX12, "v_pk_fmac_f16",
                  "+pkf16 pkf16 pkf16", pk_fma_f16),
    ROW_VALU("v_fma_mix_f32", "=f32 mix mix mix", fma_mix),
    ROW_VALU("v_fma_mixlo_f16", "=f16 mix mix mix", fma_mix_half),
    ROW_VALU_WITH(FLAG_WRITES_HIGH, ON_ALL, "v_fma_mixhi_f16", "=f16 mix mix mix", fma_mix_half),
    ROW_VALU_WITH(FLAG_ALWAYS_FLUSH, ON_GFX9, "v_mad_mix_f32", "=f32 mix mix mix", mad_mix),
    ROW_VALU_WITH(FLAG_ALWAYS_FLUSH, ON_GFX9, "v_mad_mixlo_f16", "=f16 mix mix mix", mad_mix_half),
    ROW_VALU_WITH(FLAG_ALWAYS_FLUSH | FLAG_WRITES_HIGH, ON_GFX9, "v_mad_mixhi_f16",
                  "=f16 mix mix mix", mad_mix_half),
    ROW_VALU_ON(ON_CDNA | ON_GFX10, "v_dot2_f32_f16", "=f32 pkf16 pkf16 f32", dot2_f32_f16, DOT),
    /* No document says that clamp is ignored. Kernels of bitsandbytes set clamp for sums that may
     * be negative, and the developers of bitsandbytes report right products from a gfx1100. */
    ROW_VALU_WITH(FLAG_IGNORES_CLAMP, ON_GFX11 | ON_GFX12, "v_dot2_f32_f16", "=f32 pkf16 pkf16 f32",
                  dot2_f32_f16, DOT),
    ROW_VALU("v_dot2acc_f32_f16", "+f32 pkf16 pkf16", dot2_f32_f16, DOT),
    ROW_VALU_ON(ON_CDNA | ON_GFX10, "v_dot2_f32_bf16", "=f32 pkbf16 pkbf16 f32", dot2_f32_bf16,
                DOT),
    /* AMD measured on a gfx1100 that both halves get a constant (rocjitsu,
     * "InlineSourcesMatchHardware"). LLVM assumes it in the lower half only, and writes op_sel_hi
     * so that both assumptions give the same. */
    ROW_VALU_WITH(FLAG_REPEATS_CONSTANTS, ON_GFX11 | ON_GFX12, "v_dot2_f32_bf16",
                  "=f32 pkbf16 pkbf16 f32", dot2_f32_bf16, DOT),
    ROW_VALU("v_dot2acc_f32_bf16", "+f32 pkbf16 pkbf16", dot2_f32_bf16, DOT),
    ROW_VALU_WITH(FLAG_REPEATS_CONSTANTS, ON_GFX11 | ON_GFX12, "v_dot2_f16_f16",
                  "=f16 pkf16 pkf16 f16", dot2_f16_f16, .habit = HABIT_MAY, .doubt = DOUBT_SUMS),
    ROW_VALU_WITH(FLAG_SATURATES | FLAG_REPEATS_CONSTANTS, ON_GFX11 | ON_GFX12, "v_dot2_bf16_bf16",
                  "=b16 pkbf16 pkbf16 b16", dot2_bf16_bf16, .habit = HABIT_MAY,
                  .doubt = DOUBT_SUMS),
};

const struct instruction_table ISA_NAME(table_mix) = {rows, sizeof rows / sizeof rows[0]};
