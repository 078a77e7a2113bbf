/* Files that another file names: the data of a header, and the kpack archives of a library.
 */
#include "parts.h"

#include "kpack.h"
#include "util/file.h"

#include <glob.h>

/* ---- Opening a file that another file names -------------------------------------------------- */

/* Maps the file |path| until beside_close(). */
static bool map(struct beside *beside, const char *path, struct span *out)
{
    struct mapped_file file;
    if (mapped_file_open(path, &file, NULL) != CODEOBJ_OK)
        return false;
    beside->files = mem_grow(beside->files, beside->count, sizeof *beside->files);
    beside->files[beside->count++] = file;
    *out = file.bytes;
    return true;
}

bool beside_open(struct beside *beside, const char *name, struct span *out)
{
    OWNED char *directory = path_directory(beside->path);
    OWNED char *path = path_join(directory, name);
    return map(beside, path, out);
}

void beside_close(struct beside *beside)
{
    for (size_t i = 0; i < beside->count; i++)
        mapped_file_close(&beside->files[i]);
    free(beside->files);
    free(beside->pattern);
    strings_free(&beside->archives);
    *beside = (struct beside){0};
}

/* ---- Finding archives beside a file ---------------------------------------------------------- */

/* Whether the |size| bytes at |text| can be a target ID, as "gfx90a:xnack-". */
static bool is_target(const char *text, size_t size)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                 ":+-");
    return size > 0 && length >= size;
}

static void put_escaped(struct buf *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (strchr("*?[\\", text[i]))
            buf_putc(out, '\\');
        buf_putc(out, text[i]);
    }
}

/* Appends the paths of the files that |pattern| names. A relative pattern begins at |directory|. */
static void find_archives(const char *directory, const char *pattern, struct strings *out)
{
    const char *target = strstr(pattern, KPACK_TARGET);
    OWNED char *whole = path_join(directory, pattern);
    if (!target) {
        if (path_is_file(whole))
            strings_add(out, pattern);
        return;
    }
    OWNED_BY(buf_free) struct buf text = {0};
    size_t skipped = strlen(whole) - strlen(pattern), before = (size_t)(target - pattern);
    const char *after = target + sizeof KPACK_TARGET - 1;
    glob_t found;
    put_escaped(&text, whole, skipped + before);
    buf_putc(&text, '*');
    put_escaped(&text, after, strlen(after));
    if (glob(text.data, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            const char *path = found.gl_pathv[i];
            size_t length = strlen(path), fixed = skipped + before + strlen(after);
            if (length > fixed && is_target(path + skipped + before, length - fixed) &&
                path_is_file(path))
                strings_add(out, path + skipped);
        }
        strings_sort(out);
    }
    globfree(&found);
}

/* Returns the directory of the file |path|. If |path| is a link, the directory is that of the
 * linked file, because AMD's loader also starts there. */
static char *real_directory(const char *path)
{
    OWNED char *real = realpath(path, NULL);
    return path_directory(real ? real : path);
}

bool beside_archive(struct beside *beside, const char *path, size_t index, const char **name,
                    struct span *out)
{
    OWNED char *directory = real_directory(beside->path);
    if (!beside->pattern || strcmp(beside->pattern, path) != 0) {
        free(beside->pattern);
        strings_free(&beside->archives);
        beside->archives = (struct strings){0};
        beside->pattern = mem_dup(path);
        find_archives(directory, path, &beside->archives);
    }
    if (index >= beside->archives.count)
        return false;
    OWNED char *whole = path_join(directory, beside->archives.items[index]);
    *name = beside->archives.items[index];
    if (!map(beside, whole, out))
        *out = (struct span){(const uint8_t *)"", 0};
    return true;
}
