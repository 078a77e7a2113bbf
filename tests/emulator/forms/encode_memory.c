/* Encodings of memory instructions, from the chapters "Microcode Formats" of AMD's ISA documents.
 */
#include "memory_form.h"

uint8_t memory_null(enum generation generation)
{
    return generation >= GENERATION_GFX11 ? 124 : 125;
}

unsigned memory_opcodes(enum memory_format format, enum generation generation)
{
    bool is_gfx12 = generation == GENERATION_GFX12;
    switch (format) {
    case MEMORY_LDS: return 256;
    case MEMORY_SCALAR: return is_gfx12 ? 64 : 256;
    case MEMORY_BUFFER: return generation < GENERATION_GFX10 ? 128 : 256;
    default: return is_gfx12 ? 256 : 128;
    }
}

static uint32_t bits(int32_t number, unsigned count)
{
    return (uint32_t)number & ((1u << count) - 1);
}

static uint32_t hint(const struct memory_form *form, unsigned which, unsigned at)
{
    return (uint32_t)(form->hints >> which & 1) << at;
}

static uint32_t result_of(const struct memory_form *form)
{
    return form->in_place ? MEMORY_ADDRESS : MEMORY_RESULT;
}

/* Flat, global and scratch before gfx12. */
static unsigned encode_flat(const struct memory_plain *plain, const struct memory_form *form,
                            uint32_t out[MEMORY_WORDS])
{
    static const uint32_t segments[] = {0, 2, 1};
    enum generation generation = plain->generation;
    bool is_gfx11 = generation == GENERATION_GFX11, is_gfx10 = generation == GENERATION_GFX10,
         has_vector_bit = is_gfx11 || generation_has_gfx940(generation);
    uint32_t segment = segments[plain->format], off = is_gfx11 ? 124 : is_gfx10 ? 125 : 127;
    uint32_t scalar = form->has_base ? MEMORY_BASE : form->scalar == CODE_OFF ? off : form->scalar;
    if (plain->format == MEMORY_SCRATCH && is_gfx10 && !form->has_vector &&
        form->scalar == CODE_OFF)
        scalar = 127; /* neither part */
    if (plain->format == MEMORY_FLAT && !is_gfx11 && !is_gfx10)
        scalar = 0;
    out[0] = 0x37u << 26 | plain->opcode << 18 | bits(form->offset, is_gfx10 ? 12 : 13);
    if (is_gfx11)
        out[0] |= segment << 16 | hint(form, 0, 14) | hint(form, 1, 15) | hint(form, 2, 13);
    else
        out[0] |= segment << 14 | hint(form, 0, 16) | hint(form, 1, 17) |
                  (is_gfx10                          ? hint(form, 2, 12)
                   : generation >= GENERATION_GFX90A ? hint(form, 2, 25)
                                                     : 0);
    out[0] |= (uint32_t)form->to_lds << 13;
    out[1] = (form->has_vector ? MEMORY_ADDRESS : 0) | MEMORY_DATA << 8 | scalar << 16 |
             result_of(form) << 24 | (uint32_t)form->accumulators << 23;
    /* "SVE": scratch has a vector address. Older encodings lack the bit: without a scalar they have
     * one. */
    if (has_vector_bit && plain->format == MEMORY_SCRATCH && form->has_vector)
        out[is_gfx11 ? 1 : 0] |= is_gfx11 ? 1u << 23 : 1u << 13;
    return 2;
}

static uint32_t hints_of_gfx12(const struct memory_form *form)
{
    return (form->hints >> 1 & 3u) << 18 | (uint32_t)(form->hints & 1) << 20;
}

static unsigned encode_flat_gfx12(const struct memory_plain *plain, const struct memory_form *form,
                                  uint32_t out[MEMORY_WORDS])
{
    static const uint32_t prefixes[] = {0xec, 0xee, 0xed};
    uint32_t scalar = form->has_base ? MEMORY_BASE : form->scalar == CODE_OFF ? 124 : form->scalar;
    out[0] = prefixes[plain->format] << 24 | plain->opcode << 14 | scalar;
    out[1] = result_of(form) | hints_of_gfx12(form) | MEMORY_DATA << 23;
    if (plain->format == MEMORY_SCRATCH && form->has_vector)
        out[1] |= 1u << 17;
    out[2] = (form->has_vector ? MEMORY_ADDRESS : 0) | bits(form->offset, 24) << 8;
    return 3;
}

static unsigned encode_lds(const struct memory_plain *plain, const struct memory_form *form,
                           uint32_t out[MEMORY_WORDS])
{
    bool is_gfx9 = plain->generation < GENERATION_GFX10;
    out[0] = 0x36u << 26 | bits(form->offset, 16) | plain->opcode << (is_gfx9 ? 17 : 18) |
             (uint32_t)form->accumulators << 25;
    const uint32_t fields[] = {MEMORY_ADDRESS, MEMORY_DATA, MEMORY_SECOND, result_of(form)};
    out[1] = 0;
    for (unsigned i = 0; i < 4; i++)
        out[1] |= plain->lds_fields >> i & 1 ? fields[i] << 8 * i : 0;
    return 2;
}

static uint32_t buffer_data(const struct memory_form *form)
{
    return form->in_place ? MEMORY_ADDRESS : MEMORY_DATA;
}

static unsigned encode_buffer(const struct memory_plain *plain, const struct memory_form *form,
                              uint32_t out[MEMORY_WORDS])
{
    enum generation generation = plain->generation;
    uint32_t address = form->has_vector || form->has_index ? MEMORY_ADDRESS : 0,
             offen = form->has_vector, idxen = form->has_index,
             scalar = form->scalar == CODE_OFF ? 128 : form->scalar;
    out[0] = 0x38u << 26 | plain->opcode << 18 | bits(form->offset, 12);
    out[1] = address | buffer_data(form) << 8 | MEMORY_BASE / 4 << 16 | scalar << 24;
    if (generation == GENERATION_GFX11) {
        out[0] |= hint(form, 0, 14) | hint(form, 1, 12) | hint(form, 2, 13);
        out[1] |= offen << 22 | idxen << 23;
        return 2;
    }
    out[0] |= offen << 12 | idxen << 13 | hint(form, 0, 14) | (uint32_t)form->to_lds << 16;
    if (generation == GENERATION_GFX10) {
        out[0] |= hint(form, 2, 15);
        out[1] |= hint(form, 1, 22);
    } else {
        out[0] |= hint(form, 1, 17) | (generation >= GENERATION_GFX90A ? hint(form, 2, 15) : 0);
        out[1] |= (uint32_t)form->accumulators << 23;
    }
    return 2;
}

static unsigned encode_buffer_gfx12(const struct memory_plain *plain,
                                    const struct memory_form *form, uint32_t out[MEMORY_WORDS])
{
    uint32_t scalar = form->scalar == CODE_OFF ? 124 : form->scalar;
    bool has_address = form->has_vector || form->has_index;
    out[0] = 0x31u << 26 | plain->opcode << 14 | scalar;
    out[1] = buffer_data(form) | MEMORY_BASE << 9 | hints_of_gfx12(form) | 1u << 23 |
             (uint32_t)form->has_vector << 30 | (uint32_t)form->has_index << 31;
    out[2] = (has_address ? MEMORY_ADDRESS : 0) | bits(form->offset, 24) << 8;
    return 3;
}

static unsigned encode_scalar(const struct memory_plain *plain, const struct memory_form *form,
                              uint32_t out[MEMORY_WORDS])
{
    enum generation generation = plain->generation;
    uint32_t scalar = form->scalar == CODE_OFF ? memory_null(generation) : form->scalar,
             to = form->in_place ? MEMORY_BASE : MEMORY_TO_SCALAR;
    out[0] = MEMORY_BASE / 2 | to << 6;
    if (generation < GENERATION_GFX10) {
        /* with soe both, with imm the number, else a scalar's name in the number's place */
        bool has_scalar = form->scalar != CODE_OFF;
        out[0] |= 0x30u << 26 | plain->opcode << 18 | 1u << 17 | (uint32_t)has_scalar << 14 |
                  hint(form, 0, 16);
        out[1] = bits(form->offset, 21) | (has_scalar ? scalar << 25 : 0);
        return 2;
    }
    out[0] |= 0x3du << 26;
    if (generation == GENERATION_GFX12) {
        out[0] |= plain->opcode << 13 | (uint32_t)(form->hints >> 1 & 3) << 21 |
                  (uint32_t)(form->hints & 1) << 23;
        out[1] = bits(form->offset, 24) | scalar << 25;
        return 2;
    }
    bool is_gfx11 = generation == GENERATION_GFX11;
    out[0] |=
        plain->opcode << 18 | hint(form, 0, is_gfx11 ? 14 : 16) | hint(form, 2, is_gfx11 ? 13 : 14);
    out[1] = bits(form->offset, 21) | scalar << 25;
    return 2;
}

unsigned memory_encode(const struct memory_plain *plain, const struct memory_form *form,
                       uint32_t out[MEMORY_WORDS])
{
    bool is_gfx12 = plain->generation == GENERATION_GFX12;
    switch (plain->format) {
    case MEMORY_LDS: return encode_lds(plain, form, out);
    case MEMORY_SCALAR: return encode_scalar(plain, form, out);
    case MEMORY_BUFFER:
        return is_gfx12 ? encode_buffer_gfx12(plain, form, out) : encode_buffer(plain, form, out);
    default: return is_gfx12 ? encode_flat_gfx12(plain, form, out) : encode_flat(plain, form, out);
    }
}
