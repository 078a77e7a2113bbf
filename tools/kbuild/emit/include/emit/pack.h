/* Kernel archives of a package: a file for each family of GPUs. See kernel_archive.h for the
 * format.
 */
#ifndef KBUILD_EMIT_PACK_H
#define KBUILD_EMIT_PACK_H

#include "util/buf.h"
#include "util/status.h"

struct pack_request {
    const struct strings *inputs; /* the directory of a package, or bundles and code objects */
    const char *package;          /* its name, for bundles; NULL for a directory, which says it */
    const char *output;           /* an existing directory */
};

/* Writes <package>.<family>.krt for each family that the inputs have code objects for, and adds its
 * path to |written|, which the caller frees. The modules of files are called as `kbuild embed`
 * calls them; the build ID is then the sum of their IDs. STATUS_INPUT if the inputs are not whole,
 * or of several builds. */
enum status pack_write(const struct pack_request *request, struct strings *written);

#endif
