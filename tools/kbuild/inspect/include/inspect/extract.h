/* Extracts images from files, each to a file of its own with a predictable name. */
#ifndef KBUILD_INSPECT_EXTRACT_H
#define KBUILD_INSPECT_EXTRACT_H

#include "inspect/package.h"

/* Appends a name for each of |images| (indices into |package->images|) to |out|. All names are
 * different, and have no directory:
 *
 *   <file>[.<archive member>][.<bundle, from 1, where there are several>].<target>.hsaco
 *
 * For any input, a name is one path component of at most 255 bytes of [A-Za-z0-9._+@-] that does
 * not begin with '.' or '-'. Equal names get "-2", "-3", ... in the order of |images|. */
void extract_names(const struct package *package, const size_t *images, size_t count,
                   struct strings *out);

/* Fails with a message of |command|: |targets| and |kernels| (either may be empty) select nothing
 * in |paths|. Reads |paths| again, without these filters, to list what there is. */
enum status extract_nothing(const char *command, const struct strings *paths,
                            const struct strings *targets, const struct strings *kernels);

/* Fails as extract_nothing() does, for a |package| that was read without filters from |where|. */
enum status package_nothing(const char *command, const struct package *package, const char *where,
                            const struct strings *targets, const struct strings *kernels);

/* Returns STATUS_USAGE, with a message of |command|, when one of |targets| is neither a target ID
 * nor a processor. */
enum status targets_check(const char *command, const struct strings *targets);

struct extract_request {
    struct strings targets, kernels; /* what to extract; empty: all */
    const char *directory;           /* "-": standard output, which takes just one image */
    bool all;                        /* extract host code, bitcode, ... too */
    bool list;                       /* only print the names */
    bool quiet;
};

/* Writes the selected images of |paths| to files, and the names of the files to standard output.
 * Damaged parts are reported, and the rest is written. */
enum status extract_run(const struct extract_request *request, const struct strings *paths);

#endif
