#include "place.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool place_find(const void *address, char out[PATH_MAX])
{
    Dl_info info;
    struct link_map *map = NULL;
    /* For the program itself, l_name is empty, or is the program's name in its command line. */
    if (dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP) && map && map->l_name &&
        *map->l_name) {
        int size = snprintf(out, PATH_MAX, "%s", map->l_name);
        return out[0] == '/' && size < PATH_MAX;
    }
    ssize_t size = readlink("/proc/self/exe", out, PATH_MAX - 1);
    out[size > 0 ? size : 0] = '\0';
    return size > 0 && out[0] == '/';
}

void place_cut_name(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = '\0';
}

bool place_is_foreign(const char *directory, const char *beside)
{
    struct stat place, file;
    if (stat(directory, &place) != 0)
        return false;
    if (place.st_uid != 0 && place.st_uid != geteuid() &&
        (stat(beside, &file) != 0 || file.st_uid != place.st_uid))
        return true;
    /* In a sticky directory, a user who may write the directory still cannot replace another user's
     * file |beside|. */
    return (place.st_mode & S_IWOTH) || ((place.st_mode & S_ISVTX) && (place.st_mode & S_IWGRP));
}
