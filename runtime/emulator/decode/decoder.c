/* The decoder: an instruction's text and its row in the tables become an op.
 */
#include "core/program.h"
#include "core/wave.h"

#include "fail.h"
#include "llvm.h"
#include "operand.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

enum { LINE_MAX_SIZE = 256, DECODERS_MAX = 64 };

struct decoder {
    const struct target_info *target;
    unsigned lanes;
    enum generation generation;
    struct llvm_disassembler *disassembler;
    mtx_t lock; /* around the disassembler */
};

/* Never freed: there are only as many as there are processors. */
static struct {
    once_flag once;
    mtx_t lock;
    struct decoder *all[DECODERS_MAX];
    size_t count;
} decoders = {.once = ONCE_FLAG_INIT};

static void start(void)
{
    mtx_init(&decoders.lock, mtx_plain);
}

static struct decoder *decoder_new(const struct target_info *target, unsigned lanes,
                                   struct codeobj_error *error)
{
    struct decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) {
        decode_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        return NULL;
    }
    decoder->target = target;
    decoder->lanes = lanes;
    decoder->generation = generation_of(target);
    decoder->disassembler = llvm_disassembler_new(target->processor, lanes, error);
    if (!decoder->disassembler) {
        free(decoder);
        return NULL;
    }
    mtx_init(&decoder->lock, mtx_plain);
    return decoder;
}

struct decoder *decoder_get(const struct target_info *target, unsigned lanes,
                            struct codeobj_error *error)
{
    struct decoder *found = NULL;
    call_once(&decoders.once, start);
    mtx_lock(&decoders.lock);
    for (size_t i = 0; i < decoders.count && !found; i++) {
        if (decoders.all[i]->target == target && decoders.all[i]->lanes == lanes)
            found = decoders.all[i];
    }
    if (!found && decoders.count < DECODERS_MAX) {
        found = decoder_new(target, lanes, error);
        if (found)
            decoders.all[decoders.count++] = found;
    }
    mtx_unlock(&decoders.lock);
    return found;
}

/* The bytes of the instruction at |dword|, and its text; 0 when it is none. */
static size_t disassemble(struct decoder *decoder, const struct program *program, uint32_t dword,
                          char *out, size_t size)
{
    struct span code;
    *out = '\0';
    if (!span_sub((struct span){program->image + program->code_address, program->code_size},
                  (uint64_t)dword * 4, program->code_size - (uint64_t)dword * 4, &code))
        return 0;
    mtx_lock(&decoder->lock);
    size_t bytes = llvm_disassemble(decoder->disassembler, code, out, size);
    mtx_unlock(&decoder->lock);
    return bytes;
}

char *decoder_print(struct decoder *decoder, const struct program *program, uint32_t dword,
                    char *out, size_t size)
{
    char line[LINE_MAX_SIZE];
    size_t bytes = disassemble(decoder, program, dword, line, sizeof line);
    const char *text = line + strspn(line, " \t");
    snprintf(out, size, "%s", bytes ? text : "not an instruction");
    return out;
}

/* ---- Modifiers ------------------------------------------------------------------------------ */

static long long modifier_integer(const struct text_line *line, const char *name, long long absent)
{
    struct text_piece value;
    long long number;
    return text_modifier(line, name, &value) && text_integer(value, &number) ? number : absent;
}

static bool has(const struct text_line *line, const char *name)
{
    struct text_piece value;
    return text_modifier(line, name, &value);
}

static uint8_t read_select(const struct text_line *line, const char *name)
{
    static const char *const words[] = {"DWORD",  "BYTE_0", "BYTE_1", "BYTE_2",
                                        "BYTE_3", "WORD_0", "WORD_1"};
    struct text_piece value;
    if (text_modifier(line, name, &value)) {
        for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
            if (text_is(value, words[i]))
                return (uint8_t)i;
        }
    }
    return SELECT_DWORD;
}

static void read_sdwa(const struct text_line *line, struct op *op)
{
    static const char *const unused[] = {"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"};
    struct text_piece value;
    op->is_sdwa = true;
    op->dst_select = read_select(line, "dst_sel");
    op->src[0].select = read_select(line, "src0_sel");
    op->src[1].select = read_select(line, "src1_sel");
    for (unsigned i = 0; text_modifier(line, "dst_unused", &value) && i < 3; i++) {
        if (text_is(value, unused[i]))
            op->dst_unused = (uint8_t)i;
    }
}

static void read_dpp(const struct text_line *line, struct op *op)
{
    static const struct {
        const char *name;
        uint8_t control;
    } controls[] = {
        {"row_shl", DPP_ROW_SHL},
        {"row_shr", DPP_ROW_SHR},
        {"row_ror", DPP_ROW_ROR},
        {"wave_shl", DPP_WAVE_SHL},
        {"wave_rol", DPP_WAVE_ROL},
        {"wave_shr", DPP_WAVE_SHR},
        {"wave_ror", DPP_WAVE_ROR},
        {"row_mirror", DPP_ROW_MIRROR},
        {"row_half_mirror", DPP_ROW_HALF_MIRROR},
        {"row_share", DPP_ROW_SHARE},
        {"row_xmask", DPP_ROW_XMASK},
        {"row_newbcast", DPP_ROW_NEWBCAST},
    };
    struct text_piece value;
    unsigned lanes[8];
    if (text_modifier(line, "quad_perm", &value) && text_list(value, lanes, 4) == 4) {
        op->dpp = DPP_QUAD_PERM;
        for (unsigned i = 0; i < 4; i++)
            op->dpp_value |= lanes[i] << 2 * i;
    } else if (text_modifier(line, "dpp8", &value) && text_list(value, lanes, 8) == 8) {
        op->dpp = DPP8;
        for (unsigned i = 0; i < 8; i++)
            op->dpp_value |= lanes[i] << 3 * i;
    } else if (has(line, "row_bcast")) {
        op->dpp = modifier_integer(line, "row_bcast", 15) == 15 ? DPP_ROW_BCAST15 : DPP_ROW_BCAST31;
    }
    for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++) {
        if (has(line, controls[i].name)) {
            op->dpp = controls[i].control;
            op->dpp_value = (uint32_t)modifier_integer(line, controls[i].name, 1);
        }
    }
    op->row_mask = (uint8_t)modifier_integer(line, "row_mask", 0xf);
    op->bank_mask = (uint8_t)modifier_integer(line, "bank_mask", 0xf);
    op->bound_control = has(line, "bound_ctrl");
    op->fetch_inactive = modifier_integer(line, "fi", 0) == 1;
}

static bool is_packed(enum type type)
{
    return type == TYPE_PK16 || type == TYPE_PKF16 || type == TYPE_PKBF16 || type == TYPE_PK32 ||
           type == TYPE_PKF32;
}

/* op_sel and its like: a bit an operand, sources first, the result last. */
static void read_halves(const struct text_line *line, unsigned shown_sources, struct op *op)
{
    struct text_piece value;
    unsigned bits[8], count;
    for (unsigned i = 0; i < shown_sources; i++)
        op->src[i].high_of_high = op->src[i].type != TYPE_MIX;
    if (text_modifier(line, "op_sel", &value)) {
        count = text_list(value, bits, 8);
        for (unsigned i = 0; i < count && i < shown_sources; i++)
            op->src[i].high |= bits[i];
        if (count > shown_sources && !is_packed(op->dst.type))
            op->dst.high |= bits[shown_sources];
    }
    if (text_modifier(line, "op_sel_hi", &value)) {
        count = text_list(value, bits, 8);
        for (unsigned i = 0; i < count && i < shown_sources; i++)
            op->src[i].high_of_high = bits[i];
    }
    if (text_modifier(line, "neg_lo", &value)) {
        count = text_list(value, bits, 8);
        for (unsigned i = 0; i < count && i < shown_sources; i++)
            op->src[i].neg ^= bits[i];
    }
    if (text_modifier(line, "neg_hi", &value)) {
        count = text_list(value, bits, 8);
        /* of a mix, neg_hi is the absolute value */
        for (unsigned i = 0; i < count && i < shown_sources; i++) {
            if (op->src[i].type == TYPE_MIX)
                op->src[i].abs |= bits[i];
            else
                op->src[i].neg_high = bits[i];
        }
    }
}

static void read_modifiers(const struct text_line *line, unsigned shown_sources, struct op *op)
{
    struct text_piece value;
    long long multiplier = modifier_integer(line, "mul", 1);
    op->clamp = has(line, "clamp");
    op->omod = (int8_t)(multiplier == 2 ? 1 : multiplier == 4 ? 2 : has(line, "div") ? 3 : 0);
    read_dpp(line, op);
    read_halves(line, shown_sources, op);
    op->offset = (int32_t)modifier_integer(line, "offset", 0);
    if (has(line, "offset0") || has(line, "offset1")) {
        op->offset = (int32_t)modifier_integer(line, "offset0", 0);
        op->offset1 = (int32_t)modifier_integer(line, "offset1", 0);
    }
    op->glc = has(line, "glc") || has(line, "sc0") ||
              (text_modifier(line, "th", &value) && value.size >= 16 &&
               memcmp(value.at, "TH_ATOMIC_RETURN", 16) == 0);
    op->slc = has(line, "slc") || has(line, "nt");
    op->dlc = has(line, "dlc") || has(line, "sc1");
    op->lds = has(line, "lds");
    op->gds = has(line, "gds");
    op->tfe = has(line, "tfe");
    op->offen = has(line, "offen");
    op->idxen = has(line, "idxen");
    op->cbsz = (uint8_t)modifier_integer(line, "cbsz", 0);
    op->abid = (uint8_t)modifier_integer(line, "abid", 0);
    op->blgp = (uint8_t)modifier_integer(line, "blgp", 0);
}

/* ---- Operands ------------------------------------------------------------------------------- */

struct word { /* of an instruction's |operands| */
    bool is_written, is_read, is_optional;
    enum type type;
};

static const char *const type_names[TYPE_COUNT] = {
    [TYPE_NONE] = "none",     [TYPE_B16] = "b16",     [TYPE_U16] = "u16",
    [TYPE_I16] = "i16",       [TYPE_F16] = "f16",     [TYPE_B32] = "b32",
    [TYPE_U32] = "u32",       [TYPE_I32] = "i32",     [TYPE_F32] = "f32",
    [TYPE_B64] = "b64",       [TYPE_U64] = "u64",     [TYPE_I64] = "i64",
    [TYPE_F64] = "f64",       [TYPE_PK16] = "pk16",   [TYPE_PKF16] = "pkf16",
    [TYPE_PKBF16] = "pkbf16", [TYPE_PK32] = "pk32",   [TYPE_PKF32] = "pkf32",
    [TYPE_MIX] = "mix",       [TYPE_MASK] = "mask",   [TYPE_B96] = "b96",
    [TYPE_B128] = "b128",     [TYPE_B160] = "b160",   [TYPE_B192] = "b192",
    [TYPE_B256] = "b256",     [TYPE_B512] = "b512",   [TYPE_B1024] = "b1024",
    [TYPE_IMM] = "imm",       [TYPE_LABEL] = "label",
};

unsigned type_words(enum type type)
{
    static const uint8_t words[TYPE_COUNT] = {
        [TYPE_B64] = 2,   [TYPE_U64] = 2,  [TYPE_I64] = 2,   [TYPE_F64] = 2,    [TYPE_PK32] = 2,
        [TYPE_PKF32] = 2, [TYPE_MASK] = 2, [TYPE_B96] = 3,   [TYPE_B128] = 4,   [TYPE_B160] = 5,
        [TYPE_B192] = 6,  [TYPE_B256] = 8, [TYPE_B512] = 16, [TYPE_B1024] = 32,
    };
    if (type == TYPE_NONE || type == TYPE_IMM || type == TYPE_LABEL)
        return 0;
    return words[type] ? words[type] : 1;
}

/* Takes the next word of |rest|; false at its end. The tables are ours: a word that is no type is a
 * fault of theirs, which a test finds. */
static bool next_word(const char **rest, struct word *out)
{
    const char *at = *rest + strspn(*rest, " ");
    size_t size = strcspn(at, " ");
    *rest = at + size;
    if (size == 0)
        return false;
    *out = (struct word){.is_written = *at == '=' || *at == '+', .is_read = *at != '='};
    if (out->is_written) {
        at++;
        size--;
    }
    if (at[size - 1] == '?') {
        out->is_optional = true;
        size--;
    }
    for (unsigned i = 0; i < TYPE_COUNT; i++) {
        if (strlen(type_names[i]) == size && memcmp(type_names[i], at, size) == 0)
            out->type = (enum type)i;
    }
    return true;
}

static unsigned count_words(const char *operands, unsigned *optional)
{
    unsigned count = 0;
    struct word word;
    for (*optional = 0; next_word(&operands, &word); count++)
        *optional += word.is_optional;
    return count;
}

static const struct operand vcc = {
    .kind = OPERAND_SGPR, .type = TYPE_MASK, .reg = SGPR_VCC, .high_of_high = true};

static bool add_source(struct op *op, struct operand operand)
{
    if (op->source_count == OP_SOURCES)
        return false;
    op->src[op->source_count++] = operand;
    return true;
}

static bool add_result(struct op *op, struct operand operand)
{
    if (op->dst.kind == OPERAND_NONE)
        op->dst = operand;
    else if (op->dst2.kind == OPERAND_NONE)
        op->dst2 = operand;
    else
        return false;
    return true;
}

/* Words that the assembly may leave out are left out from the last one on, as many as it is short.
 * A lane mask that is left out among the sources is VCC. Numbers and labels are the encoding's low
 * 16 bits. */
static bool read_operands(const struct text_line *line, const struct instruction *row,
                          struct op *op)
{
    unsigned optional, words = count_words(row->operands, &optional), shown = line->operand_count;
    if (shown > words || words - shown > optional) {
        /* "s_waitcnt vmcnt(0) lgkmcnt(0)": one number in the encoding, many words in the text */
        if (words > 1 || !strstr(row->operands, "imm"))
            return false;
    }
    unsigned present = optional > words - shown ? optional - (words - shown) : 0, next = 0;
    struct operand accumulator = {0};
    struct word word;
    for (const char *rest = row->operands; next_word(&rest, &word);) {
        struct operand operand = {.type = (uint8_t)word.type, .high_of_high = true};
        bool is_there = !word.is_optional || present > 0;
        present -= word.is_optional && present > 0;
        if (!is_there) {
            if (word.type == TYPE_MASK && !word.is_written && !add_source(op, vcc))
                return false;
            continue;
        }
        if (word.type == TYPE_IMM || word.type == TYPE_LABEL) {
            op->target = op->pc + 1 + (uint32_t)(int32_t)(int16_t)op->imm;
            next++;
            continue;
        }
        if (next >= shown || !operand_read(line->operands[next++], word.type, &operand))
            return false;
        if (word.is_written && !add_result(op, operand))
            return false;
        if (word.is_read && word.is_written)
            accumulator = operand;
        else if (word.is_read && !add_source(op, operand))
            return false;
    }
    return accumulator.kind == OPERAND_NONE || add_source(op, accumulator);
}

/* No modifier of any kind: the driver's short way. */
static bool is_plain(const struct op *op)
{
    for (unsigned i = 0; i < op->source_count; i++) {
        const struct operand *s = &op->src[i];
        if (s->neg || s->abs || s->sext || s->select || s->high || !s->high_of_high ||
            s->neg_high ||
            (s->kind != OPERAND_VGPR && s->kind != OPERAND_SGPR && s->kind != OPERAND_CONST))
            return false;
    }
    return !op->clamp && !op->omod && !op->is_sdwa && !op->dpp && !op->dst.high;
}

static bool is_whole(enum type type)
{
    return type != TYPE_B16 && type != TYPE_U16 && type != TYPE_I16 && type != TYPE_F16 &&
           type != TYPE_MIX;
}

/* A vector op whose core may work on its operands as they are; see run_valu(). */
static bool is_direct(const struct op *op)
{
    bool is_whole_result = op->dst.kind != OPERAND_AGPR && is_whole(op->dst.type);
    for (unsigned i = 0; i < op->source_count; i++)
        is_whole_result = is_whole_result && is_whole(op->src[i].type);
    return op->is_plain && is_whole_result && !(op->instruction->flags & FLAG_ALWAYS_FLUSH);
}

/* The name without the suffix of its encoding. */
static bool base_name(struct text_piece mnemonic, char *out, size_t size, bool *is_sdwa)
{
    static const char *const suffixes[] = {"_e64_dpp", "_e32", "_e64", "_dpp", "_sdwa"};
    size_t length = mnemonic.size;
    *is_sdwa = false;
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        size_t n = strlen(suffixes[i]);
        if (length > n && memcmp(mnemonic.at + length - n, suffixes[i], n) == 0) {
            *is_sdwa = strcmp(suffixes[i], "_sdwa") == 0;
            length -= n;
            break;
        }
    }
    if (length >= size)
        return false;
    memcpy(out, mnemonic.at, length);
    out[length] = '\0';
    return true;
}

static bool decode_text(const struct decoder *decoder, const char *text, size_t size, struct op *op)
{
    struct text_line line;
    char name[64];
    bool is_sdwa;
    if (!text_split(text, size, &line) || !base_name(line.mnemonic, name, sizeof name, &is_sdwa))
        return false;
    op->instruction = instruction_find(name, decoder->generation);
    if (!op->instruction || !read_operands(&line, op->instruction, op))
        return false;
    unsigned accumulators = strchr(op->instruction->operands, '+') != NULL;
    read_modifiers(&line, op->source_count - accumulators, op);
    if (is_sdwa)
        read_sdwa(&line, op);
    op->dst.high |= (op->instruction->flags & FLAG_WRITES_HIGH) != 0;
    op->zero_high =
        (op->instruction->flags & FLAG_ZERO_HIGH_GFX9) && (1u << decoder->generation & ON_CDNA);
    op->is_plain = is_plain(op);
    op->is_direct = is_direct(op);
    return true;
}

bool decoder_decode(struct decoder *decoder, const struct program *program, uint32_t dword,
                    struct op *out, char *message, size_t message_size)
{
    char text[LINE_MAX_SIZE];
    size_t bytes = disassemble(decoder, program, dword, text, sizeof text);
    if (bytes == 0) {
        snprintf(message, message_size, "not an instruction of %s", decoder->target->processor);
        return false;
    }
    uint32_t encoding;
    memcpy(&encoding, program->image + program->code_address + (uint64_t)dword * 4, 4);
    struct op op = {.pc = dword, .dwords = (uint8_t)(bytes / 4), .imm = encoding & 0xffff};
    struct op *dual = NULL;
    const char *second = strstr(text, " :: ");
    size_t size = second ? (size_t)(second - text) : strlen(text);
    bool is_known = decode_text(decoder, text, size, &op);
    if (is_known && second) {
        dual = calloc(1, sizeof *dual); /* as long as the program: freed with its ops */
        is_known = dual && decode_text(decoder, second + 4, strlen(second + 4), dual);
        op.dual = dual;
        op.dual_run = dual_driver();
    }
    if (!is_known) {
        free(dual);
        snprintf(message, message_size, "the emulator lacks this instruction: %s",
                 text + strspn(text, " \t"));
        return false;
    }
    *out = op;
    return true;
}
