/* vector_case: an instruction, what it should compute in one lane, and the ways in which it may be
 * written. vector_cases_run() tries every one of those on every target that has the instruction, on
 * random and edge operands, with full and partial EXEC.
 */
#ifndef TESTS_EMULATOR_VECTOR_CASE_H
#define TESTS_EMULATOR_VECTOR_CASE_H

#include "harness.h"

/* Of one lane: sources with their modifiers applied, zeros above their width. */
struct operands {
    uint64_t v[4]; /* an accumulator is behind the others */
    bool carry;    /* the mask among the sources */
    bool clamp;
    bool is_signed[2]; /* neg_lo of a dot product */
    unsigned lane, lanes;
};
struct expected {
    uint64_t value; /* bits above the result's width are ignored */
    bool carry;
};
typedef struct expected expectation(const struct operands *o);

enum case_flags {
    CASE_E32 = 1,         /* VOP1 or VOP2: may be DPP, and SDWA before gfx11 */
    CASE_E32_GFX9 = 2,    /* the same on gfx9 only */
    CASE_CLAMP = 4,       /* "clamp" saturates */
    CASE_ACCUMULATES = 8, /* reads its result's register too */
    CASE_OP_SEL = 16,     /* op_sel chooses halves since gfx10 */
    CASE_OP_SEL_GFX9 = 32,
    CASE_ZERO_HIGH = 64,   /* gfx9 clears the half that it does not write */
    CASE_SIGNEDNESS = 128, /* neg_lo says which sources are signed */
    CASE_FLOAT = 256,      /* sources may be negated, not sign-extended */
};

/* |shape|: results, a colon, sources, a letter each: 'w' 32 bits, 'h' 16, 'q' 64, 'p' two of 16,
 * 'm' a lane mask: "wm:wwm" is a sum with carry in and out. */
struct vector_case {
    const char *name, *shape;
    expectation *expect;
    unsigned on, flags; /* ON_*, enum case_flags */
};

/* Returns how many lanes were not as expected; prints the first ones. */
unsigned vector_cases_run(const struct vector_case *cases, size_t count);

#endif
