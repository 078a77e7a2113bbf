/* libFuzzer's entry to everything that holds code objects; compiled once for each kind of it, which
 * FUZZ_RECOGNISE tells from others. The input stands in front of a page that cannot be touched and
 * cannot be written itself, so that the libraries are watched too, which no sanitizer has
 * instrumented. */
#include "codeobj.h"
#include "properties.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PAGE = 4096, ARENA = 1 << 20 };

static struct span place(const uint8_t *data, size_t size)
{
    static uint8_t *arena;
    if (!arena) {
        arena = mmap(NULL, ARENA + PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (arena == MAP_FAILED || mprotect(arena + ARENA, PAGE, PROT_NONE))
            abort();
    }
    if (mprotect(arena, ARENA, PROT_READ | PROT_WRITE))
        abort();
    if (size)
        memcpy(arena + ARENA - size, data, size);
    if (mprotect(arena, ARENA, PROT_READ))
        abort();
    return (struct span){arena + ARENA - size, size};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > ARENA || !FUZZ_RECOGNISE((struct span){data, size}))
        return -1; /* not for the corpus */
    struct span bytes = place(data, size);
    properties_beside = bytes.size % 2 ? (struct span){NULL, 0} : bytes;
    properties_check(bytes);
    return 0;
}
