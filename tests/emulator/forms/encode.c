/* Encodings, from the chapters "Microcode Formats" of AMD's ISA documents. */
#include "form.h"

#include <string.h>

enum { VGPR = 256, SRC_LITERAL = 255, SRC_DPP = 250, SRC_SDWA = 249, SRC_DPP8 = 233, ZERO = 128 };

static bool is_scalar_format(enum format format)
{
    return format >= FORMAT_SOP1;
}

static bool is_mai(const struct plain *plain)
{
    return strstr(plain->text, "mfma") || strstr(plain->text, "smfmac");
}

struct form form_plain(const struct plain *plain)
{
    struct form form = {.dst_select = SELECT_ALL, .row_mask = 0xf, .bank_mask = 0xf};
    for (unsigned i = 0; i < FIELDS; i++) {
        int source = plain->source_of[i];
        bool is_mix = source >= 0 && plain->op.src[source].type == TYPE_MIX;
        form.src[i].select = SELECT_ALL;
        form.src[i].high_of_high = !is_mix && !is_mai(plain);
    }
    return form;
}

/* Nine bits; in a scalar format eight. */
static uint32_t source_field(const struct plain *plain, const struct form *form, unsigned i)
{
    const struct source *s = &form->src[i];
    if (!(plain->used_fields >> i & 1))
        return form->pads ? ZERO : 0;
    if (plain->scalar_fields >> i & 1)
        return MASK + 4 * i;
    switch ((enum source_kind)s->kind) {
    case SOURCE_CONSTANT: return s->code;
    case SOURCE_LITERAL: return SRC_LITERAL;
    case SOURCE_SCALAR: return SCALAR + 4 * i;
    case SOURCE_HIGH_HALF: return VGPR + 128 + form_vgpr(i);
    case SOURCE_REGISTER: break;
    }
    return is_scalar_format(plain->format) ? SOURCE_SGPR + 16 * i : VGPR + form_vgpr(i);
}

static uint32_t bits_of(const struct form *form, bool (*get)(const struct source *))
{
    return (uint32_t)get(&form->src[0]) | (uint32_t)get(&form->src[1]) << 1 |
           (uint32_t)get(&form->src[2]) << 2;
}
static bool get_high(const struct source *s)
{
    return s->high;
}
static bool get_high_of_high(const struct source *s)
{
    return s->high_of_high;
}
static bool get_neg(const struct source *s)
{
    return s->neg;
}
static bool get_abs(const struct source *s)
{
    return s->abs;
}

/* The dword behind the first one that says DPP or SDWA; |source|: the first source's field. */
static uint32_t extension_word(const struct plain *plain, const struct form *form, uint32_t source)
{
    const struct source *a = &form->src[0], *b = &form->src[1];
    bool is_short = plain->format <= FORMAT_VOPC;
    uint32_t signs = (uint32_t)(a->neg | a->abs << 1 | b->neg << 2 | b->abs << 3);
    if (form->extension == EXTENSION_DPP8)
        return (source & 0xff) | form->lanes << 8;
    if (form->extension == EXTENSION_DPP)
        return (source & 0xff) | (uint32_t)form->control << 8 |
               (uint32_t)(form->fetch_inactive && plain->generation >= GENERATION_GFX10) << 18 |
               (uint32_t)form->bound << 19 | (is_short ? signs << 20 : 0) |
               (uint32_t)form->bank_mask << 24 | (uint32_t)form->row_mask << 28;
    uint32_t result = plain->format == FORMAT_VOPC
                          ? 0
                          : form->dst_select | (uint32_t)form->dst_unused << 3 |
                                (uint32_t)form->clamp << 5 | (uint32_t)form->omod << 6;
    return (source & 0xff) | result << 8 | (uint32_t)a->select << 16 | (uint32_t)a->sext << 19 |
           (uint32_t)(a->neg | a->abs << 1) << 20 | (uint32_t)(source < VGPR) << 23 |
           (uint32_t)b->select << 24 | (uint32_t)b->sext << 27 |
           (uint32_t)(b->neg | b->abs << 1) << 28 | (uint32_t)(b->kind == SOURCE_SCALAR) << 31;
}

static uint32_t extended_field(const struct form *form, uint32_t source)
{
    static const uint32_t marks[] = {[EXTENSION_DPP] = SRC_DPP, [EXTENSION_SDWA] = SRC_SDWA};
    if (form->extension == EXTENSION_NONE)
        return source;
    return form->extension == EXTENSION_DPP8 ? SRC_DPP8 + (uint32_t)form->fetch_inactive
                                             : marks[form->extension];
}

static uint32_t result_field(const struct plain *plain, const struct form *form)
{
    return form->in_place ? SOURCE_VGPR : plain->result;
}

static uint32_t encode_short(const struct plain *plain, const struct form *form, uint32_t source)
{
    const uint32_t second = source_field(plain, form, 1) & 0xff, opcode = plain->opcode,
                   half = form->dst_high ? 128 : 0, result = result_field(plain, form) + half;
    switch (plain->format) {
    case FORMAT_VOP1: return 0x3fu << 25 | result << 17 | opcode << 9 | source;
    case FORMAT_VOP2: return opcode << 25 | result << 17 | second << 9 | source;
    case FORMAT_VOPC: return 0x3eu << 25 | opcode << 17 | second << 9 | source;
    case FORMAT_SOP1: return 0x17du << 23 | result << 16 | opcode << 8 | source;
    case FORMAT_SOP2: return 2u << 30 | opcode << 23 | result << 16 | second << 8 | source;
    default: return 0x17eu << 23 | opcode << 16 | second << 8 | source;
    }
}

/* VOP3 and VOP3P. Where VOP3 has a second result, in s[0:1], that takes the bits of abs and op_sel.
 */
static void encode_long(const struct plain *plain, const struct form *form, uint32_t source,
                        uint32_t out[WORDS])
{
    bool is_gfx9 = plain->generation < GENERATION_GFX10, has_two = plain->op.dst2.kind;
    uint32_t sources =
                 source | source_field(plain, form, 1) << 9 | source_field(plain, form, 2) << 18,
             high = bits_of(form, get_high), of_high = bits_of(form, get_high_of_high),
             middle = bits_of(form, get_abs) << 8 | high << 11,
             result = result_field(plain, form) | (uint32_t)form->clamp << 15;
    if (plain->format == FORMAT_VOP3) {
        out[0] = (is_gfx9 ? 0x34u : 0x35u) << 26 | plain->opcode << 16 | result |
                 (has_two ? 0 : middle | (uint32_t)form->dst_high << 14);
        out[1] = sources | (uint32_t)form->omod << 27 | bits_of(form, get_neg) << 29;
    } else {
        out[0] = (is_gfx9 ? 0x1a7u : 0x198u) << 23 | plain->opcode << 16 | result | middle |
                 (of_high >> 2) << 14 | (form->accumulators & ACCUMULATOR_RESULT ? 1u << 15 : 0);
        out[1] = sources | (of_high & 3) << 27 | (form->accumulators & 3u) << 27 |
                 bits_of(form, get_neg) << 29;
    }
}

void form_encode(const struct plain *plain, const struct form *form, uint32_t out[WORDS])
{
    const uint32_t source = source_field(plain, form, 0), mark = extended_field(form, source);
    bool is_long = plain->format == FORMAT_VOP3 || plain->format == FORMAT_VOP3P;
    out[0] = out[1] = out[2] = LITERAL;
    if (is_long)
        encode_long(plain, form, mark, out);
    else
        out[0] = encode_short(plain, form, mark);
    if (form->extension)
        out[is_long ? 2 : 1] = extension_word(plain, form, source);
}
