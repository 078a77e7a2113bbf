/* The kernels of code objects that kbuild did not compile, as a kbuild-reflect-1 document.
 *
 * Offsets and sizes of parameters come from the metadata, and types from the mangled name of a C++
 * kernel. Triton writes KERNEL.json and KERNEL.ttir beside KERNEL.hsaco: from these come names and
 * types of the parameters, the number of warps, and the bytes of dynamic LDS.
 */
#ifndef KBUILD_EMIT_SIGNATURE_H
#define KBUILD_EMIT_SIGNATURE_H

#include "util/buf.h"
#include "util/status.h"

#include <jansson.h>
#include <span.h>

struct signatures {
    json_t *kernels; /* a list, owned; NULL before the first image */
};

/* Adds the kernels of |image|, a code object from the file |path|, that are not there yet.
 * STATUS_INPUT if it cannot be read, or was compiled for another number of warps than another image
 * with the same kernel. */
enum status signatures_add(struct signatures *signatures, const char *path, struct span image);
/* The document of |module|. */
void signatures_print(const struct signatures *signatures, const char *module, struct buf *out);
void signatures_free(struct signatures *signatures);

/* The file that Triton writes beside |path|, with |extension| in place of its own; owned by the
 * caller. */
char *signature_beside(const char *path, const char *extension);

#endif
