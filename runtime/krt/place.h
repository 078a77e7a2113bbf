/* Where this library, a package or the program is, and whether files beside it can be trusted. */
#ifndef KRT_PLACE_H
#define KRT_PLACE_H

#include <limits.h>
#include <stdbool.h>

/* Finds the absolute path of the program or library that |address| was loaded from. Returns false
 * if the path is unknown: a library may have been loaded by a relative path, and the working
 * directory may have changed since. */
bool place_find(const void *address, char out[PATH_MAX]);

/* Removes the last component of |path|, which is absolute. */
void place_cut_name(char *path);

/* Whether |directory| exists, and a user who could not have put the file |beside| where it is could
 * put files into |directory|. That is so if |directory| belongs to another user, or if anybody may
 * write it. */
bool place_is_foreign(const char *directory, const char *beside);

#endif
