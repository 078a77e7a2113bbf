/* Inputs where nothing may be read behind them, by instrumented code or by libraries that no
 * sanitizer has instrumented. */
#ifndef TESTS_FUZZ_GUARDED_H
#define TESTS_FUZZ_GUARDED_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { GUARDED_MAX = 1 << 20, GUARDED_PAGE = 4096 };

/* The fuzzers' entry. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A copy of the |size| bytes of |data|, at most GUARDED_MAX. It ends where a page begins that
 * cannot be touched, and it cannot be written. It is valid until the next call. */
static inline const uint8_t *guarded(const uint8_t *data, size_t size)
{
    static uint8_t *arena;
    if (!arena) {
        arena =
            mmap(NULL, GUARDED_MAX + GUARDED_PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (arena == MAP_FAILED || mprotect(arena + GUARDED_MAX, GUARDED_PAGE, PROT_NONE))
            abort();
    }
    if (mprotect(arena, GUARDED_MAX, PROT_READ | PROT_WRITE))
        abort();
    if (size)
        memcpy(arena + GUARDED_MAX - size, data, size);
    if (mprotect(arena, GUARDED_MAX, PROT_READ))
        abort();
    return arena + GUARDED_MAX - size;
}

#endif
