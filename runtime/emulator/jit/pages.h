/* pages: memory for generated code. No address is both writable and executable. */
#ifndef EMULATOR_JIT_PAGES_H
#define EMULATOR_JIT_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct pages {
    const uint8_t *code; /* where the memory is mapped executable */
    uint8_t *written;    /* where the same memory is mapped writable */
    size_t used, size;   /* how many bytes are used, and how many there are */
    pid_t owner;         /* the process that reserved the pages */
};

/* Reserves addresses for |size| bytes, which take memory only once they are used. Returns false if
 * the host does not allow executable memory. */
bool pages_reserve(struct pages *pages, size_t size);
/* Returns the address that the next code will get. */
const uint8_t *pages_next(const struct pages *pages);
/* Copies |code| to the pages and returns its address there. Returns NULL if there is no room, or in
 * a child of the process that reserved the pages, because parent and child share this memory. */
const uint8_t *pages_add(struct pages *pages, const uint8_t *code, size_t size);
void pages_release(struct pages *pages);

#endif
