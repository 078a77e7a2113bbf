/* The pages are a file in memory that is mapped twice: once writable, once executable. Code is only
 * appended, so bytes that are being written have never been executed. */
#include "pages.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ALIGNMENT = 16 };

bool pages_reserve(struct pages *pages, size_t size)
{
    int file = memfd_create("hipemu-code", MFD_CLOEXEC);
    if (file < 0)
        return false;
    bool is_sized = ftruncate(file, (off_t)size) == 0;
    void *code =
        is_sized ? mmap(NULL, size, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0) : MAP_FAILED;
    void *written = code != MAP_FAILED
                        ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                        : MAP_FAILED;
    close(file);
    if (written != MAP_FAILED) {
        *pages = (struct pages){.code = code, .written = written, .size = size, .owner = getpid()};
        return true;
    }
    if (code != MAP_FAILED)
        munmap(code, size);
    return false;
}

const uint8_t *pages_next(const struct pages *pages)
{
    return pages->code + pages->used;
}

const uint8_t *pages_add(struct pages *pages, const uint8_t *code, size_t size)
{
    const uint8_t *at = pages_next(pages);
    size_t whole = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (whole > pages->size - pages->used || getpid() != pages->owner)
        return NULL;
    memcpy(pages->written + pages->used, code, size);
    pages->used += whole;
    return at;
}

void pages_release(struct pages *pages)
{
    munmap((void *)(uintptr_t)pages->code, pages->size);
    munmap(pages->written, pages->size);
}
