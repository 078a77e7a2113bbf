/* Conversions of floats of eight bits and less: see minifloat.h, and V_CVT_* in the ISA documents.
 *
 * Conversions with a scale ("SCALEF32", on gfx950) multiply a small float by a power of two, or
 * divide a value by that power before they make a small float of it. The power is the exponent of a
 * float; an exponent of 255 gives a NaN. Results are rounded once: to nearest, or stochastically
 * ("SR"). If there are several results, each has the next number of V_PRNG_B32 as its seed. MODE
 * flushes denormals only if they are converted from single precision.
 *
 * op_sel names the part of the register that is read or written; the other parts keep their values.
 * The cores here return whole registers: they put a smaller result into the old register.
 */
#include "minifloat.h"

#include "drivers.h"
#include "lanes.h"
#include "tables.h"
#include "valu.h"

#include "core/program.h"

enum { MODE_FP16_OVFL = 1 << 23 };

/* |argument| of a row: the type of the small float, the type of the other float, and flags. */
enum wide_kind { WIDE_F32, WIDE_F16, WIDE_BF16 };
enum { STOCHASTIC = 1 << 16, SCALED = 1 << 17 };
#define CONVERSION(small, wide) (MINIFLOAT_##small | WIDE_##wide << 8)

struct conversion {
    enum minifloat_kind kind;
    struct minifloat small;
    enum wide_kind wide;
    bool is_stochastic, is_scaled, saturates;
    unsigned op_sel; /* the op_sel field of the encoding */
};

static struct conversion conversion_of(const struct wave *wave, const struct op *op)
{
    const uint32_t argument = op->instruction->argument;
    enum minifloat_kind kind = (enum minifloat_kind)(argument & 0xff);
    if (wave->ops->program->generation == GENERATION_GFX940 && kind <= MINIFLOAT_BF8)
        kind += MINIFLOAT_FP8_FNUZ - MINIFLOAT_FP8;
    return (struct conversion){.kind = kind,
                               .small = minifloat_of(kind),
                               .wide = (enum wide_kind)(argument >> 8 & 0xff),
                               .is_stochastic = argument & STOCHASTIC,
                               .is_scaled = argument & SCALED,
                               .saturates = wave->mode & MODE_FP16_OVFL,
                               .op_sel = op->imm >> 11 & 15};
}

/* ---- Converting one number ------------------------------------------------------------------- */

static double wide_value(enum wide_kind wide, uint32_t bits)
{
    switch (wide) {
    case WIDE_F32: return (double)bits_float(bits);
    case WIDE_F16: return (double)half_float(bits & 0xffff);
    case WIDE_BF16: return (double)bf16_float(bits & 0xffff);
    }
    return 0;
}

/* Converts |x| to the bits of a wide float. Rounds to nearest, if the host's mode does. |x| was a
 * small float, whose few bits a float can hold, so a bfloat16 is rounded once. */
static uint32_t wide_bits(enum wide_kind wide, double x)
{
    switch (wide) {
    case WIDE_F32: return float_bits((float)x);
    case WIDE_F16: return double_half(x);
    case WIDE_BF16: return float_bf16((float)x);
    }
    return 0;
}

static double scale_of(uint32_t scale)
{
    return minifloat_scale(scale >> 23 & 0xff);
}

/* Divides a number by |factor| and converts it to a small float. */
static uint32_t to_small(const struct conversion *c, uint32_t bits, double factor, uint32_t seed)
{
    static const uint8_t mantissas[] = {[WIDE_F32] = 23, [WIDE_F16] = 10, [WIDE_BF16] = 7};
    const double x = wide_value(c->wide, bits);
    const uint32_t nan = minifloat_nan(minifloat_sign(x, c->small), c->small);
    if (factor != factor)
        return nan;
    return c->is_stochastic
               ? minifloat_stochastic(x / factor, mantissas[c->wide], seed, c->small, c->saturates)
               : minifloat_nearest(x / factor, c->small, c->saturates);
}

static uint32_t to_wide(const struct conversion *c, uint32_t bits, double factor)
{
    return wide_bits(c->wide, (double)minifloat_value(bits, c->small) * factor);
}

static uint32_t next_seed(uint32_t seed)
{
    return seed << 1 ^ (seed >> 31 ? 197 : 0);
}

LANES_1(prng, uint32_t, uint32_t, next_seed(a))

/* Makes the host round to nearest, as all conversions here do. After a core, the driver restores
 * the mode. */
static void round_to_nearest(const struct lane_args *args)
{
    if (args->wave->fp.round32 | args->wave->fp.round16_64)
        fesetround(FE_TONEAREST);
}

/* ---- Floats of eight bits, without a scale --------------------------------------------------- */

static void from_fp8(const struct lane_args *args)
{
    const struct conversion c = conversion_of(args->wave, args->op);
    const uint32_t *v = args->src[0];
    float *dst = args->dst;
    for (unsigned i = 0; i < lane_count(args); i++)
        dst[i] = minifloat_value(v[i] & 0xff, c.small);
}

static void pair_from_fp8(const struct lane_args *args)
{
    const struct conversion c = conversion_of(args->wave, args->op);
    const uint32_t *v = args->src[0];
    uint64_t *dst = args->dst;
    for (unsigned i = 0; i < lane_count(args); i++) {
        uint32_t low = float_bits(minifloat_value(v[i] & 0xff, c.small));
        dst[i] = (uint64_t)float_bits(minifloat_value(v[i] >> 8 & 0xff, c.small)) << 32 | low;
    }
}

/* Converts two floats to two small floats, which go to one half of the register. run_valu(), which
 * calls this core, leaves the other half unchanged. */
static void pair_to_fp8(const struct lane_args *args)
{
    const struct conversion c = conversion_of(args->wave, args->op);
    const float *a = args->src[0], *b = args->src[1];
    uint32_t *dst = args->dst;
    for (unsigned i = 0; i < lane_count(args); i++)
        dst[i] = minifloat_nearest((double)a[i], c.small, c.saturates) |
                 minifloat_nearest((double)b[i], c.small, c.saturates) << 8;
}

/* ---- Converting to a part of a register ------------------------------------------------------ */

static uint32_t put_part(uint32_t old, uint32_t part, unsigned bits, unsigned at)
{
    const uint32_t mask = ((1u << bits) - 1) << at;
    return (old & ~mask) | (part << at & mask);
}

/* Converts one number to a small float. The sources are: the value, a seed, a scale if the
 * instruction has one, and the old register. */
static void one_to_small(const struct lane_args *args)
{
    const struct conversion c = conversion_of(args->wave, args->op);
    const uint32_t *v = args->src[0], *seed = args->src[1], *scale = args->src[2];
    const uint32_t *old = args->src[c.is_scaled ? 3 : 2];
    uint32_t *dst = args->dst;
    for (unsigned i = 0; i < lane_count(args); i++) {
        double factor = c.is_scaled ? scale_of(scale[i]) : 1;
        dst[i] = put_part(old[i], to_small(&c, v[i], factor, seed[i]), 8, c.op_sel >> 2 << 3);
    }
}

/* Converts two numbers to small floats, which go to one half of a register; small floats of four
 * bits go to one byte. The sources are: two floats, or a register with two halves; a seed if
 * rounding is stochastic; a scale; and the old register. */
static void pair_to_small(const struct lane_args *args)
{
    const struct conversion c = conversion_of(args->wave, args->op);
    const unsigned bits = c.kind == MINIFLOAT_FP4 ? 4 : 8, part = 2 * bits;
    const unsigned at = bits == 4 ? c.op_sel >> 2 << 3 : c.op_sel >> 3 << 4;
    const bool is_apart = c.wide == WIDE_F32 && !c.is_stochastic;
    const unsigned behind = is_apart || c.is_stochastic ? 2 : 1;
    const uint32_t *low = args->src[0], *second = args->src[1];
    const uint64_t *wide = args->src[0];
    const uint32_t *scale = args->src[behind], *old = args->src[behind + 1];
    uint32_t *dst = args->dst;
    for (unsigned i = 0; i < lane_count(args); i++) {
        const double factor = scale_of(scale[i]);
        uint64_t pair = c.wide != WIDE_F32 ? (uint64_t)(low[i] >> 16) << 32 | (low[i] & 0xffff)
                        : is_apart         ? (uint64_t)second[i] << 32 | low[i]
                                           : wide[i];
        uint32_t a = to_small(&c, (uint32_t)pair, factor, second[i]);
        uint32_t b = to_small(&c, (uint32_t)(pair >> 32), factor, next_seed(second[i]));
        dst[i] = put_part(old[i], a | b << bits, part, at);
    }
}

/* Converts a small float to a float, or to a half in one half of a register. The sources are: the
 * small float, a scale, and for a half also the old register. */
static void one_to_wide(const struct lane_args *args)
{
    const struct conversion c = conversion_of(args->wave, args->op);
    const uint32_t *v = args->src[0], *scale = args->src[1];
    const uint32_t *old = c.wide == WIDE_F32 ? v : args->src[2];
    uint32_t *dst = args->dst;
    round_to_nearest(args);
    for (unsigned i = 0; i < lane_count(args); i++) {
        uint32_t bits = v[i] >> 8 * (c.op_sel & 3) & 0xff;
        uint32_t result = to_wide(&c, bits, scale_of(scale[i]));
        dst[i] = c.wide == WIDE_F32 ? result : put_part(old[i], result, 16, c.op_sel >> 3 << 4);
    }
}

/* Converts two small floats to floats in two registers, or to halves in one register. The two small
 * floats are in one half of a register; those of four bits are in one byte. */
static void pair_to_wide(const struct lane_args *args)
{
    const struct conversion c = conversion_of(args->wave, args->op);
    const unsigned bits = c.kind == MINIFLOAT_FP4 ? 4 : 8;
    const unsigned at = bits == 4 ? 8 * (c.op_sel & 3) : 16 * (c.op_sel & 1);
    const uint32_t *v = args->src[0], *scale = args->src[1];
    uint32_t *dst = args->dst;
    uint64_t *wide = args->dst;
    round_to_nearest(args);
    for (unsigned i = 0; i < lane_count(args); i++) {
        const double factor = scale_of(scale[i]);
        const uint32_t pair = v[i] >> at, mask = (1u << bits) - 1;
        const uint32_t low = to_wide(&c, pair & mask, factor);
        const uint32_t high = to_wide(&c, pair >> bits & mask, factor);
        if (c.wide == WIDE_F32)
            wide[i] = (uint64_t)high << 32 | low;
        else
            dst[i] = high << 16 | low;
    }
}

/* ---- To halves and bfloat16, stochastically -------------------------------------------------- */

/* Adds the upper half of |seed| to the bits that a bfloat16 lacks, and cuts those bits off. */
static uint32_t stochastic_bf16(float x, uint32_t seed)
{
    const uint32_t bits = float_bits(x), magnitude = bits & ~SIGN_F32;
    if (magnitude >= INF_F32)
        return float_bf16(x);
    return (bits + (seed >> 16)) >> 16;
}

static uint32_t stochastic_half(float x, uint32_t seed)
{
    static const struct minifloat half = {10, 15, SIGN_F16, INF_F16 - 1, INF_F16, NAN_F16, false};
    return minifloat_stochastic((double)x, 23, seed, half, false);
}

static void stochastic_16(const struct lane_args *args)
{
    const struct conversion c = conversion_of(args->wave, args->op);
    const float *v = args->src[0];
    const uint32_t *seed = args->src[1];
    uint32_t *dst = args->dst;
    for (unsigned i = 0; i < lane_count(args); i++)
        dst[i] =
            c.wide == WIDE_F16 ? stochastic_half(v[i], seed[i]) : stochastic_bf16(v[i], seed[i]);
}

static void pair_to_halves(const struct lane_args *args)
{
    const float *a = args->src[0], *b = args->src[1];
    uint32_t *dst = args->dst;
    round_to_nearest(args);
    for (unsigned i = 0; i < lane_count(args); i++)
        dst[i] = float_half(a[i]) | float_half(b[i]) << 16;
}

/* ---- Converting thirty-two numbers at once --------------------------------------------------- */

enum { MANY = 32, SIX = 6 };

/* Returns the lanes of the |i|-th register of an operand that has several. */
static const uint32_t *part_fetch(struct wave *wave, const struct op *op,
                                  const struct operand *operand, unsigned i,
                                  struct lane_buffer *buffer)
{
    struct operand part = *operand;
    part.type = TYPE_B32;
    part.reg = (uint16_t)(part.reg + i);
    return lanes_fetch(wave, op, &part, buffer);
}

static void parts_store(struct wave *wave, const struct op *op, uint32_t results[][LANES_MAX],
                        unsigned count)
{
    struct operand part = op->dst;
    part.type = TYPE_B32;
    for (unsigned i = 0; i < count; i++, part.reg++)
        lanes_store(wave, op, &part, results[i], wave_exec(wave));
}

/* Puts six bits into consecutive registers of a lane, from bit |bit| of the first register on. */
static void put_six(uint32_t registers[][LANES_MAX], unsigned lane, unsigned bit, uint32_t value)
{
    const unsigned word = bit / 32, shift = bit % 32;
    registers[word][lane] |= value << shift;
    if (shift > 32 - SIX)
        registers[word + 1][lane] |= value >> (32 - shift);
}

/* Reads the |k|-th number of all lanes. The "2XPK16" instructions take numbers from their two
 * operands in turn. */
static void read_many(struct wave *wave, const struct op *op, const struct conversion *c,
                      unsigned k, uint32_t *out)
{
    struct lane_buffer buffer;
    const bool is_double = !c->is_stochastic && c->wide == WIDE_F32;
    const struct operand *from = &op->src[is_double ? k % 2 : 0];
    const unsigned index = is_double ? k / 2 : k, per = c->wide == WIDE_F32 ? 1 : 2;
    const uint32_t *v = part_fetch(wave, op, from, index / per, &buffer);
    for (unsigned i = 0; i < wave->lanes; i++) {
        uint32_t bits = per == 1 ? v[i] : v[i] >> 16 * (index % 2) & 0xffff;
        bool is_flushed = per == 1 && wave->fp.flush_in32 && !(bits & INF_F32);
        out[i] = is_flushed ? bits & SIGN_F32 : bits;
    }
}

static void run_many_to_small(struct wave *wave, const struct op *op)
{
    struct lane_buffer scales, seeds;
    const struct conversion c = conversion_of(wave, op);
    const unsigned behind = c.is_stochastic || c.wide == WIDE_F32 ? 2 : 1;
    const uint32_t *scale = part_fetch(wave, op, &op->src[behind], 0, &scales);
    const uint32_t *given = c.is_stochastic ? part_fetch(wave, op, &op->src[1], 0, &seeds) : NULL;
    uint32_t results[SIX][LANES_MAX] = {0}, seed[LANES_MAX] = {0}, values[LANES_MAX];
    for (unsigned i = 0; i < wave->lanes && given; i++)
        seed[i] = given[i];
    for (unsigned k = 0; k < MANY; k++) {
        read_many(wave, op, &c, k, values);
        for (unsigned i = 0; i < wave->lanes; i++) {
            put_six(results, i, SIX * k, to_small(&c, values[i], scale_of(scale[i]), seed[i]));
            seed[i] = next_seed(seed[i]);
        }
    }
    parts_store(wave, op, results, SIX);
}

static void run_many_to_wide(struct wave *wave, const struct op *op)
{
    struct lane_buffer scales, buffers[2];
    const struct conversion c = conversion_of(wave, op);
    const uint32_t *scale = part_fetch(wave, op, &op->src[1], 0, &scales);
    const unsigned per = c.wide == WIDE_F32 ? 1 : 2;
    uint32_t results[MANY][LANES_MAX] = {0};
    for (unsigned k = 0; k < MANY; k++) {
        const unsigned word = SIX * k / 32, shift = SIX * k % 32;
        const unsigned next = shift > 32 - SIX ? word + 1 : word;
        const uint32_t *low = part_fetch(wave, op, &op->src[0], word, &buffers[0]);
        const uint32_t *high = part_fetch(wave, op, &op->src[0], next, &buffers[1]);
        for (unsigned i = 0; i < wave->lanes; i++) {
            uint64_t bits = (uint64_t)high[i] << 32 | low[i];
            uint32_t wide = to_wide(&c, bits >> shift & 0x3f, scale_of(scale[i]));
            results[k / per][i] |= wide << 16 * (k % per);
        }
    }
    parts_store(wave, op, results, MANY / per);
}

/* ---- The table ------------------------------------------------------------------------------- */

#define ROW_CORE(where, how, name, operands, core, what)                                           \
    {                                                                                              \
        name, operands, run_valu, core, .flags = how, .class = CLASS_VECTOR, .on = where,          \
                                        .argument = what                                           \
    }
#define FP8_ROW(how, name, operands, core, small)                                                  \
    ROW_CORE(ON_GFX940 | ON_GFX12, (how) | FLAG_SELECTS_BYTES, name, operands, core,               \
             CONVERSION(small, F32))
/* A GPU may use the random bits of a stochastic conversion differently. */
#define DOUBT_OF(how) ((how)&STOCHASTIC ? DOUBT_LAST_PLACE : DOUBT_NONE)
/* Rows whose result keeps the other parts of the old register, which is the last source. */
#define ROW_PART(where, name, operands, core, what)                                                \
    {                                                                                              \
        name, "+b32 " operands, run_valu, core,                                                    \
            .flags = FLAG_OWN_OP_SEL | FLAG_SATURATES, .class = CLASS_VECTOR, .habit = HABIT_MAY,  \
            .on = where, .doubt = DOUBT_OF(what), .argument = what                                 \
    }
#define ROW_SMALL(name, operands, core, how, small, wide)                                          \
    ROW_PART(ON_GFX950, "v_cvt_scalef32_" name, operands, core,                                    \
             CONVERSION(small, wide) | SCALED | (how))
#define ROW_WIDE(name, operands, core, small, wide)                                                \
    ROW_CORE(ON_GFX950, FLAG_OWN_OP_SEL | FLAG_NO_DENORM_FLUSH, "v_cvt_scalef32_" name, operands,  \
             core, CONVERSION(small, wide) | SCALED)
#define ROW_MANY(name_, operands_, driver, how, small, wide)                                       \
    {                                                                                              \
        .name = "v_cvt_scalef32_" name_, .operands = operands_, .run = driver,                     \
        .class = CLASS_VECTOR, .on = ON_GFX950, .doubt = DOUBT_OF(how),                            \
        .argument = CONVERSION(small, wide) | (how)                                                \
    }
/* Calls X for both kinds of floats of eight bits, or of six bits. */
#define ROWS_8(X) X("fp8", FP8) X("bf8", BF8)
#define ROWS_6(X) X("fp6", FP6) X("bf6", BF6)

#define ROWS_OF_8(n, small)                                                                        \
    ROW_SMALL("pk_" n "_f32", "f32 f32 f32", pair_to_small, 0, small, F32),                        \
        ROW_SMALL("pk_" n "_f16", "b32 f32", pair_to_small, 0, small, F16),                        \
        ROW_SMALL("pk_" n "_bf16", "b32 f32", pair_to_small, 0, small, BF16),                      \
        ROW_SMALL("sr_" n "_f32", "f32 b32 f32", one_to_small, STOCHASTIC, small, F32),            \
        ROW_SMALL("sr_" n "_f16", "b32 b32 f32", one_to_small, STOCHASTIC, small, F16),            \
        ROW_SMALL("sr_" n "_bf16", "b32 b32 f32", one_to_small, STOCHASTIC, small, BF16),          \
        ROW_WIDE("pk_f32_" n, "=b64 b32 f32", pair_to_wide, small, F32),                           \
        ROW_WIDE("pk_f16_" n, "=b32 b32 f32", pair_to_wide, small, F16),                           \
        ROW_WIDE("pk_bf16_" n, "=b32 b32 f32", pair_to_wide, small, BF16),                         \
        ROW_WIDE("f32_" n, "=b32 b32 f32", one_to_wide, small, F32),                               \
        ROW_WIDE("f16_" n, "+b32 b32 f32", one_to_wide, small, F16),
#define ROWS_OF_6(n, small)                                                                        \
    ROW_MANY("2xpk16_" n "_f32", "=b192 b512 b512 b32", run_many_to_small, 0, small, F32),         \
        ROW_MANY("pk32_" n "_f16", "=b192 b512 b32", run_many_to_small, 0, small, F16),            \
        ROW_MANY("pk32_" n "_bf16", "=b192 b512 b32", run_many_to_small, 0, small, BF16),          \
        ROW_MANY("sr_pk32_" n "_f32", "=b192 b1024 b32 b32", run_many_to_small, STOCHASTIC, small, \
                 F32),                                                                             \
        ROW_MANY("sr_pk32_" n "_f16", "=b192 b512 b32 b32", run_many_to_small, STOCHASTIC, small,  \
                 F16),                                                                             \
        ROW_MANY("sr_pk32_" n "_bf16", "=b192 b512 b32 b32", run_many_to_small, STOCHASTIC, small, \
                 BF16),                                                                            \
        ROW_MANY("pk32_f32_" n, "=b1024 b192 b32", run_many_to_wide, 0, small, F32),               \
        ROW_MANY("pk32_f16_" n, "=b512 b192 b32", run_many_to_wide, 0, small, F16),                \
        ROW_MANY("pk32_bf16_" n, "=b512 b192 b32", run_many_to_wide, 0, small, BF16),

static const struct instruction rows[] = {
    FP8_ROW(0, "v_cvt_f32_fp8", "=f32 b32", from_fp8, FP8),
    FP8_ROW(0, "v_cvt_f32_bf8", "=f32 b32", from_fp8, BF8),
    FP8_ROW(0, "v_cvt_pk_f32_fp8", "=pkf32 b16", pair_from_fp8, FP8),
    FP8_ROW(0, "v_cvt_pk_f32_bf8", "=pkf32 b16", pair_from_fp8, BF8),
    FP8_ROW(FLAG_SATURATES, "v_cvt_pk_fp8_f32", "=b16 f32 f32", pair_to_fp8, FP8),
    FP8_ROW(FLAG_SATURATES, "v_cvt_pk_bf8_f32", "=b16 f32 f32", pair_to_fp8, BF8),
    ROW_PART(ON_GFX940 | ON_GFX12, "v_cvt_sr_fp8_f32", "f32 b32", one_to_small,
             CONVERSION(FP8, F32) | STOCHASTIC),
    ROW_PART(ON_GFX940 | ON_GFX12, "v_cvt_sr_bf8_f32", "f32 b32", one_to_small,
             CONVERSION(BF8, F32) | STOCHASTIC),
    ROW_VALU_WITH(FLAG_SATURATES, ON_GFX950, "v_cvt_sr_f16_f32", "=b16 f32 b32", stochastic_16,
                  .doubt = DOUBT_LAST_PLACE, .argument = CONVERSION(FP8, F16)),
    ROW_VALU_WITH(FLAG_SATURATES, ON_GFX950, "v_cvt_sr_bf16_f32", "=b16 f32 b32", stochastic_16,
                  .doubt = DOUBT_LAST_PLACE, .argument = CONVERSION(FP8, BF16)),
    ROW_CORE(ON_GFX950, FLAG_SATURATES, "v_cvt_pk_f16_f32", "=b32 f32 f32", pair_to_halves, 0),
    ROW_VALU_ON(ON_GFX950, "v_prng_b32", "=b32 b32", prng),

    ROWS_8(ROWS_OF_8) ROWS_6(ROWS_OF_6)

        ROW_SMALL("pk_fp4_f32", "f32 f32 f32", pair_to_small, 0, FP4, F32),
    ROW_SMALL("pk_fp4_f16", "b32 f32", pair_to_small, 0, FP4, F16),
    ROW_SMALL("pk_fp4_bf16", "b32 f32", pair_to_small, 0, FP4, BF16),
    ROW_SMALL("sr_pk_fp4_f32", "pkf32 b32 f32", pair_to_small, STOCHASTIC, FP4, F32),
    ROW_SMALL("sr_pk_fp4_f16", "b32 b32 f32", pair_to_small, STOCHASTIC, FP4, F16),
    ROW_SMALL("sr_pk_fp4_bf16", "b32 b32 f32", pair_to_small, STOCHASTIC, FP4, BF16),
    ROW_WIDE("pk_f32_fp4", "=b64 b32 f32", pair_to_wide, FP4, F32),
    ROW_WIDE("pk_f16_fp4", "=b32 b32 f32", pair_to_wide, FP4, F16),
    ROW_WIDE("pk_bf16_fp4", "=b32 b32 f32", pair_to_wide, FP4, BF16),
};

const struct instruction_table ISA_NAME(table_minifloat) = {rows, sizeof rows / sizeof rows[0]};
