/* Images: their descriptors, and the loads and stores whose coordinates count elements. */
#include "image.h"

#include "floats.h"
#include "tables.h"

#include "core/program.h"

#include <math.h>
#include <string.h>

enum { ROW_ALIGNMENT = 256, KIND_2D = 9 };

struct image_shape image_shape(enum image_dim dim)
{
    static const struct image_shape shapes[IMAGE_DIMS] = {[IMAGE_1D] = {1, false},
                                                          [IMAGE_2D] = {2, false},
                                                          [IMAGE_3D] = {3, false},
                                                          [IMAGE_1D_ARRAY] = {1, true},
                                                          [IMAGE_2D_ARRAY] = {2, true}};
    return shapes[dim];
}

struct image image_read(struct wave *wave, const struct op *op, const struct operand *operand)
{
    enum generation generation = wave->ops->program->generation;
    const uint32_t *word = &wave->sgpr[operand->reg];
    unsigned number = word[1] >> 20 & (generation >= GENERATION_GFX11 ? 0xff : 0x1ff);
    struct image image = {
        .base = ((uint64_t)(word[1] & 0xff) << 32 | word[0]) << 8,
        .size = {((word[2] & 0xfff) << 2 | word[1] >> 30) + 1, (word[2] >> 14 & 0x3fff) + 1,
                 (word[4] & 0x1fff) + 1},
        .word = word[3],
    };
    const char *name = op->instruction->name;
    if (op->tfe)
        not_emulated(wave, op, LACKS_TFE);
    if (word[3] >> 20 & 31)
        wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION,
                   "%s is given a picture in tiles, layout %u; linear ones are emulated", name,
                   word[3] >> 20 & 31);
    if (word[3] >> 28 < 8 || !texel_read_format(generation, number, &image.format))
        wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION,
                   "%s is given a descriptor without a known format, or not of a picture: "
                   "0x%08x 0x%08x 0x%08x 0x%08x",
                   name, word[0], word[1], word[2], word[3]);
    image.element = image.format.bits / 8 * image.format.channels;
    image.pitch = ((uint64_t)image.size[0] * image.element + ROW_ALIGNMENT - 1) &
                  ~(uint64_t)(ROW_ALIGNMENT - 1);
    if (word[3] >> 28 == KIND_2D) {
        image.pitch = (uint64_t)((word[4] & 0x3fff) + 1) * image.element;
        image.size[2] = 1;
    }
    image.slice = image.pitch * image.size[1];
    return image;
}

void image_find(struct wave *wave, const struct op *op, const struct image *image, uint64_t exec,
                enum access access, struct image_elements *e)
{
    e->mask = 0;
    for (unsigned i = 0; i < wave->lanes; i++) {
        uint32_t x = (uint32_t)e->place[0][i], y = (uint32_t)e->place[1][i],
                 z = (uint32_t)e->place[2][i];
        bool is_inside = x < image->size[0] && y < image->size[1] && z < image->size[2];
        e->at[i] = image->base + z * image->slice + y * image->pitch + (uint64_t)x * image->element;
        e->mask |= (uint64_t)is_inside << i;
    }
    e->mask &= exec;
    if (e->mask)
        check_global(wave, op, e->at, e->mask, image->element, access);
}

void image_finish(struct wave *wave, const struct op *op, uint64_t exec,
                  const uint32_t (*components)[LANES_MAX])
{
    uint32_t *to = wave_vgpr(wave, op->dst.reg);
    for (unsigned c = 0; c < 4; c++) {
        if (!(op->dmask >> c & 1))
            continue;
        for (unsigned i = 0; i < wave->lanes; i++) {
            if (exec >> i & 1)
                to[i] = components[c][i];
        }
        to += wave->lanes;
    }
}

/* ---- Loads and stores ----------------------------------------------------------------------- */

/* Reads the coordinates of each lane, which count elements. */
static void read_places(struct wave *wave, const struct op *op, const struct operand *address,
                        struct image_elements *e)
{
    struct image_shape shape = image_shape((enum image_dim)op->dim);
    memset(e->place, 0, sizeof e->place);
    for (unsigned axis = 0; axis < shape.axes + shape.is_layered; axis++)
        memcpy(e->place[axis < shape.axes ? axis : 2],
               wave_vgpr(wave, operand_register(address, axis)), wave->lanes * sizeof(uint32_t));
}

static uint8_t *pointer(uint64_t address)
{
    return (uint8_t *)(uintptr_t)address;
}

/* Elements outside of the picture read as 0. */
static void run_image_load(struct wave *wave, const struct op *op)
{
    struct image image = image_read(wave, op, &op->src[1]);
    struct image_elements e;
    uint32_t components[4][LANES_MAX] = {{0}};
    uint64_t exec = wave_exec(wave);
    read_places(wave, op, &op->src[0], &e);
    image_find(wave, op, &image, exec, ACCESS_READ, &e);
    for (uint64_t rest = e.mask; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        for (unsigned c = 0; c < 4; c++)
            components[c][i] = texel_component(&image.format, image.word, pointer(e.at[i]), c);
    }
    image_finish(wave, op, exec, (const uint32_t(*)[LANES_MAX])components);
}

/* Returns |value|, limited to |low| and 1, times |most|, rounded to nearest. NaN becomes 0. */
static uint32_t normalised(float value, float low, unsigned most)
{
    float x = value != value ? 0 : value < low ? low : value > 1 ? 1 : value;
    return (uint32_t)(int32_t)rintf(x * (float)most);
}

static uint32_t channel_bits(const struct texel_format *format, uint32_t value)
{
    float number;
    memcpy(&number, &value, sizeof number);
    switch (format->kind) {
    case TEXEL_UNORM: return normalised(number, 0, (1u << format->bits) - 1);
    case TEXEL_SNORM: return normalised(number, -1, (1u << (format->bits - 1)) - 1);
    case TEXEL_FLOAT: return format->bits == 16 ? float_half(number) : value;
    case TEXEL_UINT:
    case TEXEL_SINT: break;
    }
    return value;
}

/* Channels that DMASK leaves out are written as 0. Writes outside of the picture are lost. */
static void run_image_store(struct wave *wave, const struct op *op)
{
    struct image image = image_read(wave, op, &op->src[2]);
    struct image_elements e;
    const uint32_t *from[4] = {NULL};
    unsigned reg = op->src[0].reg;
    for (unsigned c = 0; c < 4; c++) {
        if (op->dmask >> c & 1)
            from[c] = wave_vgpr(wave, reg++);
    }
    read_places(wave, op, &op->src[1], &e);
    image_find(wave, op, &image, wave_exec(wave), ACCESS_WRITE, &e);
    for (uint64_t rest = e.mask; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest), bytes = image.format.bits / 8;
        for (unsigned c = 0; c < image.format.channels; c++) {
            uint32_t bits = channel_bits(&image.format, from[c] ? from[c][i] : 0);
            memcpy(pointer(e.at[i]) + (size_t)c * bytes, &bits, bytes);
        }
    }
}

#define ON_PICTURES (ON_GFX10 | ON_GFX11)
#define ROW_SAMPLE(name, kind)                                                                     \
    {                                                                                              \
        "image_" name, "=b128 b128 b256 b128", run_sample,                                         \
            .on = ON_PICTURES, .class = CLASS_MEMORY, .flags = FLAG_LOADS,                         \
            .doubt = (kind) == SAMPLE_GATHER ? DOUBT_NONE : DOUBT_FILTERS, .argument = kind        \
    }

/* "_mip" and "_l" name a mip level, which is ignored: pictures have only one. */
static const struct instruction rows[] = {
    {"image_load", "=b128 b128 b256", run_image_load, .on = ON_PICTURES, .class = CLASS_MEMORY,
     .flags = FLAG_LOADS},
    {"image_load_mip", "=b128 b128 b256", run_image_load, .on = ON_PICTURES, .class = CLASS_MEMORY,
     .flags = FLAG_LOADS},
    {"image_store", "b128 b128 b256", run_image_store, .on = ON_PICTURES, .class = CLASS_MEMORY,
     .habit = HABIT_MAY},
    {"image_store_mip", "b128 b128 b256", run_image_store, .on = ON_PICTURES, .class = CLASS_MEMORY,
     .habit = HABIT_MAY},
    ROW_SAMPLE("sample_lz", 0),
    ROW_SAMPLE("sample_l", 0),
    ROW_SAMPLE("sample_d", SAMPLE_GRADIENTS),
    ROW_SAMPLE("sample_d_g16", SAMPLE_GRADIENTS | SAMPLE_HALVES),
    ROW_SAMPLE("gather4_lz", SAMPLE_GATHER),
};

const struct instruction_table ISA_NAME(table_image) = {rows, sizeof rows / sizeof rows[0]};
