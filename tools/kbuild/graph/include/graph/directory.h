/* The build directory: kbuild removes and replaces files in it as it likes, so it must not be one
 * where a user keeps files.
 */
#ifndef KBUILD_GRAPH_DIRECTORY_H
#define KBUILD_GRAPH_DIRECTORY_H

#include "util/status.h"

/* STATUS_USAGE when |path| is a directory that is neither empty nor kbuild's. */
enum status directory_check(const char *path);

/* Takes |path|, whose |lock| is held: shuts it to other users, marks it as kbuild's and hides it
 * from git. What it holds names programs, and passes for compiled; so it is emptied unless it was
 * made here and has been shut since. A .gitignore that is there is left as it is.
 * STATUS_ENVIRONMENT when it belongs to another user or cannot be shut. */
enum status directory_claim(const char *path, int lock);

/* What directories of temporary files in a build directory are called, before a part of their own.
 */
#define DIRECTORY_SCRATCH "kbuild-tmp-"

/* Removes what builds that were killed have left in the making. Nobody may work there. */
void directory_tidy(const char *path);

#endif
