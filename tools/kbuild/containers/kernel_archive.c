/* Kernel archives, which kbuild pack writes. codeobj reads their index; the frames of a module,
 * which follow each other, are a container.
 */
#include "kernel_archive.h"

#include "walk.h"

#include <string.h>

/* Shows the images from |first| on that are of its module. The number of the next one. */
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
    for (uint32_t i = first; i < end; i++) {
        image = kernel_archive_at(archive, i);
        struct container frame = {
            .parent = &module,
            .name = image.target,
            .index = i - first,
            .offset = image.offset - module.offset,
            .stored_size = image.size,
        };
        struct codeobj_error error;
        if (kernel_archive_check(archive, &image, &error))
            walk_problem(walk, container, &error);
        else
            frame_walk(walk, &frame, image.raw_size, units_walk);
    }
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
