/* The decoder: makes an op from an instruction's text and from the instruction's row in the tables
 * of isa/. */
#include "decode/decoder.h"

#include "core/wave.h"
#include "isa/index.h"
#ifdef EMULATOR_HAS_JIT
#include "jit/jit.h"
#endif

#include "disassembler.h"
#include "text.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_SIZE = DISASSEMBLY_MAX, DECODERS_MAX = 64 };

/* A cache of decoded ops of one or two dwords, found by their encodings. Compilers write the
 * same instructions often, and kernels that are made from one template have many instructions
 * in common. */
enum { KNOWN_BITS = 12, KNOWN_WORDS = 2 };
struct known_op {
    /* the dwords of the op's encoding; the second one is 0 for an op of one dword */
    uint32_t encoding[KNOWN_WORDS];
    struct op op; /* the decoded op; its |dwords| is 0 if the slot is free */
};

struct decoder {
    const struct target_info *target;
    unsigned lanes;
    enum generation generation;
    struct disassembler *disassembler;
    pthread_mutex_t lock; /* held while |disassembler| or |known| is used */
    struct known_op *known;
};

/* All decoders. They are never freed; there is at most one for each processor and size of waves. */
static struct {
    pthread_mutex_t lock;
    struct decoder *all[DECODERS_MAX];
    size_t count;
} decoders = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Returns the LLVM that HIPEMU_LLVM names; NULL means the newest LLVM on this machine. */
static const char *chosen_llvm(void)
{
    const char *chosen = secure_getenv("HIPEMU_LLVM");
    return chosen && *chosen ? chosen : NULL;
}

static struct decoder *decoder_new(const struct target_info *target, unsigned lanes,
                                   struct codeobj_error *error)
{
    struct decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) {
        codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        return NULL;
    }
    decoder->target = target;
    decoder->lanes = lanes;
    decoder->generation = generation_of(target);
    decoder->known = calloc(1 << KNOWN_BITS, sizeof decoder->known[0]);
    if (!decoder->known)
        codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    else
        decoder->disassembler = disassembler_new(chosen_llvm(), target->processor, lanes, error);
    if (!decoder->disassembler) {
        free(decoder->known);
        free(decoder);
        return NULL;
    }
    pthread_mutex_init(&decoder->lock, NULL);
    return decoder;
}

static struct decoder *decoder_get(const struct target_info *target, unsigned lanes,
                                   struct codeobj_error *error)
{
    struct decoder *found = NULL;
    pthread_mutex_lock(&decoders.lock);
    for (size_t i = 0; i < decoders.count && !found; i++) {
        if (decoders.all[i]->target == target && decoders.all[i]->lanes == lanes)
            found = decoders.all[i];
    }
    if (!found && decoders.count < DECODERS_MAX) {
        found = decoder_new(target, lanes, error);
        if (found)
            decoders.all[decoders.count++] = found;
    }
    if (!found && decoders.count == DECODERS_MAX)
        codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                     "code for more than %d pairs of processor and wave size in one process; "
                     "spread them over several",
                     DECODERS_MAX);
    pthread_mutex_unlock(&decoders.lock);
    return found;
}

/* Writes the text of the instruction at |dword|. Returns the size of the instruction in bytes. If
 * the bytes are not an instruction, returns 0, and the text says why. */
static size_t disassemble(struct decoder *decoder, const struct program *program, uint32_t dword,
                          char *out, size_t size)
{
    struct span code;
    *out = '\0';
    if (!span_sub((struct span){program->image + program->code_address, program->code_size},
                  (uint64_t)dword * 4, program->code_size - (uint64_t)dword * 4, &code))
        return 0;
    pthread_mutex_lock(&decoder->lock);
    size_t bytes = disassembler_read(decoder->disassembler, code, out, size);
    if (!bytes)
        disassembler_why(decoder->disassembler, out, size);
    pthread_mutex_unlock(&decoder->lock);
    return bytes;
}

static char *decoder_print(struct decoder *decoder, const struct program *program, uint32_t dword,
                           char *out, size_t size)
{
    char line[LINE_MAX_SIZE];
    size_t bytes = disassemble(decoder, program, dword, line, sizeof line);
    const char *text = line + strspn(line, " \t");
    snprintf(out, size, "%s", bytes ? text : "not an instruction");
    return out;
}

/* ---- Decoding operands ----------------------------------------------------------------------- */

struct word { /* an operand that is read from the |operands| of a row of isa/ */
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

/* Takes the next word of |*rest|. Returns false at the end. A word that is not a type is not
 * noticed here, but by a test of all rows of isa/. */
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

/* Whether an operand of |type| may have the modifiers neg and abs: only floats may. For other
 * types, the driver ignores these modifiers, so decoding must fail if the text has them. */
static bool may_have_signs(enum type type)
{
    return type == TYPE_F16 || type == TYPE_F32 || type == TYPE_F64 || type == TYPE_MIX;
}

static bool is_half(enum type type)
{
    return type == TYPE_B16 || type == TYPE_U16 || type == TYPE_I16 || type == TYPE_F16;
}

static bool has_halves(enum type type)
{
    return is_half(type) || type == TYPE_PK16 || type == TYPE_PKF16 || type == TYPE_PKBF16;
}

static bool is_part(enum type type)
{
    return is_half(type) || type == TYPE_MIX;
}

/* Whether |op| uses SDWA on packed halves ("v_pk_fmac_f16_sdwa" of LLVM 20 and later). Decoding
 * such an op fails, because no document says what SDWA selects from packed halves. */
static bool selects_of_pairs(const struct op *op)
{
    enum type type = (enum type)op->dst.type;
    return op->is_sdwa && has_halves(type) && !is_half(type);
}

/* Returns the index of the first source that holds a lane's number. This source and later sources
 * are scalars, because the lane's number is for the whole wave. */
static unsigned first_lane_number(const struct instruction *row)
{
    switch ((enum role)row->role) {
    case ROLE_WRITE_LANE: return 0;
    case ROLE_READ_LANE:
    case ROLE_PERMLANE16:
    case ROLE_PERMLANEX16: return 1;
    default: return OP_SOURCES;
    }
}

/* Whether a source is in a register that the encoding cannot name. LLVM 15 prints scalar registers
 * as sources of matrix products and as sources of more than 64 bits, and vector registers as
 * numbers of lanes. */
static bool names_wrong_registers(const struct op *op)
{
    const struct instruction *row = op->instruction;
    bool is_matrix = row->issue >= ISSUE_MATRIX_F64;
    unsigned sources = op->source_count - (row->operands[0] == '+'),
             first_lane = first_lane_number(row);
    for (unsigned i = 0; i < sources && row->class == CLASS_VECTOR; i++) {
        const struct operand *s = &op->src[i];
        bool is_wide = type_words((enum type)s->type) > 2 || (is_matrix && i < 3);
        if ((s->kind == OPERAND_SGPR && is_wide) || (s->kind == OPERAND_VGPR && i >= first_lane))
            return true;
    }
    return false;
}

/* Whether |operand| is an inline constant, not a literal: LLVM prints literals as hexadecimal
 * numbers. */
static bool is_inline_constant(struct text_piece piece, const struct operand *operand)
{
    return operand->kind == OPERAND_CONST && !memchr(piece.at, 'x', piece.size);
}

static bool read_operand(struct text_piece piece, enum type type, bool repeats, struct operand *out)
{
    bool is_pair = type == TYPE_PKF16 || type == TYPE_PKBF16;
    if (!operand_read(piece, type, out))
        return false;
    if (type_words(type) > 2 && out->kind == OPERAND_CONST && !is_inline_constant(piece, out))
        /* An operand of more than two registers, as in products of matrices, cannot be a
         * literal. */
        return false;
    if (type == TYPE_MASK && (out->kind == OPERAND_VGPR || out->kind == OPERAND_AGPR))
        /* The op is refused, because LLVM 22 prints a vector register where the hardware reads a
         * scalar register. */
        return false;
    if (repeats && is_pair && is_inline_constant(piece, out))
        out->value = (out->value & 0xffff) * 0x10001u;
    return ((!out->neg && !out->abs) || may_have_signs(type)) && (!out->high || is_half(type));
}

/* Whether an inline constant is repeated in both halves of a packed source. VOPD repeats it for
 * v_dot2acc_*, VOP2 does not: AMD measured both on a gfx1100 (rocjitsu,
 * "AccumulateEncodingsAndInlineSources"). */
static bool repeats_constants(struct text_piece mnemonic, const struct instruction *row)
{
    static const char dual[] = "v_dual_dot2acc";
    bool is_dual = mnemonic.size > strlen(dual) && memcmp(mnemonic.at, dual, strlen(dual)) == 0;
    return is_dual || row->flags & FLAG_REPEATS_CONSTANTS;
}

/* Reads the operands of |line|, whose types are the words of |row|. If the assembly has fewer
 * operands than |row| has words, the last optional operands are missing. A missing lane mask among
 * the sources is VCC. Numbers and labels are skipped, because they are the low 16 bits of the
 * encoding. */
static bool read_operands(const struct text_line *line, const struct instruction *row,
                          struct op *op)
{
    unsigned optional, words = count_words(row->operands, &optional), shown = line->operand_count;
    bool repeats = repeats_constants(line->mnemonic, row);
    if (shown > words || words - shown > optional) {
        /* text such as "vmcnt(0) lgkmcnt(0)" has several words, although the encoding has one
         * number */
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
            next++;
            continue;
        }
        if (next >= shown || !read_operand(line->operands[next++], word.type, repeats, &operand))
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

/* Whether op_sel in the VOP3 encoding selects a high half that the text does not mention. LLVM does
 * not print op_sel if its compiler never writes it, for example for v_add_f16 before gfx11. */
static bool drops_halves(const struct op *op, enum generation generation, uint32_t word)
{
    const uint32_t prefix = generation >= GENERATION_GFX10 ? 0x35 : 0x34, op_sel = word >> 11 & 0xf;
    bool is_packed = prefix == 0x34 && (word >> 16 & 0x3ff) >= 0x380;
    if (word >> 26 != prefix || is_packed || op->dst2.kind != OPERAND_NONE ||
        op->instruction->flags & FLAG_OWN_OP_SEL)
        return false; /* if the op has a second result, the bits of op_sel name its register */
    for (unsigned i = 0; i < op->source_count && i < 3; i++) {
        if (op_sel >> i & 1 && has_halves(op->src[i].type) && !op->src[i].high)
            return true;
    }
    return op_sel >> 3 && is_half(op->dst.type) && !op->dst.high;
}

/* Whether the VOP3 encoding has a neg or abs that the text does not mention: LLVM 15 does not print
 * these modifiers for v_cndmask_b32 with DPP. */
static bool drops_signs(const struct op *op, enum generation generation,
                        const uint32_t words[KNOWN_WORDS])
{
    const uint32_t prefix = generation >= GENERATION_GFX10 ? 0x35 : 0x34;
    bool is_packed = prefix == 0x34 && (words[0] >> 16 & 0x3ff) >= 0x380,
         has_abs = op->dst2.kind == OPERAND_NONE;
    if (words[0] >> 26 != prefix || is_packed || op->dwords < 2)
        return false;
    for (unsigned i = 0; i < op->source_count && i < 3; i++) {
        const struct operand *s = &op->src[i];
        bool neg = words[1] >> (29 + i) & 1, abs = has_abs && words[0] >> (8 + i) & 1;
        if (may_have_signs((enum type)s->type) && ((neg && !s->neg) || (abs && !s->abs)))
            return true;
    }
    return false;
}

/* Whether |op| has no modifiers. The driver takes a faster path for such an op. */
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

/* Whether |op| is a vector op whose lane loop may work directly on the registers of |op|; see
 * run_valu(). */
static bool is_direct(const struct op *op)
{
    bool is_whole_result = op->dst.kind != OPERAND_AGPR && !is_part(op->dst.type);
    for (unsigned i = 0; i < op->source_count; i++)
        is_whole_result = is_whole_result && !is_part(op->src[i].type);
    return op->is_plain && is_whole_result && !(op->instruction->flags & FLAG_ALWAYS_FLUSH);
}

static bool is_lanes(const struct operand *operand)
{
    return operand->kind == OPERAND_VGPR && type_words(operand->type) == 1;
}

/* Writes the mnemonic without the suffix of its encoding, such as "_e64". False when it does not
 * fit. */
static bool base_name(struct text_piece mnemonic, char *out, size_t size)
{
    static const char *const suffixes[] = {"_e64_dpp", "_e32", "_e64", "_dpp", "_sdwa"};
    size_t length = mnemonic.size;
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        size_t n = strlen(suffixes[i]);
        if (length > n && memcmp(mnemonic.at + length - n, suffixes[i], n) == 0) {
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

/* Changes the name of a load into LDS to the name that this load has since gfx940:
 * "global_load_dword v[0:1], off lds" becomes "global_load_lds_dword". */
static void name_lds_load(const struct text_line *line, char *name, size_t size)
{
    static const char part[] = "lds_";
    struct text_piece nothing;
    char *load = strstr(name, "_load_");
    size_t length = strlen(name), added = strlen(part);
    if (!load || name_starts(name, "buffer") || length + added >= size ||
        !text_modifier(line, "lds", &nothing))
        return;
    load += strlen("_load_");
    memmove(load + added, load, strlen(load) + 1);
    memcpy(load, part, added);
}

static bool decode_text(const struct decoder *decoder, const char *text, size_t size, struct op *op)
{
    struct text_line line;
    char name[64];
    if (!text_split(text, size, &line) || !base_name(line.mnemonic, name, sizeof name))
        return false;
    name_lds_load(&line, name, sizeof name);
    op->instruction = instruction_find(name, decoder->generation);
    if (!op->instruction || !read_operands(&line, op->instruction, op))
        return false;
    unsigned accumulators = strchr(op->instruction->operands, '+') != NULL;
    if (!modifiers_read(&line, op->source_count - accumulators, op) || selects_of_pairs(op) ||
        names_wrong_registers(op))
        return false;
    for (unsigned i = 0; i < op->source_count; i++)
        operand_settle(&op->src[i]);
    op->dst.high |= (op->instruction->flags & FLAG_WRITES_HIGH) != 0;
    op->scales_always = 1u << decoder->generation & ON_GFX12;
    op->zero_high =
        (op->instruction->flags & FLAG_ZERO_HIGH_GFX9) && (1u << decoder->generation & ON_CDNA);
    dpp_prepare(op, decoder->lanes);
    if (op->instruction->flags & FLAG_AS_VECTOR) {
        /* the name of the scalar op, such as "s_add_f32" or "v_s_rcp_f32" */
        const char *own = op->instruction->name;
        snprintf(name, sizeof name, "v%s", own + (own[0] == 'v' ? strlen("v_s") : strlen("s")));
        op->vector = instruction_find(name, decoder->generation);
        if (!op->vector)
            return false;
    }
    op->is_plain = is_plain(op);
    op->is_direct = is_direct(op);
    op->is_in_place = op->is_direct && is_lanes(&op->dst);
    for (unsigned i = 0; i < op->source_count; i++)
        op->src[i].is_lanes = is_lanes(&op->src[i]);
    return true;
}

/* ---- Decoding ops ---------------------------------------------------------------------------- */

static struct known_op *known_slot(struct decoder *decoder, const uint32_t encoding[KNOWN_WORDS])
{
    uint32_t hash = (encoding[0] * 0x9e3779b1u ^ encoding[1]) * 0x85ebca6bu;
    return &decoder->known[hash >> (32 - KNOWN_BITS)];
}

/* Writes the dwords of |words| that belong to an op of |dwords| dwords, and 0 for the other
 * dwords. */
static void cut_encoding(const uint32_t words[KNOWN_WORDS], unsigned dwords,
                         uint32_t out[KNOWN_WORDS])
{
    out[0] = words[0];
    out[1] = dwords == 1 ? 0 : words[1];
}

/* Looks in the cache for an op with the encoding |words|. |left| is the number of dwords until the
 * end of the code. */
static bool recall(struct decoder *decoder, const uint32_t words[KNOWN_WORDS], uint64_t left,
                   struct op *out)
{
    bool is_known = false;
    pthread_mutex_lock(&decoder->lock);
    for (unsigned dwords = 1; dwords <= KNOWN_WORDS && dwords <= left && !is_known; dwords++) {
        uint32_t encoding[KNOWN_WORDS];
        cut_encoding(words, dwords, encoding);
        const struct known_op *known = known_slot(decoder, encoding);
        is_known =
            known->op.dwords == dwords && memcmp(known->encoding, encoding, sizeof encoding) == 0;
        if (is_known)
            *out = known->op;
    }
    pthread_mutex_unlock(&decoder->lock);
    return is_known;
}

static void remember(struct decoder *decoder, const uint32_t words[KNOWN_WORDS],
                     const struct op *op)
{
    uint32_t encoding[KNOWN_WORDS];
    if (op->dwords > KNOWN_WORDS || op->dual)
        return;
    cut_encoding(words, op->dwords, encoding);
    pthread_mutex_lock(&decoder->lock);
    struct known_op *known = known_slot(decoder, encoding);
    memcpy(known->encoding, encoding, sizeof encoding);
    known->op = *op;
    pthread_mutex_unlock(&decoder->lock);
}

/* Sets the place of |op| to |dword|. If |op| is a branch, also sets its target: the low 16 bits of
 * the encoding give it relative to the next dword. */
static void set_place(struct op *op, uint32_t dword)
{
    op->pc = dword;
    op->target = dword + 1 + (uint32_t)(int32_t)(int16_t)op->imm;
}

static bool decoder_decode(struct decoder *decoder, const struct program *program, uint32_t dword,
                           struct op *out, char *message, size_t message_size)
{
    /* reading two dwords is safe even at the end of the code, because the program's image is
     * larger */
    uint32_t words[KNOWN_WORDS];
    memcpy(words, program->image + program->code_address + (uint64_t)dword * 4, sizeof words);
    if (recall(decoder, words, program->code_size / 4 - dword, out)) {
        set_place(out, dword);
        return true;
    }
    char text[LINE_MAX_SIZE];
    size_t bytes = disassemble(decoder, program, dword, text, sizeof text);
    if (bytes == 0) {
        snprintf(message, message_size, "%s", text);
        return false;
    }
    struct op op = {.dwords = (uint8_t)(bytes / 4), .imm = words[0] & 0xffff};
    set_place(&op, dword);
    struct op *dual = NULL;
    const char *second = strstr(text, " :: ");
    size_t size = second ? (size_t)(second - text) : strlen(text);
    bool is_known = decode_text(decoder, text, size, &op) &&
                    !drops_halves(&op, decoder->generation, words[0]) &&
                    !drops_signs(&op, decoder->generation, words),
         is_known_first = is_known;
    if (is_known && second) {
        dual = calloc(1, sizeof *dual); /* The op is freed together with the program's ops. */
        is_known = dual && decode_text(decoder, second + 4, strlen(second + 4), dual);
        op.dual = dual;
        op.dual_run = dual_driver();
    }
    if (!is_known) {
        if (is_known_first && second && !dual)
            snprintf(message, message_size, "out of memory");
        else
            snprintf(message, message_size, "the emulator lacks this instruction: %s",
                     text + strspn(text, " \t"));
        free(dual);
        return false;
    }
    remember(decoder, words, &op);
    *out = op;
    return true;
}

const struct decoder_functions llvm_decoder = {
    .get = decoder_get,
    .decode = decoder_decode,
    .print = decoder_print,
#ifdef EMULATOR_HAS_JIT
    .blocks = &jit_blocks,
#endif
};
