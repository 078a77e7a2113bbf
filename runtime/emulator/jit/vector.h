/* vector: declarations that the templates of vector instructions share. See vector.c for how they
 * work. */
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

/* The sources of an op, split into words: each word is a VGPR, an SGPR, a mask or a constant. A
 * source of two words, such as an address, has its lower word first. */
enum { WORDS_MAX = 4 };
struct words {
    struct operand all[WORDS_MAX];
    unsigned count;
    /* the first of the vector registers for words that are the same in all lanes: word i is in
     * register |scalars| + i */
    unsigned scalars;
    bool needs_mask;  /* whether the op also writes a mask that may be read later */
    unsigned numbers; /* bit i: word i is a constant that steps take as an immediate */
    bool adds_third;  /* whether word 2 is loaded to the result's register, and steps add to it */
};

/* The role of an op in a division; see divisions.c. */
enum division_part {
    DIVISION_NONE,
    DIVISION_SCALE,
    DIVISION_LINK,
    DIVISION_FIXUP,
    DIVISION_BROKEN, /* an op after which the ops can no longer be a division */
};

/* An op with its recipe and sources, from which templates make code. */
struct vector_op {
    const struct recipe *recipe;
    const struct op *op;
    /* |words|: the sources; |high|: in shape PAIRED, the sources of the upper result */
    struct words words, high;
    enum division_part division; /* the op's role in a division of a run */
};

/* Emits code that computes the wave's |exec_lanes|, which mask_place() names, unless earlier code
 * of the block does so. No jump may skip this code, because the rest of the block relies on it. */
void vector_need_masks(struct block *block);
/* Emits a jump that is taken if |count| chunks, 1 or 2, from |chunk| on, have no active lane.
 * Returns the jump. Emits nothing and returns 0 unless the block is for waves with any lanes
 * active. */
size_t vector_skip(struct block *block, unsigned chunk, unsigned count);
/* Makes the jump of vector_skip() lead to the code that follows; does nothing if |skip| is 0. */
void vector_land(struct block *block, size_t skip);
/* Stores |result| to the active lanes of |chunk| of the |word|-th register that |op| writes. */
void vector_store(struct block *block, const struct op *op, unsigned word, unsigned chunk,
                  unsigned result);
/* If NANS marks a lane, the interpreter runs |op| for the lanes from |chunk| on; the results of
 * earlier lanes are already stored. */
void vector_leave_for_nans(struct block *block, const struct op *op, unsigned chunk);
/* If the fourth source of |op|, a mask, has an active lane, the interpreter runs |op|. */
void vector_leave_for_mask(struct block *block, const struct op *op);
/* Emits the steps of a recipe whose sources are in A, B, C and FOURTH. */
void vector_emit_loaded(struct block *block, const struct recipe *recipe, unsigned result);
/* Emits the steps of a recipe whose sources are in the registers |from|; NULL means A, B, C and
 * FOURTH. */
void vector_emit_from(struct block *block, const struct recipe *recipe, unsigned result,
                      const uint8_t *from);
/* Returns how many words of sources a recipe reads. */
unsigned vector_count_sources(const struct recipe *recipe);
void vector_clear_mask(struct block *block, const struct operand *mask);
/* Adds to the mask in rcx the sign bits of |reg|, one bit for each lane of |chunk|. Chunk 0 must
 * come first. */
void vector_gather_mask(struct block *block, unsigned reg, unsigned chunk);
/* Stores the mask in rcx to the mask operand that the compare |vop| writes; inverts it first for
 * shape COMPARES_NOT. */
void vector_finish_compare(struct block *block, const struct vector_op *vop);

/* Fills |out| for |op|. Returns false if |op| has no recipe, or has modifiers or operands for which
 * templates have no code. */
bool vector_prepare(const struct block *block, const struct op *op, struct vector_op *out);
/* Emits loads of the words of sources that are the same in all lanes. Call this before the first
 * chunk. */
void vector_load_scalars(struct block *block, const struct words *words);
/* Emits the steps for a chunk, with |result| and |high| as the registers RESULT and HIGH. */
void vector_compute(struct block *block, const struct vector_op *vop, unsigned chunk,
                    unsigned result, unsigned high);
/* Loads the one or two sources of an op of shape ORDERED. Returns the register of the first source;
 * |*second| gets the place of the second source, or of the only one. */
unsigned vector_load_ordered(struct block *block, const struct vector_op *vop, unsigned chunk,
                             struct place *second);
unsigned vector_scalar_register(const struct words *words, unsigned i);
/* Returns the index of the source that |reg|, a register of recipes, names, or -1 if |reg| does
 * not name a source. */
int vector_source_number(unsigned reg);
bool vector_is_short(enum type type);
/* Whether code of |shape| may call the interpreter for the op, for some or all of the lanes. */
bool vector_may_leave(enum shape shape);
/* Whether EXEC is an operand of |op|. The interpreter cannot run such an op for only some of the
 * lanes: it would set EXEC to these lanes, and |op| would see that. */
bool vector_names_exec(const struct op *op);
/* Whether |s| has modifiers, so that its value differs from the register's value. */
bool vector_is_changed(const struct operand *s);
/* Whether the steps of |recipe| expect the third source in RESULT. */
bool vector_accumulates(const struct recipe *recipe);
/* Whether an op after |op| overwrites |mask| before any op may read it. */
bool vector_mask_is_lost(const struct block *block, const struct op *op,
                         const struct operand *mask);

/* ---- Divisions: divisions.c ------------------------------------------------------------------ */

enum { DIVISION_OPS = 16 };

/* The ops of a division; the program may have other ops between them. */
struct division {
    const struct op *ops[DIVISION_OPS];
    uint8_t parts[DIVISION_OPS];
    unsigned count;
    bool is_past; /* whether v_div_fmas is in the run; later ops of the division do not use the
                   * masks */
};

/* Whether |op| begins a division. If so, fills |out|. */
bool division_find(const struct block *block, const struct op *op, struct division *out);
/* Sets the role of |vop| in |division|, and the recipe that the role needs. */
void division_prepare(struct division *division, struct vector_op *vop);
/* Whether |operand| overlaps a mask that |division| sets to 0. */
bool division_clears(const struct division *division, const struct operand *operand);
/* Whether one of the first three sources of |op| overlaps a mask that |division| sets to 0. */
bool division_meets(const struct division *division, const struct op *op);
void division_clear_masks(struct block *block, const struct division *division);

/* Whether all steps of |recipe| have forms for 16 lanes, and |block| may use them. */
bool vector_can_be_wide(const struct block *block, const struct recipe *recipe);

/* ---- Runs: runs.c ---------------------------------------------------------------------------- */

enum {
    /* how many vector registers a host with AVX-512 has; other hosts have 16 */
    VECTOR_REGISTERS = 32,
    RUN_MAX = 32,
    RUN_LITERALS = 24,
    RUN_DIVISIONS = 4
};

/* The contents of a vector register of the host during a run: a register of the wave, or a mask. */
struct value {
    bool is_used;
    /* whether an op after the run overwrites the value before any op reads it, so that the run need
     * not store it */
    bool is_lost;
    uint8_t kind;
    uint16_t reg;
};

/* The resources that all ops of a run need together. */
struct needs {
    unsigned steps, literals;
    unsigned reserved; /* the set of vector registers that the recipes use, one bit for each */
    struct value written[VECTOR_REGISTERS]; /* the registers of the wave that the run writes */
    unsigned written_count;
    unsigned results;           /* the most host registers that one op needs for its results */
    const struct operand *mask; /* the mask that the run writes, or NULL */
    bool mask_is_read;          /* whether an op of the run reads |mask| */
    unsigned savings;           /* how many loads and stores the run saves */
};

struct run {
    struct vector_op ops[RUN_MAX];
    unsigned count;
    unsigned registers; /* how many vector registers of the host the run may use */
    bool is_wide;       /* whether the run computes 16 lanes at a time */
    struct needs needs;
    struct division divisions[RUN_DIVISIONS];
    unsigned division_count;
    unsigned zeros;  /* the host register that marks the zeros of the current division */
    bool mask_lives; /* whether ops after the run may read |needs.mask| */
    const struct op *last, *end; /* the last op of the run, and the op after it */
    unsigned all;                /* the number of the run's ops, including ops that do nothing */
    struct value values[VECTOR_REGISTERS]; /* for each host register, the value that it holds at
                                            * this point of the run */
    bool has_nans;                         /* whether NANS has a value yet */
    int untested; /* the host register of a result that is not yet tested for NaNs, or -1 */
};

/* A kind of run: of floats, or of doubles. */
struct run_kind {
    enum type divided; /* the type of the numbers that are divided in runs of this kind */
    /* whether |vop|, which is not part of |division|, needs a mask that |division| sets to 0 */
    bool (*meets)(const struct division *division, const struct run *run,
                  const struct vector_op *vop);
    /* adds |vop| to |run|; returns false if |vop| does not fit */
    bool (*add)(struct run *run, const struct vector_op *vop);
};

/* Fills |run| with the ops of the run that begins at dword |at|. If |run->count| is then 0, no run
 * begins there. A division is in the run as a whole, or not at all. */
void run_gather(const struct block *block, uint32_t at, const struct run_kind *kind,
                struct run *run);
/* Whether an op after |op| overwrites the register |value| before any op may read it. */
bool run_loses(const struct block *block, const struct op *op, const struct value *value);
/* Returns the host's vector register that holds |operand|, or -1. */
int run_register(const struct run *run, const struct operand *operand);
/* Emits a jump that is taken if |condition|: the interpreter then runs all ops of |run| for the
 * lanes of |chunk|, instead of the code that follows up to block_resume(). */
void block_slow_run_if(struct block *block, enum condition_code condition, const struct run *run,
                       unsigned chunk);

/* ---- Doubles: doubles.c ---------------------------------------------------------------------- */

static inline bool recipe_is_of_doubles(const struct recipe *recipe)
{
    return recipe->shape >= DOUBLES && recipe->shape <= DOUBLES_COMPARE;
}

/* Applies the modifiers of |operand|, neg and abs, to the doubles in |reg|. */
void doubles_change_sign(struct block *block, const struct operand *operand, unsigned reg);
bool doubles_are_readable(const struct recipe *recipe, const struct op *op);
void doubles_load_scalars(struct block *block, const struct op *op);
void doubles_emit(struct block *block, const struct vector_op *vop);
void doubles_emit_compare(struct block *block, const struct vector_op *vop);

/* ---- DPP: cross_lane.c moves a source to VGPR_SPARE first. ----------------------------------- */

/* Whether dpp_move() can move the first source of |op|, which has DPP. */
bool dpp_fits(const struct block *block, const struct op *op, enum shape shape);
void dpp_move(struct block *block, const struct op *op);
/* Returns the lanes that |op| writes if their source lanes are active. */
uint64_t dpp_writes(const struct block *block, const struct op *op);
/* Whether a source lane of |op| may be inactive. If so, dpp_move() stores ~0 for each lane whose
 * source lane is active, else 0, at dpp_served_place(). */
bool dpp_is_served(const struct block *block, const struct op *op);
static inline struct place dpp_served_place(unsigned chunk)
{
    return in_wave(offsetof(struct wave, mask_result) + chunk * CHUNK_BYTES);
}

#endif
