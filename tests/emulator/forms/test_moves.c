/* Moves and swaps of registers, in every way to write them: also those whose numbers M0 adds to,
 * and gfx9's mode in which M0 moves the operands of vector instructions.
 *
 *   test_emulator.forms.moves TARGET LANES
 *
 * What each does is written here from AMD's ISA documents. Each runs twice: on the interpreter,
 * then as code of the host, where there is one.
 */
#include "form.h"

#include <stdio.h>
#include <stdlib.h>

enum { RUNS = 4, MOST = 2048, DST = 10, SRC = 20, SCALAR_SRC = 30 };

/* Which lane of the source each lane reads. */
enum lanes_of { OWN, REVERSED_QUADS, SHIFTED, SHIFTED_BOUND, SOME_ROWS, EIGHTS, LOW_WORD };

struct move {
    enum { MOVE, SWAP, SWAP_HALVES, INDEXED } kind;
    unsigned dst, src; /* VGPRs, in front of M0; of halves, with bit 7 for the upper one */
    uint32_t m0;
    bool adds_to_src, adds_to_dst, has_parts; /* parts: ten bits each */
    bool is_scalar;                           /* the source is s30, or |value| */
    bool is_constant;
    uint32_t value;
    enum lanes_of lanes_of;
    unsigned plain; /* INDEXED: the text with the operands' own numbers */
};

struct test {
    struct harness *harness;
    unsigned lanes;
    enum generation generation;
    struct move moves[MOST];
    unsigned ids[MOST], count;
};

static void add(struct test *test, struct move move, const char *text)
{
    if (test->count == MOST)
        abort();
    test->ids[test->count] = harness_add(test->harness, "%s", text);
    test->moves[test->count++] = move;
}

/* ---- What they do --------------------------------------------------------------------------- */

/* The source of |lane| in |from|, or -1 where nothing is written. */
static int64_t read_lane(const struct move *move, const uint32_t *from, uint64_t exec,
                         unsigned lane)
{
    unsigned of = lane;
    switch (move->lanes_of) {
    case OWN: break;
    case REVERSED_QUADS: of = lane ^ 3; break;
    case SHIFTED:
    case SHIFTED_BOUND:
        if (lane % 16 == 0)
            return move->lanes_of == SHIFTED ? -1 : 0;
        of = lane - 1;
        break;
    case SOME_ROWS: /* row_mask:0x5 bank_mask:0xa */
        if (!(0x5 >> lane / 16 % 4 & 1) || !(0xa >> lane / 4 % 4 & 1))
            return -1;
        of = lane ^ 3;
        break;
    case EIGHTS: of = (lane & ~7u) | (7 - lane % 8); break;
    case LOW_WORD: return from[lane] & 0xffff;
    }
    if (of != lane && !(exec >> of & 1)) /* a lane that is off: bound_ctrl decides */
        return move->lanes_of == SHIFTED_BOUND || move->lanes_of == EIGHTS ? 0 : -1;
    return from[of];
}

static void apply_move(const struct move *move, unsigned dst, unsigned src, unsigned lanes,
                       struct harness_state *state)
{
    static struct harness_state from;
    const uint64_t exec = state_mask(state, SGPR_EXEC);
    from = *state;
    for (unsigned lane = 0; lane < lanes; lane++) {
        int64_t value = move->is_constant ? move->value
                        : move->is_scalar ? from.sgpr[SCALAR_SRC]
                                          : read_lane(move, from.vgpr[src], exec, lane);
        if (exec >> lane & 1 && value >= 0)
            state->vgpr[dst][lane] = (uint32_t)value;
    }
}

static void apply_swap(unsigned dst, unsigned src, unsigned lanes, struct harness_state *state)
{
    for (unsigned lane = 0; lane < lanes; lane++) {
        uint32_t *a = &state->vgpr[dst][lane], *b = &state->vgpr[src][lane], old = *a;
        if (state_mask(state, SGPR_EXEC) >> lane & 1)
            *a = *b, *b = old;
    }
}

static void apply_swap_halves(const struct move *move, unsigned lanes, struct harness_state *state)
{
    const unsigned a_at = move->dst & 0x80 ? 16 : 0, b_at = move->src & 0x80 ? 16 : 0;
    for (unsigned lane = 0; lane < lanes; lane++) {
        uint32_t *a = &state->vgpr[move->dst & 0x7f][lane],
                 *b = &state->vgpr[move->src & 0x7f][lane];
        const uint32_t first = *a >> a_at & 0xffff, second = *b >> b_at & 0xffff;
        if (!(state_mask(state, SGPR_EXEC) >> lane & 1))
            continue;
        *a = (*a & ~(0xffffu << a_at)) | second << a_at;
        *b = (*b & ~(0xffffu << b_at)) | first << b_at;
    }
}

static void apply(struct test *test, const struct move *move, struct harness_state *state)
{
    const uint32_t low = move->has_parts ? move->m0 & 0x3ff : move->m0,
                   high = move->has_parts ? move->m0 >> 16 & 0x3ff : move->m0;
    unsigned src = move->src + (move->adds_to_src ? low : 0),
             dst = move->dst + (move->adds_to_dst ? high : 0);
    switch (move->kind) {
    case MOVE: apply_move(move, dst, src, test->lanes, state); break;
    case SWAP: apply_swap(dst, src, test->lanes, state); break;
    case SWAP_HALVES: apply_swap_halves(move, test->lanes, state); break;
    case INDEXED:
        if (!harness_run(test->harness, move->plain, state))
            abort();
        break;
    }
}

/* ---- Moves and swaps ------------------------------------------------------------------------ */

static void add_swaps(struct test *test)
{
    static const unsigned pairs[][2] = {{10, 20}, {20, 10}, {10, 10}, {0, 127}};
    static const unsigned halves[] = {10, 20, 10 | 0x80, 20 | 0x80};
    char text[128];
    for (unsigned i = 0; i < 4; i++) {
        snprintf(text, sizeof text, "v_swap_b32 v%u, v%u", pairs[i][0], pairs[i][1]);
        add(test, (struct move){.kind = SWAP, .dst = pairs[i][0], .src = pairs[i][1]}, text);
    }
    for (unsigned i = 0; i < 16 && test->generation >= GENERATION_GFX11; i++) {
        const unsigned a = halves[i / 4], b = halves[i % 4];
        snprintf(text, sizeof text, ".long 0x%x", 0x7e00cd00 | a << 17 | b); /* v_swap_b16 */
        add(test, (struct move){.kind = SWAP_HALVES, .dst = a, .src = b}, text);
    }
}

static const uint32_t offsets[] = {0, 1, 9, 50},
                      part_offsets[] = {0, 3 << 16 | 5, 40 << 16, 7, 0xfc03fc04};

struct relative {
    const char *name;
    bool adds_to_src, adds_to_dst, has_parts;
};

static void add_relative(struct test *test, const struct relative *row, uint32_t m0)
{
    const struct {
        const char *tail, *source;
        enum lanes_of lanes_of;
        bool is_short_of; /* gfx10 alone */
    } ways[] = {
        {"_e32", "v20", OWN, false},
        {"_e64", "v20", OWN, false},
        {"_dpp", "v20 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf", REVERSED_QUADS, false},
        {"_dpp", "v20 row_shr:1 row_mask:0xf bank_mask:0xf", SHIFTED, false},
        {"_dpp", "v20 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1", SHIFTED_BOUND, false},
        {"_dpp", "v20 quad_perm:[3,2,1,0] row_mask:0x5 bank_mask:0xa", SOME_ROWS, false},
        {"_dpp", "v20 dpp8:[7,6,5,4,3,2,1,0]", EIGHTS, false},
        {"_sdwa", "v20 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0", LOW_WORD, true},
    };
    struct move move = {
        MOVE, DST, SRC, m0, row->adds_to_src, row->adds_to_dst, row->has_parts, .is_scalar = false};
    char text[160];
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (ways[i].is_short_of && test->generation != GENERATION_GFX10)
            continue;
        move.lanes_of = ways[i].lanes_of;
        snprintf(text, sizeof text, "%s%s v10, %s", row->name, ways[i].tail, ways[i].source);
        add(test, move, text);
    }
    if (row->adds_to_src)
        return;
    static const struct {
        const char *text;
        bool is_constant;
        uint32_t value;
    } sources[] = {{"s30", false, 0},
                   {"-5", true, 0xfffffffb},
                   {"0.5", true, 0x3f000000},
                   {"0x12345678", true, 0x12345678}};
    move.lanes_of = OWN;
    move.is_scalar = true;
    for (unsigned i = 0; i < 4; i++) {
        move.is_constant = sources[i].is_constant;
        move.value = sources[i].value;
        snprintf(text, sizeof text, "%s v10, %s", row->name, sources[i].text);
        add(test, move, text);
    }
}

static void add_relatives(struct test *test)
{
    static const struct relative rows[] = {{"v_movrels_b32", true, false, false},
                                           {"v_movreld_b32", false, true, false},
                                           {"v_movrelsd_b32", true, true, false},
                                           {"v_movrelsd_2_b32", true, true, true}};
    if (test->generation < GENERATION_GFX10)
        return;
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t *m0 = rows[i].has_parts ? part_offsets : offsets;
        for (unsigned k = 0; k < (rows[i].has_parts ? 5u : 4u); k++)
            add_relative(test, &rows[i], m0[k]);
    }
    for (unsigned k = 0; k < 5; k++)
        add(test,
            (struct move){.kind = SWAP,
                          .dst = DST,
                          .src = SRC,
                          .m0 = part_offsets[k],
                          .adds_to_src = true,
                          .adds_to_dst = true,
                          .has_parts = true},
            "v_swaprel_b32 v10, v20");
}

/* ---- gfx9's mode ---------------------------------------------------------------------------- */

enum { INDEX_SRC0 = 1, INDEX_SRC1 = 2, INDEX_SRC2 = 4, INDEX_DST = 8 };

/* %1$u is the result, %2$u to %4$u are the sources. */
static const char *const indexed[] = {
    "v_mov_b32 v%1$u, v%2$u",
    "v_not_b32_e64 v%1$u, v%2$u",
    "v_mov_b32_dpp v%1$u, v%2$u quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf",
    "v_mov_b32_sdwa v%1$u, v%2$u dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1",
    "v_sub_f32 v%1$u, v%2$u, v%3$u",
    "v_lshlrev_b64 v[%1$u:%1$u+1], v%2$u, v[%3$u:%3$u+1]",
    "v_add_f64 v[%1$u:%1$u+1], -v[%2$u:%2$u+1], v[%3$u:%3$u+1]",
    "v_fma_f32 v%1$u, v%2$u, -v%3$u, |v%4$u|",
    "v_mad_u64_u32 v[%1$u:%1$u+1], vcc, v%2$u, v%3$u, v[%4$u:%4$u+1]",
    "v_cndmask_b32 v%1$u, v%2$u, v%3$u, vcc",
    "v_perm_b32 v%1$u, v%2$u, v%3$u, v%4$u",
    "v_cmp_lt_u32 vcc, v%2$u, v%3$u",
    "v_add_co_u32 v%1$u, vcc, v%2$u, v%3$u",
    "v_sub_u32 v%1$u, s30, v%3$u",
    "v_pk_sub_i16 v%1$u, v%2$u, v%3$u",
    "v_pk_mul_f32 v[%1$u:%1$u+1], v[%2$u:%2$u+1], v[%3$u:%3$u+1]", /* since gfx90a */
};

static void format(char *out, size_t size, const char *pattern, unsigned which, unsigned by)
{
    snprintf(out, size, pattern, DST + (which & INDEX_DST ? by : 0),
             SRC + (which & INDEX_SRC0 ? by : 0), 30 + (which & INDEX_SRC1 ? by : 0),
             40 + (which & INDEX_SRC2 ? by : 0));
}

static void add_indexed(struct test *test)
{
    static const unsigned numbers[] = {0, 2, 70};
    char plain[128], moved[128], text[300];
    if (test->generation > GENERATION_GFX950)
        return;
    unsigned count = sizeof indexed / sizeof indexed[0] - (test->generation == GENERATION_GFX9);
    for (unsigned i = 0; i < count; i++) {
        format(plain, sizeof plain, indexed[i], 0, 0);
        for (unsigned which = 0; which < 16; which++) {
            for (unsigned k = 0; k < 3; k++) {
                format(moved, sizeof moved, indexed[i], which, numbers[k]);
                snprintf(text, sizeof text,
                         "s_set_gpr_idx_on s%u, 0x%x\n%s\ns_set_gpr_idx_off\ns_mov_b32 m0, 0",
                         80 + k, which, plain);
                struct move move = {.kind = INDEXED};
                move.plain = harness_add(test->harness, "%s\ns_mov_b32 m0, 0", moved);
                add(test, move, text);
            }
        }
    }
}

/* ---- Runs ----------------------------------------------------------------------------------- */

static void compare(struct test *test, unsigned i, const struct harness_state *is,
                    const struct harness_state *wanted)
{
    for (unsigned v = 0; v < HARNESS_VGPRS; v++) {
        for (unsigned lane = 0; lane < test->lanes; lane++) {
            if (is->vgpr[v][lane] != wanted->vgpr[v][lane]) {
                harness_fail(test->harness, test->ids[i], lane,
                             "m0 0x%x: v%u is 0x%08x, not 0x%08x", test->moves[i].m0, v,
                             is->vgpr[v][lane], wanted->vgpr[v][lane]);
                return;
            }
        }
    }
    if (memcmp(is->sgpr, wanted->sgpr, sizeof is->sgpr) != 0 || is->scc != wanted->scc ||
        is->mode != wanted->mode)
        harness_fail(test->harness, test->ids[i], 0, "a scalar register differs");
}

static void run(struct test *test, unsigned i, struct harness_random *random)
{
    static struct harness_state is, wanted;
    static const unsigned numbers[] = {0, 2, 70};
    for (unsigned k = 0; k < RUNS; k++) {
        random_state(random, test->harness, &is);
        state_set_mask(&is, SGPR_EXEC, random_exec(random, test->harness, k));
        is.mode = HARNESS_MODE;
        is.sgpr[SGPR_M0] = test->moves[i].m0;
        for (unsigned n = 0; n < 3; n++) /* bits above the number are ignored */
            is.sgpr[80 + n] = 0xabcdef00 | numbers[n];
        wanted = is;
        if (!harness_run(test->harness, test->ids[i], &is)) {
            harness_fail(test->harness, test->ids[i], 0, "%s",
                         harness_fault(test->harness)->message);
            return;
        }
        apply(test, &test->moves[i], &wanted);
        compare(test, i, &is, &wanted);
    }
}

int main(int argc, char **argv)
{
    static struct test test;
    struct harness_random random = {20261201};
    if (argc < 3)
        return 2;
    test.lanes = (unsigned)atoi(argv[2]);
    test.generation = generation_of(target_find(argv[1]));
    test.harness = harness_open(argv[1], test.lanes);
    add_swaps(&test);
    add_relatives(&test);
    add_indexed(&test);
    harness_assemble(test.harness);
    for (unsigned i = 0; i < test.count; i++)
        run(&test, i, &random);
    printf("%s: %u forms\n", argv[1], test.count);
    unsigned failures = harness_failures(test.harness);
    harness_close(test.harness);
    return failures != 0;
}
