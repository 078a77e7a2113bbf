/* AMD's kpack archives:
 *   "KPAK" | u32 version, 1 | u64 offset of the table | images | table to the end
 * Numbers are little-endian. The table is a map of MessagePack:
 *   "compression_scheme"  "none" or "zstd-per-kernel"; without this key, "none"
 *   "blobs"               for "none": an array of maps, {"offset", "size"} in the archive
 *   "zstd_offset", "zstd_size"
 *                         for "zstd-per-kernel": where u32 count | u32 size, zstd frame | ... is
 *   "toc"                 {name: {target: {"ordinal": index of the blob or frame,
 *                         "original_size": bytes, may be missing, ...}, ...}, ...}
 * A name is the library's name in its reference, "#", and the number of the wrapper.
 *
 * See ROCm's rocm-kpack (shared/kpack in rocm-systems): the comment of PackedKernelArchive in
 * python/rocm_kpack/kpack.py, ZstdCompressor in compression.py, and kpack_load_code_object() in
 * runtime/src/loader.cpp. Composable Kernel's archives have further keys, and their images begin at
 * other offsets.
 */
#include "kpack.h"

#include "kpack_map.h"
#include "unpack.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "KPAK";

enum {
    VERSION = 1,
    MAGIC_SIZE = sizeof magic - 1,
    AT_VERSION = MAGIC_SIZE,
    AT_TABLE = 8,
    HEADER_SIZE = 16,
    /* The least bytes that an image and a blob take in the table: the key, and a map with the keys
     * above. The numbers bound the memory for images and blobs. */
    IMAGE_MIN_BYTES = 1 + 1 + 8 + 1,
    BLOB_MIN_BYTES = 1 + 7 + 1 + 5 + 1,
};

struct extent {
    uint64_t offset, size;
};

/* The table of contents that is being read. */
struct table {
    struct kpack_reader reader;
    struct kpack_archive *archive;
    size_t room; /* how many images |archive->images| has room for */
    char *compression;
    struct extent *extents; /* where the blobs or frames are */
    size_t extent_count;
    /* where all frames are; |frames.size| is 0 if the table does not say where */
    struct extent frames;
};

/* ---- The table of an archive ---------------------------------------------------------------- */

/* Checks that the rest of the table has room for the elements of |value|, of at least |least| bytes
 * each. This limits the memory that a hostile count can ask for. */
static enum codeobj_status check_room(const struct table *table, const struct value *value,
                                      size_t least)
{
    if (value->number <= (table->reader.document.size - table->reader.document.at) / least)
        return CODEOBJ_OK;
    return codeobj_fail_at(table->reader.error, CODEOBJ_TRUNCATED, value->offset,
                           "%s declares %" PRIu64 " elements and ends before them",
                           table->reader.document.what, value->number);
}

static enum codeobj_status read_image(struct table *table, const char *name)
{
    static const struct kpack_key keys[] = {
        {"ordinal", kpack_read_number, offsetof(struct kpack_image, ordinal)},
        {"original_size", kpack_read_number, offsetof(struct kpack_image, raw_size)},
    };
    struct kpack_image *image = &table->archive->images[table->archive->count];
    struct value target, map;
    *image =
        (struct kpack_image){.name = name, .ordinal = UINT64_MAX, .raw_size = KPACK_SIZE_UNKNOWN};
    enum codeobj_status status = kpack_read(&table->reader, &target);
    if (!status)
        status = kpack_read_text(&table->reader, &target, &image->target);
    if (!status)
        status = kpack_read(&table->reader, &map);
    if (!status)
        status = kpack_read_map(&table->reader, &map, keys, sizeof keys / sizeof keys[0], image);
    if (!status)
        table->archive->count++;
    return status;
}

/* Makes room for |more| images in the archive's list. */
static bool grow_images(struct table *table, uint64_t more)
{
    struct kpack_archive *archive = table->archive;
    if (more <= table->room - archive->count)
        return true;
    size_t room = archive->count + (size_t)more;
    room = room < table->room * 2 ? table->room * 2 : room;
    struct kpack_image *grown = realloc(archive->images, room * sizeof *grown);
    if (!grown)
        return false;
    archive->images = grown;
    table->room = room;
    return true;
}

static enum codeobj_status read_names(struct kpack_reader *reader, const struct value *names,
                                      void *out)
{
    struct table *table = out;
    (void)reader;
    if (names->type != VALUE_MAP)
        return kpack_fail_value(&table->reader, names, "lacks a map of names");
    for (uint64_t i = 0; i < names->number; i++) {
        struct value name, targets;
        char *text = NULL;
        enum codeobj_status status = kpack_read(&table->reader, &name);
        if (!status)
            status = kpack_read_text(&table->reader, &name, &text);
        if (!status)
            status = kpack_read(&table->reader, &targets);
        if (!status && targets.type != VALUE_MAP)
            status = kpack_fail_value(&table->reader, &targets,
                                      "has a name without a map of its targets");
        if (!status)
            status = check_room(table, &targets, IMAGE_MIN_BYTES);
        if (!status && !grow_images(table, targets.number))
            status = kpack_fail_memory(&table->reader);
        for (uint64_t j = 0; !status && j < targets.number; j++)
            status = read_image(table, text);
        if (status)
            return status;
    }
    return CODEOBJ_OK;
}

static enum codeobj_status read_blobs(struct kpack_reader *reader, const struct value *blobs,
                                      void *out)
{
    struct table *table = out;
    (void)reader;
    static const struct kpack_key keys[] = {
        {"offset", kpack_read_number, offsetof(struct extent, offset)},
        {"size", kpack_read_number, offsetof(struct extent, size)},
    };
    if (blobs->type != VALUE_ARRAY)
        return kpack_fail_value(&table->reader, blobs, "lacks a list of blobs");
    enum codeobj_status status = check_room(table, blobs, BLOB_MIN_BYTES);
    if (status)
        return status;
    table->extents = calloc((size_t)blobs->number + 1, sizeof *table->extents);
    if (!table->extents)
        return kpack_fail_memory(&table->reader);
    while (table->extent_count < blobs->number) {
        struct value map;
        struct extent *extent = &table->extents[table->extent_count++];
        status = kpack_read(&table->reader, &map);
        if (!status)
            status =
                kpack_read_map(&table->reader, &map, keys, sizeof keys / sizeof keys[0], extent);
        if (status)
            return status;
    }
    return CODEOBJ_OK;
}

static enum codeobj_status read_table(struct table *table)
{
    static const struct kpack_key keys[] = {
        {"blobs", read_blobs, 0},
        {"compression_scheme", kpack_read_text, offsetof(struct table, compression)},
        {"toc", read_names, 0},
        {"zstd_offset", kpack_read_number, offsetof(struct table, frames.offset)},
        {"zstd_size", kpack_read_number, offsetof(struct table, frames.size)},
    };
    struct value map;
    enum codeobj_status status = kpack_read(&table->reader, &map);
    return status ? status
                  : kpack_read_map(&table->reader, &map, keys, sizeof keys / sizeof keys[0], table);
}

/* ---- Offsets and sizes of images ------------------------------------------------------------- */

static enum codeobj_status find_frames(struct table *table)
{
    struct span bytes;
    uint64_t at = table->frames.offset, count;
    if (!span_sub(table->archive->bytes, at, table->frames.size, &bytes) || bytes.size < 4)
        return codeobj_fail_at(table->reader.error, CODEOBJ_CORRUPT, AT_TABLE,
                               "the frames of a kpack archive are not inside it");
    count = load_le(bytes.data, 4);
    if (count > (bytes.size - 4) / 4)
        return codeobj_fail_at(
            table->reader.error, CODEOBJ_CORRUPT, at,
            "kpack archive claims to have %" PRIu64 " frames, which do not fit in it", count);
    table->extent_count = (size_t)count;
    table->extents = calloc(table->extent_count + 1, sizeof *table->extents);
    if (!table->extents)
        return kpack_fail_memory(&table->reader);
    uint64_t used = 4;
    for (size_t i = 0; i < table->extent_count; i++) {
        struct span size, frame;
        if (!span_sub(bytes, used, 4, &size) ||
            !span_sub(bytes, used + 4, load_le(size.data, 4), &frame))
            return codeobj_fail_at(table->reader.error, CODEOBJ_CORRUPT, at + used,
                                   "frame %zu of a kpack archive ends behind the last", i);
        table->extents[i] = (struct extent){at + used + 4, frame.size};
        used += 4 + frame.size;
    }
    return CODEOBJ_OK;
}

static enum codeobj_status place_image(const struct table *table, struct kpack_image *image)
{
    struct span stored;
    if (image->ordinal >= table->extent_count)
        return codeobj_fail(table->reader.error, CODEOBJ_CORRUPT,
                            "image of '%.60s' for %.40s is not among the %zu that the kpack "
                            "archive holds",
                            image->name, image->target, table->extent_count);
    image->offset = table->extents[image->ordinal].offset;
    image->size = table->extents[image->ordinal].size;
    if (!span_sub(table->archive->bytes, image->offset, image->size, &stored))
        return codeobj_fail(table->reader.error, CODEOBJ_CORRUPT,
                            "image of '%.60s' for %.40s is not inside the kpack archive",
                            image->name, image->target);
    if (table->archive->codec == BUNDLE_CODEC_NONE) {
        if (image->raw_size != KPACK_SIZE_UNKNOWN && image->raw_size != image->size)
            return codeobj_fail_at(table->reader.error, CODEOBJ_CORRUPT, image->offset,
                                   "image of '%.60s' for %.40s has two different sizes",
                                   image->name, image->target);
        image->raw_size = image->size;
    }
    return CODEOBJ_OK;
}

static int compare(const void *a, const void *b)
{
    const struct kpack_image *left = *(const struct kpack_image *const *)a,
                             *right = *(const struct kpack_image *const *)b;
    int order = strcmp(left->name, right->name);
    return order ? order : strcmp(left->target, right->target);
}

static enum codeobj_status check_names(const struct kpack_archive *archive,
                                       struct codeobj_error *error)
{
    enum codeobj_status status = CODEOBJ_OK;
    const struct kpack_image **sorted = calloc(archive->count + 1, sizeof *sorted);
    if (!sorted)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < archive->count; i++)
        sorted[i] = &archive->images[i];
    qsort(sorted, archive->count, sizeof *sorted, compare);
    for (size_t i = 1; i < archive->count && !status; i++)
        if (compare(&sorted[i - 1], &sorted[i]) == 0)
            status = codeobj_fail(error, CODEOBJ_CORRUPT,
                                  "kpack archive has two images of '%.60s' for %.40s",
                                  sorted[i]->name, sorted[i]->target);
    free(sorted);
    return status;
}

static enum codeobj_status place_images(struct table *table)
{
    static const char *const compressions[] = {[BUNDLE_CODEC_NONE] = "none",
                                               [BUNDLE_CODEC_ZLIB] = "",
                                               [BUNDLE_CODEC_ZSTD] = "zstd-per-kernel"};
    struct kpack_archive *archive = table->archive;
    enum codeobj_status status = CODEOBJ_OK;
    if (table->compression && strcmp(table->compression, compressions[BUNDLE_CODEC_ZSTD]) == 0)
        archive->codec = BUNDLE_CODEC_ZSTD;
    else if (table->compression && strcmp(table->compression, compressions[BUNDLE_CODEC_NONE]) != 0)
        return codeobj_fail(table->reader.error, CODEOBJ_UNSUPPORTED,
                            "kpack archive is compressed by the unknown scheme '%.60s'",
                            table->compression);
    if (archive->codec == BUNDLE_CODEC_ZSTD) {
        free(table->extents); /* With zstd, extents of blobs have no meaning. */
        table->extents = NULL;
        table->extent_count = 0;
        status = find_frames(table);
    }
    for (size_t i = 0; i < archive->count && !status; i++)
        status = place_image(table, &archive->images[i]);
    return status ? status : check_names(archive, table->reader.error);
}

/* ---- Functions of kpack.h -------------------------------------------------------------------- */

bool kpack_recognise(struct span bytes)
{
    return bytes.size >= MAGIC_SIZE && memcmp(bytes.data, magic, MAGIC_SIZE) == 0;
}

/* Finds the bytes of the table of contents. */
static enum codeobj_status read_header(struct span bytes, struct span *table,
                                       struct codeobj_error *error)
{
    if (!kpack_recognise(bytes))
        return codeobj_fail(error, CODEOBJ_UNRECOGNISED, "not a kpack archive");
    if (bytes.size < HEADER_SIZE)
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, bytes.size,
                               "kpack archive ends inside its header");
    uint64_t version = load_le(bytes.data + AT_VERSION, 4), at = load_le(bytes.data + AT_TABLE, 8);
    if (version != VERSION)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, AT_VERSION,
                               "kpack archive is of unknown version %" PRIu64, version);
    /* The offset is 0 in a file that is not complete, because the writer sets it last. */
    if (at < HEADER_SIZE)
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, AT_TABLE,
                               "kpack archive was not written to its end: it has no table of "
                               "contents");
    if (at >= bytes.size)
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, AT_TABLE,
                               "kpack archive of %zu bytes ends before its table of contents, at "
                               "%" PRIu64,
                               bytes.size, at);
    span_sub(bytes, at, bytes.size - at, table);
    return CODEOBJ_OK;
}

enum codeobj_status kpack_open(struct span bytes, struct kpack_archive *out,
                               struct codeobj_error *error)
{
    struct span contents;
    enum codeobj_status status = read_header(bytes, &contents, error);
    if (status)
        return status;
    struct kpack_archive archive = {.bytes = bytes};
    struct table table = {.archive = &archive};
    archive.memory = kpack_reader_open(&table.reader, "table of a kpack archive", contents,
                                       load_le(bytes.data + AT_TABLE, 8), error);
    if (!archive.memory)
        return CODEOBJ_NO_MEMORY;
    status = read_table(&table);
    if (!status)
        status = place_images(&table);
    free(table.extents);
    if (status)
        kpack_close(&archive);
    else
        *out = archive;
    return status;
}

void kpack_close(struct kpack_archive *archive)
{
    free(archive->images);
    free(archive->memory);
    *archive = (struct kpack_archive){0};
}

/* Returns what follows |name| in the image's name: "" or "#12". Returns NULL if the image's name
 * does not begin with |name|. */
static const char *behind_name(const struct kpack_image *image, const char *name)
{
    size_t size = strlen(name);
    const char *rest = image->name + size;
    return strncmp(image->name, name, size) == 0 && (!*rest || *rest == '#') ? rest : NULL;
}

bool kpack_image_is_of(const struct kpack_image *image, const char *name, uint32_t index)
{
    const char *rest = behind_name(image, name);
    char *end;
    if (!rest || !*rest)
        return rest && index == 0;
    return rest[1] >= '0' && rest[1] <= '9' && strtoumax(rest + 1, &end, 10) == index && !*end;
}

bool kpack_image_is_of_any(const struct kpack_image *image, const char *name)
{
    const char *rest = behind_name(image, name);
    return rest && (!*rest || (rest[1] && !rest[1 + strspn(rest + 1, "0123456789")]));
}

enum codeobj_status kpack_unpack(const struct kpack_archive *archive,
                                 const struct kpack_image *image, uint64_t max, struct span *out,
                                 uint8_t **out_unpacked, struct codeobj_error *error)
{
    struct span stored = {archive->bytes.data + image->offset, (size_t)image->size};
    struct unpacked unpacked;
    *out_unpacked = NULL;
    *out = stored;
    if (archive->codec == BUNDLE_CODEC_NONE)
        return CODEOBJ_OK;
    uint64_t limit = unpack_limit(stored.size);
    limit = limit < max ? limit : max;
    bool is_known = image->raw_size != KPACK_SIZE_UNKNOWN;
    if (is_known && image->raw_size > limit)
        return codeobj_fail_at(error, CODEOBJ_LIMIT, image->offset,
                               "image of '%.60s' for %.40s claims to unpack to %" PRIu64
                               " bytes; the limit is %" PRIu64,
                               image->name, image->target, image->raw_size, limit);
    enum codeobj_status status =
        unpack(BUNDLE_CODEC_ZSTD, stored, is_known ? image->raw_size : limit, &unpacked, error);
    if (status) {
        if (error)
            error->offset += image->offset;
        /* The output is longer than the size in the archive: that size is wrong. */
        if (error && status == CODEOBJ_LIMIT && is_known)
            status = error->status = CODEOBJ_CORRUPT;
        return status;
    }
    if ((is_known && unpacked.size != image->raw_size) || unpacked.used != stored.size) {
        free(unpacked.data);
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, image->offset,
                               "image of '%.60s' for %.40s unpacks to another size than the table "
                               "has",
                               image->name, image->target);
    }
    *out_unpacked = unpacked.data;
    *out = (struct span){unpacked.data, unpacked.size};
    return CODEOBJ_OK;
}
