/* Dropping launches of a file that keeps the last ones: see write.c. */
#include "writer.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Bytes that nothing is written into, for which the file is written anew. */
enum { WASTE_LEAST = 16 << 20 };

uint64_t drop_launch_count(const struct record_writer *writer)
{
    uint64_t count = 0;
    for (size_t i = 0; i < writer->committed; i++)
        count += writer->sections[i]->kind == RECORD_LAUNCH;
    return count;
}

/* ---- In the file ----------------------------------------------------------------------------- */

/* Takes a section out of the file. */
static void drop(struct record_writer *writer, struct written *section)
{
    section->is_dropped = section->is_in_slot = true;
    written_hide(writer, section);
}

/* Drops the launches before the last |keep|, and what belongs to them. */
static void drop_old(struct record_writer *writer, uint64_t keep)
{
    for (size_t i = writer->count; i-- > 0;) {
        struct written *section = writer->sections[i];
        if (section->kind == RECORD_LAUNCH && keep > 0)
            keep--;
        else if (section->kind == RECORD_LAUNCH)
            drop(writer, section);
    }
    for (size_t i = 0; i < writer->count; i++) {
        struct written *section = writer->sections[i];
        if (section->launch && section->launch->is_dropped)
            drop(writer, section);
        if (section->is_dropped)
            written_release(section);
    }
}

/* Drops code objects and pieces that no launch needs. */
static void drop_unused(struct record_writer *writer)
{
    for (size_t i = 0; i < writer->count; i++) {
        struct written *section = writer->sections[i];
        if ((section->kind == RECORD_CODE || section->kind == RECORD_DATA) && section->users == 0)
            drop(writer, section);
    }
}

/* Drops all launches but the last |keep|: their sections become slots. The order matters, because
 * the process may be killed after each step: a launch is dropped before what it needs. */
static void release(struct record_writer *writer, uint64_t keep)
{
    size_t kept = 0;
    if (drop_launch_count(writer) <= keep)
        return;
    drop_old(writer, keep);
    drop_unused(writer);
    for (size_t i = 0; i < writer->count; i++) {
        struct written *section = writer->sections[i];
        if (section->is_dropped)
            written_forget(writer, section);
        else
            writer->sections[kept++] = section;
    }
    writer->count = writer->committed = kept;
}

void drop_settle(struct record_writer *writer)
{
    if (writer->undo && writer->last)
        release(writer, writer->last);
    writer->undo = 0;
}

/* ---- A new file ------------------------------------------------------------------------------ */

/* Writes all sections to a new file, which replaces the old one. Returns the file, or -1. */
static int copy_sections(struct record_writer *writer, const char *path, uint64_t *out_end)
{
    uint64_t offset = RECORD_HEADER;
    int file = record_make_file(path);
    if (file < 0 && errno == EEXIST && record_remove(path) == RECORD_REMOVED)
        file = record_make_file(path);
    bool is_good = file >= 0;
    for (size_t i = 0; is_good && i < writer->count; i++) {
        is_good = written_copy(writer, file, writer->sections[i], offset);
        offset += writer->sections[i]->new_size;
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

/* Notes where the sections are in the new file, which has no slots. */
static void note_places(struct record_writer *writer)
{
    uint64_t offset = RECORD_HEADER;
    for (size_t i = 0; i < writer->count; i++) {
        struct written *section = writer->sections[i];
        section->offset = offset;
        section->size = section->new_size;
        section->method = section->new_method;
        section->is_plain = section->is_plain && !writer->packs_pieces;
        section->is_in_slot = false;
        offset += section->size;
    }
    writer->slot_count = 0;
    writer->slot_bytes = 0;
}

bool drop_launches(struct record_writer *writer, uint64_t keep)
{
    char path[PATH_MAX];
    uint64_t end;
    writer->undo = 0;
    release(writer, keep);
    if (writer->is_broken ||
        snprintf(path, sizeof path, "%s.new", writer->path) >= (int)sizeof path)
        return false;
    int file = copy_sections(writer, path, &end);
    if (file < 0)
        return false;
    close(writer->file);
    writer->file = file;
    writer->end = writer->tail = end;
    note_places(writer);
    return true;
}

void drop_waste(struct record_writer *writer)
{
    if (writer->slot_bytes >= WASTE_LEAST && writer->slot_bytes >= writer->end / 2)
        drop_launches(writer, writer->last);
}
