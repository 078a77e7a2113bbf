/* gfx950's conversions of floats of eight, six and four bits, with a scale: every code becomes the
 * number that its fields say, and every number the nearest code, found by trying them all, or the
 * one that a seed chooses.
 *
 * Encodings are made here, because the assembler is older than they are: see "VOP3A" in the CDNA4
 * ISA document, and its pseudo-code for the operands.
 */
#include "harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { D = 0, S0 = 32, S1 = 64, SCALE = 80, SEED = 81, VGPR = 256, MANY = 32 };
enum { MODE_OVERFLOW = 1 << 23, MODE_UP = 5, MODE_NO_DENORMS_F32 = 3 << 4 };

/* ---- Formats --------------------------------------------------------------------------------- */

struct format {
    unsigned bits, mantissa;
    int bias;
    bool has_nan, has_infinity; /* eight bits: one NaN, or infinities and NaNs */
};

static const struct format fp8 = {8, 3, 7, true, false}, bf8 = {8, 2, 15, true, true},
                           fp6 = {6, 3, 1, false, false}, bf6 = {6, 2, 3, false, false},
                           fp4 = {4, 1, 1, false, false}, f16 = {16, 10, 15, true, true},
                           bf16 = {16, 7, 127, true, true}, f32 = {32, 23, 127, true, true};

static double value_of(const struct format *f, uint32_t code)
{
    const uint32_t sign = 1u << (f->bits - 1), magnitude = code & (sign - 1);
    const unsigned exponent = magnitude >> f->mantissa, top = (sign - 1) >> f->mantissa;
    const double part = ldexp(magnitude & ((1u << f->mantissa) - 1), -(int)f->mantissa);
    double value = exponent ? ldexp(1 + part, (int)exponent - f->bias) : ldexp(part, 1 - f->bias);
    if (f->has_infinity && exponent == top)
        value = part > 0 ? NAN : INFINITY;
    else if (f->has_nan && !f->has_infinity && magnitude == sign - 1)
        value = NAN;
    return code & sign ? -value : value;
}

/* The largest finite number's code. */
static uint32_t largest(const struct format *f)
{
    const uint32_t all = (1u << (f->bits - 1)) - 1;
    return f->has_infinity ? all - (1u << f->mantissa) : f->has_nan ? all - 1 : all;
}

/* What becomes of too large numbers: infinity, NaN, or the largest. */
static uint32_t too_large(const struct format *f, bool saturates)
{
    return saturates ? largest(f) : f->has_nan ? largest(f) + 1 : largest(f);
}

static uint32_t nan_code(const struct format *f)
{
    return f->has_nan ? (1u << (f->bits - 1)) - 1 : largest(f);
}

/* Ties go to even codes; what lies half a step or more beyond the largest is too large. */
static uint32_t nearest(const struct format *f, double x, bool saturates)
{
    const uint32_t sign = signbit(x) ? 1u << (f->bits - 1) : 0, end = largest(f);
    const double magnitude = fabs(x), last = value_of(f, end);
    const double half = (last - value_of(f, end - 1)) / 2;
    uint32_t best = 0;
    if (isnan(x))
        return sign | nan_code(f);
    if (magnitude > last + half || (magnitude == last + half && end % 2))
        return sign | too_large(f, saturates);
    for (uint32_t code = 1; code <= end; code++) {
        double distance = fabs(value_of(f, code) - magnitude);
        double least = fabs(value_of(f, best) - magnitude);
        if (distance < least || (distance == least && code % 2 == 0))
            best = code;
    }
    return sign | best;
}

/* In units of the last bit that stays: the number with as many bits behind it as its own mantissa
 * has, and the seed's upper bits in their place added, cut off. */
static uint32_t stochastic(const struct format *f, const struct format *from, double x,
                           uint32_t seed, bool saturates)
{
    const uint32_t sign = signbit(x) ? 1u << (f->bits - 1) : 0;
    const unsigned cut = from->mantissa - f->mantissa;
    int exponent;
    if (isnan(x))
        return sign | nan_code(f);
    if (isinf(x))
        return sign | too_large(f, saturates);
    frexp(x, &exponent);
    exponent = x == 0 || exponent - 1 < 1 - f->bias ? 1 - f->bias : exponent - 1;
    const double unit = ldexp(1, exponent - (int)f->mantissa);
    const double units = floor(ldexp(fabs(x) / unit, (int)cut));
    const double sum = floor(ldexp(units + (double)(seed >> (32 - cut)), -(int)cut)) * unit;
    const uint32_t end = largest(f);
    if (x == 0)
        return sign;
    if (sum > value_of(f, end))
        return sign | too_large(f, saturates);
    uint32_t code = 0; /* the last one that is not larger */
    for (uint32_t step = 1u << (f->bits - 2); step; step >>= 1) {
        if (code + step <= end && value_of(f, code + step) <= sum)
            code += step;
    }
    return sign | code;
}

static uint32_t next_seed(uint32_t seed)
{
    return seed << 1 ^ (seed & 0x80000000 ? 0xc5 : 0);
}

/* Whether |code| is |x|, rounded to |f|, to nearest. */
static bool is_rounded(const struct format *f, uint32_t code, double x)
{
    const double got = value_of(f, code);
    int exponent;
    if (isnan(x))
        return isnan(got);
    frexp(x, &exponent);
    exponent = x == 0 || exponent - 1 < 1 - f->bias ? 1 - f->bias : exponent - 1;
    const double unit = ldexp(1, exponent - (int)f->mantissa);
    double right = nearbyint(x / unit) * unit;
    if (fabs(right) > value_of(f, largest(f)))
        right = copysign(INFINITY, x);
    return got == right && signbit(got) == signbit(x);
}

/* ---- Instructions ---------------------------------------------------------------------------- */

enum shape {
    TO_PAIR,   /* two registers or a packed one, scale */
    TO_ONE_SR, /* value, seed, scale */
    TO_PAIR_SR,
    FROM_PAIR, /* a half, or a byte of fp4; scale */
    FROM_ONE,
    TO_MANY, /* 16 registers, or twice as many, scale */
    TO_MANY_SR,
    FROM_MANY,
};

static const struct conversion {
    const char *name;
    unsigned opcode;
    enum shape shape;
    const struct format *small, *wide;
} conversions[] = {
    {"pk_fp8_f32", 0x235, TO_PAIR, &fp8, &f32},
    {"pk_fp8_f16", 0x240, TO_PAIR, &fp8, &f16},
    {"pk_fp8_bf16", 0x244, TO_PAIR, &fp8, &bf16},
    {"sr_fp8_f32", 0x237, TO_ONE_SR, &fp8, &f32},
    {"sr_fp8_f16", 0x242, TO_ONE_SR, &fp8, &f16},
    {"sr_fp8_bf16", 0x246, TO_ONE_SR, &fp8, &bf16},
    {"pk_f32_fp8", 0x239, FROM_PAIR, &fp8, &f32},
    {"pk_f16_fp8", 0x248, FROM_PAIR, &fp8, &f16},
    {"pk_bf16_fp8", 0x269, FROM_PAIR, &fp8, &bf16},
    {"f32_fp8", 0x23b, FROM_ONE, &fp8, &f32},
    {"f16_fp8", 0x24a, FROM_ONE, &fp8, &f16},
    {"pk_bf8_f32", 0x236, TO_PAIR, &bf8, &f32},
    {"pk_bf8_f16", 0x241, TO_PAIR, &bf8, &f16},
    {"pk_bf8_bf16", 0x245, TO_PAIR, &bf8, &bf16},
    {"sr_bf8_f32", 0x238, TO_ONE_SR, &bf8, &f32},
    {"sr_bf8_f16", 0x243, TO_ONE_SR, &bf8, &f16},
    {"sr_bf8_bf16", 0x247, TO_ONE_SR, &bf8, &bf16},
    {"pk_f32_bf8", 0x23a, FROM_PAIR, &bf8, &f32},
    {"pk_f16_bf8", 0x249, FROM_PAIR, &bf8, &f16},
    {"pk_bf16_bf8", 0x26a, FROM_PAIR, &bf8, &bf16},
    {"f32_bf8", 0x23c, FROM_ONE, &bf8, &f32},
    {"f16_bf8", 0x24b, FROM_ONE, &bf8, &f16},
    {"pk_fp4_f32", 0x23d, TO_PAIR, &fp4, &f32},
    {"pk_fp4_f16", 0x24c, TO_PAIR, &fp4, &f16},
    {"pk_fp4_bf16", 0x24d, TO_PAIR, &fp4, &bf16},
    {"sr_pk_fp4_f32", 0x23e, TO_PAIR_SR, &fp4, &f32},
    {"sr_pk_fp4_f16", 0x24e, TO_PAIR_SR, &fp4, &f16},
    {"sr_pk_fp4_bf16", 0x24f, TO_PAIR_SR, &fp4, &bf16},
    {"pk_f32_fp4", 0x23f, FROM_PAIR, &fp4, &f32},
    {"pk_f16_fp4", 0x250, FROM_PAIR, &fp4, &f16},
    {"pk_bf16_fp4", 0x251, FROM_PAIR, &fp4, &bf16},
    {"2xpk16_fp6_f32", 0x252, TO_MANY, &fp6, &f32},
    {"pk32_fp6_f16", 0x258, TO_MANY, &fp6, &f16},
    {"pk32_fp6_bf16", 0x259, TO_MANY, &fp6, &bf16},
    {"sr_pk32_fp6_f32", 0x254, TO_MANY_SR, &fp6, &f32},
    {"sr_pk32_fp6_f16", 0x25c, TO_MANY_SR, &fp6, &f16},
    {"sr_pk32_fp6_bf16", 0x25d, TO_MANY_SR, &fp6, &bf16},
    {"pk32_f32_fp6", 0x256, FROM_MANY, &fp6, &f32},
    {"pk32_f16_fp6", 0x260, FROM_MANY, &fp6, &f16},
    {"pk32_bf16_fp6", 0x261, FROM_MANY, &fp6, &bf16},
    {"2xpk16_bf6_f32", 0x253, TO_MANY, &bf6, &f32},
    {"pk32_bf6_f16", 0x25a, TO_MANY, &bf6, &f16},
    {"pk32_bf6_bf16", 0x25b, TO_MANY, &bf6, &bf16},
    {"sr_pk32_bf6_f32", 0x255, TO_MANY_SR, &bf6, &f32},
    {"sr_pk32_bf6_f16", 0x25e, TO_MANY_SR, &bf6, &f16},
    {"sr_pk32_bf6_bf16", 0x25f, TO_MANY_SR, &bf6, &bf16},
    {"pk32_f32_bf6", 0x257, FROM_MANY, &bf6, &f32},
    {"pk32_f16_bf6", 0x262, FROM_MANY, &bf6, &f16},
    {"pk32_bf16_bf6", 0x263, FROM_MANY, &bf6, &bf16},
};
enum { CONVERSIONS = sizeof conversions / sizeof conversions[0], PLACES = 4 };

/* The bits of op_sel for the |place|-th part of the register that is read or written. */
static unsigned op_sel_of(const struct conversion *c, unsigned place)
{
    switch (c->shape) {
    case TO_PAIR: return c->small->bits == 4 ? place << 2 : place << 3 & 8;
    case TO_ONE_SR:
    case TO_PAIR_SR: return place << 2;
    case FROM_PAIR: return c->small->bits == 4 ? place : place & 1;
    case FROM_ONE: return place | (c->wide->bits == 16 ? place << 3 & 8 : 0);
    default: return 0;
    }
}

static unsigned add(struct harness *h, const struct conversion *c, unsigned place)
{
    const bool has_seed = c->shape == TO_ONE_SR || c->shape == TO_PAIR_SR || c->shape == TO_MANY_SR;
    const bool is_apart = c->wide->bits == 32 && (c->shape == TO_PAIR || c->shape == TO_MANY);
    const unsigned second = has_seed ? SEED : is_apart ? S1 : SCALE;
    const unsigned third = has_seed || is_apart ? VGPR + SCALE : 0;
    return harness_add(h, ".long 0x%x\n.long 0x%x // v_cvt_scalef32_%s",
                       0xd0000000 | c->opcode << 16 | op_sel_of(c, place) << 11 | D,
                       (VGPR + S0) | (VGPR + second) << 9 | third << 18, c->name);
}

/* ---- One run --------------------------------------------------------------------------------- */

static uint32_t draw_scale(struct harness_random *random)
{
    const uint32_t bits = (uint32_t)random_bits(random), kind = bits >> 25 & 15;
    const uint32_t exponent = kind == 0   ? 0
                              : kind == 1 ? 254
                              : kind == 2 ? 255
                              : kind == 3 ? bits >> 3 & 0xff
                                          : 117 + (bits >> 3) % 20;
    return (bits & 0x807fffff) | exponent << 23;
}

static double scale_value(uint32_t bits)
{
    const int exponent = (int)(bits >> 23 & 0xff);
    return exponent == 255 ? NAN : ldexp(1, exponent - 127);
}

/* A number of a wide format near the range of the small one times the scale, often halfway between
 * two; sometimes any. */
static uint32_t draw_wide(struct harness_random *random, const struct conversion *c, uint32_t scale)
{
    const struct format *w = c->wide;
    const uint32_t bits = (uint32_t)random_bits(random), all = 0xffffffffu >> (32 - w->bits);
    const int range = c->small->bias + 4;
    int exponent = (int)(scale >> 23 & 0xff) - 127 +
                   (int)(random_bits(random) % (2 * (unsigned)range)) - range + w->bias;
    uint32_t fraction = bits & ((1u << w->mantissa) - 1);
    const int top = (int)((all >> 1) >> w->mantissa);
    if (random_bits(random) % 8 == 0)
        return random_32(random) & all;
    exponent = exponent < 0 ? 0 : exponent > top ? top : exponent;
    if (bits >> 31)
        fraction &= ~0u << (w->mantissa - c->small->mantissa - 1);
    return ((bits >> 30 & 1) << (w->bits - 1) | (uint32_t)exponent << w->mantissa | fraction) & all;
}

static uint32_t get_bits(const struct harness_state *state, unsigned reg, unsigned lane,
                         unsigned at, unsigned bits)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < bits; i++)
        value |= (state->vgpr[reg + (at + i) / 32][lane] >> (at + i) % 32 & 1) << i;
    return value;
}

static void put_bits(struct harness_state *state, unsigned reg, unsigned lane, unsigned at,
                     unsigned bits, uint32_t value)
{
    for (unsigned i = 0; i < bits; i++) {
        uint32_t *word = &state->vgpr[reg + (at + i) / 32][lane];
        *word = (*word & ~(1u << (at + i) % 32)) | (value >> i & 1) << (at + i) % 32;
    }
}

static unsigned count_of(enum shape shape)
{
    return shape >= TO_MANY ? MANY : shape == TO_ONE_SR || shape == FROM_ONE ? 1 : 2;
}

/* Where the |i|-th source is: its register and bit. */
static unsigned source_place(const struct conversion *c, unsigned place, unsigned i, unsigned *at)
{
    const unsigned wide = c->wide->bits, small = c->small->bits;
    *at = 0;
    switch (c->shape) {
    case FROM_PAIR: *at = (small == 4 ? 8 * place : 16 * (place & 1)) + i * small; return S0;
    case FROM_ONE: *at = 8 * place; return S0;
    case FROM_MANY: *at = i * small; return S0;
    case TO_MANY:
        if (wide == 32)
            return (i % 2 ? S1 : S0) + i / 2;
        break;
    case TO_PAIR:
        if (wide == 32)
            return i ? S1 : S0;
        break;
    default: break;
    }
    *at = i * wide;
    return S0;
}

/* The bit of the |i|-th result. */
static unsigned result_place(const struct conversion *c, unsigned place, unsigned i)
{
    const unsigned small = c->small->bits;
    switch (c->shape) {
    case TO_PAIR: return (small == 4 ? 8 * place : 16 * (place & 1)) + i * small;
    case TO_ONE_SR: return 8 * place;
    case TO_PAIR_SR: return 8 * place + i * small;
    case FROM_ONE: return c->wide->bits == 16 ? 16 * (place & 1) : 0;
    case TO_MANY:
    case TO_MANY_SR: return i * small;
    default: return i * c->wide->bits;
    }
}

static bool makes_small(const struct conversion *c)
{
    return c->shape != FROM_PAIR && c->shape != FROM_ONE && c->shape != FROM_MANY;
}

/* The code that the |i|-th number of a lane becomes. */
static uint32_t expected_code(const struct conversion *c, const struct harness_state *before,
                              unsigned lane, unsigned i, uint32_t bits)
{
    const bool is_stochastic =
        c->shape == TO_ONE_SR || c->shape == TO_PAIR_SR || c->shape == TO_MANY_SR;
    const bool saturates = before->mode & MODE_OVERFLOW;
    const double scale = scale_value(before->vgpr[SCALE][lane]);
    double x = value_of(c->wide, bits);
    if (c->wide == &f32 && !(before->mode & MODE_NO_DENORMS_F32) && fabs(x) < 0x1p-126)
        x = copysign(0, x);
    x = isnan(scale) ? copysign(NAN, x) : x / scale;
    uint32_t seed = before->vgpr[SEED][lane];
    for (unsigned n = 0; n < i; n++)
        seed = next_seed(seed);
    return is_stochastic ? stochastic(c->small, c->wide, x, seed, saturates)
                         : nearest(c->small, x, saturates);
}

/* The bits of |right| that are results are replaced by the right ones, if these are known exactly;
 * results that need only be near are copied. */
static void check_lane(struct harness *h, unsigned id, const struct conversion *c, unsigned place,
                       const struct harness_state *before, const struct harness_state *after,
                       unsigned lane)
{
    const unsigned count = count_of(c->shape), width = (makes_small(c) ? c->small : c->wide)->bits;
    for (unsigned i = 0; i < count; i++) {
        unsigned at, reg = source_place(c, place, i, &at);
        const struct format *from = makes_small(c) ? c->wide : c->small;
        const uint32_t bits = get_bits(before, reg, lane, at, from->bits);
        const uint32_t got = get_bits(after, D, lane, result_place(c, place, i), width);
        if (makes_small(c)) {
            const uint32_t right = expected_code(c, before, lane, i, bits);
            if (got != right)
                harness_fail(h, id, lane, "number %u, %#x (%g), scale %#x, seed %#x: %#x, not %#x",
                             i, bits, value_of(from, bits), before->vgpr[SCALE][lane],
                             before->vgpr[SEED][lane], got, right);
        } else {
            const double x = value_of(from, bits) * scale_value(before->vgpr[SCALE][lane]);
            if (!is_rounded(c->wide, got, x))
                harness_fail(h, id, lane, "number %u, %#x, scale %#x: %#x (%g), not %g", i, bits,
                             before->vgpr[SCALE][lane], got, value_of(c->wide, got), x);
        }
    }
}

/* What no result is in stays. */
static void check_rest(struct harness *h, unsigned id, const struct conversion *c, unsigned place,
                       const struct harness_state *before, const struct harness_state *after,
                       unsigned lane, bool is_active)
{
    static struct harness_state right;
    const unsigned width = (makes_small(c) ? c->small : c->wide)->bits;
    for (unsigned reg = 0; reg < 33; reg++)
        right.vgpr[reg][lane] = before->vgpr[reg][lane];
    for (unsigned i = 0; i < count_of(c->shape) && is_active; i++) {
        const unsigned at = result_place(c, place, i);
        put_bits(&right, D, lane, at, width, get_bits(after, D, lane, at, width));
    }
    for (unsigned reg = 0; reg < 33; reg++) {
        if (after->vgpr[reg][lane] != right.vgpr[reg][lane] && reg < 32)
            harness_fail(h, id, lane, "v%u: %#x becomes %#x", reg, before->vgpr[reg][lane],
                         after->vgpr[reg][lane]);
    }
}

static void check(struct harness *h, unsigned id, const struct conversion *c, unsigned place,
                  uint32_t mode, unsigned seed)
{
    static struct harness_state before, after;
    struct harness_random random = {seed};
    random_state(&random, h, &before);
    before.mode = mode;
    const uint64_t exec = seed % 3 == 0 ? random_bits(&random) : ~0ull;
    state_set_mask(&before, SGPR_EXEC, exec);
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        const uint32_t scale = before.vgpr[SCALE][lane] = draw_scale(&random);
        before.vgpr[SEED][lane] = (uint32_t)random_bits(&random);
        for (unsigned i = 0; i < count_of(c->shape); i++) {
            unsigned at, reg = source_place(c, place, i, &at);
            if (makes_small(c))
                put_bits(&before, reg, lane, at, c->wide->bits, draw_wide(&random, c, scale));
            else
                put_bits(&before, reg, lane, at, c->small->bits, (uint32_t)random_bits(&random));
        }
    }
    after = before;
    if (!harness_run(h, id, &after)) {
        harness_fail(h, id, 0, "%s", harness_fault(h)->message);
        return;
    }
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        if (exec >> lane & 1)
            check_lane(h, id, c, place, &before, &after, lane);
        check_rest(h, id, c, place, &before, &after, lane, exec >> lane & 1);
    }
}

/* ---- To sixteen bits ------------------------------------------------------------------------- */

enum { SR_F16, SR_F16_HIGH, SR_BF16, SR_BF16_HIGH, PK_F16, PRNG, PLAIN };

static void add_plain(struct harness *h, unsigned ids[PLAIN])
{
    static const uint32_t words[PLAIN] = {
        [SR_F16] = 0xd2a60000,       [SR_F16_HIGH] = 0xd2a64000, [SR_BF16] = 0xd2a70000,
        [SR_BF16_HIGH] = 0xd2a74000, [PK_F16] = 0xd2670000,      [PRNG] = 0x7e00b100 + S0};
    for (unsigned i = 0; i < PRNG; i++)
        ids[i] =
            harness_add(h, ".long 0x%x\n.long 0x%x", words[i] | D, (VGPR + S0) | (VGPR + S1) << 9);
    ids[PRNG] = harness_add(h, ".long 0x%x", words[PRNG]);
}

static void check_plain(struct harness *h, const unsigned ids[PLAIN], unsigned which, uint32_t mode,
                        unsigned seed)
{
    static const struct conversion like[] = {{"", 0, TO_PAIR, &f16, &f32}};
    static struct harness_state before, after;
    struct harness_random random = {seed};
    const unsigned id = ids[which];
    random_state(&random, h, &before);
    before.mode = mode;
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        before.vgpr[S0][lane] = draw_wide(&random, &like[0], 0x3f800000);
        before.vgpr[S1][lane] = which == PK_F16 ? draw_wide(&random, &like[0], 0x3f800000)
                                                : (uint32_t)random_bits(&random);
    }
    after = before;
    if (!harness_run(h, id, &after)) {
        harness_fail(h, id, 0, "%s", harness_fault(h)->message);
        return;
    }
    for (unsigned lane = 0; lane < LANES_MAX; lane++) {
        const uint32_t a = before.vgpr[S0][lane], b = before.vgpr[S1][lane];
        const uint32_t old = before.vgpr[D][lane], got = after.vgpr[D][lane];
        const bool is_high = which == SR_F16_HIGH || which == SR_BF16_HIGH;
        const uint32_t part = is_high ? got >> 16 : got & 0xffff;
        const uint32_t kept = is_high ? (got ^ old) & 0xffff : (got ^ old) >> 16;
        if (which == PRNG) {
            if (got != next_seed(a))
                harness_fail(h, id, lane, "%#x: %#x, not %#x", a, got, next_seed(a));
        } else if (which == PK_F16) {
            if (!is_rounded(&f16, part, value_of(&f32, a)) ||
                !is_rounded(&f16, got >> 16, value_of(&f32, b)))
                harness_fail(h, id, lane, "%g, %g: %#x", value_of(&f32, a), value_of(&f32, b), got);
        } else {
            const struct format *to = which <= SR_F16_HIGH ? &f16 : &bf16;
            const uint32_t right = stochastic(to, &f32, value_of(&f32, a), b, false);
            bool is_right = isnan(value_of(to, right)) ? isnan(value_of(to, part)) : part == right;
            if (!is_right || kept)
                harness_fail(h, id, lane, "%#x (%g), seed %#x: %#x, not %#x", a, value_of(&f32, a),
                             b, got, right);
        }
    }
}

int main(void)
{
    enum { RUNS = 2, UP = HARNESS_MODE | MODE_UP };
    static const uint32_t modes[] = {HARNESS_MODE, UP, HARNESS_MODE | MODE_OVERFLOW,
                                     HARNESS_MODE & ~MODE_NO_DENORMS_F32};
    unsigned ids[CONVERSIONS][PLACES], plain[PLAIN];
    struct harness *h = harness_open("gfx950", 64);
    for (unsigned i = 0; i < CONVERSIONS; i++) {
        for (unsigned place = 0; place < PLACES; place++)
            ids[i][place] = add(h, &conversions[i], place);
    }
    add_plain(h, plain);
    harness_assemble(h);
    for (unsigned i = 0; i < CONVERSIONS; i++) {
        const unsigned places = conversions[i].shape >= TO_MANY ? 1 : PLACES;
        for (unsigned n = 0; n < 4 * places * harness_runs(RUNS); n++)
            check(h, ids[i][n / 4 % places], &conversions[i], n / 4 % places, modes[n % 4],
                  n * 64 + i);
    }
    for (unsigned which = 0; which < PLAIN; which++) {
        for (unsigned n = 0; n < harness_runs(8); n++)
            check_plain(h, plain, which, modes[n % 2], n * 8 + which);
    }
    unsigned failures = harness_failures(h);
    harness_close(h);
    return failures > 0;
}
