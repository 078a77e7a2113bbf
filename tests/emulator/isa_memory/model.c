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
