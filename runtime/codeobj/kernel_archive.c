/* Kernel archives. All numbers are little-endian:
 *
 * header:  "krtpack\0" | u32 version | u32 count of rows | u64 build ID | u64 size of the archive |
 *          u32 size of the strings | u32 package | u32 family | u32 0
 * row:     u32 module | u32 target | u64 offset | u64 size | u64 raw size | u64 XXH3 of the
 *          image's frame
 * strings: each with its NUL
 * u64      XXH3 of all bytes before it
 * images:  a zstd frame each, in the order of the rows, without gaps. In version 2, each image but
 *          the first of a module has the code object before it as prefix
 *
 * Names are offsets in the strings. Rows are sorted by module and target. See docs/formats.md.
 */
#include "kernel_archive.h"

#include "hash.h"
#include "target.h"
#include "unpack.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum {
    AT_VERSION = 8,
    AT_COUNT = 12,
    AT_BUILD = 16,
    AT_SIZE = 24,
    AT_STRINGS_SIZE = 32,
    AT_PACKAGE = 36,
    AT_FAMILY = 40,
    AT_ZERO = 44,
};

bool kernel_archive_recognise(struct span bytes)
{
    return bytes.size >= sizeof KERNEL_ARCHIVE_MAGIC &&
           memcmp(bytes.data, KERNEL_ARCHIVE_MAGIC, sizeof KERNEL_ARCHIVE_MAGIC) == 0;
}

static uint64_t strings_offset(uint64_t count)
{
    return KERNEL_ARCHIVE_HEADER + count * KERNEL_ARCHIVE_ROW;
}

struct kernel_archive_image kernel_archive_at(const struct kernel_archive *archive, uint32_t index)
{
    const uint8_t *row = archive->bytes.data + strings_offset(index);
    const char *strings = (const char *)archive->bytes.data + strings_offset(archive->count);
    return (struct kernel_archive_image){
        .module = strings + load_le(row, 4),
        .target = strings + load_le(row + 4, 4),
        .offset = load_le(row + 8, 8),
        .size = load_le(row + 16, 8),
        .raw_size = load_le(row + 24, 8),
        .hash = load_le(row + 32, 8),
    };
}

static int compare(const struct kernel_archive_image *image, const char *module, const char *target)
{
    int order = strcmp(image->module, module);
    return order ? order : strcmp(image->target, target);
}

/* Whether the name at |offset| of |strings| is text and ends in a NUL. */
static bool is_name(struct span strings, uint64_t offset)
{
    if (offset >= strings.size)
        return false;
    const char *text = (const char *)strings.data + offset;
    return *text && utf8_is_text((struct span){(const uint8_t *)text, strlen(text)});
}

static enum codeobj_status check_row(const struct kernel_archive *archive, struct span strings,
                                     uint32_t index, uint64_t *end, struct codeobj_error *error)
{
    uint64_t at = strings_offset(index);
    const uint8_t *row = archive->bytes.data + at;
    struct span frame;
    if (!is_name(strings, load_le(row, 4)) || !is_name(strings, load_le(row + 4, 4)))
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, at, "image %u has no name", index);
    struct kernel_archive_image image = kernel_archive_at(archive, index);
    if (index > 0) {
        struct kernel_archive_image before = kernel_archive_at(archive, index - 1);
        if (compare(&before, image.module, image.target) >= 0)
            return codeobj_fail_at(error, CODEOBJ_CORRUPT, at, "image %u is not in order", index);
    }
    if (image.offset != *end || image.size == 0 || image.raw_size == 0 ||
        image.raw_size > KERNEL_ARCHIVE_RAW_MAX ||
        !span_sub(archive->bytes, image.offset, image.size, &frame))
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, at, "image %u is not where it must be",
                               index);
    *end += image.size;
    return CODEOBJ_OK;
}

static enum codeobj_status check_index(const struct kernel_archive *archive, uint64_t strings_size,
                                       struct codeobj_error *error)
{
    const uint8_t *data = archive->bytes.data;
    uint64_t end = strings_offset(archive->count) + strings_size;
    struct span strings = {data + strings_offset(archive->count), (size_t)strings_size};
    if (hash_64(data, (size_t)end) != load_le(data + end, 8))
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, end, "the index has another checksum");
    if (strings.size == 0 || strings.data[strings.size - 1] != 0 ||
        !is_name(strings, load_le(data + AT_PACKAGE, 4)) ||
        !is_name(strings, load_le(data + AT_FAMILY, 4)) || load_le(data + AT_ZERO, 4) != 0)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, AT_PACKAGE, "the header is damaged");
    end += 8;
    for (uint32_t i = 0; i < archive->count; i++) {
        enum codeobj_status status = check_row(archive, strings, i, &end, error);
        if (status)
            return status;
        if (archive->is_shared && i >= KERNEL_ARCHIVE_SHARERS &&
            strcmp(kernel_archive_at(archive, i - KERNEL_ARCHIVE_SHARERS).module,
                   kernel_archive_at(archive, i).module) == 0)
            return codeobj_fail_at(error, CODEOBJ_CORRUPT, strings_offset(i),
                                   "more than %d images of a module", KERNEL_ARCHIVE_SHARERS);
    }
    if (end != archive->bytes.size)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, end, "the images end before the file");
    return CODEOBJ_OK;
}

enum codeobj_status kernel_archive_open(struct span bytes, struct kernel_archive *out,
                                        struct codeobj_error *error)
{
    const uint8_t *data = bytes.data;
    if (!kernel_archive_recognise(bytes))
        return codeobj_fail(error, CODEOBJ_UNRECOGNISED,
                            span_is_lfs_pointer(bytes) ? "not a kernel archive, but " LFS_POINTER
                                                       : "not a kernel archive");
    if (bytes.size < KERNEL_ARCHIVE_HEADER)
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, bytes.size, "the header is cut off");
    uint64_t version = load_le(data + AT_VERSION, 4);
    if (version != KERNEL_ARCHIVE_VERSION && version != KERNEL_ARCHIVE_SHARED)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, AT_VERSION,
                               "an archive of version %" PRIu64 ", not %d or %d", version,
                               KERNEL_ARCHIVE_VERSION, KERNEL_ARCHIVE_SHARED);
    uint64_t size = load_le(data + AT_SIZE, 8);
    if (size > bytes.size)
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, bytes.size,
                               "an archive of %" PRIu64 " bytes is cut off after %zu", size,
                               bytes.size);
    struct span index;
    uint64_t strings_size = load_le(data + AT_STRINGS_SIZE, 4);
    struct kernel_archive archive = {
        .bytes = bytes,
        .build = load_le(data + AT_BUILD, 8),
        .count = (uint32_t)load_le(data + AT_COUNT, 4),
        .is_shared = version == KERNEL_ARCHIVE_SHARED,
    };
    if (size != bytes.size ||
        !span_sub(bytes, 0, strings_offset(archive.count) + strings_size + 8, &index))
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, AT_SIZE, "a size in the header is wrong");
    enum codeobj_status status = check_index(&archive, strings_size, error);
    if (status)
        return status;
    const char *strings = (const char *)data + strings_offset(archive.count);
    archive.package = strings + load_le(data + AT_PACKAGE, 4);
    archive.family = strings + load_le(data + AT_FAMILY, 4);
    *out = archive;
    return CODEOBJ_OK;
}

/* Returns the index of the first image that is not before |module| and |target| in the order of
 * images. */
static uint32_t find_place(const struct kernel_archive *archive, const char *module,
                           const char *target)
{
    uint32_t first = 0, end = archive->count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        struct kernel_archive_image image = kernel_archive_at(archive, middle);
        if (compare(&image, module, target) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

bool kernel_archive_find(const struct kernel_archive *archive, const char *module,
                         const char *target, struct kernel_archive_image *out)
{
    uint32_t place = find_place(archive, module, target);
    if (place == archive->count)
        return false;
    *out = kernel_archive_at(archive, place);
    return compare(out, module, target) == 0;
}

/* Returns the index of the first image that must be unpacked to unpack |image|. */
static uint32_t find_first(const struct kernel_archive *archive,
                           const struct kernel_archive_image *image)
{
    return find_place(archive, image->module, archive->is_shared ? "" : image->target);
}

bool kernel_archive_has_base(const struct kernel_archive *archive,
                             const struct kernel_archive_image *image)
{
    return kernel_archive_at(archive, find_first(archive, image)).offset != image->offset;
}

/* Whether |image| and the images that must be unpacked before it are together within
 * unpack_limit(). */
static bool is_within_limit(const struct kernel_archive *archive,
                            const struct kernel_archive_image *image)
{
    uint64_t size = 0, raw_size = 0;
    struct kernel_archive_image next;
    uint32_t at = find_first(archive, image);
    do {
        next = kernel_archive_at(archive, at++);
        size += next.size;
        raw_size += next.raw_size;
    } while (next.offset != image->offset);
    return raw_size <= unpack_limit(size);
}

static enum codeobj_status fail_damaged(const struct kernel_archive_image *image, const char *why,
                                        struct codeobj_error *error)
{
    return codeobj_fail_at(error, CODEOBJ_CORRUPT, image->offset, "module %s for %s is damaged: %s",
                           image->module, image->target, why);
}

enum codeobj_status kernel_archive_check(const struct kernel_archive *archive,
                                         const struct kernel_archive_image *image,
                                         struct codeobj_error *error)
{
    const uint8_t *frame = archive->bytes.data + image->offset;
    if (hash_64(frame, (size_t)image->size) != image->hash)
        return fail_damaged(image, "it has another checksum", error);
    if (ZSTD_getFrameContentSize(frame, (size_t)image->size) != image->raw_size)
        return fail_damaged(image, "it is not of the size that the index has", error);
    if (!is_within_limit(archive, image))
        return fail_damaged(image, "it claims to unpack to more than the limit for its size",
                            error);
    return CODEOBJ_OK;
}

/* Unpacks a frame that kernel_archive_check() has accepted. */
static enum codeobj_status unpack_frame(const struct kernel_archive *archive,
                                        const struct kernel_archive_image *image, struct span base,
                                        uint8_t *out, struct codeobj_error *error)
{
    ZSTD_DCtx *zstd = ZSTD_createDCtx();
    if (!zstd)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    if (kernel_archive_has_base(archive, image))
        ZSTD_DCtx_refPrefix(zstd, base.data, base.size);
    size_t size = ZSTD_decompressDCtx(zstd, out, (size_t)image->raw_size,
                                      archive->bytes.data + image->offset, (size_t)image->size);
    ZSTD_freeDCtx(zstd);
    if (size == image->raw_size)
        return CODEOBJ_OK;
    return fail_damaged(image, ZSTD_isError(size) ? ZSTD_getErrorName(size) : "it is too short",
                        error);
}

enum codeobj_status kernel_archive_unpack_to(const struct kernel_archive *archive,
                                             const struct kernel_archive_image *image,
                                             struct span base, uint8_t *out,
                                             struct codeobj_error *error)
{
    enum codeobj_status status = kernel_archive_check(archive, image, error);
    return status ? status : unpack_frame(archive, image, base, out, error);
}

/* Unpacks all images from find_first() to |image|, because each image may be the prefix of the next
 * one. */
enum codeobj_status kernel_archive_unpack(const struct kernel_archive *archive,
                                          const struct kernel_archive_image *image, uint8_t **out,
                                          struct codeobj_error *error)
{
    struct span base = {NULL, 0};
    for (uint32_t at = find_first(archive, image);; at++) {
        struct kernel_archive_image next = kernel_archive_at(archive, at);
        enum codeobj_status status = kernel_archive_check(archive, &next, error);
        uint8_t *raw = status ? NULL : malloc((size_t)next.raw_size);
        if (raw)
            status = unpack_frame(archive, &next, base, raw, error);
        else if (!status)
            status = codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        free((void *)(uintptr_t)base.data);
        if (status)
            free(raw);
        if (!status && next.offset == image->offset)
            *out = raw;
        if (status || next.offset == image->offset)
            return status;
        base = (struct span){raw, (size_t)next.raw_size};
    }
}

char *kernel_archive_family(const char *target, char out[KERNEL_ARCHIVE_FAMILIES])
{
    struct target_id id;
    if (target_id_parse(target, &id, NULL) != CODEOBJ_OK || target_is_nvidia(&id))
        return strcpy(out, "nvidia");
    const char *name = id.info->generic ? id.info->generic : id.info->processor;
    size_t size = strlen(name), ending = strlen("-generic");
    if (size > ending && strcmp(name + size - ending, "-generic") == 0)
        size -= ending;
    snprintf(out, KERNEL_ARCHIVE_FAMILIES, "%.*s", (int)size, name);
    return out;
}

char *kernel_archive_name(const char *package, const char *family)
{
    char *name;
    return asprintf(&name, "%s.%s.krt", package, family) < 0 ? NULL : name;
}
