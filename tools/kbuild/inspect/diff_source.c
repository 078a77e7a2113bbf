#include "inspect/diff_source.h"

#include "util/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* No container of code objects begins with a brace: those begin with magic numbers, and the headers
 * that kbuild writes with a comment. */
static bool is_json(const char *path)
{
    FILE *file = path_is_file(path) ? fopen(path, "rbe") : NULL;
    if (!file)
        return false;
    int c;
    do
        c = getc(file);
    while (c == ' ' || c == '\t' || c == '\n' || c == '\r');
    fclose(file);
    return c == '{';
}

static enum status read_paths(const struct strings *paths, bool code_hashes, struct package *out)
{
    for (size_t i = 0; i < paths->count; i++) {
        if (!is_json(paths->items[i]))
            continue;
        if (paths->count > 1)
            return status_fail(STATUS_USAGE,
                               "%s: JSON stands for a whole package, so nothing can be named "
                               "beside it",
                               paths->items[i]);
        return package_from_json(paths->items[i], out);
    }
    return package_read(paths, &(struct package_options){.code_hashes = code_hashes}, out);
}

enum status source_read(const struct strings *paths, bool code_hashes, struct package *out)
{
    struct strings files = {0};
    enum status status = STATUS_OK;
    *out = (struct package){0};
    for (size_t i = 0; status == STATUS_OK && i < paths->count; i++) {
        const char *path = package_operand(paths->items[i]);
        if (path)
            strings_add(&files, path);
        else
            status =
                status_fail(STATUS_INPUT, "standard input: cannot be read: %s", strerror(errno));
    }
    if (status == STATUS_OK)
        status = read_paths(&files, code_hashes, out);
    strings_free(&files);
    return status;
}
