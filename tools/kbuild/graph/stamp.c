#include "stamp.h"

#include "util/file.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <xxhash.h>

void stamp_list(const char *directory, struct strings *out)
{
    DIR *stream = opendir(directory);
    if (!stream)
        return;
    for (struct dirent *entry; (entry = readdir(stream));) {
        if (entry->d_name[0] == '.')
            continue;
        char *path = path_join(directory, entry->d_name);
        if (path_is_directory(path)) {
            stamp_list(path, out);
            free(path);
        } else {
            strings_take(out, path);
        }
    }
    closedir(stream);
}

char *stamp_make(const struct strings *files)
{
    struct buf text = {0};
    for (size_t i = 0; i < files->count; i++) {
        struct stat info;
        if (stat(files->items[i], &info) == 0)
            buf_printf(&text, "%s\n%jd %jd.%09ld\n", files->items[i], (intmax_t)info.st_size,
                       (intmax_t)info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
    }
    char *stamp = mem_format("%016jx", (uintmax_t)XXH3_64bits(text.data, text.size));
    buf_free(&text);
    return stamp;
}
