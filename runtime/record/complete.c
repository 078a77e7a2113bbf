/* Completes the recording of a program that was killed: a writer takes the file as it is. */
#include "writer.h"

#include "mapped_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Notes what a launch, or what belongs to one, needs, if some of them are to be dropped. */
static bool take_needs(struct record_writer *writer, const struct record *record,
                       const struct record_section *section, struct written *written,
                       struct codeobj_error *error)
{
    struct record_launch launch;
    uint64_t *after = NULL;
    const struct record_section *of = record_find(record, RECORD_LAUNCH, section->number);
    if (!writer->last)
        return true;
    if (section->kind != RECORD_LAUNCH)
        written->launch = written_find(writer, RECORD_LAUNCH, section->number);
    if (!of || section->kind == RECORD_PART)
        return true;
    if (record_read_launch(record, of, &launch, error) != CODEOBJ_OK)
        return false;
    bool is_good = section->kind == RECORD_LAUNCH ||
                   record_read_after(record, &launch, &after, error) == CODEOBJ_OK;
    if (is_good && !written_need(writer, written, after ? 0 : launch.code,
                                 after ? after : launch.pieces, launch.piece_count)) {
        codeobj_fail(error, CODEOBJ_CORRUPT, "launch %" PRIu64 " lacks a section", launch.number);
        is_good = false;
    }
    written_hold(written);
    free(after);
    record_launch_free(&launch);
    return is_good;
}

static bool take_section(struct record_writer *writer, const struct record *record,
                         const struct record_section *section, struct codeobj_error *error)
{
    const uint64_t offset = (uint64_t)(section->stored.data - record->bytes.data) - RECORD_SECTION;
    struct written *written =
        written_list(writer, &(struct written){
                                 .kind = section->kind,
                                 .method = section->method,
                                 .number = section->number,
                                 .offset = offset,
                                 .size = RECORD_SECTION + record_align(section->stored.size),
                                 .raw_size = section->raw_size,
                                 .is_plain = section->kind == RECORD_DATA && section->method == 0,
                             });
    const bool is_numbered = section->kind == RECORD_CODE || section->kind == RECORD_DATA;
    if (!written || (is_numbered && !written_number(writer, written))) {
        codeobj_fail(error, CODEOBJ_NO_MEMORY, "there is no memory to complete the recording");
        return false;
    }
    return is_numbered || section->kind == RECORD_DEVICE ||
           take_needs(writer, record, section, written, error);
}

/* Takes all sections, sorted by kind and number: a launch comes after what it needs, and before the
 * contents of memory after it. */
static bool take_sections(struct record_writer *writer, const struct record *record,
                          struct codeobj_error *error)
{
    for (size_t i = 0; i < record->count; i++)
        if (!take_section(writer, record, record->sorted[i], error))
            return false;
    writer->committed = writer->count;
    writer->end = writer->tail = record->bytes.size - record->ignored;
    return true;
}

static enum codeobj_status complete(int file, const char *path, const struct record *record,
                                    uint64_t last, struct codeobj_error *error)
{
    if (record_find(record, RECORD_END, 0)) {
        close(file);
        return CODEOBJ_OK;
    }
    struct codeobj_error reason = {.status = CODEOBJ_OK};
    struct record_writer *writer = record_resume(path, file, last);
    if (!writer) {
        close(file);
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "there is no memory");
    }
    if (!take_sections(writer, record, &reason))
        writer->is_broken = true;
    record_finish(writer, 0, 0);
    if (error)
        *error = reason;
    return reason.status;
}

enum codeobj_status record_complete(const char *path, uint64_t last, struct codeobj_error *error)
{
    struct mapped_file mapped;
    struct record record;
    enum record_old old;
    int file = record_open_old(path, &old);
    if (file < 0)
        return old == RECORD_STAYS ? codeobj_fail(error, CODEOBJ_IO, "%s", strerror(errno))
                                   : CODEOBJ_OK;
    enum codeobj_status status = mapped_file_open(path, &mapped, error);
    if (status == CODEOBJ_OK) {
        status = record_open(mapped.bytes, &record, error);
        if (status == CODEOBJ_OK) {
            status = complete(file, path, &record, last, error);
            record_close(&record);
            file = -1;
        }
        mapped_file_close(&mapped);
    }
    if (file >= 0)
        close(file);
    return status;
}
