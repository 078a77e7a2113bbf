/* One zstd frame or zlib stream, unpacked with bounds on memory. */
#ifndef CODEOBJ_UNPACK_H
#define CODEOBJ_UNPACK_H

#include "bundle.h"
#include "span.h"

struct unpacked {
    uint8_t *data; /* the caller frees it; not NULL, however little it is */
    size_t size;
    size_t used; /* bytes of the stream */
};

/* Unpacks the frame or stream that |stream| starts with; what is behind it is not looked at.
 * CODEOBJ_LIMIT when it is more than |max| bytes, CODEOBJ_TRUNCATED when |stream| ends early,
 * CODEOBJ_CORRUPT when it is damaged. Memory is at most some 64 times the bytes used so far, or
 * twice what has come out, and what the codec needs. */
enum codeobj_status unpack(enum bundle_codec codec, struct span stream, uint64_t max,
                           struct unpacked *out, struct codeobj_error *error);

/* Where does it end? A zlib stream is unpacked for that, a zstd frame only walked. */
enum codeobj_status unpack_measure(enum bundle_codec codec, struct span stream, uint64_t max,
                                   size_t *out_used, struct codeobj_error *error);

/* Does a zstd frame, or a skippable one, start here? */
bool unpack_is_zstd(struct span bytes);

#endif
