/* pages: memory for generated code. No page is writable and executable at one address.
 */
#ifndef EMULATOR_JIT_PAGES_H
#define EMULATOR_JIT_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct pages {
    const uint8_t *code; /* the executable view, */
    uint8_t *written;    /* and the writable one */
    size_t used, size;   /* bytes */
    pid_t owner;
};

/* Reserves addresses for |size| bytes, which become memory where they are used. False when the host
 * does not allow executable memory. */
bool pages_reserve(struct pages *pages, size_t size);
/* Where the next code will be. */
const uint8_t *pages_next(const struct pages *pages);
/* Adds code; NULL when there is no room, or in a child of the process that reserved them, which
 * shares them. */
const uint8_t *pages_add(struct pages *pages, const uint8_t *code, size_t size);
void pages_release(struct pages *pages);

#endif
