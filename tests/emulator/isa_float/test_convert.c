/* Conversions: from every half, and from random floats, doubles and integers with their edges;
 * float results against MPFR in every rounding mode, integer results against arithmetic in long
 * double, in which all sources are exact.
 */
#include "operands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GFX90A = 1, GFX1030 = 2, GFX1100 = 4, ALL = 7, OLDER = 3, RUNS = 40 };
enum source { FROM_F16, FROM_F32, FROM_F64, FROM_I16, FROM_U16, FROM_I32, FROM_U32 };
enum result { TO_F16, TO_F32, TO_F64, TO_I16, TO_U16, TO_I32, TO_U32 };
/* What is done on the way to an integer. */
enum how { TRUNCATE, NEAREST_UP, DOWN, NORM_I16, NORM_U16, UBYTE, OFFSET_I4 };

static const struct conversion {
    const char *name;
    enum source from;
    enum result to;
    enum how how;
    unsigned on, byte;
} conversions[] = {
    {"v_cvt_f16_f32", FROM_F32, TO_F16, TRUNCATE, ALL, 0},
    {"v_cvt_f32_f16", FROM_F16, TO_F32, TRUNCATE, ALL, 0},
    {"v_cvt_f32_f64", FROM_F64, TO_F32, TRUNCATE, ALL, 0},
    {"v_cvt_f64_f32", FROM_F32, TO_F64, TRUNCATE, ALL, 0},
    {"v_cvt_f32_i32", FROM_I32, TO_F32, TRUNCATE, ALL, 0},
    {"v_cvt_f32_u32", FROM_U32, TO_F32, TRUNCATE, ALL, 0},
    {"v_cvt_f64_i32", FROM_I32, TO_F64, TRUNCATE, ALL, 0},
    {"v_cvt_f64_u32", FROM_U32, TO_F64, TRUNCATE, ALL, 0},
    {"v_cvt_f16_i16", FROM_I16, TO_F16, TRUNCATE, ALL, 0},
    {"v_cvt_f16_u16", FROM_U16, TO_F16, TRUNCATE, ALL, 0},
    {"v_cvt_i32_f32", FROM_F32, TO_I32, TRUNCATE, ALL, 0},
    {"v_cvt_u32_f32", FROM_F32, TO_U32, TRUNCATE, ALL, 0},
    {"v_cvt_i32_f64", FROM_F64, TO_I32, TRUNCATE, ALL, 0},
    {"v_cvt_u32_f64", FROM_F64, TO_U32, TRUNCATE, ALL, 0},
    {"v_cvt_i16_f16", FROM_F16, TO_I16, TRUNCATE, ALL, 0},
    {"v_cvt_u16_f16", FROM_F16, TO_U16, TRUNCATE, ALL, 0},
    {"v_cvt_rpi_i32_f32", FROM_F32, TO_I32, NEAREST_UP, OLDER, 0},
    {"v_cvt_nearest_i32_f32", FROM_F32, TO_I32, NEAREST_UP, GFX1100, 0},
    {"v_cvt_flr_i32_f32", FROM_F32, TO_I32, DOWN, OLDER, 0},
    {"v_cvt_floor_i32_f32", FROM_F32, TO_I32, DOWN, GFX1100, 0},
    {"v_cvt_norm_i16_f16", FROM_F16, TO_I16, NORM_I16, ALL, 0},
    {"v_cvt_norm_u16_f16", FROM_F16, TO_U16, NORM_U16, ALL, 0},
    {"v_cvt_f32_ubyte0", FROM_U32, TO_F32, UBYTE, ALL, 0},
    {"v_cvt_f32_ubyte1", FROM_U32, TO_F32, UBYTE, ALL, 1},
    {"v_cvt_f32_ubyte2", FROM_U32, TO_F32, UBYTE, ALL, 2},
    {"v_cvt_f32_ubyte3", FROM_U32, TO_F32, UBYTE, ALL, 3},
    {"v_cvt_off_f32_i4", FROM_U32, TO_F32, OFFSET_I4, ALL, 0},
};
enum { CONVERSIONS = sizeof conversions / sizeof conversions[0] };

/* Two floats or halves into the halves of a register. */
static const struct packing {
    const char *name;
    enum format from;
    enum how how; /* TRUNCATE: to halves, toward zero */
    bool is_integer;
    unsigned on;
} packings[] = {
    {"v_cvt_pkrtz_f16_f32", F32, TRUNCATE, false, OLDER},
    {"v_cvt_pk_rtz_f16_f32", F32, TRUNCATE, false, GFX1100},
    {"v_cvt_pknorm_i16_f32", F32, NORM_I16, true, OLDER},
    {"v_cvt_pknorm_u16_f32", F32, NORM_U16, true, OLDER},
    {"v_cvt_pk_norm_i16_f32", F32, NORM_I16, true, GFX1100},
    {"v_cvt_pk_norm_u16_f32", F32, NORM_U16, true, GFX1100},
    {"v_cvt_pknorm_i16_f16", F16, NORM_I16, true, OLDER},
    {"v_cvt_pknorm_u16_f16", F16, NORM_U16, true, OLDER},
    {"v_cvt_pk_norm_i16_f16", F16, NORM_I16, true, GFX1100},
    {"v_cvt_pk_norm_u16_f16", F16, NORM_U16, true, GFX1100},
    {"v_cvt_pk_i16_f32", F32, TRUNCATE, true, GFX1100},
};
enum { PACKINGS = sizeof packings / sizeof packings[0] };

static bool is_float(unsigned kind)
{
    return kind <= FROM_F64;
}

/* FROM_ and TO_ begin with the formats, in their order; integers lie as floats of their size. */
static enum format format_of(unsigned kind)
{
    return is_float(kind) ? (enum format)kind : kind == FROM_I16 || kind == FROM_U16 ? F16 : F32;
}

static long double value_of(unsigned from, uint64_t bits)
{
    switch (from) {
    case FROM_I16: return (int16_t)bits;
    case FROM_U16: return (uint16_t)bits;
    case FROM_I32: return (int32_t)bits;
    case FROM_U32: return (uint32_t)bits;
    default: break;
    }
    MPFR_DECL_INIT(x, 64);
    format_get((enum format)from, bits, x);
    long double value = mpfr_get_ld(x, MPFR_RNDN);
    return value;
}

static long double limit(long double x, long double low, long double high)
{
    return isnan(x) ? 0 : x < low ? low : x > high ? high : x;
}

static uint64_t integer_result(enum result to, enum how how, long double x)
{
    switch (how) {
    case NEAREST_UP: x = floorl(x + 0.5L); break;
    case DOWN: x = floorl(x); break;
    case NORM_I16: return (uint16_t)(int)rintl(limit(x, -1, 1) * 32767);
    case NORM_U16: return (uint16_t)(int)rintl(limit(x, 0, 1) * 65535);
    default: x = truncl(x); break;
    }
    switch (to) {
    case TO_I16: return (uint16_t)(int)limit(x, INT16_MIN, INT16_MAX);
    case TO_U16: return (uint16_t)limit(x, 0, UINT16_MAX);
    case TO_I32: return (uint32_t)(int64_t)limit(x, INT32_MIN, INT32_MAX);
    default: return (uint32_t)limit(x, 0, UINT32_MAX);
    }
}

static uint64_t expected_of(const struct conversion *c, uint64_t bits, uint32_t mode)
{
    if (!is_float(c->to))
        return integer_result(c->to, c->how, value_of(c->from, bits));
    if (c->how == UBYTE)
        bits = bits >> 8 * c->byte & 0xff;
    MPFR_DECL_INIT(x, 64);
    if (c->how == OFFSET_I4)
        mpfr_set_si_2exp(x, (int)(bits & 7) - (int)(bits & 8), -4, MPFR_RNDN);
    else if (is_float(c->from))
        format_get((enum format)c->from, bits, x);
    else
        mpfr_set_ld(x, value_of(c->from, bits), MPFR_RNDN);
    bool is_single = c->to == TO_F32 && c->from != FROM_F64;
    uint64_t result = format_round((enum format)c->to, x, is_single ? mode & 3 : mode >> 2 & 3);
    return result;
}

static uint64_t choose_input(struct harness_random *random, unsigned from, unsigned count)
{
    if (from == FROM_F16 || from == FROM_I16 || from == FROM_U16)
        return count & 0xffff;
    if (!is_float(from))
        return random_32(random);
    uint64_t bits = operand_random(random, (enum format)from), more = random_bits(random);
    if ((more & 3) == 0) { /* around the ends of integers, and halfway between */
        double x = (double)(int64_t)(more >> 30) * (more & 4 ? 0.5 : 0.25);
        x = more & 8 ? -x : x;
        float narrow = (float)(more & 16 ? x : x / 65536);
        uint32_t single;
        memcpy(&single, &narrow, sizeof single);
        memcpy(&bits, &x, sizeof bits);
        bits = from == FROM_F64 ? bits : single;
    } else if ((more & 3) == 1 && from == FROM_F32) { /* where halves are, and their denormals */
        bits = (bits & 0x807fffff) | (98 + (more >> 8) % 50) << 23;
    }
    return bits;
}

static void check_conversion(struct harness *harness, unsigned id, const struct conversion *c,
                             uint32_t mode, unsigned lanes, bool clears_high)
{
    static struct harness_state state, before;
    struct harness_random random = {id * 31u + mode};
    enum format in = format_of(c->from), out = format_of(c->to);
    unsigned runs = in == F16 ? 65536 / lanes : RUNS;
    random_state(&random, harness, &state);
    for (unsigned run = 0; run < runs; run++) {
        state.mode = mode;
        uint64_t sources[LANES_MAX];
        for (unsigned lane = 0; lane < lanes; lane++) {
            state.vgpr[RESULT][lane] = random_32(&random);
            sources[lane] = choose_input(&random, c->from, run * lanes + lane);
            lane_set(&state, FIRST_SOURCE, lane, in, sources[lane]);
        }
        before = state;
        if (!harness_run(harness, id, &state)) {
            harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
            return;
        }
        for (unsigned lane = 0; lane < lanes; lane++) {
            uint64_t got = lane_get(&state, RESULT, lane, out);
            uint64_t right = expected_of(c, sources[lane], mode);
            bool same = is_float(c->to) ? format_equal(out, got, right) : got == right;
            uint32_t high = clears_high ? 0 : before.vgpr[RESULT][lane] >> 16;
            if (out == F16 && state.vgpr[RESULT][lane] >> 16 != high)
                harness_fail(harness, id, lane, "the upper half is %#x, not %#x",
                             state.vgpr[RESULT][lane] >> 16, high);
            if (!same)
                harness_fail(harness, id, lane, "mode %#x, of %#llx: %#llx, not %#llx", mode,
                             (unsigned long long)sources[lane], (unsigned long long)got,
                             (unsigned long long)right);
        }
    }
}

static uint32_t packed_half(const struct packing *p, uint64_t bits)
{
    MPFR_DECL_INIT(x, 64);
    format_get(p->from, bits, x);
    long double value = mpfr_get_ld(x, MPFR_RNDN);
    uint64_t result =
        p->is_integer ? integer_result(TO_I16, p->how, value) : format_round(F16, x, ROUND_ZERO);
    return (uint32_t)result;
}

static void check_packing(struct harness *harness, unsigned id, const struct packing *p,
                          uint32_t mode, unsigned lanes)
{
    static struct harness_state state;
    struct harness_random random = {id * 31u + mode};
    random_state(&random, harness, &state);
    for (unsigned run = 0; run < RUNS; run++) {
        state.mode = mode;
        uint64_t low[LANES_MAX], high[LANES_MAX];
        for (unsigned lane = 0; lane < lanes; lane++) {
            low[lane] =
                p->from == F32 ? choose_input(&random, FROM_F32, 0) : operand_random(&random, F16);
            high[lane] =
                p->from == F32 ? choose_input(&random, FROM_F32, 0) : operand_random(&random, F16);
            lane_set(&state, FIRST_SOURCE, lane, p->from, low[lane]);
            lane_set(&state, FIRST_SOURCE + 2, lane, p->from, high[lane]);
        }
        if (!harness_run(harness, id, &state)) {
            harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
            return;
        }
        for (unsigned lane = 0; lane < lanes; lane++) {
            uint32_t got = state.vgpr[RESULT][lane];
            uint32_t first = packed_half(p, low[lane]), second = packed_half(p, high[lane]);
            bool same = p->is_integer ? got == (first | second << 16)
                                      : format_equal(F16, got & 0xffff, first) &&
                                            format_equal(F16, got >> 16, second);
            if (!same)
                harness_fail(harness, id, lane, "mode %#x, of %#llx, %#llx: %#x, not %#x", mode,
                             (unsigned long long)low[lane], (unsigned long long)high[lane], got,
                             first | second << 16);
        }
    }
}

static unsigned check_target(const char *processor, unsigned lanes, unsigned bit)
{
    static const uint32_t modes[] = {HARNESS_MODE, HARNESS_MODE | 5, HARNESS_MODE | 10,
                                     HARNESS_MODE | 15, HARNESS_MODE | 7};
    unsigned ids[CONVERSIONS] = {0}, packs[PACKINGS] = {0};
    struct harness *harness = harness_open(processor, lanes);
    for (unsigned i = 0; i < CONVERSIONS; i++) {
        const enum format sources[3] = {format_of(conversions[i].from), F32, F32};
        char text[64];
        if (conversions[i].on & bit)
            ids[i] = harness_add(
                harness, "%s%s", conversions[i].name,
                operand_text(text, sizeof text, " D, A", format_of(conversions[i].to), sources));
    }
    for (unsigned i = 0; i < PACKINGS; i++) {
        if (packings[i].on & bit)
            packs[i] = harness_add(harness, "%s v0, v2, v4", packings[i].name);
    }
    harness_assemble(harness);
    for (unsigned m = 0; m < sizeof modes / sizeof modes[0]; m++) {
        for (unsigned i = 0; i < CONVERSIONS; i++) {
            if (conversions[i].on & bit)
                check_conversion(harness, ids[i], &conversions[i], modes[m], lanes, bit == GFX90A);
        }
        for (unsigned i = 0; i < PACKINGS; i++) {
            if (packings[i].on & bit)
                check_packing(harness, packs[i], &packings[i], modes[m], lanes);
        }
    }
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

int main(void)
{
    unsigned failures = check_target("gfx90a", 64, GFX90A);
    failures += check_target("gfx1030", 32, GFX1030);
    failures += check_target("gfx1100", 32, GFX1100);
    return failures > 0;
}
