/* Frees packages, reports their problems, and reads them from files or from JSON. */
#include "inspect/package.h"

#include "parts.h"
#include "util/file.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <jansson.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

/* ---- Finding a package's files ------------------------------------------------------------------
 *
 * Finds the files that the operands name: an operand itself, or the files below it. Also finds
 * files that have the same images as another file: a build leaves "a.hsaco", and beside it the
 * output of `kbuild embed`, "a.hsaco.h" and perhaps "a.hsaco.zst". These images must be counted
 * once. */

static void add_unreadable(struct package_paths *out, const char *path, int error)
{
    strings_add(&out->bad, path);
    strings_addf(&out->faults, "cannot be read: %s", strerror(error));
}

static void add_path(struct package_paths *out, const char *path, bool named)
{
    out->named = mem_grow(out->named, out->paths.count, sizeof *out->named);
    out->named[out->paths.count] = named;
    strings_add(&out->paths, path);
}

static bool is_regular(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* Adds |files|, and those |links| that lead to files not in |files|. Of several links to one file,
 * only the first is added. */
static void add_found(struct package_paths *out, struct strings *files, struct strings *links)
{
    OWNED_BY(strings_free) struct strings real = {0};
    for (size_t i = 0; links->count && i < files->count; i++) {
        char *path = realpath(files->items[i], NULL);
        if (path)
            strings_take(&real, path);
    }
    strings_sort(links);
    for (size_t i = 0; i < links->count; i++) {
        char *path = realpath(links->items[i], NULL);
        if (path && !strings_contain(&real, path))
            strings_add(files, links->items[i]);
        if (path)
            strings_take(&real, path);
    }
    strings_sort(files);
    for (size_t i = 0; i < files->count; i++)
        add_path(out, files->items[i], false);
}

/* Whether |name| is that of an old or new file that `kbuild build` left beside the package's files
 * when it was killed. */
static bool is_of_publishing(const char *name)
{
    const char *extension = path_extension(name);
    return strcmp(extension, ".kbuild-old") == 0 || strcmp(extension, ".kbuild-new") == 0;
}

static void add_directory(struct package_paths *out, const char *directory)
{
    OWNED_BY(strings_free) struct strings files = {0}, links = {0};
    char *const roots[] = {(char *)directory, NULL};
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL);
    if (!tree) {
        add_unreadable(out, directory, errno);
        return;
    }
    for (FTSENT *entry; (entry = fts_read(tree));) {
        if (entry->fts_info == FTS_D && entry->fts_level > 0 && entry->fts_name[0] == '.')
            fts_set(tree, entry, FTS_SKIP);
        else if (entry->fts_info == FTS_F && strcmp(entry->fts_name, PUBLISHING_JOURNAL) == 0) {
            strings_take(&out->bad, path_directory(entry->fts_path));
            strings_add(&out->faults, PUBLISHING_ADVICE);
        } else if (is_of_publishing(entry->fts_name))
            continue;
        else if ((entry->fts_info == FTS_F || entry->fts_info == FTS_SL) &&
                 is_regular(entry->fts_accpath))
            strings_add(entry->fts_info == FTS_F ? &files : &links, entry->fts_path);
        else if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR)
            add_unreadable(out, entry->fts_path, entry->fts_errno);
    }
    fts_close(tree);
    add_found(out, &files, &links);
}

/* Copies all of |from| to |to|. Returns false and sets errno on failure. */
static bool copy_all(int from, int to)
{
    char chunk[65536];
    for (;;) {
        ssize_t got = read(from, chunk, sizeof chunk);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0 || !file_write_all(to, chunk, (size_t)got))
            return got == 0;
    }
}

/* Replaces a pipe at standard input by a file without a name, because a pipe can be read only once,
 * but messages may need its contents again. */
static bool keep_standard_input(void)
{
    struct stat info;
    if (fstat(STDIN_FILENO, &info) != 0 || S_ISREG(info.st_mode))
        return true;
    int kept = memfd_create("standard input", MFD_CLOEXEC);
    if (kept < 0)
        return false;
    bool ok = copy_all(STDIN_FILENO, kept) && dup2(kept, STDIN_FILENO) >= 0;
    int error = errno;
    close(kept);
    errno = error;
    return ok;
}

const char *package_operand(const char *operand)
{
    if (!path_is_stream(operand))
        return operand;
    return keep_standard_input() ? "/dev/stdin" : NULL;
}

void package_paths_find(const struct strings *operands, struct package_paths *out)
{
    for (size_t i = 0; i < operands->count; i++) {
        const char *path = package_operand(operands->items[i]);
        if (!path)
            add_unreadable(out, operands->items[i], errno);
        else if (path_is_directory(path))
            add_directory(out, path);
        else
            add_path(out, path, true);
    }
}

void package_paths_free(struct package_paths *paths)
{
    strings_free(&paths->paths);
    free(paths->named);
    strings_free(&paths->bad);
    strings_free(&paths->faults);
}

/* ---- Files with the same images -------------------------------------------------------------- */

/* Hashes of the bytes of each image in a file. */
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

/* Hashes the images of the file |path|. Returns false when a part of the file cannot be read. */
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

/* Returns the length of the extension that `kbuild embed` appends to the name of its input: ".h"
 * for the header, ".zst" for compressed data. 0 if |name| has neither. */
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
    if (strings_find(sorted, stem) < sorted->count && path_is_file(stem) &&
        hold_the_same(stem, path))
        return stem;
    free(stem);
    return NULL;
}

void package_image_free(struct package_image *image)
{
    free(image->entry);
    free(image->target);
    free(image->code_hashes);
    free(image->rows);
    code_object_close(&image->object);
}

/* ---- Packages ------------------------------------------------------------------------------- */

/* Frees a package that was read from JSON: its arrays, and the JSON, which owns all strings. */
static void free_arrays(struct package *package)
{
    for (size_t i = 0; i < package->image_count; i++) {
        struct code_object *object = &package->images[i].object;
        for (size_t k = 0; k < object->kernel_count; k++)
            free(object->kernels[k].arguments);
        free(object->kernels);
        free(package->images[i].code_hashes);
    }
    json_decref(package->json);
}

static void free_contents(struct package *package)
{
    for (size_t i = 0; i < package->file_count; i++) {
        free(package->files[i].path);
        free(package->files[i].same_as);
    }
    for (size_t i = 0; i < package->container_count; i++) {
        free(package->containers[i].name);
        free(package->containers[i].where);
    }
    for (size_t i = 0; i < package->image_count; i++)
        package_image_free(&package->images[i]);
    for (size_t i = 0; i < package->problem_count; i++) {
        free(package->problems[i].where);
        free(package->problems[i].message);
    }
}

void package_free(struct package *package)
{
    (package->json ? free_arrays : free_contents)(package);
    for (size_t i = 0; i < package->pool_count; i++) {
        metadata_pool_free(package->pools[i]);
        metadata_pool_free(package->row_pools[i]);
    }
    free(package->pools);
    free(package->row_pools);
    free(package->files);
    free(package->containers);
    free(package->images);
    free(package->problems);
    *package = (struct package){0};
}

uint64_t package_file_offset(const struct package *package, const struct package_image *image)
{
    uint64_t offset = image->offset;
    for (size_t i = image->container; i != PACKAGE_NONE; i = package->containers[i].parent) {
        const struct package_container *container = &package->containers[i];
        if (container->codec != BUNDLE_CODEC_NONE || container->kind == CONTAINER_HEADER ||
            container->kind == CONTAINER_KPACK)
            return PACKAGE_NO_OFFSET;
        offset += container->offset;
    }
    return offset;
}

char *package_place(const struct package *package, const struct package_container *container)
{
    return mem_format("%s%s%s", package->files[container->file].path, *container->where ? " " : "",
                      container->where);
}

static void report(const struct package *package, const struct package_problem *problem,
                   const char *more)
{
    char offset[40] = "";
    if (problem->offset != PACKAGE_NO_OFFSET)
        snprintf(offset, sizeof offset, "offset %" PRIu64 ": ", problem->offset);
    status_fail(STATUS_INPUT, "%s: %s%s%s%s%s", package->files[problem->file].path, problem->where,
                *problem->where ? ": " : "", offset, problem->message, more);
}

enum status package_report_problems(const struct package *package)
{
    for (size_t i = 0; i < package->problem_count; i++)
        report(package, &package->problems[i], "");
    return package->problem_count ? STATUS_INPUT : STATUS_OK;
}

/* Returns how many of the problems from |first| up to |end| have the message |message|. */
static size_t count_alike(const struct package *package, const char *message, size_t first,
                          size_t end)
{
    size_t count = 0;
    for (size_t i = first; i < end; i++)
        count += strcmp(package->problems[i].message, message) == 0;
    return count;
}

/* Reports the problems from |first| up to |end|, which are of one file. Many problems with equal
 * messages are reported as one. */
static void sum_up(const struct package *package, size_t first, size_t end)
{
    enum { FOLD_MIN = 4 }; /* how many equal messages, at least, are reported as one */
    for (size_t i = first; i < end; i++) {
        const struct package_problem *one = &package->problems[i];
        const size_t before = count_alike(package, one->message, first, i),
                     after = count_alike(package, one->message, i + 1, end);
        const bool is_folded = before + after + 1 >= FOLD_MIN;
        char more[80] = "";
        if (is_folded && before > 0)
            continue;
        if (is_folded)
            snprintf(more, sizeof more, " (and %zu more in the file: --full lists them)", after);
        report(package, one, more);
    }
}

enum status package_sum_up_problems(const struct package *package)
{
    for (size_t first = 0, end; first < package->problem_count; first = end) {
        end = first + 1;
        while (end < package->problem_count &&
               package->problems[end].file == package->problems[first].file)
            end++;
        sum_up(package, first, end);
    }
    return package->problem_count ? STATUS_INPUT : STATUS_OK;
}

/* Whether the file begins with a brace, after white space. No file with code objects does:
 * containers begin with magic numbers, and kbuild's headers with a comment. */
static bool is_json(const char *path)
{
    FILE *file = path_is_file(path) ? fopen(path, "rbe") : NULL;
    if (!file)
        return false;
    int c;
    do
        c = getc(file);
    while (c == ' ' || c == '\t' || c == '\n' || c == '\r');
    fclose(file);
    return c == '{';
}

static enum status read_paths(const struct strings *paths, bool code_hashes, struct package *out)
{
    for (size_t i = 0; i < paths->count; i++) {
        if (!is_json(paths->items[i]))
            continue;
        if (paths->count > 1)
            return status_fail(STATUS_USAGE,
                               "%s: JSON stands for a whole package, so nothing can be named "
                               "beside it",
                               paths->items[i]);
        return package_from_json(paths->items[i], out);
    }
    return package_read(paths, &(struct package_options){.code_hashes = code_hashes}, out);
}

enum status source_read(const struct strings *paths, bool code_hashes, struct package *out)
{
    OWNED_BY(strings_free) struct strings files = {0};
    enum status status = STATUS_OK;
    *out = (struct package){0};
    for (size_t i = 0; status == STATUS_OK && i < paths->count; i++) {
        const char *path = package_operand(paths->items[i]);
        if (path)
            strings_add(&files, path);
        else
            status =
                status_fail(STATUS_INPUT, "standard input: cannot be read: %s", strerror(errno));
    }
    return status == STATUS_OK ? read_paths(&files, code_hashes, out) : status;
}
