/* A package: freeing it, reporting its problems, and reading it from files or from its JSON. */
#include "inspect/package.h"

#include "util/file.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

void package_image_free(struct package_image *image)
{
    free(image->entry);
    free(image->target);
    free(image->code_hashes);
    code_object_close(&image->object);
}

/* Of a package from JSON, whose strings are the JSON's: its arrays. */
static void free_arrays(struct package *package)
{
    for (size_t i = 0; i < package->image_count; i++) {
        struct code_object *object = &package->images[i].object;
        for (size_t k = 0; k < object->kernel_count; k++)
            free(object->kernels[k].arguments);
        free(object->kernels);
        free(package->images[i].code_hashes);
    }
    json_decref(package->json);
}

static void free_contents(struct package *package)
{
    for (size_t i = 0; i < package->file_count; i++) {
        free(package->files[i].path);
        free(package->files[i].same_as);
    }
    for (size_t i = 0; i < package->container_count; i++) {
        free(package->containers[i].name);
        free(package->containers[i].where);
    }
    for (size_t i = 0; i < package->image_count; i++)
        package_image_free(&package->images[i]);
    for (size_t i = 0; i < package->problem_count; i++) {
        free(package->problems[i].where);
        free(package->problems[i].message);
    }
}

void package_free(struct package *package)
{
    (package->json ? free_arrays : free_contents)(package);
    free(package->files);
    free(package->containers);
    free(package->images);
    free(package->problems);
    *package = (struct package){0};
}

char *package_place(const struct package *package, const struct package_container *container)
{
    return mem_format("%s%s%s", package->files[container->file].path, *container->where ? " " : "",
                      container->where);
}

enum status package_report_problems(const struct package *package)
{
    for (size_t i = 0; i < package->problem_count; i++) {
        const struct package_problem *problem = &package->problems[i];
        char offset[40] = "";
        if (problem->offset != PACKAGE_NO_OFFSET)
            snprintf(offset, sizeof offset, "offset %" PRIu64 ": ", problem->offset);
        status_fail(STATUS_INPUT, "%s: %s%s%s%s", package->files[problem->file].path,
                    problem->where, *problem->where ? ": " : "", offset, problem->message);
    }
    return package->problem_count ? STATUS_INPUT : STATUS_OK;
}

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
