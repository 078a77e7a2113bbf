/* Writing offload bundles, plain and compressed, as clang-offload-bundler does. */
#ifndef KBUILD_INSPECT_BUNDLE_WRITE_H
#define KBUILD_INSPECT_BUNDLE_WRITE_H

#include "codeobj.h"
#include "util/buf.h"
#include "util/status.h"

/* A code object for a bundle. */
struct bundle_source {
    char *target;     /* "gfx90a:xnack-"; owned */
    unsigned version; /* of the code object: before 4, ids say "hip" instead of "hipv4" */
    struct buf bytes;
    char *where; /* for messages: "libfoo.so .hip_fatbin bundle 2"; owned */
};

/* Sorts |sources| by target. STATUS_INPUT, naming both, when two are for the same target or cannot
 * be in one bundle: all images of one processor must name a feature, or none (clang's rule). */
enum status bundle_sources_check(struct bundle_source *sources, size_t count);

/* Appends the bundle: an empty entry for the host, which its readers expect first, then |sources|
 * as they are sorted, each at a multiple of 4096 bytes. The same bytes as
 *   clang-offload-bundler -type=o -bundle-align=4096
 * writes for the same files, unless there are images for NVIDIA GPUs, which it does not write. */
void bundle_put(struct buf *out, const struct bundle_source *sources, size_t count);

/* Appends |plain| as a bundle compressed by zstd: version 2, or 3 above 4 GiB; docs/extract.md
 * lists which LLVM reads which. */
enum status bundle_compress(struct buf *out, const struct buf *plain);

#endif
