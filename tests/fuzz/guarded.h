/* Inputs where nothing may be read behind them, by instrumented code or by libraries that no
 * sanitizer has instrumented. */
#ifndef TESTS_FUZZ_GUARDED_H
#define TESTS_FUZZ_GUARDED_H

#include <stddef.h>
#include <stdint.h>

enum { GUARDED_MAX = 1 << 20 };

/* The fuzzers' entry. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A copy of the |size| bytes of |data|, at most GUARDED_MAX. It ends where a page begins that
 * cannot be touched, and it cannot be written. It is valid until the next call. */
const uint8_t *guarded(const uint8_t *data, size_t size);

#endif
