/* Buffer descriptors: what is out of range, by the kinds of range that each generation has, and
 * swizzles; and memory instructions that must fault. Usage: test TARGET LANES */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS = 200 };

static void descriptor(struct model *model, struct harness_state *state, uint32_t stride,
                       uint32_t records, uint32_t flags)
{
    uint64_t base = (uint64_t)(uintptr_t)model->global;
    state->sgpr[8] = (uint32_t)base;
    state->sgpr[9] = ((uint32_t)(base >> 32) & 0xffff) | stride << 16;
    state->sgpr[10] = records;
    state->sgpr[11] = flags;
    state->sgpr[6] = 0;
}

static void finish(struct model *model, unsigned id, struct harness_state *state,
                   const struct harness_state *expected)
{
    if (!harness_run(model->harness, id, state)) {
        harness_fail(model->harness, id, 0, "%s", harness_fault(model->harness)->message);
        return;
    }
    model_compare(model, id);
    model_compare_registers(model, id, state, expected);
}

/* Raw: dwords whose bytes are not all below the number of records, the scalar offset counted, read
 * 0 and are not written: each for itself. */
static void run_raw(struct model *model, unsigned load, unsigned store)
{
    for (int is_store = 0; is_store < 2; is_store++) {
        struct harness_state state, expected;
        random_state(&model->random, model->harness, &state);
        model_fill(model);
        descriptor(model, &state, 0, RECORDS, 3u << 28);
        state.sgpr[6] = 20;
        for (unsigned i = 0; i < model->lanes; i++)
            state.vgpr[2][i] = 16 * i; /* one lane's element crosses the end */
        state.vgpr[2][3] = 0xfffffff0;
        expected = state;
        for (unsigned i = 0; i < model->lanes; i++) {
            for (unsigned w = 0; w < 4; w++) {
                uint64_t at = (uint64_t)state.vgpr[2][i] + 20 + 4 * w;
                bool is_in = at + 4 <= RECORDS;
                uint32_t there = is_in ? (uint32_t)at : 0;
                if (is_store && is_in)
                    model_write(model, PLACE_GLOBAL, i, there, 4, state.vgpr[12 + w][i]);
                if (!is_store)
                    expected.vgpr[12 + w][i] =
                        is_in ? (uint32_t)model_read(model, PLACE_GLOBAL, i, there, 4) : 0;
            }
        }
        finish(model, is_store ? store : load, &state, &expected);
    }
}

/* Structured: the index alone decides; on RDNA with OOB_SELECT 0 the offset in the record, too. */
static void run_structured(struct model *model, unsigned load, bool is_rdna, bool by_offset)
{
    enum { STRIDE = 12, COUNT = 20 };
    struct harness_state state, expected;
    random_state(&model->random, model->harness, &state);
    model_fill(model);
    descriptor(model, &state, STRIDE, COUNT, by_offset ? 0 : 1u << 28);
    for (unsigned i = 0; i < model->lanes; i++) {
        state.vgpr[2][i] = i;
        state.vgpr[3][i] = i % 5 * 4;
    }
    expected = state;
    for (unsigned i = 0; i < model->lanes; i++) {
        bool is_in = i < COUNT && (!is_rdna || !by_offset || i % 5 * 4 + 4 <= STRIDE);
        expected.vgpr[12][i] =
            is_in ? (uint32_t)model_read(model, PLACE_GLOBAL, i, i * STRIDE + i % 5 * 4, 4) : 0;
    }
    finish(model, load, &state, &expected);
}

/* Swizzled: groups of 8 records, whose dwords with the same offset are side by side. */
static void run_swizzled(struct model *model, unsigned load)
{
    enum { STRIDE = 16, GROUP = 8 };
    struct harness_state state, expected;
    random_state(&model->random, model->harness, &state);
    model_fill(model);
    descriptor(model, &state, STRIDE, 64, 1u << 28);
    state.sgpr[9] |= model->is_gfx11 ? 1u << 30 : 1u << 31;
    for (unsigned i = 0; i < model->lanes; i++) {
        state.vgpr[2][i] = i;
        state.vgpr[3][i] = i % 4 * 4;
    }
    expected = state;
    for (unsigned i = 0; i < model->lanes; i++) {
        uint32_t at = i / GROUP * GROUP * STRIDE + i % 4 * 4 * GROUP + i % GROUP * 4;
        expected.vgpr[12][i] = (uint32_t)model_read(model, PLACE_GLOBAL, i, at, 4);
    }
    finish(model, load, &state, &expected);
}

static void run_fault(struct model *model, unsigned id, enum fault_kind kind, const char *says)
{
    struct harness_state state;
    random_state(&model->random, model->harness, &state);
    descriptor(model, &state, 0, 64, 0);
    memset(state.vgpr[2], 0, sizeof state.vgpr[2]);
    memset(state.vgpr[3], 0, sizeof state.vgpr[3]);
    if (harness_run(model->harness, id, &state)) {
        harness_fail(model->harness, id, 0, "it ran, expected a fault");
        return;
    }
    const struct fault *fault = harness_fault(model->harness);
    if (fault->kind != kind || !strstr(fault->message, says))
        harness_fail(model->harness, id, 0, "faulted with \"%s\", expected \"%s\"", fault->message,
                     says);
}

int main(int argc, char **argv)
{
    struct model *model = calloc(1, sizeof *model);
    const char *target = argc > 2 ? argv[1] : "gfx1100";
    model_open(model, target, argc > 2 ? (unsigned)atoi(argv[2]) : 32);
    struct harness *h = model->harness;
    bool is_gfx11 = model->is_gfx11, is_rdna = strncmp(target, "gfx9", 4) != 0;
    const char *four = is_gfx11 ? "b128" : "dwordx4", *one = is_gfx11 ? "b32" : "dword";
    unsigned load = harness_add(h, "buffer_load_%s v[12:15], v2, s[8:11], s6 offen", four);
    unsigned store = harness_add(h, "buffer_store_%s v[12:15], v2, s[8:11], s6 offen", four);
    unsigned both = harness_add(h, "buffer_load_%s v12, v[2:3], s[8:11], s6 idxen offen", one);
    unsigned null = harness_add(h, "global_load_%s v12, v[2:3], off offset:16", one);
    unsigned format = harness_add(h, "buffer_load_format_x v12, v2, s[8:11], 0 idxen");
    unsigned image = is_rdna ? harness_add(h, "image_load v12, v2, s[0:7] dmask:0x1 "
                                              "dim:SQ_RSRC_IMG_1D unorm")
                             : harness_add(h, "image_load v12, v2, s[0:7] dmask:0x1 unorm");
    harness_assemble(h);
    for (int i = 0; i < 4; i++) {
        run_raw(model, load, store);
        run_structured(model, both, is_rdna, true);
        run_structured(model, both, is_rdna, false);
        run_swizzled(model, both);
    }
    run_fault(model, null, FAULT_MEMORY, "a null pointer");
    run_fault(model, format, FAULT_ILLEGAL_INSTRUCTION, "no known format");
    run_fault(model, image, FAULT_ILLEGAL_INSTRUCTION, "image_load");
    int code = model_close(model);
    free(model);
    return code;
}
