/* Random kernels whose results do not depend on the order of threads, and that stay in bounds. */
#ifndef RANDOM_KERNEL_H
#define RANDOM_KERNEL_H

#include "kir/kir.h"

enum { RANDOM_INPUTS = 3, RANDOM_OUTPUTS = 2, RANDOM_ELEMENTS = 97, RANDOM_COUNTERS = 7 };

/* Parameters: RANDOM_INPUTS globals of RANDOM_ELEMENTS, RANDOM_OUTPUTS globals with an element for
 * each thread of the launch, a global i32 of RANDOM_COUNTERS for atomics, a scalar i64, a scalar
 * f32. All operations are exactly defined, so that every correct machine gives the same bits,
 * except for the payloads of NaN. |launch| is set too. NULL if there is no memory. */
struct kir_kernel *random_kernel(uint64_t seed, const char *name, struct kir_launch *launch);

/* The next random number. */
uint64_t random_next(uint64_t *state);

#endif
