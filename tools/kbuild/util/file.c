#include "file.h"

#include <errno.h>
#include <fnmatch.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *path_join(const char *directory, const char *name)
{
    if (name[0] == '/' || directory[0] == '\0' || strcmp(directory, ".") == 0)
        return mem_dup(name);
    size_t length = strlen(directory);
    return mem_format("%s%s%s", directory, directory[length - 1] == '/' ? "" : "/", name);
}

char *path_directory(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return mem_dup(".");
    return slash == path ? mem_dup("/") : mem_dup_n(path, (size_t)(slash - path));
}

const char *path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *path_extension(const char *path)
{
    const char *name = path_name(path);
    const char *dot = strrchr(name, '.');
    return dot && dot != name ? dot : "";
}

char *path_absolute(const char *path)
{
    char *full = NULL;
    if (path[0] == '/') {
        full = mem_dup(path);
    } else {
        char *here = getcwd(NULL, 0);
        full = mem_format("%s/%s", here ? here : "", path);
        free(here);
    }
    struct buf out = {0};
    for (char *save = NULL, *part = strtok_r(full, "/", &save); part;
         part = strtok_r(NULL, "/", &save)) {
        if (strcmp(part, ".") == 0)
            continue;
        if (strcmp(part, "..") == 0) {
            while (out.size && out.data[--out.size] != '/')
                ;
            if (out.data)
                out.data[out.size] = '\0';
            continue;
        }
        buf_putc(&out, '/');
        buf_puts(&out, part);
    }
    free(full);
    if (!out.size)
        buf_putc(&out, '/');
    return buf_take(&out);
}

size_t path_common(const char *a, const char *b)
{
    size_t common = 0;
    for (size_t i = 0;; i++) {
        bool a_ends = a[i] == '/' || a[i] == '\0';
        bool b_ends = b[i] == '/' || b[i] == '\0';
        if (a_ends && b_ends)
            common = i;
        if (a[i] != b[i] || a[i] == '\0')
            return common;
    }
}

char *path_relative(const char *path, const char *from)
{
    size_t common = path_common(path, from);
    struct buf out = {0};
    for (const char *rest = from + common; *rest; rest++)
        if (*rest == '/' && rest[1] && rest[1] != '/')
            buf_puts(&out, out.size ? "/.." : "..");
    const char *tail = path + common;
    while (*tail == '/')
        tail++;
    if (*tail && out.size)
        buf_putc(&out, '/');
    buf_puts(&out, *tail || out.size ? tail : ".");
    return buf_take(&out);
}

bool path_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool path_is_directory(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool path_is_file(const char *path)
{
    return path_exists(path) && !path_is_directory(path);
}

bool path_matches(const char *path, const struct strings *globs)
{
    for (size_t i = 0; i < globs->count; i++)
        if (fnmatch(globs->items[i], path, 0) == 0 ||
            fnmatch(globs->items[i], path_name(path), 0) == 0)
            return true;
    return false;
}

enum status path_make_directories(const char *path)
{
    if (!*path)
        return status_fail(STATUS_USAGE, "an empty name cannot be a directory's");
    char *copy = mem_dup(path);
    enum status status = STATUS_OK;
    for (char *at = copy + 1; status == STATUS_OK; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        char end = *at;
        *at = '\0';
        if (mkdir(copy, 0777) != 0 && errno != EEXIST && !path_is_directory(copy))
            status = status_fail(STATUS_ENVIRONMENT, "%s: cannot make this directory: %s", copy,
                                 strerror(errno));
        else if (!path_is_directory(copy))
            status = status_fail(STATUS_ENVIRONMENT,
                                 "%s: stands where a directory is needed; move it away", copy);
        *at = end;
        if (end == '\0')
            break;
    }
    free(copy);
    return status;
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info, (void)type, (void)at;
    remove(path);
    return 0;
}

void path_remove_tree(const char *path)
{
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

enum status file_read(const char *path, struct buf *out)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return status_fail(STATUS_INPUT, "%s: cannot read: %s", path, strerror(errno));
    struct stat info;
    size_t before = out->size;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode))
        buf_reserve(out, (size_t)info.st_size + 1);
    for (;;) {
        buf_reserve(out, 65536);
        ssize_t got = read(fd, out->data + out->size, out->capacity - out->size - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            int error = errno;
            close(fd);
            out->size = before;
            out->data[before] = '\0';
            return status_fail(STATUS_INPUT, "%s: cannot read: %s", path, strerror(error));
        }
        if (got == 0)
            break;
        out->size += (size_t)got;
        out->data[out->size] = '\0';
    }
    close(fd);
    return STATUS_OK;
}

char *file_temporary_name(const char *path)
{
    return mem_format("%s.%ld.tmp", path, (long)getpid());
}

static bool write_all(int fd, const char *data, size_t size)
{
    while (size) {
        ssize_t written = write(fd, data, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        data += written;
        size -= (size_t)written;
    }
    return true;
}

static enum status cannot_write(const char *path, int error)
{
    return status_fail(STATUS_ENVIRONMENT, "%s: cannot write: %s%s", path, strerror(error),
                       error == ENOSPC ? "; free some space and build again" : "");
}

/* Writes all of |parts| and closes |fd|; 0, or what went wrong. */
static int write_and_close(int fd, const struct iovec *parts, size_t count)
{
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++)
        ok = write_all(fd, parts[i].iov_base, parts[i].iov_len);
    int error = ok ? 0 : errno;
    if (close(fd) != 0 && ok)
        error = errno;
    return error;
}

/* Writes |temporary|, which is to become |path|; on failure it is gone again. */
static enum status write_temporary(const char *temporary, const char *path,
                                   const struct iovec *parts, size_t count)
{
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return cannot_write(path, errno);
    int error = write_and_close(fd, parts, count);
    if (!error)
        return STATUS_OK;
    unlink(temporary);
    return cannot_write(path, error);
}

/* A pipe or a device, /dev/null say, which a rename would replace. */
static bool is_special(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

static enum status write_special(const char *path, const struct iovec *parts, size_t count)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return cannot_write(path, errno);
    int error = write_and_close(fd, parts, count);
    return error ? cannot_write(path, error) : STATUS_OK;
}

static enum status move_into_place(const char *temporary, const char *path)
{
    if (rename(temporary, path) == 0)
        return STATUS_OK;
    int error = errno;
    unlink(temporary);
    return cannot_write(path, error);
}

enum status file_write_parts(const char *path, const struct iovec *parts, size_t count)
{
    if (is_special(path))
        return write_special(path, parts, count);
    char *temporary = file_temporary_name(path);
    enum status status = write_temporary(temporary, path, parts, count);
    if (status == STATUS_OK)
        status = move_into_place(temporary, path);
    free(temporary);
    return status;
}

enum status file_write(const char *path, const void *data, size_t size)
{
    struct iovec part = {(void *)data, size};
    return file_write_parts(path, &part, 1);
}

static bool file_holds(const char *path, const void *data, size_t size)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return false;
    struct stat info;
    bool same = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && (size_t)info.st_size == size;
    char chunk[65536];
    const char *rest = data;
    while (same && size) {
        ssize_t got = read(fd, chunk, size < sizeof chunk ? size : sizeof chunk);
        if (got < 0 && errno == EINTR)
            continue;
        same = got > 0 && memcmp(chunk, rest, (size_t)got) == 0;
        if (same) {
            rest += got;
            size -= (size_t)got;
        }
    }
    close(fd);
    return same;
}

enum status file_update(const char *path, const void *data, size_t size)
{
    return file_holds(path, data, size) ? STATUS_OK : file_write(path, data, size);
}

enum status file_update_deep(const char *path, const void *data, size_t size)
{
    char *directory = path_directory(path);
    enum status status = path_make_directories(directory);
    free(directory);
    FORWARD_IF_ERROR(status);
    return file_update(path, data, size);
}

enum status file_settle(const char *temporary, const char *path)
{
    struct buf data = {0};
    enum status status = file_read(temporary, &data);
    bool same = status == STATUS_OK && file_holds(path, data.data, data.size);
    buf_free(&data);
    if (status != STATUS_OK)
        return status;
    if (same) {
        unlink(temporary);
        return STATUS_OK;
    }
    return move_into_place(temporary, path);
}

/* The copy in the making of a file to be published, or NULL when the old one will do. */
static enum status publish_prepare(const char *source, const char *path, char **out_temporary)
{
    struct buf data = {0};
    FORWARD_IF_ERROR(file_read(source, &data));
    enum status status = STATUS_OK;
    *out_temporary = NULL;
    if (!file_holds(path, data.data, data.size)) {
        char *temporary = file_temporary_name(path);
        struct iovec part = {data.data, data.size};
        status = write_temporary(temporary, path, &part, 1);
        if (status == STATUS_OK)
            *out_temporary = temporary;
        else
            free(temporary);
    }
    buf_free(&data);
    return status;
}

enum status file_publish(const struct strings *sources, const char *directory)
{
    char **paths = mem_alloc(sources->count * sizeof *paths);
    char **temporaries = mem_alloc(sources->count * sizeof *temporaries);
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < sources->count; i++) {
        paths[i] = path_join(directory, path_name(sources->items[i]));
        status = publish_prepare(sources->items[i], paths[i], &temporaries[i]);
    }
    for (size_t i = 0; i < sources->count; i++) {
        if (temporaries[i] && status == STATUS_OK)
            status = move_into_place(temporaries[i], paths[i]);
        else if (temporaries[i])
            unlink(temporaries[i]);
        free(temporaries[i]);
        free(paths[i]);
    }
    free(temporaries);
    free(paths);
    return status;
}
