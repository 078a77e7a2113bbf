/* Vector instructions as code of the host.
 *
 * vector_emit() gets an op of a vector instruction, in a block for which code is made. It appends
 * to |block->as| code that changes the wave's registers as op->run would; or it returns false, and
 * the block calls op->run. The wave's registers stay in memory, as [register][lane]. The code
 * computes one chunk of eight lanes after the other, in vector registers of the host. With AVX-512
 * it computes two chunks at a time, if all its instructions have a form for 16 lanes
 * (x86_has_wide()). The functions are in this order:
 *
 *   Sources   split()                splits sources into words: each a VGPR, an SGPR or a constant
 *             vector_load_scalars()  loads words that are the same in all lanes, once per op
 *             emit_chunk()           emits the steps of the recipe: from A, B and C to RESULT
 *   Results   vector_store()         stores a result under EXEC, with the result's modifiers
 *             emit_plain(), ...      one function for each shape of recipe: all chunks, and tests
 *   Ops       vector_prepare()       finds the recipe, and whether the op's modifiers have code
 *
 * For example, "v_add_f32 v3, v1, s2" of 32 lanes, all active. Its recipe, in recipes.c, is
 * {"v_add_f32", TESTED, {{VADDPS, RESULT, A, B, 0}}}: one step, and a test whether the result is a
 * NaN, because a GPU's arithmetic differs from the host's in NaNs alone (isa/floats.h). The words
 * are v1, which is A, and s2, which is B. emit_tested() computes four results before it stores one:
 *
 *   vbroadcastss ymm14, s2                                B: SCALARS + 1
 *   vmovups ymm8, v1[0..7]    vaddps ymm0, ymm8, ymm14    A, and the result of the first chunk
 *   ...                       vaddps ymm3, ymm8, ymm14    the result of the last chunk
 *   vcmpunordps ymm7, ymm0, ymm1                          NANS: where one of both is a NaN
 *   vcmpunordps ymm11, ymm2, ymm3    vorps ymm7, ymm7, ymm11
 *   vtestps ymm7, ymm7    jne away                        the interpreter runs the op instead
 *   vmovups v3[0..7], ymm0    ...                         vector_store()
 *
 * Several such ops in a row are a run, whose values stay in the host's registers: runs.c.
 */
#include "vector.h"

/* ---- Loading sources ------------------------------------------------------------------------- */

bool vector_is_short(enum type type)
{
    return type == TYPE_B16 || type == TYPE_U16 || type == TYPE_I16 || type == TYPE_F16;
}

static bool is_pair_of_halves(enum type type)
{
    return type == TYPE_PK16 || type == TYPE_PKF16;
}

/* Whether templates have code for the kind, the type and the modifiers of source |s|. */
static bool is_readable(const struct operand *s)
{
    enum type type = s->type;
    bool changes_sign = s->neg || s->abs || s->neg_high;
    if (type == TYPE_MASK)
        return is_scalar(s) && !s->select && !s->high;
    if (!is_vector(s) && !is_uniform(s))
        return false;
    if (type == TYPE_PKF32 || type == TYPE_PK32)
        return !s->abs && !s->select;
    if (is_pair_of_halves(type))
        return !s->abs && !s->select && !s->sext && (type == TYPE_PKF16 || !changes_sign);
    if (s->neg_high || !s->high_of_high || (s->high && (!vector_is_short(type) || s->select)))
        return false;
    if (s->sext && !s->select)
        return false;
    return !changes_sign || type == TYPE_F32 || type == TYPE_F16;
}

/* Returns one element of |pair|: the element that the lower result of an op is computed from, or
 * with |is_high| the one for the upper result. */
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

/* Fills |out| with the words of the op's sources. A pair of 32-bit elements gives only one word:
 * the element for the lower result, or with |is_high| the element for the upper result. Returns
 * false if there is no code to read a source. */
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

/* Applies the modifiers of a packed source |s| to |reg|: each half of a lane may come from the
 * lower or from the upper half of the register, and may be negated. */
static void arrange_halves(struct block *block, const struct operand *s, unsigned reg)
{
    static const enum row orders[2][2] = {{ROW_LOW_TWICE, ROW_ZERO},
                                          {ROW_HALVES_SWAPPED, ROW_HIGH_TWICE}};
    enum row order = orders[s->high][s->high_of_high];
    if (order != ROW_ZERO)
        x86_vex(&block->as, VPSHUFB, reg, reg, row_place(order));
    if (s->neg || s->neg_high)
        x86_vex(&block->as, VXORPS, reg, reg,
                row_place(!s->neg       ? ROW_SIGN
                          : s->neg_high ? ROW_SIGN_BOTH
                                        : ROW_SIGN_16));
}

static void shift_lanes(struct block *block, unsigned kind, unsigned reg, unsigned count)
{
    if (count == 0)
        return;
    x86_vex_number(&block->as, VSHIFT_D, kind, reg, in_register(reg), count);
}

static unsigned select_bits(unsigned select)
{
    return select == SELECT_DWORD ? 32 : select >= SELECT_WORD_0 ? 16 : 8;
}

/* Returns the number of the first bit of the part of a register that |select|, an SDWA selector,
 * names. */
static unsigned select_shift(unsigned select)
{
    unsigned first = select >= SELECT_WORD_0 ? SELECT_WORD_0 : SELECT_BYTE_0;
    return select == SELECT_DWORD ? 0 : (select - first) * select_bits(select);
}

/* Applies SDWA: replaces each lane of |reg| by the part that |s| selects, zero- or
 * sign-extended. */
static void take_part(struct block *block, const struct operand *s, unsigned reg)
{
    unsigned bits = select_bits(s->select);
    shift_lanes(block, BY_LEFT, reg, 32 - bits - select_shift(s->select));
    shift_lanes(block, s->sext ? BY_SIGNED : BY_RIGHT, reg, 32 - bits);
}

bool vector_is_changed(const struct operand *s)
{
    if (is_pair_of_halves(s->type))
        return s->high || !s->high_of_high || s->neg || s->neg_high;
    return s->neg || s->abs || s->select || (s->high && vector_is_short(s->type));
}

/* Emits code that applies the modifiers of source |s| to |reg|, which holds the source. */
static void change_source(struct block *block, const struct operand *s, unsigned reg)
{
    bool is_half = s->type == TYPE_F16;
    if (is_pair_of_halves(s->type)) {
        arrange_halves(block, s, reg);
        return;
    }
    if (s->select)
        take_part(block, s, reg);
    else if (s->high && vector_is_short(s->type))
        shift_lanes(block, BY_RIGHT, reg, 16);
    if (s->abs)
        x86_vex(&block->as, VANDPS, reg, reg,
                row_place(is_half ? ROW_MAGNITUDE_16 : ROW_MAGNITUDE));
    if (s->neg)
        x86_vex(&block->as, VXORPS, reg, reg, row_place(is_half ? ROW_SIGN_16 : ROW_SIGN));
}

unsigned vector_scalar_register(const struct words *words, unsigned i)
{
    return i == 3 ? FOURTH_SCALAR : words->scalars + i;
}

/* Loads the words of sources that are the same in all lanes. Call this once, before the first
 * chunk. */
void vector_load_scalars(struct block *block, const struct words *words)
{
    for (unsigned i = 0; i < words->count; i++) {
        const struct operand *operand = &words->all[i];
        if (is_vector(operand) || operand->type == TYPE_MASK || words->numbers >> i & 1 ||
            (words->adds_third && i == 2))
            continue;
        x86_vex(&block->as, VBROADCASTSS, vector_scalar_register(words, i), 0,
                uniform_place(operand, 0));
        change_source(block, operand, vector_scalar_register(words, i));
    }
}

/* Sets each lane of |to| to ~0 if the mask at |scalar| has the lane's bit, else to 0. Lanes count
 * from 8 * |chunk|. The code loads a whole word of the mask: a load of only the chunk's byte would
 * have to wait until a recent store of the word is done. */
static void spread_mask(struct block *block, unsigned scalar, unsigned chunk, unsigned to)
{
    struct place bits = row_place(ROW_BITS + chunk % WORD_CHUNKS);
    x86_vex(&block->as, VBROADCASTSS, to, 0, scalar_place(scalar + chunk / WORD_CHUNKS));
    x86_vex(&block->as, VPAND, to, to, bits);
    x86_vex(&block->as, VPCMPEQD, to, to, bits);
}

/* The sources of an op, while the code of one chunk is emitted. */
struct sources {
    const struct words *words;
    /* |chunk|: the number of the chunk; |result|, |high|: the host registers for RESULT and HIGH */
    unsigned chunk, result, high;
    bool is_loaded[WORDS_MAX];
    /* the host registers of the sources, if they are already loaded; NULL means A, B, C and
     * FOURTH */
    const uint8_t *from;
};

/* Returns the index of the source that |reg|, a register of recipes, names, or -1 if |reg| does
 * not name a source. */
int vector_source_number(unsigned reg)
{
    return reg >= A && reg <= C ? (int)(reg - A) : reg == FOURTH ? 3 : -1;
}

/* Returns the place of the lanes of |chunk| of |operand|: a register in which a run keeps them, or
 * memory, where the wave's registers are. */
static struct place lanes_of(const struct block *block, const struct operand *operand,
                             unsigned chunk)
{
    int held = block->run ? run_register(block->run, operand) : -1;
    return held >= 0 ? in_register((unsigned)held) : operand_place(block, operand, chunk);
}

/* Returns the host register of source |i|. If the source is not in a register, loads it first. */
static unsigned source_register(struct block *block, struct sources *sources, unsigned i)
{
    unsigned reg = i == 3 ? FOURTH : A + i;
    if (sources->is_loaded[i])
        return sources->from ? sources->from[i] : reg;
    const struct operand *operand = &sources->words->all[i];
    if (!is_vector(operand) && operand->type != TYPE_MASK)
        return vector_scalar_register(sources->words, i);
    struct place lanes = lanes_of(block, operand, sources->chunk);
    if (lanes.kind == PLACE_REGISTER && (operand->type == TYPE_MASK || !vector_is_changed(operand)))
        return lanes.reg;
    sources->is_loaded[i] = true;
    if (operand->type == TYPE_MASK) {
        spread_mask(block, operand->reg, sources->chunk, reg);
        return reg;
    }
    x86_vex(&block->as, VMOVUPS, reg, 0, lanes);
    change_source(block, operand, reg);
    return reg;
}

static unsigned result_register(const struct sources *sources, unsigned reg)
{
    return reg == RESULT ? sources->result : reg == HIGH ? sources->high : reg;
}

static unsigned step_register(struct block *block, struct sources *sources, unsigned reg)
{
    int source = vector_source_number(reg);
    return source >= 0 ? source_register(block, sources, (unsigned)source)
                       : result_register(sources, reg);
}

/* Returns the row of constants that has, for each lane of |chunk|, a mask of all lanes before that
 * lane: of lanes 0 to 31 of the wave, or with |is_high| of lanes 32 to 63. */
static enum row row_of_lanes_before(unsigned chunk, bool is_high)
{
    if ((chunk >= WORD_CHUNKS) != is_high)
        return is_high ? ROW_ZERO : ROW_ONES;
    return (enum row)(ROW_BEFORE + chunk % WORD_CHUNKS);
}

/* Returns the place of a step's second operand. Unlike the first operand, it may be in memory. */
static struct place step_place(struct block *block, struct sources *sources, unsigned reg)
{
    int source = vector_source_number(reg);
    if (source >= 0 && !sources->is_loaded[source]) {
        const struct operand *operand = &sources->words->all[source];
        if (is_vector(operand) && !vector_is_changed(operand))
            return lanes_of(block, operand, sources->chunk);
    }
    if (reg == BEFORE_LOW || reg == BEFORE_HIGH)
        return row_place(row_of_lanes_before(sources->chunk, reg == BEFORE_HIGH));
    if (reg >= ROWS)
        return row_place((enum row)(reg - ROWS));
    return in_register(step_register(block, sources, reg));
}

/* Emits a load of the third source to the result's register. A step of the recipe then adds a
 * product to it. */
static void load_accumulator(struct block *block, const struct sources *sources)
{
    const struct operand *operand = &sources->words->all[2];
    if (is_vector(operand))
        x86_vex(&block->as, VMOVUPS, sources->result, 0, lanes_of(block, operand, sources->chunk));
    else
        x86_vex(&block->as, VBROADCASTSS, sources->result, 0, uniform_place(operand, 0));
    change_source(block, operand, sources->result);
}

static bool has_byte(enum vex op)
{
    return op == VCMPPS || op == VCMPPD || op == VROUNDPS || op == VROUNDPD || op == VSHIFT_D ||
           op == VSHIFT_Q || op == VPBLENDD || op == VPBLENDW || op == VBLENDVPS || op == VPERMQ ||
           op == VCVTPS2PH || op == VSHUFPS || op == VINSERTF128;
}

static bool has_one_source(enum vex op)
{
    return op == VMOVUPS || op == VCVTDQ2PS || op == VCVTTPS2DQ || op == VSQRTPS || op == VSQRTPD ||
           op == VROUNDPS || op == VROUNDPD || op == VPERMQ || op == VCVTPH2PS || op == VPMOVZXWD ||
           op == VPMOVZXDQ || op == VCVTPS2PD || op == VCVTPD2PS || op == VCVTDQ2PD ||
           op == VCVTTPD2DQ;
}

/* Returns the immediate of |step|. A shift may take it from the op's constant sources. */
static unsigned step_number(const struct words *words, const struct step *step)
{
    unsigned byte = step->byte;
    if ((step->op != VSHIFT_D && step->op != VSHIFT_Q) || byte < NUMBER_A)
        return byte;
    if (byte < REST_A)
        return words->all[byte - NUMBER_A].value & 31;
    if (byte < FIELD_ABOVE)
        return 32 - (words->all[byte - REST_A].value & 31);
    unsigned others = 32 - (words->all[2].value & 31);
    return byte == FIELD_OTHERS ? others : others - (words->all[1].value & 31);
}

static void emit_step(struct block *block, struct sources *sources, const struct step *step)
{
    struct x86 *as = &block->as;
    unsigned to = result_register(sources, step->to), byte = step_number(sources->words, step);
    if (step->op == VSHIFT_D || step->op == VSHIFT_Q) {
        unsigned from = step_register(block, sources, step->second);
        x86_vex_number(as, step->op, step->first, to, in_register(from), byte);
    } else if (step->op == VCVTPS2PH) {
        unsigned from = step_register(block, sources, step->second);
        x86_vex_number(as, step->op, from, 0, in_register(to), byte);
    } else {
        bool is_single = has_one_source(step->op);
        unsigned first = is_single ? 0 : step_register(block, sources, step->first);
        struct place second = step_place(block, sources, step->second);
        if (step->op == VBLENDVPS)
            byte = step_register(block, sources, step->byte >> 4) << 4;
        if (has_byte(step->op))
            x86_vex_number(as, step->op, to, first, second, byte);
        else
            x86_vex(as, step->op, to, first, second);
    }
}

bool vector_can_be_wide(const struct block *block, const struct recipe *recipe)
{
    bool can = block->has_wide;
    for (unsigned i = 0; can && i < STEPS_MAX && recipe->steps[i].op; i++)
        can = x86_has_wide(recipe->steps[i].op, recipe->steps[i].byte);
    return can;
}

bool vector_accumulates(const struct recipe *recipe)
{
    return recipe->shape == FLAGGED || (recipe->shape < COMPARES && recipe->shape & ACCUMULATES);
}

static void emit_chunk(struct block *block, const struct recipe *recipe, const struct words *words,
                       unsigned chunk, unsigned result, unsigned high)
{
    struct sources sources = {.words = words, .chunk = chunk, .result = result, .high = high};
    if (vector_accumulates(recipe))
        load_accumulator(block, &sources);
    for (unsigned i = 0; i < STEPS_MAX && recipe->steps[i].op; i++) {
        const struct step *step = &recipe->steps[i];
        if (words->needs_mask || step->byte != OF_MASK || has_byte(step->op))
            emit_step(block, &sources, step);
    }
}

void vector_compute(struct block *block, const struct vector_op *vop, unsigned chunk,
                    unsigned result, unsigned high)
{
    emit_chunk(block, vop->recipe, &vop->words, chunk, result, high);
}

unsigned vector_load_ordered(struct block *block, const struct vector_op *vop, unsigned chunk,
                             struct place *second)
{
    struct sources sources = {.words = &vop->words, .chunk = chunk, .high = HIGH};
    unsigned first = source_register(block, &sources, 0);
    *second = step_place(block, &sources, vop->words.count > 1 ? B : A);
    return first;
}

void vector_emit_loaded(struct block *block, const struct recipe *recipe, unsigned result)
{
    vector_emit_from(block, recipe, result, NULL);
}

void vector_emit_from(struct block *block, const struct recipe *recipe, unsigned result,
                      const uint8_t *from)
{
    struct sources sources = {
        .result = result, .high = HIGH, .is_loaded = {true, true, true, true}, .from = from};
    for (unsigned i = 0; i < STEPS_MAX && recipe->steps[i].op; i++)
        emit_step(block, &sources, &recipe->steps[i]);
}

/* ---- Storing results ------------------------------------------------------------------------- */

void vector_need_masks(struct block *block)
{
    if (block->active == ACTIVE_ALL || block->has_masks)
        return;
    block->has_masks = true;
    block->as.is_wide = block->has_wide;
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk += block_step(block)) {
        spread_mask(block, SGPR_EXEC, chunk, T);
        x86_vex(&block->as, VMOVUPS_STORE, T, 0, mask_place(chunk));
    }
    block->as.is_wide = false;
}

size_t vector_skip(struct block *block, unsigned chunk, unsigned count)
{
    struct x86 *as = &block->as;
    struct place lanes = scalar_place(SGPR_EXEC);
    if (block->active != ACTIVE_ANY)
        return 0;
    lanes.offset += (int32_t)chunk; /* each byte of EXEC has the bits of one chunk */
    x86_op(as, count == 1 ? X86_LOAD_BYTE : X86_LOAD_16, false, RAX, lanes);
    x86_op(as, X86_TEST, false, RAX, in_register(RAX));
    return x86_jump_if(as, IF_EQUAL);
}

void vector_land(struct block *block, size_t skip)
{
    if (skip)
        x86_land(&block->as, skip);
}

/* Applies SDWA to a result: moves |result| to the part of its register that the op writes. The bits
 * outside of the part become 0 or copies of the sign, or keep their values in |to|. */
static void place_part(struct block *block, const struct op *op, struct place to, unsigned result)
{
    enum { SIGN_EXTENDS = 1, KEEPS };
    unsigned bits = select_bits(op->dst_select), shift = select_shift(op->dst_select);
    uint32_t part = UINT32_MAX >> (32 - bits) << shift;
    shift_lanes(block, BY_LEFT, result, 32 - bits);
    shift_lanes(block, op->dst_unused == SIGN_EXTENDS ? BY_SIGNED : BY_RIGHT, result,
                32 - bits - shift);
    if (op->dst_unused != KEEPS)
        return;
    x86_vex(&block->as, VBROADCASTSS, T, 0, literal(part));
    x86_vex(&block->as, VPANDN, T, T, to);
    x86_vex(&block->as, VPOR, result, result, in_register(T));
}

/* Puts a 16-bit result into one half of its register |to|. The other half is kept, or cleared. The
 * upper half of |result| is ignored. */
static void place_half(struct block *block, const struct op *op, struct place to, unsigned result)
{
    bool clears = !op->dst.high && (op->zero_high || op->is_sdwa);
    if (op->dst.high)
        shift_lanes(block, BY_LEFT, result, 16);
    x86_vex_number(&block->as, VPBLENDW, result, result, clears ? row_place(ROW_ZERO) : to,
                   op->dst.high ? LOW_HALVES : HIGH_HALVES);
}

void vector_store(struct block *block, const struct op *op, unsigned word, unsigned chunk,
                  unsigned result)
{
    struct operand dst = op->dst;
    dst.reg = (uint16_t)(dst.reg + word);
    struct place to = operand_place(block, &dst, chunk);
    if (op->is_sdwa && op->dst_select != SELECT_DWORD)
        place_part(block, op, to, result);
    else if (vector_is_short(dst.type))
        place_half(block, op, to, result);
    if (block->active != ACTIVE_ALL) {
        bool writes_zeros = op->bound_control || op->dpp == DPP8;
        x86_vex(&block->as, VMOVUPS, T, 0, mask_place(chunk));
        if (op->dpp && dpp_is_served(block, op) && !writes_zeros)
            x86_vex(&block->as, VPAND, T, T, dpp_served_place(chunk));
        x86_vex(&block->as, VMOVUPS, A, 0, to);
        x86_vex_number(&block->as, VBLENDVPS, result, A, in_register(result), T << 4);
    }
    uint8_t written = op->dpp ? (uint8_t)(dpp_writes(block, op) >> chunk * CHUNK) : 0xff;
    if (written != 0xff) {
        x86_vex(&block->as, VMOVUPS, A, 0, to);
        x86_vex_number(&block->as, VPBLENDD, result, A, in_register(result), written);
    }
    x86_vex(&block->as, VMOVUPS_STORE, result, 0, to);
}

/* Emits code that adds to NANS the active lanes of |chunk| where |a| or |b| is a NaN. With
 * |is_first|, NANS has no value yet. */
static void note_nans(struct block *block, unsigned chunk, unsigned a, struct place b,
                      bool is_first)
{
    unsigned to = is_first ? NANS : T;
    x86_vex_number(&block->as, VCMPPS, to, a, b, UNORD_Q);
    if (block->active != ACTIVE_ALL)
        x86_vex(&block->as, VANDPS, to, to, mask_place(chunk));
    if (!is_first)
        x86_vex(&block->as, VORPS, NANS, NANS, in_register(T));
}

/* Emits code that adds to NANS the active lanes of |chunk| that U marks. With |is_first|, NANS has
 * no value yet. */
static void note_guarded(struct block *block, unsigned chunk, bool is_first)
{
    if (block->active != ACTIVE_ALL)
        x86_vex(&block->as, VPAND, U, U, mask_place(chunk));
    x86_vex(&block->as, is_first ? VMOVUPS : VPOR, NANS, is_first ? 0 : NANS, in_register(U));
}

void vector_leave_for_nans(struct block *block, const struct op *op, unsigned chunk)
{
    x86_vex(&block->as, VTESTPS, NANS, 0, in_register(NANS));
    block_slow_if(block, IF_NOT_EQUAL, op, (int)(chunk * CHUNK));
    if (recipe_find_exact(op->instruction->name) && !block_op_departs(op))
        block_count_slow(block);
}

/* Emits one chunk of an op of shape WIDENED: four lanes in double precision, then the other
 * four. */
static void emit_widened(struct block *block, const struct vector_op *vop, unsigned chunk,
                         unsigned result)
{
    static const struct recipe flush = {NULL, PLAIN, {STEPS_FLUSH(RESULT, A)}};
    struct x86 *as = &block->as;
    emit_chunk(block, &flush, &vop->words, chunk, W, HIGH);
    for (unsigned half = 0; half < 2; half++) {
        if (half) {
            x86_vex_number(as, VPERMQ, W, 0, in_register(W), UPPER_QUADS);
        }
        x86_vex(as, VCVTPS2PD, A, 0, in_register(W));
        vector_emit_loaded(block, vop->recipe, result);
        x86_vex(as, VCVTPD2PS, half ? result : X, 0, in_register(result));
    }
    x86_vex_number(as, VINSERTF128, A, X, in_register(result), 1);
    vector_emit_loaded(block, &flush, result);
}

static void emit_plain(struct block *block, const struct vector_op *vop)
{
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk += block_step(block)) {
        emit_chunk(block, vop->recipe, &vop->words, chunk, RESULT, HIGH);
        vector_store(block, vop->op, 0, chunk, RESULT);
    }
}

static void compute(struct block *block, const struct vector_op *vop, unsigned chunk,
                    unsigned result)
{
    if (vop->recipe->shape == WIDENED)
        emit_widened(block, vop, chunk, result);
    else
        emit_chunk(block, vop->recipe, &vop->words, chunk, result, HIGH);
}

/* Returns how many chunks are tested together: only one for ops with long code, so that
 * vector_skip() can skip a chunk without active lanes. */
static unsigned strip_of(const struct block *block, bool is_long)
{
    enum { STRIP = 4 };
    unsigned all = block_chunks(block) / block_step(block);
    return is_long && block->active == ACTIVE_ANY ? 1 : all < STRIP ? all : STRIP;
}

/* Emits an op whose results are tested. It computes a few chunks (strip_of()), tests all their
 * results for NaNs, and stores the results only then: if there is a NaN, the interpreter needs the
 * sources, which a result may overwrite. An op of shape PAIRED has the two results of a chunk in
 * neighbouring registers. */
static void emit_tested(struct block *block, const struct vector_op *vop)
{
    enum { PAIRS = 2 };
    bool is_paired = (vop->recipe->shape & ~ACCUMULATES) == PAIRED;
    unsigned all = block_chunks(block), each = is_paired ? 2 : 1, step = block_step(block);
    bool is_long = vop->recipe->shape == WIDENED;
    unsigned strip = all == 1 ? 1 : is_paired ? PAIRS : strip_of(block, is_long);
    for (unsigned first = 0; first < all; first += strip * step) {
        size_t skip = strip == 1 ? vector_skip(block, first, step) : 0;
        for (unsigned i = 0; i < strip; i++) {
            unsigned chunk = first + i * step;
            compute(block, vop, chunk, RESULT + each * i);
            if (is_paired)
                emit_chunk(block, vop->recipe, &vop->high, chunk, RESULT + 2 * i + 1, HIGH);
        }
        /* how many results one test covers */
        unsigned at_once = is_paired || block->active == ACTIVE_ALL ? 2 : 1;
        for (unsigned i = 0; i < strip * each; i += at_once)
            note_nans(block, first + i / each * step, RESULT + i,
                      in_register(RESULT + i + at_once - 1), i == 0);
        vector_leave_for_nans(block, vop->op, first);
        for (unsigned i = 0; i < strip * each; i++)
            vector_store(block, vop->op, i % each, first + i / each * step, RESULT + i);
        vector_land(block, skip);
    }
    block_resume(block);
}

static void store_mask(struct block *block, const struct operand *operand)
{
    if (is_scalar(operand))
        x86_op(&block->as, X86_STORE, block->lanes == 64, RCX, scalar_place(operand->reg));
}

void vector_clear_mask(struct block *block, const struct operand *mask)
{
    x86_op(&block->as, X86_XOR, false, RCX, in_register(RCX));
    store_mask(block, mask);
}

/* Like emit_tested(), for shape GUARDED: the recipe marks in U the lanes that the interpreter must
 * run. If no lane is marked, the mask that the op may also write is 0. */
static void emit_guarded(struct block *block, const struct vector_op *vop)
{
    unsigned all = block_chunks(block), strip = strip_of(block, false), step = block_step(block);
    for (unsigned first = 0; first < all; first += strip * step) {
        size_t skip = strip == 1 ? vector_skip(block, first, step) : 0;
        for (unsigned i = 0; i < strip; i++) {
            emit_chunk(block, vop->recipe, &vop->words, first + i * step, RESULT + i, HIGH);
            note_guarded(block, first + i * step, i == 0);
        }
        vector_leave_for_nans(block, vop->op, first);
        for (unsigned i = 0; i < strip; i++)
            vector_store(block, vop->op, 0, first + i * step, RESULT + i);
        vector_land(block, skip);
    }
    vector_clear_mask(block, &vop->op->dst2);
    block_resume(block);
}

void vector_leave_for_mask(struct block *block, const struct op *op)
{
    bool is_64 = block->lanes == 64;
    x86_op(&block->as, X86_LOAD, is_64, RCX, scalar_place(op->src[3].reg));
    x86_op(&block->as, X86_AND, is_64, RCX, scalar_place(SGPR_EXEC));
    block_slow_if(block, IF_NOT_EQUAL, op, SLOW_ALL);
}

static void emit_flagged(struct block *block, const struct vector_op *vop)
{
    vector_leave_for_mask(block, vop->op);
    emit_tested(block, vop);
}

static void emit_flagged_exact(struct block *block, const struct vector_op *vop)
{
    vector_leave_for_mask(block, vop->op);
    emit_plain(block, vop);
    block_resume(block);
}

/* Emits an op of shape ORDERED: tests the sources, one or two, for NaNs; then computes all
 * chunks. */
static void emit_ordered(struct block *block, const struct vector_op *vop)
{
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk += block_step(block)) {
        struct place second;
        unsigned first = vector_load_ordered(block, vop, chunk, &second);
        note_nans(block, chunk, first, second, chunk == 0);
    }
    vector_leave_for_nans(block, vop->op, 0);
    emit_plain(block, vop);
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

/* Emits code that inverts the mask in rcx if |is_opposite|, and then removes inactive lanes from
 * the mask. */
static void finish_mask(struct block *block, bool is_opposite)
{
    bool is_64 = block->lanes == 64;
    if (is_opposite)
        x86_op(&block->as, X86_GROUP_UNARY, is_64, UNARY_NOT, in_register(RCX));
    if (block->active != ACTIVE_ALL)
        x86_op(&block->as, X86_AND, is_64, RCX, scalar_place(SGPR_EXEC));
}

void vector_finish_compare(struct block *block, const struct vector_op *vop)
{
    const struct op *op = vop->op;
    finish_mask(block, vop->recipe->shape == COMPARES_NOT);
    store_mask(block, &op->dst);
    if (op->instruction->flags & FLAG_CMPX)
        x86_op(&block->as, X86_STORE, block->lanes == 64, RCX, scalar_place(SGPR_EXEC));
}

static void emit_compare(struct block *block, const struct vector_op *vop)
{
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk += block_step(block)) {
        emit_chunk(block, vop->recipe, &vop->words, chunk, RESULT, HIGH);
        vector_gather_mask(block, RESULT, chunk);
    }
    vector_finish_compare(block, vop);
}

/* Emits an op that writes one or two registers, and maybe also a mask. */
static void emit_results(struct block *block, const struct vector_op *vop)
{
    enum shape shape = vop->recipe->shape;
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk += block_step(block)) {
        emit_chunk(block, vop->recipe, &vop->words, chunk, RESULT, HIGH);
        vector_store(block, vop->op, 0, chunk, RESULT);
        if (shape != CARRIES_NOT)
            vector_store(block, vop->op, 1, chunk, HIGH);
        if (vop->words.needs_mask)
            vector_gather_mask(block, U, chunk);
    }
    if (!vop->words.needs_mask)
        return;
    finish_mask(block, true);
    store_mask(block, &vop->op->dst2);
}

/* ---- What ops need --------------------------------------------------------------------------- */

/* Whether recipes of |shape| are valid only if the fourth source, a mask, has no active lane. */
static bool needs_flag(enum shape shape)
{
    return shape == FLAGGED || shape == FLAGGED_EXACT || shape == DOUBLES_FLAGGED ||
           shape == DOUBLES_FLAGGED_EXACT;
}

unsigned vector_count_sources(const struct recipe *recipe)
{
    int last = needs_flag(recipe->shape)                                    ? 3
               : vector_accumulates(recipe) || recipe->shape == DOUBLES_ADD ? 2
                                                                            : 0;
    for (unsigned i = 0; i < STEPS_MAX && recipe->steps[i].op; i++) {
        const struct step *step = &recipe->steps[i];
        const unsigned named[] = {step->first, step->second,
                                  step->op == VBLENDVPS ? step->byte >> 4 : RESULT};
        bool has_first = step->op != VSHIFT_D && step->op != VSHIFT_Q;
        for (unsigned n = has_first ? 0 : 1; n < 3; n++)
            last = vector_source_number(named[n]) > last ? vector_source_number(named[n]) : last;
    }
    return (unsigned)last + 1;
}

/* Whether |op| may read |mask|, or may do anything besides reading its operands and writing its
 * results. */
static bool may_read(const struct op *op, const struct operand *mask)
{
    const struct instruction *instruction = op->instruction;
    bool is_simple = (instruction->class == CLASS_VECTOR || instruction->class == CLASS_MEMORY ||
                      instruction->class == CLASS_LDS || instruction->scalar) &&
                     !op->dual && !(instruction->flags & FLAG_CMPX) &&
                     instruction->role != ROLE_DIVIDE_FMAS;
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

bool vector_mask_is_lost(const struct block *block, const struct op *op, const struct operand *mask)
{
    enum { AHEAD = 16 };
    const struct op *next = op;
    if (!is_scalar(mask))
        return true;
    if (overlaps_mask(mask, SGPR_EXEC))
        return false; /* Every op reads EXEC, so a mask in EXEC is read. */
    for (unsigned i = 0; i < AHEAD && next == &block->ops->all[next->pc]; i++) {
        next = block_op(block, next->pc + next->dwords);
        if (!next || may_read(next, mask))
            return false;
        if (writes_mask(&next->dst, mask) || writes_mask(&next->dst2, mask))
            return true;
    }
    return false;
}

/* Whether the recipe of v_perm_b32 can compute |op|: all selectors are constants that select a byte
 * of a source, or zero. Returns true for other instructions. */
static bool can_permute(const struct op *op)
{
    enum { BYTES = 8, ZERO = 12 };
    if (op->instruction->role != ROLE_PERMUTE_BYTES)
        return true;
    bool can = op->src[2].kind == OPERAND_CONST;
    for (unsigned i = 0; i < 4; i++) {
        unsigned selector = op->src[2].value >> 8 * i & 0xff;
        can = can && (selector < BYTES || selector == ZERO);
    }
    return can;
}

bool vector_names_exec(const struct op *op)
{
    bool does = overlaps_mask(&op->dst, SGPR_EXEC) || overlaps_mask(&op->dst2, SGPR_EXEC);
    for (unsigned i = 0; i < op->source_count; i++)
        does = does || overlaps_mask(&op->src[i], SGPR_EXEC);
    return does;
}

bool vector_may_leave(enum shape shape)
{
    return shape != PLAIN && shape != CARRIES_NOT && shape != WIDE && shape != WIDE_CARRIES_NOT &&
           shape != COMPARES && shape != COMPARES_NOT && shape != DOUBLES_COMPARE &&
           shape != DOUBLES_EXACT;
}

/* Whether the sources that |numbered| takes as immediates are constants, in the range that its
 * steps can use. */
static bool has_numbers(const struct numbered_recipe *numbered, const struct op *op)
{
    if (!numbered || op->is_sdwa || op->dpp)
        return false;
    for (unsigned i = 0; numbered->sources >> i; i++) {
        if ((numbered->sources >> i & 1) && op->src[i].kind != OPERAND_CONST)
            return false;
    }
    /* the number of the field's first bit, and how many bits the field has */
    uint64_t first = op->src[1].value & 31, bits = op->src[2].value & 31;
    if (numbered->sources == IS_FIELD)
        return bits > 0 && first + bits <= 32;
    return numbered->recipe.shape != WIDE || (op->src[0].value & 63) < 32;
}

static unsigned count_all_sources(const struct vector_op *vop)
{
    unsigned count = vector_count_sources(vop->recipe);
    while (vop->words.numbers >> count)
        count++;
    return count;
}

bool vector_prepare(const struct block *block, const struct op *op, struct vector_op *out)
{
    const char *name = op->instruction->name;
    *out = (struct vector_op){.op = op};
    const struct numbered_recipe *numbered = recipe_find_numbered(name);
    if (block_op_departs(op)) {
        out->recipe = recipe_find_exact(name);
    } else if (has_numbers(numbered, op)) {
        out->recipe = &numbered->recipe;
        out->words.numbers = numbered->sources;
    }
    if (!out->recipe)
        out->recipe = recipe_find(name);
    bool is_paired = out->recipe && (out->recipe->shape & ~ACCUMULATES) == PAIRED;
    out->words.scalars = is_paired ? PAIR_SCALARS : SCALARS;
    out->high.scalars = SCALARS;
    out->words.adds_third = out->high.adds_third = out->recipe && vector_accumulates(out->recipe);
    if (!out->recipe || op->clamp || op->omod || (op->dst.high && !vector_is_short(op->dst.type)) ||
        !can_permute(op))
        return false;
    if (op->dpp && !dpp_fits(block, op, out->recipe->shape))
        return false;
    enum shape shape = out->recipe->shape;
    if (vector_may_leave(shape) && vector_names_exec(op))
        return false;
    if (recipe_is_of_doubles(out->recipe)
            ? !doubles_are_readable(out->recipe, op)
            : !split(op, false, &out->words) || (is_paired && !split(op, true, &out->high)) ||
                  out->words.count != count_all_sources(out))
        return false;
    if (op->dpp)
        out->words.all[0].reg = VGPR_SPARE;
    out->words.needs_mask = (shape == CARRIES_NOT || shape == WIDE_CARRIES_NOT) &&
                            !vector_mask_is_lost(block, op, &op->dst2);
    bool is_compare = shape == COMPARES || shape == COMPARES_NOT || shape == DOUBLES_COMPARE;
    return is_compare || is_vector(&op->dst);
}

static void emit(struct block *block, const struct vector_op *vop)
{
    static void (*const emitters[])(struct block *, const struct vector_op *) = {
        [PLAIN] = emit_plain,
        [TESTED] = emit_tested,
        [ORDERED] = emit_ordered,
        [PAIRED] = emit_tested,
        [TESTED | ACCUMULATES] = emit_tested,
        [PAIRED | ACCUMULATES] = emit_tested,
        [WIDENED] = emit_tested,
        [GUARDED] = emit_guarded,
        [FLAGGED] = emit_flagged,
        [FLAGGED_EXACT] = emit_flagged_exact,
        [COMPARES] = emit_compare,
        [COMPARES_NOT] = emit_compare,
        [CARRIES_NOT] = emit_results,
        [WIDE] = emit_results,
        [WIDE_CARRIES_NOT] = emit_results,
        [DOUBLES] = doubles_emit,
        [DOUBLES_ADD] = doubles_emit,
        [DOUBLES_GUARDED] = doubles_emit,
        [DOUBLES_FLAGGED] = doubles_emit,
        [DOUBLES_EXACT] = doubles_emit,
        [DOUBLES_FLAGGED_EXACT] = doubles_emit,
        [DOUBLES_COMPARE] = doubles_emit_compare,
    };
    vector_need_masks(block);
    if (vop->op->dpp)
        dpp_move(block, vop->op);
    /* Ops with DPP are computed eight lanes at a time, because the two chunks of 16 lanes may
     * differ in which lanes are written. */
    block->as.is_wide = !vop->op->dpp && vector_can_be_wide(block, vop->recipe);
    vector_load_scalars(block, &vop->words);
    vector_load_scalars(block, &vop->high);
    if (recipe_is_of_doubles(vop->recipe))
        doubles_load_scalars(block, vop->op);
    emitters[vop->recipe->shape](block, vop);
    block->as.is_wide = false;
}

static bool reads(const struct op *op, const struct operand *dst)
{
    for (unsigned i = 0; i < op->source_count; i++) {
        if (op->src[i].kind == dst->kind && op->src[i].reg == dst->reg)
            return true;
    }
    return false;
}

/* Emits both ops of a VOPD pair. Both read their sources before either writes: an op whose
 * result is a source of the other op is emitted second. Returns false if each op reads the
 * other's result. */
static bool emit_dual(struct block *block, const struct op *op)
{
    bool is_swapped = reads(op->dual, &op->dst);
    struct vector_op first, second;
    if ((is_swapped && reads(op, &op->dual->dst)) ||
        !vector_prepare(block, is_swapped ? op->dual : op, &first) ||
        !vector_prepare(block, is_swapped ? op : op->dual, &second))
        return false;
    emit(block, &first);
    emit(block, &second);
    return true;
}

bool vector_emit(struct block *block, const struct op *op)
{
    struct vector_op vop;
    if (op->dual)
        return emit_dual(block, op);
    if (!vector_prepare(block, op, &vop))
        return false;
    emit(block, &vop);
    return true;
}
