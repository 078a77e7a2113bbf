/* recipes: what vector instructions compute, written as AVX2 instructions for eight lanes.
 * recipes.c says how to read and write a recipe. */
#ifndef EMULATOR_JIT_RECIPES_H
#define EMULATOR_JIT_RECIPES_H

#include "x86.h"

/* Names of vector registers in recipes. A template that tests for NaNs computes the results of
 * several chunks before it stores the first: the results are in the registers from 0 on, and RESULT
 * of a recipe means the register of the current chunk. */
enum vector_register {
    RESULT = 0,
    V = 1,  /* a temporary register, only in shapes that do not test results */
    HIGH,   /* the upper word of the result, if it has two words */
    FOURTH, /* the op's fourth source */
    /* holds the op's fourth source during all chunks, if it is the same in all lanes */
    FOURTH_SCALAR,
    /* the first of three registers that do for the lower result of shape PAIRED what SCALARS
     * does */
    PAIR_SCALARS = 4,
    W = 5, /* W and X are temporary registers, except in shape PAIRED */
    X,
    /* marks lanes in which a result so far is a NaN, or which a GUARDED recipe cannot compute */
    NANS = 7,
    A = 8, /* A, B, C: the sources; a source of two words takes two of these registers, the lower
            * word first */
    B,
    C,
    T, /* T and U are temporary registers; some shapes take a mask from U at the end of a recipe */
    U,
    /* the first of three registers that hold, during all chunks, those of A, B and C that are the
     * same in all lanes */
    SCALARS = 13,
    /* The names from here on are not registers, but constants in memory. Only the second operand of
     * a step may be one of them. */
    BEFORE_LOW = 16, /* for each lane, a mask of those of lanes 0 to 31 that come before it */
    BEFORE_HIGH,     /* for each lane, a mask of those of lanes 32 to 63 that come before it */
    ROWS,            /* ROWS + an enum row is a row of constants (block.h) */
};

/* A step of a recipe, which is one host instruction: |to| = op(|first|, |second|), where |byte| is
 * the immediate. In a shift by a constant, |first| is the kind of shift, BY_*, and |byte| the
 * number of bits. */
struct step {
    enum vex op;
    uint8_t to, first, second, byte;
};
/* Immediates that say which parts of a register come from the second operand: ODD_LANES for
 * VPBLENDD, HIGH_HALVES and LOW_HALVES (of lanes) for VPBLENDW. */
enum { ODD_LANES = 0xaa, HIGH_HALVES = 0xaa, LOW_HALVES = 0x55 };
/* Immediates of VPERMQ: EVEN_QUADS moves the first and the third quarter of a register to the lower
 * half; MIDDLE_SWAPPED swaps the second and the third quarter. */
enum { EVEN_QUADS = 0x08, MIDDLE_SWAPPED = 0xd8 };
enum { TO_ZERO = 3 }; /* immediate of VCVTPS2PH: rounds toward zero */
/* the |byte| of steps that only compute the mask in U, if their instruction takes no immediate;
 * such steps are left out if the op's mask is not needed */
enum { OF_MASK = 1 };
enum { BY_RIGHT = 2, BY_SIGNED = 4, BY_LEFT = 6 }; /* the kinds of shifts by a constant */
/* Values of |byte| for a shift by a number that is computed from constant sources of the op: see
 * numbered_recipe. */
enum {
    NUMBER_A = 0x80, /* shifts by the constant source A */
    NUMBER_B,
    NUMBER_C,
    REST_A, /* shifts by 32 minus the constant source A */
    REST_B,
    REST_C,
    /* shifts by the number of bits above a field, 32 - B - C, where the field has C bits from bit B
     * on, and B and C are constant sources */
    FIELD_ABOVE,
    FIELD_OTHERS /* shifts by the number of bits outside of this field, 32 - C */
};

/* The predicates of VCMPPS and VCMPPD: values of their immediate. */
enum {
    EQ_OQ = 0x00,
    UNORD_Q = 0x03,
    NEQ_UQ = 0x04,
    ORD_Q = 0x07,
    EQ_UQ = 0x08,
    NEQ_OQ = 0x0c,
    LT_OQ = 0x11,
    LE_OQ = 0x12,
    NLT_UQ = 0x15,
    NLE_UQ = 0x16,
    NGE_UQ = 0x19,
    NGT_UQ = 0x1a,
    GE_OQ = 0x1d,
    GT_OQ = 0x1e,
};

/* The immediates of VROUNDPS and VROUNDPD, which say how to round. */
enum { ROUND_TO_EVEN = 8, ROUND_TO_LESS, ROUND_TO_GREATER, ROUND_TO_ZERO };

enum shape {
    PLAIN,  /* RESULT goes to the op's result register */
    TESTED, /* like PLAIN, but if RESULT is a NaN in an active lane, the interpreter runs the op */
    /* like PLAIN, but if a source is a NaN in an active lane, the interpreter runs the op */
    ORDERED,
    /* like TESTED, for ops that compute two floats in each lane, a lower and an upper result */
    PAIRED,
    /* a flag that is added to other shapes: at the start, RESULT holds the third source */
    ACCUMULATES = 4,
    /* RESULT has ~0 in lanes where the compare is true, else 0; the op writes these as a mask */
    COMPARES = 8,
    COMPARES_NOT, /* like COMPARES, but the op writes the inverse of RESULT as a mask */
    /* RESULT goes to the op's result register, and the inverse of U to the mask that the op writes
     * too */
    CARRIES_NOT,
    WIDE,             /* RESULT and HIGH go to the two registers of the op's result */
    WIDE_CARRIES_NOT, /* like WIDE, and the inverse of U goes to the mask that the op writes too */
    WIDENED, /* like TESTED, but computed in double precision, four lanes at a time: A is converted
              * from floats, and RESULT to floats; denormal floats become zeros. T, U, B and C are
              * free */
    GUARDED, /* like PLAIN, but if a lane of U is not 0, the interpreter runs the op. A mask that
              * the op also writes becomes 0 */
    FLAGGED, /* TESTED | ACCUMULATES; but if the fourth source, a mask, has an active lane, the
              * interpreter runs the op */
    FLAGGED_EXACT, /* like PLAIN, but if the fourth source, a mask, has an active lane, the
                    * interpreter runs the op */
    DOUBLES,       /* like TESTED, but sources and RESULT are doubles, four lanes at a time */
    DOUBLES_ADD,   /* like DOUBLES, but at the start RESULT holds the third source */
    /* what GUARDED is for floats: like DOUBLES_EXACT, but if a lane of U is not 0, the interpreter
     * runs the op; a mask that the op also writes becomes 0 */
    DOUBLES_GUARDED,
    /* what FLAGGED is for floats: like DOUBLES_ADD, but if the fourth source, a mask, has an active
     * lane, the interpreter runs the op */
    DOUBLES_FLAGGED,
    DOUBLES_EXACT, /* like DOUBLES, but RESULT is not tested for NaNs */
    /* like DOUBLES_EXACT, but if the fourth source, a mask, has an active lane, the interpreter
     * runs the op */
    DOUBLES_FLAGGED_EXACT,
    DOUBLES_COMPARE /* what COMPARES is for floats: the op writes RESULT, of doubles, as a mask */
};

/* |to| = |from|, with denormal numbers replaced by zeros of the same sign. Changes T and U. */
#define STEPS_FLUSH(to, from)                                                                      \
    {VPAND, T, from, ROWS + ROW_INFINITY, 0}, {VPCMPEQD, T, T, ROWS + ROW_ZERO, 0},                \
        {VPANDN, U, T, from, 0}, {VPAND, T, from, ROWS + ROW_SIGN, 0},                             \
    {                                                                                              \
        VPOR, to, T, U, 0                                                                          \
    }

enum { STEPS_MAX = 28 };
struct recipe {
    const char *name;
    enum shape shape;
    struct step steps[STEPS_MAX];
};
struct numbered_recipe {
    struct recipe recipe;
    unsigned sources; /* bit i: source i must be a constant, which steps take as an immediate */
};
enum { IS_A = 1, IS_B = 2, IS_C = 4, IS_FIELD = IS_B | IS_C };

/* Returns the recipe of the instruction that isa/ calls |name|; NULL if there is no recipe for
 * it. */
const struct recipe *recipe_find(const char *name);
/* Returns a recipe for ops with constant sources, which its steps take as immediates, or NULL. */
const struct numbered_recipe *recipe_find_numbered(const char *name);
/* Returns a recipe whose steps make a GPU's NaNs themselves, with more steps than the usual recipe,
 * or NULL. It is for ops that often have NaNs. */
const struct recipe *recipe_find_exact(const char *name);

#endif
