/* Sums over the parts of a register: dot products of small integers, and sums of absolute
 * differences. See the RDNA3 and CDNA2 ISA documents, V_DOT*, V_SAD*, V_MSAD*, V_QSAD*, V_MQSAD*,
 * V_LERP_U8.
 */
#include "drivers.h"
#include "lanes.h"
#include "saturate.h"
#include "tables.h"

/* ---- Dot products ---------------------------------------------------------------------------- */

/* Returns the |index|-th part of |v| as a number; each part has |bits| bits. */
static inline int64_t part_of(uint32_t v, unsigned index, unsigned bits, bool is_signed)
{
    uint32_t part = v >> index * bits << (32 - bits);
    return is_signed ? (int32_t)part >> (32 - bits) : (int64_t)(part >> (32 - bits));
}

static inline int64_t dot(uint32_t a, uint32_t b, unsigned bits, bool sign_a, bool sign_b)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < 32 / bits; i++)
        sum += part_of(a, i, bits, sign_a) * part_of(b, i, bits, sign_b);
    return sum;
}

#define SIGNED(c) ((int64_t)(int32_t)(c))

#define DOT_SIGNED(name, bits)                                                                     \
    LANES_CLAMP_3(name, uint32_t, (uint64_t)dot(a, b, bits, true, true) + c,                       \
                  clamp_i32(dot(a, b, bits, true, true) + SIGNED(c)))
#define DOT_UNSIGNED(name, bits)                                                                   \
    LANES_CLAMP_3(name, uint32_t, (uint64_t)dot(a, b, bits, false, false) + c,                     \
                  clamp_u32(dot(a, b, bits, false, false) + (int64_t)c))

DOT_SIGNED(dot8_i4, 4)
DOT_SIGNED(dot4_i8, 8)
DOT_SIGNED(dot2_i16, 16)
DOT_UNSIGNED(dot8_u4, 4)
DOT_UNSIGNED(dot4_u8, 8)
DOT_UNSIGNED(dot2_u16, 16)

/* Defines a core with two packed factors; neg_lo of each factor says whether its parts are
 * signed. */
#define DOT_MIXED(name, bits)                                                                      \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        uint32_t *dst = args->dst;                                                                 \
        const uint32_t *s0 = args->src[0], *s1 = args->src[1], *s2 = args->src[2];                 \
        const bool sign_a = args->op->src[0].neg, sign_b = args->op->src[1].neg;                   \
        const bool clamp = args->op->clamp;                                                        \
        const unsigned lanes = lane_count(args);                                                   \
        EACH_LANE for (unsigned i = 0; i < lanes; i++)                                             \
        {                                                                                          \
            const int64_t sum = dot(s0[i], s1[i], bits, sign_a, sign_b) + SIGNED(s2[i]);           \
            dst[i] = clamp ? clamp_i32(sum) : (uint32_t)sum;                                       \
        }                                                                                          \
    }

DOT_MIXED(dot8_iu4, 4)
DOT_MIXED(dot4_iu8, 8)

/* ---- Sums of absolute differences ------------------------------------------------------------ */

static inline uint32_t difference(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

/* Returns the sum of the absolute differences of four bytes. If |masked|, a byte whose |reference|
 * is zero does not count. */
static inline uint32_t byte_differences(uint32_t v, uint32_t reference, bool masked)
{
    uint32_t sum = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) {
        uint32_t byte = reference >> shift & 0xff;
        sum += masked && byte == 0 ? 0 : difference(v >> shift & 0xff, byte);
    }
    return sum;
}

static inline uint32_t word_differences(uint32_t a, uint32_t b)
{
    return difference(a & 0xffff, b & 0xffff) + difference(a >> 16, b >> 16);
}

#define SAD(name, sum)                                                                             \
    LANES_CLAMP_3(name, uint32_t, (uint64_t)(sum) + c, clamp_u32((int64_t)(sum) + (int64_t)c))

SAD(sad_u8, byte_differences(a, b, false))
SAD(msad_u8, byte_differences(a, b, true))
SAD(sad_hi_u8, byte_differences(a, b, false) << 16)
SAD(sad_u16, word_differences(a, b))
SAD(sad_u32, difference(a, b))

/* Returns four sums of 16 bits. Each sum is over four bytes of |v|, which begin at byte 0, 1, 2 and
 * 3. */
static inline uint64_t four_differences(uint64_t v, uint32_t reference, uint64_t add, bool masked,
                                        bool clamp)
{
    uint64_t result = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t sum = byte_differences((uint32_t)(v >> 8 * i), reference, masked);
        sum += (uint32_t)(add >> 16 * i & 0xffff);
        result |= (uint64_t)(clamp ? clamp_u16(sum) : sum & 0xffff) << 16 * i;
    }
    return result;
}

LANES_3(qsad, uint64_t, uint64_t, uint32_t, uint64_t,
        four_differences(a, b, c, false, args->op->clamp))
LANES_3(mqsad, uint64_t, uint64_t, uint32_t, uint64_t,
        four_differences(a, b, c, true, args->op->clamp))

/* Like four_differences(), with sums of 32 bits. It is a driver, not a core, because a result of
 * four registers does not fit an array of lanes. */
static void run_mqsad_u32(struct wave *wave, const struct op *op)
{
    uint64_t exec = wave_exec(wave);
    struct lane_buffer values, references;
    uint32_t results[4][LANES_MAX];
    struct operand part = op->src[2];
    const uint64_t *v = lanes_fetch(wave, op, &op->src[0], &values);
    const uint32_t *reference = lanes_fetch(wave, op, &op->src[1], &references);
    part.type = TYPE_U32;
    for (unsigned k = 0; k < 4; k++, part.reg++) {
        struct lane_buffer sums;
        const uint32_t *add = lanes_fetch(wave, op, &part, &sums);
        for (unsigned i = 0; i < wave->lanes; i++) {
            uint64_t sum = byte_differences((uint32_t)(v[i] >> 8 * k), reference[i], true);
            sum += add[i];
            results[k][i] = op->clamp ? clamp_u32((int64_t)sum) : (uint32_t)sum;
        }
    }
    part = op->dst;
    part.type = TYPE_U32;
    for (unsigned k = 0; k < 4; k++, part.reg++)
        lanes_store(wave, op, &part, results[k], exec);
}

/* Returns the mean of each byte of |a| and |b|. It is rounded up where the lowest bit of the byte
 * of |c| is set, else down. */
static inline uint32_t bytes_mean(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result = 0;
    for (unsigned shift = 0; shift < 32; shift += 8)
        result |= ((a >> shift & 0xff) + (b >> shift & 0xff) + (c >> shift & 1)) >> 1 << shift;
    return result;
}

LANES_3(lerp, uint32_t, uint32_t, uint32_t, uint32_t, bytes_mean(a, b, c))

#define DOT .habit = HABIT_MAY, .issue = ISSUE_DOT

static const struct instruction rows[] = {
    ROW_SATURATING("v_dot8_i32_i4", "=i32 b32 b32 i32", dot8_i4, DOT),
    ROW_SATURATING("v_dot8_u32_u4", "=u32 b32 b32 u32", dot8_u4, DOT),
    ROW_VALU_WITH(FLAG_SATURATES | FLAG_TELLS_SIGN, ON_ALL, "v_dot8_i32_iu4", "=i32 b32 b32 i32",
                  dot8_iu4, DOT),
    ROW_SATURATING("v_dot8c_i32_i4", "+i32 b32 b32", dot8_i4, DOT),
    ROW_SATURATING("v_dot4_i32_i8", "=i32 b32 b32 i32", dot4_i8, DOT),
    ROW_SATURATING("v_dot4_u32_u8", "=u32 b32 b32 u32", dot4_u8, DOT),
    ROW_VALU_WITH(FLAG_SATURATES | FLAG_TELLS_SIGN, ON_ALL, "v_dot4_i32_iu8", "=i32 b32 b32 i32",
                  dot4_iu8, DOT),
    ROW_SATURATING("v_dot4c_i32_i8", "+i32 b32 b32", dot4_i8, DOT),
    ROW_SATURATING("v_dot2_i32_i16", "=i32 pk16 pk16 i32", dot2_i16, DOT),
    ROW_SATURATING("v_dot2_u32_u16", "=u32 pk16 pk16 u32", dot2_u16, DOT),
    ROW_SATURATING("v_dot2c_i32_i16", "+i32 pk16 pk16", dot2_i16, DOT),

    ROW_SATURATING("v_sad_u8", "=u32 u32 u32 u32", sad_u8),
    ROW_SATURATING("v_msad_u8", "=u32 u32 u32 u32", msad_u8),
    ROW_SATURATING("v_sad_hi_u8", "=u32 u32 u32 u32", sad_hi_u8),
    ROW_SATURATING("v_sad_u16", "=u32 u32 u32 u32", sad_u16),
    ROW_SATURATING("v_sad_u32", "=u32 u32 u32 u32", sad_u32),
    ROW_SATURATING("v_qsad_pk_u16_u8", "=b64 b64 b32 b64", qsad),
    ROW_SATURATING("v_mqsad_pk_u16_u8", "=b64 b64 b32 b64", mqsad),
    {"v_mqsad_u32_u8", "=b128 b64 b32 b128", run_mqsad_u32, .on = ON_ALL, .class = CLASS_VECTOR,
     .flags = FLAG_SATURATES},
    ROW_VALU("v_lerp_u8", "=u32 u32 u32 u32", lerp),
};

const struct instruction_table ISA_NAME(table_valu_dot) = {rows, sizeof rows / sizeof rows[0]};
