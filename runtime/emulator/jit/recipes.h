/* recipes: what vector instructions compute, as AVX2 instructions of eight lanes. recipes.c says
 * how to read and write one.
 */
#ifndef EMULATOR_JIT_RECIPES_H
#define EMULATOR_JIT_RECIPES_H

#include "x86.h"

/* Names of vector registers in recipes. A template that tests for NaNs computes the results of
 * several chunks before it stores one: they are in the registers from 0 on, and a recipe's RESULT
 * is the register of the current chunk.
 */
enum vector_register {
    RESULT = 0,
    V = 1,            /* temporary, in shapes that do not test results */
    HIGH,             /* the result's upper word */
    FOURTH,           /* the fourth source */
    FOURTH_SCALAR,    /* the fourth source, if it is the same in all lanes */
    PAIR_SCALARS = 4, /* three registers: as SCALARS, for the lower result of PAIRED */
    W = 5,            /* W and X: temporary, but not in shape PAIRED */
    X,
    NANS = 7, /* lanes with a NaN so far, or lanes that a GUARDED recipe cannot compute */
    A = 8,    /* A, B, C: the sources; one of two words takes two, the lower word first */
    B,
    C,
    T, /* T and U: temporary */
    U,
    SCALARS = 13, /* three registers: A, B and C, if they are the same in all lanes */
    /* A step's second operand may also be in memory: */
    BEFORE_LOW = 16, /* for each lane a mask of the lanes before it, among lanes 0 to 31 */
    BEFORE_HIGH,     /* for each lane a mask of the lanes before it, among lanes 32 to 63 */
    ROWS,            /* ROWS + an enum row: a row of constants */
};

/* to = op(first, second). For a shift by a number, |first| is its kind, BY_*, and |byte| the
 * number.
 */
struct step {
    enum vex op;
    uint8_t to, first, second, byte;
};
/* Numbers of VPBLENDD (ODD_LANES) and of VPBLENDW. */
enum { ODD_LANES = 0xaa, HIGH_HALVES = 0xaa, LOW_HALVES = 0x55 };
/* Numbers of VPERMQ: EVEN_QUADS moves the first and the third quarter of a register to the lower
 * half; MIDDLE_SWAPPED swaps the second and the third quarter. */
enum { EVEN_QUADS = 0x08, MIDDLE_SWAPPED = 0xd8 };
enum { TO_ZERO = 3 }; /* number of VCVTPS2PH: rounds toward zero */
enum { OF_MASK = 1 }; /* |byte| of a step that takes no number: only the mask in U needs the step */
enum { BY_RIGHT = 2, BY_SIGNED = 4, BY_LEFT = 6 }; /* kinds of shifts */
/* |byte| of a shift whose number is made from constant sources of the op: see numbered_recipe. */
enum {
    NUMBER_A = 0x80, /* the constant */
    NUMBER_B,
    NUMBER_C,
    REST_A, /* 32 minus the constant */
    REST_B,
    REST_C,
    FIELD_ABOVE, /* a field has C bits, from bit B on: the number of bits above the field */
    FIELD_OTHERS /* the number of bits outside of the field */
};

/* The predicates of VCMPPS and VCMPPD. */
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

/* Numbers of VROUNDPS and VROUNDPD. */
enum { ROUND_TO_EVEN = 8, ROUND_TO_LESS, ROUND_TO_GREATER, ROUND_TO_ZERO };

enum shape {
    PLAIN,            /* RESULT goes to the register */
    TESTED,           /* as PLAIN, but if RESULT is a NaN, the interpreter runs the op */
    ORDERED,          /* as PLAIN, but if a source is a NaN, the interpreter runs the op */
    PAIRED,           /* as TESTED, with two floats a lane */
    ACCUMULATES = 4,  /* added to other shapes: the third source is in RESULT at the start */
    COMPARES = 8,     /* RESULT is a mask */
    COMPARES_NOT,     /* the inverse of RESULT is a mask */
    CARRIES_NOT,      /* RESULT goes to the register, the inverse of U to the mask */
    WIDE,             /* RESULT and HIGH go to two registers */
    WIDE_CARRIES_NOT, /* as WIDE, and the inverse of U goes to the mask */
    WIDENED, /* as TESTED, in double precision, four lanes at a time: A is made from floats, and
                RESULT becomes floats; denormal floats become zeros. T, U, B and C are free */
    GUARDED, /* as PLAIN, but if U is not 0, the interpreter runs the op. A mask that the op also
                writes becomes 0 */
    FLAGGED, /* TESTED | ACCUMULATES; if the fourth source, a mask, has an active lane, the
                interpreter runs the op */
    FLAGGED_EXACT,         /* as PLAIN, with the mask of FLAGGED */
    DOUBLES,               /* as TESTED, for doubles, four lanes at a time */
    DOUBLES_ADD,           /* as DOUBLES, with the third source in RESULT at the start */
    DOUBLES_GUARDED,       /* as GUARDED, for doubles */
    DOUBLES_FLAGGED,       /* as FLAGGED, for doubles */
    DOUBLES_EXACT,         /* as PLAIN, for doubles */
    DOUBLES_FLAGGED_EXACT, /* as FLAGGED_EXACT, for doubles */
    DOUBLES_COMPARE        /* RESULT is a mask, for doubles */
};

/* |to| = |from|, with a zero of the same sign in place of a denormal number. Changes T and U. */
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
    unsigned sources; /* bit i: source i must be a constant, which steps take as a number */
};
enum { IS_A = 1, IS_B = 2, IS_C = 4, IS_FIELD = IS_B | IS_C };

/* Returns the recipe of the instruction that isa/ calls |name|; NULL if it has none. */
const struct recipe *recipe_find(const char *name);
/* Returns the recipe for ops some of whose sources are constants, or NULL. */
const struct numbered_recipe *recipe_find_numbered(const char *name);
/* Returns a recipe that makes a GPU's NaNs itself, in more steps, or NULL. It is for ops that often
 * have NaNs. */
const struct recipe *recipe_find_exact(const char *name);

#endif
