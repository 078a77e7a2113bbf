/* The build directory: kbuild removes and replaces files in it as it likes, so it must not be one
 * where a user keeps files.
 */
#ifndef KBUILD_GRAPH_DIRECTORY_H
#define KBUILD_GRAPH_DIRECTORY_H

#include "util/status.h"

/* STATUS_USAGE when |path| is a directory that is neither empty nor kbuild's. */
enum status directory_check(const char *path);

/* Marks |path|, which is there, as kbuild's, and hides it from git. A .gitignore that stands there
 * is left as it is. */
enum status directory_mark(const char *path);

/* What directories of temporary files in a build directory are called, before a part of their own.
 */
#define DIRECTORY_SCRATCH "kbuild-tmp-"

/* Removes what builds that were killed have left in the making. Nobody may work there. */
void directory_tidy(const char *path);

#endif
