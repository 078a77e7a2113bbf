/* Vector templates. An op's result is computed eight lanes at a time, from registers in memory to
 * registers in memory. A template is a list of AVX2 instructions that make the result of eight
 * lanes; all ops of the same shape share the code around them.
 *
 * Arithmetic of floats differs from the processor's in its NaNs alone, see isa/floats.h. Where one
 * occurs, in an active lane, nothing is stored, and the interpreter runs the op.
 */
#include "vector.h"

#include <string.h>

/* ---- Constants ------------------------------------------------------------------------------- */

#define ALL_8(v)                                                                                   \
    {                                                                                              \
        v, v, v, v, v, v, v, v                                                                     \
    }
#define PAIRS_8(low, high)                                                                         \
    {                                                                                              \
        low, high, low, high, low, high, low, high                                                 \
    }
#define BITS_8(first)                                                                              \
    {                                                                                              \
        1u << (first), 2u << (first), 4u << (first), 8u << (first), 16u << (first),                \
            32u << (first), 64u << (first), 128u << (first)                                        \
    }
#define TWICE(a, b, c, d)                                                                          \
    {                                                                                              \
        a, b, c, d, a, b, c, d                                                                     \
    }
static const _Alignas(32) uint32_t constants[ROW_COUNT][CHUNK] = {
    [ROW_BITS] = BITS_8(0),
    [ROW_BITS + 1] = BITS_8(8),
    [ROW_BITS + 2] = BITS_8(16),
    [ROW_BITS + 3] = BITS_8(24),
    [ROW_STEPS] = {0, 4, 8, 12, 16, 20, 24, 28},
    [ROW_ZERO] = ALL_8(0),
    [ROW_ONES] = ALL_8(~0u),
    [ROW_SIGN] = ALL_8(1u << 31),
    [ROW_MAGNITUDE] = ALL_8(~0u >> 1),
    [ROW_15] = ALL_8(15),
    [ROW_31] = ALL_8(31),
    [ROW_32] = ALL_8(32),
    [ROW_63] = ALL_8(63),
    [ROW_158] = ALL_8(158),
    [ROW_16_BITS] = ALL_8(0xffff),
    [ROW_24_BITS] = ALL_8(0xffffff),
    [ROW_NIBBLES] = ALL_8(0x0f0f0f0f),
    [ROW_TURNED] = TWICE(0x0c040800, 0x0e060a02, 0x0d050901, 0x0f070b03),
    [ROW_TURNED_HIGH] = TWICE(0xc0408000, 0xe060a020, 0xd0509010, 0xf070b030),
    [ROW_BYTES] = TWICE(0x00010203, 0x04050607, 0x08090a0b, 0x0c0d0e0f),
    [ROW_HALVES] = TWICE(0x05040100, 0x0d0c0908, ~0u, ~0u),
    [ROW_INFINITY] = ALL_8(0x7f800000),
    [ROW_1] = ALL_8(0x3f800000),
    [ROW_2P16] = ALL_8(0x47800000),
    [ROW_2P31] = ALL_8(0x4f000000),
    [ROW_2P32] = ALL_8(0x4f800000),
    [ROW_SIGN_WIDE] = PAIRS_8(0, 1u << 31),
    [ROW_MAGNITUDE_WIDE] = PAIRS_8(~0u, ~0u >> 1),
};

const void *vector_constants(void)
{
    return constants;
}

/* ---- Sources --------------------------------------------------------------------------------- */

static struct place place_of(unsigned reg)
{
    return reg < ROWS ? in_register(reg) : in_memory(CONSTANTS, (size_t)(reg - ROWS) * CHUNK_BYTES);
}

/* Whether a template can read it: at most with a float's sign changed. */
static bool is_readable(const struct operand *s)
{
    if (s->type == TYPE_PKF32 || s->type == TYPE_PK32)
        return (is_vector(s) || is_uniform(s)) && !s->abs && !s->select;
    if (s->select || s->sext || s->high || s->neg_high || !s->high_of_high)
        return false;
    if (s->type == TYPE_MASK)
        return is_scalar(s);
    return (is_vector(s) || is_uniform(s)) && ((!s->neg && !s->abs) || s->type == TYPE_F32);
}

/* The float of a pair that the lower or the upper result is made from. */
static struct operand half_of_pair(const struct operand *pair, bool is_high)
{
    struct operand half = *pair;
    bool selects_high = is_high ? pair->high_of_high : pair->high;
    half.type = TYPE_F32;
    half.reg = (uint16_t)(pair->reg + selects_high);
    half.value = selects_high ? pair->value >> 32 : pair->value;
    half.neg = is_high ? pair->neg_high : pair->neg;
    return half;
}

static void add_words(struct words *out, const struct operand *s, unsigned count)
{
    for (unsigned word = 0; word < count; word++) {
        struct operand *part = &out->all[out->count++];
        *part = *s;
        part->reg = (uint16_t)(s->reg + word);
        part->value = s->value >> 32 * word;
    }
}

/* |is_high|: of pairs of floats, those for the upper result. */
static bool split(const struct op *op, bool is_high, struct words *out)
{
    for (unsigned i = 0; i < op->source_count; i++) {
        const struct operand *s = &op->src[i];
        bool is_pair = s->type == TYPE_PKF32 || s->type == TYPE_PK32;
        struct operand half = half_of_pair(s, is_high);
        unsigned words = is_pair || s->type == TYPE_MASK ? 1 : type_words((enum type)s->type);
        if (!is_readable(s) || words == 0 || out->count + words > WORDS_MAX)
            return false;
        add_words(out, is_pair ? &half : s, words);
    }
    return true;
}

static void change_sign(struct block *block, const struct operand *operand, unsigned reg)
{
    if (operand->abs)
        x86_vex(&block->as, VANDPS, reg, reg, row_place(ROW_MAGNITUDE));
    if (operand->neg)
        x86_vex(&block->as, VXORPS, reg, reg, row_place(ROW_SIGN));
}

static unsigned scalar_register(const struct words *words, unsigned i)
{
    return i == 3 ? FOURTH_SCALAR : words->scalars + i;
}

/* Before the first chunk: the sources that are the same in all lanes. */
static void load_scalars(struct block *block, const struct words *words)
{
    for (unsigned i = 0; i < words->count; i++) {
        const struct operand *operand = &words->all[i];
        if (is_vector(operand) || operand->type == TYPE_MASK)
            continue;
        x86_vex(&block->as, VBROADCASTSS, scalar_register(words, i), 0, uniform_place(operand, 0));
        change_sign(block, operand, scalar_register(words, i));
    }
}

/* Eight bits of a mask become lanes. All of their word is loaded: a load of one byte and what
 * follows would wait until a store of the word is done. */
static void spread_mask(struct block *block, unsigned scalar, unsigned chunk, unsigned to)
{
    struct place bits = row_place(ROW_BITS + chunk % WORD_CHUNKS);
    x86_vex(&block->as, VBROADCASTSS, to, 0, scalar_place(scalar + chunk / WORD_CHUNKS));
    x86_vex(&block->as, VPAND, to, to, bits);
    x86_vex(&block->as, VPCMPEQD, to, to, bits);
}

/* The sources of one chunk. */
struct sources {
    const struct words *words;
    unsigned chunk, result;
    bool is_loaded[WORDS_MAX];
};

/* The number of a source among the registers of a recipe, or -1. */
static int source_number(unsigned reg)
{
    return reg >= A && reg <= C ? (int)(reg - A) : reg == FOURTH ? 3 : -1;
}

/* The register of source |i|. */
static unsigned source_register(struct block *block, struct sources *sources, unsigned i)
{
    const struct operand *operand = &sources->words->all[i];
    unsigned reg = i == 3 ? FOURTH : A + i;
    if (!is_vector(operand) && operand->type != TYPE_MASK)
        return scalar_register(sources->words, i);
    if (!sources->is_loaded[i]) {
        sources->is_loaded[i] = true;
        if (operand->type == TYPE_MASK) {
            spread_mask(block, operand->reg, sources->chunk, reg);
        } else {
            x86_vex(&block->as, VMOVUPS, reg, 0, operand_place(block, operand, sources->chunk));
            change_sign(block, operand, reg);
        }
    }
    return reg;
}

static unsigned step_register(struct block *block, struct sources *sources, unsigned reg)
{
    int source = source_number(reg);
    if (source >= 0)
        return source_register(block, sources, (unsigned)source);
    return reg == RESULT ? sources->result : reg;
}

/* A second operand may be in memory. */
static struct place step_place(struct block *block, struct sources *sources, unsigned reg)
{
    int source = source_number(reg);
    if (source >= 0 && !sources->is_loaded[source]) {
        const struct operand *operand = &sources->words->all[source];
        if (is_vector(operand) && !operand->neg && !operand->abs)
            return operand_place(block, operand, sources->chunk);
    }
    return place_of(step_register(block, sources, reg));
}

/* The third source becomes the result, to which a product is added. */
static void load_accumulator(struct block *block, const struct sources *sources)
{
    const struct operand *operand = &sources->words->all[2];
    if (is_vector(operand)) {
        x86_vex(&block->as, VMOVUPS, sources->result, 0,
                operand_place(block, operand, sources->chunk));
        change_sign(block, operand, sources->result);
    } else {
        x86_vex(&block->as, VMOVUPS, sources->result, 0,
                in_register(scalar_register(sources->words, 2)));
    }
}

static bool has_byte(enum vex op)
{
    return op == VCMPPS || op == VROUNDPS || op == VSHIFT_D || op == VSHIFT_Q || op == VPBLENDD ||
           op == VBLENDVPS || op == VPERMQ || op == VCVTPS2PH;
}

static bool has_one_source(enum vex op)
{
    return op == VMOVUPS || op == VCVTDQ2PS || op == VCVTTPS2DQ || op == VSQRTPS ||
           op == VROUNDPS || op == VPERMQ || op == VCVTPH2PS || op == VPMOVZXWD;
}

static void emit_step(struct block *block, struct sources *sources, const struct step *step)
{
    unsigned to = step->to == RESULT ? sources->result : step->to, byte = step->byte;
    if (step->op == VSHIFT_D || step->op == VSHIFT_Q) {
        unsigned from = step_register(block, sources, step->second);
        x86_vex(&block->as, step->op, step->first, to, in_register(from));
    } else if (step->op == VCVTPS2PH) {
        x86_vex(&block->as, step->op, step_register(block, sources, step->second), 0,
                in_register(to));
    } else if (has_one_source(step->op)) {
        x86_vex(&block->as, step->op, to, 0, step_place(block, sources, step->second));
    } else {
        unsigned first = step_register(block, sources, step->first);
        struct place second = step_place(block, sources, step->second);
        if (step->op == VBLENDVPS)
            byte = step_register(block, sources, step->byte >> 4) << 4;
        x86_vex(&block->as, step->op, to, first, second);
    }
    if (has_byte(step->op))
        x86_byte(&block->as, (uint8_t)byte);
}

static bool accumulates(const struct recipe *recipe)
{
    return recipe->shape < COMPARES && recipe->shape & ACCUMULATES;
}

static void emit_chunk(struct block *block, const struct recipe *recipe, const struct words *words,
                       unsigned chunk, unsigned result)
{
    struct sources sources = {.words = words, .chunk = chunk, .result = result};
    if (accumulates(recipe))
        load_accumulator(block, &sources);
    for (unsigned i = 0; i < STEPS_MAX && recipe->steps[i].op; i++) {
        const struct step *step = &recipe->steps[i];
        if (words->needs_mask || step->byte != OF_MASK || has_byte(step->op))
            emit_step(block, &sources, step);
    }
}

/* ---- Results --------------------------------------------------------------------------------- */

void vector_need_masks(struct block *block)
{
    if (block->active == ACTIVE_ALL || block->has_masks)
        return;
    block->has_masks = true;
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk++) {
        spread_mask(block, SGPR_EXEC, chunk, T);
        x86_vex(&block->as, VMOVUPS_STORE, T, 0, mask_place(chunk));
    }
}

void vector_store(struct block *block, const struct op *op, unsigned word, unsigned chunk,
                  unsigned result)
{
    struct operand dst = op->dst;
    dst.reg = (uint16_t)(dst.reg + word);
    struct place to = operand_place(block, &dst, chunk);
    if (dst.type == TYPE_F16 && !op->zero_high) {
        x86_vex(&block->as, VPBLENDW, result, result, to);
        x86_byte(&block->as, HIGH_HALVES);
    }
    if (block->active != ACTIVE_ALL) {
        bool writes_zeros = op->bound_control || op->dpp == DPP8;
        x86_vex(&block->as, VMOVUPS, T, 0, mask_place(chunk));
        if (op->dpp && dpp_is_served(block, op) && !writes_zeros)
            x86_vex(&block->as, VPAND, T, T, dpp_served_place(chunk));
        x86_vex(&block->as, VMOVUPS, A, 0, to);
        x86_vex(&block->as, VBLENDVPS, result, A, in_register(result));
        x86_byte(&block->as, T << 4);
    }
    uint8_t written = op->dpp ? (uint8_t)(dpp_writes(block, op) >> chunk * CHUNK) : 0xff;
    if (written != 0xff) {
        x86_vex(&block->as, VMOVUPS, A, 0, to);
        x86_vex(&block->as, VPBLENDD, result, A, in_register(result));
        x86_byte(&block->as, written);
    }
    x86_vex(&block->as, VMOVUPS_STORE, result, 0, to);
}

/* Adds the lanes where |a| or |b|, of a chunk, are NaNs to NANS. */
static void note_nans(struct block *block, unsigned chunk, unsigned a, struct place b,
                      bool is_first)
{
    unsigned to = is_first ? NANS : T;
    x86_vex(&block->as, VCMPPS, to, a, b);
    x86_byte(&block->as, UNORD_Q);
    if (block->active != ACTIVE_ALL)
        x86_vex(&block->as, VANDPS, to, to, mask_place(chunk));
    if (!is_first)
        x86_vex(&block->as, VORPS, NANS, NANS, in_register(T));
}

void vector_leave_for_nans(struct block *block, const struct op *op, unsigned chunk)
{
    x86_vex(&block->as, VTESTPS, NANS, 0, in_register(NANS));
    block_slow_if(block, IF_NOT_EQUAL, op, (int)(chunk * CHUNK));
}

static void emit_plain(struct block *block, const struct making *making)
{
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk++) {
        emit_chunk(block, making->recipe, &making->words, chunk, RESULT);
        vector_store(block, making->op, 0, chunk, RESULT);
    }
}

/* A strip of chunks at a time: their results, which may be stored over a source, are tested before
 * the first of them is. Of a pair, both results of a chunk are in registers side by side. */
static void emit_tested(struct block *block, const struct making *making)
{
    enum { STRIP = 4, PAIRS = 2 };
    bool is_paired = (making->recipe->shape & ~ACCUMULATES) == PAIRED;
    unsigned all = block_chunks(block), each = is_paired ? 2 : 1;
    unsigned strip = all == 1 ? 1 : is_paired ? PAIRS : STRIP;
    for (unsigned first = 0; first < all; first += strip) {
        for (unsigned i = 0; i < strip; i++) {
            emit_chunk(block, making->recipe, &making->words, first + i, RESULT + each * i);
            if (is_paired)
                emit_chunk(block, making->recipe, &making->high, first + i, RESULT + 2 * i + 1);
        }
        unsigned at_once = is_paired || block->active == ACTIVE_ALL ? 2 : 1; /* results */
        for (unsigned i = 0; i < strip * each; i += at_once)
            note_nans(block, first + i / each, RESULT + i, in_register(RESULT + i + at_once - 1),
                      i == 0);
        vector_leave_for_nans(block, making->op, first);
        for (unsigned i = 0; i < strip * each; i++)
            vector_store(block, making->op, i % each, first + i / each, RESULT + i);
    }
    block_resume(block);
}

/* The sources, or the source, are tested first. */
static void emit_ordered(struct block *block, const struct making *making)
{
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk++) {
        struct sources sources = {.words = &making->words, .chunk = chunk};
        unsigned a = source_register(block, &sources, 0);
        note_nans(block, chunk, a, step_place(block, &sources, making->words.count > 1 ? B : A),
                  chunk == 0);
    }
    vector_leave_for_nans(block, making->op, 0);
    emit_plain(block, making);
    block_resume(block);
}

void vector_gather_mask(struct block *block, unsigned reg, unsigned chunk)
{
    enum gpr to = chunk == 0 ? RCX : RAX;
    x86_vex(&block->as, VMOVMSKPS, to, 0, in_register(reg));
    if (chunk == 0)
        return;
    x86_shift(&block->as, SHIFT_LEFT, RAX, (uint8_t)(chunk * CHUNK));
    x86_op(&block->as, X86_OR, true, RCX, in_register(RAX));
}

static void store_mask(struct block *block, const struct operand *operand)
{
    if (is_scalar(operand))
        x86_op(&block->as, X86_STORE, block->lanes == 64, RCX, scalar_place(operand->reg));
}

/* rcx, or its opposite, of the active lanes. */
static void finish_mask(struct block *block, bool is_opposite)
{
    bool is_64 = block->lanes == 64;
    if (is_opposite)
        x86_op(&block->as, X86_GROUP_UNARY, is_64, UNARY_NOT, in_register(RCX));
    if (block->active != ACTIVE_ALL)
        x86_op(&block->as, X86_AND, is_64, RCX, scalar_place(SGPR_EXEC));
}

void vector_finish_compare(struct block *block, const struct making *making)
{
    const struct op *op = making->op;
    finish_mask(block, making->recipe->shape == COMPARES_NOT);
    store_mask(block, &op->dst);
    if (op->instruction->flags & FLAG_CMPX)
        x86_op(&block->as, X86_STORE, block->lanes == 64, RCX, scalar_place(SGPR_EXEC));
}

static void emit_compare(struct block *block, const struct making *making)
{
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk++) {
        emit_chunk(block, making->recipe, &making->words, chunk, RESULT);
        vector_gather_mask(block, RESULT, chunk);
    }
    vector_finish_compare(block, making);
}

/* One register or two, and maybe a mask. */
static void emit_results(struct block *block, const struct making *making)
{
    enum shape shape = making->recipe->shape;
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk++) {
        emit_chunk(block, making->recipe, &making->words, chunk, RESULT);
        vector_store(block, making->op, 0, chunk, RESULT);
        if (shape != CARRIES_NOT)
            vector_store(block, making->op, 1, chunk, HIGH);
        if (making->words.needs_mask)
            vector_gather_mask(block, U, chunk);
    }
    if (!making->words.needs_mask)
        return;
    finish_mask(block, true);
    store_mask(block, &making->op->dst2);
}

/* ---- Ops ------------------------------------------------------------------------------------- */

/* The number of sources that a template names. */
static unsigned count_sources(const struct recipe *recipe)
{
    int last = accumulates(recipe) ? 2 : 0;
    for (unsigned i = 0; i < STEPS_MAX && recipe->steps[i].op; i++) {
        const struct step *step = &recipe->steps[i];
        const unsigned named[] = {step->first, step->second,
                                  step->op == VBLENDVPS ? step->byte >> 4 : RESULT};
        bool has_first = step->op != VSHIFT_D && step->op != VSHIFT_Q;
        for (unsigned n = has_first ? 0 : 1; n < 3; n++)
            last = source_number(named[n]) > last ? source_number(named[n]) : last;
    }
    return (unsigned)last + 1;
}

/* Whether |op| may read |mask|, or may do more than read its operands and write its results. */
static bool may_read(const struct op *op, const struct operand *mask)
{
    const struct instruction *instruction = op->instruction;
    bool is_simple = (instruction->class == CLASS_VECTOR || instruction->class == CLASS_MEMORY ||
                      instruction->class == CLASS_LDS || instruction->scalar) &&
                     !op->dual && !(instruction->flags & FLAG_CMPX) &&
                     !name_starts(instruction->name, "v_div_fmas");
    for (unsigned i = 0; i < op->source_count; i++) {
        const struct operand *s = &op->src[i];
        bool is_known = is_vector(s) || s->kind == OPERAND_SGPR || s->kind == OPERAND_CONST ||
                        s->kind == OPERAND_OFF;
        if (!is_known || overlaps_mask(s, mask->reg))
            return true;
    }
    return !is_simple;
}

static bool writes_mask(const struct operand *result, const struct operand *mask)
{
    return result->kind == OPERAND_SGPR && result->type == TYPE_MASK && result->reg == mask->reg;
}

/* Whether another op writes the mask of |op|, a carry mostly, before one may read it. */
static bool mask_is_lost(const struct block *block, const struct op *op)
{
    enum { AHEAD = 16 };
    const struct operand *mask = &op->dst2;
    const struct op *next = op;
    if (!is_scalar(mask))
        return true;
    for (unsigned i = 0; i < AHEAD && next == &block->ops->all[next->pc]; i++) {
        next = block_op(block, next->pc + next->dwords);
        if (!next || may_read(next, mask))
            return false;
        if (writes_mask(&next->dst, mask) || writes_mask(&next->dst2, mask))
            return true;
    }
    return false;
}

/* False where there is no recipe, or the op has what templates lack. */
static bool prepare(const struct block *block, const struct op *op, struct making *out)
{
    *out = (struct making){.op = op, .recipe = recipe_find(op->instruction->name)};
    bool is_paired = out->recipe && (out->recipe->shape & ~ACCUMULATES) == PAIRED;
    out->words.scalars = is_paired ? PAIR_SCALARS : SCALARS;
    out->high.scalars = SCALARS;
    if (!out->recipe || op->clamp || op->omod || op->is_sdwa || op->dst.high)
        return false;
    if (op->dpp && !dpp_fits(block, op, out->recipe->shape))
        return false;
    enum shape shape = out->recipe->shape;
    if (recipe_is_of_doubles(out->recipe)
            ? !doubles_are_readable(out->recipe, op)
            : !split(op, false, &out->words) || (is_paired && !split(op, true, &out->high)) ||
                  out->words.count != count_sources(out->recipe))
        return false;
    if (op->dpp)
        out->words.all[0].reg = VGPR_SPARE;
    out->words.needs_mask =
        (shape == CARRIES_NOT || shape == WIDE_CARRIES_NOT) && !mask_is_lost(block, op);
    bool is_compare = shape == COMPARES || shape == COMPARES_NOT || shape == DOUBLES_COMPARE;
    return is_compare || is_vector(&op->dst);
}

static void emit(struct block *block, const struct making *making)
{
    static void (*const emitters[])(struct block *, const struct making *) = {
        [PLAIN] = emit_plain,
        [TESTED] = emit_tested,
        [ORDERED] = emit_ordered,
        [PAIRED] = emit_tested,
        [TESTED | ACCUMULATES] = emit_tested,
        [PAIRED | ACCUMULATES] = emit_tested,
        [COMPARES] = emit_compare,
        [COMPARES_NOT] = emit_compare,
        [CARRIES_NOT] = emit_results,
        [WIDE] = emit_results,
        [WIDE_CARRIES_NOT] = emit_results,
        [DOUBLES] = doubles_emit,
        [DOUBLES_ADD] = doubles_emit,
        [DOUBLES_COMPARE] = doubles_emit_compare,
    };
    vector_need_masks(block);
    if (making->op->dpp)
        dpp_move(block, making->op);
    load_scalars(block, &making->words);
    load_scalars(block, &making->high);
    if (recipe_is_of_doubles(making->recipe))
        doubles_load_scalars(block, making->op);
    emitters[making->recipe->shape](block, making);
}

static bool reads(const struct op *op, const struct operand *dst)
{
    for (unsigned i = 0; i < op->source_count; i++) {
        if (op->src[i].kind == dst->kind && op->src[i].reg == dst->reg)
            return true;
    }
    return false;
}

/* Both halves read before either writes: the one whose result the other reads comes second. */
static bool emit_dual(struct block *block, const struct op *op)
{
    bool is_swapped = reads(op->dual, &op->dst);
    struct making first, second;
    if ((is_swapped && reads(op, &op->dual->dst)) ||
        !prepare(block, is_swapped ? op->dual : op, &first) ||
        !prepare(block, is_swapped ? op : op->dual, &second))
        return false;
    emit(block, &first);
    emit(block, &second);
    return true;
}

bool vector_emit(struct block *block, const struct op *op)
{
    struct making making;
    if (op->dual)
        return emit_dual(block, op);
    if (!prepare(block, op, &making))
        return false;
    emit(block, &making);
    return true;
}
