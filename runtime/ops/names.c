/* The kernels of a package, by name: sorted once, and then found by bisection. */
#include "names.h"

#include <krt/extend.h>
#include <stdlib.h>
#include <string.h>

struct named {
    const char *name;
    uint32_t ordinal;
};

struct names {
    uint32_t count;
    struct named all[];
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct named *)a)->name, ((const struct named *)b)->name);
}

krt_status names_of(const char *function, const struct krt_package *package, struct names **out)
{
    if (!package)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |package| is NULL", function);
    if (package->struct_size < sizeof *package)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: the package is of another version of krt.h", function);
    struct names *names = malloc(sizeof *names + package->kernel_count * sizeof *names->all);
    if (!names)
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for the operations of package %s",
                        package->name);
    names->count = package->kernel_count;
    for (uint32_t i = 0; i < names->count; i++)
        names->all[i] = (struct named){package->kernels[i].name, i};
    qsort(names->all, names->count, sizeof *names->all, compare_names);
    *out = names;
    return KRT_OK;
}

void names_free(struct names *names)
{
    free(names);
}

uint32_t names_find(const struct names *names, const char *name)
{
    struct named key = {name, 0};
    const struct named *found =
        bsearch(&key, names->all, names->count, sizeof *names->all, compare_names);
    return found ? found->ordinal : NO_KERNEL;
}
