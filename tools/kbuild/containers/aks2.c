/* AOTriton's kernel storage, version 2: the compiled code objects of one function for one family of
 * GPUs. Such files, NAME.aks2, are in zip archives.
 *
 * "AKS2" | u32 unpacked size | u32 count of kernels | u32 size of the directory, unpacked |
 * an xz stream: the directory, and the images
 * entry of the directory: u32 LDS | u32 threads | u32 offset of the image after the directory |
 *                         u32 size of the image | u32 size of the name with its NUL | the name
 *
 * Little-endian. A kernel that did not compile has no image. See PackedKernel in AOTriton's
 * v3src/packed_kernel_common.cc.
 */
#include "unpack.h"
#include "walk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_SIZE = 16, ENTRY_SIZE = 20 };

bool aks2_recognise(struct span bytes)
{
    return bytes.size >= HEADER_SIZE && memcmp(bytes.data, "AKS2", 4) == 0;
}

/* Shows the image that the directory's entry at |*at| describes, and moves |*at| to the next entry.
 */
static bool walk_entry(struct walk *walk, const struct container *contents, struct span directory,
                       uint64_t *at, struct member *member, uint64_t *shown)
{
    struct span fields, text;
    if (!span_sub(directory, *at, ENTRY_SIZE, &fields))
        return walk_problem_at(walk, contents, CODEOBJ_CORRUPT, *at,
                               "directory of AOTriton's kernels is damaged");
    uint64_t offset = load_le(fields.data + 8, 4), size = load_le(fields.data + 12, 4),
             name = load_le(fields.data + 16, 4);
    member->offset = directory.size + offset;
    member->stored_size = size;
    if (!span_sub(directory, *at + ENTRY_SIZE, name, &text) ||
        !span_sub(contents->bytes, member->offset, size, &member->bytes))
        return walk_problem_at(walk, contents, CODEOBJ_CORRUPT, *at,
                               "an entry of AOTriton's directory ends past it");
    *shown += size;
    if (*shown > contents->bytes.size)
        return walk_problem_at(walk, contents, CODEOBJ_CORRUPT, *at, "AOTriton's images overlap");
    member->name = (struct span){text.data, strnlen((const char *)text.data, text.size)};
    if (size > 0)
        member->index += member_walk(walk, contents, member);
    *at += ENTRY_SIZE + name;
    return true;
}

static void walk_directory(struct walk *walk, struct container *contents, uint64_t count,
                           uint64_t directory_size)
{
    struct span directory;
    struct member member = {0};
    uint64_t at = 0, shown = 0, found = 0;
    walk_container_later(walk, contents);
    if (!span_sub(contents->bytes, 0, directory_size, &directory))
        walk_problem_at(walk, contents, CODEOBJ_CORRUPT, 0,
                        "directory of AOTriton's kernels ends past what was unpacked");
    else
        while (at < directory.size && walk_entry(walk, contents, directory, &at, &member, &shown))
            found++;
    if (at >= directory.size && found != count)
        walk_problem_at(walk, contents, CODEOBJ_CORRUPT, 0,
                        "directory of AOTriton's kernels has %" PRIu64 " of them, not %" PRIu64,
                        found, count);
    walk_container_end(walk, contents);
}

void aks2_walk(struct walk *walk, const struct container *container)
{
    const uint8_t *header = container->bytes.data;
    const uint64_t size = load_le(header + 4, 4);
    struct codeobj_error error;
    struct unpacked unpacked;
    struct span stream;
    span_sub(container->bytes, HEADER_SIZE, container->bytes.size - HEADER_SIZE, &stream);
    uint64_t max = walk_unpacked_limit(walk, stream.size);
    max = size < max ? size : max;
    enum codeobj_status status = xz_unpack(stream, max, &unpacked, &error);
    walk_count_unpacked(walk, status ? max : unpacked.size);
    if (status) {
        error.offset += HEADER_SIZE;
        if (status == CODEOBJ_LIMIT && max == size)
            /* The unpacked size in the file's header is wrong. No limit of the walk was reached. */
            error.status = CODEOBJ_CORRUPT;
        walk_problem(walk, container, &error);
        return;
    }
    if (unpacked.size != size || unpacked.used != stream.size)
        walk_problem_at(walk, container, CODEOBJ_CORRUPT, HEADER_SIZE,
                        "%zu bytes of AOTriton's kernels unpack to %zu, not %zu to %" PRIu64,
                        unpacked.used, unpacked.size, stream.size, size);
    struct container contents = {
        .parent = container,
        .kind = CONTAINER_FRAME,
        .name = "",
        .offset = HEADER_SIZE,
        .stored_size = unpacked.used,
        .bytes = {unpacked.data, unpacked.size},
        .codec = BUNDLE_CODEC_XZ,
    };
    walk_directory(walk, &contents, load_le(header + 8, 4), load_le(header + 12, 4));
    free(unpacked.data);
}
