/* A project without a manifest: every *.cu and *.hip below a directory is a module, or every source
 * of a list. */
#include "graph/project.h"

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

bool project_is_source(const char *name)
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
        else if (project_is_source(entry->d_name) && !path_is_directory(path))
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

/* The innermost directory that all of |paths|, which are absolute, are in. */
static char *common_directory(const struct strings *paths)
{
    char *common = path_directory(paths->items[0]);
    for (size_t i = 1; i < paths->count; i++)
        common[path_common(common, paths->items[i])] = '\0';
    if (*common)
        return common;
    free(common);
    return mem_dup("/");
}

/* |root| as it would be written beside |source|: from here, or from the top. */
static char *shown_root(const char *root, const char *source)
{
    if (source[0] == '/')
        return mem_dup(root);
    char *here = path_absolute("."), *shown = path_relative(root, here);
    free(here);
    return shown;
}

enum status project_list(const struct strings *sources, const char *root, struct project *out)
{
    struct strings paths = {0};
    for (size_t i = 0; i < sources->count; i++)
        strings_take(&paths, path_absolute(sources->items[i]));
    *out = (struct project){.root = root ? path_absolute(root) : common_directory(&paths)};
    out->shown = root ? mem_dup(root) : shown_root(out->root, sources->items[0]);
    for (size_t i = 0; i < paths.count; i++) {
        struct module *module = project_add_module(out);
        char *relative = path_relative(paths.items[i], out->root);
        module->name = module_name(root ? path_name(relative) : relative);
        strings_add(&module->sources, paths.items[i]);
        free(relative);
    }
    strings_free(&paths);
    return STATUS_OK;
}
