/* operands: lanes of floats to try instructions on, where they are, and what must come of them. */
#ifndef TESTS_EMULATOR_ISA_FLOAT_OPERANDS_H
#define TESTS_EMULATOR_ISA_FLOAT_OPERANDS_H

#include "core/wave.h"
#include "harness.h"

#include <mpfr.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- reference: what a float instruction should give, computed with MPFR.
 *
 * MPFR rounds an exact result once, to any precision, in any of the modes, with the format's range
 * of exponents: it shares no code and no method with the instructions under test.
 */

enum format { F16, F32, F64 };

enum operation {
    OP_ADD,
    OP_SUB,
    OP_SUBREV,
    OP_MUL,
    OP_FMA,
    OP_FMAC,       /* the accumulator is in[2] */
    OP_MAD,        /* unfused; f32 denormals are zeros */
    OP_MUL_LEGACY, /* zero wins */
    OP_FMA_LEGACY,
    OP_MULLIT, /* of good b and c, a product where zero wins */
    OP_MIN,
    OP_MAX,
    OP_MIN3,
    OP_MAX3,
    OP_MED3,
    OP_MINMAX, /* max(min(a, b), c) */
    OP_MAXMIN,
    OP_FRACT,
    OP_FLOOR,
    OP_CEIL,
    OP_TRUNC,
    OP_RNDNE,
    OP_FREXP_MANT,
    OP_FREXP_EXP, /* an integer */
    OP_LDEXP,     /* in[1] is an integer */
};

struct modifiers {
    bool neg[3], abs[3];
    bool clamp;
};

/* The bits of the result; NaNs are any NaN. */
uint64_t reference_compute(enum operation operation, enum format format, const uint64_t *in,
                           const struct float_mode *mode, const struct modifiers *modifiers);

bool format_is_nan(enum format format, uint64_t bits);
/* The same number, or both NaNs. */
bool format_equal(enum format format, uint64_t a, uint64_t b);
/* A number's bits, exactly into |out|, whose precision must suffice. */
void format_get(enum format format, uint64_t bits, mpfr_t out);
/* |x| rounded to the format, denormals included; MODE's rounding as in enum ROUND_*. */
uint64_t format_round(enum format format, mpfr_t x, unsigned rounding);
uint64_t format_flush(enum format format, uint64_t bits, bool flush);

/* ---- operands ------------------------------------------------------------------------------- */

/* A source is in v2, v4 or v6 (and the next one), the result in v0. */
enum { RESULT = 0, FIRST_SOURCE = 2 };

/* An edge of the format (zeros, denormals, ones, the ends, infinities, both kinds of NaN) half of
 * the time; else a number near 1, or any bits. */
uint64_t operand_random(struct harness_random *random, enum format format);
/* Like operand_random(), but the pairs of edges come one after the other while |index| counts. */
uint64_t operand_edge(enum format format, unsigned index);
unsigned operand_edges(enum format format);

uint64_t lane_get(const struct harness_state *state, unsigned reg, unsigned lane,
                  enum format format);
void lane_set(struct harness_state *state, unsigned reg, unsigned lane, enum format format,
              uint64_t bits);

/* "v_add_f32 D, -A, B": D, A, B and C become the registers; widths as given. Returns |out|. */
char *operand_text(char *out, size_t size, const char *pattern, enum format result,
                   const enum format sources[3]);

#endif
