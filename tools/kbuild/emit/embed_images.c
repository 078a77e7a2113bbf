/* Finds the images in a file that `kbuild embed` gets. */
#include "parts.h"

#include "util/file.h"

#include <container.h>
#include <hash.h>

static void add_image(struct embed_images *images, const struct target_id *target,
                      struct span code_object, uint64_t offset)
{
    struct embed_image *image = &images->items[images->count++];
    *image = (struct embed_image){
        .code_object = code_object, .offset = offset, .size = code_object.size};
    target_id_print(target, image->target);
}

static enum status read_code_object(const char *path, struct embed_images *images)
{
    struct codeobj_error error = {0};
    struct code_object object;
    if (code_object_open_any(images->file.bytes, &object, &error) != CODEOBJ_OK)
        return status_fail(STATUS_INPUT, "%s: not a whole code object: %s; build it again", path,
                           error.message);
    images->items = mem_alloc(sizeof *images->items);
    add_image(images, &object.target, images->file.bytes, 0);
    code_object_close(&object);
    return STATUS_OK;
}

static enum status read_entry(const char *path, const struct bundle_entry *entry,
                              struct embed_images *images)
{
    struct codeobj_error error = {0};
    struct target_id target;
    if (target_id_parse(entry->target, &target, &error) != CODEOBJ_OK)
        return status_fail(STATUS_INPUT, "%s: bundle entry '%s': %s", path, entry->id,
                           error.message);
    if (!code_object_recognise_any(entry->image))
        return status_fail(STATUS_INPUT,
                           "%s: bundle entry '%s' (%zu bytes) is not a code object; build it again",
                           path, entry->id, entry->image.size);
    add_image(images, &target, entry->image, entry->offset);
    return STATUS_OK;
}

static int compare_targets(const void *a, const void *b)
{
    return strcmp(((const struct embed_image *)a)->target, ((const struct embed_image *)b)->target);
}

static enum status read_entries(const char *path, const struct bundle *bundle,
                                struct embed_images *images)
{
    images->items = mem_resize(NULL, bundle->count, sizeof *images->items);
    for (size_t i = 0; i < bundle->count; i++)
        if (*bundle->entries[i].target) /* Skips the entry for the host, whose target is "". */
            FORWARD_IF_ERROR(read_entry(path, &bundle->entries[i], images));
    if (images->count == 0)
        return status_fail(STATUS_INPUT,
                           "%s: not a code object: a bundle with entries of the host "
                           "only; build it for a target",
                           path);
    qsort(images->items, images->count, sizeof *images->items, compare_targets);
    for (size_t i = 1; i < images->count; i++)
        if (strcmp(images->items[i - 1].target, images->items[i].target) == 0)
            return status_fail(STATUS_INPUT,
                               "%s: the bundle has two entries for %s; build it again", path,
                               images->items[i].target);
    return STATUS_OK;
}

static enum status read_bundle(const char *path, struct embed_images *images)
{
    struct codeobj_error error = {0};
    struct bundle bundle;
    if (bundle_open(images->file.bytes, &bundle, &error) != CODEOBJ_OK)
        return status_fail(STATUS_INPUT,
                           "%s: not a whole bundle of code objects: %s; build it again", path,
                           error.message);
    enum status status = read_entries(path, &bundle, images);
    bundle_close(&bundle);
    return status;
}

enum status embed_images_open(const char *path, struct embed_images *out)
{
    struct codeobj_error error = {0};
    *out = (struct embed_images){0};
    if (mapped_file_open_stream(path_is_stream(path) ? "/dev/stdin" : path, &out->file, &error) !=
        CODEOBJ_OK)
        return status_fail(STATUS_INPUT, "%s: %s", path, error.message);
    if (bundle_recognise(out->file.bytes))
        return read_bundle(path, out);
    if (code_object_recognise_any(out->file.bytes))
        return read_code_object(path, out);
    return status_fail(STATUS_INPUT,
                       "%s: not a code object: neither an offload bundle nor an ELF file for AMD "
                       "GPUs, a cubin or PTX",
                       path);
}

uint64_t embed_images_id(const struct embed_images *images, const char *name)
{
    uint64_t id = build_id_add(0, name, (uint32_t)images->count);
    for (size_t i = 0; i < images->count; i++) {
        const struct embed_image *image = &images->items[i];
        id = build_id_add(id, image->target, image_checksum(image->code_object));
    }
    return id;
}

void embed_images_close(struct embed_images *images)
{
    mapped_file_close(&images->file);
    free(images->items);
    *images = (struct embed_images){0};
}
