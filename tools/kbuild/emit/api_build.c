/* The build of a package: an ID of its tables, another one that also covers all its images, and
 * <package>.build.h, which holds the latter. <package>.c does not compile with images of another
 * build; libkrt refuses them as well.
 */
#include "emit/api.h"

#include <hash.h>
#include <inttypes.h>
#include <xxhash.h>

static uint64_t module_id(const struct index_module *module)
{
    uint64_t id = build_id_add(0, module->name, (uint32_t)module->image_count);
    for (size_t i = 0; i < module->image_count; i++)
        id = build_id_add(id, module->images[i].target, module->images[i].checksum);
    return id;
}

void api_identify(struct kernel_package *package)
{
    struct buf text = {0};
    api_json_kernels(package, &text);
    package->interface = package->build = XXH3_64bits(text.data, text.size);
    for (size_t i = 0; i < package->module_count; i++)
        package->build += module_id(&package->modules[i]);
    buf_free(&text);
}

void api_build(const struct kernel_package *package, struct buf *out)
{
    buf_puts(out, "/* ");
    api_put_comment(out, package->name);
    buf_printf(out,
               ": the build of its tables and images. Written by kbuild; do not edit. */\n"
               "#define %s_BUILD 0x%016" PRIx64 "u\n",
               package->upper, package->build);
}
