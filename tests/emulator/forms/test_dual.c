/* VOPD: every X op with every Y op, with sources of every kind, does what the two ops do one by one
 * with the registers as they were before.
 *
 *   test_emulator.forms.dual TARGET            a few forms of each pair
 *   test_emulator.forms.dual TARGET --long     DRAWS of each pair
 *   test_emulator.forms.dual TARGET --refused  likewise, and prints those that are refused
 *
 * The encodings are those of AMD's RDNA3 document, "VOPD", and the ops alone are texts for the
 * assembler. Of a pair, the sources of each half are drawn: registers, scalars, VCC, M0, null,
 * inline constants and literals; and whether a half reads what the other writes.
 */
#include "harness.h"
#include "one_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 200, FEW = 6, RUNS = 3, STATES = 8, X_OPS = 14, HALVES_MAX = X_OPS * 17 * DRAWS };

/* Where an op alone has its operands. */
enum { ALONE_RESULT = 80, ALONE_A = 84, ALONE_B = 85, ALONE_K = 86 };
enum { VGPR = 256, LITERAL = 255, CONSTANT_VCC = 106, CONSTANT_NULL = 124, CONSTANT_M0 = 125 };
enum { LITERAL_BITS = 0x4640b3cd };

enum shape {
    SHAPE_TWO,
    SHAPE_ONE,
    SHAPE_ADD_K, /* a * b + K */
    SHAPE_MULTIPLY_K,
};

static const struct dual_op {
    const char *name;  /* alone, */
    const char *alone; /* with the operands behind it; NULL: v80, v84, v85 */
    enum shape shape;
    bool has_halves, accumulates; /* pairs of 16 bits; the result is a source */
    bool is_bfloat;
} ops[] = {
    {"v_fmac_f32", NULL, SHAPE_TWO, false, true, false},
    {"v_fma_f32", "v80, v84, v85, v86", SHAPE_ADD_K, false, false, false},
    {"v_fma_f32", "v80, v84, v86, v85", SHAPE_MULTIPLY_K, false, false, false},
    {"v_mul_f32", NULL, SHAPE_TWO, false, false, false},
    {"v_add_f32", NULL, SHAPE_TWO, false, false, false},
    {"v_sub_f32", NULL, SHAPE_TWO, false, false, false},
    {"v_subrev_f32", NULL, SHAPE_TWO, false, false, false},
    {"v_mul_dx9_zero_f32", NULL, SHAPE_TWO, false, false, false},
    {"v_mov_b32", "v80, v84", SHAPE_ONE, false, false, false},
    {"v_cndmask_b32", "v80, v84, v85, vcc_lo", SHAPE_TWO, false, false, false},
    {"v_max_f32", NULL, SHAPE_TWO, false, false, false},
    {"v_min_f32", NULL, SHAPE_TWO, false, false, false},
    {"v_dot2acc_f32_f16", NULL, SHAPE_TWO, true, true, false},
    {"v_dot2_f32_bf16", "v80, v84, v85, v80", SHAPE_TWO, true, true, true},
    {NULL, NULL, SHAPE_TWO, false, false, false},
    {NULL, NULL, SHAPE_TWO, false, false, false},
    {"v_add_nc_u32", NULL, SHAPE_TWO, false, false, false},
    {"v_lshlrev_b32", NULL, SHAPE_TWO, false, false, false},
    {"v_and_b32", NULL, SHAPE_TWO, false, false, false},
};
enum { OPS = sizeof ops / sizeof ops[0] };

struct half {
    unsigned op, source, second, result; /* |source| has nine bits */
};

struct pair {
    struct half x, y;
    unsigned id;
};

struct test {
    const char *target;
    bool is_gfx12, shows;
    struct decoder *decoder;
    struct program program; /* one instruction */
    uint32_t words[8];
    struct harness_random random;
    struct harness_state states[STATES];
    struct pair pairs[HALVES_MAX];
    unsigned alone_ids[OPS], pair_count, drawn, refused, known;
};

/* The op alone as a text. gfx12 has other names, and v_dot2acc_f32_f16 only as a half of VOPD. */
static unsigned add_alone(const struct test *test, struct harness *h, const struct dual_op *op)
{
    static const struct {
        const char *name, *text;
    } on_gfx12[] = {{"v_max_f32", "v_max_num_f32 v80, v84, v85"},
                    {"v_min_f32", "v_min_num_f32 v80, v84, v85"},
                    {"v_dot2acc_f32_f16", "v_dot2_f32_f16 v80, v84, v85, v80"}};
    for (size_t i = 0; test->is_gfx12 && i < sizeof on_gfx12 / sizeof on_gfx12[0]; i++) {
        if (strcmp(op->name, on_gfx12[i].name) == 0)
            return harness_add(h, "%s", on_gfx12[i].text);
    }
    return harness_add(h, "%s %s", op->name, op->alone ? op->alone : "v80, v84, v85");
}

/* ---- Encodings ------------------------------------------------------------------------------- */

static bool has_literal(const struct half *half)
{
    return half->source == LITERAL || ops[half->op].shape >= SHAPE_ADD_K;
}

static unsigned encode(const struct pair *pair, uint32_t out[3])
{
    const struct half *x = &pair->x, *y = &pair->y;
    out[0] = x->source | x->second << 9 | y->op << 17 | x->op << 22 | 0x32u << 26;
    out[1] = y->source | y->second << 9 | (y->result >> 1) << 17 | x->result << 24;
    out[2] = LITERAL_BITS;
    return has_literal(x) || has_literal(y) ? 3 : 2;
}

static bool decodes(struct test *test, const struct pair *pair, bool *out_known)
{
    struct op op;
    char text[256];
    for (unsigned i = 0; i < 8; i++)
        test->words[i] = 0xbf800000; /* s_nop 0 */
    unsigned words = encode(pair, test->words);
    bool is_op = llvm_decoder.decode(test->decoder, &test->program, 0, &op, text, sizeof text) &&
                 op.dual && op.dwords == words;
    llvm_decoder.print(test->decoder, &test->program, 0, text, sizeof text);
    *out_known = strcmp(text, "not an instruction") != 0;
    if (!is_op && *out_known && test->shows)
        printf("refused: %s\n", text);
    if (is_op)
        free((void *)(uintptr_t)op.dual);
    return is_op;
}

/* ---- What sources mean ----------------------------------------------------------------------- */

static uint32_t fraction_of(const struct dual_op *op, unsigned code)
{
    static const uint32_t singles[] = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
                                       0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983};
    static const uint16_t halves[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
                                      0xc000, 0x4400, 0xc400, 0x3118};
    uint32_t single = singles[code - 240];
    if (!op->has_halves)
        return single;
    return (op->is_bfloat ? single >> 16 : halves[code - 240]) * 0x10001u;
}

static uint32_t source_bits(const struct dual_op *op, unsigned source,
                            const struct harness_state *state, unsigned lane)
{
    if (source >= VGPR)
        return state->vgpr[source - VGPR][lane];
    if (source == LITERAL)
        return LITERAL_BITS;
    if (source >= 240)
        return fraction_of(op, source);
    if (source >= 128) {
        uint32_t number = source <= 192 ? source - 128 : 192 - source;
        return op->has_halves ? (number & 0xffff) * 0x10001u : number;
    }
    return source == CONSTANT_NULL ? 0
           : source == CONSTANT_M0 ? state->sgpr[SGPR_M0]
                                   : state->sgpr[source];
}

/* The state from which the op alone does what |half| does in |from|. */
static void set_alone(const struct half *half, const struct harness_state *from,
                      struct harness_state *out)
{
    const struct dual_op *op = &ops[half->op];
    *out = *from;
    for (unsigned lane = 0; lane < 32; lane++) {
        out->vgpr[ALONE_A][lane] = source_bits(op, half->source, from, lane);
        out->vgpr[ALONE_B][lane] = from->vgpr[half->second][lane];
        out->vgpr[ALONE_K][lane] = LITERAL_BITS;
        out->vgpr[ALONE_RESULT][lane] = from->vgpr[half->result][lane];
    }
}

/* ---- Draws ----------------------------------------------------------------------------------- */

static unsigned draw_below(struct test *test, unsigned count)
{
    return (unsigned)(random_bits(&test->random) >> 20) % count;
}

/* A scalar register or a constant. */
static unsigned draw_scalar(struct test *test)
{
    static const uint8_t named[] = {CONSTANT_VCC, CONSTANT_VCC + 1, CONSTANT_NULL, CONSTANT_M0};
    switch (draw_below(test, 5)) {
    case 0: return draw_below(test, 96);
    case 1: return named[draw_below(test, 4)];
    case 2: return 128 + draw_below(test, 81);
    case 3: return 240 + draw_below(test, 9);
    default: return LITERAL;
    }
}

/* A vector register below 64, in a bank of four. */
static unsigned draw_vgpr(struct test *test, unsigned bank)
{
    return 4 * draw_below(test, 16) + bank;
}

/* The hardware wants other banks of both halves' registers, and results of which one is odd; see
 * "VOPD Restrictions". */
static struct pair draw_pair(struct test *test, unsigned x, unsigned y)
{
    unsigned bank = draw_below(test, 4), second = draw_below(test, 4),
             step = 1 + draw_below(test, 3);
    struct pair pair = {.x = {.op = x, .second = draw_vgpr(test, second)},
                        .y = {.op = y, .second = draw_vgpr(test, (second + step) & 3)}};
    pair.x.source = VGPR + draw_vgpr(test, bank);
    pair.y.source = VGPR + draw_vgpr(test, (bank + step) & 3);
    if (draw_below(test, 3))
        pair.x.source = draw_scalar(test);
    if (draw_below(test, 3))
        pair.y.source = draw_scalar(test);
    pair.x.result = draw_below(test, 64);
    pair.y.result = 2 * draw_below(test, 32) + !(pair.x.result & 1);
    switch (draw_below(test, 6)) { /* one reads what the other writes */
    case 0: pair.x.result = pair.y.second; break;
    case 1: pair.y.result = pair.x.second; break;
    case 2:
        pair.x.result = pair.y.second;
        pair.y.result = pair.x.second;
        break;
    case 3: pair.x.result = pair.x.second; break;
    case 4: pair.x.result = pair.y.source >= VGPR ? pair.y.source - VGPR : 1; break;
    default: break;
    }
    if (ops[x].shape == SHAPE_ONE)
        pair.x.second = 0;
    if (ops[y].shape == SHAPE_ONE)
        pair.y.second = 0;
    if ((pair.x.result ^ pair.y.result) % 2 == 0)
        pair.y.result ^= 1;
    return pair;
}

static void draw_pairs(struct test *test, unsigned draws)
{
    for (unsigned x = 0; x < X_OPS; x++) {
        for (unsigned y = 0; y < OPS; y++) {
            bool is_there = false, is_known;
            for (unsigned i = 0; i < draws && ops[y].name; i++) {
                struct pair pair = draw_pair(test, x, y);
                bool is_op = decodes(test, &pair, &is_known);
                is_there |= is_op;
                test->drawn += is_known;
                test->refused += is_known && !is_op;
                if (is_op)
                    test->pairs[test->pair_count++] = pair;
            }
            test->known += is_there;
        }
    }
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static void add_texts(struct test *test, struct harness *h)
{
    uint32_t words[3];
    for (unsigned i = 0; i < OPS; i++) {
        if (ops[i].name)
            test->alone_ids[i] = add_alone(test, h, &ops[i]);
    }
    for (unsigned i = 0; i < test->pair_count; i++) {
        bool is_long = encode(&test->pairs[i], words) == 3;
        test->pairs[i].id = is_long ? harness_add(h, ".long 0x%x\n.long 0x%x\n.long 0x%x", words[0],
                                                  words[1], words[2])
                                    : harness_add(h, ".long 0x%x\n.long 0x%x", words[0], words[1]);
    }
}

static void fail(struct test *test, struct harness *h, const struct pair *pair, unsigned lane,
                 const char *what, uint32_t is, uint32_t wanted)
{
    bool is_known;
    char text[256];
    decodes(test, pair, &is_known);
    llvm_decoder.print(test->decoder, &test->program, 0, text, sizeof text);
    harness_fail(h, pair->id, lane, "%s: %s 0x%08x, not 0x%08x", text, what, is, wanted);
}

static void run(struct test *test, struct harness *h, const struct pair *pair,
                const struct harness_state *from)
{
    static struct harness_state is, wanted, alone[2];
    const struct half *halves[] = {&pair->x, &pair->y};
    is = wanted = *from;
    if (!harness_run(h, pair->id, &is)) {
        harness_fail(h, pair->id, 0, "%s", harness_fault(h)->message);
        return;
    }
    for (unsigned i = 0; i < 2; i++) {
        set_alone(halves[i], from, &alone[i]);
        harness_run(h, test->alone_ids[halves[i]->op], &alone[i]);
        memcpy(wanted.vgpr[halves[i]->result], alone[i].vgpr[ALONE_RESULT], sizeof wanted.vgpr[0]);
    }
    for (unsigned i = 0; i < HARNESS_VGPRS; i++) {
        for (unsigned lane = 0; lane < 32; lane++) {
            if (is.vgpr[i][lane] != wanted.vgpr[i][lane]) {
                char what[16];
                snprintf(what, sizeof what, "v%u is", i);
                fail(test, h, pair, lane, what, is.vgpr[i][lane], wanted.vgpr[i][lane]);
                return;
            }
        }
    }
    if (memcmp(is.sgpr, wanted.sgpr, sizeof is.sgpr) != 0 || is.scc != wanted.scc)
        fail(test, h, pair, 0, "a scalar changed: SCC is", is.scc, wanted.scc);
}

int main(int argc, char **argv)
{
    static struct test test;
    if (argc < 2)
        return 2;
    const enum generation generation = generation_of(target_find(argv[1]));
    test = (struct test){.target = argv[1],
                         .is_gfx12 = generation == GENERATION_GFX12,
                         .shows = argc > 2 && strcmp(argv[2], "--refused") == 0,
                         .random = {20261201}};
    if (!one_program(test.target, 32, test.words, sizeof test.words, &test.program, &test.decoder))
        return 77;
    draw_pairs(&test, argc > 2 ? DRAWS : FEW);
    struct harness *h = harness_open(test.target, 32);
    add_texts(&test, h);
    harness_assemble(h);
    for (unsigned i = 0; i < STATES; i++) {
        random_state(&test.random, h, &test.states[i]);
        state_set_mask(&test.states[i], SGPR_EXEC, random_exec(&test.random, h, i % 3));
    }
    for (unsigned i = 0; i < test.pair_count; i++) {
        for (unsigned k = 0; k < RUNS; k++)
            run(&test, h, &test.pairs[i], &test.states[(i + k) % STATES]);
    }
    printf("%s: %u pairs of ops, %u forms: %u compared, %u refused\n", test.target, test.known,
           test.drawn, test.pair_count, test.refused);
    unsigned failures = harness_failures(h);
    harness_close(h);
    return failures != 0 || test.known == 0;
}
