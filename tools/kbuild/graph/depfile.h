/* What ninja can read of a depfile.
 *
 * clang writes names as make reads them; ninja (1.11) splits a name at characters such as quotes
 * and ampersands. A name that has one cannot be told by a depfile: the plan makes such a file a
 * plain input of its jobs, and the depfile is freed of it.
 */
#ifndef KBUILD_GRAPH_DEPFILE_H
#define KBUILD_GRAPH_DEPFILE_H

#include "util/status.h"

#include <stdbool.h>

bool depfile_can_name(const char *path);

/* Takes the names out of |path| that ninja would misread; leaves a file without any as it is. */
enum status depfile_clean(const char *path);

#endif
