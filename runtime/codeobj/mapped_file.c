/* Files as spans. A file is mapped if possible. A pipe is read, and so is a file that does not
 * report its size, such as a file of /proc. The bytes that are read are in a mapping too, so that
 * all spans are released in the same way.
 */
#include "mapped_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define READ_MAX ((size_t)4 << 30) /* the most bytes of a file that cannot be mapped */

enum { READ_FIRST = 1 << 20 };

static enum codeobj_status fail_errno(struct codeobj_error *error, const char *what)
{
    return codeobj_fail(error, CODEOBJ_IO, "%s: %s", what, strerror(errno));
}

static enum codeobj_status check_kind(const struct stat *stat, bool takes_pipes,
                                      struct codeobj_error *error)
{
    if (S_ISREG(stat->st_mode) || (S_ISFIFO(stat->st_mode) && takes_pipes))
        return CODEOBJ_OK;
    return codeobj_fail(error, CODEOBJ_IO, "not a file but a %s",
                        S_ISDIR(stat->st_mode)    ? "directory"
                        : S_ISFIFO(stat->st_mode) ? "pipe"
                        : S_ISSOCK(stat->st_mode) ? "socket"
                                                  : "device");
}

static enum codeobj_status map_file(int fd, off_t size, struct span *out,
                                    struct codeobj_error *error)
{
    void *data = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED)
        return fail_errno(error, "cannot be mapped");
    *out = (struct span){data, (size_t)size};
    return CODEOBJ_OK;
}

/* Reads to the end of the file, into |*data|, a mapping of |*capacity| bytes, which grows as
 * needed. */
static enum codeobj_status read_all(int fd, uint8_t **data, size_t *capacity, size_t *size,
                                    struct codeobj_error *error)
{
    for (;;) {
        ssize_t got = read(fd, *data + *size, *capacity - *size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail_errno(error, "cannot be read");
        if (got == 0)
            return CODEOBJ_OK;
        *size += (size_t)got;
        if (*size < *capacity)
            continue;
        if (*capacity >= READ_MAX)
            return codeobj_fail(error, CODEOBJ_IO, "a pipe of more than %zu GiB", READ_MAX >> 30);
        void *grown = mremap(*data, *capacity, *capacity * 2, MREMAP_MAYMOVE);
        if (grown == MAP_FAILED)
            return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        *data = grown;
        *capacity *= 2;
    }
}

static enum codeobj_status read_stream(int fd, struct span *out, struct codeobj_error *error)
{
    size_t capacity = READ_FIRST, size = 0;
    uint8_t *data =
        mmap(NULL, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    enum codeobj_status status = read_all(fd, &data, &capacity, &size, error);
    if (status || size == 0) {
        munmap(data, capacity);
        if (!status)
            *out = (struct span){NULL, 0};
        return status;
    }
    /* This shrinks the mapping to whole pages, in place. */
    void *cut = mremap(data, capacity, size, 0);
    *out = (struct span){cut == MAP_FAILED ? data : cut, size};
    return CODEOBJ_OK;
}

/* Opens the file as a span. If |out_descriptor| is NULL, closes the file again. */
static enum codeobj_status open_path(const char *path, bool takes_pipes, struct mapped_file *out,
                                     int *out_descriptor, struct codeobj_error *error)
{
    struct stat found;
    /* Looks at the path before opening it, because opening a device can already have effects. */
    if (stat(path, &found) != 0)
        return fail_errno(error, "cannot be opened");
    enum codeobj_status status = check_kind(&found, takes_pipes, error);
    if (status)
        return status;
    /* O_NONBLOCK, because another process may have replaced the file by a pipe, and opening a pipe
     * waits for its writer. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | (takes_pipes ? 0 : O_NONBLOCK));
    if (fd < 0)
        return fail_errno(error, "cannot be opened");
    if (fstat(fd, &found) != 0)
        status = fail_errno(error, "cannot be opened");
    else
        status = check_kind(&found, takes_pipes, error);
    struct span bytes;
    bool is_mapped = found.st_size > 0 && S_ISREG(found.st_mode);
    if (!status)
        status =
            is_mapped ? map_file(fd, found.st_size, &bytes, error) : read_stream(fd, &bytes, error);
    if (status || !is_mapped || !out_descriptor)
        close(fd);
    if (status)
        return status;
    *out = (struct mapped_file){bytes, !is_mapped};
    if (out_descriptor)
        *out_descriptor = is_mapped ? fd : -1;
    return CODEOBJ_OK;
}

enum codeobj_status mapped_file_open(const char *path, struct mapped_file *out,
                                     struct codeobj_error *error)
{
    return open_path(path, false, out, NULL, error);
}

enum codeobj_status mapped_file_open_stream(const char *path, struct mapped_file *out,
                                            struct codeobj_error *error)
{
    return open_path(path, true, out, NULL, error);
}

enum codeobj_status mapped_file_open_kept(const char *path, struct mapped_file *out,
                                          int *out_descriptor, struct codeobj_error *error)
{
    return open_path(path, true, out, out_descriptor, error);
}

void mapped_file_rest(const struct mapped_file *file, struct span part)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t start = ((uintptr_t)part.data + page - 1) / page * page;
    const uintptr_t end = ((uintptr_t)part.data + part.size) / page * page;
    if (!file->is_read && end > start)
        /* madvise() is only a hint, so a failure does not matter. */
        madvise((void *)start, end - start, MADV_DONTNEED);
}

void mapped_file_close(struct mapped_file *file)
{
    if (file->bytes.size)
        munmap((void *)(uintptr_t)file->bytes.data, file->bytes.size);
    *file = (struct mapped_file){0};
}
