/* Floats in scalar registers (gfx12), against the host's arithmetic in a wider type. */
#include "scalar_test.h"

#include <math.h>

enum kind { ADD, SUB, MUL, FMAC, MIN, MAX, CEIL, FLOOR, TRUNC, RNDNE };

static const struct subject {
    const char *name;
    enum kind kind;
    unsigned sources;
} subjects[] = {
    {"s_add", ADD, 2},     {"s_sub", SUB, 2},     {"s_mul", MUL, 2},     {"s_fmac", FMAC, 2},
    {"s_min_num", MIN, 2}, {"s_max_num", MAX, 2}, {"s_minimum", MIN, 2}, {"s_maximum", MAX, 2},
    {"s_ceil", CEIL, 1},   {"s_floor", FLOOR, 1}, {"s_trunc", TRUNC, 1}, {"s_rndne", RNDNE, 1},
};
enum { SUBJECTS = sizeof subjects / sizeof subjects[0], ROUNDS = 300 };

/* A half by its parts, and back by trying: the nearest one, ties to the even one. */
static double as_half(uint32_t bits)
{
    int exponent = (int)(bits >> 10 & 31), mantissa = (int)(bits & 0x3ff);
    double v = exponent == 31  ? mantissa ? NAN : INFINITY
               : exponent == 0 ? ldexp(mantissa, -24)
                               : ldexp(mantissa + 1024, exponent - 25);
    return bits & 0x8000 ? -v : v;
}

static uint32_t half_of(double v)
{
    uint32_t low = 0, high = 0x7c00, sign = signbit(v) ? 0x8000 : 0;
    v = fabs(v);
    if (v >= 65520)
        return sign | 0x7c00;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (middle < 0x7c00 && as_half(middle) <= v)
            low = middle;
        else
            high = middle;
    }
    double below = v - as_half(low), above = (high == 0x7c00 ? 65536 : as_half(high)) - v;
    return sign | (below < above || (below == above && low % 2 == 0) ? low : high);
}

static double compute(enum kind kind, double a, double b, double d)
{
    switch (kind) {
    case ADD: return a + b;
    case SUB: return a - b;
    case MUL: return a * b;
    case FMAC: return fma(a, b, d);
    case MIN: return a < b || (a == b && signbit(a)) ? a : b;
    case MAX: return a > b || (a == b && signbit(b)) ? a : b;
    case CEIL: return ceil(a);
    case FLOOR: return floor(a);
    case TRUNC: return trunc(a);
    case RNDNE: return rint(a);
    }
    return 0;
}

static bool is_nan(uint32_t bits, bool is_half)
{
    return is_half ? (bits & 0x7fff) > 0x7c00 : (bits & 0x7fffffff) > 0x7f800000;
}

/* NaNs only have to stay NaNs; numbers are numbers in all but the minima, whose NaNs have rules
 * that the vector instructions' tests know. */
static void check(struct harness *harness, unsigned id, const struct subject *subject, bool is_half,
                  struct harness_random *random)
{
    static struct harness_state state;
    uint32_t keep = is_half ? 0xffff : UINT32_MAX, wanted;
    scalar_state(random, harness, &state);
    uint32_t a = state.sgpr[4] & keep, b = state.sgpr[8] & keep, d = state.sgpr[20] & keep;
    if (is_nan(a, is_half) || is_nan(b, is_half) || is_nan(d, is_half))
        return;
    bool scc = state.scc;
    if (is_half) {
        wanted = half_of(compute(subject->kind, as_half(a), as_half(b), as_half(d)));
        if (isnan(compute(subject->kind, as_half(a), as_half(b), as_half(d))))
            wanted = 0x7e00;
    } else if (subject->kind == FMAC) {
        wanted = harness_bits(fmaf(harness_float(a), harness_float(b), harness_float(d)));
    } else {
        wanted = harness_bits((float)compute(subject->kind, harness_float(a), harness_float(b), 0));
    }
    if (!harness_run(harness, id, &state))
        harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
    else if (is_nan(wanted, is_half) ? !is_nan(state.sgpr[20], is_half)
                                     : state.sgpr[20] != wanted || state.scc != scc)
        harness_fail(harness, id, 0, "%#x %#x %#x: %#x, not %#x", a, b, d, state.sgpr[20], wanted);
}

static void test_arithmetic(struct harness *harness, struct harness_random *random,
                            const unsigned ids[SUBJECTS][2])
{
    for (unsigned i = 0; i < SUBJECTS; i++) {
        for (unsigned half = 0; half < 2; half++) {
            for (unsigned round = 0; round < ROUNDS; round++)
                check(harness, ids[i][half], &subjects[i], half, random);
        }
    }
}

/* ---- Compares ------------------------------------------------------------------------------- */

enum { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8 };
static const struct relation {
    const char *name;
    unsigned holds;
} relations[] = {
    {"lt", LESS},
    {"eq", EQUAL},
    {"le", LESS | EQUAL},
    {"gt", GREATER},
    {"lg", LESS | GREATER},
    {"ge", GREATER | EQUAL},
    {"o", LESS | EQUAL | GREATER},
    {"u", UNORDERED},
    {"nge", LESS | UNORDERED},
    {"nlg", EQUAL | UNORDERED},
    {"ngt", LESS | EQUAL | UNORDERED},
    {"nle", GREATER | UNORDERED},
    {"neq", LESS | GREATER | UNORDERED},
    {"nlt", GREATER | EQUAL | UNORDERED},
};
enum { RELATIONS = sizeof relations / sizeof relations[0] };

static void test_compares(struct harness *harness, struct harness_random *random,
                          const unsigned ids[RELATIONS][2])
{
    static struct harness_state state;
    for (unsigned n = 0; n < RELATIONS * 2 * ROUNDS; n++) {
        unsigned i = n / (2 * ROUNDS), half = n / ROUNDS % 2;
        scalar_state(random, harness, &state);
        if (n % 5 == 0)
            state.sgpr[8] = state.sgpr[4];
        double a = half ? as_half(state.sgpr[4]) : harness_float(state.sgpr[4]);
        double b = half ? as_half(state.sgpr[8]) : harness_float(state.sgpr[8]);
        unsigned how = isnan(a) || isnan(b) ? UNORDERED : a < b ? LESS : a > b ? GREATER : EQUAL;
        uint32_t vcc = state.sgpr[SGPR_VCC], exec = state.sgpr[SGPR_EXEC];
        bool wanted = (relations[i].holds & how) != 0;
        if (!harness_run(harness, ids[i][half], &state))
            harness_fail(harness, ids[i][half], 0, "%s", harness_fault(harness)->message);
        else if (state.scc != wanted)
            harness_fail(harness, ids[i][half], 0, "%g and %g: %d", a, b, state.scc);
        else if (state.sgpr[SGPR_VCC] != vcc || state.sgpr[SGPR_EXEC] != exec)
            harness_fail(harness, ids[i][half], 0, "it writes VCC or EXEC");
    }
}

/* ---- Conversions, constants, rounding -------------------------------------------------------- */

static const struct {
    const char *text;
    uint32_t source, wanted;
} texts[] = {
    {"s_cvt_f32_i32 s20, s4", 0xfffffff9, 0xc0e00000},
    {"s_cvt_f32_u32 s20, s4", 0xffffffff, 0x4f800000},
    {"s_cvt_i32_f32 s20, s4", 0xc0f00000, 0xfffffff9}, /* -7.5 */
    {"s_cvt_i32_f32 s20, s4", 0x7f800000, 0x7fffffff},
    {"s_cvt_u32_f32 s20, s4", 0xc0f00000, 0},
    {"s_cvt_f16_f32 s20, s4", 0x3f801000, 0x3c00}, /* a tie */
    {"s_cvt_f16_f32 s20, s4", 0x47800000, 0x7c00},
    {"s_cvt_f32_f16 s20, s4", 0xffff3c01, 0x3f802000},
    {"s_cvt_f32_f16 s20, s4", 0x00000001, 0x33800000},
    {"s_cvt_hi_f32_f16 s20, s4", 0xc0000001, 0xc0000000},
    {"s_cvt_pk_rtz_f16_f32 s20, s4, 2.0", 0x3f803fff, 0x40003c01},
    {"s_fmamk_f32 s20, s4, 0x40400000, s4", 0x40000000, 0x41000000}, /* 2 * 3 + 2 */
    {"s_fmaak_f32 s20, s4, s4, 0x40400000", 0x40000000, 0x40e00000}, /* 2 * 2 + 3 */
    {"s_add_f32 s20, s4, 1.0", 0x33000000, 0x3f800000},
    {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1\ns_add_f32 s20, s4, 1.0", 0x33000000,
     0x3f800001},
    {"s_mov_b32 exec_lo, 0\ns_add_f32 s20, s4, 1.0", 0x3f800000, 0x40000000},
};
enum { TEXTS = sizeof texts / sizeof texts[0] };

static void test_texts(struct harness *harness, const unsigned ids[TEXTS])
{
    static struct harness_state state;
    for (unsigned i = 0; i < TEXTS; i++) {
        memset(&state, 0, sizeof state);
        state.mode = HARNESS_MODE;
        state_set_mask(&state, SGPR_EXEC, 0xffff);
        state.sgpr[4] = texts[i].source;
        if (!harness_run(harness, ids[i], &state))
            harness_fail(harness, ids[i], 0, "%s", harness_fault(harness)->message);
        else if (state.sgpr[20] != texts[i].wanted)
            harness_fail(harness, ids[i], 0, "%#x, not %#x", state.sgpr[20], texts[i].wanted);
    }
}

int main(void)
{
    struct harness *harness = harness_open("gfx1200", 32);
    struct harness_random random = {19};
    unsigned arithmetic[SUBJECTS][2], compares[RELATIONS][2], single[TEXTS];
    for (unsigned i = 0; i < SUBJECTS * 2; i++) {
        const struct subject *u = &subjects[i / 2];
        arithmetic[i / 2][i % 2] = harness_add(harness, "%s_f%d s20, s4%s", u->name,
                                               i % 2 ? 16 : 32, u->sources == 2 ? ", s8" : "");
    }
    for (unsigned i = 0; i < RELATIONS * 2; i++)
        compares[i / 2][i % 2] =
            harness_add(harness, "s_cmp_%s_f%d s4, s8", relations[i / 2].name, i % 2 ? 16 : 32);
    for (unsigned i = 0; i < TEXTS; i++)
        single[i] = harness_add(harness, "%s", texts[i].text);
    harness_assemble(harness);
    test_arithmetic(harness, &random, (const unsigned(*)[2])arithmetic);
    test_compares(harness, &random, (const unsigned(*)[2])compares);
    test_texts(harness, single);
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures > 0;
}
