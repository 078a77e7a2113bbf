/* Writes offload bundles, plain and compressed, as clang-offload-bundler does. */
#ifndef KBUILD_INSPECT_BUNDLE_WRITE_H
#define KBUILD_INSPECT_BUNDLE_WRITE_H

#include "codeobj.h"
#include "util/buf.h"
#include "util/status.h"

/* A code object that will be put into a bundle. */
struct bundle_source {
    char *target; /* the code object's target ID, "gfx90a:xnack-"; owned */
    /* version of the code object; ids in a bundle begin with "hip" below 4, else with "hipv4" */
    unsigned version;
    struct buf bytes;
    /* where the code object is, for messages: "libfoo.so .hip_fatbin bundle 2"; owned */
    char *where;
};

/* Sorts |sources| by target. Returns STATUS_INPUT, with a message that names two sources, when both
 * have the same target or cannot be in one bundle. By clang's rule, either all images for a
 * processor name a feature such as xnack, or none of them. */
enum status bundle_sources_check(struct bundle_source *sources, size_t count);

/* Appends a bundle: first an empty entry for the host, which readers of bundles expect, then
 * |sources| in their order, each at a multiple of 4096 bytes. Without images for NVIDIA GPUs, these
 * are the bytes that clang-offload-bundler -type=o -bundle-align=4096 writes for the same files. */
void bundle_put(struct buf *out, const struct bundle_source *sources, size_t count);

/* Appends |plain|, a bundle, as a bundle that zstd compressed. The compressed bundle has version 2,
 * and above 4 GiB version 3. docs/extract.md lists which versions each LLVM reads. */
enum status bundle_compress(struct buf *out, const struct buf *plain);

#endif
