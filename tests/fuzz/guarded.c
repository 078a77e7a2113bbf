#include "guarded.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

const uint8_t *guarded(const uint8_t *data, size_t size)
{
    static uint8_t *arena;
    if (!arena) {
        arena = mmap(NULL, GUARDED_MAX + PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (arena == MAP_FAILED || mprotect(arena + GUARDED_MAX, PAGE, PROT_NONE))
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
