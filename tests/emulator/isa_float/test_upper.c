/* What a 16-bit result does to the other half of its register. On gfx9 the instructions that gfx8
 * has clear it; v_mac, v_madmk and v_madak, and those that came with op_sel, keep it: LLVM's list
 * (zeroesHigh16BitsOfDest in AMDGPUSubtarget.cpp), "mostly derived from experimentation". Since
 * RDNA, all keep it.
 */
#include "harness.h"

#include <stdio.h>

static const struct row {
    const char *text; /* of v0 from v1, v2 and v3 */
    bool is_kept;     /* on gfx9 */
    bool is_old;      /* RDNA lacks it */
} rows[] = {
    {"v_add_f16 v0, v1, v2", false, false},
    {"v_mul_f16 v0, v1, v2", false, false},
    {"v_max_f16 v0, v1, v2", false, false},
    {"v_rcp_f16 v0, v1", false, false},
    {"v_floor_f16 v0, v1", false, false},
    {"v_cvt_f16_f32 v0, v1", false, false},
    {"v_ldexp_f16 v0, v1, v2", false, false},
    {"v_fma_f16 v0, v1, v2, v3", true, false},
    {"v_div_fixup_f16 v0, v1, v2, v3", true, false},
    {"v_min3_f16 v0, v1, v2, v3", true, false},
    {"v_med3_f16 v0, v1, v2, v3", true, false},
    {"v_mad_u16 v0, v1, v2, v3", true, false},
    {"v_mad_i16 v0, v1, v2, v3", true, false},
    {"v_med3_i16 v0, v1, v2, v3", true, false},
    {"v_mad_f16 v0, v1, v2, v3", true, true},
    {"v_mac_f16 v0, v1, v2", true, true},
    {"v_madak_f16 v0, v1, v2, 0x1234", true, true},
    {"v_mad_legacy_f16 v0, v1, v2, v3", false, true},
    {"v_fma_legacy_f16 v0, v1, v2, v3", false, true},
    {"v_div_fixup_legacy_f16 v0, v1, v2, v3", false, true},
    {"v_mad_legacy_u16 v0, v1, v2, v3", false, true},
    {"v_max_u16 v0, v1, v2", false, true},
    {"v_lshlrev_b16 v0, v1, v2", false, true},
};
enum { ROWS = sizeof rows / sizeof rows[0], RUNS = 3 };

static void run(struct harness *h, unsigned id, bool is_kept, unsigned lanes)
{
    static struct harness_state state;
    struct harness_random random = {id + 1};
    random_state(&random, h, &state);
    uint32_t before[LANES_MAX];
    memcpy(before, state.vgpr[0], sizeof before);
    if (!harness_run(h, id, &state)) {
        harness_fail(h, id, 0, "%s", harness_fault(h)->message);
        return;
    }
    for (unsigned lane = 0; lane < lanes; lane++) {
        uint32_t is = state.vgpr[0][lane] >> 16, wanted = is_kept ? before[lane] >> 16 : 0;
        if (is != wanted)
            harness_fail(h, id, lane, "the upper half is 0x%x, not 0x%x", is, wanted);
    }
}

static unsigned test_target(const char *target, unsigned lanes)
{
    struct harness *h = harness_open(target, lanes);
    bool is_gfx9 = lanes == 64;
    unsigned ids[ROWS];
    for (unsigned i = 0; i < ROWS; i++)
        ids[i] = is_gfx9 || !rows[i].is_old ? harness_add(h, "%s", rows[i].text) : 0;
    harness_assemble(h);
    for (unsigned i = 0; i < ROWS; i++) {
        for (unsigned k = 0; k < RUNS && (is_gfx9 || !rows[i].is_old); k++)
            run(h, ids[i], rows[i].is_kept || !is_gfx9, lanes);
    }
    unsigned failures = harness_failures(h);
    harness_close(h);
    return failures;
}

int main(void)
{
    return test_target("gfx90a", 64) + test_target("gfx1030", 32) != 0;
}
