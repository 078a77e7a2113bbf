/* Reads operands: registers, by their names, and constants. The rules for constants are those of
 * "Constants and Literals" in the ISA documents: a literal has 32 bits. For a 64-bit float, they
 * are the upper half; for a 64-bit integer, they are extended to 64 bits. */
#include "text.h"

#include "core/wave.h"

#include <stdlib.h>
#include <string.h>

struct named {
    const char *name;
    uint8_t kind;
    uint16_t reg;
    uint8_t words;
};

static const struct named names[] = {
    {"vcc", OPERAND_SGPR, SGPR_VCC, 2},
    {"vcc_lo", OPERAND_SGPR, SGPR_VCC, 1},
    {"vcc_hi", OPERAND_SGPR, SGPR_VCC + 1, 1},
    {"exec", OPERAND_SGPR, SGPR_EXEC, 2},
    {"exec_lo", OPERAND_SGPR, SGPR_EXEC, 1},
    {"exec_hi", OPERAND_SGPR, SGPR_EXEC + 1, 1},
    {"m0", OPERAND_SGPR, SGPR_M0, 1},
    {"null", OPERAND_SGPR, SGPR_NULL, 1},
    {"flat_scratch", OPERAND_SGPR, SGPR_FLAT_SCRATCH, 2},
    {"flat_scratch_lo", OPERAND_SGPR, SGPR_FLAT_SCRATCH, 1},
    {"flat_scratch_hi", OPERAND_SGPR, SGPR_FLAT_SCRATCH + 1, 1},
    {"src_flat_scratch_base_lo", OPERAND_SGPR, SGPR_FLAT_SCRATCH, 1},
    {"src_flat_scratch_base_hi", OPERAND_SGPR, SGPR_FLAT_SCRATCH + 1, 1},
    {"xnack_mask", OPERAND_SGPR, SGPR_XNACK_MASK, 2},
    {"xnack_mask_lo", OPERAND_SGPR, SGPR_XNACK_MASK, 1},
    {"xnack_mask_hi", OPERAND_SGPR, SGPR_XNACK_MASK + 1, 1},
    {"scc", OPERAND_SCC, 0, 0},
    {"src_scc", OPERAND_SCC, 0, 0},
    {"src_vccz", OPERAND_VCCZ, 0, 0},
    {"src_execz", OPERAND_EXECZ, 0, 0},
    {"src_shared_base", OPERAND_SHARED_BASE, 0, 0},
    {"src_shared_limit", OPERAND_SHARED_LIMIT, 0, 0},
    {"src_private_base", OPERAND_PRIVATE_BASE, 0, 0},
    {"src_private_limit", OPERAND_PRIVATE_LIMIT, 0, 0},
    {"off", OPERAND_OFF, 0, 0},
};

static bool read_name(struct text_piece piece, struct operand *out)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (text_is(piece, names[i].name)) {
            out->kind = names[i].kind;
            out->reg = names[i].reg;
            out->words = names[i].words;
            return true;
        }
    }
    return false;
}

/* Reads "v12", "v[12:13]" or "v12.h". The prefix may be v, s, a or ttmp. */
static bool read_register(struct text_piece piece, struct operand *out)
{
    static const struct {
        const char *prefix;
        uint8_t kind;
        uint16_t base;
    } files[] = {
        {"v", OPERAND_VGPR, 0},
        {"s", OPERAND_SGPR, 0},
        {"a", OPERAND_AGPR, 0},
        {"ttmp", OPERAND_SGPR, SGPR_TTMP0},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        size_t skip = strlen(files[i].prefix);
        if (piece.size <= skip || memcmp(piece.at, files[i].prefix, skip) != 0)
            continue;
        struct text_piece rest = {piece.at + skip, piece.size - skip}, last = {NULL, 0};
        if (rest.at[0] == '[') {
            const char *end = rest.at + rest.size - 1, *colon = memchr(rest.at, ':', rest.size);
            if (colon)
                last = (struct text_piece){colon + 1, (size_t)(end - colon - 1)};
            end = colon ? colon : end;
            rest = (struct text_piece){rest.at + 1, (size_t)(end - rest.at - 1)};
        } else if (rest.size > 2 && rest.at[rest.size - 2] == '.') {
            out->high = rest.at[rest.size - 1] == 'h';
            rest.size -= 2;
        }
        long long number, end_number;
        if (!text_integer(rest, &number) || number < 0 || number > 1023)
            continue;
        if (!last.at || !text_integer(last, &end_number) || end_number < number)
            end_number = number;
        out->kind = files[i].kind;
        out->reg = (uint16_t)(files[i].base + number);
        out->words = (uint8_t)(end_number - number + 1);
        return true;
    }
    return false;
}

/* Reads a list such as "[v7, v1, v[2:3]]": the registers of an address that are not neighbours.
 * False when |out->value| has no room for all of them. */
static bool read_list(struct text_piece piece, struct operand *out)
{
    const char *at = piece.at + 1, *end = piece.at + piece.size - 1;
    unsigned count = 0;
    if (piece.size < 2 || piece.at[0] != '[' || *end != ']')
        return false;
    for (; at < end; at++) {
        at += strspn(at, " ");
        const char *comma = memchr(at, ',', (size_t)(end - at)), *stop = comma ? comma : end;
        struct operand one = {0};
        if (!read_register((struct text_piece){at, (size_t)(stop - at)}, &one) ||
            one.kind != OPERAND_VGPR || count + one.words > sizeof out->value)
            return false;
        for (unsigned i = 0; i < one.words; i++)
            out->value |= (uint64_t)(one.reg + i) << 8 * count++;
        at = stop;
    }
    out->kind = OPERAND_VGPR;
    out->reg = (uint16_t)(out->value & 0xff);
    out->words = (uint8_t)count;
    out->is_list = true;
    return count > 0;
}

static unsigned type_bits(enum type type)
{
    switch (type) {
    case TYPE_B16:
    case TYPE_U16:
    case TYPE_I16:
    case TYPE_F16: return 16;
    case TYPE_B64:
    case TYPE_U64:
    case TYPE_I64:
    case TYPE_F64: return 64;
    default: return 32;
    }
}

/* The inline constants that LLVM prints as fractions, with their bits as a half. */
static const struct {
    double number;
    uint16_t half;
} fractions[] = {
    {0.5, 0x3800}, {1.0, 0x3c00}, {2.0, 0x4000}, {4.0, 0x4400}, {0.15915494309189532, 0x3118},
};

/* Only the modifiers, which are read later, tell whether a constant of TYPE_MIX is a float or a
 * half. Until operand_settle(), |value| has both: the float in the low bits, and the half from bit
 * MIX_HALF on. */
enum { MIX_HALF = 32 };

static uint64_t fraction_bits(double number, enum type type)
{
    uint64_t wide;
    uint32_t narrow;
    float single = (float)number;
    /* in packed integers, fractions are floats: see getInlineEncodingV216() in LLVM's
     * AMDGPUBaseInfo.cpp */
    bool is_half = type_bits(type) == 16 || type == TYPE_PKF16;
    uint32_t half = 0;
    memcpy(&wide, &number, sizeof wide);
    memcpy(&narrow, &single, sizeof narrow);
    if (type_bits(type) == 64)
        return wide;
    if (type == TYPE_PKF32 || type == TYPE_PK32)
        return (uint64_t)narrow << 32 | narrow;
    if (type == TYPE_PKBF16)
        return narrow >> 16;
    for (size_t i = 0; (is_half || type == TYPE_MIX) && i < sizeof fractions / sizeof fractions[0];
         i++) {
        double magnitude = number < 0 ? -number : number;
        double difference = magnitude - fractions[i].number;
        if (difference < 1e-6 && difference > -1e-6)
            half = fractions[i].half | (number < 0 ? 0x8000u : 0);
    }
    return type == TYPE_MIX ? (uint64_t)half << MIX_HALF | narrow : is_half ? half : narrow;
}

static bool read_constant(struct text_piece piece, enum type type, struct operand *out)
{
    long long number;
    out->kind = OPERAND_CONST;
    if (text_integer(piece, &number)) {
        bool is_literal = memchr(piece.at, 'x', piece.size) != NULL;
        out->value = (uint64_t)number;
        if (type == TYPE_F64 && is_literal && (uint64_t)number <= UINT32_MAX)
            out->value = (uint64_t)number << 32;
        else if (type == TYPE_I64 && is_literal && (uint64_t)number <= UINT32_MAX)
            out->value = (uint64_t)(int64_t)(int32_t)number;
        else if (type == TYPE_PKF32 || type == TYPE_PK32)
            out->value = (uint64_t)number << 32 | (uint32_t)number;
        else if (type_bits(type) <= 32)
            out->value = (uint32_t)number;
        return true;
    }
    char digits[32], *end;
    if (piece.size == 0 || piece.size >= sizeof digits || !memchr(piece.at, '.', piece.size))
        return false;
    memcpy(digits, piece.at, piece.size);
    digits[piece.size] = '\0';
    out->value = fraction_bits(strtod(digits, &end), type);
    return *end == '\0';
}

/* Removes |prefix| and |suffix| from |piece|. If |piece| does not have both, changes nothing and
 * returns false. */
static bool unwrap(struct text_piece *piece, const char *prefix, const char *suffix)
{
    size_t before = strlen(prefix), behind = strlen(suffix);
    if (piece->size <= before + behind || memcmp(piece->at, prefix, before) != 0 ||
        memcmp(piece->at + piece->size - behind, suffix, behind) != 0)
        return false;
    piece->at += before;
    piece->size -= before + behind;
    return true;
}

void operand_settle(struct operand *operand)
{
    if (operand->kind != OPERAND_CONST || operand->type != TYPE_MIX)
        return;
    uint64_t half = operand->value >> MIX_HALF;
    operand->value = operand->high_of_high && half ? half : (uint32_t)operand->value;
}

bool operand_read(struct text_piece piece, enum type type, struct operand *out)
{
    struct operand operand = {.type = (uint8_t)type, .high_of_high = true};
    /* LLVM 21 prints "lit(...)" around a literal that could also be an inline constant */
    unwrap(&piece, "lit(", ")");
    if (!read_constant(piece, type, &operand)) {
        operand.kind = OPERAND_NONE;
        operand.neg = unwrap(&piece, "-", "") || unwrap(&piece, "neg(", ")");
        operand.abs = unwrap(&piece, "|", "|") || unwrap(&piece, "abs(", ")");
        operand.sext = unwrap(&piece, "sext(", ")");
        operand.value = 0;
        if (!read_name(piece, &operand) && !read_register(piece, &operand) &&
            !read_list(piece, &operand) && !read_constant(piece, type, &operand))
            return false;
    }
    *out = operand;
    return true;
}
