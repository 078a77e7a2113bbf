/* Where the parts of an address are, so that each lane reaches its place: see "Flat Memory
 * Instructions", "Buffer Addressing", "Scalar Memory Operations" and "Data Share" in AMD's ISA
 * documents.
 */
#include "memory_form.h"

enum {
    BUFFER_START = 8192, /* bytes of the descriptor's base before the memory: room for offsets */
    HIGH_CODES = 128,    /* the first code of a constant */
};

static void set_pair(struct harness_state *state, unsigned lane, uint64_t address)
{
    state->vgpr[MEMORY_ADDRESS][lane] = (uint32_t)address;
    state->vgpr[MEMORY_ADDRESS + 1][lane] = (uint32_t)(address >> 32);
}

/* Its base is |shift| bytes behind where it usually is. */
static void set_descriptor(const struct memory_ground *ground, struct harness_state *state,
                           int64_t shift)
{
    uint64_t base = (uint64_t)(uintptr_t)ground->memory - BUFFER_START + (uint64_t)shift;
    bool has_select = ground->generation >= GENERATION_GFX10;
    state->sgpr[MEMORY_BASE] = (uint32_t)base;
    state->sgpr[MEMORY_BASE + 1] = ((uint32_t)(base >> 32) & 0xffff) | MEMORY_SLOT << 16;
    state->sgpr[MEMORY_BASE + 2] = 1 << 20;
    state->sgpr[MEMORY_BASE + 3] = has_select ? 3u << 28 : 0;
}

/* The value of a scalar part: a register gets |wanted|. */
static uint32_t set_scalar(struct harness_state *state, uint8_t code, uint32_t wanted)
{
    if (code == CODE_OFF)
        return 0;
    if (code >= HIGH_CODES)
        return code - HIGH_CODES;
    state->sgpr[code == 124 || code == 125 ? SGPR_M0 : code] = wanted;
    return wanted;
}

/* What neither the index, in whole records, nor a register can have goes to the descriptor's base.
 */
static void set_buffer(const struct memory_ground *ground, const struct memory_form *form,
                       const uint32_t *places, struct harness_state *state)
{
    uint32_t parts = (uint32_t)form->offset + set_scalar(state, form->scalar, 52);
    int32_t first = (int32_t)(BUFFER_START + places[0] - parts),
            base = form->has_vector  ? 0
                   : form->has_index ? first & (MEMORY_SLOT - 1)
                                     : first;
    set_descriptor(ground, state, base);
    for (unsigned i = 0; i < ground->lanes; i++) {
        uint32_t rest = BUFFER_START + places[i] - parts - (uint32_t)base,
                 vector = !form->has_vector ? 0
                          : form->has_index ? rest % MEMORY_SLOT + MEMORY_SLOT
                                            : rest;
        state->vgpr[MEMORY_ADDRESS][i] = form->has_index ? (rest - vector) / MEMORY_SLOT : vector;
        if (form->has_index)
            state->vgpr[MEMORY_ADDRESS + 1][i] = vector;
    }
}

static void set_scratch(const struct memory_ground *ground, const struct memory_form *form,
                        const uint32_t *places, struct harness_state *state)
{
    uint32_t offset = (uint32_t)form->offset,
             scalar = set_scalar(state, form->scalar, form->has_vector ? 20 : places[0] - offset);
    for (unsigned i = 0; i < ground->lanes; i++)
        state->vgpr[MEMORY_ADDRESS][i] = places[i] - offset - scalar;
}

static void set_global(const struct memory_ground *ground, const struct memory_plain *plain,
                       const struct memory_form *form, const uint32_t *places,
                       struct harness_state *state)
{
    uint64_t base = (uint64_t)(uintptr_t)ground->memory,
             scalars = base - 0x1000000; /* so that the vector's number is not negative */
    for (unsigned i = 0; i < ground->lanes; i++) {
        uint64_t address = base + places[i] - (uint64_t)(int64_t)form->offset;
        set_pair(state, i, form->has_base ? (address - scalars) | 0xabcull << 32 : address);
    }
    if (plain->by_lane)
        state_set_mask(state, MEMORY_BASE, base + places[0] - (uint64_t)(int64_t)form->offset);
    else if (form->has_base)
        state_set_mask(state, MEMORY_BASE, scalars);
}

/* Of two offsets, the unit is the element, or 64 of them. */
static uint32_t unit_of(const struct memory_plain *plain)
{
    bool is_far = strstr(plain->text, "stride64") || strstr(plain->text, "st64");
    return (strstr(plain->text, "b64") ? 8 : 4) * (is_far ? 64 : 1);
}

static void set_lds(const struct memory_ground *ground, const struct memory_plain *plain,
                    const struct memory_form *form, const uint32_t *places,
                    struct harness_state *state)
{
    uint32_t first = (uint32_t)form->offset;
    if (plain->has_two)
        first = (first & 0xff) * unit_of(plain);
    for (unsigned i = 0; i < ground->lanes; i++)
        state->vgpr[MEMORY_ADDRESS][i] = MEMORY_LDS_START + places[i] - first;
    if (plain->by_lane) /* of M0, only the low half counts */
        state->sgpr[SGPR_M0] =
            ((MEMORY_LDS_START + places[0] - (uint32_t)form->offset) & 0xffff) | 0xab0000;
}

void memory_set_second(const struct memory_plain *plain, const struct memory_form *form,
                       struct harness_state *state)
{
    uint32_t first = (uint32_t)form->offset & 0xff, second = (uint32_t)form->offset >> 8 & 0xff;
    for (unsigned i = 0; i < LANES_MAX; i++)
        state->vgpr[MEMORY_ADDRESS + 2][i] =
            state->vgpr[MEMORY_ADDRESS][i] + (second - first) * unit_of(plain);
}

static void set_base(const struct memory_ground *ground, const struct memory_plain *plain,
                     const struct memory_form *form, uint32_t place, struct harness_state *state)
{
    uint64_t address =
        (uint64_t)(uintptr_t)ground->memory + place - (uint64_t)(int64_t)form->offset;
    uint32_t scalar = set_scalar(state, form->scalar, 64);
    if (strstr(plain->text, "buffer")) {
        set_descriptor(ground, state, (int64_t)BUFFER_START + place - form->offset - scalar);
    } else {
        state_set_mask(state, MEMORY_BASE, address - scalar);
    }
}

void memory_set_address(const struct memory_ground *ground, const struct memory_plain *plain,
                        const struct memory_form *form, const uint32_t *places,
                        struct harness_state *state)
{
    switch (plain->format) {
    case MEMORY_FLAT:
    case MEMORY_GLOBAL: set_global(ground, plain, form, places, state); break;
    case MEMORY_SCRATCH: set_scratch(ground, form, places, state); break;
    case MEMORY_LDS: set_lds(ground, plain, form, places, state); break;
    case MEMORY_BUFFER: set_buffer(ground, form, places, state); break;
    case MEMORY_SCALAR: set_base(ground, plain, form, places[0], state); break;
    case MEMORY_FORMATS: break;
    }
}
