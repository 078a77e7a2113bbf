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

/* The sources of an op as templates read them: words, each a VGPR, an SGPR, a mask or a constant.
 * Of a source of two words, such as an address, the lower one comes first. */
enum { WORDS_MAX = 4 };
struct words {
    struct operand all[WORDS_MAX];
    unsigned count;
    unsigned scalars; /* the vector register of the first, if it is the same in all lanes */
    bool needs_mask;  /* of an op that makes one as well */
    unsigned numbers; /* those that the steps have, a bit each */
    bool adds_third;  /* to the result, which it is in from the beginning */
};

/* What an op is to a division, see divisions.c. */
enum division_part {
    DIVISION_NONE,
    DIVISION_SCALE,
    DIVISION_LINK,
    DIVISION_FIXUP,
    DIVISION_BROKEN, /* the ops are not a division */
};

/* An op, and what its code is made from. */
struct vector_op {
    const struct recipe *recipe;
    const struct op *op;
    struct words words, high;    /* |high|: for the second of PAIRED */
    enum division_part division; /* in a run */
};

/* Computes the wave's |exec_lanes|, unless they are: for mask_place(). All of the code that follows
 * must come through here. */
void vector_need_masks(struct block *block);
/* In waves with some lanes active, jumps if |count| chunks, 1 or 2, have no active lane. Returns
 * where from; 0 in other waves. */
size_t vector_skip(struct block *block, unsigned chunk, unsigned count);
/* Lands such a jump. */
void vector_land(struct block *block, size_t skip);
/* The |word|-th of the registers that |op| writes. */
void vector_store(struct block *block, const struct op *op, unsigned word, unsigned chunk,
                  unsigned result);
/* If there are NaNs, the interpreter runs the op; the lanes of the chunks before |chunk| are done.
 */
void vector_leave_for_nans(struct block *block, const struct op *op, unsigned chunk);
/* The interpreter runs |op|, whose fourth source is a mask, if the mask has an active lane. */
void vector_leave_for_mask(struct block *block, const struct op *op);
/* Emits the steps of a recipe whose sources are in the registers from A on. */
void vector_emit_loaded(struct block *block, const struct recipe *recipe, unsigned result);
/* Likewise with sources in any registers; NULL: from A on. */
void vector_emit_from(struct block *block, const struct recipe *recipe, unsigned result,
                      const uint8_t *from);
/* The number of sources that a recipe names. */
unsigned vector_count_sources(const struct recipe *recipe);
void vector_clear_mask(struct block *block, const struct operand *mask);
/* The signs of eight lanes go to rcx. */
void vector_gather_mask(struct block *block, unsigned reg, unsigned chunk);
/* rcx, or its opposite, goes to the masks that a compare writes. */
void vector_finish_compare(struct block *block, const struct vector_op *vop);

/* Whether |op| has a recipe, and nothing that templates lack. */
bool vector_prepare(const struct block *block, const struct op *op, struct vector_op *out);
/* Before the first chunk: the sources that are the same in all lanes. */
void vector_load_scalars(struct block *block, const struct words *words);
/* Emits the steps for a chunk. |high|: where HIGH is. */
void vector_compute(struct block *block, const struct vector_op *vop, unsigned chunk,
                    unsigned result, unsigned high);
/* Loads the sources of ORDERED, one or two: returns the first, and |*second|. */
unsigned vector_load_ordered(struct block *block, const struct vector_op *vop, unsigned chunk,
                             struct place *second);
unsigned vector_scalar_register(const struct words *words, unsigned i);
/* The number of a source among the registers of a recipe, or -1. */
int vector_source_number(unsigned reg);
bool vector_is_short(enum type type);
/* Whether the interpreter may run an op of this shape for some of the lanes. */
bool vector_may_leave(enum shape shape);
/* Whether EXEC is an operand. Such an op cannot be run again for some of the lanes: while the
 * interpreter does so, EXEC has those alone. */
bool vector_names_exec(const struct op *op);
/* Whether a source is not its register as it is. */
bool vector_is_changed(const struct operand *s);
/* Whether the third source is in RESULT before. */
bool vector_accumulates(const struct recipe *recipe);
/* Whether another op writes |mask| behind |op| before one may read it. */
bool vector_mask_is_lost(const struct block *block, const struct op *op,
                         const struct operand *mask);

/* ---- Divisions: divisions.c ------------------------------------------------------------------ */

enum { DIVISION_OPS = 16 };

/* The ops of a division, without others that are between them. */
struct division {
    const struct op *ops[DIVISION_OPS];
    uint8_t parts[DIVISION_OPS];
    unsigned count;
    bool is_past; /* of a run's: v_div_fmas is behind, and no other op of it has its masks */
};

/* Whether a division begins with |op|. */
bool division_find(const struct block *block, const struct op *op, struct division *out);
/* Sets what |vop| is to |division|, and its recipe there. HIGH is where the zeros are. */
void division_prepare(struct division *division, struct vector_op *vop);
/* Whether |operand| has a mask that |division| makes 0. */
bool division_clears(const struct division *division, const struct operand *operand);
/* Whether a number that |op| reads is one of these masks. */
bool division_meets(const struct division *division, const struct op *op);
void division_clear_masks(struct block *block, const struct division *division);

/* Whether a recipe can be made for 16 lanes. */
bool vector_can_be_wide(const struct block *block, const struct recipe *recipe);

/* ---- Runs: runs.c ---------------------------------------------------------------------------- */

enum {
    VECTOR_REGISTERS = 32, /* 16 without AVX-512 */
    RUN_MAX = 32,
    RUN_LITERALS = 24,
    RUN_DIVISIONS = 4
};

/* A register of the wave, or a mask, that a vector register has. */
struct value {
    bool is_used;
    bool is_lost; /* of those that a run writes: it need not be stored */
    uint8_t kind;
    uint16_t reg;
};

/* What the ops of a run need together. */
struct needs {
    unsigned steps, literals;
    unsigned reserved;                      /* the vector registers that recipes use */
    struct value written[VECTOR_REGISTERS]; /* all registers that the run writes, */
    unsigned written_count;
    unsigned results;           /* of an op, at most: they do not replace others at once */
    const struct operand *mask; /* and the mask, or NULL; */
    bool mask_is_read;          /* by the run */
    unsigned savings;           /* loads and stores that are not needed */
};

struct run {
    struct vector_op ops[RUN_MAX];
    unsigned count;
    unsigned registers; /* of the host */
    bool is_wide;       /* of 16 lanes at a time */
    struct needs needs;
    struct division divisions[RUN_DIVISIONS];
    unsigned division_count;
    unsigned zeros;                        /* of the division that goes on: a register */
    bool mask_lives;                       /* it is read after the run */
    const struct op *last, *end;           /* the last op, and what comes after it */
    unsigned all;                          /* its ops, with those that do nothing */
    struct value values[VECTOR_REGISTERS]; /* so far */
    bool has_nans;                         /* NANS is in use */
    int untested;                          /* a result that may be a NaN, or -1 */
};

/* A kind of runs. */
struct run_kind {
    enum type divided; /* by its divisions */
    /* whether an op that is not of a division needs a mask that it makes 0 */
    bool (*meets)(const struct division *division, const struct run *run,
                  const struct vector_op *vop);
    bool (*add)(struct run *run, const struct vector_op *vop); /* maybe: if it fits */
};

/* The ops of a run that begins at |at|. A division is in it as a whole, or not at all. */
void run_gather(const struct block *block, uint32_t at, const struct run_kind *kind,
                struct run *run);
/* Whether a register is written again, behind |op|, before anything may read it. */
bool run_loses(const struct block *block, const struct op *op, const struct value *value);
/* The vector register that has a source, or -1. */
int run_register(const struct run *run, const struct operand *operand);
/* If |condition|, the interpreter runs a run for the lanes of |chunk| instead of what follows up to
 * block_resume(). */
void block_slow_run_if(struct block *block, enum condition_code condition, const struct run *run,
                       unsigned chunk);

/* ---- Doubles: doubles.c ---------------------------------------------------------------------- */

static inline bool recipe_is_of_doubles(const struct recipe *recipe)
{
    return recipe->shape >= DOUBLES && recipe->shape <= DOUBLES_COMPARE;
}

/* A sign and a magnitude of four lanes. */
void doubles_change_sign(struct block *block, const struct operand *operand, unsigned reg);
bool doubles_are_readable(const struct recipe *recipe, const struct op *op);
void doubles_load_scalars(struct block *block, const struct op *op);
void doubles_emit(struct block *block, const struct vector_op *vop);
void doubles_emit_compare(struct block *block, const struct vector_op *vop);

/* ---- DPP: cross_lane.c moves a source to VGPR_SPARE first. ----------------------------------- */

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
