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

enum status checksum_record(const char *path, uint64_t sum)
{
    const char *file = getenv("KBUILD_CHECKSUMS");
    if (!file || !*file || path[0] == '/' || path_is_stream(path))
        return STATUS_OK;
    OWNED_BY(buf_free) struct buf line = {0};
    checksum_print(&line, path, sum);
    OWNED_FD int fd = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    /* One short write to an O_APPEND file is not torn by the writes of other jobs. */
    bool ok = fd >= 0 && write(fd, line.data, line.size) == (ssize_t)line.size;
    return ok ? STATUS_OK
              : status_fail(STATUS_ENVIRONMENT, "%s: cannot write: %s", file, strerror(errno));
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
    if (!path_exists(file))
        return STATUS_OK;
    OWNED_BY(buf_free) struct buf text = {0};
    FORWARD_IF_ERROR(file_read(file, &text));
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

/* The index behind the last line of |path|. */
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

/* Whether |path| is unchanged since it was made; a changed file is removed. */
static enum status verify_file(const char *path, uint64_t sum, bool *out_is_whole)
{
    OWNED_BY(buf_free) struct buf data = {0};
    *out_is_whole = false;
    if (!path_is_file(path))
        return STATUS_OK;
    FORWARD_IF_ERROR(file_read(path, &data));
    *out_is_whole = checksum_of(data.data, data.size) == sum;
    if (*out_is_whole)
        return STATUS_OK;
    status_warn("%s has changed since it was made; making it again", path);
    if (unlink(path) != 0 && errno != ENOENT)
        return status_fail(STATUS_ENVIRONMENT, "%s: cannot remove: %s", path, strerror(errno));
    return STATUS_OK;
}

/* Appends the lines of the files that are unchanged. */
static enum status verify_all(const char *build, const struct checksums *made, struct buf *out)
{
    for (size_t i = 0; i < made->count; i++) {
        const struct checksum *item = &made->items[i];
        if (i + 1 < made->count && strcmp(item->path, item[1].path) == 0)
            continue; /* not the last line of this path */
        OWNED char *path = path_join(build, item->path);
        bool is_whole;
        FORWARD_IF_ERROR(verify_file(path, item->sum, &is_whole));
        if (is_whole)
            checksum_print(out, item->path, item->sum);
    }
    return STATUS_OK;
}

enum status checksums_verify(const char *build, const struct strings *package)
{
    OWNED_BY(checksums_free) struct checksums made = {0};
    OWNED_BY(buf_free) struct buf whole = {0};
    OWNED char *file = path_join(build, "checksums");
    FORWARD_IF_ERROR(checksums_read(file, &made));
    FORWARD_IF_ERROR(verify_all(build, &made, &whole));
    for (size_t i = 0; i < package->count; i++) {
        OWNED char *path = path_join(build, package->items[i]);
        if (!checksums_find(&made, package->items[i]))
            unlink(path);
    }
    return file_update(file, whole.data, whole.size);
}
