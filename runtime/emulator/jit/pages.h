/* pages: memory for generated code. It is never writable and executable at once.
 */
#ifndef EMULATOR_JIT_PAGES_H
#define EMULATOR_JIT_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pages {
    uint8_t *start;
    size_t used, size; /* bytes, whole pages */
};

/* Reserves addresses for up to |size| bytes. False when the host does not allow executable memory.
 */
bool pages_reserve(struct pages *pages, size_t size);
/* Copies code to fresh pages and makes them executable; NULL when the limit is reached. */
const uint8_t *pages_add(struct pages *pages, const uint8_t *code, size_t size);
void pages_release(struct pages *pages);

#endif
