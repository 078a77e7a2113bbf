#include "model.h"

#include "core/space.h"

#include <stdio.h>
#include <string.h>

void model_open(struct model *model, const char *target, unsigned lanes)
{
    *model = (struct model){.lanes = lanes, .random.seed = 5};
    model->harness = harness_open(target, lanes);
    model->is_gfx11 = strncmp(target, "gfx11", 5) == 0 || strncmp(target, "gfx12", 5) == 0;
    model->global = space_allocate(harness_device(model->harness), MEMORY_DEVICE, REGION, 256, 0,
                                   "the test", false);
}

int model_close(struct model *model)
{
    unsigned failures = harness_failures(model->harness);
    space_free(model->global);
    harness_close(model->harness);
    return failures != 0;
}

uint8_t *model_actual(const struct model *model, enum place place, unsigned lane, uint32_t offset)
{
    if (place == PLACE_GLOBAL)
        return model->global + offset;
    if (place == PLACE_LDS)
        return harness_lds(model->harness) + offset;
    return harness_scratch(model->harness) + offset / 4 * 4 * model->lanes + lane * 4 + offset % 4;
}

static uint8_t *expected_byte(const struct model *model, enum place place, unsigned lane,
                              uint32_t offset)
{
    const uint8_t *byte = place == PLACE_SCRATCH ? &model->expected_scratch[lane][offset]
                                                 : &model->expected[place][offset];
    return (uint8_t *)(uintptr_t)byte;
}

void model_fill(struct model *model)
{
    for (int place = 0; place < PLACES; place++) {
        unsigned lanes = place == PLACE_SCRATCH ? model->lanes : 1;
        for (unsigned lane = 0; lane < lanes; lane++) {
            for (uint32_t i = 0; i < REGION; i += 4) {
                uint32_t word = (uint32_t)random_bits(&model->random);
                memcpy(model_actual(model, (enum place)place, lane, i), &word, sizeof word);
                memcpy(expected_byte(model, (enum place)place, lane, i), &word, sizeof word);
            }
        }
    }
}

uint64_t model_read(const struct model *model, enum place place, unsigned lane, uint32_t offset,
                    unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = bytes; i-- > 0;)
        value = value << 8 | *expected_byte(model, place, lane, offset + i);
    return value;
}

void model_write(struct model *model, enum place place, unsigned lane, uint32_t offset,
                 unsigned bytes, uint64_t value)
{
    for (unsigned i = 0; i < bytes; i++)
        *expected_byte(model, place, lane, offset + i) = (uint8_t)(value >> 8 * i);
}

/* The word at |word|: in no place do its bytes lie apart. */
static bool compare_word(struct model *model, unsigned id, enum place place, unsigned lane,
                         uint32_t word)
{
    static const char *const names[] = {"global memory", "LDS", "scratch"};
    const uint8_t *is = model_actual(model, place, lane, word);
    const uint8_t *expected = expected_byte(model, place, lane, word);
    for (uint32_t i = 0; memcmp(is, expected, 4) != 0 && i < 4; i++) {
        if (is[i] == expected[i])
            continue;
        harness_fail(model->harness, id, lane, "byte %u of %s is 0x%02x, expected 0x%02x", word + i,
                     names[place], is[i], expected[i]);
        return false;
    }
    return true;
}

void model_compare(struct model *model, unsigned id)
{
    for (int place = 0; place < PLACES; place++) {
        unsigned lanes = place == PLACE_SCRATCH ? model->lanes : 1;
        for (unsigned lane = 0; lane < lanes; lane++) {
            for (uint32_t i = 0; i < REGION; i += 4) {
                if (!compare_word(model, id, (enum place)place, lane, i))
                    return;
            }
        }
    }
}

uint64_t model_flat(const struct model *model, enum place place, uint32_t offset)
{
    const struct device *device = harness_device(model->harness);
    if (place == PLACE_LDS)
        return device->shared_aperture + offset;
    if (place == PLACE_SCRATCH)
        return device->private_aperture + offset;
    return (uint64_t)(uintptr_t)model->global + offset;
}

void model_compare_registers(struct model *model, unsigned id, const struct harness_state *state,
                             const struct harness_state *expected)
{
    for (unsigned i = 0; i < HARNESS_VGPRS; i++) {
        for (unsigned lane = 0; lane < model->lanes; lane++) {
            if (state->vgpr[i][lane] == expected->vgpr[i][lane])
                continue;
            harness_fail(model->harness, id, lane, "v%u is 0x%08x, expected 0x%08x", i,
                         state->vgpr[i][lane], expected->vgpr[i][lane]);
            return;
        }
    }
}

enum { BASE = 3000 }; /* the value of a base, so that a missing base is noticed */

static void set_pair(struct harness_state *state, unsigned reg, unsigned lane, uint64_t value)
{
    state->vgpr[reg][lane] = (uint32_t)value;
    state->vgpr[reg + 1][lane] = (uint32_t)(value >> 32);
}

static void fill_places(enum place *places, enum place place)
{
    for (unsigned i = 0; i < LANES_MAX; i++)
        places[i] = place;
}

static void global_pair(struct model *model, int32_t immediate, struct harness_state *state,
                        enum place *places, uint32_t *offsets)
{
    fill_places(places, PLACE_GLOBAL);
    for (unsigned i = 0; i < model->lanes; i++)
        set_pair(state, 2, i,
                 model_flat(model, PLACE_GLOBAL, offsets[i]) - (uint64_t)(int64_t)immediate);
}

static void global_base(struct model *model, int32_t immediate, struct harness_state *state,
                        enum place *places, uint32_t *offsets)
{
    uint64_t base = (uint64_t)(uintptr_t)model->global - BASE - (uint64_t)(int64_t)immediate;
    fill_places(places, PLACE_GLOBAL);
    state_set_mask(state, 4, base);
    for (unsigned i = 0; i < model->lanes; i++)
        state->vgpr[2][i] = offsets[i] + BASE;
}

static void flat_mixed(struct model *model, int32_t immediate, struct harness_state *state,
                       enum place *places, uint32_t *offsets)
{
    for (unsigned i = 0; i < model->lanes; i++) {
        places[i] = (enum place)(random_bits(&model->random) % PLACES);
        /* an aperture's addresses have no part below it */
        if (offsets[i] < (uint32_t)immediate)
            places[i] = PLACE_GLOBAL;
        set_pair(state, 2, i,
                 model_flat(model, places[i], offsets[i]) - (uint64_t)(int64_t)immediate);
    }
}

static void scratch_vector(struct model *model, int32_t immediate, struct harness_state *state,
                           enum place *places, uint32_t *offsets)
{
    fill_places(places, PLACE_SCRATCH);
    for (unsigned i = 0; i < model->lanes; i++)
        state->vgpr[2][i] = offsets[i] - (uint32_t)immediate;
}

static void scratch_scalar(struct model *model, int32_t immediate, struct harness_state *state,
                           enum place *places, uint32_t *offsets)
{
    fill_places(places, PLACE_SCRATCH);
    for (unsigned i = 0; i < model->lanes; i++)
        offsets[i] = offsets[0];
    state->sgpr[4] = offsets[0] - (uint32_t)immediate;
}

static void scratch_both(struct model *model, int32_t immediate, struct harness_state *state,
                         enum place *places, uint32_t *offsets)
{
    fill_places(places, PLACE_SCRATCH);
    state->sgpr[4] = BASE;
    for (unsigned i = 0; i < model->lanes; i++)
        state->vgpr[2][i] = offsets[i] - (uint32_t)immediate - BASE;
}

static void scratch_neither(struct model *model, int32_t immediate, struct harness_state *state,
                            enum place *places, uint32_t *offsets)
{
    (void)state;
    fill_places(places, PLACE_SCRATCH);
    for (unsigned i = 0; i < model->lanes; i++)
        offsets[i] = (uint32_t)immediate;
}

/* A raw buffer: every byte of the region, and nothing else. */
static void raw_descriptor(struct model *model, struct harness_state *state, uint64_t base)
{
    state->sgpr[8] = (uint32_t)base;
    state->sgpr[9] = (uint32_t)(base >> 32) & 0xffff;
    state->sgpr[10] = BASE + 2 * REGION;
    state->sgpr[11] = 3u << 28;
    (void)model;
}

static void buffer_offset(struct model *model, int32_t immediate, struct harness_state *state,
                          enum place *places, uint32_t *offsets)
{
    fill_places(places, PLACE_GLOBAL);
    raw_descriptor(model, state, (uint64_t)(uintptr_t)model->global - 16);
    state->sgpr[6] = 16;
    for (unsigned i = 0; i < model->lanes; i++)
        state->vgpr[2][i] = offsets[i] - (uint32_t)immediate;
}

static void buffer_index(struct model *model, int32_t immediate, struct harness_state *state,
                         enum place *places, uint32_t *offsets)
{
    enum { STRIDE = 8 };
    fill_places(places, PLACE_GLOBAL);
    raw_descriptor(model, state, (uint64_t)(uintptr_t)model->global - BASE);
    state->sgpr[9] |= STRIDE << 16;
    state->sgpr[10] = REGION; /* records */
    state->sgpr[11] = 1u << 28;
    state->sgpr[6] = BASE - (uint32_t)immediate;
    for (unsigned i = 0; i < model->lanes; i++) {
        offsets[i] &= ~(uint32_t)(STRIDE - 1);
        state->vgpr[2][i] = offsets[i] / STRIDE;
    }
}

static void buffer_both(struct model *model, int32_t immediate, struct harness_state *state,
                        enum place *places, uint32_t *offsets)
{
    enum { STRIDE = 4 };
    buffer_index(model, immediate, state, places, offsets);
    state->sgpr[9] = (state->sgpr[9] & 0xffff) | STRIDE << 16;
    for (unsigned i = 0; i < model->lanes; i++) {
        uint32_t part = offsets[i] / 2;
        state->vgpr[2][i] = part / STRIDE;
        state->vgpr[3][i] = offsets[i] - part / STRIDE * STRIDE;
    }
}

/* A kernel's scratch: swizzled by dwords, the lane's number added; the scalar offset counts bytes
 * of the wave. */
static void buffer_scratch(struct model *model, int32_t immediate, struct harness_state *state,
                           enum place *places, uint32_t *offsets)
{
    uint64_t base = (uint64_t)(uintptr_t)harness_scratch(model->harness);
    fill_places(places, PLACE_SCRATCH);
    state->sgpr[8] = (uint32_t)base;
    state->sgpr[9] = ((uint32_t)(base >> 32) & 0xffff) | (model->is_gfx11 ? 1u << 30 : 1u << 31);
    state->sgpr[10] = HARNESS_SCRATCH * model->lanes;
    state->sgpr[11] = (model->lanes == 64 ? 3u : 2u) << 21 | 1u << 23;
    state->sgpr[6] = 8 * model->lanes;
    for (unsigned i = 0; i < model->lanes; i++)
        state->vgpr[2][i] = offsets[i] - (uint32_t)immediate - 8;
}

static void lds_address(struct model *model, int32_t immediate, struct harness_state *state,
                        enum place *places, uint32_t *offsets)
{
    fill_places(places, PLACE_LDS);
    for (unsigned i = 0; i < model->lanes; i++)
        state->vgpr[2][i] = offsets[i] - (uint32_t)immediate;
}

const struct access_form access_forms[] = {
    {"global", "v[2:3], ", ", off", global_pair, -2048, 2047, 0, 0, 0, 0},
    {"global", "v2, ", ", s[4:5]", global_base, -2048, 2047, 0, 0, 0, 0},
    {"flat", "v[2:3], ", "", flat_mixed, 0, 2047, 0, .no_gfx10 = true, 0, 0},
    {"flat", "v[2:3], ", "", flat_mixed, 0, 0, 0, 0, 0, 0},
    {"scratch", "v2, ", ", off", scratch_vector, -2048, 2047, 0, 0, 0, .no_atomics = true},
    {"scratch", "off, ", ", s4", scratch_scalar, -2048, 2047, 0, 0, 0, .no_atomics = true},
    {"scratch", "v2, ", ", s4", scratch_both, -2048, 2047, .no_gfx9 = true, .no_gfx10 = true, 0,
     .no_atomics = true},
    {"scratch", "off, ", ", off", scratch_neither, 0, 900, .no_gfx9 = true, 0, 0,
     .no_atomics = true},
    {"buffer", "", ", v2, s[8:11], s6 offen", buffer_offset, 0, 4095, 0, 0, 0, 0},
    {"buffer", "", ", v2, s[8:11], s6 idxen", buffer_index, 0, 2000, 0, 0, 0, 0},
    {"buffer", "", ", v[2:3], s[8:11], s6 idxen offen", buffer_both, 0, 2000, 0, 0, 0, 0},
    {"buffer", "", ", v2, s[8:11], s6 offen", buffer_scratch, 0, 0, 0, 0, 0, .no_atomics = true},
    {"ds", "v2, ", "", lds_address, 0, 65535, 0, 0, 0, 0},
};
const unsigned access_form_count = sizeof access_forms / sizeof access_forms[0];

bool access_has(const struct access_form *form, const char *target)
{
    if (strncmp(target, "gfx9", 4) == 0)
        return !form->no_gfx9;
    return strncmp(target, "gfx10", 5) == 0 ? !form->no_gfx10 : !form->no_gfx11;
}
