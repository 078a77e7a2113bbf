/* Selecting images, and messages that say which there are instead. */
#include "inspect/extract.h"

#include "util/options.h"

#include <stdlib.h>
#include <string.h>

static char *joined(const struct strings *words, const char *divider)
{
    struct buf out = {0};
    for (size_t i = 0; i < words->count; i++)
        buf_printf(&out, "%s%s", i ? divider : "", words->items[i]);
    return buf_take(&out);
}

char *targets_present(const struct package *package)
{
    struct strings targets = {0};
    for (size_t i = 0; i < package->image_count; i++) {
        const struct package_image *image = &package->images[i];
        if (image->kind == IMAGE_CODE_OBJECT && *image->target)
            strings_add(&targets, image->target);
    }
    strings_sort_unique(&targets);
    char *out = targets.count ? joined(&targets, ", ") : mem_dup("none");
    strings_free(&targets);
    return out;
}

/* "affine" of "void space::affine<float>(float*)", or NULL: then the name is shown as it is. */
static char *name_spoken(const char *name)
{
    char *readable = demangle(name);
    char *end = readable + strcspn(readable, "<(");
    char *start = end;
    while (start > readable && start[-1] != ' ' && start[-1] != ':')
        start--;
    char *spoken = start < end ? mem_dup_n(start, (size_t)(end - start)) : NULL;
    free(readable);
    return spoken;
}

/* The name nearest to |wrong| among the kernels of |package|, mangled or as people write it, or
 * NULL. A fresh string. */
static char *kernels_nearest(const struct package *package, const char *wrong)
{
    struct strings names = {0};
    for (size_t i = 0; i < package->image_count; i++) {
        const struct code_object *object = &package->images[i].object;
        for (size_t k = 0; k < object->kernel_count; k++) {
            char *spoken = name_spoken(object->kernels[k].name);
            if (spoken)
                strings_take(&names, spoken);
            strings_add(&names, object->kernels[k].name);
        }
    }
    strings_add(&names, ""); /* |items| is NULL while there is none */
    const char *near = options_nearest(wrong, (const char *const *)names.items);
    char *copy = near && *near ? mem_dup(near) : NULL;
    strings_free(&names);
    return copy;
}

/* The kernels of the whole |package| that |kernels| could mean. */
static void no_such_kernel(const char *command, const struct package *package,
                           const struct strings *kernels, const char *among)
{
    char *near = kernels->count == 1 ? kernels_nearest(package, kernels->items[0]) : NULL;
    char *wanted = joined(kernels, ",");
    status_fail(STATUS_INPUT, "%s: no kernel '%s'%s%s%s%s%s; kbuild inspect lists them", command,
                wanted, *among ? " for " : "", among, near ? " (did you mean '" : "",
                near ? near : "", near ? "'?)" : "");
    free(wanted);
    free(near);
}

enum status targets_check(const char *command, const struct strings *targets)
{
    for (size_t i = 0; i < targets->count; i++) {
        struct target_id id;
        struct codeobj_error error = {0};
        if (target_id_parse_printed(targets->items[i], &id, &error) != CODEOBJ_OK)
            return status_fail(STATUS_USAGE, "%s: --target: %s; 'kbuild targets' lists all",
                               command, error.message);
    }
    return STATUS_OK;
}

enum status package_nothing(const char *command, const struct package *package, const char *where,
                            const struct strings *targets, const struct strings *kernels)
{
    char *present = targets_present(package), *wanted = joined(targets, ",");
    bool has_target = targets->count == 0;
    for (size_t i = 0; i < package->image_count && !has_target; i++)
        has_target = package->images[i].kind == IMAGE_CODE_OBJECT &&
                     target_is_wanted(package->images[i].target, targets);
    if (!has_target)
        status_fail(STATUS_INPUT, "%s: no code object for %s in %s; there is: %s", command, wanted,
                    where, present);
    else if (kernels->count)
        no_such_kernel(command, package, kernels, wanted);
    else
        status_fail(STATUS_INPUT, "%s: no code object in %s", command, where);
    free(present);
    free(wanted);
    return STATUS_INPUT;
}

enum status extract_nothing(const char *command, const struct strings *paths,
                            const struct strings *targets, const struct strings *kernels)
{
    struct package package;
    enum status status = package_read(paths, NULL, &package);
    if (status == STATUS_OK) {
        char *where =
            mem_format("%s%s", paths->items[0], paths->count > 1 ? " and the other files" : "");
        status = package_nothing(command, &package, where, targets, kernels);
        free(where);
    }
    package_free(&package);
    return status;
}
