/* A static library that kbuild build makes in place of a package; see graph/plan.h. */
#ifndef KBUILD_GRAPH_LIBRARY_H
#define KBUILD_GRAPH_LIBRARY_H

#include "graph/prepare.h"

#include <stdio.h>

/* Reports what cannot be in a library, and options that are for packages. Call it when the targets
 * of all modules are known. */
enum status library_check(const struct build_request *request, const struct build *build);

/* Sets the program that makes the archive. STATUS_ENVIRONMENT if there is none. */
enum status library_find_archiver(struct build *build);

/* Prints one line about the library, which is in the directory |output|. */
enum status library_summary(FILE *out, const struct build *build, const char *output);

/* Prints, in the format kbuild-library-1, what was built; see docs/formats.md. */
void library_print_json(FILE *out, const struct build *build);

#endif
