/* The parts of a file for the host. Sections that have units (see walk.h) are walked. All other
 * bytes are searched, also those outside of sections. */
#include "walk.h"

#include <stdlib.h>

struct parts {
    struct walk *walk;
    const struct container *file;
    /* how many walked sections, and how many searched parts, were shown */
    unsigned walked, searched;
};

static int compare_offsets(const void *a, const void *b)
{
    const struct file_part *left = a, *right = b;
    if (left->offset != right->offset)
        return left->offset < right->offset ? -1 : 1;
    return (left->header > right->header) - (left->header < right->header);
}

static struct container container_of(const struct parts *parts, const char *name, uint64_t offset,
                                     uint64_t end)
{
    struct container container = {
        .parent = parts->file, .name = name, .offset = offset, .stored_size = end - offset};
    span_sub(parts->file->bytes, offset, end - offset, &container.bytes);
    return container;
}

static void search_part(struct parts *parts, const char *name, uint64_t offset, uint64_t end)
{
    struct container data = container_of(parts, name, offset, end);
    data.index = parts->searched;
    if (end > offset)
        parts->searched += search_walk(parts->walk, &data);
}

/* Searches the bytes from |at| to |end|, section by section. |*next| is the first section of |all|
 * that is not searched yet. Sections may overlap: a byte belongs to the first section that has it.
 */
static void search_between(struct parts *parts, const struct file_part *all, size_t count,
                           size_t *next, uint64_t at, uint64_t end)
{
    for (; *next < count && all[*next].offset < end; ++*next) {
        const struct file_part *part = &all[*next];
        uint64_t stop = part->offset + part->size < end ? part->offset + part->size : end;
        if (part->walk || stop <= at)
            continue;
        if (part->offset > at)
            search_part(parts, "", at, part->offset);
        at = part->offset > at ? part->offset : at;
        search_part(parts, part->name, at, stop);
        at = stop;
    }
    search_part(parts, "", at, end);
}

static bool is_kpacked(const struct file_part *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (all[i].walk == kpack_reference_walk)
            return true;
    }
    return false;
}

/* Whether a section of a library has no code objects any more, because they are in kpack archives:
 * |part| has only zeros. rocm-kpack leaves the code objects in sections of less than a page, but
 * the library does not use them. */
static bool is_left_over(const struct container *file, const struct file_part *part)
{
    struct span bytes;
    if (part->walk != units_walk || !span_sub(file->bytes, part->offset, part->size, &bytes))
        return false;
    while (bytes.size > 0 && bytes.data[bytes.size - 1] == 0)
        bytes.size--;
    return bytes.size == 0;
}

void parts_walk(struct walk *walk, const struct container *file, struct file_part *all,
                size_t count)
{
    struct parts parts = {.walk = walk, .file = file};
    size_t next = 0;
    uint64_t at = 0;
    const bool has_left_over = is_kpacked(all, count);
    if (count > 0)
        qsort(all, count, sizeof *all, compare_offsets);
    for (size_t i = 0; i < count; i++) {
        const struct file_part *part = &all[i];
        if (!part->walk)
            continue;
        if (part->offset < at && part->size > 0) {
            walk_problem_at(walk, file, CODEOBJ_CORRUPT, part->header,
                            "section %.60s overlaps others", part->name);
            continue;
        }
        search_between(&parts, all, count, &next, at, part->offset);
        at = part->offset + part->size;
        /* A section that rocm-kpack has emptied is not walked. |at| is after it, so it is not
         * searched either. */
        if (has_left_over && is_left_over(file, part))
            continue;
        struct container section = container_of(&parts, part->name, part->offset, at);
        section.kind = CONTAINER_SECTION;
        section.index = parts.walked++;
        walk_container(walk, &section);
        part->walk(walk, &section);
    }
    search_between(&parts, all, count, &next, at, file->bytes.size);
}
