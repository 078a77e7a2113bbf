#include "checksum.h"

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

enum { DIGITS = 16 };

uint64_t checksum_of(const void *data, size_t size)
{
    return XXH3_64bits(data, size);
}

void checksum_print(struct buf *out, const char *path, uint64_t sum)
{
    buf_printf(out, "%016" PRIx64 " %s\n", sum, path);
}

enum status checksum_append(const char *file, const char *path, uint64_t sum)
{
    OWNED_BY(buf_free) struct buf line = {0};
    checksum_print(&line, path, sum);
    OWNED_FD int fd = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    /* A short write to a file opened with O_APPEND is not mixed with the writes of other processes.
     */
    bool ok = fd >= 0 && write(fd, line.data, line.size) == (ssize_t)line.size;
    return ok ? STATUS_OK
              : status_fail(STATUS_ENVIRONMENT, "%s: cannot write: %s", file, strerror(errno));
}

enum status checksum_record(const char *path, uint64_t sum)
{
    const char *file = getenv("KBUILD_CHECKSUMS");
    if (!file || !*file || path[0] == '/' || path_is_stream(path))
        return STATUS_OK;
    return checksum_append(file, path, sum);
}

static int compare(const void *a, const void *b)
{
    const struct checksum *left = a, *right = b;
    int order = strcmp(left->path, right->path);
    return order ? order : (left->line > right->line) - (left->line < right->line);
}

static void add_line(struct checksums *out, char *line, size_t number)
{
    if (strspn(line, "0123456789abcdef") != DIGITS || line[DIGITS] != ' ' || !line[DIGITS + 1])
        return;
    out->items = mem_grow(out->items, out->count, sizeof *out->items);
    out->items[out->count++] =
        (struct checksum){mem_dup(line + DIGITS + 1), strtoull(line, NULL, 16), number};
}

enum status checksums_read(const char *file, struct checksums *out)
{
    *out = (struct checksums){0};
    OWNED_BY(buf_free) struct buf text = {0};
    if (!path_is_there(file))
        return STATUS_OK;
    FORWARD_IF_ERROR(file_read_plain(file, &text));
    size_t number = 0;
    for (char *at = text.data, *end; (end = strchr(at, '\n')); at = end + 1) {
        *end = '\0';
        add_line(out, at, number++);
    }
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, compare);
    return STATUS_OK;
}

void checksums_free(struct checksums *checksums)
{
    for (size_t i = 0; i < checksums->count; i++)
        free(checksums->items[i].path);
    free(checksums->items);
    *checksums = (struct checksums){0};
}

/* Returns the index behind the last line for |path|. Without such a line, returns the index where
 * it would be. */
static size_t upper_bound(const struct checksums *checksums, const char *path)
{
    size_t low = 0, high = checksums->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(checksums->items[middle].path, path) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct checksum *checksums_find(const struct checksums *checksums, const char *path)
{
    size_t end = upper_bound(checksums, path);
    bool found = end > 0 && strcmp(checksums->items[end - 1].path, path) == 0;
    return found ? &checksums->items[end - 1] : NULL;
}

bool checksums_have(const struct checksums *checksums, const char *path, uint64_t sum)
{
    for (size_t i = upper_bound(checksums, path);
         i > 0 && strcmp(checksums->items[i - 1].path, path) == 0; i--)
        if (checksums->items[i - 1].sum == sum)
            return true;
    return false;
}

bool checksums_hold(const struct checksums *checksums, const char *path, const char *file)
{
    OWNED_BY(buf_free) struct buf data = {0};
    const struct checksum *item = checksums_find(checksums, path);
    return item && file_try_read(file, &data) && checksum_of(data.data, data.size) == item->sum;
}

/* Removes |path|, which may be a file, a link or a directory. */
static enum status remove_any(const char *path)
{
    path_remove_tree(path);
    return path_is_there(path)
               ? status_fail(STATUS_ENVIRONMENT, "%s: cannot remove it, and it must be made again",
                             path)
               : STATUS_OK;
}

/* Whether |path| is a path below the build directory. A damaged list may name files outside of the
 * build directory, which must not be removed. */
static bool is_inside(const char *path)
{
    for (;;) {
        const size_t length = strcspn(path, "/");
        if (length == 0 || (length <= 2 && strspn(path, ".") >= length))
            return false;
        if (!path[length])
            return true;
        path += length + 1;
    }
}

/* For each file that is unchanged, appends its last line to |out|. Removes the files that have
 * changed. */
static enum status verify_all(const char *build, const struct checksums *made, struct buf *out)
{
    for (size_t i = 0; i < made->count; i++) {
        const struct checksum *item = &made->items[i];
        OWNED char *path = path_join(build, item->path);
        if (item != checksums_find(made, item->path) || !is_inside(item->path) ||
            !path_is_there(path))
            continue;
        if (checksums_hold(made, item->path, path)) {
            checksum_print(out, item->path, item->sum);
            continue;
        }
        status_warn("%s has changed since it was made; making it again", path);
        FORWARD_IF_ERROR(remove_any(path));
    }
    return STATUS_OK;
}

enum status checksums_verify(const char *build, const struct strings *made)
{
    OWNED_BY(checksums_free) struct checksums known = {0};
    OWNED_BY(buf_free) struct buf whole = {0};
    OWNED char *file = path_join(build, "checksums");
    FORWARD_IF_ERROR(checksums_read(file, &known));
    FORWARD_IF_ERROR(verify_all(build, &known, &whole));
    for (size_t i = 0; i < made->count; i++) {
        OWNED char *path = path_join(build, made->items[i]);
        if (!checksums_find(&known, made->items[i]))
            FORWARD_IF_ERROR(remove_any(path));
    }
    return file_update(file, whole.data, whole.size);
}
