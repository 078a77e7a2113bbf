/* Writing recordings.
 *
 * Sections are appended behind the end that the header states. When a launch is complete, the
 * header gets the new end, in one write. A launch that is not to be kept is dropped in the file:
 * its sections become free, and later ones of the same sizes are written there, because new pages
 * of a file take Linux more time than all else. A section is hidden from readers until its kind is
 * written, in one step. So the file is a whole recording whenever the process is killed. Where too
 * much of the file is free, and to compress what is kept, all is copied to a new file, which
 * replaces the old one. */
#include "writer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int open_file(struct record_writer *writer, const struct record_settings *settings)
{
    size_t size = strlen(settings->path) + 16;
    writer->path = malloc(size);
    if (!writer->path)
        return -1;
    snprintf(writer->path, size, "%s", settings->path);
    int file = record_make_file(writer->path);
    if (file >= 0 || errno != EEXIST)
        return file;
    if (settings->replaces && record_remove(writer->path) == RECORD_REMOVED)
        return record_make_file(writer->path);
    snprintf(writer->path, size, "%s.%d", settings->path, (int)getpid());
    file = record_make_file(writer->path);
    /* The file is of an older process that had the number of this one. */
    if (file < 0 && errno == EEXIST && record_remove(writer->path) == RECORD_REMOVED)
        file = record_make_file(writer->path);
    return file;
}

static struct record_writer *new_writer(const struct record_settings *settings)
{
    struct record_writer *writer = calloc(1, sizeof *writer);
    if (writer)
        *writer = (struct record_writer){.file = -1,
                                         .limit = settings->limit,
                                         .last = settings->last,
                                         .packs_pieces = settings->last == 0,
                                         .end = RECORD_HEADER,
                                         .tail = RECORD_HEADER,
                                         .next_number = 1,
                                         .compressor = ZSTD_createCCtx()};
    if (writer && !writer->compressor) {
        free(writer);
        return NULL;
    }
    return writer;
}

struct record_writer *record_create(const struct record_settings *settings,
                                    struct codeobj_error *error)
{
    struct record_writer *writer = new_writer(settings);
    if (!writer) {
        codeobj_fail(error, CODEOBJ_NO_MEMORY, "%s: there is no memory", settings->path);
        return NULL;
    }
    writer->file = open_file(writer, settings);
    if (writer->file >= 0 && record_write_header(writer->file, RECORD_HEADER))
        return writer;
    codeobj_fail(error, CODEOBJ_IO, "%s: %s", settings->path, strerror(errno));
    writer->is_broken = true;
    record_finish(writer, 0, 0);
    return NULL;
}

struct record_writer *record_resume(const char *path, int file, uint64_t last)
{
    const struct record_settings settings = {path, UINT64_MAX, last, true};
    struct record_writer *writer = new_writer(&settings);
    if (writer) {
        writer->file = file;
        writer->path = strdup(path);
    }
    if (writer && writer->path)
        return writer;
    if (writer)
        ZSTD_freeCCtx(writer->compressor);
    free(writer);
    return NULL;
}

const char *record_path(const struct record_writer *writer)
{
    return writer->path;
}

bool record_put_device(struct record_writer *writer, uint64_t number,
                       const struct record_device *device)
{
    struct span bytes = {(const uint8_t *)device, sizeof *device};
    return written_put(writer, RECORD_DEVICE, number, bytes) != NULL;
}

bool record_has(struct record_writer *writer, uint32_t kind, uint64_t number)
{
    drop_settle(writer);
    return written_find(writer, kind, number) != NULL;
}

uint64_t record_put_code(struct record_writer *writer, struct span code_object)
{
    return written_put_known(writer, RECORD_CODE, code_object);
}

uint64_t record_put_piece(struct record_writer *writer, struct span piece)
{
    return written_put_known(writer, RECORD_DATA, piece);
}

void record_take_back(struct record_writer *writer)
{
    while (writer->count > writer->committed)
        written_forget(writer, writer->sections[--writer->count]);
    writer->tail = writer->end;
    writer->added = 0;
}

bool record_is_broken(const struct record_writer *writer)
{
    return writer->is_broken;
}

bool record_make_room(struct record_writer *writer)
{
    if (writer->last == 0)
        return false;
    if (!writer->packs_pieces) {
        /* There may be room for all of them, compressed. If not, the next call drops one. */
        writer->packs_pieces = true;
        if (drop_launch_count(writer) > 0)
            drop_launches(writer, writer->last);
        return true;
    }
    if (drop_launch_count(writer) == 0 || writer->needed > writer->limit - RECORD_HEADER)
        return false;
    uint64_t before = drop_launch_count(writer), keep = writer->last - 1;
    if (keep >= before)
        keep = before - 1;
    return drop_launches(writer, keep);
}

/* Makes all sections a part of the recording. The order matters, because the process may be killed
 * after each step: the last section, which is a launch or needs one, is shown after all others. */
static bool commit(struct record_writer *writer)
{
    size_t last = writer->count - 1;
    bool is_good = true;
    for (size_t i = writer->committed; is_good && i < last; i++)
        is_good = written_show(writer, writer->sections[i]);
    if (is_good && writer->tail != writer->end)
        is_good = record_write_header(writer->file, writer->tail);
    if (!is_good || !written_show(writer, writer->sections[last])) {
        writer->is_broken = true;
        return false;
    }
    writer->end = writer->tail;
    writer->committed = writer->count;
    writer->added = 0;
    return true;
}

/* Adds a section whose launch needs |code| and |pieces|, and commits. */
static bool put_and_commit(struct record_writer *writer, uint32_t kind,
                           const struct record_launch *launch, struct span bytes, uint64_t code,
                           const uint64_t *pieces)
{
    struct written *section = written_put(writer, kind, launch->number, bytes);
    if (section && kind != RECORD_LAUNCH)
        section->launch = written_find(writer, RECORD_LAUNCH, launch->number);
    if (!section || (kind != RECORD_LAUNCH && !section->launch) ||
        (writer->last && !written_need(writer, section, code, pieces, launch->piece_count))) {
        record_take_back(writer);
        return false;
    }
    written_hold(section);
    writer->undo = kind == RECORD_LAUNCH ? launch->number : 0;
    writer->end_before = writer->end;
    writer->committed_before = writer->committed;
    return commit(writer);
}

/* The steps are those of commit(), from the last to the first. */
bool record_undo_launch(struct record_writer *writer, uint64_t number)
{
    if (writer->is_broken || !number || writer->undo != number)
        return false;
    size_t last = writer->count - 1;
    bool is_good = written_hide(writer, writer->sections[last]);
    if (is_good && writer->end != writer->end_before)
        is_good = record_write_header(writer->file, writer->end_before);
    for (size_t i = writer->committed_before; is_good && i < last; i++)
        is_good = written_hide(writer, writer->sections[i]);
    if (!is_good)
        return false;
    written_release(writer->sections[last]);
    writer->undo = 0;
    writer->end = writer->end_before;
    writer->committed = writer->committed_before;
    record_take_back(writer);
    return true;
}

bool record_put_launch(struct record_writer *writer, const struct record_launch *launch)
{
    size_t size;
    uint8_t *bytes = launch_encode(launch, &size);
    if (!bytes) {
        record_take_back(writer);
        return false;
    }
    bool is_good = put_and_commit(writer, RECORD_LAUNCH, launch, (struct span){bytes, size},
                                  launch->code, launch->pieces);
    free(bytes);
    if (is_good)
        drop_waste(writer);
    return is_good;
}

bool record_put_after(struct record_writer *writer, const struct record_launch *launch,
                      const uint64_t *pieces)
{
    size_t size = (size_t)launch->piece_count * 8;
    uint8_t *bytes = malloc(size + 1);
    for (uint64_t i = 0; bytes && i < launch->piece_count; i++)
        store_le(bytes + i * 8, pieces[i], 8);
    bool is_good = bytes && put_and_commit(writer, RECORD_AFTER, launch, (struct span){bytes, size},
                                           0, pieces);
    free(bytes);
    return is_good;
}

bool record_put_part(struct record_writer *writer, const struct record_launch *launch,
                     uint64_t first, uint64_t count)
{
    uint8_t bytes[16];
    struct record_launch alone = {.number = launch->number};
    store_le(store_le(bytes, first, 8), count, 8);
    return put_and_commit(writer, RECORD_PART, &alone, (struct span){bytes, sizeof bytes}, 0, NULL);
}

void record_finish(struct record_writer *writer, uint64_t seen, uint64_t left_out)
{
    uint8_t end[16];
    record_take_back(writer);
    if (writer->last && drop_launch_count(writer) > 0) {
        writer->packs_pieces = true;
        drop_launches(writer, writer->last);
    }
    store_le(store_le(end, seen, 8), left_out, 8);
    writer->limit = UINT64_MAX; /* There must be room for the end, whatever the limit is. */
    if (written_put(writer, RECORD_END, 0, (struct span){end, sizeof end}))
        commit(writer);
    if (writer->file >= 0 && !writer->is_broken)
        (void)!ftruncate(writer->file, (off_t)writer->end);
    if (writer->file >= 0)
        close(writer->file);
    while (writer->count)
        written_forget(writer, writer->sections[--writer->count]);
    free(writer->sections);
    free(writer->slots);
    free(writer->path);
    free(writer->packed);
    ZSTD_freeCCtx(writer->compressor);
    free(writer);
}
