/* Each piece of code has pages of its own, which are written before they become executable, and
 * never again: other threads run the neighbours meanwhile. They are private, so that a process and
 * its fork() do not write to each other's. */
#include "pages.h"

#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

bool pages_reserve(struct pages *pages, size_t size)
{
    static const uint8_t probe[] = {0xc3};
    void *start = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        return false;
    *pages = (struct pages){.start = start, .size = size};
    if (pages_add(pages, probe, sizeof probe))
        return true;
    pages_release(pages);
    return false;
}

const uint8_t *pages_add(struct pages *pages, const uint8_t *code, size_t size)
{
    size_t whole = (size + PAGE - 1) & ~(size_t)(PAGE - 1);
    uint8_t *at = pages->start + pages->used;
    if (whole > pages->size - pages->used || mprotect(at, whole, PROT_READ | PROT_WRITE))
        return NULL;
    memcpy(at, code, size);
    if (mprotect(at, whole, PROT_READ | PROT_EXEC))
        return NULL;
    pages->used += whole;
    return at;
}

void pages_release(struct pages *pages)
{
    munmap(pages->start, pages->size);
}
