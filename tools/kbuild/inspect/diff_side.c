/* The kernels of a package as a list, with their numbers. */
#include "inspect/diff.h"

#include "util/file.h"

#include <stdlib.h>
#include <string.h>

char *diff_module_name(const char *path)
{
    const char *name = path_name(path);
    size_t dots = strspn(name, ".");
    size_t length = dots + strcspn(name + dots, ".");
    return mem_dup_n(name, length);
}

bool diff_wants_image(const struct diff_filter *filter, const struct package_image *image)
{
    return image->kind == IMAGE_CODE_OBJECT && (image->is_read || *image->target) &&
           target_is_wanted(image->target, &filter->targets);
}

/* clang makes the static kernels of several sources differ by a suffix, ".static.<hash>", that
 * follows the path and the options of the compilation: a rebuild may give another one. */
static size_t stem_length(const char *name)
{
    static const char *const suffixes[] = {".static.", ".intern."};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        const char *suffix = strstr(name, suffixes[i]);
        if (suffix && suffix != name)
            return (size_t)(suffix - name);
    }
    return strlen(name);
}

static void add_image(struct diff_side *side, const struct package *package,
                      const struct package_image *image, const struct diff_filter *filter)
{
    const struct package_container *container = &package->containers[image->container];
    const struct code_object *object = &image->object;
    side->kernels =
        mem_resize(side->kernels, side->kernel_count + object->kernel_count, sizeof *side->kernels);
    for (size_t i = 0; i < object->kernel_count; i++) {
        const struct kernel *kernel = &object->kernels[i];
        if (filter->kernels.count && !kernel_matches(kernel->name, &filter->kernels))
            continue;
        const struct kernel_row row = kernel_row_of(image, kernel, 0);
        struct diff_kernel *added = &side->kernels[side->kernel_count];
        *added =
            (struct diff_kernel){.name = kernel->name,
                                 .stem_length = stem_length(kernel->name),
                                 .target = image->target,
                                 .module = diff_module_name(package->files[container->file].path),
                                 .kernel = kernel,
                                 .code_hash = image->code_hashes ? image->code_hashes[i] : 0,
                                 .limit = row.occupancy.limit,
                                 .order = side->kernel_count++};
        for (int m = 0; m < (int)metrics_of_package.end; m++) {
            uint64_t value = metric_value((enum metric)m, &row);
            added->values[m] = value > INT64_MAX ? INT64_MAX : (int64_t)value;
        }
    }
}

void diff_side_collect(struct diff_side *side, const struct package *package,
                       const struct diff_filter *filter)
{
    for (size_t i = 0; i < package->image_count; i++) {
        const struct package_image *image = &package->images[i];
        if (!diff_wants_image(filter, image))
            continue;
        strings_add(&side->targets, image->target);
        if (image->is_read)
            add_image(side, package, image, filter);
    }
    strings_sort_unique(&side->targets);
}

bool diff_side_is_empty(const struct diff_side *side, const struct diff_filter *filter)
{
    if (filter->kernels.count)
        return side->kernel_count == 0;
    return filter->targets.count && side->targets.count == 0;
}

void diff_side_free(struct diff_side *side)
{
    for (size_t i = 0; i < side->kernel_count; i++)
        free(side->kernels[i].module);
    free(side->kernels);
    strings_free(&side->targets);
}
