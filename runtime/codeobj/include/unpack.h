/* zstd frames, and streams of zlib, deflate or gzip, unpacked with bounds on memory. */
#ifndef CODEOBJ_UNPACK_H
#define CODEOBJ_UNPACK_H

#include "bundle.h"
#include "span.h"

struct unpacked {
    uint8_t *data; /* the caller frees it; not NULL, even when empty */
    size_t size;
    size_t used; /* bytes of the stream */
};

/* The most that |size| compressed bytes may unpack to, however they are packed: 64 MiB, and 1024
 * bytes for each byte of more than that. Code objects shrink to a tenth or so, and a bundle of 100
 * equal ones of 2 MB to a 600th; with zstd, 370 kB of zeros unpack to 4 GiB, which take a minute to
 * search. kbuild writes nothing that it would refuse. */
static inline uint64_t unpack_limit(uint64_t size)
{
    const uint64_t ratio = 1024, least = UINT64_C(64) << 20;
    uint64_t limit = size < UINT64_MAX / ratio ? size * ratio : UINT64_MAX;
    return limit < least ? least : limit;
}

/* Unpacks the frame or stream that |stream| starts with; bytes behind it are ignored.
 * CODEOBJ_LIMIT when it is more than |max| bytes, CODEOBJ_TRUNCATED when |stream| ends early,
 * CODEOBJ_CORRUPT when it is damaged. Memory is at most about 64 times the bytes read so far, or
 * twice the output so far, plus the codec's own. */
enum codeobj_status unpack(enum bundle_codec codec, struct span stream, uint64_t max,
                           struct unpacked *out, struct codeobj_error *error);

/* The same for all zstd frames that |stream| starts with, skippable ones among them, as
 * ZSTD_decompress() takes them; of zlib, one stream. */
enum codeobj_status unpack_all(enum bundle_codec codec, struct span stream, uint64_t max,
                               struct unpacked *out, struct codeobj_error *error);

/* Finds the end of what unpacks to |size| bytes: of one zlib stream, which is unpacked for that, or
 * of zstd frames in a row, with the skippable ones behind them. Those that declare their size are
 * only walked. |*out_unpacked|: the bytes that were unpacked, on failure too. */
enum codeobj_status unpack_measure_all(enum bundle_codec codec, struct span stream, uint64_t size,
                                       size_t *out_used, uint64_t *out_unpacked,
                                       struct codeobj_error *error);

/* Finds its end. A zlib stream is unpacked for that, a zstd frame only walked. */
enum codeobj_status unpack_measure(enum bundle_codec codec, struct span stream, uint64_t max,
                                   size_t *out_used, struct codeobj_error *error);

/* The CRC-32 of zip archives (ISO 3309). False when libz cannot be loaded. */
bool unpack_crc32(struct span bytes, uint32_t *out);

/* Whether a zstd frame, or a skippable one, starts here. */
bool unpack_is_zstd(struct span bytes);

#endif
