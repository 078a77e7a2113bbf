/* Fat binaries, which nvcc puts into .nv_fatbin and __nv_relfatbin of a file for the host, and
 * writes with -fatbin.
 *
 * 50 ed 55 ba | u16 version, 1 | u16 size of this header | u64 size of all entries | entries
 *
 * An entry has a header, with these fields at these offsets, and a payload:
 *  0 u16 kind | u16 version | u32 size of the entry's header, at least 64 | u64 size of the payload
 * 16 u32 size of the compressed payload, or 0 | u32 offset of options | u16 minor | u16 major
 * 28 u32 compute capability: 90 | u32 name's offset | u32 name's size | u64 flags | u64
 * 56 u64 size of the unpacked payload
 *
 * Little-endian. The payload follows the entry's header: a cubin, PTX, or bitcode: NVVM's for
 * optimization at link time (whose form is not published), or that of CUDA Tile. It may be
 * compressed, as one LZ4 block or as one zstd frame (nvcc --compress-mode), and is padded to 8
 * bytes.
 *
 * The payload of an entry of kind 256 is several images, compressed together (nvcc --concat, CUDA
 * 13.4). At the options' offset, its header has a table:
 *
 * u32 number of images | u32 size of the table | a header for each image, as above
 *
 * There, the second field is the image's offset in the payload. A header ends behind its options
 * (u32 offset of the text | u32 size | text) or, without options, behind its name, with a NUL, at
 * the next multiple of 8.
 *
 * NVIDIA does not document the format: the fields are those of files that nvcc 13.0 and 13.5 wrote,
 * compared with what cuobjdump prints of them.
 */
#include "walk.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t magic[] = {0x50, 0xed, 0x55, 0xba};

enum {
    VERSION = 1,
    HEADER_MIN = 16,
    ENTRY_MIN = 64,
    OPTIONS_AT = 20,
    NAME_AT = 32,
    NAME_MAX_SIZE = TARGET_ID_MAX + 16,

    KIND_PTX = 1,
    KIND_CUBIN = 2,
    KIND_NVVM = 8,
    KIND_TILE = 128,
    KIND_CONCATENATED = 256,

    FLAG_LZ4 = 1 << 13,
    FLAG_ZSTD = 1 << 15,
    /* the flag of a cubin for one compute capability alone: "sm_90a" */
    FLAG_ARCHITECTURE = 1 << 20,
    FLAG_FAMILY = 1 << 21, /* the flag of a cubin for a family of compute capabilities: "sm_100f" */
};

struct entry {
    struct span header; /* all of it, with options and name */
    unsigned kind;
    /* how many bytes the entry's header has, and how many its payload with padding */
    uint64_t header_size, size;
    uint64_t packed_size; /* how many bytes the payload has if it is compressed, or 0 */
    uint64_t capability, flags, unpacked_size;
};

bool fatbin_recognise(struct span bytes)
{
    return bytes.size >= HEADER_MIN && memcmp(bytes.data, magic, sizeof magic) == 0 &&
           load_le(bytes.data + 4, 2) == VERSION && load_le(bytes.data + 6, 2) >= HEADER_MIN;
}

/* ---- LZ4 ------------------------------------------------------------------------------------- */

typedef int lz4_decompress(const char *from, char *to, int from_size, int to_size);
static lz4_decompress *lz4;
static pthread_once_t lz4_once = PTHREAD_ONCE_INIT;

/* Loads liblz4 when the first compressed entry is read. kbuild is not linked with liblz4, because
 * few files need it. */
static void load_lz4(void)
{
    void *library = dlopen("liblz4.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library)
        /* ISO C has no conversion from void * to a pointer to a function; POSIX allows this
         * conversion for results of dlsym() */
        *(void **)&lz4 = dlsym(library, "LZ4_decompress_safe");
}

static enum codeobj_status unpack_lz4(struct span stream, uint64_t size, struct unpacked *out,
                                      struct codeobj_error *error)
{
    pthread_once(&lz4_once, load_lz4);
    if (!lz4)
        return codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                            "compressed with LZ4, and liblz4.so.1 cannot be loaded; install it "
                            "(Debian: liblz4-1)");
    *out = (struct unpacked){.data = malloc(size ? size : 1), .used = stream.size};
    if (!out->data)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    const int written =
        lz4((const char *)stream.data, (char *)out->data, (int)stream.size, (int)size);
    if (written < 0) {
        free(out->data);
        return codeobj_fail(error, CODEOBJ_CORRUPT, "compressed data: LZ4: damaged");
    }
    out->size = (size_t)written;
    return CODEOBJ_OK;
}

/* ---- Entries of a fat binary ----------------------------------------------------------------- */

static const char *print_target(const struct entry *entry, char out[TARGET_ID_MAX])
{
    const char *variant = entry->flags & FLAG_ARCHITECTURE ? "a"
                          : entry->flags & FLAG_FAMILY     ? "f"
                                                           : "";
    snprintf(out, TARGET_ID_MAX, "%s_%" PRIu64 "%s", entry->kind == KIND_CUBIN ? "sm" : "compute",
             entry->capability, variant);
    return out;
}

/* Writes the name of an entry that a GPU cannot run as it is. Such an entry has a name instead of a
 * target: NVVM's bitcode ("lto_90", as nvcc calls it), that of CUDA Tile, an entry of unknown kind,
 * and a cubin that is not linked. Returns false for all other entries. */
static bool print_name(const struct entry *entry, struct span bytes, char out[NAME_MAX_SIZE])
{
    enum { E_TYPE = 16, RELOCATABLE = 1 };
    char target[TARGET_ID_MAX];
    *out = '\0';
    if (entry->kind == KIND_NVVM || entry->kind == KIND_TILE)
        snprintf(out, NAME_MAX_SIZE, "%s_%" PRIu64, entry->kind == KIND_NVVM ? "lto" : "tile",
                 entry->capability);
    else if (entry->kind != KIND_PTX && entry->kind != KIND_CUBIN)
        snprintf(out, NAME_MAX_SIZE, "kind-%u_%" PRIu64, entry->kind, entry->capability);
    else if (entry->kind == KIND_CUBIN && cubin_recognise(bytes) &&
             load_le(bytes.data + E_TYPE, 2) == RELOCATABLE)
        snprintf(out, NAME_MAX_SIZE, "relocatable-%s", print_target(entry, target));
    return *out != '\0';
}

static void show_payload(struct walk *walk, const struct container *container,
                         const struct entry *entry, uint64_t offset, struct span bytes)
{
    char target[TARGET_ID_MAX], name[NAME_MAX_SIZE];
    /* Removes the NUL and the padding at the end of PTX. */
    while (entry->kind == KIND_PTX && bytes.size > 0 && bytes.data[bytes.size - 1] == 0)
        bytes.size--;
    const bool is_other = print_name(entry, bytes, name);
    struct container_image image = {
        .container = container,
        .entry = name,
        .target = is_other ? "" : print_target(entry, target),
        .kind = is_other && bytes.size > 0 ? IMAGE_OTHER : image_kind_of(bytes),
        .offset = offset,
        .bytes = bytes,
    };
    walk_image(walk, &image);
}

static struct entry entry_of(const uint8_t *header)
{
    return (struct entry){
        .kind = (unsigned)load_le(header, 2),
        .header_size = load_le(header + 4, 4),
        .size = load_le(header + 8, 8),
        .packed_size = load_le(header + 16, 4),
        .capability = load_le(header + 28, 4),
        .flags = load_le(header + 40, 8),
        .unpacked_size = load_le(header + 56, 8),
    };
}

/* Returns the size of the image's header at the start of |table|, or 0 if it is not inside. */
static uint64_t image_header_size(struct span table)
{
    struct span field;
    if (!span_sub(table, 0, ENTRY_MIN, &field))
        return 0;
    const uint64_t options = load_le(field.data + OPTIONS_AT, 4),
                   name = load_le(field.data + NAME_AT, 4);
    uint64_t end = name ? name + load_le(field.data + NAME_AT + 4, 4) + 1 : ENTRY_MIN;
    if (options) {
        if (!span_sub(table, options, 8, &field))
            return 0;
        end = load_le(field.data, 4) + load_le(field.data + 4, 4) + 1;
    }
    end = (end + 7) & ~UINT64_C(7);
    return end >= ENTRY_MIN && end <= table.size ? end : 0;
}

/* Shows the images of |entry|, whose payload is |bytes|, at |offset| in |container|. They follow
 * each other, so that no byte is shown twice. */
static void show_concatenated(struct walk *walk, const struct container *container,
                              const struct entry *entry, uint64_t offset, struct span bytes)
{
    struct span table, image;
    const uint64_t at = load_le(entry->header.data + OPTIONS_AT, 4);
    bool is_right = span_sub(entry->header, at, 8, &table) &&
                    span_sub(entry->header, at, load_le(table.data + 4, 4), &table) &&
                    table.size >= 8;
    const uint64_t count = is_right ? load_le(table.data, 4) : 0;
    uint64_t end = 0;
    is_right = is_right && span_sub(table, 8, table.size - 8, &table);
    for (uint64_t i = 0; is_right && i < count; i++) {
        const uint64_t header_size = image_header_size(table);
        const struct entry part = header_size ? entry_of(table.data) : (struct entry){0};
        const uint64_t start = part.header_size;
        is_right = header_size && start >= end && span_sub(bytes, start, part.size, &image) &&
                   span_sub(table, header_size, table.size - header_size, &table);
        if (is_right)
            show_payload(walk, container, &part, offset + start, image);
        end = start + part.size;
    }
    if (!is_right)
        walk_problem_at(walk, container, CODEOBJ_CORRUPT, offset,
                        "the table of a fat binary's concatenated images is damaged");
}

static void show_contents(struct walk *walk, const struct container *container,
                          const struct entry *entry, uint64_t offset, struct span bytes)
{
    (entry->kind == KIND_CONCATENATED ? show_concatenated : show_payload)(walk, container, entry,
                                                                          offset, bytes);
}

static enum bundle_codec codec_of(const struct entry *entry)
{
    if (entry->kind != KIND_PTX && entry->kind != KIND_CUBIN && entry->kind != KIND_CONCATENATED)
        /* Only cubins and PTX are unpacked, because the unpacked format of other entries is not
         * known. */
        return BUNDLE_CODEC_NONE;
    return entry->flags & FLAG_ZSTD  ? BUNDLE_CODEC_ZSTD
           : entry->flags & FLAG_LZ4 ? BUNDLE_CODEC_LZ4
                                     : BUNDLE_CODEC_NONE;
}

static enum codeobj_status unpack_entry(struct walk *walk, const struct entry *entry,
                                        struct span stream, struct unpacked *out,
                                        struct codeobj_error *error)
{
    const uint64_t max = walk_unpacked_limit(walk, stream.size), size = entry->unpacked_size;
    if (size > max || size > INT_MAX || stream.size > INT_MAX)
        return codeobj_fail(error, CODEOBJ_LIMIT,
                            "%zu compressed bytes claim to unpack to %" PRIu64
                            "; the limit is %" PRIu64,
                            stream.size, size, max < INT_MAX ? max : (uint64_t)INT_MAX);
    walk_count_unpacked(walk, size);
    enum codeobj_status status = codec_of(entry) == BUNDLE_CODEC_LZ4
                                     ? unpack_lz4(stream, size, out, error)
                                     : unpack(BUNDLE_CODEC_ZSTD, stream, size, out, error);
    if (!status && out->size != size) {
        status = codeobj_fail(error, CODEOBJ_CORRUPT, "unpacks to %zu bytes, not to %" PRIu64,
                              out->size, size);
        free(out->data);
    }
    return status;
}

/* Unpacks the payload at the offset |at| of the fat binary, and shows it. */
static void show_packed(struct walk *walk, const struct container *fatbin,
                        const struct entry *entry, unsigned index, uint64_t at)
{
    struct codeobj_error error;
    struct unpacked unpacked;
    struct span stream;
    char target[TARGET_ID_MAX] = "several targets";
    if (entry->packed_size > entry->size ||
        !span_sub(fatbin->bytes, at, entry->packed_size, &stream)) {
        walk_problem_at(walk, fatbin, CODEOBJ_CORRUPT, at,
                        "compressed entry of a fat binary is larger than its place");
        return;
    }
    if (unpack_entry(walk, entry, stream, &unpacked, &error)) {
        if (entry->kind != KIND_CONCATENATED)
            print_target(entry, target);
        walk_problem_at(walk, fatbin, error.status, at, "entry for %s: %s", target, error.message);
        return;
    }
    struct container frame = {
        .parent = fatbin,
        .kind = CONTAINER_FRAME,
        .name = "",
        .index = index,
        .offset = at,
        .stored_size = stream.size,
        .bytes = {unpacked.data, unpacked.size},
        .codec = codec_of(entry),
    };
    walk_container(walk, &frame);
    show_contents(walk, &frame, entry, 0, frame.bytes);
    free(unpacked.data);
}

/* Reads the header of the entry at |at|. When the entry is not inside the fat binary, reports that
 * and returns false. */
static bool read_entry(struct walk *walk, const struct container *fatbin, uint64_t at,
                       struct entry *out)
{
    struct span field;
    if (!span_sub(fatbin->bytes, at, ENTRY_MIN, &field))
        return walk_problem_at(walk, fatbin, CODEOBJ_CORRUPT, at,
                               "entry of a fat binary is not inside it");
    *out = entry_of(field.data);
    if (out->header_size < ENTRY_MIN || out->header_size > fatbin->bytes.size - at ||
        out->size > fatbin->bytes.size - at - out->header_size)
        return walk_problem_at(walk, fatbin, CODEOBJ_CORRUPT, at + 4,
                               "payload of an entry of a fat binary is not inside it");
    return span_sub(fatbin->bytes, at, out->header_size, &out->header);
}

bool fatbin_walk(struct walk *walk, const struct unit *unit, uint64_t *out_size)
{
    const uint64_t header_size = load_le(unit->bytes.data + 6, 2),
                   entries_size = load_le(unit->bytes.data + 8, 8);
    struct span bytes;
    if (entries_size > unit->bytes.size ||
        !span_sub(unit->bytes, 0, header_size + entries_size, &bytes))
        return walk_problem_at(walk, unit->parent, CODEOBJ_TRUNCATED, unit->offset + 8,
                               "fat binary of %" PRIu64 " bytes is cut off after %zu", entries_size,
                               unit->bytes.size);
    *out_size = bytes.size;
    struct container fatbin = {
        .parent = unit->parent,
        .kind = CONTAINER_FATBIN,
        .name = "",
        .index = unit->index,
        .offset = unit->offset,
        .stored_size = bytes.size,
        .bytes = bytes,
    };
    walk_container(walk, &fatbin);
    struct entry entry;
    unsigned packed = 0;
    for (uint64_t at = header_size; at < bytes.size; at += entry.header_size + entry.size) {
        struct span payload;
        if (!read_entry(walk, &fatbin, at, &entry))
            return true;
        const uint64_t payload_at = at + entry.header_size;
        span_sub(bytes, payload_at, entry.size, &payload);
        if (codec_of(&entry) == BUNDLE_CODEC_NONE)
            show_contents(walk, &fatbin, &entry, payload_at, payload);
        else
            show_packed(walk, &fatbin, &entry, packed++, payload_at);
    }
    return true;
}
