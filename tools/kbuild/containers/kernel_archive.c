/* Kernel archives, which `kbuild pack` writes. codeobj reads their index. The frames of a module
 * are next to each other, and are shown as one container. */
#include "kernel_archive.h"

#include "walk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The unpacked image against which the module's next image is compressed. The caller frees it. */
struct last_image {
    uint8_t *raw;
    size_t size;
};

/* Unpacks and shows an image of an archive. The image may be compressed against the former image,
 * which the function finds unpacked in |last|; afterwards |last| has the bytes of this image. */
static void walk_shared(struct walk *walk, const struct kernel_archive *archive,
                        const struct kernel_archive_image *image, struct container *frame,
                        struct last_image *last)
{
    struct codeobj_error error;
    const struct container *file = frame->parent->parent;
    const struct span base = {last->raw, last->size};
    bool has_base = base.data || !kernel_archive_has_base(archive, image);
    enum codeobj_status status = kernel_archive_check(archive, image, &error);
    uint8_t *raw = NULL;
    if (!status && !has_base)
        status = codeobj_fail_at(&error, CODEOBJ_CORRUPT, image->offset,
                                 "module %s for %s is lost with the image before it", image->module,
                                 image->target);
    if (!status && image->raw_size > walk_unpacked_max(walk))
        status =
            codeobj_fail_at(&error, CODEOBJ_LIMIT, image->offset,
                            "unpacks to %" PRIu64 " bytes, more than the limit", image->raw_size);
    if (!status && !(raw = malloc((size_t)image->raw_size)))
        status = codeobj_fail(&error, CODEOBJ_NO_MEMORY, "out of memory");
    if (!status) {
        walk_count_unpacked(walk, image->raw_size);
        status = kernel_archive_unpack_to(archive, image, base, raw, &error);
    }
    if (status) {
        walk_problem(walk, file, &error);
        free(raw);
        raw = NULL;
    } else {
        frame_walk_unpacked(walk, frame, (struct span){raw, (size_t)image->raw_size}, units_walk);
    }
    free(last->raw);
    *last = (struct last_image){raw, (size_t)image->raw_size};
}

static void walk_frame(struct walk *walk, const struct kernel_archive *archive,
                       const struct kernel_archive_image *image, struct container *frame,
                       struct last_image *last)
{
    struct codeobj_error error;
    if (archive->is_shared)
        walk_shared(walk, archive, image, frame, last);
    else if (kernel_archive_check(archive, image, &error))
        walk_problem(walk, frame->parent->parent, &error);
    else
        frame_walk(walk, frame, image->raw_size, units_walk);
}

/* Shows the images of one module, which begin at index |first|. Returns the index of the next
 * module's first image. */
static uint32_t walk_module(struct walk *walk, const struct container *container,
                            const struct kernel_archive *archive, uint32_t first, unsigned index)
{
    struct kernel_archive_image image = kernel_archive_at(archive, first);
    const char *name = image.module;
    struct container module = {
        .parent = container,
        .kind = CONTAINER_MODULE,
        .name = name,
        .index = index,
        .offset = image.offset,
    };
    uint32_t end = first;
    while (end < archive->count && strcmp(image.module, name) == 0) {
        module.stored_size += image.size;
        if (++end < archive->count)
            image = kernel_archive_at(archive, end);
    }
    span_sub(container->bytes, module.offset, module.stored_size, &module.bytes);
    walk_container(walk, &module);
    struct last_image last = {NULL, 0};
    for (uint32_t i = first; i < end; i++) {
        image = kernel_archive_at(archive, i);
        struct container frame = {
            .parent = &module,
            .name = image.target,
            .index = i - first,
            .offset = image.offset - module.offset,
            .stored_size = image.size,
        };
        walk_frame(walk, archive, &image, &frame, &last);
    }
    free(last.raw);
    return end;
}

void kernel_archive_walk(struct walk *walk, const struct container *container)
{
    struct kernel_archive archive;
    struct codeobj_error error;
    if (kernel_archive_open(container->bytes, &archive, &error)) {
        walk_problem(walk, container, &error);
        return;
    }
    unsigned modules = 0;
    for (uint32_t i = 0; i < archive.count;)
        i = walk_module(walk, container, &archive, i, modules++);
}
