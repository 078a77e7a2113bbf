/* Reads modifiers: see "Modifiers" in LLVM's "Syntax of AMDGPU Instruction Modifiers". Decoding
 * fails if a modifier is not in the table, or if the table does not list it for the instruction's
 * family. */
#include "core/instruction.h"
#include "text.h"

#include <string.h>

/* The families of instructions. Instructions of a family accept the same modifiers. */
enum family {
    FAMILY_SCALAR = 1,
    FAMILY_VECTOR = 2,
    FAMILY_MEMORY = 4,
    FAMILY_MATRIX = 8, /* the family of matrix instructions, which are in FAMILY_VECTOR, too */
};

struct context {
    struct text_piece value; /* the text after the modifier's colon */
    bool has_value;
    unsigned sources; /* how many sources the text has */
    struct op *op;
};
typedef bool modifier_reader(struct context *context, uintptr_t argument);

struct modifier {
    const char *name;
    unsigned families;
    modifier_reader *read;
    uintptr_t argument;
};

/* Sets of types, one bit for each type. */
enum {
    TYPES_PACKED =
        1 << TYPE_PK16 | 1 << TYPE_PKF16 | 1 << TYPE_PKBF16 | 1 << TYPE_PK32 | 1 << TYPE_PKF32,
    TYPES_HALF = 1 << TYPE_B16 | 1 << TYPE_U16 | 1 << TYPE_I16 | 1 << TYPE_F16,
    TYPES_SIGNED = 1 << TYPE_F16 | 1 << TYPE_F32 | 1 << TYPE_F64 | 1 << TYPE_MIX | 1 << TYPE_PKF16 |
                   1 << TYPE_PKBF16 | 1 << TYPE_PKF32,
};

static bool is_of(enum type type, unsigned types)
{
    return types >> type & 1;
}

/* ---- Readers: |argument| says which member of the op a modifier sets
 * --------------------------- */

/* Accepts a modifier that has no effect in libhipemu: hints for caches. */
static bool read_nothing(struct context *context, uintptr_t argument)
{
    (void)context, (void)argument;
    return true;
}

/* Sets the bool at offset |argument| of the op. Returns false when the modifier has a value,
 * because a flag has none. */
static bool read_flag(struct context *context, uintptr_t argument)
{
    bool yes = true;
    memcpy((uint8_t *)context->op + argument, &yes, sizeof yes);
    return !context->has_value;
}

/* Sets |scope|: the text mentions a scope only if the scope is larger than the smallest one, the
 * compute unit. */
static bool read_scope(struct context *context, uintptr_t argument)
{
    (void)argument;
    context->op->scope = true;
    return true;
}

/* Reads clamp. For a float result, clamp limits the result to the range from 0 to 1. For an integer
 * result, a sum that does not fit saturates; maxima and minima always fit, so clamp has no effect
 * on them. */
static bool read_clamp(struct context *context, uintptr_t argument)
{
    const struct op *op = context->op;
    if (op->instruction->flags & FLAG_IGNORES_CLAMP)
        return true;
    bool knows = is_of(op->dst.type, TYPES_SIGNED) || op->instruction->flags & FLAG_SATURATES;
    return knows && read_flag(context, argument);
}

/* Reads bound_ctrl. Both 0 and 1 mean that the bit is set, because old assemblers print 0 and new
 * ones print 1. */
static bool read_bound_control(struct context *context, uintptr_t argument)
{
    (void)argument;
    context->op->bound_control = true;
    return true;
}

static bool read_number(const struct context *context, long long low, long long high,
                        long long *out)
{
    return context->has_value && text_integer(context->value, out) && *out >= low && *out <= high;
}

/* Sets the bool at offset |argument| of the op from the value of the modifier, 0 or 1. */
static bool read_bit(struct context *context, uintptr_t argument)
{
    long long number;
    if (!read_number(context, 0, 1, &number))
        return false;
    bool bit = number;
    memcpy((uint8_t *)context->op + argument, &bit, sizeof bit);
    return true;
}

/* Sets the byte at offset |argument| of the op to the value of the modifier. */
static bool read_byte(struct context *context, uintptr_t argument)
{
    long long number;
    if (!read_number(context, 0, UINT8_MAX, &number))
        return false;
    ((uint8_t *)context->op)[argument] = (uint8_t)number;
    return true;
}

/* Reads cbsz, abid or blgp, which say how parts of a matrix are broadcast. Matrices of doubles have
 * no broadcast. */
static bool read_broadcast(struct context *context, uintptr_t argument)
{
    return read_byte(context, argument) &&
           (context->op->src[0].type != TYPE_F64 || text_is(context->value, "0"));
}

static bool read_word(struct text_piece value, const char *const *words, unsigned count,
                      uint8_t *out)
{
    for (unsigned i = 0; i < count; i++) {
        if (text_is(value, words[i])) {
            *out = (uint8_t)i;
            return true;
        }
    }
    return false;
}

static bool read_dim(struct context *context, uintptr_t argument)
{
    static const char *const words[IMAGE_DIMS] = {[IMAGE_1D] = "SQ_RSRC_IMG_1D",
                                                  [IMAGE_2D] = "SQ_RSRC_IMG_2D",
                                                  [IMAGE_3D] = "SQ_RSRC_IMG_3D",
                                                  [IMAGE_1D_ARRAY] = "SQ_RSRC_IMG_1D_ARRAY",
                                                  [IMAGE_2D_ARRAY] = "SQ_RSRC_IMG_2D_ARRAY"};
    (void)argument;
    return read_word(context->value, words, IMAGE_DIMS, &context->op->dim);
}

/* Reads an offset in bytes. The offset of ds_swizzle_b32 is not a number, and is skipped: the
 * driver takes it from the encoding. */
static bool read_offset(struct context *context, uintptr_t argument)
{
    static const char swizzle[] = "swizzle(";
    long long number;
    if (context->value.size >= strlen(swizzle) &&
        memcmp(context->value.at, swizzle, strlen(swizzle)) == 0)
        return true;
    if (!read_number(context, INT32_MIN, UINT32_MAX, &number))
        return false;
    int32_t offset = (int32_t)number;
    memcpy((uint8_t *)context->op + argument, &offset, sizeof offset);
    return true;
}

/* Reads the "temporal hint" of gfx12, which for an atomic also says whether it returns the old
 * value. */
static bool read_hint(struct context *context, uintptr_t argument)
{
    static const char prefix[] = "TH_ATOMIC_", suffix[] = "RETURN";
    struct text_piece v = context->value;
    size_t before = strlen(prefix), behind = strlen(suffix);
    (void)argument;
    if (v.size > before && memcmp(v.at, prefix, before) == 0)
        context->op->glc =
            v.size >= before + behind && memcmp(v.at + v.size - behind, suffix, behind) == 0;
    return context->has_value;
}

static bool read_scale(struct context *context, uintptr_t argument)
{
    static const int8_t multipliers[] = {[2] = 1, [4] = 2};
    long long number;
    bool divides = argument;
    const struct op *op = context->op;
    if (op->instruction->flags & FLAG_IGNORES_CLAMP)
        return true;
    if (is_of(op->dst.type, TYPES_PACKED))
        /* A packed result is refused, because no document says which half omod scales. */
        return false;
    if (!read_number(context, 2, divides ? 2 : 4, &number) || number == 3)
        return false;
    context->op->omod = divides ? 3 : multipliers[number];
    return true;
}

/* ---- DPP ------------------------------------------------------------------------------------- */

/* Reads a DPP control; |argument| is an enum dpp_control. A shift of a row or a wave by 1 may be
 * printed without the number. */
static bool read_dpp(struct context *context, uintptr_t argument)
{
    long long number = 1;
    if (context->has_value && !read_number(context, 0, 31, &number))
        return false;
    context->op->dpp = (uint8_t)argument;
    context->op->dpp_value = (uint32_t)number;
    return true;
}

static bool read_dpp_broadcast(struct context *context, uintptr_t argument)
{
    long long number;
    (void)argument;
    if (!read_number(context, 15, 31, &number) || (number != 15 && number != 31))
        return false;
    context->op->dpp = number == 15 ? DPP_ROW_BCAST15 : DPP_ROW_BCAST31;
    return true;
}

/* Reads a list of the source lanes of four lanes, or of eight. */
static bool read_dpp_lanes(struct context *context, uintptr_t argument)
{
    unsigned lanes[8], count = argument == DPP8 ? 8 : 4, bits = argument == DPP8 ? 3 : 2;
    if (text_list(context->value, lanes, 8) != count)
        return false;
    context->op->dpp = (uint8_t)argument;
    for (unsigned i = 0; i < count; i++)
        context->op->dpp_value |= lanes[i] << bits * i;
    return true;
}

/* ---- SDWA ------------------------------------------------------------------------------------ */

/* the argument that means the result; the arguments 0 and 1 are numbers of sources */
enum { SELECT_RESULT = 2 };

static bool read_select(struct context *context, uintptr_t argument)
{
    static const char *const words[] = {"DWORD",  "BYTE_0", "BYTE_1", "BYTE_2",
                                        "BYTE_3", "WORD_0", "WORD_1"};
    struct op *op = context->op;
    op->is_sdwa = true;
    return read_word(context->value, words, 7,
                     argument == SELECT_RESULT ? &op->dst_select : &op->src[argument].select);
}

/* Reads byte_sel of gfx12: the number of the byte that a conversion reads or writes. */
static bool read_source_byte(struct context *context, uintptr_t argument)
{
    long long number;
    (void)argument;
    if (!read_number(context, 0, 3, &number))
        return false;
    if (!(context->op->instruction->flags & FLAG_OWN_OP_SEL))
        context->op->src[0].select = (uint8_t)(SELECT_BYTE_0 + number);
    return true;
}

static bool read_unused(struct context *context, uintptr_t argument)
{
    static const char *const words[] = {"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"};
    (void)argument;
    context->op->is_sdwa = true;
    return read_word(context->value, words, 3, &context->op->dst_unused);
}

/* ---- Lists with a bit for each operand: first for the sources, then for the result
 * ----------------- */

enum list { LIST_OP_SEL, LIST_OP_SEL_HI, LIST_NEG, LIST_NEG_HI };

/* Sets a bit of |list| in |operand|. Returns whether this value of the bit is allowed. For an
 * operand without halves, only the default value is allowed, because the hardware ignores the bit.
 * A bit must not select the high half of a 16-bit constant, which no document defines. */
static bool set_bit(unsigned flags, struct operand *operand, enum list list, bool bit)
{
    enum type type = operand->type;
    bool any = flags & FLAG_OWN_LISTS, halves = is_of(type, TYPES_PACKED) || type == TYPE_MIX;
    bool tells_sign = flags & FLAG_TELLS_SIGN, selects_bytes = flags & FLAG_SELECTS_BYTES;
    switch (list) {
    case LIST_OP_SEL:
        operand->high |= bit;
        return !bit || any || halves || selects_bytes ||
               (is_of(type, TYPES_HALF) && operand->kind != OPERAND_CONST);
    case LIST_OP_SEL_HI:
        if (halves || selects_bytes)
            operand->high_of_high = bit;
        return bit || halves || selects_bytes || type == TYPE_F32;
    case LIST_NEG:
        operand->neg ^= bit;
        return !bit || any || is_of(type, TYPES_SIGNED) || (tells_sign && type == TYPE_B32);
    case LIST_NEG_HI:
        if (type == TYPE_MIX)
            operand->abs |= bit;
        else
            operand->neg_high = bit;
        return !bit || (any && !tells_sign) || (halves && is_of(type, TYPES_SIGNED));
    }
    return false;
}

static bool accumulates(const struct op *op)
{
    return strchr(op->instruction->operands, '+') != NULL;
}

static bool read_list(struct context *context, uintptr_t argument)
{
    struct op *op = context->op;
    unsigned bits[8], count = text_list(context->value, bits, 8);
    if (argument == LIST_OP_SEL && op->instruction->flags & FLAG_OWN_OP_SEL)
        return true;
    for (unsigned i = 0; i < count; i++) {
        if (bits[i] > 1)
            return false;
        if (i < context->sources) {
            if (!set_bit(op->instruction->flags, &op->src[i], (enum list)argument, bits[i]))
                return false;
        } else if (i == context->sources && count == context->sources + 2 && accumulates(op)) {
            if (bits[i]) /* one operand is both the result and a source: its bit as a source must be
                          * 0, because the result's bit already selects the half */
                return false;
        } else if (argument == LIST_OP_SEL && is_of(op->dst.type, TYPES_HALF)) {
            op->dst.high |= bits[i];
        } else if (bits[i]) {
            return false;
        }
    }
    return count >= 1 && count <= context->sources + 1 + accumulates(op);
}

/* ---- The table ------------------------------------------------------------------------------- */

#define FIELD(name) offsetof(struct op, name)

static const struct modifier modifiers[] = {
    {"clamp", FAMILY_VECTOR, read_clamp, FIELD(clamp)},
    {"mul", FAMILY_VECTOR, read_scale, false},
    {"div", FAMILY_VECTOR, read_scale, true},
    {"op_sel", FAMILY_VECTOR, read_list, LIST_OP_SEL},
    {"op_sel_hi", FAMILY_VECTOR, read_list, LIST_OP_SEL_HI},
    {"neg_lo", FAMILY_VECTOR, read_list, LIST_NEG},
    {"neg_hi", FAMILY_VECTOR, read_list, LIST_NEG_HI},

    {"quad_perm", FAMILY_VECTOR, read_dpp_lanes, DPP_QUAD_PERM},
    {"dpp8", FAMILY_VECTOR, read_dpp_lanes, DPP8},
    {"row_shl", FAMILY_VECTOR, read_dpp, DPP_ROW_SHL},
    {"row_shr", FAMILY_VECTOR, read_dpp, DPP_ROW_SHR},
    {"row_ror", FAMILY_VECTOR, read_dpp, DPP_ROW_ROR},
    {"wave_shl", FAMILY_VECTOR, read_dpp, DPP_WAVE_SHL},
    {"wave_rol", FAMILY_VECTOR, read_dpp, DPP_WAVE_ROL},
    {"wave_shr", FAMILY_VECTOR, read_dpp, DPP_WAVE_SHR},
    {"wave_ror", FAMILY_VECTOR, read_dpp, DPP_WAVE_ROR},
    {"row_mirror", FAMILY_VECTOR, read_dpp, DPP_ROW_MIRROR},
    {"row_half_mirror", FAMILY_VECTOR, read_dpp, DPP_ROW_HALF_MIRROR},
    {"row_bcast", FAMILY_VECTOR, read_dpp_broadcast, 0},
    {"row_share", FAMILY_VECTOR, read_dpp, DPP_ROW_SHARE},
    {"row_xmask", FAMILY_VECTOR, read_dpp, DPP_ROW_XMASK},
    {"row_newbcast", FAMILY_VECTOR, read_dpp, DPP_ROW_NEWBCAST},
    {"row_mask", FAMILY_VECTOR, read_byte, FIELD(row_mask)},
    {"bank_mask", FAMILY_VECTOR, read_byte, FIELD(bank_mask)},
    {"bound_ctrl", FAMILY_VECTOR, read_bound_control, 0},
    {"fi", FAMILY_VECTOR, read_bit, FIELD(fetch_inactive)},

    {"dst_sel", FAMILY_VECTOR, read_select, SELECT_RESULT},
    {"src0_sel", FAMILY_VECTOR, read_select, 0},
    {"src1_sel", FAMILY_VECTOR, read_select, 1},
    {"dst_unused", FAMILY_VECTOR, read_unused, 0},

    {"index_key", FAMILY_VECTOR, read_byte, FIELD(abid)},
    {"byte_sel", FAMILY_VECTOR, read_source_byte, 0},
    {"bitop3", FAMILY_VECTOR, read_byte, FIELD(bitop3)},
    {"neg", FAMILY_MATRIX, read_list, LIST_NEG},
    {"cbsz", FAMILY_MATRIX, read_broadcast, FIELD(cbsz)},
    {"abid", FAMILY_MATRIX, read_broadcast, FIELD(abid)},
    {"blgp", FAMILY_MATRIX, read_broadcast, FIELD(blgp)},

    {"offset", FAMILY_MEMORY | FAMILY_SCALAR, read_offset, FIELD(offset)},
    {"offset0", FAMILY_MEMORY, read_offset, FIELD(offset)},
    {"offset1", FAMILY_MEMORY, read_offset, FIELD(offset1)},
    {"offen", FAMILY_MEMORY, read_flag, FIELD(offen)},
    {"idxen", FAMILY_MEMORY, read_flag, FIELD(idxen)},
    {"lds", FAMILY_MEMORY, read_flag, FIELD(lds)},
    {"gds", FAMILY_MEMORY, read_flag, FIELD(gds)},
    {"tfe", FAMILY_MEMORY, read_flag, FIELD(tfe)},
    {"dmask", FAMILY_MEMORY, read_byte, FIELD(dmask)},
    {"dim", FAMILY_MEMORY, read_dim, 0},
    {"unorm", FAMILY_MEMORY, read_flag, FIELD(unorm)},
    {"glc", FAMILY_MEMORY | FAMILY_SCALAR, read_flag, FIELD(glc)},
    {"sc0", FAMILY_MEMORY, read_flag, FIELD(glc)},
    {"th", FAMILY_MEMORY | FAMILY_SCALAR, read_hint, 0},
    {"slc", FAMILY_MEMORY, read_nothing, 0},
    {"dlc", FAMILY_MEMORY | FAMILY_SCALAR, read_nothing, 0},
    {"scc", FAMILY_MEMORY, read_nothing, 0},
    {"sc1", FAMILY_MEMORY, read_nothing, 0},
    {"nt", FAMILY_MEMORY, read_nothing, 0},
    {"nv", FAMILY_MEMORY | FAMILY_SCALAR, read_nothing, 0},
    {"scope", FAMILY_MEMORY | FAMILY_SCALAR, read_scope, 0},
    /* ignored, because libhipemu does not have rows for the instructions that need this modifier */
    {"format", FAMILY_MEMORY, read_nothing, 0},
};

static unsigned family_of(const struct instruction *row)
{
    static const unsigned families[CLASS_COUNT] = {
        [CLASS_SCALAR] = FAMILY_SCALAR,  [CLASS_SCALAR_MEMORY] = FAMILY_SCALAR,
        [CLASS_CONTROL] = FAMILY_SCALAR, [CLASS_VECTOR] = FAMILY_VECTOR,
        [CLASS_MEMORY] = FAMILY_MEMORY,  [CLASS_LDS] = FAMILY_MEMORY,
    };
    return families[row->class] | (row->flags & FLAG_BROADCASTS ? (unsigned)FAMILY_MATRIX : 0);
}

static bool read_one(struct text_piece piece, unsigned family, unsigned sources, struct op *op)
{
    const char *colon = memchr(piece.at, ':', piece.size);
    struct text_piece name = {piece.at, colon ? (size_t)(colon - piece.at) : piece.size};
    struct context context = {.has_value = colon != NULL, .sources = sources, .op = op};
    if (colon)
        context.value = (struct text_piece){colon + 1, (size_t)(piece.at + piece.size - colon - 1)};
    for (size_t i = 0; i < sizeof modifiers / sizeof modifiers[0]; i++) {
        if (text_is(name, modifiers[i].name))
            return (modifiers[i].families & family) &&
                   modifiers[i].read(&context, modifiers[i].argument);
    }
    return false;
}

bool modifiers_read(const struct text_line *line, unsigned shown_sources, struct op *op)
{
    const char *operands = op->instruction->operands;
    op->row_mask = op->bank_mask = 0xf;
    for (unsigned i = 0; i < shown_sources; i++)
        op->src[i].high_of_high = op->src[i].type != TYPE_MIX;
    /* text such as "vmcnt(0) lgkmcnt(0)" has several words, although the encoding has one number */
    if (strcmp(operands, "imm") == 0)
        return true;
    for (unsigned i = 0; i < line->modifier_count; i++) {
        if (!read_one(line->modifiers[i], family_of(op->instruction), shown_sources, op))
            return false;
    }
    return true;
}

/* ---- DPP ------------------------------------------------------------------------------------
 *
 * A DPP control becomes a table of the lanes that the lanes read. See "Data Parallel Primitives" in
 * the RDNA3 ISA document, and in the Vega document for the wave shifts and broadcasts.
 */

/* the number of a source lane that would be outside of the row, or of the wave */
enum { NOWHERE = 64 };

/* Returns the lane that lane |i| reads. */
static unsigned source_lane(const struct op *op, unsigned i, unsigned lanes)
{
    unsigned row = i & ~15u, in_row = i & 15, n = op->dpp_value;
    switch ((enum dpp_control)op->dpp) {
    case DPP_NONE: return i;
    case DPP_QUAD_PERM: return (i & ~3u) | (n >> 2 * (i & 3) & 3);
    case DPP8: return (i & ~7u) | (n >> 3 * (i & 7) & 7);
    case DPP_ROW_SHL: return in_row + n < 16 ? i + n : NOWHERE;
    case DPP_ROW_SHR: return in_row >= n ? i - n : NOWHERE;
    case DPP_ROW_ROR: return row | ((in_row + 16 - n) & 15);
    case DPP_WAVE_SHL: return i + 1 < lanes ? i + 1 : NOWHERE;
    case DPP_WAVE_ROL: return (i + 1) & (lanes - 1);
    case DPP_WAVE_SHR: return i > 0 ? i - 1 : NOWHERE;
    case DPP_WAVE_ROR: return (i + lanes - 1) & (lanes - 1);
    case DPP_ROW_MIRROR: return row | (15 - in_row);
    case DPP_ROW_HALF_MIRROR: return (i & ~7u) | (7 - (i & 7));
    case DPP_ROW_BCAST15: return row > 0 ? row - 1 : NOWHERE;
    case DPP_ROW_BCAST31: return i >= 32 ? 31 : NOWHERE;
    case DPP_ROW_SHARE:
    case DPP_ROW_NEWBCAST: return row | (n & 15);
    case DPP_ROW_XMASK: return row | (in_row ^ (n & 15));
    }
    return NOWHERE;
}

/* Whether row_mask and bank_mask include lane |i|. DPP8 has no such masks, so they include every
 * lane. */
static bool is_chosen(const struct op *op, unsigned i)
{
    return op->dpp == DPP8 ||
           ((op->row_mask >> (i / 16 & 3) & 1) && (op->bank_mask >> (i / 4 & 3) & 1));
}

void dpp_prepare(struct op *op, unsigned lanes)
{
    for (unsigned i = 0; i < lanes && op->dpp; i++) {
        unsigned from = source_lane(op, i, lanes);
        bool has_source = from < lanes;
        op->dpp_lanes[i] = (uint8_t)(has_source ? from : i);
        op->dpp_has |= (uint64_t)has_source << i;
        op->dpp_chosen |= (uint64_t)is_chosen(op, i) << i;
    }
}
