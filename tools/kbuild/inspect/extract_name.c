/* Names of extracted files. They come from untrusted files, so special characters are replaced,
 * long names are cut, and equal ones are numbered. */
#include "inspect/extract.h"

#include "util/file.h"

#include <ctype.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

/* Together with dots, a number and an extension less than the 255 bytes of NAME_MAX. */
enum { STEM_MAX = 96, MEMBER_MAX = 64, ENTRY_MAX = 48 };

/* ':' of target IDs becomes '@', as clang writes them where ':' cannot be in a file's name. */
static void put_plain(struct buf *out, const char *text, size_t length, size_t max)
{
    for (size_t i = 0; i < length && i < max; i++) {
        bool plain = isalnum((unsigned char)text[i]) || strchr("._+-@", text[i]);
        buf_putc(out, plain ? text[i] : text[i] == ':' ? '@' : '_');
    }
}

/* "libfoo" of "/lib/libfoo.so" and of "libfoo.so.1.2". */
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
        out->data[start] = '_'; /* neither hidden nor an option */
}

/* ---- Bundles in a row --------------------------------------------------- */

static bool is_bundle(const struct package_container *container)
{
    return container->kind == CONTAINER_BUNDLE || container->kind == CONTAINER_COMPRESSED_BUNDLE;
}

struct numbers {
    size_t *own;    /* a container's number among its parent's bundles, from 1; or 0 */
    size_t *inside; /* how many bundles a container has */
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

/* The containers between the file and the image, outermost first. */
static void put_containers(struct buf *out, const struct package *package,
                           const struct numbers *numbers, size_t index)
{
    const struct package_container *container = &package->containers[index];
    if (container->parent == PACKAGE_NONE)
        return;
    put_containers(out, package, numbers, container->parent);
    if (container->kind == CONTAINER_ARCHIVE_MEMBER) {
        buf_putc(out, '.');
        put_plain(out, container->name, strlen(container->name), MEMBER_MAX);
    } else if (numbers->own[index] && numbers->inside[container->parent] > 1) {
        buf_printf(out, ".%zu", numbers->own[index]);
    }
}

/* A code object is named by its target, anything else by its entry's id. */
static void put_image(struct buf *out, const struct package_image *image)
{
    bool is_code = image->kind == IMAGE_CODE_OBJECT;
    const char *label = is_code && *image->target ? image->target : image->entry;
    buf_putc(out, '.');
    put_plain(out, *label ? label : "unknown", strlen(*label ? label : "unknown"),
              is_code ? TARGET_ID_MAX : ENTRY_MAX);
}

/* ---- No two alike ---------------------------------------------------------------------------- */

struct taken {
    char *name;
    unsigned next; /* the number to try first the next time */
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

/* The entry of |name| in |*tree|, made when it is not there. */
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

/* |base| and |extension|, with a number between them where that is taken. */
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

void extract_names(const struct package *package, const size_t *images, size_t count,
                   struct strings *out)
{
    struct numbers numbers = number_bundles(package);
    void *tree = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct package_image *image = &package->images[images[i]];
        struct buf base = {0};
        put_stem(&base, package->files[package->containers[image->container].file].path);
        put_containers(&base, package, &numbers, image->container);
        put_image(&base, image);
        strings_take(out, name_unlike(&tree, base.data,
                                      image->kind == IMAGE_CODE_OBJECT ? ".hsaco" : ".bin"));
        buf_free(&base);
    }
    tdestroy(tree, taken_free);
    free(numbers.own);
    free(numbers.inside);
}
