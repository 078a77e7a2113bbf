#include "embed_output.h"

#include "util/checksum.h"
#include "util/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

static enum status write_failed(const struct embed_output *output)
{
    return status_fail(STATUS_ENVIRONMENT, "%s: cannot write: %s%s", output->path, strerror(errno),
                       errno == ENOSPC ? "; free some space and build again" : "");
}

enum status embed_output_open(struct embed_output *output, const char *path)
{
    *output = (struct embed_output){.path = path, .file = -1};
    FORWARD_IF_ERROR(file_place_find(path, &output->place));
    output->temporary = file_temporary_name(output->place.path);
    output->sum = XXH3_createState();
    if (!output->sum)
        return status_fail(STATUS_ENVIRONMENT, "%s: no memory to write it", path);
    XXH3_64bits_reset(output->sum);
    bool direct = output->place.direct;
    output->file = direct ? file_place_open(&output->place)
                          : open(output->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    output->has_temporary = !direct && output->file >= 0;
    return output->file < 0 ? write_failed(output) : STATUS_OK;
}

enum status embed_output_append(struct embed_output *output, const void *data, size_t size)
{
    XXH3_64bits_update(output->sum, data, size);
    output->size += size;
    for (const char *rest = data; size;) {
        ssize_t written = write(output->file, rest, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return write_failed(output);
        rest += written;
        size -= (size_t)written;
    }
    return STATUS_OK;
}

/* Whether the file in this place has the same bytes. */
static bool is_unchanged(const struct embed_output *output)
{
    struct stat info;
    if (stat(output->place.path, &info) != 0 || (uint64_t)info.st_size != output->size)
        return false;
    if (!output->size)
        return S_ISREG(info.st_mode);
    void *data = mmap(NULL, output->size, PROT_READ, MAP_SHARED, output->file, 0);
    if (data == MAP_FAILED)
        return false;
    bool same = file_holds(output->place.path, data, output->size);
    munmap(data, output->size);
    return same;
}

enum status embed_output_complete(struct embed_output *output)
{
    bool same = output->has_temporary && is_unchanged(output);
    int closed = close(output->file);
    output->file = -1;
    if (closed != 0)
        return write_failed(output);
    if (same && unlink(output->temporary) == 0)
        output->has_temporary = false;
    return STATUS_OK;
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
    if (output->file >= 0)
        close(output->file);
    if (output->has_temporary)
        unlink(output->temporary);
    free(output->temporary);
    XXH3_freeState(output->sum);
    file_place_free(&output->place);
    *output = (struct embed_output){.file = -1};
}
