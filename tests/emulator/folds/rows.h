/* rows: instructions, and LLVM IR that computes the same.
 */
#ifndef TESTS_EMULATOR_FOLDS_ROWS_H
#define TESTS_EMULATOR_FOLDS_ROWS_H

#include <stddef.h>

/* The types of arguments and results, as letters:
 *   i h l   integers of 32, 16 and 64 bits      F H D   float, half, double
 *   P V     two halves, two integers of 16 bits     b   a bit, which the instruction has as 0 or 1
 */
struct fold_row {
    const char *text;      /* result v80 or v[80:81]; arguments v84, v86 and v88 */
    const char *signature; /* the result, then the arguments */
    const char *ir;        /* up to "%r = ..."; $a, $b and $c are constants */
    unsigned on;           /* generations: ON_*; 0: all */
    unsigned flags;
};

enum {
    FOLD_QUIET = 1,     /* no signalling NaN: the MODE register decides what becomes of them */
    FOLD_ONE_ULP = 2,   /* the hardware approximates */
    FOLD_SINE = 4,      /* likewise, by 2^-20 */
    FOLD_SCALAR = 8,    /* of lane 0 alone */
    FOLD_FEW_BITS = 16, /* the last argument has ten bits */
    FOLD_SIGNLESS = 32, /* LLVM does not say which zero it is */
    FOLD_NUMBERS = 64,  /* of numbers alone, */
    FOLD_LAST_IS_NUMBER = 128, /* or the last argument */
    FOLD_SEGMENT = 512,        /* the last argument is 0, 1 or 2 */
    FOLD_FLUSHES = 256,        /* the hardware has no denormals there */
};

extern const struct fold_row fold_rows[];
extern const size_t fold_row_count;

#endif
