/* Integer arithmetic of 32 and 64 bits: sums with and without carry, products, minima and maxima.
 *
 * Names and formulas are those of the RDNA3 ISA document, "Vector ALU Instructions". |clamp|
 * saturates, in instructions that have it.
 */
#include "drivers.h"
#include "lanes.h"
#include "saturate.h"
#include "tables.h"

#include "core/wave.h"

/* ---- Sums ------------------------------------------------------------------------------------ */

#define U(v) ((int64_t)(uint32_t)(v))
#define I(v) ((int64_t)(int32_t)(v))

LANES_CLAMP_2(add_u32, uint32_t, a + b, clamp_u32(U(a) + U(b)))
LANES_CLAMP_2(sub_u32, uint32_t, a - b, clamp_u32(U(a) - U(b)))
LANES_CLAMP_2(subrev_u32, uint32_t, b - a, clamp_u32(U(b) - U(a)))
LANES_CLAMP_2(add_i32, uint32_t, a + b, clamp_i32(I(a) + I(b)))
LANES_CLAMP_2(sub_i32, uint32_t, a - b, clamp_i32(I(a) - I(b)))
LANES_3(add3_u32, uint32_t, uint32_t, uint32_t, uint32_t, a + b + c)

static const uint32_t no_carry[LANES_MAX];

/* Defines the core of a sum or difference with carry: t is |first| of a and b; the result is
 * |second| of t and c, where c, the carry, is 0 or 1. Either of the two steps can carry, but not
 * both. */
#define LANES_CARRY(name, first, first_carries, second, second_carries, limit)                     \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        uint32_t *dst = args->dst, *out = args->mask_out;                                          \
        const uint32_t *s0 = args->src[0], *s1 = args->src[1];                                     \
        const uint32_t *in = args->op->source_count > 2 ? args->src[2] : no_carry;                 \
        const uint32_t clamp = 0u - (uint32_t)args->op->clamp;                                     \
        const unsigned lanes = lane_count(args);                                                   \
        EACH_LANE for (unsigned i = 0; i < lanes; i++)                                             \
        {                                                                                          \
            const uint32_t a = s0[i], b = s1[i], c = in[i] & 1, t = (first), r = (second);         \
            const uint32_t carry = 0u - (uint32_t)((first_carries) | (second_carries));            \
            dst[i] = carry & clamp ? (limit) : r;                                                  \
            out[i] = carry;                                                                        \
        }                                                                                          \
    }

LANES_CARRY(add_carry, a + b, t < a, t + c, r < t, UINT32_MAX)
LANES_CARRY(sub_carry, a - b, a < b, t - c, t < c, 0)
LANES_CARRY(subrev_carry, b - a, b < a, t - c, t < c, 0)

LANES_3(add_lshl, uint32_t, uint32_t, uint32_t, uint32_t, (a + b) << (c & 31))
LANES_3(lshl_add, uint32_t, uint32_t, uint32_t, uint32_t, (a << (b & 31)) + c)
LANES_3(xad, uint32_t, uint32_t, uint32_t, uint32_t, (a ^ b) + c)
/* compilers never shift by more than 4; here amounts up to 7 work, too */
LANES_3(lshl_add_64, uint64_t, uint64_t, uint32_t, uint64_t, (a << (b & 7)) + c)

/* ---- Products -------------------------------------------------------------------------------- */

#define U24(v) ((uint64_t)((v)&0xffffff))
#define I24(v) ((int64_t)((int32_t)((uint32_t)(v) << 8) >> 8))

LANES_2(mul_lo, uint32_t, uint32_t, uint32_t, (a * b))
LANES_2(mul_hi_u32, uint32_t, uint32_t, uint32_t, ((uint64_t)a * b) >> 32)
LANES_2(mul_hi_i32, uint32_t, int32_t, int32_t, ((int64_t)a * b) >> 32)
LANES_CLAMP_2(mul_u24, uint32_t, U24(a) * U24(b), clamp_u32((int64_t)(U24(a) * U24(b))))
LANES_CLAMP_2(mul_i24, uint32_t, I24(a) * I24(b), clamp_i32(I24(a) * I24(b)))
LANES_2(mul_hi_u24, uint32_t, uint32_t, uint32_t, U24(a) * U24(b) >> 32)
LANES_2(mul_hi_i24, uint32_t, uint32_t, uint32_t, I24(a) * I24(b) >> 32)
LANES_CLAMP_3(mad_u24, uint32_t, U24(a) * U24(b) + c, clamp_u32((int64_t)(U24(a) * U24(b)) + U(c)))
LANES_CLAMP_3(mad_i24, uint32_t, I24(a) * I24(b) + I(c), clamp_i32(I24(a) * I24(b) + I(c)))

/* Adds a 64-bit number to the 64-bit product; the mask gets the carry. */
static void mad_u64_u32(const struct lane_args *args)
{
    uint64_t *dst = args->dst;
    const uint32_t *s0 = args->src[0], *s1 = args->src[1];
    const uint64_t *s2 = args->src[2];
    const bool clamp = args->op->clamp;
    const unsigned lanes = lane_count(args);
    for (unsigned i = 0; i < lanes; i++) {
        const uint64_t c = s2[i], sum = (uint64_t)s0[i] * s1[i] + c;
        const bool carry = sum < c;
        dst[i] = clamp && carry ? UINT64_MAX : sum;
        args->mask_out[i] = 0u - (uint32_t)carry;
    }
}

/* Like mad_u64_u32(), for signed numbers: the carry is set if the sum does not fit 64 bits. */
static void mad_i64_i32(const struct lane_args *args)
{
    int64_t *dst = args->dst;
    const int32_t *s0 = args->src[0], *s1 = args->src[1];
    const int64_t *s2 = args->src[2];
    const bool clamp = args->op->clamp;
    const unsigned lanes = lane_count(args);
    for (unsigned i = 0; i < lanes; i++) {
        const int64_t product = (int64_t)s0[i] * s1[i];
        int64_t sum;
        const bool overflows = __builtin_add_overflow(product, s2[i], &sum);
        const int64_t limit = product < 0 ? INT64_MIN : INT64_MAX;
        dst[i] = clamp && overflows ? limit : sum;
        args->mask_out[i] = 0u - (uint32_t)overflows;
    }
}

/* ---- Minima and maxima ----------------------------------------------------------------------- */

LANES_2(min_u32, uint32_t, uint32_t, uint32_t, MIN(a, b))
LANES_2(max_u32, uint32_t, uint32_t, uint32_t, MAX(a, b))
LANES_2(min_i32, int32_t, int32_t, int32_t, MIN(a, b))
LANES_2(max_i32, int32_t, int32_t, int32_t, MAX(a, b))
LANES_3(min3_u32, uint32_t, uint32_t, uint32_t, uint32_t, MIN(MIN(a, b), c))
LANES_3(max3_u32, uint32_t, uint32_t, uint32_t, uint32_t, MAX(MAX(a, b), c))
LANES_3(med3_u32, uint32_t, uint32_t, uint32_t, uint32_t, MEDIAN(a, b, c))
LANES_3(min3_i32, int32_t, int32_t, int32_t, int32_t, MIN(MIN(a, b), c))
LANES_3(max3_i32, int32_t, int32_t, int32_t, int32_t, MAX(MAX(a, b), c))
LANES_3(med3_i32, int32_t, int32_t, int32_t, int32_t, MEDIAN(a, b, c))
LANES_3(minmax_u32, uint32_t, uint32_t, uint32_t, uint32_t, MAX(MIN(a, b), c))
LANES_3(maxmin_u32, uint32_t, uint32_t, uint32_t, uint32_t, MIN(MAX(a, b), c))
LANES_3(minmax_i32, int32_t, int32_t, int32_t, int32_t, MAX(MIN(a, b), c))
LANES_3(maxmin_i32, int32_t, int32_t, int32_t, int32_t, MIN(MAX(a, b), c))

/* ---- The table ------------------------------------------------------------------------------- */

static const struct instruction rows[] = {
    ROW_SATURATING("v_add_nc_u32", "=u32 u32 u32", add_u32),
    ROW_SATURATING("v_sub_nc_u32", "=u32 u32 u32", sub_u32),
    ROW_SATURATING("v_subrev_nc_u32", "=u32 u32 u32", subrev_u32),
    ROW_SATURATING("v_add_nc_i32", "=i32 i32 i32", add_i32),
    ROW_SATURATING("v_sub_nc_i32", "=i32 i32 i32", sub_i32),
    ROW_SATURATING("v_add3_u32", "=u32 u32 u32 u32", add3_u32),
    ROW_SATURATING("v_add_co_u32", "=u32 =mask u32 u32", add_carry),
    ROW_SATURATING("v_sub_co_u32", "=u32 =mask u32 u32", sub_carry),
    ROW_SATURATING("v_subrev_co_u32", "=u32 =mask u32 u32", subrev_carry),
    ROW_SATURATING("v_add_co_ci_u32", "=u32 =mask u32 u32 mask?", add_carry),
    ROW_SATURATING("v_sub_co_ci_u32", "=u32 =mask u32 u32 mask?", sub_carry),
    ROW_SATURATING("v_subrev_co_ci_u32", "=u32 =mask u32 u32 mask?", subrev_carry),
    ROW_SATURATING("v_add_lshl_u32", "=u32 u32 u32 u32", add_lshl),
    ROW_VALU("v_lshl_add_u32", "=u32 u32 u32 u32", lshl_add),
    ROW_VALU("v_lshl_add_u64", "=u64 u64 u32 u64", lshl_add_64),
    ROW_VALU("v_xad_u32", "=u32 u32 u32 u32", xad),

    ROW_VALU("v_mul_lo_u32", "=u32 u32 u32", mul_lo, .issue = ISSUE_MULTIPLY),
    ROW_VALU("v_mul_hi_u32", "=u32 u32 u32", mul_hi_u32, .issue = ISSUE_MULTIPLY),
    ROW_VALU("v_mul_hi_i32", "=i32 i32 i32", mul_hi_i32, .issue = ISSUE_MULTIPLY),
    ROW_SATURATING("v_mul_u32_u24", "=u32 u32 u32", mul_u24),
    ROW_SATURATING("v_mul_i32_i24", "=i32 i32 i32", mul_i24),
    ROW_VALU("v_mul_hi_u32_u24", "=u32 u32 u32", mul_hi_u24),
    ROW_VALU("v_mul_hi_i32_i24", "=i32 i32 i32", mul_hi_i24),
    ROW_SATURATING("v_mad_u32_u24", "=u32 u32 u32 u32", mad_u24),
    ROW_SATURATING("v_mad_i32_i24", "=i32 i32 i32 i32", mad_i24),
    ROW_SATURATING("v_mad_co_u64_u32", "=u64 =mask u32 u32 u64", mad_u64_u32, .habit = HABIT_SUMS,
                   .issue = ISSUE_MULTIPLY),
    ROW_SATURATING("v_mad_co_i64_i32", "=i64 =mask i32 i32 i64", mad_i64_i32, .habit = HABIT_SUMS,
                   .issue = ISSUE_MULTIPLY),

    ROW_SATURATING("v_min_u32", "=u32 u32 u32", min_u32),
    ROW_SATURATING("v_max_u32", "=u32 u32 u32", max_u32),
    ROW_SATURATING("v_min_i32", "=i32 i32 i32", min_i32),
    ROW_SATURATING("v_max_i32", "=i32 i32 i32", max_i32),
    ROW_SATURATING("v_min3_u32", "=u32 u32 u32 u32", min3_u32),
    ROW_SATURATING("v_max3_u32", "=u32 u32 u32 u32", max3_u32),
    ROW_SATURATING("v_med3_u32", "=u32 u32 u32 u32", med3_u32),
    ROW_SATURATING("v_min3_i32", "=i32 i32 i32 i32", min3_i32),
    ROW_SATURATING("v_max3_i32", "=i32 i32 i32 i32", max3_i32),
    ROW_SATURATING("v_med3_i32", "=i32 i32 i32 i32", med3_i32),
    ROW_SATURATING("v_minmax_u32", "=u32 u32 u32 u32", minmax_u32),
    ROW_SATURATING("v_maxmin_u32", "=u32 u32 u32 u32", maxmin_u32),
    ROW_SATURATING("v_minmax_i32", "=i32 i32 i32 i32", minmax_i32),
    ROW_SATURATING("v_maxmin_i32", "=i32 i32 i32 i32", maxmin_i32),
};

const struct instruction_table ISA_NAME(table_valu_int) = {rows, sizeof rows / sizeof rows[0]};
