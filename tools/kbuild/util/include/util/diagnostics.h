/* Makes the output of a compiler or a step readable for the user.
 *
 * Inside a build, commands name files by their paths from the project's root, so that the same tree
 * gives the same commands and outputs wherever it is. The environment variables KBUILD_ROOT and
 * KBUILD_SHOWN_ROOT, which `kbuild build` sets, have the root, and the root as the user wrote it.
 */
#ifndef KBUILD_UTIL_DIAGNOSTICS_H
#define KBUILD_UTIL_DIAGNOSTICS_H

#include <stdbool.h>

/* Returns |text| with each name of a project's file replaced by the path that the user would type
 * in the directory where the build was started. Names are replaced at the start of a line
 * ("affine.cu:12:3: error: ..."), after "In file included from ", and where a word starts with
 * "../". The caller owns the string. */
char *diagnostics_readable(const char *text);

/* Prints |text|, diagnostics in clang's format, readably to stderr.
 *
 * A compiler reports a diagnostic about a source once for each target, and one about a header once
 * for each source. So the function leaves out each diagnostic that some job of this build has
 * already printed; the jobs share the file that KBUILD_FAILURES names. Returns the end of a message
 * about the failure: "" if errors were printed, ", with the same errors" if all errors were left
 * out, or ", and gave no reason" if |text| has no errors. */
const char *diagnostics_print(const char *text);

#endif
