/* Images out of files, one file each, under predictable names. */
#ifndef KBUILD_INSPECT_EXTRACT_H
#define KBUILD_INSPECT_EXTRACT_H

#include "inspect/package.h"

/* A name for each of |images| (indices into |package|'s), all different, without a directory:
 *
 *   <file>[.<archive member>][.<bundle, from 1, where there are several>].<target>.hsaco
 *
 * For any input, a name is one path component of at most 255 bytes of [A-Za-z0-9._+@-]
 * that does not begin with '.' or '-'. Equal names get "-2", "-3", ... in the order of |images|.
 * Appends to |out|. */
void extract_names(const struct package *package, const size_t *images, size_t count,
                   struct strings *out);

/* Fails, as |command|, because |targets| and |kernels| (either may be empty) leave nothing of
 * |paths|: reads them again, without those filters, to list what there is. */
enum status extract_nothing(const char *command, const struct strings *paths,
                            const struct strings *targets, const struct strings *kernels);

/* The same for a |package| that was read without filters from |where|. */
enum status package_nothing(const char *command, const struct package *package, const char *where,
                            const struct strings *targets, const struct strings *kernels);

/* STATUS_USAGE, as |command|, when one of |targets| is neither a target ID nor a processor. */
enum status targets_check(const char *command, const struct strings *targets);

struct extract_request {
    struct strings targets, kernels; /* empty: all */
    const char *directory;           /* "-" for standard output, where just one image can go */
    bool all;                        /* host code, bitcode, ... too */
    bool list;                       /* only print the names */
    bool quiet;
};

/* Writes the selected images of |paths|, and their names to standard output. Damaged parts are
 * reported, and the rest is written. */
enum status extract_run(const struct extract_request *request, const struct strings *paths);

#endif
