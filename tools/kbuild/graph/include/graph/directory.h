/* The build directory: kbuild removes and replaces files in it as it likes, so it must not be one
 * where a user keeps files.
 */
#ifndef KBUILD_GRAPH_DIRECTORY_H
#define KBUILD_GRAPH_DIRECTORY_H

#include "util/status.h"

/* STATUS_USAGE when |path| is a directory that is neither empty nor kbuild's. */
enum status directory_check(const char *path);

/* Takes |path|, whose |lock| is held: closes it to other users, marks it as kbuild's and hides it
 * from git. Its files name programs and count as compiled, so it is emptied unless it was made here
 * and has been closed since. An existing .gitignore stays as it is. STATUS_ENVIRONMENT when it
 * belongs to another user or cannot be closed. */
enum status directory_claim(const char *path, int lock);

/* The beginning of the names of temporary directories in a build directory.
 */
#define DIRECTORY_SCRATCH "kbuild-tmp-"

/* Removes temporary files of killed builds. No build may be running there. */
void directory_tidy(const char *path);

#endif
