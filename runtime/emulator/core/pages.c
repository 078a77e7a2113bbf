/* Holes, which are runs of free pages, and the lists of them. */
#include "memory.h"

#include <stddef.h>
#include <sys/mman.h>

enum { CLASSES = 32, TRIES = 16 };

/* The entry of a page in |tags|. Only entries of pages where a hole begins or ends are used, and
 * only used entries take memory. */
struct tag {
    /* how many pages the hole has that begins or ends at this page; 0 at other pages */
    uint32_t size;
    uint32_t next, previous; /* if a hole begins here: the first pages of its neighbours in the list
                              * of holes */
};

static struct {
    struct tag *tags;
    uint32_t count;
    /* the lists of holes: lists[i] has the holes of at least 2^i and fewer than 2^(i+1) pages */
    uint32_t lists[CLASSES];
} pages;

static unsigned class_of(uint32_t size)
{
    return 31 - (unsigned)__builtin_clz(size);
}

static void link_hole(uint32_t first, uint32_t size)
{
    uint32_t *list = &pages.lists[class_of(size)];
    pages.tags[first] = (struct tag){size, *list, 0};
    pages.tags[first + size - 1].size = size;
    if (*list)
        pages.tags[*list].previous = first;
    *list = first;
}

/* Takes the hole that begins at |first| out of its list. Returns its size in pages. */
static uint32_t unlink_hole(uint32_t first)
{
    struct tag tag = pages.tags[first];
    if (tag.previous)
        pages.tags[tag.previous].next = tag.next;
    else
        pages.lists[class_of(tag.size)] = tag.next;
    if (tag.next)
        pages.tags[tag.next].previous = tag.previous;
    pages.tags[first].size = pages.tags[first + tag.size - 1].size = 0;
    return tag.size;
}

bool pages_open(uint32_t count)
{
    /* page 0 and page |count| are never free, so each page that may be taken has a neighbour on
     * both sides */
    void *tags = mmap(NULL, ((size_t)count + 1) * sizeof(struct tag), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (tags == MAP_FAILED)
        return false;
    pages.tags = tags;
    pages.count = count;
    link_hole(1, count - 1);
    return true;
}

static uint32_t aligned(uint32_t first, uint32_t alignment)
{
    return (first + alignment - 1) & ~(alignment - 1);
}

static bool fits(uint32_t hole, uint32_t count, uint32_t alignment)
{
    uint64_t before = (uint64_t)aligned(hole, alignment) - hole;
    return before + count <= pages.tags[hole].size;
}

/* Returns the first page of a hole that is large enough, or 0. Looks at the newest TRIES holes of
 * each list: first in the list of |count|'s own size class, where some holes are too small, then in
 * the lists of larger holes. */
static uint32_t find_hole(uint32_t count, uint32_t alignment)
{
    for (unsigned class = class_of(count); class < CLASSES; class ++) {
        uint32_t hole = pages.lists[class];
        for (unsigned i = 0; hole && i < TRIES; i++, hole = pages.tags[hole].next) {
            if (fits(hole, count, alignment))
                return hole;
        }
    }
    return 0;
}

/* Takes |count| pages from |first| on out of the hole that begins at |hole|. */
static void take_from(uint32_t hole, uint32_t first, uint32_t count)
{
    uint32_t end = hole + unlink_hole(hole);
    if (first > hole)
        link_hole(hole, first - hole);
    if (end > first + count)
        link_hole(first + count, end - (first + count));
}

uint32_t pages_take(uint32_t count, uint32_t alignment)
{
    uint32_t hole = find_hole(count, alignment);
    if (!hole)
        return 0;
    uint32_t first = aligned(hole, alignment);
    take_from(hole, first, count);
    return first;
}

bool pages_take_at(uint32_t first, uint32_t count)
{
    for (unsigned class = class_of(count); class < CLASSES; class ++) {
        for (uint32_t hole = pages.lists[class]; hole; hole = pages.tags[hole].next) {
            uint32_t size = pages.tags[hole].size;
            if (first < hole || first - hole > size || count > size - (first - hole))
                continue;
            take_from(hole, first, count);
            return true;
        }
    }
    return false;
}

void pages_give(uint32_t first, uint32_t count)
{
    uint32_t after = first + count, before = pages.tags[first - 1].size;
    if (after < pages.count && pages.tags[after].size)
        count += unlink_hole(after);
    if (before) {
        first -= before;
        count += unlink_hole(first);
    }
    link_hole(first, count);
}
