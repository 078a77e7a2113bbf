/* What a compiler says, as the user should read it. */
#ifndef KBUILD_GRAPH_DIAGNOSTICS_H
#define KBUILD_GRAPH_DIAGNOSTICS_H

#include <stdbool.h>

/* Prints |text|, a compiler's standard error, to ours. Names of the project's files are written as
 * the user would write them from where the build was started: translated sources know themselves by
 * the path from the project's root, and KBUILD_ROOT and KBUILD_SHOWN_ROOT in the environment say
 * what to put before it.
 *
 * A mistake in a source shows up once for each target. When |is_failure|, and another job of this
 * build (the file that KBUILD_FAILURES names is shared) has printed the same first error, only that
 * is said. */
void diagnostics_print(const char *text, bool is_failure);

#endif
