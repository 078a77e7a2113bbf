/* What the ways to write an operand mean: see "Constants and Literals", "Input Modifiers", "Output
 * Modifiers", "Packed Math", "SDWA" and "DPP" in AMD's ISA documents. Fractions as constants of
 * packed integers are singles: LLVM says that the documents mislead there (AMDGPUBaseInfo.cpp,
 * getInlineEncodingV216).
 */
#include "form.h"

#include <string.h>

#define TYPE_BIT(type) (1u << (type))
enum {
    SHORT = TYPE_BIT(TYPE_B16) | TYPE_BIT(TYPE_U16) | TYPE_BIT(TYPE_I16) | TYPE_BIT(TYPE_F16),
    PAIRS_16 = TYPE_BIT(TYPE_PK16) | TYPE_BIT(TYPE_PKF16) | TYPE_BIT(TYPE_PKBF16),
    PAIRS_32 = TYPE_BIT(TYPE_PK32) | TYPE_BIT(TYPE_PKF32),
    WIDE = TYPE_BIT(TYPE_B64) | TYPE_BIT(TYPE_U64) | TYPE_BIT(TYPE_I64) | TYPE_BIT(TYPE_F64),
    FLOATS = TYPE_BIT(TYPE_F16) | TYPE_BIT(TYPE_F32) | TYPE_BIT(TYPE_F64),
    SIGNED = FLOATS | TYPE_BIT(TYPE_MIX) | TYPE_BIT(TYPE_PKF16) | TYPE_BIT(TYPE_PKBF16) |
             TYPE_BIT(TYPE_PKF32),
    HALVES = SHORT | PAIRS_16 | PAIRS_32 | TYPE_BIT(TYPE_MIX),
};

static bool is_of(unsigned type, unsigned types)
{
    return types >> type & 1;
}

static bool is_scalar_format(const struct plain *plain)
{
    return plain->format >= FORMAT_SOP1;
}

/* ---- Constants ------------------------------------------------------------------------------- */

static const struct {
    uint16_t half;
    uint32_t single;
    uint64_t both;
} fractions[] = {
    {0x3800, 0x3f000000, 0x3fe0000000000000}, {0xb800, 0xbf000000, 0xbfe0000000000000},
    {0x3c00, 0x3f800000, 0x3ff0000000000000}, {0xbc00, 0xbf800000, 0xbff0000000000000},
    {0x4000, 0x40000000, 0x4000000000000000}, {0xc000, 0xc0000000, 0xc000000000000000},
    {0x4400, 0x40800000, 0x4010000000000000}, {0xc400, 0xc0800000, 0xc010000000000000},
    {0x3118, 0x3e22f983, 0x3fc45f306dc9c882}, /* 1 / (2 * pi) */
};

static bool has_doubles(const struct plain *plain, unsigned type)
{
    return is_of(type, WIDE) || strstr(plain->text, "mfma_f64");
}

static uint64_t twice(uint64_t word)
{
    return word << 32 | (uint32_t)word;
}

/* C of a product of matrices whose elements have 16 bits. */
static unsigned element_of(const struct plain *plain, const struct operand *as)
{
    bool is_c = as == &plain->op.src[2] && !is_of(as->type, SHORT | PAIRS_16);
    return is_c && strstr(plain->text, "v_wmma_f16")    ? TYPE_PKF16
           : is_c && strstr(plain->text, "v_wmma_bf16") ? TYPE_PKBF16
                                                        : as->type;
}

/* Since gfx11 some constants are in both halves: LLVM has that of v_pk_fmac_f16, AMD's documents of
 * v_dot2_f16_f16 and v_dot2_bf16_bf16, AMD's emulator of v_dot2_f32_bf16 and matrices. */
static bool has_both_halves(const struct plain *plain, unsigned type)
{
    static const char *const names[] = {"v_pk_fmac_f16",   "v_dot2_f16_f16", "v_dot2_bf16_bf16",
                                        "v_dot2_f32_bf16", "v_wmma_f16",     "v_wmma_bf16"};
    bool is_one = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        is_one |= strstr(plain->text, names[i]) != NULL;
    return is_one && is_of(type, PAIRS_16) && plain->generation >= GENERATION_GFX11;
}

/* Twice, if it has 32 bits or fewer of them. */
static uint64_t constant_bits(const struct plain *plain, unsigned code, unsigned type)
{
    bool is_half = is_of(type, SHORT | TYPE_BIT(TYPE_PKF16));
    uint64_t bits;
    if (code <= 208) {
        int64_t number = code <= 192 ? (int64_t)code - 128 : 192 - (int64_t)code;
        bits = has_doubles(plain, type) ? (uint64_t)number : twice((uint32_t)number);
    } else if (has_doubles(plain, type)) {
        bits = fractions[code - 240].both;
    } else if (is_half) {
        bits = fractions[code - 240].half;
    } else if (type == TYPE_PKBF16) {
        bits = fractions[code - 240].single >> 16;
    } else {
        bits = twice(fractions[code - 240].single);
    }
    return has_both_halves(plain, type) ? twice((bits & 0xffff) * 0x10001u) : bits;
}

/* A literal is the upper half of a double; integers are extended. */
static uint64_t literal_bits(unsigned type)
{
    if (type == TYPE_F64)
        return (uint64_t)LITERAL << 32;
    return is_of(type, WIDE) ? LITERAL : twice(LITERAL);
}

/* ---- Sources --------------------------------------------------------------------------------- */

static float half_number(uint32_t half)
{
    uint32_t exponent = half >> 10 & 31, fraction = half & 0x3ff, sign = (half & 0x8000) << 16,
             bits;
    float number;
    if (exponent == 0) { /* a multiple of 2^-24 */
        number = (float)fraction * 0x1p-24f;
        memcpy(&bits, &number, sizeof bits);
    } else {
        bits = (exponent == 31 ? 0xffu : exponent + 112) << 23 | fraction << 13;
    }
    bits |= sign;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static uint64_t sign_of(unsigned type)
{
    return type == TYPE_F64 ? 1ull << 63 : type == TYPE_F16 ? 0x8000 : 1ull << 31;
}

static uint64_t change_sign(uint64_t bits, unsigned type, const struct source *s)
{
    uint64_t sign = sign_of(type);
    if (s->abs)
        bits &= ~sign;
    return s->neg ? bits ^ sign : bits;
}

static uint32_t part(uint32_t bits, unsigned select, bool sext)
{
    unsigned size = select == SELECT_ALL ? 32
                    : select >= 4        ? 16
                                         : 8,
             shift = select == SELECT_ALL ? 0
                     : select >= 4        ? 16 * (select - 4)
                                          : 8 * select;
    uint32_t value = bits >> shift, mask = size == 32 ? ~0u : (1u << size) - 1;
    value &= mask;
    return sext && value >> (size - 1) ? value | ~mask : value;
}

static uint64_t pair_16(const struct source *s, uint32_t bits)
{
    uint32_t low = (s->high ? bits >> 16 : bits) & 0xffff,
             high = (s->high_of_high ? bits >> 16 : bits) & 0xffff;
    return (low ^ (s->neg ? 0x8000 : 0)) | (high ^ (s->abs ? 0x8000 : 0)) << 16;
}

static uint64_t pair_32(const struct source *s, uint64_t bits)
{
    uint64_t low = (s->high ? bits >> 32 : bits) & UINT32_MAX,
             high = (s->high_of_high ? bits >> 32 : bits) & UINT32_MAX, sign = 1u << 31;
    return (low ^ (s->neg ? sign : 0)) | (high ^ (s->abs ? sign : 0)) << 32;
}

static uint64_t mixed(const struct source *s, uint32_t bits)
{
    if (s->high_of_high) {
        float number = half_number((s->high ? bits >> 16 : bits) & 0xffff);
        memcpy(&bits, &number, sizeof bits);
    }
    return change_sign(bits, TYPE_F32, s);
}

/* What the instruction sees of a source that is |bits|. */
static uint64_t modified(const struct form *form, const struct source *s, unsigned type,
                         uint64_t bits)
{
    if (form->extension == EXTENSION_SDWA)
        bits = part((uint32_t)bits, s->select, s->sext);
    if (is_of(type, PAIRS_16))
        return pair_16(s, (uint32_t)bits);
    if (is_of(type, PAIRS_32))
        return pair_32(s, bits);
    if (type == TYPE_MIX)
        return mixed(s, (uint32_t)bits);
    if (is_of(type, SHORT))
        bits = (s->high || s->kind == SOURCE_HIGH_HALF ? bits >> 16 : bits) & 0xffff;
    return change_sign(bits, type, s);
}

/* |accumulators|: of the form whose registers they are. */
static uint32_t *source_word(const struct plain *plain, struct harness_state *state,
                             unsigned accumulators, unsigned field, unsigned word, unsigned lane)
{
    static const uint8_t bits[] = {ACCUMULATOR_A, ACCUMULATOR_B, ACCUMULATOR_RESULT};
    bool is_index = field == 2 && strstr(plain->text, "smfmac");
    if (is_scalar_format(plain))
        return &state->sgpr[SOURCE_SGPR + 16 * field + word];
    if (accumulators & bits[field] && !is_index)
        return &state->agpr[form_vgpr(field) + word][lane];
    return &state->vgpr[form_vgpr(field) + word][lane];
}

/* Words |word| and the next one, before modifiers. */
static uint64_t source_bits(const struct plain *plain, const struct form *form, unsigned field,
                            struct harness_state *state, unsigned word, unsigned lane)
{
    const struct source *s = &form->src[field];
    const struct operand *as = &plain->op.src[plain->source_of[field]];
    unsigned type = element_of(plain, as);
    if (type == TYPE_MIX)
        type = s->high_of_high ? TYPE_F16 : TYPE_F32;
    switch ((enum source_kind)s->kind) {
    case SOURCE_CONSTANT: return constant_bits(plain, s->code, type);
    case SOURCE_LITERAL: return literal_bits(as->type);
    case SOURCE_SCALAR:
        return (uint64_t)state->sgpr[SCALAR + 4 * field + 1] << 32 |
               state->sgpr[SCALAR + 4 * field];
    default:
        return (uint64_t)*source_word(plain, state, form->accumulators, field, word + 1, lane)
                   << 32 |
               *source_word(plain, state, form->accumulators, field, word, lane);
    }
}

/* ---- DPP ------------------------------------------------------------------------------------- */

enum { OUTSIDE = 64 };

static unsigned moved_lane(const struct form *form, unsigned lane, unsigned lanes)
{
    unsigned control = form->control, n = control & 15, row = lane & ~15u, in_row = lane & 15;
    if (form->extension == EXTENSION_DPP8)
        return (lane & ~7u) | (form->lanes >> 3 * (lane & 7) & 7);
    if (control <= 0xff)
        return (lane & ~3u) | (control >> 2 * (lane & 3) & 3);
    switch (control >> 4) {
    case 0x10: return in_row + n < 16 ? lane + n : OUTSIDE;
    case 0x11: return in_row >= n ? lane - n : OUTSIDE;
    case 0x12: return row | ((in_row - n) & 15);
    case 0x15: return row | n;
    case 0x16: return row | (in_row ^ n);
    default: break;
    }
    switch (control) {
    case 0x130: return lane + 1 < lanes ? lane + 1 : OUTSIDE;
    case 0x134: return (lane + 1) % lanes;
    case 0x138: return lane ? lane - 1 : OUTSIDE;
    case 0x13c: return (lane + lanes - 1) % lanes;
    case 0x140: return row | (15 - in_row);
    case 0x141: return (lane & ~7u) | (7 - (lane & 7));
    case 0x142: return row ? row - 1 : OUTSIDE;
    default: return lane >= 32 ? 31 : OUTSIDE;
    }
}

static bool is_moved(const struct form *form)
{
    return form->extension == EXTENSION_DPP || form->extension == EXTENSION_DPP8;
}

/* The lane that the first source of |lane| comes from; OUTSIDE: it is 0. */
static unsigned first_lane(const struct form *form, unsigned lane, unsigned lanes, uint64_t exec)
{
    if (!is_moved(form))
        return lane;
    unsigned from = moved_lane(form, lane, lanes);
    return from < lanes && (form->fetch_inactive || exec >> from & 1) ? from : OUTSIDE;
}

/* The lanes that are written. */
static uint64_t written(const struct form *form, unsigned lanes, uint64_t exec)
{
    uint64_t mask = 0;
    for (unsigned i = 0; i < lanes; i++) {
        bool is_chosen = form->extension != EXTENSION_DPP ||
                         ((form->row_mask >> i / 16 & 1) && (form->bank_mask >> (i / 4 & 3) & 1) &&
                          (form->bound || first_lane(form, i, lanes, exec) != OUTSIDE));
        mask |= (uint64_t)is_chosen << i;
    }
    return mask & exec;
}

/* ---- The plain form's sources ---------------------------------------------------------------- */

static void put_source(const struct plain *plain, const struct form *form, unsigned field,
                       unsigned lane, unsigned from, struct harness_state *in,
                       struct harness_state *out)
{
    unsigned type = plain->op.src[plain->source_of[field]].type, words = type_words(type);
    for (unsigned word = 0; word < words; word += 2) {
        uint64_t bits = from == OUTSIDE ? 0 : source_bits(plain, form, field, in, word, from);
        bits = modified(form, &form->src[field], type, bits);
        *source_word(plain, out, 0, field, word, lane) = (uint32_t)bits;
        if (word + 1 < words)
            *source_word(plain, out, 0, field, word + 1, lane) = (uint32_t)(bits >> 32);
    }
}

static bool accumulates(const struct plain *plain)
{
    return strchr(plain->op.instruction->operands, '+') != NULL;
}

static unsigned result_register(const struct form *form)
{
    return form->in_place ? SOURCE_VGPR : RESULT_VGPR;
}

static uint32_t (*result_file(const struct form *form, struct harness_state *state))[LANES_MAX]
{
    return form->accumulators & ACCUMULATOR_RESULT ? state->agpr : state->vgpr;
}

static uint64_t exec_of(const struct harness_state *state, unsigned lanes)
{
    return state_mask(state, SGPR_EXEC) & (lanes == 64 ? ~0ull : UINT32_MAX);
}

void form_sources(const struct plain *plain, const struct form *form, unsigned lanes,
                  const struct harness_state *state, struct harness_state *out)
{
    static struct harness_state in;
    const uint64_t exec = exec_of(state, lanes);
    in = *state;
    *out = *state;
    if (is_scalar_format(plain))
        lanes = 1;
    for (unsigned lane = 0; lane < lanes; lane++) {
        for (unsigned i = 0; i < FIELDS; i++) {
            unsigned from = i == 0 ? first_lane(form, lane, lanes, exec) : lane;
            if (plain->source_of[i] >= 0 && !(plain->scalar_fields >> i & 1))
                put_source(plain, form, i, lane, from, &in, out);
        }
        for (unsigned i = 0; i < 32; i++)
            out->vgpr[RESULT_VGPR + i][lane] =
                result_file(form, &in)[result_register(form) + i][lane];
        if (accumulates(plain) && form->dst_high)
            out->vgpr[RESULT_VGPR][lane] >>= 16;
    }
    if (is_moved(form))
        state_set_mask(out, SGPR_EXEC, written(form, lanes, exec));
}

/* ---- Results --------------------------------------------------------------------------------- */

struct layout {
    unsigned bits, fraction;
};

static struct layout layout_of(unsigned type)
{
    return type == TYPE_F64                         ? (struct layout){64, 52}
           : type == TYPE_F16 || type == TYPE_PKF16 ? (struct layout){16, 10}
                                                    : (struct layout){32, 23};
}

/* Times 2, 4 or a half. A denormal and a zero become +0, a half that is a denormal 0. */
static uint64_t scaled(uint64_t bits, struct layout l, unsigned omod)
{
    uint64_t sign = 1ull << (l.bits - 1), top = (sign >> l.fraction) - 1,
             exponent = (bits & (sign - 1)) >> l.fraction;
    if (!omod || exponent == top)
        return bits;
    if (exponent == 0)
        return 0;
    if (omod == 3)
        return exponent == 1 ? bits & sign : bits - (1ull << l.fraction);
    return exponent + omod >= top ? (bits & sign) | top << l.fraction
                                  : bits + ((uint64_t)omod << l.fraction);
}

/* To the range of 0 to 1; a NaN becomes 0. */
static uint64_t clamped(uint64_t bits, struct layout l)
{
    uint64_t sign = 1ull << (l.bits - 1), top = (sign >> l.fraction) - 1,
             one = (top >> 1) << l.fraction;
    if (bits & sign || bits > top << l.fraction)
        return 0;
    return bits > one ? one : bits;
}

/* Before gfx12, omod needs a mode that flushes denormals and is not IEEE. */
static bool may_scale(const struct plain *plain, uint32_t mode)
{
    unsigned type = plain->op.dst.type;
    bool keeps = mode >> (type == TYPE_F32 ? 5 : 7) & 1, is_ieee = mode >> 9 & 1;
    return plain->generation >= GENERATION_GFX12 || (!keeps && !is_ieee);
}

static uint64_t finished(const struct plain *plain, const struct form *form, uint32_t mode,
                         uint64_t bits)
{
    struct layout l = layout_of(plain->op.dst.type);
    if (form->omod && may_scale(plain, mode))
        bits = scaled(bits, l, form->omod);
    return form->clamp ? clamped(bits, l) : bits;
}

static uint32_t finished_pair(const struct plain *plain, const struct form *form, uint32_t mode,
                              uint32_t bits)
{
    return (uint32_t)(finished(plain, form, mode, bits & 0xffff) |
                      finished(plain, form, mode, bits >> 16) << 16);
}

/* SDWA: the part of the register that is written, and the rest. */
static uint32_t selected(const struct form *form, uint32_t old, uint32_t bits)
{
    unsigned select = form->dst_select, size = select >= 4 ? 16 : 8,
             shift = select >= 4 ? 16 * (select - 4) : 8 * select;
    if (select == SELECT_ALL)
        return bits;
    uint32_t ones = (1u << size) - 1, mask = ones << shift, placed = (bits & ones) << shift;
    if (form->dst_unused == 2)
        return (old & ~mask) | placed;
    bool extends = form->dst_unused == 1 && bits >> (size - 1) & 1;
    return extends ? placed | (shift + size < 32 ? ~0u << (shift + size) : 0) : placed;
}

/* The register of a short or 32-bit result; |old| is what the plain form's had before and |is|
 * what it has now. */
static uint32_t placed(const struct plain *plain, const struct form *form, uint32_t mode,
                       uint32_t old, uint32_t is)
{
    unsigned type = plain->op.dst.type;
    if (type == TYPE_PKF16)
        return selected(form, old, finished_pair(plain, form, mode, is));
    if (!is_of(type, SHORT))
        return selected(form, old,
                        is_of(type, FLOATS) ? (uint32_t)finished(plain, form, mode, is) : is);
    bool is_above = plain->op.dst.high;
    uint32_t half = is_above ? is >> 16 : is & 0xffff;
    if (type == TYPE_F16)
        half = (uint32_t)finished(plain, form, mode, half);
    if (form->extension == EXTENSION_SDWA)
        return selected(form, old, half);
    if (is_above || form->dst_high)
        return (old & 0xffff) | half << 16;
    return (is & 0xffff0000) | half;
}

static void put_result(const struct plain *plain, const struct form *form, unsigned lane,
                       const struct harness_state *ended, struct harness_state *state)
{
    unsigned type = plain->op.dst.type, words = type_words(type), to = result_register(form);
    uint32_t(*file)[LANES_MAX] = result_file(form, state);
    if (words == 1) {
        file[to][lane] =
            placed(plain, form, state->mode, file[to][lane], ended->vgpr[RESULT_VGPR][lane]);
        return;
    }
    for (unsigned i = 0; i < words; i += 2) {
        uint64_t bits = (uint64_t)ended->vgpr[RESULT_VGPR + i + 1][lane] << 32 |
                        ended->vgpr[RESULT_VGPR + i][lane];
        if (type == TYPE_F64)
            bits = finished(plain, form, state->mode, bits);
        else if (type == TYPE_PKF32)
            bits = finished(plain, form, state->mode, bits & UINT32_MAX) |
                   finished(plain, form, state->mode, bits >> 32) << 32;
        file[to + i][lane] = (uint32_t)bits;
        if (i + 1 < words)
            file[to + i + 1][lane] = (uint32_t)(bits >> 32);
    }
}

/* Instructions that write all lanes. */
static bool ignores_exec(const struct plain *plain)
{
    return plain->op.instruction->flags & FLAG_IGNORES_EXEC || strstr(plain->text, "mfma") ||
           strstr(plain->text, "wmma");
}

void form_results(const struct plain *plain, const struct form *form, unsigned lanes,
                  const struct harness_state *ended, struct harness_state *state)
{
    const uint64_t exec = exec_of(state, lanes), mask = written(form, lanes, exec);
    uint32_t before[SGPR_COUNT];
    memcpy(before, state->sgpr, sizeof before);
    for (unsigned lane = 0; lane < lanes && plain->op.dst.kind == OPERAND_VGPR; lane++) {
        if (mask >> lane & 1 || ignores_exec(plain))
            put_result(plain, form, lane, ended, state);
    }
    memcpy(state->sgpr, ended->sgpr, sizeof state->sgpr);
    if (plain->op.dst.kind == OPERAND_SGPR && is_of(plain->op.dst.type, FLOATS))
        state->sgpr[plain->op.dst.reg] =
            (uint32_t)finished(plain, form, state->mode, ended->sgpr[plain->op.dst.reg]);
    if (is_scalar_format(plain)) /* the plain form's sources were put there */
        memcpy(state->sgpr + SOURCE_SGPR, before + SOURCE_SGPR, 32 * sizeof before[0]);
    if (is_moved(form) && !(plain->op.instruction->flags & FLAG_CMPX))
        memcpy(state->sgpr + SGPR_EXEC, before + SGPR_EXEC, 2 * sizeof before[0]);
    state->scc = ended->scc;
    state->mode = ended->mode;
}

/* ---- What is not modelled -------------------------------------------------------------------- */

unsigned form_modifiers(const struct plain *plain, unsigned field)
{
    const struct operand *s = &plain->op.src[plain->source_of[field]];
    bool is_packed = plain->format == FORMAT_VOP3P, is_matrix = strstr(plain->text, "mfma"),
         has_abs = !is_packed || is_of(s->type, PAIRS_16 | PAIRS_32 | TYPE_BIT(TYPE_MIX));
    unsigned bits = 0;
    if (plain->format < FORMAT_VOP3 || plain->format >= FORMAT_SOP1 || is_matrix)
        return 0;
    if (is_of(s->type, SIGNED))
        bits |= MODIFIER_NEG | (has_abs ? MODIFIER_ABS : 0);
    if (is_of(s->type, HALVES))
        bits |= MODIFIER_HIGH;
    if (is_packed && is_of(s->type, PAIRS_16 | PAIRS_32 | TYPE_BIT(TYPE_MIX)))
        bits |= MODIFIER_HIGH_OF_HIGH;
    return plain->op.dst2.kind ? bits & MODIFIER_NEG : bits;
}

bool form_has_signs(const struct plain *plain, unsigned field)
{
    return plain->source_of[field] >= 0 &&
           is_of(plain->op.src[plain->source_of[field]].type, SIGNED);
}

bool form_has_half(const struct plain *plain)
{
    return is_of(plain->op.dst.type, SHORT);
}

/* Minima, maxima and conversions to integers have nothing to clamp. */
static bool always_fits(const struct plain *plain)
{
    static const char *const names[] = {
        "v_min",       "v_max",      "v_med3",       "v_pk_min",     "v_pk_max",  "v_cvt_i",
        "v_cvt_u",     "v_cvt_pk_i", "v_cvt_pk_u",   "v_cvt_rpi",    "v_cvt_flr", "v_cvt_nearest",
        "v_cvt_floor", "v_cvt_norm", "v_cvt_pknorm", "v_cvt_pk_norm"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (name_starts(plain->text, names[i]))
            return true;
    }
    return false;
}

const char *form_unknown(const struct plain *plain, const struct form *form)
{
    const unsigned flags = plain->op.instruction->flags;
    bool changes = form->dst_high;
    for (unsigned i = 0; i < FIELDS; i++)
        changes |= form->src[i].high || form->src[i].neg || form->src[i].abs;
    if (changes && flags & (FLAG_OWN_LISTS | FLAG_SELECTS_BYTES | FLAG_OWN_OP_SEL))
        return "op_sel and signs with a meaning of their own";
    changes |= form->omod != 0;
    if (changes && strstr(plain->text, "bitop3"))
        return "bits of a truth table";
    if (form->clamp && !is_of(plain->op.dst.type, SIGNED) && !always_fits(plain))
        return "clamp of integers";
    if ((form->clamp || form->omod) && flags & FLAG_IGNORES_CLAMP)
        return "clamp and omod that are ignored";
    return NULL;
}
