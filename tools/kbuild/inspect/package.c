/* A package: what it owns, and its problems told. */
#include "package.h"

#include <inttypes.h>
#include <stdlib.h>

void package_free(struct package *package)
{
    for (size_t i = 0; i < package->file_count; i++)
        free(package->files[i].path);
    for (size_t i = 0; i < package->container_count; i++) {
        free(package->containers[i].name);
        free(package->containers[i].where);
    }
    for (size_t i = 0; i < package->image_count; i++) {
        free(package->images[i].entry);
        free(package->images[i].target);
        code_object_close(&package->images[i].object);
    }
    for (size_t i = 0; i < package->problem_count; i++) {
        free(package->problems[i].where);
        free(package->problems[i].message);
    }
    strings_free(&package->memory);
    free(package->files);
    free(package->containers);
    free(package->images);
    free(package->problems);
    *package = (struct package){0};
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
