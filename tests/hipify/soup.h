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

/* The same with a program in the styles of CUDA sources, of |parts| functions, classes and the
 * like. It is a token stream, and no promise that a compiler takes it. */
void soup_program(uint64_t *state, size_t parts, struct buf *out);

/* Replaces the content of |out| with about |size| bytes of text number |index|, one of those that
 * something quadratic would take long for. False when there is no source with this number. */
bool soup_hostile(size_t index, size_t size, struct buf *out);

#endif
