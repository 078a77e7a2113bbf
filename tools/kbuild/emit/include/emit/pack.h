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
    const char *output;           /* the directory, which is made if it is missing */
};

/* Writes <package>.<family>.krt for each family that the inputs have code objects for. The modules
 * of files are called as `kbuild embed` calls them; the build ID is then the sum of their IDs. All
 * archives are complete before the first is put in its place; one that would stay the same is not
 * touched. STATUS_INPUT if the inputs are not whole, or of several builds. */
enum status pack_write(const struct pack_request *request);

#endif
