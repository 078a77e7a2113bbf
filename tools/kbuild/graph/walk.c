/* A project without a manifest: every *.cu and *.hip below a directory is a module, or every source
 * of a list. */
#include "project.h"

#include "util/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct walk {
    const struct strings *exclude;
    const char *build;
    struct strings found; /* paths from where the walk began */
};

static bool is_excluded(const struct walk *walk, const char *path, const char *relative)
{
    return path_matches(relative, walk->exclude) || strcmp(path, walk->build) == 0;
}

static bool is_source(const char *name)
{
    const char *extension = path_extension(name);
    return strcmp(extension, ".cu") == 0 || strcmp(extension, ".hip") == 0;
}

/* "conv/im2col.cu" becomes "conv_im2col": a module's name is a file's name. */
static char *module_name(const char *relative)
{
    char *name = mem_dup_n(relative, strlen(relative) - strlen(path_extension(relative)));
    for (char *at = name; *at; at++)
        if (*at == '/')
            *at = '_';
    return name;
}

static enum status walk_directory(struct walk *walk, const char *directory, const char *relative)
{
    DIR *stream = opendir(directory);
    if (!stream)
        return status_fail(STATUS_INPUT, "%s: cannot read this directory: %s", directory,
                           strerror(errno));
    enum status status = STATUS_OK;
    for (struct dirent *entry; status == STATUS_OK && (entry = readdir(stream));) {
        if (entry->d_name[0] == '.')
            continue;
        char *path = path_join(directory, entry->d_name);
        char *below = path_join(relative, entry->d_name);
        if (is_excluded(walk, path, below))
            ;
        else if (entry->d_type == DT_DIR ||
                 (entry->d_type == DT_UNKNOWN && path_is_directory(path)))
            status = walk_directory(walk, path, below);
        else if (is_source(entry->d_name) && !path_is_directory(path))
            strings_add(&walk->found, below);
        free(path);
        free(below);
    }
    closedir(stream);
    return status;
}

enum status project_walk(const char *directory, const struct strings *exclude, const char *build,
                         struct project *out)
{
    if (!path_is_directory(directory))
        return status_fail(STATUS_INPUT, "%s: %s; name a directory of kernels or a manifest",
                           directory,
                           path_exists(directory) ? "not a directory" : "no such directory");
    struct walk walk = {.exclude = exclude, .build = build};
    char *root = path_absolute(directory);
    enum status status = walk_directory(&walk, root, "");
    if (status == STATUS_OK && !walk.found.count)
        status = status_fail(STATUS_INPUT, "%s: no *.cu or *.hip file in it%s", directory,
                             exclude->count ? " that --exclude leaves" : "");
    if (status != STATUS_OK) {
        strings_free(&walk.found);
        free(root);
        return status;
    }
    strings_sort(&walk.found);
    *out = (struct project){.root = root, .shown = mem_dup(directory)};
    for (size_t i = 0; i < walk.found.count; i++) {
        struct module *module = project_add_module(out);
        module->name = module_name(walk.found.items[i]);
        strings_take(&module->sources, path_join(root, walk.found.items[i]));
    }
    strings_free(&walk.found);
    return STATUS_OK;
}

enum status project_list(const struct strings *sources, struct project *out)
{
    *out = (struct project){.root = path_absolute("."), .shown = mem_dup(".")};
    for (size_t i = 0; i < sources->count; i++) {
        struct module *module = project_add_module(out);
        char *path = path_absolute(sources->items[i]);
        module->name = module_name(path_name(path));
        strings_take(&module->sources, path);
    }
    return STATUS_OK;
}
