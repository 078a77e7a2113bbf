/* Offload binaries, which clang's newer driver and OpenMP put into .llvm.offloading.
 *
 * 10 ff 10 ad | u32 version | u64 size | u64 entries' offset |
 *         version 1: u64 size of the only entry; 2 and 3: u64 count of entries
 *         version 3: u64 unpacked size with this header, if all after it is compressed; else 0
 * entry:  u16 image kind | u16 producer | u32 flags | u64 strings' offset | u64 count of strings |
 *         u64 image's offset | u64 image's size
 * string: u64 key's offset | u64 value's offset | versions 2, 3: u64 value's size
 *
 * Little-endian; offsets count from the magic; keys and values end in a NUL. See LLVM's
 * Object/OffloadBinary.h. Several offload binaries follow each other, aligned to 8 bytes. Version 3
 * comes with LLVM 24; this reader was tried with files that its llvm-offload-binary wrote, with and
 * without --compress. The codec, zstd or zlib, is recognised by how the compressed data start.
 */
#include "walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t magic[] = {0x10, 0xff, 0x10, 0xad};

enum {
    VERSION_MAX = 3,
    HEADER_SIZE = 32,
    HEADER_3_SIZE = 40,
    ENTRY_SIZE = 40,
    STRINGS_MAX = 64, /* the most strings of an entry; clang writes four or five */
    ID_MAX = 256,
};

/* The words for an entry's producer in the ids of bundles, indexed by the number in the entry. See
 * OffloadKind in LLVM: it became a set of bits in LLVM 20; before, HIP was 3. */
static const char *const producers[] = {
    [1] = "openmp", [2] = "cuda", [3] = "hip", [4] = "hip", [8] = "sycl",
};

struct offload_binary {
    struct walk *walk;
    struct container container;
    unsigned version;
    /* bytes of images that were shown so far; the file's size is the limit, which bounds the time
     */
    uint64_t shown;
};

struct entry {
    unsigned producer;
    uint64_t strings, string_count;
    uint64_t image, image_size;
};

bool offload_binary_recognise(struct span bytes)
{
    return bytes.size >= sizeof magic && memcmp(bytes.data, magic, sizeof magic) == 0;
}

static bool string_at(struct span bytes, uint64_t offset, const char **out)
{
    struct span rest;
    if (offset >= bytes.size || !span_sub(bytes, offset, bytes.size - offset, &rest))
        return false;
    const char *text = (const char *)rest.data;
    size_t room = rest.size < ID_MAX ? rest.size : ID_MAX;
    size_t size = strnlen(text, room);
    if (size == room || !utf8_is_text((struct span){rest.data, size}))
        return false;
    *out = text;
    return true;
}

/* Finds the value of |key| in the entry's strings; "" if there is none. Returns false when the
 * strings are damaged. */
static bool find_string(const struct offload_binary *binary, const struct entry *entry,
                        const char *key, const char **out)
{
    struct span bytes = binary->container.bytes, table;
    uint64_t size = binary->version == 1 ? 16 : 24;
    *out = "";
    if (entry->string_count > STRINGS_MAX ||
        !span_sub(bytes, entry->strings, entry->string_count * size, &table))
        return false;
    for (uint64_t i = 0; i < entry->string_count; i++) {
        const char *name, *value;
        if (!string_at(bytes, load_le(table.data + i * size, 8), &name) ||
            !string_at(bytes, load_le(table.data + i * size + 8, 8), &value))
            return false;
        if (strcmp(name, key) == 0)
            *out = value;
    }
    return true;
}

static void show_entry(struct offload_binary *binary, uint64_t offset)
{
    struct span field, image;
    const char *triple, *arch;
    if (!span_sub(binary->container.bytes, offset, ENTRY_SIZE, &field)) {
        walk_problem_at(binary->walk, &binary->container, CODEOBJ_CORRUPT, offset,
                        "entry of an offload binary is not inside it");
        return;
    }
    struct entry entry = {
        .producer = (unsigned)load_le(field.data + 2, 2),
        .strings = load_le(field.data + 8, 8),
        .string_count = load_le(field.data + 16, 8),
        .image = load_le(field.data + 24, 8),
        .image_size = load_le(field.data + 32, 8),
    };
    if (!span_sub(binary->container.bytes, entry.image, entry.image_size, &image)) {
        walk_problem_at(binary->walk, &binary->container, CODEOBJ_CORRUPT, offset + 24,
                        "image of an offload binary is not inside it");
        return;
    }
    binary->shown += image.size;
    if (binary->shown > binary->container.bytes.size) {
        walk_problem_at(binary->walk, &binary->container, CODEOBJ_CORRUPT, entry.image,
                        "images of an offload binary overlap");
        return;
    }
    if (!find_string(binary, &entry, "triple", &triple) ||
        !find_string(binary, &entry, "arch", &arch)) {
        walk_problem_at(binary->walk, &binary->container, CODEOBJ_CORRUPT, offset + 8,
                        "strings of an offload binary are damaged");
        return;
    }
    const char *producer =
        entry.producer < sizeof producers / sizeof producers[0] ? producers[entry.producer] : NULL;
    char id[ID_MAX * 3], target[TARGET_ID_MAX];
    snprintf(id, sizeof id, "%s-%s--%s", producer ? producer : "unknown", triple, arch);
    struct container_image shown = {
        .container = &binary->container,
        .entry = id,
        .target = *arch ? arch : target_id_of_triple(triple, target),
        .kind = image_kind_of(image),
        .offset = entry.image,
        .bytes = image,
    };
    walk_image(binary->walk, &shown);
}

static void show_entries(struct offload_binary *binary, uint64_t entries, uint64_t count)
{
    const uint64_t size = binary->container.bytes.size;
    walk_container(binary->walk, &binary->container);
    if (entries > size || count > (size - entries) / ENTRY_SIZE) {
        walk_problem_at(binary->walk, &binary->container, CODEOBJ_CORRUPT, 24,
                        "offload binary claims to have %" PRIu64 " entries, which do not fit in it",
                        count);
        return;
    }
    for (uint64_t i = 0; i < count; i++)
        show_entry(binary, entries + i * ENTRY_SIZE);
}

/* Returns the header of |packed|, and behind it the unpacked data, |size| bytes together. The
 * caller frees them. Returns NULL and sets |error| when the data cannot be unpacked, or have
 * another size. */
static uint8_t *unpack_rest(struct walk *walk, struct span packed, uint64_t size,
                            enum bundle_codec *out_codec, struct codeobj_error *error)
{
    struct span stream;
    struct unpacked unpacked;
    span_sub(packed, HEADER_3_SIZE, packed.size - HEADER_3_SIZE, &stream);
    const uint64_t max = walk_unpacked_limit(walk, stream.size);
    if (size < HEADER_3_SIZE || size > max) {
        codeobj_fail(error, size > max ? CODEOBJ_LIMIT : CODEOBJ_CORRUPT,
                     "offload binary claims to unpack to %" PRIu64 " bytes; the limit is %" PRIu64,
                     size, max);
        return NULL;
    }
    *out_codec = unpack_is_zstd(stream) ? BUNDLE_CODEC_ZSTD : BUNDLE_CODEC_ZLIB;
    walk_count_unpacked(walk, size);
    if (unpack_all(*out_codec, stream, size - HEADER_3_SIZE, &unpacked, error))
        return NULL;
    uint8_t *bytes = unpacked.size == size - HEADER_3_SIZE ? malloc(size) : NULL;
    if (bytes) {
        memcpy(bytes, packed.data, HEADER_3_SIZE);
        memcpy(bytes + HEADER_3_SIZE, unpacked.data, unpacked.size);
    } else if (unpacked.size != size - HEADER_3_SIZE) {
        codeobj_fail(error, CODEOBJ_CORRUPT,
                     "offload binary unpacks to %zu bytes behind its header, not to %" PRIu64,
                     unpacked.size, size - HEADER_3_SIZE);
    } else {
        codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    }
    free(unpacked.data);
    return bytes;
}

bool offload_binary_walk(struct walk *walk, const struct unit *unit, uint64_t *out_size)
{
    struct span header, bytes;
    if (!span_sub(unit->bytes, 0, HEADER_SIZE, &header))
        return walk_problem_at(walk, unit->parent, CODEOBJ_TRUNCATED, unit->offset,
                               "offload binary ends inside its header");
    uint64_t version = load_le(header.data + 4, 4), size = load_le(header.data + 8, 8);
    uint64_t entries = load_le(header.data + 16, 8), last = load_le(header.data + 24, 8);
    if (version == 0 || version > VERSION_MAX)
        return walk_problem_at(walk, unit->parent, CODEOBJ_UNSUPPORTED, unit->offset + 4,
                               "offload binary is of unknown version %" PRIu64, version);
    if (size < (version == 3 ? HEADER_3_SIZE : HEADER_SIZE))
        return walk_problem_at(
            walk, unit->parent, CODEOBJ_CORRUPT, unit->offset + 8,
            "offload binary claims to be %" PRIu64 " bytes long, less than its header", size);
    if (!span_sub(unit->bytes, 0, size, &bytes))
        return walk_problem_at(walk, unit->parent, CODEOBJ_TRUNCATED, unit->offset + 8,
                               "offload binary of %" PRIu64 " bytes is cut off after %zu", size,
                               unit->bytes.size);
    *out_size = size;
    struct offload_binary binary = {
        .walk = walk,
        .container = {.parent = unit->parent,
                      .kind = CONTAINER_OFFLOAD_BINARY,
                      .name = "",
                      .index = unit->index,
                      .offset = unit->offset,
                      .stored_size = size,
                      .bytes = bytes,
                      .version = (unsigned)version},
        .version = (unsigned)version,
    };
    const uint64_t unpacked_size = version == 3 ? load_le(bytes.data + HEADER_SIZE, 8) : 0;
    uint8_t *unpacked = NULL;
    if (unpacked_size) {
        struct codeobj_error error;
        unpacked = unpack_rest(walk, bytes, unpacked_size, &binary.container.codec, &error);
        if (!unpacked) {
            walk_problem_at(walk, unit->parent, error.status, unit->offset + HEADER_SIZE, "%s",
                            error.message);
            return true;
        }
        binary.container.bytes = (struct span){unpacked, unpacked_size};
    }
    show_entries(&binary, entries, version == 1 ? 1 : last);
    free(unpacked);
    return true;
}
