/* See operands.h. */
#include "operands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const uint16_t edges_16[] = {0,      0x8000, 1,      0x8001, 0x03ff, 0x0400, 0x8400, 0x3800,
                                    0x3c00, 0xbc00, 0x3bff, 0x3c01, 0x3e00, 0x4000, 0x6400, 0x7bff,
                                    0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfe01, 0x7c01, 0xfd00, 0x5bff};
static const uint32_t edges_32[] = {
    0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x00800000, 0x80800000,
    0x3f000000, 0x3f800000, 0xbf800000, 0x3f7fffff, 0x3f800001, 0x3fc00000, 0x40000000,
    0x4b000000, 0x4b7fffff, 0xcf000000, 0x4f000000, 0x4f800000, 0x7f7fffff, 0xff7fffff,
    0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0xffa00000};
static const uint64_t edges_64[] = {0,
                                    0x8000000000000000,
                                    1,
                                    0x8000000000000001,
                                    0x000fffffffffffff,
                                    0x0010000000000000,
                                    0x8010000000000000,
                                    0x3fe0000000000000,
                                    0x3ff0000000000000,
                                    0xbff0000000000000,
                                    0x3fefffffffffffff,
                                    0x3ff0000000000001,
                                    0x3ff8000000000000,
                                    0x4330000000000000,
                                    0x433fffffffffffff,
                                    0x41dfffffffc00000,
                                    0xc1e0000000000000,
                                    0x41f0000000000000,
                                    0x7fefffffffffffff,
                                    0xffefffffffffffff,
                                    0x7ff0000000000000,
                                    0xfff0000000000000,
                                    0x7ff8000000000000,
                                    0xfff8000000012345,
                                    0x7ff0000000000001,
                                    0xfff4000000000000};

unsigned operand_edges(enum format format)
{
    return format == F16   ? sizeof edges_16 / sizeof edges_16[0]
           : format == F32 ? sizeof edges_32 / sizeof edges_32[0]
                           : sizeof edges_64 / sizeof edges_64[0];
}

uint64_t operand_edge(enum format format, unsigned index)
{
    index %= operand_edges(format);
    return format == F16 ? edges_16[index] : format == F32 ? edges_32[index] : edges_64[index];
}

uint64_t operand_random(struct harness_random *random, enum format format)
{
    uint64_t bits = random_bits(random), more = random_bits(random);
    switch (more & 7) {
    case 0:
    case 1: return operand_edge(format, (unsigned)(more >> 8));
    case 2: /* few bits set: ties, exact results */
        bits &= format == F64 ? 0xffffe00000000000 : format == F32 ? 0xffff8000 : 0xffc0;
        break;
    default: break;
    }
    if (more & 8) { /* around 1 */
        if (format == F16)
            bits = (bits & 0x83ff) | (0x3400 + (bits >> 16 & 0x1c00));
        else if (format == F32)
            bits = (bits & 0x807fffff) | (0x3d000000 + ((bits >> 32 & 15) << 23));
        else
            bits = (bits & 0x800fffffffffffff) | (0x3fb0000000000000 + ((more >> 16 & 15) << 52));
    }
    return format == F16 ? bits & 0xffff : format == F32 ? bits & UINT32_MAX : bits;
}

uint64_t lane_get(const struct harness_state *state, unsigned reg, unsigned lane,
                  enum format format)
{
    if (format == F64)
        return state_pair(state, reg, lane);
    return state->vgpr[reg][lane] & (format == F16 ? 0xffff : UINT32_MAX);
}

/* The upper half of a register that holds a half is left as it is: noise. */
void lane_set(struct harness_state *state, unsigned reg, unsigned lane, enum format format,
              uint64_t bits)
{
    uint32_t kept = format == F16 ? state->vgpr[reg][lane] & 0xffff0000 : 0;
    state->vgpr[reg][lane] = kept | (uint32_t)bits;
    if (format == F64)
        state->vgpr[reg + 1][lane] = (uint32_t)(bits >> 32);
}

char *operand_text(char *out, size_t size, const char *pattern, enum format result,
                   const enum format sources[3])
{
    size_t length = 0;
    out[0] = '\0';
    for (const char *at = pattern; *at && length + 16 < size; at++) {
        unsigned reg = *at == 'D' ? RESULT : FIRST_SOURCE + 2 * (unsigned)(*at - 'A');
        bool is_operand = strchr("ABCD", *at) && (at == pattern || !strchr("_", at[-1]));
        enum format format = *at == 'D' ? result : is_operand ? sources[*at - 'A'] : F32;
        if (!is_operand)
            length += (size_t)snprintf(out + length, size - length, "%c", *at);
        else if (format == F64)
            length += (size_t)snprintf(out + length, size - length, "v[%u:%u]", reg, reg + 1);
        else
            length += (size_t)snprintf(out + length, size - length, "v%u", reg);
    }
    return out;
}

/* ---- Reference ------------------------------------------------------------------------------ */

/* MPFR's numbers are 0.1... * 2^e: the least denormal and the greatest number have these e. */
static const struct {
    int precision;
    long emin, emax;
    uint64_t sign, infinity;
} formats[] = {
    [F16] = {11, -23, 16, 0x8000, 0x7c00},
    [F32] = {24, -148, 128, 0x80000000, 0x7f800000},
    [F64] = {53, -1073, 1024, 0x8000000000000000, 0x7ff0000000000000},
};

static const mpfr_rnd_t directions[] = {
    [ROUND_NEAREST] = MPFR_RNDN,
    [ROUND_UP] = MPFR_RNDU,
    [ROUND_DOWN] = MPFR_RNDD,
    [ROUND_ZERO] = MPFR_RNDZ,
};

bool format_is_nan(enum format format, uint64_t bits)
{
    return (bits & (formats[format].sign - 1)) > formats[format].infinity;
}

static uint64_t quiet_bit(enum format format) /* below the exponent */
{
    return (formats[format].infinity & (0 - formats[format].infinity)) >> 1;
}

static bool is_signalling(enum format format, uint64_t bits)
{
    return format_is_nan(format, bits) && !(bits & quiet_bit(format));
}

bool format_equal(enum format format, uint64_t a, uint64_t b)
{
    return a == b || (format_is_nan(format, a) && format_is_nan(format, b));
}

uint64_t format_flush(enum format format, uint64_t bits, bool flush)
{
    return flush && !(bits & formats[format].infinity) ? bits & formats[format].sign : bits;
}

void format_get(enum format format, uint64_t bits, mpfr_t out)
{
    if (format == F64) {
        double x;
        memcpy(&x, &bits, sizeof x);
        mpfr_set_d(out, x, MPFR_RNDN);
    } else if (format == F32) {
        float x;
        uint32_t narrow = (uint32_t)bits;
        memcpy(&x, &narrow, sizeof x);
        mpfr_set_flt(out, x, MPFR_RNDN);
    } else {
        int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 0x3ff);
        double x = exponent == 31 ? (fraction ? NAN : INFINITY)
                   : exponent     ? ldexp(fraction + 1024, exponent - 25)
                                  : ldexp(fraction, -24);
        mpfr_set_d(out, bits & 0x8000 ? -x : x, MPFR_RNDN);
    }
}

/* The bits of a number that the format has. */
static uint64_t exact_bits(enum format format, mpfr_t x)
{
    uint64_t sign = mpfr_signbit(x) ? formats[format].sign : 0;
    if (mpfr_nan_p(x))
        return formats[format].infinity + 1;
    if (mpfr_inf_p(x))
        return sign | formats[format].infinity;
    if (mpfr_zero_p(x))
        return sign;
    int stored = formats[format].precision - 1;
    long least = formats[format].emin + stored; /* of a normal number */
    long exponent = mpfr_get_exp(x);
    MPFR_DECL_INIT(magnitude, 64);
    mpfr_abs(magnitude, x, MPFR_RNDN);
    long unit = (exponent < least ? least : exponent) - formats[format].precision;
    mpfr_mul_2si(magnitude, magnitude, -unit, MPFR_RNDN);
    uint64_t fraction = mpfr_get_uj(magnitude, MPFR_RNDZ);
    uint64_t biased = exponent < least ? 0 : (uint64_t)(exponent - least);
    return sign | ((biased << stored) + fraction);
}

uint64_t format_round(enum format format, mpfr_t x, unsigned rounding)
{
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    mpfr_rnd_t direction = directions[rounding];
    mp_limb_t limb;
    mpfr_t rounded;
    mpfr_custom_init_set(rounded, MPFR_NAN_KIND, 0, formats[format].precision, &limb);
    mpfr_set_emin(formats[format].emin);
    mpfr_set_emax(formats[format].emax);
    int inexact = mpfr_set(rounded, x, direction);
    inexact = mpfr_check_range(rounded, inexact, direction);
    mpfr_subnormalize(rounded, inexact, direction);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    return exact_bits(format, rounded);
}

/* ---- Minimum and maximum, on bits ------------------------------------------------------------ */

static int compare(enum format format, uint64_t a, uint64_t b)
{
    MPFR_DECL_INIT(x, 64);
    MPFR_DECL_INIT(y, 64);
    format_get(format, a, x);
    format_get(format, b, y);
    int order = mpfr_cmp(x, y);
    if (order == 0 && mpfr_zero_p(x))
        order = (mpfr_signbit(y) != 0) - (mpfr_signbit(x) != 0);
    return order;
}

static uint64_t choose(enum format format, uint64_t a, uint64_t b, bool least, bool ieee)
{
    if (ieee && is_signalling(format, a))
        return a | quiet_bit(format);
    if (ieee && is_signalling(format, b))
        return b | quiet_bit(format);
    if (format_is_nan(format, a))
        return format_is_nan(format, b) ? b | quiet_bit(format) : b;
    if (format_is_nan(format, b))
        return a;
    return (compare(format, a, b) < 0) == least ? a : b;
}

static uint64_t choose_3(enum operation operation, enum format format, const uint64_t *in,
                         bool ieee)
{
    uint64_t low = choose(format, in[0], in[1], true, ieee);
    uint64_t high = choose(format, in[0], in[1], false, ieee);
    bool has_nan = format_is_nan(format, in[0]) || format_is_nan(format, in[1]) ||
                   format_is_nan(format, in[2]);
    switch (operation) {
    case OP_MIN3: return choose(format, low, in[2], true, ieee);
    case OP_MAX3: return choose(format, high, in[2], false, ieee);
    case OP_MINMAX: return choose(format, low, in[2], false, ieee);
    case OP_MAXMIN: return choose(format, high, in[2], true, ieee);
    default: break;
    }
    if (has_nan)
        return choose(format, low, in[2], true, ieee);
    for (unsigned i = 0; i < 3; i++) { /* the one between the others */
        uint64_t before = in[(i + 1) % 3], behind = in[(i + 2) % 3];
        int one = compare(format, in[i], before), other = compare(format, in[i], behind);
        if ((one >= 0 && other <= 0) || (one <= 0 && other >= 0))
            return in[i];
    }
    return in[0];
}

/* ---- Arithmetic ------------------------------------------------------------------------------ */

/* Room for the sum of the least and the greatest product of the format, exact: (2 * emin) to
 * (2 * emax) bits. The memory is the caller's: these are made by the million. */
enum { EXACT = 4400, EXACT_LIMBS = EXACT / GMP_NUMB_BITS + 1 };

static void exact_init(mpfr_t x, enum format format, mp_limb_t *limbs)
{
    static const int precisions[] = {[F16] = 128, [F32] = 640, [F64] = EXACT};
    mpfr_custom_init_set(x, MPFR_NAN_KIND, 0, precisions[format], limbs);
}

static uint64_t arithmetic(enum operation operation, enum format format, const uint64_t *in,
                           unsigned rounding)
{
    mp_limb_t limbs[EXACT_LIMBS];
    mpfr_t r;
    exact_init(r, format, limbs);
    MPFR_DECL_INIT(a, 64);
    MPFR_DECL_INIT(b, 64);
    MPFR_DECL_INIT(c, 64);
    format_get(format, in[0], a);
    format_get(format, in[1], b);
    format_get(format, in[2], c);
    mpfr_rnd_t direction = directions[rounding];
    uint64_t bits = 0;
    bool is_done = false, zero_factor = mpfr_zero_p(a) || mpfr_zero_p(b);
    switch (operation) {
    case OP_ADD: mpfr_add(r, a, b, direction); break;
    case OP_SUB: mpfr_sub(r, a, b, direction); break;
    case OP_SUBREV: mpfr_sub(r, b, a, direction); break;
    case OP_MUL: mpfr_mul(r, a, b, direction); break;
    case OP_MUL_LEGACY:
        mpfr_mul(r, a, b, direction);
        if (zero_factor)
            mpfr_set_zero(r, 1);
        break;
    case OP_FMA_LEGACY:
        if (zero_factor) {
            mpfr_set_zero(a, 1);
            mpfr_set_zero(b, 1);
        } /* fall through */
    case OP_FMA:
    case OP_FMAC: mpfr_fma(r, a, b, c, direction); break; /* which gives an exact zero its sign */
    case OP_MAD: {
        mpfr_mul(r, a, b, direction);
        uint64_t product = format_flush(format, format_round(format, r, rounding), format == F32);
        format_get(format, product, r);
        mpfr_add(r, r, c, direction);
        break;
    }
    case OP_FRACT:
        mpfr_floor(r, a);
        mpfr_sub(r, a, r, direction);
        bits = format_round(format, r, rounding);
        format_get(format, bits, r);
        if (!mpfr_nan_p(r) && mpfr_cmp_ui(r, 1) >= 0) { /* it stays below */
            mpfr_set_ui(r, 1, MPFR_RNDN);
            mpfr_nextbelow(r);
            bits = format_round(format, r, ROUND_ZERO);
        }
        is_done = true;
        break;
    case OP_FLOOR: mpfr_floor(r, a); break;
    case OP_CEIL: mpfr_ceil(r, a); break;
    case OP_TRUNC: mpfr_trunc(r, a); break;
    case OP_RNDNE: mpfr_rint(r, a, MPFR_RNDN); break;
    case OP_FREXP_MANT:
        mpfr_set(r, a, MPFR_RNDN);
        if (mpfr_regular_p(r))
            mpfr_set_exp(r, 0);
        break;
    case OP_FREXP_EXP:
        bits = (uint64_t)(mpfr_regular_p(a) ? mpfr_get_exp(a) : 0);
        is_done = true;
        break;
    case OP_LDEXP:
        mpfr_mul_2si(r, a, format == F16 ? (int16_t)in[1] : (int32_t)in[1], direction);
        break;
    default: mpfr_set_nan(r); break;
    }
    if (!is_done)
        bits = format_round(format, r, rounding);
    return bits;
}

static uint64_t lit_product(enum format format, const uint64_t *in, unsigned rounding)
{
    const uint64_t least = 0xff7fffff;
    MPFR_DECL_INIT(c, 64);
    format_get(format, in[2], c);
    if (format_is_nan(format, in[1]) || compare(format, in[1], least) <= 0 || mpfr_nan_p(c) ||
        mpfr_sgn(c) <= 0)
        return least;
    return arithmetic(OP_MUL_LEGACY, format, in, rounding);
}

static uint64_t modify_result(enum format format, uint64_t bits, const struct modifiers *modifiers,
                              const struct float_mode *mode, unsigned rounding)
{
    MPFR_DECL_INIT(x, 64);
    if (modifiers->clamp) {
        format_get(format, bits, x);
        if (mpfr_nan_p(x))
            bits = mode->dx10_clamp ? 0 : bits;
        else if (mpfr_cmp_ui(x, 0) <= 0)
            bits = 0;
        else if (mpfr_cmp_ui(x, 1) > 0)
            mpfr_set_ui(x, 1, MPFR_RNDN), bits = format_round(format, x, rounding);
    }
    return bits;
}

uint64_t reference_compute(enum operation operation, enum format format, const uint64_t *in,
                           const struct float_mode *mode, const struct modifiers *modifiers)
{
    bool always = format == F32 && operation == OP_MAD;
    bool flush_in = always || (format == F32 ? mode->flush_in32 : mode->flush_in16_64);
    bool flush_out = always || (format == F32 ? mode->flush_out32 : mode->flush_out16_64);
    unsigned rounding = format == F32 ? mode->round32 : mode->round16_64;
    uint64_t sources[3], bits;
    for (unsigned i = 0; i < 3; i++) {
        bool is_integer = operation == OP_LDEXP && i == 1;
        sources[i] = in[i];
        if (is_integer)
            continue;
        sources[i] &= modifiers->abs[i] ? ~formats[format].sign : ~0ull;
        sources[i] ^= modifiers->neg[i] ? formats[format].sign : 0;
        sources[i] = format_flush(format, sources[i], flush_in);
    }
    switch (operation) {
    case OP_MULLIT: bits = lit_product(format, sources, rounding); break;
    case OP_MIN:
    case OP_MAX:
        bits = choose(format, sources[0], sources[1], operation == OP_MIN, mode->ieee);
        break;
    case OP_MIN3:
    case OP_MAX3:
    case OP_MED3:
    case OP_MINMAX:
    case OP_MAXMIN: bits = choose_3(operation, format, sources, mode->ieee); break;
    case OP_FREXP_EXP: return arithmetic(operation, format, sources, rounding);
    default: bits = arithmetic(operation, format, sources, rounding); break;
    }
    bits = modify_result(format, bits, modifiers, mode, rounding);
    return format_flush(format, bits, flush_out);
}
