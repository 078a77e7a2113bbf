/* Sums, products, minima, whole numbers and exponents, in half, single and double precision:
 * against MPFR, on edges and random numbers, with every modifier, in every rounding mode, with
 * denormals and without, under whole and partial EXEC masks.
 */
#include "operands.h"

#include <stdio.h>
#include <string.h>

enum { GFX90A = 1, GFX1030 = 2, GFX1100 = 4, ALL = 7, RANDOM_RUNS = 4 };

static const struct {
    const char *processor;
    unsigned lanes, bit;
} targets[] = {
    {"gfx90a", 64, GFX90A},
    {"gfx1030", 32, GFX1030},
    {"gfx1100", 32, GFX1100},
    {"gfx1100", 64, GFX1100},
};

static const struct instruction_case {
    const char *name;
    enum operation operation;
    enum format format;
    unsigned sources, on;
    const char *pattern; /* where the operands are not "D, A, B, C" */
} cases[] = {
    {"v_add_f32", OP_ADD, F32, 2, ALL, NULL},
    {"v_sub_f32", OP_SUB, F32, 2, ALL, NULL},
    {"v_subrev_f32", OP_SUBREV, F32, 2, ALL, NULL},
    {"v_mul_f32", OP_MUL, F32, 2, ALL, NULL},
    {"v_fma_f32", OP_FMA, F32, 3, ALL, NULL},
    {"v_fmac_f32", OP_FMAC, F32, 2, ALL, NULL},
    {"v_mac_f32", OP_MAD, F32, 2, GFX90A, NULL},
    {"v_mad_f32", OP_MAD, F32, 3, GFX90A, NULL},
    {"v_mul_legacy_f32", OP_MUL_LEGACY, F32, 2, GFX90A | GFX1030, NULL},
    {"v_mul_dx9_zero_f32", OP_MUL_LEGACY, F32, 2, GFX1100, NULL},
    {"v_fma_legacy_f32", OP_FMA_LEGACY, F32, 3, GFX1030, NULL},
    {"v_fma_dx9_zero_f32", OP_FMA_LEGACY, F32, 3, GFX1100, NULL},
    {"v_mullit_f32", OP_MULLIT, F32, 3, GFX1030 | GFX1100, NULL},
    {"v_min_f32", OP_MIN, F32, 2, ALL, NULL},
    {"v_max_f32", OP_MAX, F32, 2, ALL, NULL},
    {"v_min3_f32", OP_MIN3, F32, 3, ALL, NULL},
    {"v_max3_f32", OP_MAX3, F32, 3, ALL, NULL},
    {"v_med3_f32", OP_MED3, F32, 3, ALL, NULL},
    {"v_minmax_f32", OP_MINMAX, F32, 3, GFX1100, NULL},
    {"v_maxmin_f32", OP_MAXMIN, F32, 3, GFX1100, NULL},
    {"v_fract_f32", OP_FRACT, F32, 1, ALL, NULL},
    {"v_floor_f32", OP_FLOOR, F32, 1, ALL, NULL},
    {"v_ceil_f32", OP_CEIL, F32, 1, ALL, NULL},
    {"v_trunc_f32", OP_TRUNC, F32, 1, ALL, NULL},
    {"v_rndne_f32", OP_RNDNE, F32, 1, ALL, NULL},
    {"v_frexp_mant_f32", OP_FREXP_MANT, F32, 1, ALL, NULL},
    {"v_frexp_exp_i32_f32", OP_FREXP_EXP, F32, 1, ALL, NULL},
    {"v_ldexp_f32", OP_LDEXP, F32, 2, ALL, NULL},

    {"v_add_f64", OP_ADD, F64, 2, ALL, NULL},
    {"v_mul_f64", OP_MUL, F64, 2, ALL, NULL},
    {"v_fma_f64", OP_FMA, F64, 3, ALL, NULL},
    {"v_fmac_f64", OP_FMAC, F64, 2, GFX90A, NULL},
    {"v_min_f64", OP_MIN, F64, 2, ALL, NULL},
    {"v_max_f64", OP_MAX, F64, 2, ALL, NULL},
    {"v_fract_f64", OP_FRACT, F64, 1, ALL, NULL},
    {"v_floor_f64", OP_FLOOR, F64, 1, ALL, NULL},
    {"v_ceil_f64", OP_CEIL, F64, 1, ALL, NULL},
    {"v_trunc_f64", OP_TRUNC, F64, 1, ALL, NULL},
    {"v_rndne_f64", OP_RNDNE, F64, 1, ALL, NULL},
    {"v_frexp_mant_f64", OP_FREXP_MANT, F64, 1, ALL, NULL},
    {"v_frexp_exp_i32_f64", OP_FREXP_EXP, F64, 1, ALL, NULL},
    {"v_ldexp_f64", OP_LDEXP, F64, 2, ALL, NULL},

    {"v_add_f16", OP_ADD, F16, 2, ALL, NULL},
    {"v_sub_f16", OP_SUB, F16, 2, ALL, NULL},
    {"v_subrev_f16", OP_SUBREV, F16, 2, ALL, NULL},
    {"v_mul_f16", OP_MUL, F16, 2, ALL, NULL},
    {"v_fma_f16", OP_FMA, F16, 3, ALL, NULL},
    {"v_fmac_f16", OP_FMAC, F16, 2, GFX1030 | GFX1100, NULL},
    {"v_mac_f16", OP_MAD, F16, 2, GFX90A, NULL},
    {"v_mad_f16", OP_MAD, F16, 3, GFX90A, NULL},
    {"v_min_f16", OP_MIN, F16, 2, ALL, NULL},
    {"v_max_f16", OP_MAX, F16, 2, ALL, NULL},
    {"v_min3_f16", OP_MIN3, F16, 3, ALL, NULL},
    {"v_max3_f16", OP_MAX3, F16, 3, ALL, NULL},
    {"v_med3_f16", OP_MED3, F16, 3, ALL, NULL},
    {"v_minmax_f16", OP_MINMAX, F16, 3, GFX1100, NULL},
    {"v_maxmin_f16", OP_MAXMIN, F16, 3, GFX1100, NULL},
    {"v_fract_f16", OP_FRACT, F16, 1, ALL, NULL},
    {"v_floor_f16", OP_FLOOR, F16, 1, ALL, NULL},
    {"v_ceil_f16", OP_CEIL, F16, 1, ALL, NULL},
    {"v_trunc_f16", OP_TRUNC, F16, 1, ALL, NULL},
    {"v_rndne_f16", OP_RNDNE, F16, 1, ALL, NULL},
    {"v_frexp_mant_f16", OP_FREXP_MANT, F16, 1, ALL, NULL},
    {"v_frexp_exp_i16_f16", OP_FREXP_EXP, F16, 1, ALL, NULL},
    {"v_ldexp_f16", OP_LDEXP, F16, 2, ALL, NULL},
};
enum { CASES = sizeof cases / sizeof cases[0] };

/* Modifiers, and how they are written behind |suffix| of the operands. */
static const struct variant {
    const char *operands[3];
    const char *suffix;
    struct modifiers modifiers;
} variants[] = {
    {{"A", "B", "C"}, "", {.clamp = false}},
    {{"-A", "|B|", "-|C|"}, "", {.neg = {1, 0, 1}, .abs = {0, 1, 1}}},
    {{"|A|", "-B", "C"}, " clamp", {.neg = {0, 1, 0}, .abs = {1, 0, 0}, .clamp = true}},
    {{"A", "B", "-C"}, "", {.neg = {0, 0, 1}}},
    {{"-A", "B", "C"}, " clamp", {.neg = {1, 0, 0}, .clamp = true}},
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

/* Rounding and denormals. */
static const uint32_t modes[] = {
    HARNESS_MODE,          HARNESS_MODE | 5,       HARNESS_MODE | 10,      HARNESS_MODE | 15,
    HARNESS_MODE | 4,      HARNESS_MODE | 3,       HARNESS_MODE & ~0xf0u,  HARNESS_MODE & ~0x30u,
    HARNESS_MODE & ~0xc0u, HARNESS_MODE & ~0x200u, HARNESS_MODE & ~0x100u,
};
enum { MODES = sizeof modes / sizeof modes[0] };

static struct float_mode read_mode(uint32_t mode)
{
    return (struct float_mode){
        .round32 = mode & 3,
        .round16_64 = mode >> 2 & 3,
        .flush_in32 = !(mode & 0x10),
        .flush_out32 = !(mode & 0x20),
        .flush_in16_64 = !(mode & 0x40),
        .flush_out16_64 = !(mode & 0x80),
        .dx10_clamp = mode & 0x100,
        .ieee = mode & 0x200,
    };
}

/* Is the variant's text one that the assembler takes? Integers cannot be clamped or negated. */
static bool is_possible(const struct instruction_case *c, const struct variant *v)
{
    bool signs = v->modifiers.neg[0] || v->modifiers.neg[1] || v->modifiers.abs[0];
    if (c->operation == OP_FREXP_EXP)
        return !v->modifiers.clamp;
    return c->operation != OP_LDEXP || !signs;
}

static unsigned add_text(struct harness *harness, const struct instruction_case *c,
                         const struct variant *v)
{
    char pattern[128], text[128];
    bool is_integer = c->operation == OP_LDEXP;
    enum format result = c->operation == OP_FREXP_EXP ? F32 : c->format;
    enum format sources[3] = {c->format, is_integer ? F32 : c->format, c->format};
    size_t length = (size_t)snprintf(pattern, sizeof pattern, " D");
    for (unsigned i = 0; i < c->sources; i++)
        length +=
            (size_t)snprintf(pattern + length, sizeof pattern - length, ", %s", v->operands[i]);
    snprintf(pattern + length, sizeof pattern - length, "%s", v->suffix);
    return harness_add(harness, "%s%s", c->name,
                       operand_text(text, sizeof text, pattern, result, sources));
}

/* Runs in which the first two sources are edges: while they count, every pair of them comes, but
 * for texts with modifiers only some. */
static unsigned edge_runs(const struct instruction_case *c, const struct variant *v, unsigned lanes)
{
    unsigned edges = operand_edges(c->format);
    return v == variants ? (edges * edges + lanes - 1) / lanes : 3;
}

static void fill_sources(struct harness_random *random, const struct instruction_case *c,
                         unsigned run, bool has_edges, unsigned lanes, struct harness_state *state)
{
    unsigned edges = operand_edges(c->format);
    for (unsigned lane = 0; lane < lanes; lane++) {
        for (unsigned i = 0; i < 3; i++) {
            unsigned count = run * lanes + lane;
            uint64_t bits = !has_edges ? operand_random(random, c->format)
                            : i == 0   ? operand_edge(c->format, count % edges)
                            : i == 1   ? operand_edge(c->format, count / edges + count)
                                       : operand_random(random, c->format);
            lane_set(state, FIRST_SOURCE + 2 * i, lane, c->format, bits);
        }
        if (c->operation == OP_LDEXP) {
            uint32_t bits = random_32(random);
            state->vgpr[FIRST_SOURCE + 2][lane] =
                bits & 1 ? bits : (uint32_t)((int32_t)(bits >> 8 & 0x7ff) - 1024);
        }
        /* what v_fmac adds to, and what partial masks leave alone */
        lane_set(state, RESULT, lane, c->format, operand_random(random, c->format));
    }
}

static void check_run(struct harness *harness, const struct instruction_case *c,
                      const struct variant *v, unsigned id, uint32_t mode, unsigned run,
                      unsigned lanes)
{
    static struct harness_state before, after;
    struct harness_random random = {.seed = id * 7919u + run * 31 + mode};
    struct float_mode fp = read_mode(mode);
    random_state(&random, harness, &before);
    before.mode = mode;
    bool has_edges = run < edge_runs(c, v, lanes);
    uint64_t exec = random_exec(&random, harness, has_edges ? 0 : run);
    state_set_mask(&before, SGPR_EXEC, exec);
    fill_sources(&random, c, run, has_edges, lanes, &before);
    after = before;
    if (!harness_run(harness, id, &after)) {
        harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
        return;
    }
    bool accumulates = c->sources == 2 && (c->operation == OP_FMAC || c->operation == OP_MAD);
    enum format out = c->operation == OP_FREXP_EXP && c->format == F64 ? F32 : c->format;
    for (unsigned lane = 0; lane < lanes; lane++) {
        uint64_t in[3], got = lane_get(&after, RESULT, lane, out), expected;
        for (unsigned i = 0; i < 3; i++)
            in[i] = lane_get(&before, FIRST_SOURCE + 2 * i, lane,
                             c->operation == OP_LDEXP && i == 1 ? F32 : c->format);
        struct modifiers modifiers = v->modifiers;
        if (accumulates) {
            in[2] = lane_get(&before, RESULT, lane, c->format);
            modifiers.neg[2] = modifiers.abs[2] = false;
        }
        bool is_active = exec >> lane & 1;
        expected = is_active ? reference_compute(c->operation, c->format, in, &fp, &modifiers)
                             : lane_get(&before, RESULT, lane, out);
        bool is_same = is_active && c->operation != OP_FREXP_EXP
                           ? format_equal(out, got, expected)
                           : got == (expected & (out == F16   ? 0xffff
                                                 : out == F32 ? UINT32_MAX
                                                              : ~0ull));
        if (!is_same)
            harness_fail(harness, id, lane, "mode %#x, of %#llx %#llx %#llx: %#llx, not %#llx",
                         mode, (unsigned long long)in[0], (unsigned long long)in[1],
                         (unsigned long long)in[2], (unsigned long long)got,
                         (unsigned long long)expected);
    }
}

static unsigned check_target(unsigned which)
{
    static unsigned ids[CASES][VARIANTS];
    struct harness *harness = harness_open(targets[which].processor, targets[which].lanes);
    for (unsigned i = 0; i < CASES; i++) {
        for (unsigned j = 0; j < VARIANTS; j++) {
            bool is_there =
                cases[i].on & targets[which].bit && is_possible(&cases[i], &variants[j]);
            ids[i][j] = is_there ? add_text(harness, &cases[i], &variants[j]) : UINT32_MAX;
        }
    }
    harness_assemble(harness);
    for (unsigned i = 0; i < CASES; i++) {
        for (unsigned j = 0; j < VARIANTS; j++) {
            unsigned lanes = targets[which].lanes;
            unsigned runs = edge_runs(&cases[i], &variants[j], lanes) + harness_runs(RANDOM_RUNS);
            for (unsigned m = 0; m < MODES && ids[i][j] != UINT32_MAX; m++) {
                for (unsigned run = 0; run < runs; run++)
                    check_run(harness, &cases[i], &variants[j], ids[i][j], modes[m], run, lanes);
            }
        }
    }
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

int main(void)
{
    unsigned failures = 0;
    for (unsigned i = 0; i < sizeof targets / sizeof targets[0]; i++)
        failures += check_target(i);
    return failures > 0;
}
