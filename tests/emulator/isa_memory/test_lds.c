/* What only LDS instructions do: two addresses, the lane's number for an address, counting, moving
 * values between lanes; and what happens past the end. Usage: test TARGET LANES */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 8 };

struct run {
    struct harness_state state, expected;
    uint64_t exec;
    uint32_t offsets[LANES_MAX];
};

static void prepare(struct model *model, struct run *run, unsigned kind)
{
    random_state(&model->random, model->harness, &run->state);
    run->exec = random_exec(&model->random, model->harness, kind);
    state_set_mask(&run->state, SGPR_EXEC, run->exec);
    model_fill(model);
    for (unsigned i = 0; i < LANES_MAX; i++) {
        run->offsets[i] = (uint32_t)(random_bits(&model->random) % 64) * 8;
        run->state.vgpr[2][i] = run->offsets[i];
    }
    run->expected = run->state;
}

static void finish(struct model *model, unsigned id, struct run *run)
{
    if (!harness_run(model->harness, id, &run->state)) {
        harness_fail(model->harness, id, 0, "%s", harness_fault(model->harness)->message);
        return;
    }
    model_compare(model, id);
    model_compare_registers(model, id, &run->state, &run->expected);
}

static bool is_active(const struct run *run, unsigned lane)
{
    return run->exec >> lane & 1;
}

/* ---- Two addresses --------------------------------------------------------------------------- */

static const struct pair {
    const char *gfx9, *gfx11;
    unsigned bytes, scale;
    enum { LOADS, STORES, EXCHANGES } what;
} pairs[] = {
    {"ds_read2_b32 v[8:9], v2", "ds_load_2addr_b32 v[8:9], v2", 4, 4, LOADS},
    {"ds_read2_b64 v[8:11], v2", "ds_load_2addr_b64 v[8:11], v2", 8, 8, LOADS},
    {"ds_read2st64_b32 v[8:9], v2", "ds_load_2addr_stride64_b32 v[8:9], v2", 4, 256, LOADS},
    {"ds_read2st64_b64 v[8:11], v2", "ds_load_2addr_stride64_b64 v[8:11], v2", 8, 512, LOADS},
    {"ds_write2_b32 v2, v12, v16", "ds_store_2addr_b32 v2, v12, v16", 4, 4, STORES},
    {"ds_write2_b64 v2, v[12:13], v[16:17]", "ds_store_2addr_b64 v2, v[12:13], v[16:17]", 8, 8,
     STORES},
    {"ds_write2st64_b32 v2, v12, v16", "ds_store_2addr_stride64_b32 v2, v12, v16", 4, 256, STORES},
    {"ds_write2st64_b64 v2, v[12:13], v[16:17]",
     "ds_store_2addr_stride64_b64 v2, v[12:13], v[16:17]", 8, 512, STORES},
    {"ds_wrxchg2_rtn_b32 v[8:9], v2, v12, v16", "ds_storexchg_2addr_rtn_b32 v[8:9], v2, v12, v16",
     4, 4, EXCHANGES},
    {"ds_wrxchg2st64_rtn_b64 v[8:11], v2, v[12:13], v[16:17]",
     "ds_storexchg_2addr_stride64_rtn_b64 v[8:11], v2, v[12:13], v[16:17]", 8, 512, EXCHANGES},
};
enum { PAIRS = sizeof pairs / sizeof pairs[0] };
static const unsigned places_of_pairs[][2] = {{0, 1}, {1, 0}, {3, 2}};

static uint64_t value_of(const struct harness_state *state, unsigned reg, unsigned lane,
                         unsigned bytes)
{
    return bytes == 8 ? state_pair(state, reg, lane) : state->vgpr[reg][lane];
}

static void put(struct harness_state *state, unsigned reg, unsigned lane, unsigned bytes,
                uint64_t value)
{
    state->vgpr[reg][lane] = (uint32_t)value;
    if (bytes == 8)
        state->vgpr[reg + 1][lane] = (uint32_t)(value >> 32);
}

/* The strides of 64 reach past what the model has: there the base is low. */
static void run_pair(struct model *model, unsigned id, const struct pair *pair,
                     const unsigned *place, unsigned kind)
{
    struct run run;
    unsigned words = pair->bytes / 4, reach = 4 * pair->scale;
    prepare(model, &run, kind);
    for (unsigned i = 0; i < model->lanes; i++) {
        run.offsets[i] = reach >= REGION ? i % 4 * 8 : run.offsets[i];
        run.state.vgpr[2][i] = run.expected.vgpr[2][i] = run.offsets[i];
    }
    for (unsigned half = 0; half < 2; half++) {
        for (unsigned i = 0; i < model->lanes; i++) {
            uint32_t at = run.offsets[i] + place[half] * pair->scale;
            if (!is_active(&run, i) || at + pair->bytes > REGION)
                continue;
            uint64_t old = model_read(model, PLACE_LDS, i, at, pair->bytes);
            if (pair->what != STORES)
                put(&run.expected, 8 + half * words, i, pair->bytes, old);
            if (pair->what != LOADS)
                model_write(model, PLACE_LDS, i, at, pair->bytes,
                            value_of(&run.state, 12 + 4 * half, i, pair->bytes));
        }
    }
    finish(model, id, &run);
}

/* ---- The lane's number, counting ------------------------------------------------------------- */

static void run_by_lane(struct model *model, unsigned load, unsigned store, unsigned kind)
{
    struct run run;
    prepare(model, &run, kind);
    run.state.sgpr[SGPR_M0] = 0xabcd0000 | 64; /* its upper half does not count */
    for (unsigned i = 0; i < model->lanes; i++) {
        if (is_active(&run, i))
            run.expected.vgpr[8][i] = (uint32_t)model_read(model, PLACE_LDS, i, 64 + 16 + 4 * i, 4);
    }
    finish(model, load, &run);
    prepare(model, &run, kind);
    run.state.sgpr[SGPR_M0] = 0xabcd0000 | 64;
    for (unsigned i = 0; i < model->lanes; i++) {
        if (is_active(&run, i))
            model_write(model, PLACE_LDS, i, 64 + 16 + 4 * i, 4, run.state.vgpr[12][i]);
    }
    finish(model, store, &run);
}

static void run_count(struct model *model, unsigned id, int sign, unsigned kind)
{
    struct run run;
    uint32_t count = 0;
    prepare(model, &run, kind);
    run.state.sgpr[SGPR_M0] = 0xabcd0000 | 32;
    uint32_t old = (uint32_t)model_read(model, PLACE_LDS, 0, 40, 4);
    for (unsigned i = 0; i < model->lanes; i++) {
        count += is_active(&run, i);
        if (is_active(&run, i))
            run.expected.vgpr[8][i] = old;
    }
    model_write(model, PLACE_LDS, 0, 40, 4, sign > 0 ? old + count : old - count);
    finish(model, id, &run);
}

/* ---- Between lanes --------------------------------------------------------------------------- */

static void run_permute(struct model *model, unsigned id, bool pulls, unsigned kind)
{
    struct run run;
    bool is_rdna = strncmp(harness_device(model->harness)->target.info->processor, "gfx9", 4) != 0;
    unsigned group = is_rdna ? 32 : model->lanes;
    uint32_t sent[LANES_MAX] = {0};
    prepare(model, &run, kind);
    for (unsigned i = 0; i < model->lanes; i++)
        run.state.vgpr[2][i] = run.expected.vgpr[2][i] = (uint32_t)random_bits(&model->random);
    for (unsigned i = 0; i < model->lanes; i++) {
        unsigned first = i - i % group,
                 other = (run.state.vgpr[2][i] + 4) % (4 * group) / 4 + first;
        if (!is_active(&run, i))
            continue;
        if (pulls)
            sent[i] = is_active(&run, other) ? run.state.vgpr[12][other] : 0;
        else
            sent[other] = run.state.vgpr[12][i];
    }
    for (unsigned i = 0; i < model->lanes; i++) {
        if (is_active(&run, i))
            run.expected.vgpr[8][i] = sent[i];
    }
    finish(model, id, &run);
}

/* The modes by their names in the assembly, and what each does to a lane's number. */
static unsigned same(unsigned i)
{
    return i;
}
static unsigned swap_16(unsigned i)
{
    return i < 16 ? i + 16 : i - 16;
}
static unsigned reverse_8(unsigned i)
{
    return i / 8 * 8 + 7 - i % 8;
}
static unsigned broadcast_4(unsigned i)
{
    return i / 4 * 4 + 1;
}
static unsigned quad_3120(unsigned i)
{
    static const unsigned to[] = {3, 1, 2, 0};
    return i / 4 * 4 + to[i % 4];
}
static unsigned rotate_left_3(unsigned i)
{
    return (i + 3) % 32;
}
static unsigned rotate_right_3(unsigned i)
{
    return (i + 29) % 32;
}
static unsigned fft_0(unsigned i)
{
    unsigned reversed = 0;
    for (unsigned bit = 0; bit < 5; bit++)
        reversed += (i >> bit & 1) << (4 - bit);
    return reversed;
}
/* Bits "01pip" from the highest: cleared, set, kept, inverted, kept. */
static unsigned bits_01pip(unsigned i)
{
    return 8 + (i & 4) + (2 - (i & 2)) + (i & 1);
}

static const struct swizzle {
    const char *pattern;
    unsigned (*from)(unsigned lane);
    bool no_gfx8;
} swizzles[] = {
    {"swizzle(SWAP,16)", swap_16, 0},
    {"swizzle(REVERSE,8)", reverse_8, 0},
    {"swizzle(BROADCAST,4,1)", broadcast_4, 0},
    {"swizzle(QUAD_PERM,3,1,2,0)", quad_3120, 0},
    {"swizzle(BITMASK_PERM,\"01pip\")", bits_01pip, 0},
    {"0xc060", rotate_left_3, 0},
    {"0xc460", rotate_right_3, 0},
    {"0xe000", fft_0, 0},
    {"0xe01f", same, 0},
    {"0x1f", same, 0},
};
enum { SWIZZLES = sizeof swizzles / sizeof swizzles[0] };

static void run_swizzle(struct model *model, unsigned id, const struct swizzle *swizzle,
                        unsigned kind)
{
    struct run run;
    prepare(model, &run, kind);
    for (unsigned i = 0; i < model->lanes; i++) {
        unsigned from = swizzle->from(i % 32) + i / 32 * 32;
        if (is_active(&run, i))
            run.expected.vgpr[8][i] = is_active(&run, from) ? run.state.vgpr[12][from] : 0;
    }
    finish(model, id, &run);
}

/* ---- Past the end, and what is not there ----------------------------------------------------- */

static void run_outside(struct model *model, unsigned load, unsigned store)
{
    struct run run;
    for (int is_store = 0; is_store < 2; is_store++) {
        prepare(model, &run, 0);
        for (unsigned i = 0; i < model->lanes; i++) {
            uint32_t at = i % 2 ? HARNESS_LDS - 4 : run.offsets[i];
            run.state.vgpr[2][i] = run.expected.vgpr[2][i] = at;
            if (is_store && i % 2 == 0)
                model_write(model, PLACE_LDS, i, at, 8, state_pair(&run.state, 12, i));
            if (!is_store)
                put(&run.expected, 8, i, 8, i % 2 ? 0 : model_read(model, PLACE_LDS, i, at, 8));
        }
        finish(model, is_store ? store : load, &run);
    }
}

static void run_fault(struct model *model, unsigned id, const char *says)
{
    struct run run;
    prepare(model, &run, 0);
    if (harness_run(model->harness, id, &run.state))
        harness_fail(model->harness, id, 0, "it ran, expected a fault");
    else if (!strstr(harness_fault(model->harness)->message, says))
        harness_fail(model->harness, id, 0, "faulted with \"%s\", expected \"%s\"",
                     harness_fault(model->harness)->message, says);
}

int main(int argc, char **argv)
{
    struct model *model = calloc(1, sizeof *model);
    model_open(model, argc > 2 ? argv[1] : "gfx1100", argc > 2 ? (unsigned)atoi(argv[2]) : 32);
    struct harness *h = model->harness;
    bool is_gfx11 = model->is_gfx11;
    unsigned pair_ids[PAIRS][3], swizzle_ids[SWIZZLES];
    for (unsigned i = 0; i < PAIRS; i++) {
        for (unsigned j = 0; j < 3; j++)
            pair_ids[i][j] = harness_add(h, "%s offset0:%u offset1:%u",
                                         is_gfx11 ? pairs[i].gfx11 : pairs[i].gfx9,
                                         places_of_pairs[j][0], places_of_pairs[j][1]);
    }
    for (unsigned i = 0; i < SWIZZLES; i++)
        swizzle_ids[i] = harness_add(h, "ds_swizzle_b32 v8, v12 offset:%s", swizzles[i].pattern);
    unsigned by_lane_load = harness_add(h, is_gfx11 ? "ds_load_addtid_b32 v8 offset:16"
                                                    : "ds_read_addtid_b32 v8 offset:16");
    unsigned by_lane_store = harness_add(h, is_gfx11 ? "ds_store_addtid_b32 v12 offset:16"
                                                     : "ds_write_addtid_b32 v12 offset:16");
    unsigned append = harness_add(h, "ds_append v8 offset:8");
    unsigned consume = harness_add(h, "ds_consume v8 offset:8");
    unsigned permute = harness_add(h, "ds_permute_b32 v8, v2, v12 offset:4");
    unsigned bpermute = harness_add(h, "ds_bpermute_b32 v8, v2, v12 offset:4");
    unsigned nop = harness_add(h, "ds_nop");
    unsigned load = harness_add(h, is_gfx11 ? "ds_load_b64 v[8:9], v2" : "ds_read_b64 v[8:9], v2");
    unsigned store =
        harness_add(h, is_gfx11 ? "ds_store_b64 v2, v[12:13]" : "ds_write_b64 v2, v[12:13]");
    unsigned gws = harness_add(h, "ds_gws_sema_br v12 gds");
    unsigned misaligned = harness_add(h, "v_or_b32 v2, 1, v2\nds_add_u32 v2, v12");
    harness_assemble(h);
    for (unsigned kind = 0; kind < RUNS; kind++) {
        struct run run;
        for (unsigned i = 0; i < PAIRS; i++) {
            for (unsigned j = 0; j < 3; j++) {
                if (pairs[i].scale * 3 + 64 < REGION || j == 0)
                    run_pair(model, pair_ids[i][j], &pairs[i], places_of_pairs[j], kind);
            }
        }
        for (unsigned i = 0; i < SWIZZLES; i++)
            run_swizzle(model, swizzle_ids[i], &swizzles[i], kind);
        run_by_lane(model, by_lane_load, by_lane_store, kind);
        run_count(model, append, 1, kind);
        run_count(model, consume, -1, kind);
        run_permute(model, permute, false, kind);
        run_permute(model, bpermute, true, kind);
        prepare(model, &run, kind);
        finish(model, nop, &run);
    }
    run_outside(model, load, store);
    run_fault(model, gws, "global data share");
    run_fault(model, misaligned, " updates 4 bytes of LDS at 0x");
    int code = model_close(model);
    free(model);
    return code;
}
