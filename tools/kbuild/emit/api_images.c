/* images.json, the kbuild-images-1 format: the image of each module for each target, and its costs.
 * See docs/formats.md.
 */
#include "emit/api.h"

#include <inttypes.h>
#include <stdlib.h>

struct cost {
    const char *key;
    uint64_t value;
};
enum { COST_COUNT = 9 };

/* The needs of a kernel, in the order in which they are written. */
static void kernel_costs(const struct kernel *kernel, struct cost out[COST_COUNT])
{
    const struct cost costs[COST_COUNT] = {
        {"vgprs", kernel->vgprs},
        {"agprs", kernel->agprs},
        {"sgprs", kernel->sgprs},
        {"lds", kernel->group_segment},
        {"scratch", kernel->private_segment},
        {"vgpr_spills", kernel->vgpr_spills},
        {"sgpr_spills", kernel->sgpr_spills},
        {"code", kernel->code_size},
        {"kernarg", kernel->kernarg_size},
    };
    for (int i = 0; i < COST_COUNT; i++)
        out[i] = costs[i];
}

static void put_costs(struct buf *out, const struct cost costs[COST_COUNT])
{
    for (int i = 0; i < COST_COUNT; i++)
        buf_printf(out, "%s\"%s\": %llu", i ? ", " : "", costs[i].key,
                   (unsigned long long)costs[i].value);
}

static void put_string(struct buf *out, const char *string)
{
    json_t *json = json_string_nocheck(string);
    char *text = json_dumps(json, JSON_ENCODE_ANY);
    buf_puts(out, text ? text : "null");
    free(text);
    json_decref(json);
}

/* The largest of each cost over the kernels of |object|. */
static void image_costs(const struct code_object *object, struct cost out[COST_COUNT])
{
    kernel_costs(&(const struct kernel){0}, out);
    for (size_t i = 0; i < object->kernel_count; i++) {
        struct cost costs[COST_COUNT];
        kernel_costs(&object->kernels[i], costs);
        for (int j = 0; j < COST_COUNT; j++)
            if (costs[j].value > out[j].value)
                out[j].value = costs[j].value;
    }
}

static void put_image(struct buf *out, const struct index_image *image)
{
    const struct code_object *object = &image->object;
    struct cost costs[COST_COUNT];
    image_costs(object, costs);
    buf_puts(out, "        {\"target\": ");
    put_string(out, image->target);
    buf_printf(out, ", \"offset\": %llu, \"size\": %llu, \"kernels\": %zu,\n",
               (unsigned long long)image->offset, (unsigned long long)image->size,
               object->kernel_count);
    buf_puts(out, "          \"max\": {");
    put_costs(out, costs);
    buf_puts(out, "},\n          \"costs\": [");
    for (size_t i = 0; i < object->kernel_count; i++) {
        buf_puts(out, i ? ",\n            {\"symbol\": " : "\n            {\"symbol\": ");
        put_string(out, object->kernels[i].name);
        buf_puts(out, ", ");
        kernel_costs(&object->kernels[i], costs);
        put_costs(out, costs);
        buf_putc(out, '}');
    }
    buf_puts(out, object->kernel_count ? "\n          ]}" : "]}");
}

void api_images(const struct kernel_package *package, struct buf *out)
{
    buf_puts(out, "{\n  \"format\": \"kbuild-images-1\",\n  \"package\": ");
    put_string(out, package->name);
    if (package->emit)
        buf_printf(out, ",\n  \"emit\": {\"%s\": \"%s\"}", package->emit,
                   api_language_find(package->emit)->file);
    buf_printf(out, ",\n  \"build\": \"%016" PRIx64 "\",\n  \"modules\": [", package->build);
    for (size_t i = 0; i < package->module_count; i++) {
        const struct index_module *module = &package->modules[i];
        buf_puts(out, i ? ",\n    {\"name\": " : "\n    {\"name\": ");
        put_string(out, module->name);
        buf_puts(out, ", \"images\": [\n");
        for (size_t j = 0; j < module->image_count; j++) {
            put_image(out, &module->images[j]);
            buf_puts(out, j + 1 < module->image_count ? ",\n" : "\n");
        }
        buf_puts(out, "      ]}");
    }
    buf_puts(out, "\n  ]\n}\n");
}
