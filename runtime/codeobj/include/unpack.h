/* Unpacking zstd frames, and streams of zlib, deflate or gzip, with bounded memory. */
#ifndef CODEOBJ_UNPACK_H
#define CODEOBJ_UNPACK_H

#include "bundle.h"
#include "span.h"

struct unpacked {
    /* the unpacked bytes, which the caller frees; not NULL, even if there are none */
    uint8_t *data;
    size_t size;
    size_t used; /* how many bytes of the stream were read */
};

/* Returns the most bytes that |size| compressed bytes may unpack to, in any codec: 1024 bytes for
 * each of them, but at least 64 MiB. Code objects shrink to a tenth or so, and a bundle of 100
 * equal code objects of 2 MB to a 600th. With zstd, 370 kB could unpack to 4 GiB of zeros, which
 * take a minute to search. kbuild writes nothing that this limit would make it refuse. */
static inline uint64_t unpack_limit(uint64_t size)
{
    const uint64_t ratio = 1024, least = UINT64_C(64) << 20;
    uint64_t limit = size < UINT64_MAX / ratio ? size * ratio : UINT64_MAX;
    return limit < least ? least : limit;
}

/* Unpacks the frame or stream at the start of |stream|, and ignores the bytes after it.
 * CODEOBJ_LIMIT when the output is longer than |max| bytes, CODEOBJ_TRUNCATED when |stream| ends
 * early, CODEOBJ_CORRUPT when |stream| is damaged. Memory is at most about 64 times the bytes read
 * so far, or twice the output so far, plus the memory of the codec. */
enum codeobj_status unpack(enum bundle_codec codec, struct span stream, uint64_t max,
                           struct unpacked *out, struct codeobj_error *error);

/* Does what unpack() does, but for zstd unpacks all frames at the start of |stream| that follow
 * each other, including skippable frames, as ZSTD_decompress() does. For zlib, unpacks one
 * stream. */
enum codeobj_status unpack_all(enum bundle_codec codec, struct span stream, uint64_t max,
                               struct unpacked *out, struct codeobj_error *error);

/* Finds the end of compressed bytes that unpack to |size| bytes: one zlib stream, or zstd frames
 * that follow each other, with the skippable frames after them. To find the end, the function
 * unpacks a zlib stream, and frames that do not declare their size. |*out_unpacked| is the number
 * of bytes that were unpacked, also after a failure. */
enum codeobj_status unpack_measure_all(enum bundle_codec codec, struct span stream, uint64_t size,
                                       size_t *out_used, uint64_t *out_unpacked,
                                       struct codeobj_error *error);

/* Finds the end of the stream. To find it, the function unpacks a zlib stream, but only walks the
 * blocks of a zstd frame. */
enum codeobj_status unpack_measure(enum bundle_codec codec, struct span stream, uint64_t max,
                                   size_t *out_used, struct codeobj_error *error);

/* Computes the CRC-32 of zip archives (ISO 3309). Returns false when libz cannot be loaded. */
bool unpack_crc32(struct span bytes, uint32_t *out);

/* Whether |bytes| start with a zstd frame or a skippable frame. */
bool unpack_is_zstd(struct span bytes);

#endif
