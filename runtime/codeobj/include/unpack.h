/* One zstd frame or zlib stream, unpacked with bounds on memory. */
#ifndef CODEOBJ_UNPACK_H
#define CODEOBJ_UNPACK_H

#include "bundle.h"
#include "span.h"

struct unpacked {
    uint8_t *data; /* the caller frees it; not NULL, even when empty */
    size_t size;
    size_t used; /* bytes of the stream */
};

/* Unpacks the frame or stream that |stream| starts with; bytes behind it are ignored.
 * CODEOBJ_LIMIT when it is more than |max| bytes, CODEOBJ_TRUNCATED when |stream| ends early,
 * CODEOBJ_CORRUPT when it is damaged. Memory is at most about 64 times the bytes read so far, or
 * twice the output so far, plus the codec's own. */
enum codeobj_status unpack(enum bundle_codec codec, struct span stream, uint64_t max,
                           struct unpacked *out, struct codeobj_error *error);

/* Finds its end. A zlib stream is unpacked for that, a zstd frame only walked. */
enum codeobj_status unpack_measure(enum bundle_codec codec, struct span stream, uint64_t max,
                                   size_t *out_used, struct codeobj_error *error);

/* Whether a zstd frame, or a skippable one, starts here. */
bool unpack_is_zstd(struct span bytes);

#endif
