/* Writes to EXEC, and registers whose numbers are computed: saveexec, wrexec, movrel, and gfx9's
 * indexing of vector registers. */
#include "scalar_test.h"

/* |table|: the new EXEC's bit for (source, EXEC) = 00, 01, 10, 11. |writes_new|: the destination
 * gets the new EXEC, not the old one. */
static const struct exec_case {
    const char *name, *older;
    unsigned table;
    bool writes_new;
} cases[] = {
    {"s_and_saveexec", NULL, 0x8, false},
    {"s_or_saveexec", NULL, 0xe, false},
    {"s_xor_saveexec", NULL, 0x6, false},
    {"s_nand_saveexec", NULL, 0x7, false},
    {"s_nor_saveexec", NULL, 0x1, false},
    {"s_xnor_saveexec", NULL, 0x9, false},
    {"s_and_not1_saveexec", "s_andn2_saveexec", 0x4, false},
    {"s_or_not1_saveexec", "s_orn2_saveexec", 0xd, false},
    {"s_and_not0_saveexec", "s_andn1_saveexec", 0x2, false},
    {"s_or_not0_saveexec", "s_orn1_saveexec", 0xb, false},
    {"s_and_not1_wrexec", "s_andn2_wrexec", 0x4, true},
    {"s_and_not0_wrexec", "s_andn1_wrexec", 0x2, true},
};
enum { CASES = sizeof cases / sizeof cases[0], ROUNDS = 200 };

static void check_exec(struct harness *harness, unsigned id, const struct exec_case *c,
                       unsigned bits, struct harness_random *random, unsigned round)
{
    static struct harness_state state;
    scalar_state(random, harness, &state);
    uint64_t exec = random_exec(random, harness, round), source = random_64(random), next = 0;
    if (bits == 32)
        source = (uint32_t)source;
    state_set_mask(&state, SGPR_EXEC, exec);
    sgpr_set(&state, 4, 64, source);
    for (unsigned i = 0; i < bits; i++) {
        unsigned row = (unsigned)(source >> i & 1) * 2 + (unsigned)(exec >> i & 1);
        next |= (uint64_t)(c->table >> row & 1) << i;
    }
    if (!harness_run(harness, id, &state)) {
        harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
        return;
    }
    uint64_t got = sgpr_get(&state, SGPR_EXEC, bits), saved = sgpr_get(&state, 20, bits);
    if (got != next || saved != (c->writes_new ? next : exec) || state.scc != (next != 0))
        harness_fail(harness, id, 0, "of %#llx and EXEC %#llx: %#llx, saved %#llx, scc %d",
                     (unsigned long long)source, (unsigned long long)exec, (unsigned long long)got,
                     (unsigned long long)saved, state.scc);
}

static unsigned test_exec(const struct scalar_target *target)
{
    struct harness *harness = harness_open(target->name, target->lanes);
    struct harness_random random = {5};
    for (unsigned i = 0; i < CASES; i++) {
        const char *name =
            cases[i].older && target->on & (ON_GFX90A | ON_GFX10) ? cases[i].older : cases[i].name;
        harness_add(harness, "%s_b%u %s, %s", name, target->lanes, sgpr_name(20, target->lanes),
                    sgpr_name(4, target->lanes));
    }
    harness_assemble(harness);
    for (unsigned id = 0; id < CASES; id++) {
        for (unsigned round = 0; round < ROUNDS; round++)
            check_exec(harness, id, &cases[id], target->lanes, &random, round);
    }
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

/* ---- Computed registers --------------------------------------------------------------------- */

static void expect(struct harness *harness, unsigned id, uint64_t got, uint64_t wanted)
{
    if (got != wanted)
        harness_fail(harness, id, 0, "%#llx, not %#llx", (unsigned long long)got,
                     (unsigned long long)wanted);
}

static unsigned test_movrel(const struct scalar_target *target)
{
    struct harness *harness = harness_open(target->name, target->lanes);
    static struct harness_state start, state;
    struct harness_random random = {6};
    harness_add(harness, "s_movrels_b32 s20, s4");
    harness_add(harness, "s_movrels_b64 s[20:21], s[4:5]");
    harness_add(harness, "s_movreld_b32 s20, s4");
    harness_add(harness, "s_movreld_b64 s[20:21], s[4:5]");
    if (target->on != ON_GFX90A)
        harness_add(harness, "s_movrelsd_2_b32 s20, s4");
    harness_assemble(harness);
    scalar_state(&random, harness, &start);
    for (unsigned by = 0; by < 60; by += 2) {
        unsigned from = by + 4, to = by + 20;
        start.sgpr[SGPR_M0] = by;
        for (unsigned id = 0; id < 4; id++) {
            unsigned bits = id & 1 ? 64 : 32, s = id < 2 ? from : 4, d = id < 2 ? 20 : to;
            state = start;
            if (!harness_run(harness, id, &state))
                harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
            expect(harness, id, sgpr_get(&state, d, bits), sgpr_get(&start, s, bits));
            expect(harness, id, state.scc, start.scc);
        }
        if (target->on == ON_GFX90A)
            continue;
        state = start;
        state.sgpr[SGPR_M0] = by | 7u << 16;
        if (!harness_run(harness, 4, &state))
            harness_fail(harness, 4, 0, "%s", harness_fault(harness)->message);
        expect(harness, 4, state.sgpr[27], start.sgpr[from]);
    }
    for (unsigned id = 0; id < 4; id++) {
        state = start;
        state.sgpr[SGPR_M0] = 0x7fffffff;
        if (harness_run(harness, id, &state))
            harness_fail(harness, id, 0, "it uses a register that does not exist");
    }
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

/* v4 to v7 hold 400 to 700, v20 to v23 are written. */
static unsigned test_index_mode(void)
{
    static const struct {
        const char *text;
        unsigned reg, value;
    } texts[] = {
        {"s_set_gpr_idx_on s4, gpr_idx(SRC0)\nv_mov_b32 v20, v4\ns_set_gpr_idx_off", 20, 600},
        {"s_set_gpr_idx_on s4, gpr_idx(DST)\nv_mov_b32 v20, v4\ns_set_gpr_idx_off", 22, 400},
        {"s_set_gpr_idx_on s4, gpr_idx(SRC0,DST)\nv_mov_b32 v20, v4\ns_set_gpr_idx_off", 22, 600},
        {"s_set_gpr_idx_on s4, gpr_idx(SRC1)\nv_add_u32 v20, v4, v4\ns_set_gpr_idx_off", 20, 1000},
        {"s_set_gpr_idx_on s4, gpr_idx(SRC0)\ns_set_gpr_idx_idx s5\nv_mov_b32 v20, v4\n"
         "s_set_gpr_idx_off",
         20, 700},
        {"s_set_gpr_idx_on s4, gpr_idx(SRC0)\ns_set_gpr_idx_mode gpr_idx(DST)\n"
         "v_mov_b32 v20, v4\ns_set_gpr_idx_off",
         22, 400},
        {"s_set_gpr_idx_on s4, gpr_idx(SRC0)\ns_set_gpr_idx_off\nv_mov_b32 v20, v4", 20, 400},
        {"s_set_gpr_idx_on s4, gpr_idx(SRC0)\ns_add_u32 s6, s6, 1\nv_mov_b32 v20, s4\n"
         "v_mov_b32 v21, v5\ns_set_gpr_idx_off",
         21, 700},
    };
    enum { TEXTS = sizeof texts / sizeof texts[0] };
    struct harness *harness = harness_open("gfx90a", 64);
    static struct harness_state state;
    for (unsigned i = 0; i < TEXTS; i++)
        harness_add(harness, "%s", texts[i].text);
    unsigned far = harness_add(harness, "s_set_gpr_idx_on s7, gpr_idx(SRC0)\nv_mov_b32 v20, v4\n"
                                        "s_set_gpr_idx_off");
    harness_assemble(harness);
    for (unsigned id = 0; id < TEXTS + 1; id++) {
        memset(&state, 0, sizeof state);
        state.mode = HARNESS_MODE;
        state_set_mask(&state, SGPR_EXEC, ~0ull);
        state.sgpr[4] = 2;
        state.sgpr[5] = 3;
        state.sgpr[7] = 255;
        for (unsigned v = 0; v < HARNESS_VGPRS; v++) {
            for (unsigned lane = 0; lane < 64; lane++)
                state.vgpr[v][lane] = v * 100;
        }
        bool ran = harness_run(harness, id, &state);
        if (ran == (id == far))
            harness_fail(harness, id, 0, "%s", ran ? "no fault" : harness_fault(harness)->message);
        if (id == far)
            continue;
        for (unsigned lane = 0; lane < 64; lane += 21)
            expect(harness, id, state.vgpr[texts[id].reg][lane], texts[id].value);
        expect(harness, id, state.mode, HARNESS_MODE);
    }
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

int main(void)
{
    unsigned failures = test_index_mode();
    for (unsigned i = 0; i < SCALAR_TARGETS; i++)
        failures += test_exec(&scalar_targets[i]) + test_movrel(&scalar_targets[i]);
    return failures > 0;
}
