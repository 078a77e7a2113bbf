/* Compressed offload bundles, with headers of version 1 to 3. Several bundles may follow each
 * other.
 *
 * "CCOB" | u16 version | u16 method | sizes | u64 hash | payload, all little-endian
 * version 1: u32 unpacked; 2: u32 total, u32 unpacked; 3: u64 total, u64 unpacked
 * The payload is a zlib stream or zstd frames. LLVM writes one frame, and reads what
 * ZSTD_decompress() reads: any number of frames that follow each other, including skippable frames.
 * See ClangOffloadBundler, "Compressed Bundle Format", and LLVM's OffloadBundler.cpp for versions 1
 * and 3. Methods are LLVM's compression::Format.
 */
#include "bundle.h"

#include "unpack.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "CCOB";

enum { MAGIC_SIZE = sizeof magic - 1, START_SIZE = MAGIC_SIZE + 2 + 2, HASH_SIZE = 8 };

/* The size fields between the method and the hash: layouts[version - 1]. */
static const struct layout {
    uint8_t size_bytes; /* how many bytes each size field has */
    bool has_total;
} layouts[] = {
    [1] = {4, false},
    [2] = {4, true},
    [3] = {8, true},
};

enum { VERSION_MAX = sizeof layouts / sizeof layouts[0] - 1 };

static const enum bundle_codec codecs[] = {BUNDLE_CODEC_ZLIB, BUNDLE_CODEC_ZSTD};

bool compressed_bundle_recognise(struct span bytes)
{
    return bytes.size >= MAGIC_SIZE && memcmp(bytes.data, magic, MAGIC_SIZE) == 0;
}

/* Finds the length of a bundle of version 1, whose header does not state the length: the bundle
 * ends where its compressed stream ends. */
static enum codeobj_status measure(struct compressed_bundle *bundle, struct span payload,
                                   uint64_t header_size, uint64_t max, struct codeobj_error *error)
{
    size_t used;
    const uint64_t size = bundle->unpacked_size < max ? bundle->unpacked_size : max;
    if (bundle->codec == BUNDLE_CODEC_NONE)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, MAGIC_SIZE + 2,
                               "compressed bundle has unknown method %u", bundle->method);
    enum codeobj_status status =
        unpack_measure_all(bundle->codec, payload, size, &used, &bundle->measured, error);
    if (status) {
        if (error)
            error->offset += header_size;
        return status;
    }
    bundle->size = header_size + used;
    return CODEOBJ_OK;
}

enum codeobj_status compressed_bundle_open(struct span bytes, uint64_t max,
                                           struct compressed_bundle *out,
                                           struct codeobj_error *error)
{
    struct span fields, payload;
    out->measured = 0;
    if (!compressed_bundle_recognise(bytes))
        return codeobj_fail(error, CODEOBJ_UNRECOGNISED, "not a compressed bundle");
    if (bytes.size < START_SIZE)
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, bytes.size,
                               "compressed bundle ends inside its header");
    struct compressed_bundle bundle = {
        .version = (uint16_t)load_le(bytes.data + MAGIC_SIZE, 2),
        .method = (uint16_t)load_le(bytes.data + MAGIC_SIZE + 2, 2),
    };
    if (bundle.version == 0 || bundle.version > VERSION_MAX)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, MAGIC_SIZE,
                               "compressed bundle is of unknown version %u", bundle.version);
    if (bundle.method < sizeof codecs / sizeof codecs[0])
        bundle.codec = codecs[bundle.method];

    const struct layout *layout = &layouts[bundle.version];
    uint64_t sizes = layout->size_bytes * (layout->has_total ? 2u : 1u);
    uint64_t header_size = START_SIZE + sizes + HASH_SIZE;
    if (!span_sub(bytes, START_SIZE, sizes + HASH_SIZE, &fields))
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, bytes.size,
                               "compressed bundle ends inside its header");
    bundle.unpacked_size = load_le(fields.data + sizes - layout->size_bytes, layout->size_bytes);
    bundle.hash = load_le(fields.data + sizes, HASH_SIZE);
    if (layout->has_total) {
        bundle.size = load_le(fields.data, layout->size_bytes);
    } else {
        span_sub(bytes, header_size, bytes.size - header_size, &payload);
        enum codeobj_status status = measure(&bundle, payload, header_size, max, error);
        out->measured = bundle.measured;
        if (status)
            return status;
    }
    if (bundle.size < header_size)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, START_SIZE,
                               "compressed bundle claims to be %" PRIu64
                               " bytes long, less than its header",
                               bundle.size);
    if (!span_sub(bytes, header_size, bundle.size - header_size, &bundle.stream))
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, START_SIZE,
                               "compressed bundle of %" PRIu64 " bytes is cut off after %zu",
                               bundle.size, bytes.size);
    *out = bundle;
    return CODEOBJ_OK;
}

enum codeobj_status compressed_bundle_unpack(const struct compressed_bundle *bundle, uint64_t limit,
                                             uint8_t **out, struct codeobj_error *error)
{
    uint64_t header_size = bundle->size - bundle->stream.size;
    struct codeobj_error inner;
    struct unpacked unpacked;
    if (bundle->codec == BUNDLE_CODEC_NONE)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, MAGIC_SIZE + 2,
                               "compressed bundle has unknown method %u", bundle->method);
    uint64_t by_size = unpack_limit(bundle->stream.size);
    if (bundle->unpacked_size > limit || bundle->unpacked_size > by_size)
        return codeobj_fail_at(error, CODEOBJ_LIMIT, START_SIZE,
                               "compressed bundle claims to unpack to %" PRIu64
                               " bytes; the limit is %" PRIu64 "%s",
                               bundle->unpacked_size, by_size < limit ? by_size : limit,
                               by_size < limit ? " for its size; unpack it first" : "");
    enum codeobj_status status =
        unpack_all(bundle->codec, bundle->stream, bundle->unpacked_size, &unpacked, &inner);
    if (status == CODEOBJ_LIMIT)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, header_size + inner.offset,
                               "compressed bundle unpacks to more than the %" PRIu64
                               " bytes its header says",
                               bundle->unpacked_size);
    if (status)
        return codeobj_fail_at(error, status == CODEOBJ_TRUNCATED ? CODEOBJ_CORRUPT : status,
                               header_size + inner.offset, "%s", inner.message);
    if (unpacked.size == bundle->unpacked_size && unpacked.used == bundle->stream.size) {
        *out = unpacked.data;
        return CODEOBJ_OK;
    }
    free(unpacked.data);
    if (unpacked.size != bundle->unpacked_size)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, START_SIZE,
                               "compressed bundle unpacks to %zu bytes, not to the %" PRIu64
                               " its header says",
                               unpacked.size, bundle->unpacked_size);
    return codeobj_fail_at(error, CODEOBJ_CORRUPT, header_size + unpacked.used,
                           "%zu bytes behind the data of a compressed bundle, inside it",
                           bundle->stream.size - unpacked.used);
}
