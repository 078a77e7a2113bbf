/* Dropping launches of a file that keeps the last ones: see write.c. */
#include "writer.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Bytes of launches that are not to be kept, for which the file is written anew. */
enum { WASTE_LEAST = 16 << 20 };

static int compare_numbers(const void *a, const void *b)
{
    const uint64_t *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* Adds the numbers of what |launch| needs to |needed|. */
static size_t add_needed(const struct written *launch, uint64_t *needed)
{
    size_t count = 0;
    if (launch->code)
        needed[count++] = launch->code;
    for (uint64_t i = 0; i < launch->piece_count; i++)
        needed[count++] = launch->pieces[i];
    return count;
}

/* Marks the last |keep| launches and what they refer to. Returns the bytes of all that is marked,
 * or UINT64_MAX when there is no memory. */
static uint64_t mark_needed(struct record_writer *writer, uint64_t keep)
{
    size_t room = 1, count = 0;
    uint64_t oldest = UINT64_MAX, bytes = RECORD_HEADER;
    for (size_t i = writer->count; i-- > 0 && keep > 0;) {
        if (writer->sections[i]->kind != RECORD_LAUNCH)
            continue;
        oldest = writer->sections[i]->number;
        keep--;
    }
    for (size_t i = 0; i < writer->count; i++)
        room += 1 + (size_t)writer->sections[i]->piece_count;
    uint64_t *needed = malloc(room * sizeof *needed);
    if (!needed)
        return UINT64_MAX;
    for (size_t i = 0; i < writer->count; i++)
        if (writer->sections[i]->number >= oldest)
            count += add_needed(writer->sections[i], needed + count);
    qsort(needed, count, sizeof *needed, compare_numbers);
    for (size_t i = 0; i < writer->count; i++) {
        struct written *s = writer->sections[i];
        if (s->kind == RECORD_LAUNCH || s->kind == RECORD_AFTER || s->kind == RECORD_PART)
            s->is_needed = s->number >= oldest;
        else
            s->is_needed = s->kind == RECORD_DEVICE ||
                           bsearch(&s->number, needed, count, sizeof *needed, compare_numbers);
        bytes += s->is_needed ? s->size : 0;
    }
    free(needed);
    return bytes;
}

/* Writes the marked sections to a new file. Returns the file, or -1. */
static int copy_needed(struct record_writer *writer, const char *path, uint64_t *out_end)
{
    uint64_t offset = RECORD_HEADER;
    int file = record_make_file(path);
    if (file < 0 && errno == EEXIST && record_remove_old(path))
        file = record_make_file(path);
    bool is_good = file >= 0;
    for (size_t i = 0; is_good && i < writer->count; i++) {
        struct written *section = writer->sections[i];
        if (!section->is_needed)
            continue;
        is_good = written_copy(writer, file, section, offset);
        offset += section->new_size;
    }
    if (is_good && record_write_header(file, offset) && rename(path, writer->path) == 0) {
        *out_end = offset;
        return file;
    }
    if (file >= 0) {
        close(file);
        unlink(path);
    }
    return -1;
}

static void drop_unneeded(struct record_writer *writer)
{
    size_t kept = 0;
    uint64_t offset = RECORD_HEADER;
    for (size_t i = 0; i < writer->count; i++) {
        struct written *section = writer->sections[i];
        if (!section->is_needed) {
            written_forget(writer, section);
            continue;
        }
        section->offset = offset;
        section->size = section->new_size;
        section->is_plain = section->is_plain && !writer->packs_pieces;
        offset += section->size;
        writer->sections[kept++] = section;
    }
    /* The room must be the least power of two that is enough, because list_section() expects
     * this. */
    size_t room = 1;
    while (room < kept)
        room *= 2;
    void *same = realloc(writer->sections, room * sizeof *writer->sections);
    if (same)
        writer->sections = same;
    writer->count = writer->committed = kept;
}

/* Drops all launches but the last |keep|. The list has no sections behind the end. */
bool drop_launches(struct record_writer *writer, uint64_t keep)
{
    char path[PATH_MAX];
    uint64_t end;
    if (writer->is_broken || mark_needed(writer, keep) == UINT64_MAX ||
        snprintf(path, sizeof path, "%s.new", writer->path) >= (int)sizeof path)
        return false;
    int file = copy_needed(writer, path, &end);
    if (file < 0)
        return false;
    close(writer->file);
    writer->file = file;
    writer->end = writer->tail = end;
    writer->undo = 0;
    drop_unneeded(writer);
    return true;
}

uint64_t drop_launch_count(const struct record_writer *writer)
{
    uint64_t count = 0;
    for (size_t i = 0; i < writer->committed; i++)
        count += writer->sections[i]->kind == RECORD_LAUNCH;
    return count;
}

void drop_waste(struct record_writer *writer)
{
    if (writer->last == 0 || writer->end < WASTE_LEAST || drop_launch_count(writer) <= writer->last)
        return;
    uint64_t kept = mark_needed(writer, writer->last);
    if (kept < UINT64_MAX && writer->end - kept >= WASTE_LEAST && writer->end / 2 >= kept)
        drop_launches(writer, writer->last);
}
