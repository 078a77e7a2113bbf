/* Two files that hold the same images: a build leaves "a.hsaco" and beside it the output of `kbuild
 * embed`, "a.hsaco.h" and perhaps "a.hsaco.zst". Their images must be counted once.
 */
#include "package_internal.h"

#include "util/file.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

bool beside_open(struct beside *beside, const char *name, struct span *out)
{
    struct mapped_file file;
    char *directory = path_directory(beside->path);
    char *path = path_join(directory, name);
    bool opened = mapped_file_open(path, &file, NULL) == CODEOBJ_OK;
    free(path);
    free(directory);
    if (!opened)
        return false;
    beside->files = mem_grow(beside->files, beside->count, sizeof *beside->files);
    beside->files[beside->count++] = file;
    *out = file.bytes;
    return true;
}

void beside_close(struct beside *beside)
{
    for (size_t i = 0; i < beside->count; i++)
        mapped_file_close(&beside->files[i]);
    free(beside->files);
    *beside = (struct beside){0};
}

/* The images of a file, by their bytes alone. */
struct contents {
    XXH128_hash_t *hashes;
    size_t count;
    struct beside beside;
};

static void on_image(void *context, const struct container_image *image)
{
    struct contents *contents = context;
    if (image->kind == IMAGE_EMPTY)
        return;
    contents->hashes = mem_grow(contents->hashes, contents->count, sizeof *contents->hashes);
    contents->hashes[contents->count++] = XXH3_128bits(image->bytes.data, image->bytes.size);
}

static bool on_beside(void *context, const char *name, struct span *out)
{
    struct contents *contents = context;
    return beside_open(&contents->beside, name, out);
}

static int compare_hashes(const void *a, const void *b)
{
    return XXH128_cmp(a, b);
}

/* False when a part of it cannot be read. */
static bool read_contents(const char *path, struct contents *out)
{
    const struct container_visitor visitor = {
        .context = out, .image = on_image, .beside = on_beside};
    struct mapped_file file;
    *out = (struct contents){.beside = {.path = path}};
    if (mapped_file_open(path, &file, NULL) != CODEOBJ_OK)
        return false;
    bool is_whole = container_walk(file.bytes, NULL, &visitor, NULL) == CODEOBJ_OK;
    beside_close(&out->beside);
    mapped_file_close(&file);
    if (out->count)
        qsort(out->hashes, out->count, sizeof *out->hashes, compare_hashes);
    return is_whole;
}

static bool hold_the_same(const char *path, const char *other)
{
    struct contents a, b = {0};
    bool same = read_contents(path, &a) && read_contents(other, &b) && a.count == b.count &&
                (a.count == 0 || memcmp(a.hashes, b.hashes, a.count * sizeof *a.hashes) == 0);
    free(a.hashes);
    free(b.hashes);
    return same;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The endings that `kbuild embed` appends to a file's name: for the header, and for the data that
 * it reads. */
static size_t suffix_length(const char *path)
{
    static const char *const suffixes[] = {".h", ".zst"};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        size_t suffix = strlen(suffixes[i]);
        if (length > suffix && strcmp(path + length - suffix, suffixes[i]) == 0)
            return suffix;
    }
    return 0;
}

char *package_copied_file(const char *path, const struct strings *sorted)
{
    size_t suffix = suffix_length(path);
    if (suffix == 0)
        return NULL;
    char *stem = mem_dup_n(path, strlen(path) - suffix);
    if (bsearch(&stem, sorted->items, sorted->count, sizeof *sorted->items, compare_paths) &&
        path_is_file(stem) && hold_the_same(stem, path))
        return stem;
    free(stem);
    return NULL;
}
