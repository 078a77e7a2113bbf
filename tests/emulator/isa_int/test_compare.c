/* Compares and classes: all conditions of all types, where they write to, and EXEC of V_CMPX. */
#include "harness.h"

#include "core/instruction.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum order { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8 };

/* A condition holds in some of the four cases. */
struct condition {
    const char *name;
    unsigned holds; /* enum order */
};

static const struct condition integer_conditions[] = {
    {"lt", LESS},    {"eq", EQUAL},          {"le", LESS | EQUAL},
    {"gt", GREATER}, {"ne", LESS | GREATER}, {"ge", GREATER | EQUAL},
};
/* Those that only some generations have. */
static const struct condition integer_constants[] = {
    {"f", 0},
    {"t", LESS | EQUAL | GREATER},
};
static const struct condition float_conditions[] = {
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
static const struct condition float_constants[] = {
    {"f", 0},
    {"tru", LESS | EQUAL | GREATER | UNORDERED},
};

enum { A = 10, B = 20, MASK = 30 }; /* registers */

static const struct {
    const char *name;
    unsigned bits;
    char kind; /* u, i, f */
} types[] = {
    {"u16", 16, 'u'}, {"i16", 16, 'i'}, {"u32", 32, 'u'}, {"i32", 32, 'i'}, {"u64", 64, 'u'},
    {"i64", 64, 'i'}, {"f16", 16, 'f'}, {"f32", 32, 'f'}, {"f64", 64, 'f'},
};

static const struct {
    const char *target;
    unsigned lanes;
    enum generation generation;
} machines[] = {
    {"gfx90a", 64, GENERATION_GFX90A}, {"gfx1030", 32, GENERATION_GFX10},
    {"gfx1030", 64, GENERATION_GFX10}, {"gfx1100", 32, GENERATION_GFX11},
    {"gfx1100", 64, GENERATION_GFX11}, {"gfx1200", 32, GENERATION_GFX12},
};

/* ---- Expectations ---------------------------------------------------------------------------- */

/* A float of any width from its parts, as a number of the host: each is exact in a double. */
static double float_value(uint64_t bits, unsigned width)
{
    const unsigned mantissa = width == 16 ? 10 : width == 32 ? 23 : 52;
    const int most = (1 << (width - 1 - mantissa)) - 1, bias = most / 2;
    int exponent = (int)(bits >> mantissa) & most;
    double fraction = (double)(bits & ((1ull << mantissa) - 1));
    double sign = bits >> (width - 1) & 1 ? -1 : 1;
    if (exponent == most)
        return fraction != 0 ? NAN : sign * INFINITY;
    if (exponent == 0)
        return sign * ldexp(fraction, 1 - bias - (int)mantissa);
    return sign * ldexp(fraction + ldexp(1, (int)mantissa), exponent - bias - (int)mantissa);
}

static enum order order_of(uint64_t a, uint64_t b, unsigned width, char kind)
{
    if (kind == 'f') {
        double x = float_value(a, width), y = float_value(b, width);
        return x < y ? LESS : x > y ? GREATER : x == y ? EQUAL : UNORDERED;
    }
    uint64_t sign = kind == 'i' ? 1ull << (width - 1) : 0;
    a ^= sign; /* a signed order is the unsigned one of numbers moved by half the range */
    b ^= sign;
    return a < b ? LESS : a > b ? GREATER : EQUAL;
}

/* The bit of V_CMP_CLASS's mask that a float is of. */
static unsigned class_of(uint64_t bits, unsigned width)
{
    double v = float_value(bits, width);
    const double least = width == 16 ? 0x1p-14 : width == 32 ? 0x1p-126 : 0x1p-1022;
    bool is_minus = bits >> (width - 1) & 1;
    if (isnan(v))
        return bits >> (width == 16 ? 9 : width == 32 ? 22 : 51) & 1 ? 1 : 0;
    if (isinf(v))
        return is_minus ? 2 : 9;
    if (v == 0)
        return is_minus ? 5 : 6;
    if (fabs(v) < least)
        return is_minus ? 4 : 7;
    return is_minus ? 3 : 8;
}

/* ---- The cases ------------------------------------------------------------------------------- */

enum form { FORM_MASK, FORM_VCC, FORM_EXEC, FORM_EXEC_MASK, FORM_SDWA, FORM_DPP };

struct test_case {
    unsigned id, bits, holds;
    char kind;
    bool is_class, negates; /* -|a| */
    enum form form;
};

enum { CASES = 2048 };
struct cases {
    struct test_case all[CASES];
    unsigned count;
};

static void put_operand(char *out, size_t size, unsigned reg, unsigned bits)
{
    if (bits == 64)
        snprintf(out, size, "v[%u:%u]", reg, reg + 1);
    else
        snprintf(out, size, "v%u", reg);
}

static void add(struct harness *harness, struct cases *cases, unsigned m, const char *name,
                struct test_case c)
{
    static const char *const suffixes[] = {
        [FORM_MASK] = "_e64",      [FORM_VCC] = "_e32",   [FORM_EXEC] = "_e32",
        [FORM_EXEC_MASK] = "_e64", [FORM_SDWA] = "_sdwa", [FORM_DPP] = "_dpp"};
    char a[16], b[16], result[24] = "";
    bool is_cdna = machines[m].generation < GENERATION_GFX10;
    put_operand(a, sizeof a, A, c.bits);
    put_operand(b, sizeof b, B, c.is_class ? 32 : c.bits);
    if (c.form == FORM_VCC || c.form == FORM_SDWA || c.form == FORM_DPP ||
        (c.form == FORM_EXEC && is_cdna))
        snprintf(result, sizeof result, machines[m].lanes == 64 ? "vcc, " : "vcc_lo, ");
    else if (c.form == FORM_MASK || is_cdna)
        snprintf(result, sizeof result, machines[m].lanes == 64 ? "s[%u:%u], " : "s%u, ", MASK,
                 MASK + 1);
    c.id = harness_add(harness, "%s%s %s%s%s%s, %s%s", name, suffixes[c.form], result,
                       c.negates ? "-|" : "", a, c.negates ? "|" : "", b,
                       c.form == FORM_SDWA  ? " src0_sel:WORD_1 src1_sel:BYTE_2"
                       : c.form == FORM_DPP ? " quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf"
                                            : "");
    assert_true(cases->count < CASES);
    cases->all[cases->count++] = c;
}

static void add_condition(struct harness *harness, struct cases *cases, unsigned m,
                          const struct condition *condition, unsigned t)
{
    char name[32], exec_name[32];
    struct test_case c = {.bits = types[t].bits, .kind = types[t].kind, .holds = condition->holds};
    snprintf(name, sizeof name, "v_cmp_%s_%s", condition->name, types[t].name);
    snprintf(exec_name, sizeof exec_name, "v_cmpx_%s_%s", condition->name, types[t].name);
    c.form = FORM_MASK, add(harness, cases, m, name, c);
    c.form = FORM_VCC, add(harness, cases, m, name, c);
    c.form = FORM_EXEC, add(harness, cases, m, exec_name, c);
    c.form = FORM_EXEC_MASK, add(harness, cases, m, exec_name, c);
    if (c.kind == 'f') {
        c.negates = true;
        c.form = FORM_MASK, add(harness, cases, m, name, c);
        c.negates = false;
    }
    enum generation generation = machines[m].generation;
    if (generation <= GENERATION_GFX10 && c.bits == 32)
        c.form = FORM_SDWA, add(harness, cases, m, name, c);
    if (generation >= GENERATION_GFX11 && c.bits == 32)
        c.form = FORM_DPP, add(harness, cases, m, name, c);
}

static void add_all(struct harness *harness, struct cases *cases, unsigned m)
{
    enum generation generation = machines[m].generation;
    for (unsigned t = 0; t < sizeof types / sizeof types[0]; t++) {
        bool is_float = types[t].kind == 'f';
        const struct condition *all = is_float ? float_conditions : integer_conditions;
        const struct condition *constants = is_float ? float_constants : integer_constants;
        size_t count = is_float ? sizeof float_conditions / sizeof float_conditions[0]
                                : sizeof integer_conditions / sizeof integer_conditions[0];
        for (size_t i = 0; i < count; i++)
            add_condition(harness, cases, m, &all[i], t);
        bool has_constants = generation < GENERATION_GFX10 ||
                             (generation <= GENERATION_GFX11 && (is_float || types[t].bits > 16));
        for (size_t i = 0; i < 2 && has_constants; i++)
            add_condition(harness, cases, m, &constants[i], t);
        if (!is_float)
            continue;
        char name[32], exec_name[32];
        struct test_case c = {.bits = types[t].bits, .kind = 'f', .is_class = true};
        snprintf(name, sizeof name, "v_cmp_class_%s", types[t].name);
        snprintf(exec_name, sizeof exec_name, "v_cmpx_class_%s", types[t].name);
        c.form = FORM_MASK, add(harness, cases, m, name, c);
        c.form = FORM_VCC, add(harness, cases, m, name, c);
        c.form = FORM_EXEC, add(harness, cases, m, exec_name, c);
        c.negates = true;
        c.form = FORM_MASK, add(harness, cases, m, name, c);
    }
}

/* ---- Running --------------------------------------------------------------------------------- */

static uint64_t value_of(const struct test_case *c, const struct harness_state *s, unsigned reg,
                         unsigned lane, unsigned bits)
{
    if (c->form == FORM_SDWA)
        return reg == A ? s->vgpr[reg][lane] >> 16 : s->vgpr[reg][lane] >> 16 & 0xff;
    if (bits == 64)
        return state_pair(s, reg, lane);
    return bits == 16 ? s->vgpr[reg][lane] & 0xffff : s->vgpr[reg][lane];
}

static bool is_expected(const struct test_case *c, const struct harness_state *s, unsigned lane)
{
    uint64_t a = value_of(c, s, A, c->form == FORM_DPP ? lane ^ 1 : lane, c->bits);
    if (c->negates)
        a |= 1ull << (c->bits - 1);
    if (c->is_class)
        return s->vgpr[B][lane] >> class_of(a, c->bits) & 1;
    return (c->holds & order_of(a, value_of(c, s, B, lane, c->bits), c->bits, c->kind)) != 0;
}

static void check(struct harness *harness, const struct test_case *c, unsigned m,
                  const struct harness_state *before, const struct harness_state *after)
{
    unsigned lanes = machines[m].lanes;
    bool is_cdna = machines[m].generation < GENERATION_GFX10;
    uint64_t all = lanes == 64 ? ~0ull : 0xffffffff, exec = state_mask(before, SGPR_EXEC) & all;
    uint64_t want = 0;
    for (unsigned lane = 0; lane < lanes; lane++) {
        bool is_active = exec >> lane & 1;
        if (c->form == FORM_DPP) /* a lane whose source is inactive does nothing */
            is_active = is_active && (exec >> (lane ^ 1) & 1);
        want |= (uint64_t)(is_active && is_expected(c, before, lane)) << lane;
    }
    bool sets_exec = c->form == FORM_EXEC || c->form == FORM_EXEC_MASK;
    bool sets_vcc = c->form == FORM_VCC || c->form == FORM_SDWA || c->form == FORM_DPP ||
                    (c->form == FORM_EXEC && is_cdna);
    bool sets_mask = c->form == FORM_MASK || (c->form == FORM_EXEC_MASK && is_cdna);
    const struct {
        unsigned reg;
        bool is_set;
    } masks[] = {{SGPR_EXEC, sets_exec}, {SGPR_VCC, sets_vcc}, {MASK, sets_mask}};
    for (unsigned i = 0; i < 3; i++) {
        uint64_t expected = masks[i].is_set ? want : state_mask(before, masks[i].reg) & all;
        uint64_t got = state_mask(after, masks[i].reg) & all;
        if (got != expected)
            harness_fail(harness, c->id, 0, "s[%u]: expected %#llx, got %#llx, EXEC %#llx",
                         masks[i].reg, (unsigned long long)expected, (unsigned long long)got,
                         (unsigned long long)exec);
    }
}

static void run(struct harness *harness, const struct test_case *c, unsigned m)
{
    enum { ROUNDS = 8 };
    static struct harness_state before, after;
    struct harness_random random = {c->id + 1};
    for (unsigned round = 0; round < ROUNDS; round++) {
        random_state(&random, harness, &before);
        for (unsigned lane = 0; lane < LANES_MAX; lane++) {
            if (random_bits(&random) % 4 != 0)
                continue;
            before.vgpr[B][lane] = before.vgpr[A][lane];
            before.vgpr[B + 1][lane] = before.vgpr[A + 1][lane];
        }
        state_set_mask(&before, SGPR_EXEC, random_exec(&random, harness, round));
        after = before;
        if (harness_run(harness, c->id, &after))
            check(harness, c, m, &before, &after);
        else
            harness_fail(harness, c->id, 0, "%s", harness_fault(harness)->message);
    }
}

static void compares_order_as_numbers_do(void **state)
{
    (void)state;
    static struct cases cases;
    unsigned failures = 0;
    for (unsigned m = 0; m < sizeof machines / sizeof machines[0]; m++) {
        struct harness *harness = harness_open(machines[m].target, machines[m].lanes);
        cases.count = 0;
        add_all(harness, &cases, m);
        harness_assemble(harness);
        for (unsigned i = 0; i < cases.count; i++)
            run(harness, &cases.all[i], m);
        failures += harness_failures(harness);
        harness_close(harness);
    }
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(compares_order_as_numbers_do)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
