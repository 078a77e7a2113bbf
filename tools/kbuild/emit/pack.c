/* Packs a package into archives: reads its images, sorts them into families, compresses them in
 * several threads, and writes them.
 */
#include "emit/pack.h"

#include "parts.h"
#include "unpack.h"
#include "util/file.h"
#include "util/threads.h"

#include <hash.h>
#include <inttypes.h>
#include <jansson.h>
#include <kernel_archive.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { THREADS_MAX = 16 };

struct module {
    char *name;
    struct embed_images images;
};

/* An image, and its compressed frame in an archive. */
struct packed {
    struct pack_item image;
    const struct packed *base; /* the image against which this image is compressed, or NULL */
    char family[KERNEL_ARCHIVE_FAMILIES];
    void *frame;
    size_t frame_size; /* the size of |frame|, or an error code of zstd */
};

struct package {
    char *name;
    uint64_t build;
    struct module *modules;
    size_t module_count;
};

/* Images of one package, sorted by family, module and target. */
struct packing {
    struct packed *items;
    size_t count;
    atomic_size_t next; /* index of the item that a thread will compress next */
    int level;
};

/* Returns zstd's compression level. The best level takes some 0.25 s for a megabyte. So more than
 * 128 MiB of code objects get a level that is 20 times as fast; their archives are a fifth larger
 * (docs/archives.md, "Measured"). */
static int level_for(const struct packing *packing)
{
    enum { BEST = 19, FAST = 9, FAST_ABOVE = 128 << 20 };
    uint64_t total = 0;
    for (size_t i = 0; i < packing->count; i++)
        total += packing->items[i].image.code_object.size;
    return total > FAST_ABOVE ? FAST : BEST;
}

static void package_free(struct package *package)
{
    for (size_t i = 0; i < package->module_count; i++) {
        free(package->modules[i].name);
        embed_images_close(&package->modules[i].images);
    }
    free(package->name);
    free(package->modules);
}

/* ---- Reading a package's files --------------------------------------------------------------- */

static enum status add_module(struct package *package, const char *path, char *name)
{
    package->modules = mem_grow(package->modules, package->module_count, sizeof *package->modules);
    struct module *module = &package->modules[package->module_count++];
    *module = (struct module){.name = name};
    for (size_t i = 0; i + 1 < package->module_count; i++)
        if (strcmp(package->modules[i].name, name) == 0)
            return status_fail(STATUS_INPUT, "%s: there are two modules called %s; rename one",
                               path, name);
    return embed_images_open(path, &module->images);
}

static uint64_t modules_id(const struct package *package)
{
    uint64_t id = 0;
    for (size_t i = 0; i < package->module_count; i++)
        id += embed_images_id(&package->modules[i].images, package->modules[i].name);
    return id;
}

static enum status read_files(const struct pack_request *request, struct package *package)
{
    package->name = mem_dup(request->package);
    for (size_t i = 0; i < request->inputs->count; i++) {
        const char *path = request->inputs->items[i], *name = path_name(path);
        FORWARD_IF_ERROR(add_module(package, path, mem_dup_n(name, strcspn(name, "."))));
    }
    package->build = modules_id(package);
    return STATUS_OK;
}

/* Reads the number of the macro <PACKAGE>_INTERFACE in <package>.h. */
static enum status read_interface(const char *directory, const char *package, uint64_t *out)
{
    static const char before[] = "_INTERFACE 0x";
    OWNED_BY(buf_free) struct buf text = {0};
    OWNED char *name = mem_format("%s.h", package);
    OWNED char *path = path_join(directory, name);
    FORWARD_IF_ERROR(file_read_plain(path, &text));
    const char *found = text.data ? strstr(text.data, before) : NULL;
    if (!found)
        return status_fail(STATUS_INPUT, "%s: not a header of a package; build it again", path);
    *out = strtoull(found + sizeof before - 1, NULL, 16);
    return STATUS_OK;
}

static enum status read_modules(const char *directory, const json_t *images,
                                struct package *package)
{
    size_t i;
    const json_t *module;
    json_array_foreach(json_object_get(images, "modules"), i, module)
    {
        const char *name = json_string_value(json_object_get(module, "name"));
        OWNED char *file = mem_format("%s.hsaco", name ? name : "");
        OWNED char *path = path_join(directory, file);
        FORWARD_IF_ERROR(add_module(package, path, mem_dup(name ? name : "")));
    }
    return STATUS_OK;
}

static enum status read_directory(const char *directory, struct package *package)
{
    OWNED char *journal = path_join(directory, PUBLISHING_JOURNAL);
    if (path_exists(journal))
        return status_fail(STATUS_INPUT, "%s: " PUBLISHING_ADVICE, directory);
    OWNED char *path = path_join(directory, "images.json");
    json_auto_t *images = NULL;
    const char *name, *build;
    uint64_t interface = 0;
    FORWARD_IF_ERROR(images_load(path, &images));
    if (json_unpack(images, "{s:s, s:s}", "package", &name, "build", &build) != 0)
        return status_fail(STATUS_INPUT, "%s: lacks the package or its build; build again", path);
    package->name = mem_dup(name);
    package->build = strtoull(build, NULL, 16);
    FORWARD_IF_ERROR(read_interface(directory, name, &interface));
    FORWARD_IF_ERROR(read_modules(directory, images, package));
    if (package->build == interface + modules_id(package))
        return STATUS_OK;
    return status_fail(STATUS_INPUT,
                       "%s: its files are of several builds; write them again by kbuild build",
                       directory);
}

/* ---- Compressing images ---------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const struct packed *left = a, *right = b;
    int order = strcmp(left->family, right->family);
    if (!order)
        order = strcmp(left->image.module, right->image.module);
    return order ? order : strcmp(left->image.target, right->image.target);
}

/* Lets zstd compress the next frame against |base|. The window must be large enough for the bytes
 * of |base| and of the frame. */
static void set_base(ZSTD_CCtx *zstd, const struct packed *base, size_t size)
{
    /* the logarithm to base 2 of the largest window that zstd's decoders accept */
    enum { WINDOW_MAX = 27 };
    size_t total = base->image.code_object.size + size;
    int window = 10;
    while (window < WINDOW_MAX && total >> window)
        window++;
    ZSTD_CCtx_setParameter(zstd, ZSTD_c_windowLog, window);
    ZSTD_CCtx_refPrefix(zstd, base->image.code_object.data, base->image.code_object.size);
}

static void *compress_items(void *context)
{
    struct packing *packing = context;
    ZSTD_CCtx *zstd = ZSTD_createCCtx();
    for (size_t i; zstd && (i = atomic_fetch_add(&packing->next, 1)) < packing->count;) {
        struct packed *item = &packing->items[i];
        struct span raw = item->image.code_object;
        size_t room = ZSTD_compressBound(raw.size);
        void *smaller;
        item->frame = malloc(room);
        if (!item->frame)
            break;
        ZSTD_CCtx_reset(zstd, ZSTD_reset_session_and_parameters);
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, packing->level);
        if (item->base)
            set_base(zstd, item->base, raw.size);
        item->frame_size = ZSTD_compress2(zstd, item->frame, room, raw.data, raw.size);
        if (!ZSTD_isError(item->frame_size) &&
            (smaller = realloc(item->frame, item->frame_size)) != NULL)
            item->frame = smaller;
    }
    ZSTD_freeCCtx(zstd);
    return NULL;
}

static enum status compress(struct packing *packing)
{
    packing->level = level_for(packing);
    threads_run(0, packing->count < THREADS_MAX ? packing->count : THREADS_MAX, compress_items,
                packing);
    /* how many bytes the frame and all frames that must be unpacked before it have in the archive,
     * and how many when they are unpacked */
    size_t size = 0, raw_size = 0;
    for (size_t i = 0; i < packing->count; i++) {
        const struct packed *item = &packing->items[i];
        if (!item->frame_size || ZSTD_isError(item->frame_size))
            return status_fail(
                STATUS_ENVIRONMENT, "pack: cannot compress module %s: %s", item->image.module,
                item->frame_size ? ZSTD_getErrorName(item->frame_size) : "out of memory");
        size = item->frame_size + (item->base ? size : 0);
        raw_size = item->image.code_object.size + (item->base ? raw_size : 0);
        if (raw_size > unpack_limit(size))
            return status_fail(STATUS_INPUT,
                               "pack: module %s for %s, %zu bytes, shrinks so much that libkrt "
                               "would refuse it as a bomb; do not put it into an archive",
                               item->image.module, item->image.target,
                               item->image.code_object.size);
    }
    return STATUS_OK;
}

/* ---- Writing archives ------------------------------------------------------------------------ */

/* Returns the offset of |text| in |strings|. If the string at offset |last| is equal, returns
 * |last|, else appends |text|. */
static size_t put_string(struct buf *strings, const char *text, size_t last)
{
    if (strings->size > 0 && strcmp(strings->data + last, text) == 0)
        return last;
    last = strings->size;
    buf_append(strings, text, strlen(text) + 1);
    return last;
}

/* Writes the header and the tables of an archive, everything before the images. See
 * kernel_archive.c. */
static void put_index(const struct pack_set *set, const struct packed *items, size_t count,
                      struct buf *out)
{
    OWNED_BY(buf_free) struct buf strings = {0}, rows = {0};
    size_t name = put_string(&strings, set->package, 0);
    size_t family = put_string(&strings, items->family, name), module = family;
    /* The strings are made before the rows are written, because the images' offsets, which the rows
     * have, depend on the strings' size. */
    for (size_t i = 0; i < count; i++) {
        module = put_string(&strings, items[i].image.module, module);
        buf_put_le(&rows, module, 4);
        buf_put_le(&rows, strings.size, 4);
        buf_append(&strings, items[i].image.target, strlen(items[i].image.target) + 1);
    }
    uint64_t at = KERNEL_ARCHIVE_HEADER + count * KERNEL_ARCHIVE_ROW + strings.size + 8, size = at;
    for (size_t i = 0; i < count; i++)
        size += items[i].frame_size;
    buf_append(out, KERNEL_ARCHIVE_MAGIC, sizeof KERNEL_ARCHIVE_MAGIC);
    buf_put_le(out, set->shares ? KERNEL_ARCHIVE_SHARED : KERNEL_ARCHIVE_VERSION, 4);
    buf_put_le(out, count, 4);
    buf_put_le(out, set->build, 8);
    buf_put_le(out, size, 8);
    buf_put_le(out, strings.size, 4);
    buf_put_le(out, name, 4);
    buf_put_le(out, family, 4);
    buf_put_le(out, 0, 4);
    for (size_t i = 0; i < count; at += items[i++].frame_size) {
        buf_append(out, rows.data + i * 8, 8);
        buf_put_le(out, at, 8);
        buf_put_le(out, items[i].frame_size, 8);
        buf_put_le(out, items[i].image.code_object.size, 8);
        buf_put_le(out, hash_64(items[i].frame, items[i].frame_size), 8);
    }
    buf_append(out, strings.data, strings.size);
    buf_put_le(out, hash_64(out->data, out->size), 8);
}

static enum status write_archive(const struct buf *index, const struct packed *items, size_t count,
                                 const char *path)
{
    OWNED_BY(file_draft_free) struct file_draft draft = {.fd = -1, .old = -1};
    FORWARD_IF_ERROR(file_draft_begin(path, &draft));
    FORWARD_IF_ERROR(file_draft_append(&draft, index->data, index->size));
    for (size_t i = 0; i < count; i++)
        FORWARD_IF_ERROR(file_draft_append(&draft, items[i].frame, items[i].frame_size));
    FORWARD_IF_ERROR(file_draft_complete(&draft));
    return file_draft_keep(&draft);
}

/* Writes an archive for each family. The items of a family are neighbours. */
static enum status write_archives(const struct packing *packing, const struct pack_set *set,
                                  const char *directory, struct strings *written)
{
    for (size_t first = 0, end; first < packing->count; first = end) {
        const struct packed *items = &packing->items[first];
        for (end = first; end < packing->count; end++)
            if (strcmp(packing->items[end].family, items->family) != 0)
                break;
        OWNED_BY(buf_free) struct buf index = {0};
        OWNED char *name = kernel_archive_name(set->package, items->family);
        char *path = path_join(directory, name);
        strings_take(written, path);
        put_index(set, items, end - first, &index);
        FORWARD_IF_ERROR(write_archive(&index, items, end - first, path));
    }
    return STATUS_OK;
}

static bool are_of_one_module(const struct packed *a, const struct packed *b)
{
    return strcmp(a->family, b->family) == 0 && strcmp(a->image.module, b->image.module) == 0;
}

/* Whether no module has more images in an archive than readers accept. */
static bool can_share(const struct packing *packing)
{
    for (size_t i = KERNEL_ARCHIVE_SHARERS; i < packing->count; i++) {
        const struct packed *item = &packing->items[i];
        if (are_of_one_module(item - KERNEL_ARCHIVE_SHARERS, item))
            return false;
    }
    return true;
}

/* Lets each image of a module and family be compressed against the former one, because neighbouring
 * targets have similar code: gfx1151 is more like gfx1150 than like gfx1100. */
static void set_bases(struct packing *packing)
{
    for (size_t i = 1; i < packing->count; i++) {
        struct packed *item = &packing->items[i];
        if (are_of_one_module(item - 1, item))
            item->base = item - 1;
    }
}

enum status pack_items(const struct pack_set *set, const char *directory, struct strings *written)
{
    const size_t count = set->count;
    struct packing packing = {.items = mem_alloc((count + 1) * sizeof *packing.items),
                              .count = count};
    for (size_t i = 0; i < count; i++) {
        packing.items[i] = (struct packed){.image = set->items[i]};
        kernel_archive_family(set->items[i].target, packing.items[i].family);
    }
    qsort(packing.items, count, sizeof *packing.items, compare);
    struct pack_set chosen = *set;
    chosen.shares = set->shares && can_share(&packing);
    if (chosen.shares)
        set_bases(&packing);
    enum status status = compress(&packing);
    if (status == STATUS_OK)
        status = write_archives(&packing, &chosen, directory, written);
    for (size_t i = 0; i < count; i++)
        free(packing.items[i].frame);
    free(packing.items);
    return status;
}

static enum status pack_package(const struct package *package, const char *directory,
                                struct strings *written)
{
    OWNED struct pack_item *items = NULL;
    size_t count = 0;
    for (size_t i = 0; i < package->module_count; i++) {
        const struct module *module = &package->modules[i];
        for (size_t j = 0; j < module->images.count; j++) {
            const struct embed_image *image = &module->images.items[j];
            items = mem_grow(items, count, sizeof *items);
            items[count++] = (struct pack_item){module->name, image->target, image->code_object};
        }
    }
    return pack_items(
        &(struct pack_set){
            .package = package->name, .build = package->build, .items = items, .count = count},
        directory, written);
}

enum status pack_write(const struct pack_request *request, struct strings *written)
{
    OWNED_BY(package_free) struct package package = {0};
    FORWARD_IF_ERROR(request->package ? read_files(request, &package)
                                      : read_directory(request->inputs->items[0], &package));
    return pack_package(&package, request->output, written);
}
