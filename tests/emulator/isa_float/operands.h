/* operands: lanes of floats to try instructions on, and where they lie. */
#ifndef TESTS_EMULATOR_ISA_FLOAT_OPERANDS_H
#define TESTS_EMULATOR_ISA_FLOAT_OPERANDS_H

#include "harness.h"
#include "reference.h"

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
