/* recipes: what vector instructions compute, as AVX2 instructions of eight lanes. recipes.c says
 * how to read and write one.
 */
#ifndef EMULATOR_JIT_RECIPES_H
#define EMULATOR_JIT_RECIPES_H

#include "x86.h"

/* Vector registers. Where a template tests for NaNs, several results are computed before one is
 * stored: they are in registers from 0 on, and RESULT is that of the eight lanes in question.
 */
enum vector_register {
    RESULT = 0,
    V = 1,  /* another temporary one, of shapes that do not test results */
    HIGH,   /* the result's upper word */
    FOURTH, /* the fourth source; and where it is the same in all lanes */
    FOURTH_SCALAR,
    PAIR_SCALARS = 4, /* three: see SCALARS, for PAIRED */
    W = 5,            /* temporary ones, but of PAIRED */
    X,
    NANS = 7, /* the lanes with a NaN so far, or those that GUARDED leaves */
    A = 8,    /* the sources: a pair of registers is two, the lower word first */
    B,
    C,
    T, /* temporary ones */
    U,
    SCALARS = 13, /* three: the sources that are the same in all lanes */
    /* second operands in memory: */
    BEFORE_LOW = 16, /* a bit for each lane before this one, of the first 32; */
    BEFORE_HIGH,     /* of the others */
    ROWS,            /* and above: a row of constants */
};

/* to = op(first, second); of a shift by a number, |first| is its kind and |byte| the number. */
struct step {
    enum vex op;
    uint8_t to, first, second, byte;
};
enum { ODD_LANES = 0xaa, HIGH_HALVES = 0xaa, LOW_HALVES = 0x55 }; /* of VPBLENDD, of VPBLENDW */
/* Numbers of VPERMQ: the first and the third quarter become the lower half; the second and the
 * third change places. */
enum { EVEN_QUADS = 0x08, MIDDLE_SWAPPED = 0xd8 };
enum { TO_ZERO = 3 }; /* of VCVTPS2PH */
enum { OF_MASK = 1 }; /* of a step without such a number: it makes U alone */
enum { BY_RIGHT = 2, BY_SIGNED = 4, BY_LEFT = 6 };
/* The number that an op's source has, in place of a step's own: see numbered_recipe. */
enum {
    NUMBER_A = 0x80,
    NUMBER_B,
    NUMBER_C,
    REST_A, /* 32 less it */
    REST_B,
    REST_C,
    FIELD_ABOVE, /* of a field of C bits from bit B on: how many bits are above it, */
    FIELD_OTHERS /* and not of it */
};

/* The predicates of VCMPPS. */
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

enum { ROUND_TO_EVEN = 8, ROUND_TO_LESS, ROUND_TO_GREATER, ROUND_TO_ZERO }; /* of VROUNDPS */

enum shape {
    PLAIN,            /* RESULT goes to the register */
    TESTED,           /* likewise, unless it is a NaN */
    ORDERED,          /* likewise, unless one of the sources is, which are one or two */
    PAIRED,           /* TESTED, of two floats a lane */
    ACCUMULATES = 4,  /* and: the third source is in RESULT before */
    COMPARES = 8,     /* RESULT is a mask */
    COMPARES_NOT,     /* the opposite is */
    CARRIES_NOT,      /* RESULT goes to the register, and the opposite of U to the mask */
    WIDE,             /* RESULT and HIGH go to two registers */
    WIDE_CARRIES_NOT, /* and the opposite of U to the mask */
    WIDENED, /* TESTED, of doubles, four lanes at a time, that A and RESULT are: a float, with a
                zero for a denormal number, becomes one, and is made from one; T, U, B and C are
                free */
    GUARDED, /* PLAIN, where U is 0; the interpreter runs the op if it is not. A mask that the
                op writes, too, becomes 0 */
    FLAGGED, /* TESTED | ACCUMULATES, if the mask behind the third source has no active lane */
    FLAGGED_EXACT,         /* PLAIN, likewise */
    DOUBLES,               /* TESTED, of doubles: four lanes at a time */
    DOUBLES_ADD,           /* and: the third source is in RESULT before */
    DOUBLES_GUARDED,       /* as GUARDED, */
    DOUBLES_FLAGGED,       /* and FLAGGED */
    DOUBLES_EXACT,         /* as PLAIN, */
    DOUBLES_FLAGGED_EXACT, /* and FLAGGED_EXACT */
    DOUBLES_COMPARE        /* RESULT is a mask */
};

/* T = what it is made from, with a zero of its sign for a denormal number. */
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
    unsigned sources; /* that must be constants, a bit each: the steps have their numbers */
};
enum { IS_A = 1, IS_B = 2, IS_C = 4, IS_FIELD = IS_B | IS_C };

/* NULL when there is none. |name| as in the tables of isa/. */
const struct recipe *recipe_find(const char *name);
/* One for sources that are constants. */
const struct numbered_recipe *recipe_find_numbered(const char *name);
/* One with more steps, that makes a GPU's NaNs: for ops that often have some. */
const struct recipe *recipe_find_exact(const char *name);

#endif
