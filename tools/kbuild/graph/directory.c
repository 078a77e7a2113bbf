#include "directory.h"

#include "util/buf.h"
#include "util/file.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] =
    "# A build directory of kbuild's. All that is in it can be made again.\n";

static bool has(const char *directory, const char *name)
{
    char *path = path_join(directory, name);
    bool found = path_exists(path);
    free(path);
    return found;
}

static bool is_marked(const char *directory)
{
    struct buf text = {0};
    char *path = path_join(directory, ".gitignore");
    bool found = path_is_file(path) && file_read(path, &text) == STATUS_OK && text.data &&
                 strncmp(text.data, mark, sizeof mark - 1) == 0;
    buf_free(&text);
    free(path);
    return found;
}

/* What a build makes before all else; its lock stands before the rest. */
static bool is_own_name(const char *name, bool is_locked)
{
    static const char *const names[] = {".lock", "toolchain.json", "device-libs", "hip",
                                        "unity", "units",          "meta",        "obj",
                                        "out",   "modules",        "graph.cmake"};
    if (strncmp(name, ".gitignore", strlen(".gitignore")) == 0)
        return true; /* also in the making */
    for (size_t i = 0; is_locked && i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0 &&
            (!name[strlen(names[i])] || strcmp(path_extension(name), ".tmp") == 0))
            return true;
    return false;
}

/* A build that ended early has left nothing else, nor has one that begins now. */
static bool has_only_own_names(const char *directory)
{
    DIR *stream = opendir(directory);
    if (!stream)
        return !path_is_directory(directory); /* nothing is there; a file is complained of later */
    bool is_locked = has(directory, ".lock"), all = true;
    for (struct dirent *entry; all && (entry = readdir(stream));)
        all = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
              is_own_name(entry->d_name, is_locked);
    closedir(stream);
    return all;
}

/* Files in the making: file_temporary_name()'s, and those of steps and of what they run. */
static bool is_leftover(const char *name)
{
    const char *end = name + strlen(name) - strlen(path_extension(name)), *digits = end;
    while (digits > name && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    bool is_own = strcmp(end, ".tmp") == 0 && digits < end && digits > name && digits[-1] == '.';
    return is_own || strstr(name, ".hsaco.tmp") ||
           strncmp(name, DIRECTORY_SCRATCH, strlen(DIRECTORY_SCRATCH)) == 0;
}

void directory_tidy(const char *path)
{
    static const char *const places[] = {".", "meta", "obj", "out", "unity"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char *place = path_join(path, places[i]);
        DIR *stream = opendir(place);
        for (struct dirent *entry; stream && (entry = readdir(stream));) {
            if (!is_leftover(entry->d_name))
                continue;
            char *leftover = path_join(place, entry->d_name);
            path_remove_tree(leftover);
            free(leftover);
        }
        if (stream)
            closedir(stream);
        free(place);
    }
}

enum status directory_check(const char *path)
{
    /* toolchain.stamp: the mark of builds of before there was one. */
    if (has(path, "toolchain.stamp") || is_marked(path) || has_only_own_names(path))
        return STATUS_OK;
    return status_fail(STATUS_USAGE,
                       "%s: not empty, and no build directory of kbuild's; name another with "
                       "--build-dir",
                       path);
}

enum status directory_mark(const char *path)
{
    if (has(path, ".gitignore"))
        return STATUS_OK;
    char *file = path_join(path, ".gitignore"), *text = mem_format("%s*\n", mark);
    enum status status = file_write(file, text, strlen(text));
    free(text);
    free(file);
    return status;
}
