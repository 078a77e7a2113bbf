/* Depfiles in the form that ninja can read.
 *
 * clang writes names as make reads them; ninja (1.11) splits a name at characters such as quotes
 * and ampersands. A depfile cannot have such a name: the plan makes the file a plain input of its
 * jobs, and removes it from the depfile.
 */
#ifndef KBUILD_GRAPH_DEPFILE_H
#define KBUILD_GRAPH_DEPFILE_H

#include "util/buf.h"
#include "util/status.h"

bool depfile_can_name(const char *path);

/* Writes |path|: |target| depends on those of |files| that can be named. */
enum status depfile_write(const char *path, const char *target, const struct strings *files);

/* Appends the prerequisites in |path|, as file names. */
enum status depfile_read(const char *path, struct strings *out);

/* What compilers call the target. */
#define DEPFILE_TARGET "object"

#endif
