/* Reads the code objects of a module's fat file, and frees a package. */
#include "emit/index.h"

#include "util/file.h"

#include <container.h>
#include <hash.h>
#include <stdlib.h>
#include <string.h>

static enum status read_image(const char *path, const struct bundle_entry *entry,
                              struct index_module *module)
{
    struct codeobj_error error = {0};
    struct target_id id;
    if (target_id_parse(entry->target, &id, &error) != CODEOBJ_OK)
        return status_fail(STATUS_INPUT, "%s: entry '%s': %s", path, entry->id, error.message);
    struct code_object object;
    if (code_object_open_any(entry->image, &object, &error) != CODEOBJ_OK)
        return status_fail(STATUS_INPUT, "%s: the code object for %s: %s", path, entry->target,
                           error.message);
    char canonical[TARGET_ID_MAX], own[TARGET_ID_MAX];
    target_id_print(&id, canonical);
    target_id_print(&object.target, own);
    /* Held open from here: kernel_package_free() closes it. */
    module->images = mem_grow(module->images, module->image_count, sizeof *module->images);
    module->images[module->image_count++] = (struct index_image){
        .target = mem_dup(canonical),
        .offset = entry->offset,
        .size = entry->image.size,
        .checksum = image_checksum(entry->image),
        .object = object,
    };
    if (!target_id_equal(&id, &object.target))
        return status_fail(STATUS_INPUT,
                           "%s: the entry for %s holds a code object for %s; build it again", path,
                           canonical, own);
    return STATUS_OK;
}

static int image_compare(const void *a, const void *b)
{
    return strcmp(((const struct index_image *)a)->target, ((const struct index_image *)b)->target);
}

enum status index_read_images(const char *path, struct index_module *module)
{
    struct buf bytes = {0};
    FORWARD_IF_ERROR(file_read(path, &bytes));
    module->size = bytes.size;
    struct codeobj_error error = {0};
    struct bundle bundle;
    struct span span = {(const uint8_t *)bytes.data, bytes.size};
    if (bundle_open(span, &bundle, &error) != CODEOBJ_OK) {
        buf_free(&bytes);
        return status_fail(STATUS_INPUT, "%s: %s; build it again", path, error.message);
    }
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < bundle.count; i++)
        if (*bundle.entries[i].target) /* "" is the host's entry */
            status = read_image(path, &bundle.entries[i], module);
    bundle_close(&bundle);
    buf_free(&bytes);
    if (module->image_count)
        qsort(module->images, module->image_count, sizeof *module->images, image_compare);
    return status;
}

enum status kernel_package_add_module(struct kernel_package *package, const char *reflect,
                                      const char *fat)
{
    package->modules = mem_grow(package->modules, package->module_count, sizeof *package->modules);
    struct index_module *module = &package->modules[package->module_count++];
    *module = (struct index_module){.reflect = reflect, .fat = fat};
    FORWARD_IF_ERROR(index_read_reflect(reflect, module));
    return index_read_images(fat, module);
}

size_t kernel_package_kernel_count(const struct kernel_package *package)
{
    size_t count = 0;
    for (size_t i = 0; i < package->module_count; i++)
        count += package->modules[i].kernel_count;
    return count;
}

static void kernel_free(struct index_kernel *kernel)
{
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        ctype_free(&kernel->parameters[i].type);
        free(kernel->parameters[i].c_name);
        free(kernel->parameters[i].c_type);
    }
    free(kernel->parameters);
    free(kernel->name);
    free(kernel->wrapper);
    free(kernel->enumerator);
}

static void module_free(struct index_module *module)
{
    for (size_t i = 0; i < module->kernel_count; i++)
        kernel_free(&module->kernels[i]);
    for (size_t i = 0; i < module->image_count; i++) {
        code_object_close(&module->images[i].object);
        free(module->images[i].target);
    }
    free(module->kernels);
    free(module->templates);
    free(module->images);
    strings_free(&module->targets);
    json_decref(module->json);
}

void kernel_package_free(struct kernel_package *package)
{
    for (size_t i = 0; i < package->module_count; i++)
        module_free(&package->modules[i]);
    for (size_t i = 0; i < package->record_count; i++)
        free(package->records[i].tag);
    free(package->modules);
    free(package->records);
    strings_free(&package->targets);
    free(package->prefix);
    free(package->upper);
    *package = (struct kernel_package){0};
}
