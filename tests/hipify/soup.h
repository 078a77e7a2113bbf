/* Pseudo-random texts that look for trouble: the same for the same seed. */
#ifndef KBUILD_TESTS_HIPIFY_SOUP_H
#define KBUILD_TESTS_HIPIFY_SOUP_H

#include "util/buf.h"

#include <stdint.h>

uint32_t soup_next(uint64_t *state);

/* Replaces the content of |out| with up to |most| bytes of any value but NUL. */
void soup_bytes(uint64_t *state, size_t most, struct buf *out);

/* The same with up to |most| fragments of CUDA sources, in any order. |closed|: only such that
 * leave no comment or string open. */
void soup_fragments(uint64_t *state, size_t most, bool closed, struct buf *out);

#endif
