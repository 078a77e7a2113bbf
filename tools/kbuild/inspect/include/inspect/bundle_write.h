/* Writes offload bundles, plain and compressed, as clang-offload-bundler does. */
#ifndef KBUILD_INSPECT_BUNDLE_WRITE_H
#define KBUILD_INSPECT_BUNDLE_WRITE_H

#include "codeobj.h"
#include "util/buf.h"
#include "util/status.h"

/* A code object for a bundle. */
struct bundle_source {
    char *target;     /* owned; "gfx90a:xnack-" */
    unsigned version; /* of the code object: below 4, ids say "hip", not "hipv4" */
    struct buf bytes;
    char *where; /* owned; for messages: "libfoo.so .hip_fatbin bundle 2" */
};

/* Sorts |sources| by target. Returns STATUS_INPUT, with a message that names both, when two sources
 * have the same target or cannot be in one bundle: either all images for a processor must name a
 * feature, or none of them (clang's rule). */
enum status bundle_sources_check(struct bundle_source *sources, size_t count);

/* Appends a bundle: an empty entry for the host, which readers of bundles expect first, then
 * |sources| in their order, each at a multiple of 4096 bytes. These are the bytes that
 *   clang-offload-bundler -type=o -bundle-align=4096
 * writes for the same files, unless there are images for NVIDIA GPUs, which it does not write. */
void bundle_put(struct buf *out, const struct bundle_source *sources, size_t count);

/* Appends |plain| as a bundle compressed by zstd: of version 2, or of version 3 above 4 GiB.
 * docs/extract.md lists which versions each LLVM reads. */
enum status bundle_compress(struct buf *out, const struct buf *plain);

#endif
