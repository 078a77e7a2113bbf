/* Units (bundles, code objects and others; see walk.h) that are one after another in sections,
 * files and unpacked bundles.
 *
 * Each translation unit of a program brings its own units, and the linker aligns them, so there may
 * be zeros between them. A damaged unit is reported, and the walk goes on at the end that its
 * headers state. If they do not state an end, the remaining bytes of the container are searched,
 * unless the container was unpacked. Compressed units contain units that are not compressed, so
 * they are not nested deeper. */
#include "unpack.h"
#include "walk.h"

#include <inttypes.h>
#include <stdlib.h>

/* the most bytes of zeros between two units; bundles are aligned to pages */
enum { PADDING_MAX = 4096 };

/* ---- Functions that walk one unit and set its length. They return false if the length is unknown.
 */

static void problem_in_unit(struct walk *walk, const struct unit *unit, struct codeobj_error *error)
{
    error->offset += unit->offset;
    walk_problem(walk, unit->parent, error);
}

static void entry_walk(struct walk *walk, const struct container *bundle,
                       const struct bundle_entry *entry)
{
    struct container_image image = {
        .container = bundle,
        .entry = entry->id,
        .target = entry->target,
        .kind = image_kind_of(entry->image),
        .offset = entry->offset,
        .bytes = entry->image,
    };
    if (!entry->is_cut)
        walk_image(walk, &image);
    else
        walk_problem_at(walk, bundle, CODEOBJ_TRUNCATED, bundle->bytes.size,
                        "bundle ends here, after %zu bytes of the image of entry '%.100s'",
                        entry->image.size, entry->id);
}

/* Walks a bundle. If the end of the bundle is missing, all remaining bytes belong to the bundle,
 * and its complete images are shown. */
static bool bundle_walk(struct walk *walk, const struct unit *unit, uint64_t *out_size)
{
    struct codeobj_error error;
    struct bundle bundle;
    enum codeobj_status status = bundle_size(unit->bytes, out_size, &error);
    if (status == CODEOBJ_TRUNCATED) {
        *out_size = unit->bytes.size;
    } else if (status) {
        problem_in_unit(walk, unit, &error);
        return false;
    }
    struct container container = {
        .parent = unit->parent,
        .kind = CONTAINER_BUNDLE,
        .name = "",
        .index = unit->index,
        .offset = unit->offset,
        .stored_size = *out_size,
        .bytes = {unit->bytes.data, (size_t)*out_size},
    };
    walk_container(walk, &container);
    if (bundle_open_cut(container.bytes, &bundle, &error)) {
        walk_problem(walk, &container, &error);
        return true;
    }
    for (size_t i = 0; i < bundle.count; i++)
        entry_walk(walk, &container, &bundle.entries[i]);
    bundle_close(&bundle);
    return true;
}

/* Shows a code object. If its headers do not state its size, all remaining bytes belong to the code
 * object, and opening it reports the error. */
static bool code_object_walk(struct walk *walk, const struct unit *unit, uint64_t *out_size)
{
    if (code_object_size_any(unit->bytes, out_size, NULL))
        *out_size = unit->bytes.size;
    struct container_image image = {
        .container = unit->parent,
        .entry = "",
        .target = unit->parent->kind == CONTAINER_FRAME ? unit->parent->name : "",
        .kind = IMAGE_CODE_OBJECT,
        .offset = unit->offset,
        .bytes = {unit->bytes.data, (size_t)*out_size},
    };
    walk_image(walk, &image);
    return true;
}

static bool compressed_bundle_walk(struct walk *walk, const struct unit *unit, uint64_t *out_size)
{
    struct codeobj_error error;
    struct compressed_bundle bundle;
    uint8_t *unpacked;
    enum codeobj_status status =
        compressed_bundle_open(unit->bytes, walk_unpacked_max(walk), &bundle, &error);
    walk_count_unpacked(walk, bundle.measured);
    if (status) {
        problem_in_unit(walk, unit, &error);
        return false;
    }
    *out_size = bundle.size;
    status = compressed_bundle_unpack(&bundle, walk_unpacked_max(walk), &unpacked, &error);
    if (status != CODEOBJ_LIMIT) /* With the status CODEOBJ_LIMIT, nothing was unpacked. */
        walk_count_unpacked(walk, bundle.unpacked_size);
    if (status) {
        problem_in_unit(walk, unit, &error);
        return true;
    }
    struct container container = {
        .parent = unit->parent,
        .kind = CONTAINER_COMPRESSED_BUNDLE,
        .name = "",
        .index = unit->index,
        .offset = unit->offset,
        .stored_size = bundle.size,
        .bytes = {unpacked, (size_t)bundle.unpacked_size},
        .codec = bundle.codec,
        .version = bundle.version,
    };
    walk_container(walk, &container);
    units_walk(walk, &container);
    free(unpacked);
    return true;
}

/* Walks the contents of a zstd frame that is a compressed file, as NAME.tar.zst. kbuild itself
 * writes several frames one after another, each of which has units. Other writers split one file
 * into several frames, which this function does not join. */
static void file_frame_walk(struct walk *walk, const struct container *frame)
{
    const struct container *file = frame->parent;
    const uint64_t end = frame->offset + frame->stored_size;
    if (frame->bytes.size > 0 && end < file->bytes.size && !unit_recognise(frame->bytes))
        walk_problem_at(walk, file, CODEOBJ_UNSUPPORTED, end,
                        "%zu bytes behind the compressed ones; unpack it first",
                        (size_t)(file->bytes.size - end));
    walk_contents(walk, frame);
}

static bool zstd_frame_walk(struct walk *walk, const struct unit *unit, uint64_t *out_size)
{
    struct codeobj_error error;
    size_t size;
    if (unpack_measure(BUNDLE_CODEC_ZSTD, unit->bytes, 0, &size, &error)) {
        problem_in_unit(walk, unit, &error);
        return false;
    }
    *out_size = size;
    struct container frame = {
        .parent = unit->parent,
        .name = "",
        .index = unit->index,
        .offset = unit->offset,
        .stored_size = size,
    };
    bool is_file =
        unit->parent->kind == CONTAINER_FILE || unit->parent->kind == CONTAINER_ARCHIVE_MEMBER;
    frame_walk(walk, &frame, FRAME_SIZE_UNKNOWN, is_file ? file_frame_walk : units_walk);
    return true;
}

static const struct unit_kind {
    bool (*recognise)(struct span bytes);
    bool (*walk)(struct walk *walk, const struct unit *unit, uint64_t *out_size);
    bool is_compressed;
} unit_kinds[] = {
    {bundle_recognise, bundle_walk, false},
    {compressed_bundle_recognise, compressed_bundle_walk, true},
    {code_object_recognise_any, code_object_walk, false},
    {offload_binary_recognise, offload_binary_walk, false},
    {fatbin_recognise, fatbin_walk, false},
    {unpack_is_zstd, zstd_frame_walk, true},
};

_Static_assert(sizeof unit_kinds / sizeof unit_kinds[0] == UNIT_KINDS, "each kind has a number");

static size_t unit_kind_of(struct span bytes)
{
    size_t kind = 0;
    while (kind < UNIT_KINDS && !unit_kinds[kind].recognise(bytes))
        kind++;
    return kind;
}

bool unit_recognise(struct span bytes)
{
    return unit_kind_of(bytes) < UNIT_KINDS;
}

bool unit_walk(struct walk *walk, struct unit *unit, struct unit_indices *indices,
               uint64_t *out_size)
{
    size_t kind = unit_kind_of(unit->bytes);
    if (kind == UNIT_KINDS)
        return false;
    unit->index = indices->of[kind]++;
    return unit_kinds[kind].walk(walk, unit, out_size);
}

/* Returns the number of zeros at the start of |bytes|. */
static size_t count_zeros(struct span bytes)
{
    size_t count = 0;
    while (count < bytes.size && bytes.data[count] == 0)
        count++;
    return count;
}

void units_walk(struct walk *walk, const struct container *container)
{
    bool is_unpacked =
        container->kind == CONTAINER_COMPRESSED_BUNDLE || container->kind == CONTAINER_FRAME;
    struct unit_indices indices = {{0}};
    struct unit unit = {.parent = container};
    uint64_t size;
    for (;; unit.offset += size) {
        span_sub(container->bytes, unit.offset, container->bytes.size - unit.offset, &unit.bytes);
        size = count_zeros(unit.bytes);
        if (size >= PADDING_MAX)
            walk_problem_at(walk, container, CODEOBJ_CORRUPT, unit.offset,
                            "%" PRIu64 " zero bytes, which is more than padding takes", size);
        if (size > 0)
            continue;
        if (unit.bytes.size == 0)
            return;
        size_t kind = unit_kind_of(unit.bytes);
        if (kind == UNIT_KINDS) {
            walk_problem_at(walk, container, CODEOBJ_CORRUPT, unit.offset,
                            "%zu bytes that are neither a bundle nor a code object",
                            unit.bytes.size);
            if (!is_unpacked)
                search_rest(walk, container, unit.offset, &indices);
            return;
        }
        if (is_unpacked && unit_kinds[kind].is_compressed) {
            walk_problem_at(walk, container, CODEOBJ_CORRUPT, unit.offset, "compressed twice");
            return;
        }
        if (!unit_walk(walk, &unit, &indices, &size)) {
            if (!is_unpacked)
                search_rest(walk, container, unit.offset + 1, &indices);
            return;
        }
    }
}

void frame_walk_unpacked(struct walk *walk, struct container *frame, struct span raw,
                         void (*contents)(struct walk *walk, const struct container *frame))
{
    frame->kind = CONTAINER_FRAME;
    frame->codec = BUNDLE_CODEC_ZSTD;
    frame->bytes = raw;
    walk_container(walk, frame);
    contents(walk, frame);
}

void frame_walk(struct walk *walk, struct container *frame, uint64_t raw_size,
                void (*contents)(struct walk *walk, const struct container *frame))
{
    struct codeobj_error error;
    struct unpacked unpacked;
    struct span stream;
    span_sub(frame->parent->bytes, frame->offset, frame->stored_size, &stream);
    uint64_t max = walk_unpacked_max(walk), by_size = unpack_limit(stream.size);
    max = by_size < max ? by_size : max;
    max = raw_size < max ? raw_size : max;
    enum codeobj_status status = unpack_all(BUNDLE_CODEC_ZSTD, stream, max, &unpacked, &error);
    walk_count_unpacked(walk, status ? max : unpacked.size);
    if (status) {
        error.offset += frame->offset;
        if (status == CODEOBJ_LIMIT && max == raw_size)
            /* The size that the table states is wrong. No limit of the walk was reached. */
            error.status = CODEOBJ_CORRUPT;
        else if (status == CODEOBJ_LIMIT && max == by_size)
            codeobj_fail_at(&error, status, error.offset,
                            "%zu compressed bytes unpack to more than %" PRIu64
                            ", the limit for their size; unpack them first",
                            stream.size, max);
        walk_problem(walk, frame->parent, &error);
        return;
    }
    if (unpacked.used != stream.size) {
        walk_problem_at(walk, frame->parent, CODEOBJ_CORRUPT, frame->offset + unpacked.used,
                        "%zu bytes behind the data of a frame, inside it",
                        stream.size - unpacked.used);
        free(unpacked.data);
        return;
    }
    if (raw_size != FRAME_SIZE_UNKNOWN && raw_size != unpacked.size) {
        walk_problem_at(walk, frame->parent, CODEOBJ_CORRUPT, frame->offset,
                        "frame unpacks to %zu bytes, not to %" PRIu64, unpacked.size, raw_size);
        free(unpacked.data);
        return;
    }
    frame_walk_unpacked(walk, frame, (struct span){unpacked.data, unpacked.size}, contents);
    free(unpacked.data);
}
