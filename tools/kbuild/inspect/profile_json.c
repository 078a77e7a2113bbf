/* "kbuild-profile-1": a profile with the bounds of each kernel on chips. */
#include "inspect/profile.h"

#include <jansson.h>
#include <math.h>

/* Tenths of a nanosecond are enough, and the same on every machine. */
static json_t *nanoseconds(double value)
{
    return json_real(round(value * 10) / 10);
}

static json_t *bound_json(const struct profile_kernel *kernel, const struct chip *chip)
{
    const struct profile_bound bound = profile_bound_of(kernel, chip);
    json_t *resources = json_object();
    for (int r = 0; r < RESOURCE_COUNT; r++)
        json_object_set_new(resources, resource_names[r], nanoseconds(bound.by[r]));
    json_t *json = json_object();
    json_object_set_new(json, "chip", json_string(chip->name));
    json_object_set_new(json, "bound_ns", nanoseconds(bound.all));
    json_object_set_new(json, "by", json_string(bound.all > 0 ? resource_names[bound.limit] : ""));
    json_object_set_new(json, "needed_ns", nanoseconds(bound.needed));
    json_object_set_new(json, "resources_ns", resources);
    return json;
}

static json_t *kernel_json(const struct profile_kernel *kernel, const struct chip *const *wanted,
                           size_t wanted_count)
{
    json_t *json = json_copy(kernel->json), *bounds = json_array();
    for (size_t i = 0; i < wanted_count; i++)
        if (chip_runs(wanted[i], kernel->target))
            json_array_append_new(bounds, bound_json(kernel, wanted[i]));
    json_object_set_new(json, "bounds", bounds);
    return json;
}

void profile_print_json(const struct profile *profile, const struct chip *const *wanted,
                        size_t wanted_count, struct buf *out)
{
    json_t *kernels = json_array(), *root = json_object();
    for (size_t i = 0; i < profile->kernel_count; i++)
        json_array_append_new(kernels, kernel_json(&profile->kernels[i], wanted, wanted_count));
    json_object_set_new(root, "format", json_string("kbuild-profile-1"));
    json_object_set_new(root, "kernels", kernels);
    OWNED char *text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
    buf_puts(out, text ? text : "");
    buf_putc(out, '\n');
    json_decref(root);
}
