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
    const char *module, *target; /* no two items have both alike */
    struct span code_object;
};

struct pack_set {
    const char *package;
    uint64_t build; /* identifies what belongs to the archives */
    const struct pack_item *items;
    size_t count;
    /* The images of a module in an archive share what is alike (version 2): for readers that want
     * all of them, because each takes the first one to be unpacked, too. */
    bool shares;
};

/* Writes <package>.<family>.krt into |directory|, which exists, for each family that the items are
 * for, and adds its path to |written|, which the caller frees. */
enum status pack_items(const struct pack_set *set, const char *directory, struct strings *written);

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

/* ---- The code for GPUs out of an executable or a shared library of any compiler. */

/* Writes into |directory|, which exists: the binary at |path| without the bundles in .hip_fatbin,
 * under its own name; the library that it then needs beside it, <name>.attach.so, a copy of
 * |library|; and archives, as pack_items() does, whose package is called as the file up to the
 * first '.'. Adds the paths to |written|. STATUS_INPUT for what is not an ELF file of x86-64 with
 * bundles that can be cut out. */
enum status split_write(const char *path, const char *library, const char *directory,
                        struct strings *written);

#endif
