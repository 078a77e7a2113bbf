/* A stamp of files that depfiles name but whose times do not tell a change: a package of headers
 * that is installed anew brings times that are older than what was built.
 */
#ifndef KBUILD_GRAPH_STAMP_H
#define KBUILD_GRAPH_STAMP_H

#include "util/buf.h"

/* Appends every file below |directory| to |out|, by its path. */
void stamp_list(const char *directory, struct strings *out);

/* Digits that change with the name, the size or the time of any of |files|. Owned by the caller. */
char *stamp_make(const struct strings *files);

#endif
