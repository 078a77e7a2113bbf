/* Output of a compiler or a step, made readable for the user.
 *
 * Inside a build, files are known by their path from the project's root, so that the same tree
 * gives the same commands and outputs wherever it is. KBUILD_ROOT and KBUILD_SHOWN_ROOT in the
 * environment, set by `kbuild build`, say where the root is and how the user wrote it.
 */
#ifndef KBUILD_UTIL_DIAGNOSTICS_H
#define KBUILD_UTIL_DIAGNOSTICS_H

#include <stdbool.h>

/* |text| with the name of a project's file at the start of a line ("affine.cu:12:3: error: ...",
 * also behind "In file included from ") replaced by what the user would type from where the build
 * was started. Owned by the caller. */
char *diagnostics_readable(const char *text);

/* Prints |text|, diagnostics in clang's form, readably to stderr.
 *
 * A diagnostic about a source comes up once for each target, one about a header once for each
 * source. A diagnostic that another job of this build (they share the file that KBUILD_FAILURES
 * names) has printed is left out. Returns what a message about the failure ends with: "" if there
 * were errors, ", with the same errors" if all of them were left out, or that there were none. */
const char *diagnostics_print(const char *text);

#endif
