/* A package: freeing it, and reporting its problems. */
#include "inspect/package.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void file_free(struct package_file *file)
{
    free(file->path);
    free(file->same_as);
}

void package_free(struct package *package)
{
    for (size_t i = 0; i < package->file_count; i++)
        file_free(&package->files[i]);
    for (size_t i = 0; i < package->container_count; i++) {
        free(package->containers[i].name);
        free(package->containers[i].where);
    }
    for (size_t i = 0; i < package->image_count; i++) {
        free(package->images[i].entry);
        free(package->images[i].target);
        free(package->images[i].code_hashes);
        code_object_close(&package->images[i].object);
    }
    for (size_t i = 0; i < package->problem_count; i++) {
        free(package->problems[i].where);
        free(package->problems[i].message);
    }
    strings_free(&package->memory);
    json_decref(package->json);
    free(package->files);
    free(package->containers);
    free(package->images);
    free(package->problems);
    *package = (struct package){0};
}

bool target_is_asked(const char *target, const char *item)
{
    struct target_id have, asked;
    if (strcmp(target, item) == 0)
        return true;
    if (target_id_parse_printed(target, &have, NULL) != CODEOBJ_OK)
        return false;
    return strcmp(have.info->processor, item) == 0 ||
           (target_id_parse(item, &asked, NULL) == CODEOBJ_OK && target_id_equal(&have, &asked));
}

bool target_is_wanted(const char *target, const struct strings *wanted)
{
    size_t i = 0;
    while (i < wanted->count && !target_is_asked(target, wanted->items[i]))
        i++;
    return i < wanted->count || wanted->count == 0;
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
