/* vector: what the templates of vector instructions share: see vector.c.
 */
#ifndef EMULATOR_JIT_VECTOR_H
#define EMULATOR_JIT_VECTOR_H

#include "block.h"
#include "recipes.h"

static inline struct place operand_place(const struct block *block, const struct operand *operand,
                                         unsigned chunk)
{
    return lanes_place(block, operand->kind, operand->reg, chunk);
}

static inline struct place mask_place(unsigned chunk)
{
    return in_wave(offsetof(struct wave, exec_lanes) + chunk * CHUNK_BYTES);
}

/* The words of an op's sources, which are what templates work on. */
enum { WORDS_MAX = 4 };
struct words {
    struct operand all[WORDS_MAX];
    unsigned count;
    unsigned scalars; /* the vector register of the first, if it is the same in all lanes */
    bool needs_mask;  /* of an op that makes one as well */
};

/* What an op is made from. */
struct making {
    const struct recipe *recipe;
    const struct op *op;
    struct words words, high; /* |high|: for the second of PAIRED */
};

/* Computes the wave's |exec_lanes|, unless they are: for mask_place(). All of the code that follows
 * must come through here. */
void vector_need_masks(struct block *block);
/* The |word|-th of the registers that |op| writes. */
void vector_store(struct block *block, const struct op *op, unsigned word, unsigned chunk,
                  unsigned result);
/* If there are NaNs, the interpreter runs the op; the lanes of the chunks before |chunk| are done.
 */
void vector_leave_for_nans(struct block *block, const struct op *op, unsigned chunk);
/* Of an op whose fourth source is a mask: the interpreter runs it if the mask has an active lane.
 */
void vector_leave_for_mask(struct block *block, const struct op *op);
/* Emits the steps of a recipe whose sources are in the registers from A on. */
void vector_emit_loaded(struct block *block, const struct recipe *recipe, unsigned result);
/* The number of sources that a recipe names. */
unsigned vector_count_sources(const struct recipe *recipe);
void vector_clear_mask(struct block *block, const struct operand *mask);
/* The signs of eight lanes go to rcx. */
void vector_gather_mask(struct block *block, unsigned reg, unsigned chunk);
/* rcx, or its opposite, goes to the masks that a compare writes. */
void vector_finish_compare(struct block *block, const struct making *making);

/* ---- Doubles: doubles.c ---------------------------------------------------------------------- */

static inline bool recipe_is_of_doubles(const struct recipe *recipe)
{
    return recipe->shape >= DOUBLES && recipe->shape <= DOUBLES_COMPARE;
}

bool doubles_are_readable(const struct recipe *recipe, const struct op *op);
void doubles_load_scalars(struct block *block, const struct op *op);
void doubles_emit(struct block *block, const struct making *making);
void doubles_emit_compare(struct block *block, const struct making *making);

/* ---- DPP: cross_lane.c moves a source to VGPR_SPARE first. ------------------------------------
 */

/* Whether the source of |op|, which has DPP, can be moved. */
bool dpp_fits(const struct block *block, const struct op *op, enum shape shape);
void dpp_move(struct block *block, const struct op *op);
/* The lanes that it writes, where their sources are active. */
uint64_t dpp_writes(const struct block *block, const struct op *op);
/* Whether sources may be inactive: then dpp_move() stores those that are active, 0 or ~0 a lane. */
bool dpp_is_served(const struct block *block, const struct op *op);
static inline struct place dpp_served_place(unsigned chunk)
{
    return in_wave(offsetof(struct wave, mask_result) + chunk * CHUNK_BYTES);
}

#endif
