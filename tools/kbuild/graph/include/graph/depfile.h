/* What ninja can read of a depfile.
 *
 * clang writes names as make reads them; ninja (1.11) splits a name at characters such as quotes
 * and ampersands. A name that has one cannot be told by a depfile: the plan makes such a file a
 * plain input of its jobs, and the depfile is freed of it.
 */
#ifndef KBUILD_GRAPH_DEPFILE_H
#define KBUILD_GRAPH_DEPFILE_H

#include "util/buf.h"
#include "util/status.h"

#include <stdbool.h>

bool depfile_can_name(const char *path);

/* Writes |path|: |target| was made of |files|, those of them that can be named. */
enum status depfile_write(const char *path, const char *target, const struct strings *files);

/* Appends the prerequisites that |path| lists, as files are called. */
enum status depfile_read(const char *path, struct strings *out);

/* Replaces each name in |path| by what |rename| makes of it, which is a fresh string, and takes out
 * what ninja would misread. */
enum status depfile_settle(const char *path, char *(*rename)(void *context, const char *name),
                           void *context);

#endif
