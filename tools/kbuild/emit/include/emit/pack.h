/* Kernel archives of a package: a file for each family of GPUs. See kernel_archive.h for the
 * format.
 */
#ifndef KBUILD_EMIT_PACK_H
#define KBUILD_EMIT_PACK_H

#include "util/buf.h"
#include "util/status.h"

#include <span.h>

#include <stdint.h>

struct pack_item {
    /* the module and the target of the image; each pair of these occurs once */
    const char *module, *target;
    struct span code_object;
};

struct pack_set {
    const char *package;
    uint64_t build; /* ID of the build to which the archives belong */
    const struct pack_item *items;
    size_t count;
    /* Compress the images of a module against each other (version 2 of the format). This is for
     * readers that want all images: to unpack one image, a reader must unpack the images before
     * it. */
    bool shares;
};

/* Writes <package>.<family>.krt into |directory|, which exists, for each family of the items.
 * Appends the archives' paths to |written|, which the caller frees. */
enum status pack_items(const struct pack_set *set, const char *directory, struct strings *written);

struct pack_request {
    const struct strings *inputs; /* the directory of a package, or bundles and code objects */
    /* The package's name if the inputs are files; NULL for a package's directory, whose tables have
     * the name. */
    const char *package;
    const char *output; /* the directory for the archives, which exists */
};

/* Writes <package>.<family>.krt for each family of the code objects in the inputs. Appends the
 * archives' paths to |written|, which the caller frees. The module of a bundle or code object has
 * the name that `kbuild embed` gives it; the build ID is then the sum of the modules' IDs.
 * STATUS_INPUT if an input is incomplete, or the inputs are of several builds. */
enum status pack_write(const struct pack_request *request, struct strings *written);

/* ---- Moving the code for GPUs out of an executable or a shared library of any compiler. */

/* Splits the binary at |path|. Writes into |directory|, which exists:
 * - the binary without the bundles in .hip_fatbin, under its own name;
 * - <name>.attach.so, a copy of |library|, which the binary then needs beside it;
 * - archives with the images, as pack_items() does.
 * The package's name is the file's name up to the first '.'. Appends the paths to |written|.
 * STATUS_INPUT if |path| is not an ELF file of x86-64 with bundles that can be cut out. */
enum status split_write(const char *path, const char *library, const char *directory,
                        struct strings *written);

#endif
