/* Writes images to files.
 *
 * The name of an image's file can depend on later images: a second bundle in the file adds the
 * bundle's number. The input cannot be read twice, because it can be a pipe, or unpack to more than
 * memory holds. So images are written under temporary names while the input is read, and are
 * renamed at the end. Until then no existing file is touched. */
#include "inspect/extract.h"

#include "util/file.h"
#include "util/options.h"
#include "util/process.h"
#include "util/scratch.h"

#include <ctype.h>
#include <search.h>
#include <unistd.h>

/* ---- Selecting images, and messages that say which there are instead ------------------------ */

/* Returns the targets of the code objects of |package|, sorted, without duplicates: "gfx90a,
 * gfx1030", or "none". A fresh string. */
static char *targets_present(const struct package *package)
{
    OWNED_BY(strings_free) struct strings targets = {0};
    for (size_t i = 0; i < package->image_count; i++) {
        const struct package_image *image = &package->images[i];
        if (image->kind == IMAGE_CODE_OBJECT && *image->target)
            strings_add(&targets, image->target);
    }
    strings_sort_unique(&targets);
    return targets.count ? strings_join(&targets, ", ") : mem_dup("none");
}

/* Returns the bare name of a kernel: "affine" for "void space::affine<float>(float*)". NULL when
 * nothing of |name| is left without namespaces, template arguments and parameters. */
static char *name_spoken(const char *name)
{
    OWNED char *readable = demangle(name);
    char *end = readable + strcspn(readable, "<(");
    char *start = end;
    while (start > readable && start[-1] != ' ' && start[-1] != ':')
        start--;
    return start < end ? mem_dup_n(start, (size_t)(end - start)) : NULL;
}

/* Returns the kernel name of |package| that is nearest to |wrong|, in its mangled form or as people
 * write it. NULL if no name is near. A fresh string. */
static char *kernels_nearest(const struct package *package, const char *wrong)
{
    OWNED_BY(strings_free) struct strings names = {0};
    for (size_t i = 0; i < package->image_count; i++) {
        const struct code_object *object = &package->images[i].object;
        for (size_t k = 0; k < object->kernel_count; k++) {
            char *spoken = name_spoken(object->kernels[k].name);
            if (spoken)
                strings_take(&names, spoken);
            strings_add(&names, object->kernels[k].name);
        }
    }
    strings_add(&names, ""); /* Adds an element, because |items| of an empty list may be NULL. */
    const char *near = options_nearest(wrong, (const char *const *)names.items);
    return near && *near ? mem_dup(near) : NULL;
}

/* Reports that |package| has no kernel that matches |kernels|, and suggests the nearest name. */
static void no_such_kernel(const char *command, const struct package *package,
                           const struct strings *kernels, const char *among)
{
    OWNED char *near = kernels->count == 1 ? kernels_nearest(package, kernels->items[0]) : NULL;
    OWNED char *wanted = strings_join(kernels, ",");
    status_fail(STATUS_INPUT, "%s: no kernel '%s'%s%s%s%s%s; kbuild inspect lists them", command,
                wanted, *among ? " for " : "", among, near ? " (did you mean '" : "",
                near ? near : "", near ? "'?)" : "");
}

enum status targets_check(const char *command, const struct strings *targets)
{
    for (size_t i = 0; i < targets->count; i++) {
        struct target_id id;
        struct codeobj_error error = {0};
        if (target_id_parse_printed(targets->items[i], &id, &error) != CODEOBJ_OK)
            return status_fail(STATUS_USAGE, "%s: --targets: %s; 'kbuild targets' lists all",
                               command, error.message);
    }
    return STATUS_OK;
}

enum status package_nothing(const char *command, const struct package *package, const char *where,
                            const struct strings *targets, const struct strings *kernels)
{
    OWNED char *present = targets_present(package), *wanted = strings_join(targets, ",");
    bool has_target = targets->count == 0;
    for (size_t i = 0; i < package->image_count && !has_target; i++)
        has_target = package->images[i].kind == IMAGE_CODE_OBJECT &&
                     target_is_wanted(package->images[i].target, targets);
    if (!has_target)
        status_fail(STATUS_INPUT, "%s: no code object for %s in %s; there is: %s", command, wanted,
                    where, present);
    else if (kernels->count)
        no_such_kernel(command, package, kernels, wanted);
    else
        status_fail(STATUS_INPUT, "%s: no code object in %s", command, where);
    return STATUS_INPUT;
}

enum status extract_nothing(const char *command, const struct strings *paths,
                            const struct strings *targets, const struct strings *kernels)
{
    OWNED_BY(package_free) struct package package = {0};
    FORWARD_IF_ERROR(package_read(paths, NULL, &package));
    OWNED char *where =
        mem_format("%s%s", paths->items[0], paths->count > 1 ? " and the other files" : "");
    return package_nothing(command, &package, where, targets, kernels);
}

/* ---- Names of extracted files ------------------------------------------------------------------
 *
 * The names come from untrusted files, so special characters are replaced, long names are cut, and
 * equal names are numbered. */

/* The most bytes of each part of a file's name. With the dots, a number and an extension, a name
 * has fewer than the 255 bytes of NAME_MAX. */
enum { STEM_MAX = 96, MEMBER_MAX = 64, ENTRY_MAX = 48 };

/* Appends at most |max| bytes of |text|, with '_' for special characters. The ':' of a target ID
 * becomes '@', as in clang's names of files on systems that forbid ':'. */
static void put_plain(struct buf *out, const char *text, size_t length, size_t max)
{
    for (size_t i = 0; i < length && i < max; i++) {
        bool plain = isalnum((unsigned char)text[i]) || strchr("._+-@", text[i]);
        buf_putc(out, plain ? text[i] : text[i] == ':' ? '@' : '_');
    }
}

/* Appends the stem of a file's name: "libfoo" for "/lib/libfoo.so" and "libfoo.so.1.2". */
static void put_stem(struct buf *out, const char *path)
{
    const char *name = path_name(path);
    size_t length = strlen(name) - strlen(path_extension(path));
    const char *so = strstr(name, ".so.");
    if (so && so != name && strspn(so + 4, ".0123456789") == strlen(so + 4))
        length = (size_t)(so - name);
    size_t start = out->size;
    put_plain(out, name, length, STEM_MAX);
    if (out->size == start)
        buf_puts(out, "unnamed");
    if (out->data[start] == '.' || out->data[start] == '-')
        /* Otherwise the file would be hidden, or its name taken for an option. */
        out->data[start] = '_';
}

/* ---- Bundles in a row ----------------------------------------------------------------------- */

static bool is_bundle(const struct package_container *container)
{
    return container->kind == CONTAINER_BUNDLE || container->kind == CONTAINER_COMPRESSED_BUNDLE;
}

struct numbers {
    /* for each container, by index, its number, from 1, among the bundles of its parent; 0 if it is
     * not a bundle */
    size_t *own;
    size_t *inside; /* for each container, by index, how many bundles are in it */
};

static struct numbers number_bundles(const struct package *package)
{
    size_t count = package->container_count;
    struct numbers numbers = {mem_alloc((count + 1) * sizeof(size_t)),
                              mem_alloc((count + 1) * sizeof(size_t))};
    for (size_t i = 0; i < count; i++) {
        const struct package_container *container = &package->containers[i];
        if (is_bundle(container) && container->parent != PACKAGE_NONE)
            numbers.own[i] = ++numbers.inside[container->parent];
    }
    return numbers;
}

/* Appends the names of the containers between the file and the image, the outermost first. */
static void put_containers(struct buf *out, const struct package *package,
                           const struct numbers *numbers, size_t index)
{
    const struct package_container *container = &package->containers[index];
    if (container->parent == PACKAGE_NONE)
        return;
    put_containers(out, package, numbers, container->parent);
    if (container->kind == CONTAINER_ARCHIVE_MEMBER || container->kind == CONTAINER_MODULE) {
        buf_putc(out, '.');
        put_plain(out, container->name, strlen(container->name), MEMBER_MAX);
    } else if (numbers->own[index] && numbers->inside[container->parent] > 1) {
        buf_printf(out, ".%zu", numbers->own[index]);
    }
}

/* Appends the target of a code object. For an image of another kind, appends the id of its entry in
 * the bundle. */
static void put_image(struct buf *out, const struct package_image *image)
{
    bool is_code = image->kind == IMAGE_CODE_OBJECT;
    const char *label = is_code && *image->target ? image->target : image->entry;
    buf_putc(out, '.');
    put_plain(out, *label ? label : "unknown", strlen(*label ? label : "unknown"),
              is_code ? TARGET_ID_MAX : ENTRY_MAX);
}

/* ---- Giving different names to extracted files ----------------------------------------------- */

struct taken {
    char *name;
    unsigned next; /* the number that is tried first if the same name comes again */
};

static int taken_compare(const void *a, const void *b)
{
    const struct taken *left = a, *right = b;
    return strcmp(left->name, right->name);
}

static void taken_free(void *taken)
{
    free(((struct taken *)taken)->name);
    free(taken);
}

/* Returns the element for |name| in |*tree|. Adds one, and sets |*out_is_new|, if there is none. */
static struct taken *taken_add(void **tree, const char *name, bool *out_is_new)
{
    struct taken key = {.name = (char *)name};
    void *found = tfind(&key, tree, taken_compare);
    *out_is_new = !found;
    if (found)
        return *(struct taken **)found;
    struct taken *taken = mem_alloc(sizeof *taken);
    *taken = (struct taken){.name = mem_dup(name), .next = 2};
    tsearch(taken, tree, taken_compare);
    return taken;
}

/* Returns |base| and |extension|, with a number between them if an earlier file has that name. */
static char *name_unlike(void **tree, const char *base, const char *extension)
{
    bool is_new;
    char *name = mem_format("%s%s", base, extension);
    struct taken *first = taken_add(tree, name, &is_new);
    while (!is_new) {
        free(name);
        name = mem_format("%s-%u%s", base, first->next++, extension);
        taken_add(tree, name, &is_new);
    }
    return name;
}

static const char *extension_of(const struct package_image *image)
{
    struct target_id target;
    if (image->kind != IMAGE_CODE_OBJECT)
        return ".bin";
    if (target_id_parse(image->target, &target, NULL) != CODEOBJ_OK || !target_is_nvidia(&target))
        return ".hsaco";
    return target_is_ptx(&target) ? ".ptx" : ".cubin";
}

void extract_names(const struct package *package, const size_t *images, size_t count,
                   struct strings *out)
{
    struct numbers numbers = number_bundles(package);
    void *tree = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct package_image *image = &package->images[images[i]];
        OWNED_BY(buf_free) struct buf base = {0};
        put_stem(&base, package->files[package->containers[image->container].file].path);
        put_containers(&base, package, &numbers, image->container);
        put_image(&base, image);
        strings_take(out, name_unlike(&tree, base.data, extension_of(image)));
    }
    tdestroy(tree, taken_free);
    free(numbers.own);
    free(numbers.inside);
}

struct extraction {
    const struct extract_request *request;
    const struct strings *paths;
    size_t *images; /* the images to extract, as indices into the package's images */
    size_t count;
    /* the directory of the images until they get their names; made with the first image */
    struct scratch scratch;
    /* a temporary file for each image; empty when no image is written to a file */
    struct strings written;
    struct strings names; /* the lines that are printed after all images have their names */
    struct buf single;    /* the contents of the image that is written to standard output */
};

static bool to_stdout(const struct extract_request *request)
{
    return !request->list && strcmp(request->directory, "-") == 0;
}

static bool is_chosen(const struct extract_request *request, const struct package_image *image)
{
    if (request->kernels.count)
        return image->is_read && image->object.kernel_count > 0;
    return image->kind == IMAGE_CODE_OBJECT || (request->all && image->kind == IMAGE_OTHER);
}

/* ---- Writing images to files ----------------------------------------------------------------- */

static enum status write_image(struct extraction *extraction, struct span bytes)
{
    const char *directory = extraction->request->directory;
    if (!extraction->written.count) {
        OWNED char *place = path_join(directory, ".images");
        FORWARD_IF_ERROR(path_make_directories(directory));
        FORWARD_IF_ERROR(scratch_make(place, &extraction->scratch));
    }
    char *temporary = mem_format("%s/%zu", extraction->scratch.path, extraction->count);
    strings_take(&extraction->written, temporary);
    return file_write(temporary, bytes.data, bytes.size);
}

static enum status on_image(void *context, const struct package *package,
                            const struct package_image *image, struct span bytes)
{
    struct extraction *extraction = context;
    const struct extract_request *request = extraction->request;
    if (!is_chosen(request, image))
        return STATUS_OK;
    extraction->images = mem_grow(extraction->images, extraction->count, sizeof(size_t));
    extraction->images[extraction->count++] = (size_t)(image - package->images);
    if (request->list)
        return STATUS_OK;
    if (!to_stdout(request))
        return write_image(extraction, bytes);
    if (extraction->count == 1)
        buf_append(&extraction->single, bytes.data, bytes.size);
    return STATUS_OK;
}

static enum status check_single(struct extraction *extraction, const struct package *package)
{
    if (extraction->count <= 1)
        return STATUS_OK;
    OWNED char *present = targets_present(package);
    status_fail(STATUS_INPUT,
                "extract: standard output takes one image, and there are %zu (%s); choose with "
                "--targets or --kernel, or give a directory",
                extraction->count, present);
    buf_free(&extraction->single);
    return STATUS_INPUT;
}

/* Renames the temporary files to the images' names. */
static enum status settle(struct extraction *extraction, const struct package *package)
{
    const struct extract_request *request = extraction->request;
    enum status status = STATUS_OK;
    OWNED_BY(strings_free) struct strings names = {0};
    extract_names(package, extraction->images, extraction->count, &names);
    process_hold_signals(true);
    for (size_t i = 0; i < names.count && status == STATUS_OK; i++) {
        OWNED char *path =
            request->list ? mem_dup(names.items[i]) : path_join(request->directory, names.items[i]);
        if (!request->list)
            status = file_settle(extraction->written.items[i], path);
        if (status == STATUS_OK)
            strings_add(&extraction->names, path);
    }
    process_hold_signals(false);
    return status;
}

static enum status finish(struct extraction *extraction, const struct package *package)
{
    const struct extract_request *request = extraction->request;
    enum status damaged = package_report_problems(package);
    if (extraction->count == 0)
        return damaged ? damaged
                       : extract_nothing("extract", extraction->paths, &request->targets,
                                         &request->kernels);
    FORWARD_IF_ERROR(to_stdout(request) ? check_single(extraction, package)
                                        : settle(extraction, package));
    return damaged;
}

static enum status extract_files(struct extraction *extraction)
{
    const struct extract_request *request = extraction->request;
    OWNED_BY(package_free) struct package package = {0};
    struct package_options options = {
        .targets = request->targets,
        .kernels = request->kernels,
        .image = on_image,
        .context = extraction,
    };
    enum status status = package_read(extraction->paths, &options, &package);
    if (status == STATUS_OK)
        status = finish(extraction, &package);
    if (extraction->written.count)
        scratch_remove(&extraction->scratch);
    return status;
}

/* Prints the image, or the names of the files. Called last, because the reader of standard output
 * may be gone, and then SIGPIPE ends this process. */
static void print(const struct extraction *extraction)
{
    /* A write error is not checked here, because main() checks standard output. */
    fwrite(extraction->single.data, 1, extraction->single.size, stdout);
    for (size_t i = 0; i < extraction->names.count && !extraction->request->quiet; i++)
        /* The names are cleaned only for a terminal: a script that reads them needs the exact
         * names. */
        if (isatty(STDOUT_FILENO))
            print_clean(stdout, "%s\n", extraction->names.items[i]);
        else
            puts(extraction->names.items[i]);
}

enum status extract_run(const struct extract_request *request, const struct strings *paths)
{
    struct extraction extraction = {.request = request, .paths = paths};
    enum status status = extract_files(&extraction);
    print(&extraction);
    strings_free(&extraction.written);
    strings_free(&extraction.names);
    buf_free(&extraction.single);
    free(extraction.images);
    return status;
}
