/* A stamp of files that depfiles name but whose times do not show a change: a reinstalled package
 * of headers has times that are older than the build.
 */
#ifndef KBUILD_GRAPH_STAMP_H
#define KBUILD_GRAPH_STAMP_H

#include "util/buf.h"

/* Appends every file below |directory| to |out|, by its path. */
void stamp_list(const char *directory, struct strings *out);

/* Digits that change with the name, the size or the time of any of |files|. Owned by the caller. */
char *stamp_make(const struct strings *files);

#endif
