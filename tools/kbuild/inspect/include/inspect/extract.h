/* Extracts images from files, each to a file of its own with a predictable name. */
#ifndef KBUILD_INSPECT_EXTRACT_H
#define KBUILD_INSPECT_EXTRACT_H

#include "inspect/package.h"

/* Appends to |out| a file name for each of |images| (indices into |package->images|). All names are
 * different, and have no directory:
 *
 * <file>[.<archive member>][.<number of the bundle, from 1, if there are several>].<target>.hsaco
 *
 * For any input, a name is one path component of at most 255 bytes of [A-Za-z0-9._+@-] that does
 * not begin with '.' or '-'. Equal names get "-2", "-3", ... in the order of |images|. */
void extract_names(const struct package *package, const size_t *images, size_t count,
                   struct strings *out);

/* Reports, for |command|, that |targets| and |kernels| (either may be empty) select nothing in
 * |paths|. Reads |paths| again without these filters, to list the targets or suggest a kernel.
 * Returns the status of the failure. */
enum status extract_nothing(const char *command, const struct strings *paths,
                            const struct strings *targets, const struct strings *kernels);

/* Reports the same as extract_nothing(), for a |package| that was read without filters from
 * |where|. */
enum status package_nothing(const char *command, const struct package *package, const char *where,
                            const struct strings *targets, const struct strings *kernels);

/* Returns STATUS_USAGE, with a message of |command|, when one of |targets| is neither a target ID
 * nor a processor. */
enum status targets_check(const char *command, const struct strings *targets);

struct extract_request {
    struct strings targets, kernels; /* the targets and the kernels to extract; if empty, all */
    /* where the files are written; "-" writes the only image to standard output */
    const char *directory;
    bool all;  /* whether to extract images of host code, bitcode and others, too */
    bool list; /* whether to print the names of the files, and write no file */
    bool quiet;
};

/* Writes the selected images of |paths| to files, and the names of the files to standard output.
 * Damaged parts are reported, and the rest is written. */
enum status extract_run(const struct extract_request *request, const struct strings *paths);

#endif
