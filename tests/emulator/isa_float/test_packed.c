/* Packed and mixed arithmetic, dot products, SDWA and DPP on floats, dual-issued pairs, literals
 * and constants: element by element against MPFR.
 */
#include "operands.h"

#include <stdio.h>
#include <string.h>

enum { GFX90A = 1, GFX1030 = 2, GFX1100 = 4, ALL = 7, RUNS = 60 };

static const struct modifiers none;
static const uint32_t modes[] = {HARNESS_MODE, HARNESS_MODE | 15, HARNESS_MODE | 5,
                                 HARNESS_MODE | 2, HARNESS_MODE & ~0xf0u};
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

/* ---- Packed ---------------------------------------------------------------------------------- */

static const struct packed_case {
    const char *name;
    enum operation operation;
    enum format format; /* of an element; two floats take a pair of registers */
    unsigned sources, on;
} packed[] = {
    {"v_pk_add_f32", OP_ADD, F32, 2, GFX90A}, {"v_pk_mul_f32", OP_MUL, F32, 2, GFX90A},
    {"v_pk_fma_f32", OP_FMA, F32, 3, GFX90A}, {"v_pk_add_f16", OP_ADD, F16, 2, ALL},
    {"v_pk_mul_f16", OP_MUL, F16, 2, ALL},    {"v_pk_fma_f16", OP_FMA, F16, 3, ALL},
    {"v_pk_min_f16", OP_MIN, F16, 2, ALL},    {"v_pk_max_f16", OP_MAX, F16, 2, ALL},
};
enum { PACKED = sizeof packed / sizeof packed[0] };

/* Of two sources and of three; |low| and |high| say which half goes into each result. */
static const struct selection {
    const char *text[2];
    bool low[3], high[3], neg_low[3], neg_high[3], clamp;
} selections[] = {
    {{"", ""}, {0, 0, 0}, {1, 1, 1}, {0}, {0}, false},
    {{"op_sel:[1,0] op_sel_hi:[0,1]", "op_sel:[1,0,1] op_sel_hi:[0,1,0]"},
     {1, 0, 1},
     {0, 1, 0},
     {0},
     {0},
     false},
    {{"neg_lo:[1,0] neg_hi:[0,1]", "neg_lo:[1,0,1] neg_hi:[0,1,1]"},
     {0, 0, 0},
     {1, 1, 1},
     {1, 0, 1},
     {0, 1, 1},
     false},
    {{"op_sel:[1,1] op_sel_hi:[0,0] neg_lo:[0,1] clamp",
      "op_sel:[1,1,1] op_sel_hi:[0,0,0] neg_lo:[0,1,0] clamp"},
     {1, 1, 1},
     {0, 0, 0},
     {0, 1, 0},
     {0},
     true},
};
enum { SELECTIONS = sizeof selections / sizeof selections[0] };

static unsigned add_packed(struct harness *harness, const struct packed_case *c,
                           const struct selection *s)
{
    char text[96];
    enum format width = c->format == F32 ? F64 : F32;
    const enum format sources[3] = {width, width, width};
    operand_text(text, sizeof text, c->sources == 3 ? " D, A, B, C " : " D, A, B ", width, sources);
    return harness_add(harness, "%s%s%s", c->name, text, s->text[c->sources - 2]);
}

static uint64_t part(const struct harness_state *state, unsigned reg, unsigned lane, bool high,
                     enum format format)
{
    if (format == F32)
        return state->vgpr[reg + high][lane];
    return state->vgpr[reg][lane] >> 16 * high & 0xffff;
}

static void fill_parts(struct harness_random *random, enum format format, unsigned lanes,
                       struct harness_state *state)
{
    for (unsigned lane = 0; lane < lanes; lane++) {
        for (unsigned reg = 2; reg < 8; reg++) {
            uint64_t low = operand_random(random, format), high = operand_random(random, format);
            state->vgpr[reg][lane] = (uint32_t)(format == F32 ? low : high << 16 | low);
        }
    }
}

static void check_packed(struct harness *harness, unsigned id, const struct packed_case *c,
                         const struct selection *s, uint32_t mode, unsigned lanes)
{
    static struct harness_state before, after;
    struct harness_random random = {id * 13u + mode};
    struct float_mode fp = read_mode(mode);
    unsigned runs = harness_runs(RUNS);
    for (unsigned run = 0; run < runs; run++) {
        random_state(&random, harness, &before);
        before.mode = mode;
        uint64_t exec = random_exec(&random, harness, run);
        state_set_mask(&before, SGPR_EXEC, exec);
        fill_parts(&random, c->format, lanes, &before);
        after = before;
        if (!harness_run(harness, id, &after)) {
            harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
            return;
        }
        for (unsigned i = 0; i < 2 * lanes; i++) {
            unsigned lane = i / 2, high = i % 2;
            uint64_t in[3], got = part(&after, RESULT, lane, high, c->format);
            struct modifiers modifiers = {.clamp = s->clamp};
            for (unsigned k = 0; k < 3; k++) {
                in[k] = part(&before, FIRST_SOURCE + 2 * k, lane, high ? s->high[k] : s->low[k],
                             c->format);
                modifiers.neg[k] = high ? s->neg_high[k] : s->neg_low[k];
            }
            uint64_t right = exec >> lane & 1
                                 ? reference_compute(c->operation, c->format, in, &fp, &modifiers)
                                 : part(&before, RESULT, lane, high, c->format);
            if (!format_equal(c->format, got, right))
                harness_fail(
                    harness, id, lane, "mode %#x, %s of %#llx %#llx %#llx: %#llx, not %#llx", mode,
                    high ? "high" : "low", (unsigned long long)in[0], (unsigned long long)in[1],
                    (unsigned long long)in[2], (unsigned long long)got, (unsigned long long)right);
        }
    }
}

/* ---- Mixed ----------------------------------------------------------------------------------- */

/* Which sources are halves, which halves; signs. */
static const struct mix {
    const char *modifiers;
    bool half[3], high[3], neg[3], abs[3];
} mixes[] = {
    {"", {0}, {0}, {0}, {0}},
    {"op_sel_hi:[1,0,0]", {1, 0, 0}, {0}, {0}, {0}},
    {"op_sel:[0,1,0] op_sel_hi:[1,1,0]", {1, 1, 0}, {0, 1, 0}, {0}, {0}},
    {"op_sel:[1,0,1] op_sel_hi:[1,1,1]", {1, 1, 1}, {1, 0, 1}, {0}, {0}},
};
enum { MIXES = sizeof mixes / sizeof mixes[0] };
static const char *const mix_names[] = {"v_fma_mix_f32", "v_fma_mixlo_f16", "v_fma_mixhi_f16"};

/* A half as a float: exact. */
static uint64_t widen(uint64_t half)
{
    MPFR_DECL_INIT(x, 24);
    format_get(F16, half, x);
    uint64_t bits = format_round(F32, x, ROUND_NEAREST);
    return bits;
}

static uint64_t narrow(uint64_t bits, unsigned rounding)
{
    MPFR_DECL_INIT(x, 24);
    format_get(F32, bits, x);
    uint64_t half = format_round(F16, x, rounding);
    return half;
}

static void check_mix(struct harness *harness, unsigned id, unsigned which, const struct mix *m,
                      uint32_t mode, unsigned lanes)
{
    static struct harness_state before, after;
    struct harness_random random = {id * 17u + mode};
    struct float_mode fp = read_mode(mode);
    unsigned runs = harness_runs(RUNS);
    for (unsigned run = 0; run < runs; run++) {
        random_state(&random, harness, &before);
        before.mode = mode;
        for (unsigned k = 0; k < 3; k++)
            for (unsigned lane = 0; lane < lanes; lane++)
                before.vgpr[FIRST_SOURCE + 2 * k][lane] =
                    (uint32_t)(m->half[k] ? operand_random(&random, F16) << 16 |
                                                operand_random(&random, F16)
                                          : operand_random(&random, F32));
        after = before;
        if (!harness_run(harness, id, &after)) {
            harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
            return;
        }
        for (unsigned lane = 0; lane < lanes; lane++) {
            uint64_t in[3];
            for (unsigned k = 0; k < 3; k++) {
                uint32_t v = before.vgpr[FIRST_SOURCE + 2 * k][lane];
                uint64_t half = v >> 16 * m->high[k] & 0xffff;
                in[k] = m->half[k] ? widen(format_flush(F16, half, fp.flush_in16_64)) : v;
            }
            uint64_t right = reference_compute(OP_FMA, F32, in, &fp, &none);
            uint32_t got = after.vgpr[RESULT][lane], old = before.vgpr[RESULT][lane];
            bool same = format_equal(F32, got, right);
            if (which) {
                uint64_t half = format_flush(F16, narrow(right, fp.round16_64), fp.flush_out16_64);
                uint32_t written = which == 1 ? got & 0xffff : got >> 16;
                uint32_t kept = which == 1 ? got >> 16 : got & 0xffff;
                same = format_equal(F16, written, half) &&
                       kept == (which == 1 ? old >> 16 : old & 0xffff);
            }
            if (!same)
                harness_fail(harness, id, lane, "mode %#x, of %#llx %#llx %#llx: %#x, float %#llx",
                             mode, (unsigned long long)in[0], (unsigned long long)in[1],
                             (unsigned long long)in[2], got, (unsigned long long)right);
        }
    }
}

/* ---- Dot products ---------------------------------------------------------------------------- */

static void check_dot(struct harness *harness, unsigned id, bool accumulates, unsigned lanes)
{
    static struct harness_state before, after;
    struct harness_random random = {id * 17u};
    struct float_mode fp = read_mode(HARNESS_MODE);
    unsigned runs = harness_runs(RUNS);
    for (unsigned run = 0; run < runs; run++) {
        random_state(&random, harness, &before);
        before.mode = HARNESS_MODE;
        fill_parts(&random, F16, lanes, &before);
        for (unsigned lane = 0; lane < lanes; lane++)
            before.vgpr[accumulates ? RESULT : 6][lane] = (uint32_t)operand_random(&random, F32);
        after = before;
        if (!harness_run(harness, id, &after)) {
            harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
            return;
        }
        for (unsigned lane = 0; lane < lanes; lane++) {
            uint64_t sum = before.vgpr[accumulates ? RESULT : 6][lane];
            for (unsigned k = 0; k < 2; k++) {
                uint64_t in[3] = {widen(part(&before, 2, lane, k, F16)),
                                  widen(part(&before, 4, lane, k, F16)), sum};
                sum = reference_compute(OP_FMA, F32, in, &fp, &none);
            }
            if (!format_equal(F32, after.vgpr[RESULT][lane], sum))
                harness_fail(harness, id, lane, "%#x, not %#llx", after.vgpr[RESULT][lane],
                             (unsigned long long)sum);
        }
    }
}

/* ---- Forms: each text gives the same as "v_..." of registers, which other tests check -------- */

static const struct form {
    const char *text; /* to v0, perhaps v1 */
    enum operation operation;
    enum format format;
    const char *in[3]; /* "v2", "v2h" (its upper half), "r2" (its mirror in the row), constants */
    unsigned on;
} forms[] = {
    {"v_add_f32 v0, 1.0, v2", OP_ADD, F32, {"0x3f800000", "v2"}, ALL},
    {"v_add_f32 v0, -4.0, v2", OP_ADD, F32, {"0xc0800000", "v2"}, ALL},
    {"v_mul_f32 v0, 0.15915494, v2", OP_MUL, F32, {"0x3e22f983", "v2"}, ALL},
    {"v_mul_f32 v0, 0x40490fdb, v2", OP_MUL, F32, {"0x40490fdb", "v2"}, ALL},
    {"v_add_f32 v0, 3, v2", OP_ADD, F32, {"3", "v2"}, ALL},
    {"v_add_f16 v0, 1.0, v2", OP_ADD, F16, {"0x3c00", "v2"}, ALL},
    {"v_add_f16 v0, 0x3c01, v2", OP_ADD, F16, {"0x3c01", "v2"}, ALL},
    {"v_add_f64 v[0:1], 2.0, v[2:3]", OP_ADD, F64, {"0x4000000000000000", "v2"}, ALL},
    {"v_mul_f64 v[0:1], v[2:3], 0.15915494309189532",
     OP_MUL,
     F64,
     {"v2", "0x3fc45f306dc9c882"},
     ALL},
    {"v_fmamk_f32 v0, v2, 0x40490fdb, v4",
     OP_FMA,
     F32,
     {"v2", "0x40490fdb", "v4"},
     GFX1030 | GFX1100},
    {"v_fmaak_f32 v0, v2, v4, 0x40490fdb",
     OP_FMA,
     F32,
     {"v2", "v4", "0x40490fdb"},
     GFX1030 | GFX1100},
    {"v_fmamk_f16 v0, v2, 0x3c05, v4", OP_FMA, F16, {"v2", "0x3c05", "v4"}, GFX1030 | GFX1100},
    {"v_fmaak_f16 v0, v2, v4, 0x3c05", OP_FMA, F16, {"v2", "v4", "0x3c05"}, GFX1030 | GFX1100},
    {"v_madmk_f32 v0, v2, 0x40490fdb, v4", OP_MAD, F32, {"v2", "0x40490fdb", "v4"}, GFX90A},
    {"v_madak_f32 v0, v2, v4, 0x40490fdb", OP_MAD, F32, {"v2", "v4", "0x40490fdb"}, GFX90A},
    {"v_add_f16_sdwa v0, v2, v4 dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 "
     "src1_sel:WORD_0",
     OP_ADD,
     F16,
     {"v2h", "v4"},
     GFX90A | GFX1030},
    {"v_fma_f16 v0, v2, v4, v6 op_sel:[0,1,1,0]",
     OP_FMA,
     F16,
     {"v2", "v4h", "v6h"},
     GFX1030 | GFX1100},
    {"v_add_f32_dpp v0, v2, v4 row_mirror row_mask:0xf bank_mask:0xf",
     OP_ADD,
     F32,
     {"r2", "v4"},
     ALL},
    {"v_mul_f16_dpp v0, v2, v4 row_mirror row_mask:0xf bank_mask:0xf",
     OP_MUL,
     F16,
     {"r2", "v4"},
     ALL},
    {"v_dual_add_f32 v0, v2, v4 :: v_dual_mul_f32 v1, v3, v5", OP_ADD, F32, {"v2", "v4"}, GFX1100},
    {"v_dual_mul_f32 v1, v3, v5 :: v_dual_add_f32 v0, v2, v4", OP_ADD, F32, {"v2", "v4"}, GFX1100},
    {"v_dual_sub_f32 v0, v2, v4 :: v_dual_mul_f32 v1, v3, v5", OP_SUB, F32, {"v2", "v4"}, GFX1100},
    {"v_dual_subrev_f32 v0, v2, v4 :: v_dual_mul_f32 v1, v3, v5",
     OP_SUBREV,
     F32,
     {"v2", "v4"},
     GFX1100},
    {"v_dual_min_f32 v0, v2, v4 :: v_dual_max_f32 v1, v3, v5", OP_MIN, F32, {"v2", "v4"}, GFX1100},
    {"v_dual_max_f32 v0, v2, v4 :: v_dual_min_f32 v1, v3, v5", OP_MAX, F32, {"v2", "v4"}, GFX1100},
    {"v_dual_mul_dx9_zero_f32 v0, v2, v4 :: v_dual_mul_f32 v1, v3, v5",
     OP_MUL_LEGACY,
     F32,
     {"v2", "v4"},
     GFX1100},
    {"v_dual_fmaak_f32 v0, v2, v4, 0x40490fdb :: v_dual_mov_b32 v1, v3",
     OP_FMA,
     F32,
     {"v2", "v4", "0x40490fdb"},
     GFX1100},
    {"v_dual_fmamk_f32 v0, v2, 0x40490fdb, v4 :: v_dual_mov_b32 v1, v3",
     OP_FMA,
     F32,
     {"v2", "0x40490fdb", "v4"},
     GFX1100},
    {"v_dual_fmac_f32 v0, v2, v4 :: v_dual_mul_f32 v1, v3, v5",
     OP_FMA,
     F32,
     {"v2", "v4", "v0"},
     GFX1100},
    /* both halves read before either writes */
    {"v_dual_add_f32 v0, v2, v4 :: v_dual_mov_b32 v3, v0\nv_mov_b32 v0, v0",
     OP_ADD,
     F32,
     {"v2", "v4"},
     GFX1100},
};
enum { FORMS = sizeof forms / sizeof forms[0] };

static uint64_t form_input(const struct harness_state *state, const char *in, unsigned lane,
                           enum format format)
{
    unsigned long long value;
    unsigned reg;
    char tail = 0;
    if (!in)
        return 0;
    if (sscanf(in, "v%u%c", &reg, &tail) >= 1)
        return tail == 'h' ? state->vgpr[reg][lane] >> 16 : lane_get(state, reg, lane, format);
    if (sscanf(in, "r%u", &reg) == 1)
        return lane_get(state, reg, lane ^ 15, format);
    return sscanf(in, "%lli", (long long *)&value) == 1 ? value : 0;
}

static void check_form(struct harness *harness, unsigned id, const struct form *f, uint32_t mode,
                       unsigned lanes)
{
    static struct harness_state before, after;
    struct harness_random random = {id * 17u + mode};
    struct float_mode fp = read_mode(mode);
    unsigned runs = harness_runs(RUNS);
    for (unsigned run = 0; run < runs; run++) {
        random_state(&random, harness, &before);
        before.mode = mode;
        for (unsigned reg = 0; reg < 8; reg += f->format == F64 ? 2 : 1)
            for (unsigned lane = 0; lane < lanes; lane++)
                lane_set(&before, reg, lane, f->format, operand_random(&random, f->format));
        after = before;
        if (!harness_run(harness, id, &after)) {
            harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
            return;
        }
        for (unsigned lane = 0; lane < lanes; lane++) {
            uint64_t in[3], got = lane_get(&after, RESULT, lane, f->format);
            for (unsigned k = 0; k < 3; k++)
                in[k] = form_input(&before, f->in[k], lane, f->format);
            uint64_t right = reference_compute(f->operation, f->format, in, &fp, &none);
            if (!format_equal(f->format, got, right))
                harness_fail(harness, id, lane, "mode %#x, of %#llx %#llx %#llx: %#llx, not %#llx",
                             mode, (unsigned long long)in[0], (unsigned long long)in[1],
                             (unsigned long long)in[2], (unsigned long long)got,
                             (unsigned long long)right);
        }
    }
}

static unsigned check_target(const char *processor, unsigned lanes, unsigned bit)
{
    unsigned packs[PACKED][SELECTIONS], mixed[3][MIXES], form_ids[FORMS], dots[3] = {0};
    struct harness *harness = harness_open(processor, lanes);
    for (unsigned i = 0; i < PACKED; i++)
        for (unsigned j = 0; j < SELECTIONS && packed[i].on & bit; j++)
            packs[i][j] = packed[i].format == F32 && selections[j].clamp
                              ? UINT32_MAX
                              : add_packed(harness, &packed[i], &selections[j]);
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < MIXES; j++)
            mixed[i][j] =
                harness_add(harness, "%s v0, v2, v4, v6 %s", mix_names[i], mixes[j].modifiers);
    for (unsigned i = 0; i < FORMS; i++)
        form_ids[i] = forms[i].on & bit ? harness_add(harness, "%s", forms[i].text) : 0;
    dots[0] = harness_add(harness, "v_dot2_f32_f16 v0, v2, v4, v6");
    dots[1] = harness_add(harness, bit == GFX1100 ? "v_dot2acc_f32_f16 v0, v2, v4"
                                                  : "v_dot2c_f32_f16 v0, v2, v4");
    dots[2] =
        harness_add(harness, "v_dot2_f32_f16 v0, v2, v4, v6 %s", bit == GFX1100 ? "clamp" : "");
    harness_assemble(harness);
    for (unsigned m = 0; m < MODES; m++) {
        for (unsigned i = 0; i < PACKED; i++)
            for (unsigned j = 0; j < SELECTIONS && packed[i].on & bit; j++)
                if (packs[i][j] != UINT32_MAX)
                    check_packed(harness, packs[i][j], &packed[i], &selections[j], modes[m], lanes);
        for (unsigned i = 0; i < 3; i++)
            for (unsigned j = 0; j < MIXES; j++)
                check_mix(harness, mixed[i][j], i, &mixes[j], modes[m], lanes);
        for (unsigned i = 0; i < FORMS; i++)
            if (forms[i].on & bit)
                check_form(harness, form_ids[i], &forms[i], modes[m], lanes);
    }
    check_dot(harness, dots[0], false, lanes);
    check_dot(harness, dots[1], true, lanes);
    check_dot(harness, dots[2], false, lanes); /* which gfx11 does not clamp */
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
