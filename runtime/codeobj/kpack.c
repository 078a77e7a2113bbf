/* AMD's kpack archives, and the references to them in libraries.
 *
 * An archive is
 *   "KPAK" | u32 version, 1 | u64 offset of the table | images | table to the end
 * little-endian, and its table is a map of MessagePack:
 *   "compression_scheme"  "none" or "zstd-per-kernel"; without it, "none"
 *   "blobs"               of "none": an array of maps, {"offset", "size"} in the archive
 *   "zstd_offset", "zstd_size"
 *                         of the other: the place of u32 count | u32 size, zstd frame | ...
 *   "toc"                 {name: {target: {"ordinal": index of the blob or frame,
 *                         "original_size": bytes, may be missing, ...}, ...}, ...}
 * A name is that of the library in its reference, "#", and the number of the wrapper.
 *
 * A reference is a map, {"kernel_name": name, "kpack_search_paths": [path, ...]}. The wrapper that
 * a library registers has the magic "HIPK", and has its address in place of the bundle's and the
 * wrapper's number in the last field.
 *
 * See ROCm's rocm-kpack (shared/kpack in rocm-systems): the comment of PackedKernelArchive in
 * python/rocm_kpack/kpack.py, ZstdCompressor in compression.py, and kpack_load_code_object() in
 * runtime/src/loader.cpp. Composable Kernel's archives have further keys, and their images begin at
 * other offsets.
 */
#include "kpack.h"

#include "messagepack.h"
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
    /* The least that these take in the table, which bounds the memory for them: the key, and a map
     * with the keys above. */
    IMAGE_MIN_BYTES = 1 + 1 + 8 + 1,
    BLOB_MIN_BYTES = 1 + 7 + 1 + 5 + 1,
};

struct place {
    uint64_t offset, size;
};

/* The table, while it is read. */
struct table {
    struct messagepack reader;
    struct codeobj_error *error;
    struct kpack_archive *archive;
    size_t room;     /* for images */
    bool is_unknown; /* the compression */
    char *compression;
    struct place *places; /* of blobs or frames */
    size_t place_count;
    struct place frames; /* all of them; the size is 0 when the table lacks them */
};

/* A key of a map, and what to do with its value. */
struct key {
    const char *name;
    enum codeobj_status (*read)(struct table *table, const struct value *value, void *out);
    size_t member; /* of |out| */
};

/* ---- Maps ----------------------------------------------------------------------------------- */

static enum codeobj_status fail_value(const struct table *table, const struct value *value,
                                      const char *what)
{
    return codeobj_fail_at(table->error, CODEOBJ_CORRUPT, value->offset, "%s %s",
                           table->reader.what, what);
}

static bool is_text(const struct value *value)
{
    return value->type == VALUE_STRING && strlen(value->text) == value->size &&
           utf8_is_text((struct span){(const uint8_t *)value->text, value->size});
}

/* The next pair of a map: |*key| is NULL unless its name is one of |keys|. */
static enum codeobj_status read_key(struct table *table, const struct key *keys, size_t count,
                                    const struct key **key)
{
    struct value name;
    enum codeobj_status status = messagepack_next(&table->reader, &name, table->error);
    *key = NULL;
    if (status || name.type != VALUE_STRING)
        return status ? status : messagepack_skip(&table->reader, &name, table->error);
    for (size_t i = 0; i < count; i++)
        if (strlen(keys[i].name) == name.size && memcmp(keys[i].name, name.text, name.size) == 0)
            *key = &keys[i];
    return CODEOBJ_OK;
}

/* Reads the values of |keys|, at most 32 of them, into |out|; other keys are ignored. */
static enum codeobj_status read_map(struct table *table, const struct value *map,
                                    const struct key *keys, size_t count, void *out)
{
    uint32_t seen = 0;
    if (map->type != VALUE_MAP)
        return fail_value(table, map, "lacks a map");
    for (uint64_t i = 0; i < map->number; i++) {
        const struct key *key;
        struct value value;
        enum codeobj_status status = read_key(table, keys, count, &key);
        if (!status)
            status = messagepack_next(&table->reader, &value, table->error);
        if (!status && key && seen >> (key - keys) & 1)
            status = fail_value(table, &value, "has a key twice");
        if (!status)
            status = key ? key->read(table, &value, (char *)out + key->member)
                         : messagepack_skip(&table->reader, &value, table->error);
        if (status)
            return status;
        if (key)
            seen |= UINT32_C(1) << (key - keys);
    }
    return CODEOBJ_OK;
}

static enum codeobj_status read_number(struct table *table, const struct value *value, void *out)
{
    if (value->type != VALUE_UNSIGNED)
        return fail_value(table, value, "has no number where it needs one");
    *(uint64_t *)out = value->number;
    return CODEOBJ_OK;
}

static enum codeobj_status read_text(struct table *table, const struct value *value, void *out)
{
    if (!is_text(value))
        return fail_value(table, value, "has a name that is not text");
    *(char **)out = value->text;
    return CODEOBJ_OK;
}

static enum codeobj_status fail_memory(const struct table *table)
{
    return codeobj_fail(table->error, CODEOBJ_NO_MEMORY, "out of memory");
}

/* Whether the elements of |value|, of |least| bytes each, can be in the rest of the table. */
static enum codeobj_status check_room(const struct table *table, const struct value *value,
                                      size_t least)
{
    if (value->number <= (table->reader.size - table->reader.at) / least)
        return CODEOBJ_OK;
    return codeobj_fail_at(table->error, CODEOBJ_TRUNCATED, value->offset,
                           "%s declares %" PRIu64 " elements and ends before them",
                           table->reader.what, value->number);
}

/* ---- References ----------------------------------------------------------------------------- */

static enum codeobj_status read_paths(struct table *table, const struct value *value, void *out)
{
    struct kpack_reference *reference = out;
    if (value->type != VALUE_ARRAY)
        return fail_value(table, value, "has no list of paths");
    reference->paths = calloc((size_t)value->number + 1, sizeof *reference->paths);
    if (!reference->paths)
        return fail_memory(table);
    while (reference->path_count < value->number) {
        struct value path;
        enum codeobj_status status = messagepack_next(&table->reader, &path, table->error);
        if (!status)
            status = read_text(table, &path, &reference->paths[reference->path_count]);
        if (status)
            return status;
        reference->path_count++;
    }
    return CODEOBJ_OK;
}

static enum codeobj_status read_reference(struct table *table, struct kpack_reference *reference)
{
    static const struct key keys[] = {
        {"kernel_name", read_text, offsetof(struct kpack_reference, name)},
        {"kpack_search_paths", read_paths, 0},
    };
    struct value map;
    enum codeobj_status status = messagepack_next(&table->reader, &map, table->error);
    if (!status)
        status = read_map(table, &map, keys, sizeof keys / sizeof keys[0], reference);
    if (!status && (!reference->name || !reference->path_count))
        status = fail_value(table, &map, "does not name a library and its archives");
    return status;
}

/* |bytes| in memory that can be written, with room for a NUL. */
static uint8_t *copy_bytes(struct span bytes)
{
    uint8_t *copy = malloc(bytes.size + 1);
    if (copy && bytes.size)
        memcpy(copy, bytes.data, bytes.size);
    return copy;
}

enum codeobj_status kpack_reference_open(struct span bytes, struct kpack_reference *out,
                                         struct codeobj_error *error)
{
    if (bytes.size > KPACK_REFERENCE_MAX)
        bytes.size = KPACK_REFERENCE_MAX;
    struct table table = {.error = error};
    struct kpack_reference reference = {.memory = copy_bytes(bytes)};
    if (!reference.memory)
        return fail_memory(&table);
    messagepack_open(&table.reader, "reference to kpack archives", reference.memory, bytes.size, 0);
    enum codeobj_status status = read_reference(&table, &reference);
    if (status)
        kpack_reference_close(&reference);
    else
        *out = reference;
    return status;
}

void kpack_reference_close(struct kpack_reference *reference)
{
    free(reference->paths);
    free(reference->memory);
    *reference = (struct kpack_reference){0};
}

/* ---- The table of an archive ---------------------------------------------------------------- */

static enum codeobj_status read_image(struct table *table, const char *name)
{
    static const struct key keys[] = {
        {"ordinal", read_number, offsetof(struct kpack_image, ordinal)},
        {"original_size", read_number, offsetof(struct kpack_image, raw_size)},
    };
    struct kpack_image *image = &table->archive->images[table->archive->count];
    struct value target, map;
    *image =
        (struct kpack_image){.name = name, .ordinal = UINT64_MAX, .raw_size = KPACK_SIZE_UNKNOWN};
    enum codeobj_status status = messagepack_next(&table->reader, &target, table->error);
    if (!status)
        status = read_text(table, &target, &image->target);
    if (!status)
        status = messagepack_next(&table->reader, &map, table->error);
    if (!status)
        status = read_map(table, &map, keys, sizeof keys / sizeof keys[0], image);
    if (!status)
        table->archive->count++;
    return status;
}

/* Room for |more| images. */
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

static enum codeobj_status read_names(struct table *table, const struct value *names, void *out)
{
    (void)out;
    if (names->type != VALUE_MAP)
        return fail_value(table, names, "lacks a map of names");
    for (uint64_t i = 0; i < names->number; i++) {
        struct value name, targets;
        char *text = NULL;
        enum codeobj_status status = messagepack_next(&table->reader, &name, table->error);
        if (!status)
            status = read_text(table, &name, &text);
        if (!status)
            status = messagepack_next(&table->reader, &targets, table->error);
        if (!status && targets.type != VALUE_MAP)
            status = fail_value(table, &targets, "has a name without a map of its targets");
        if (!status)
            status = check_room(table, &targets, IMAGE_MIN_BYTES);
        if (!status && !grow_images(table, targets.number))
            status = fail_memory(table);
        for (uint64_t j = 0; !status && j < targets.number; j++)
            status = read_image(table, text);
        if (status)
            return status;
    }
    return CODEOBJ_OK;
}

static enum codeobj_status read_blobs(struct table *table, const struct value *blobs, void *out)
{
    static const struct key keys[] = {
        {"offset", read_number, offsetof(struct place, offset)},
        {"size", read_number, offsetof(struct place, size)},
    };
    (void)out;
    if (blobs->type != VALUE_ARRAY)
        return fail_value(table, blobs, "lacks a list of blobs");
    enum codeobj_status status = check_room(table, blobs, BLOB_MIN_BYTES);
    if (status)
        return status;
    table->places = calloc((size_t)blobs->number + 1, sizeof *table->places);
    if (!table->places)
        return fail_memory(table);
    while (table->place_count < blobs->number) {
        struct value map;
        struct place *place = &table->places[table->place_count++];
        status = messagepack_next(&table->reader, &map, table->error);
        if (!status)
            status = read_map(table, &map, keys, sizeof keys / sizeof keys[0], place);
        if (status)
            return status;
    }
    return CODEOBJ_OK;
}

static enum codeobj_status read_table(struct table *table)
{
    static const struct key keys[] = {
        {"blobs", read_blobs, 0},
        {"compression_scheme", read_text, offsetof(struct table, compression)},
        {"toc", read_names, 0},
        {"zstd_offset", read_number, offsetof(struct table, frames.offset)},
        {"zstd_size", read_number, offsetof(struct table, frames.size)},
    };
    struct value map;
    enum codeobj_status status = messagepack_next(&table->reader, &map, table->error);
    return status ? status : read_map(table, &map, keys, sizeof keys / sizeof keys[0], table);
}

/* ---- The places of images ------------------------------------------------------------------- */

static enum codeobj_status find_frames(struct table *table)
{
    struct span bytes;
    uint64_t at = table->frames.offset, count;
    if (!span_sub(table->archive->bytes, at, table->frames.size, &bytes) || bytes.size < 4)
        return codeobj_fail_at(table->error, CODEOBJ_CORRUPT, AT_TABLE,
                               "the frames of a kpack archive are not inside it");
    count = load_le(bytes.data, 4);
    if (count > (bytes.size - 4) / 4)
        return codeobj_fail_at(
            table->error, CODEOBJ_CORRUPT, at,
            "kpack archive claims to have %" PRIu64 " frames, which do not fit in it", count);
    table->place_count = (size_t)count;
    table->places = calloc(table->place_count + 1, sizeof *table->places);
    if (!table->places)
        return fail_memory(table);
    uint64_t used = 4;
    for (size_t i = 0; i < table->place_count; i++) {
        struct span size, frame;
        if (!span_sub(bytes, used, 4, &size) ||
            !span_sub(bytes, used + 4, load_le(size.data, 4), &frame))
            return codeobj_fail_at(table->error, CODEOBJ_CORRUPT, at + used,
                                   "frame %zu of a kpack archive ends behind the last", i);
        table->places[i] = (struct place){at + used + 4, frame.size};
        used += 4 + frame.size;
    }
    return CODEOBJ_OK;
}

static enum codeobj_status place_image(const struct table *table, struct kpack_image *image)
{
    struct span stored;
    if (image->ordinal >= table->place_count)
        return codeobj_fail(table->error, CODEOBJ_CORRUPT,
                            "image of '%.60s' for %.40s is not among the %zu that the kpack "
                            "archive holds",
                            image->name, image->target, table->place_count);
    image->offset = table->places[image->ordinal].offset;
    image->size = table->places[image->ordinal].size;
    if (!span_sub(table->archive->bytes, image->offset, image->size, &stored))
        return codeobj_fail(table->error, CODEOBJ_CORRUPT,
                            "image of '%.60s' for %.40s is not inside the kpack archive",
                            image->name, image->target);
    if (table->archive->codec == BUNDLE_CODEC_NONE) {
        if (image->raw_size != KPACK_SIZE_UNKNOWN && image->raw_size != image->size)
            return codeobj_fail_at(table->error, CODEOBJ_CORRUPT, image->offset,
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
        return codeobj_fail(table->error, CODEOBJ_UNSUPPORTED,
                            "kpack archive is compressed by the unknown scheme '%.60s'",
                            table->compression);
    if (archive->codec == BUNDLE_CODEC_ZSTD) {
        free(table->places); /* of blobs, which have no meaning here */
        table->places = NULL;
        table->place_count = 0;
        status = find_frames(table);
    }
    for (size_t i = 0; i < archive->count && !status; i++)
        status = place_image(table, &archive->images[i]);
    return status ? status : check_names(archive, table->error);
}

/* ---- The API -------------------------------------------------------------------------------- */

bool kpack_recognise(struct span bytes)
{
    return bytes.size >= MAGIC_SIZE && memcmp(bytes.data, magic, MAGIC_SIZE) == 0;
}

/* Finds the bytes of the table. */
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
    if (at < HEADER_SIZE) /* its writer puts 0 there until all else is written */
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
    struct kpack_archive archive = {.bytes = bytes, .memory = copy_bytes(contents)};
    struct table table = {.error = error, .archive = &archive};
    if (!archive.memory)
        return fail_memory(&table);
    messagepack_open(&table.reader, "table of a kpack archive", archive.memory, contents.size,
                     load_le(bytes.data + AT_TABLE, 8));
    status = read_table(&table);
    if (!status)
        status = place_images(&table);
    free(table.places);
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

/* What is behind |name| in the image's: "", "#12", or NULL if it is another name. */
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
        if (error && status == CODEOBJ_LIMIT && is_known) /* its size is wrong, not too large */
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
