/* Comparing first and writing later: see the header. */
#include "embed_output.h"

#include "util/checksum.h"
#include "util/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { CHUNK = 65536 };

static enum status write_failed(const struct embed_output *output)
{
    return status_fail(STATUS_ENVIRONMENT, "%s: cannot write: %s%s", output->path, strerror(errno),
                       errno == ENOSPC ? "; free some space and build again" : "");
}

static enum status write_all(struct embed_output *output, const char *data, size_t size)
{
    while (size) {
        ssize_t written = write(output->file, data, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return write_failed(output);
        data += written;
        size -= (size_t)written;
    }
    return STATUS_OK;
}

/* Reads up to |size| bytes of the old file; fewer only at its end or when it cannot be read. */
static size_t read_old(const struct embed_output *output, char *data, size_t size, uint64_t offset)
{
    size_t done = 0;
    while (done < size) {
        ssize_t got = pread(output->old, data + done, size - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        done += (size_t)got;
    }
    return done;
}

static bool old_holds(const struct embed_output *output, const char *data, size_t size)
{
    char chunk[CHUNK];
    for (size_t done = 0; done < size;) {
        size_t part = size - done < CHUNK ? size - done : CHUNK;
        if (read_old(output, chunk, part, output->size + done) != part ||
            memcmp(chunk, data + done, part) != 0)
            return false;
        done += part;
    }
    return true;
}

static void close_old(struct embed_output *output)
{
    if (output->old >= 0)
        close(output->old);
    output->old = -1;
}

/* Begins the new file with what was appended so far, which is how the old one begins. */
static enum status begin_new(struct embed_output *output)
{
    bool direct = output->place.direct;
    output->file = direct ? file_place_open(&output->place)
                          : open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (output->file < 0)
        return write_failed(output);
    output->has_temporary = !direct;
    char chunk[CHUNK];
    for (uint64_t done = 0; done < output->size;) {
        size_t part = output->size - done < CHUNK ? (size_t)(output->size - done) : CHUNK;
        if (read_old(output, chunk, part, done) != part)
            return status_fail(STATUS_ENVIRONMENT, "%s: changed while it was compared; try again",
                               output->path);
        FORWARD_IF_ERROR(write_all(output, chunk, part));
        done += part;
    }
    close_old(output);
    return STATUS_OK;
}

enum status embed_output_open(struct embed_output *output, const char *path)
{
    *output = (struct embed_output){.path = path, .old = -1, .file = -1};
    FORWARD_IF_ERROR(file_place_find(path, &output->place));
    output->temporary = file_temporary_name(output->place.path);
    output->sum = XXH3_createState();
    if (!output->sum)
        return status_fail(STATUS_ENVIRONMENT, "%s: no memory to write it", path);
    XXH3_64bits_reset(output->sum);
    struct stat info;
    if (!output->place.direct && stat(path, &info) == 0 && S_ISREG(info.st_mode))
        output->old = open(path, O_RDONLY | O_CLOEXEC);
    return STATUS_OK;
}

enum status embed_output_append(struct embed_output *output, const void *data, size_t size)
{
    if (output->file < 0) {
        if (output->old < 0 || !old_holds(output, data, size))
            FORWARD_IF_ERROR(begin_new(output));
    }
    if (output->file >= 0)
        FORWARD_IF_ERROR(write_all(output, data, size));
    output->size += size;
    XXH3_64bits_update(output->sum, data, size);
    return STATUS_OK;
}

enum status embed_output_complete(struct embed_output *output)
{
    struct stat info;
    bool is_same = output->file < 0 && output->old >= 0 && fstat(output->old, &info) == 0 &&
                   (uint64_t)info.st_size == output->size;
    if (output->file < 0 && !is_same)
        FORWARD_IF_ERROR(begin_new(output));
    close_old(output);
    int file = output->file;
    output->file = -1;
    return file >= 0 && close(file) != 0 ? write_failed(output) : STATUS_OK;
}

enum status embed_output_commit(struct embed_output *output)
{
    if (output->has_temporary && rename(output->temporary, output->place.path) != 0)
        return write_failed(output);
    output->has_temporary = false;
    return checksum_record(output->path, XXH3_64bits_digest(output->sum));
}

void embed_output_discard(struct embed_output *output)
{
    close_old(output);
    if (output->file >= 0)
        close(output->file);
    if (output->has_temporary)
        unlink(output->temporary);
    free(output->temporary);
    XXH3_freeState(output->sum);
    file_place_free(&output->place);
    *output = (struct embed_output){.old = -1, .file = -1};
}
