/* Templates of vector instructions on doubles. The wave holds the lower words of doubles in one
 * register and the upper words in another. The code puts the words together for four lanes at a
 * time: first for the lanes 0, 1, 4 and 5 of a chunk, called its first half, then for the lanes 2,
 * 3, 6 and 7. */
#include "vector.h"

/* the register that keeps the marks of a chunk's first half, while U gets those of the second
 * half */
enum { GUARDS = FOURTH_SCALAR };
/* the registers for the lower words and for the upper words of a result */
enum { DOUBLES_LOW = 5, DOUBLES_HIGH };

static bool is_readable_double(const struct operand *s)
{
    return s->type == TYPE_F64 && !s->select && !s->sext && (is_vector(s) || is_uniform(s));
}

static bool has_flag(const struct recipe *recipe)
{
    return recipe->shape == DOUBLES_FLAGGED || recipe->shape == DOUBLES_FLAGGED_EXACT;
}

static bool is_exact(const struct recipe *recipe)
{
    return recipe->shape == DOUBLES_EXACT || recipe->shape == DOUBLES_FLAGGED_EXACT;
}

bool doubles_are_readable(const struct recipe *recipe, const struct op *op)
{
    unsigned count = op->source_count;
    if (count != vector_count_sources(recipe))
        return false;
    if (has_flag(recipe) && !is_scalar(&op->src[--count]))
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (!is_readable_double(&op->src[i]))
            return false;
    }
    return true;
}

/* Returns how many sources of |op| are doubles: all sources but the mask of v_div_fmas. */
static unsigned count_doubles(const struct op *op)
{
    return op->source_count < 3 ? op->source_count : 3;
}

void doubles_change_sign(struct block *block, const struct operand *operand, unsigned reg)
{
    if (operand->abs)
        x86_vex(&block->as, VANDPS, reg, reg, row_place(ROW_MAGNITUDE_WIDE));
    if (operand->neg)
        x86_vex(&block->as, VXORPS, reg, reg, row_place(ROW_SIGN_WIDE));
}

void doubles_load_scalars(struct block *block, const struct op *op)
{
    for (unsigned i = 0; i < count_doubles(op); i++) {
        const struct operand *s = &op->src[i];
        if (is_vector(s))
            continue;
        x86_vex(&block->as, VBROADCASTSS, SCALARS + i, 0, uniform_place(s, 0));
        x86_vex(&block->as, VBROADCASTSS, T, 0, uniform_place(s, 1));
        x86_vex_number(&block->as, VPBLENDD, SCALARS + i, SCALARS + i, in_register(T), ODD_LANES);
        doubles_change_sign(block, s, SCALARS + i);
    }
}

/* Emits a load of one half of a chunk, four doubles of the source |s|, to register |to|. */
static void load_doubles(struct block *block, const struct operand *s, unsigned i, unsigned chunk,
                         bool is_second, unsigned to)
{
    struct operand high = *s;
    high.reg++;
    if (!is_vector(s)) {
        x86_vex(&block->as, VMOVUPS, to, 0, in_register(SCALARS + i));
        return;
    }
    x86_vex(&block->as, VMOVUPS, to, 0, operand_place(block, s, chunk));
    x86_vex(&block->as, is_second ? VUNPCKHPS : VUNPCKLPS, to, to,
            operand_place(block, &high, chunk));
    doubles_change_sign(block, s, to);
}

static bool adds(const struct recipe *recipe)
{
    return recipe->shape == DOUBLES_ADD || recipe->shape == DOUBLES_FLAGGED;
}

/* Emits the recipe of |vop| for both halves of a chunk. The results are in |result| and the
 * register after it. If the recipe marks lanes in U, GUARDS then has the marks of the first half,
 * and U those of the second. */
static void compute_doubles(struct block *block, const struct vector_op *vop, unsigned chunk,
                            unsigned result)
{
    const struct op *op = vop->op;
    for (unsigned half = 0; half < 2; half++) {
        for (unsigned i = 0; i < count_doubles(op); i++) {
            bool is_sum = i == 2 && adds(vop->recipe);
            load_doubles(block, &op->src[i], i, chunk, half, is_sum ? result + half : A + i);
        }
        vector_emit_loaded(block, vop->recipe, result + half);
        if (half == 0 && vop->recipe->shape == DOUBLES_GUARDED)
            x86_vex(&block->as, VMOVUPS, GUARDS, 0, in_register(U));
    }
}

static void take_words(struct block *block, unsigned to, unsigned first, unsigned second,
                       unsigned which)
{
    x86_vex_number(&block->as, VSHUFPS, to, first, in_register(second), which);
}

/* Adds lanes of a chunk to NANS: the active lanes whose result, in |result| and the register after
 * it, is a NaN; for a GUARDED recipe, the active lanes that the recipe has marked. */
static void note_doubles(struct block *block, const struct vector_op *vop, unsigned chunk,
                         unsigned result, bool is_first)
{
    bool is_guarded = vop->recipe->shape == DOUBLES_GUARDED;
    for (unsigned half = 0; half < 2 && !is_guarded; half++) {
        x86_vex_number(&block->as, VCMPPD, T + half, result + half, in_register(result + half),
                       UNORD_Q);
    }
    take_words(block, T, is_guarded ? GUARDS : T, U, EVEN_WORDS);
    if (block->active != ACTIVE_ALL)
        x86_vex(&block->as, VANDPS, T, T, mask_place(chunk));
    x86_vex(&block->as, is_first ? VMOVUPS : VORPS, NANS, is_first ? 0 : NANS, in_register(T));
}

/* Emits an op on doubles. All results are tested before any is stored, as in emit_tested(). */
void doubles_emit(struct block *block, const struct vector_op *vop)
{
    unsigned all = block_chunks(block), step = block_step(block), strip = all < 2 ? 1 : 2 / step;
    if (has_flag(vop->recipe))
        vector_leave_for_mask(block, vop->op);
    for (unsigned first = 0; first < all; first += strip * step) {
        size_t skip = vector_skip(block, first, strip * step);
        for (unsigned i = 0; i < strip; i++) {
            compute_doubles(block, vop, first + i * step, 2 * i);
            if (!is_exact(vop->recipe))
                note_doubles(block, vop, first + i * step, 2 * i, i == 0);
        }
        if (!is_exact(vop->recipe))
            vector_leave_for_nans(block, vop->op, first);
        for (unsigned i = 0; i < strip; i++) {
            take_words(block, DOUBLES_LOW, 2 * i, 2 * i + 1, EVEN_WORDS);
            take_words(block, DOUBLES_HIGH, 2 * i, 2 * i + 1, ODD_WORDS);
            vector_store(block, vop->op, 0, first + i * step, DOUBLES_LOW);
            vector_store(block, vop->op, 1, first + i * step, DOUBLES_HIGH);
        }
        vector_land(block, skip);
    }
    if (vop->recipe->shape == DOUBLES_GUARDED)
        vector_clear_mask(block, &vop->op->dst2);
    block_resume(block);
}

/* Emits a compare of doubles, which writes a mask. */
void doubles_emit_compare(struct block *block, const struct vector_op *vop)
{
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk += block_step(block)) {
        compute_doubles(block, vop, chunk, RESULT);
        take_words(block, RESULT, RESULT, RESULT + 1, EVEN_WORDS);
        vector_gather_mask(block, RESULT, chunk);
    }
    vector_finish_compare(block, vop);
}
