/* Code objects outside of packages: loaded from memory, with functions found by name. */
#include "error.h"
#include "handles.h"
#include "image.h"
#include "package.h"

#include <stdlib.h>
#include <string.h>

/* A function that was asked for, kept so that its name gives the same pointer again. */
struct raw_function {
    struct raw_function *next;
    struct krt_function function;
    char name[];
};

struct krt_raw_module {
    struct loaded_module loaded;
    struct raw_function *functions; /* under the module's lock */
};

krt_status krt_module_load_raw(struct krt_device *device, const void *data, uint64_t bytes,
                               struct krt_raw_module **out)
{
    struct image image = {0};
    if (!device || !data || !out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_module_load_raw: |%s| is NULL",
                    !device ? "device"
                    : !data ? "data"
                            : "out");
    if (bytes > SIZE_MAX / 2)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_module_load_raw: %llu bytes",
                    (unsigned long long)bytes);
    struct span span = {data, (size_t)bytes};
    krt_status status = image_choose(device, "the code object", span, &image);
    if (status)
        return status;
    struct krt_raw_module *module = calloc(1, sizeof *module);
    if (!module) {
        image_release(&image);
        return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for a module");
    }
    module->loaded.device = device;
    pthread_mutex_init(&module->loaded.lock, NULL);
    status = module_take(&module->loaded, "the code object", &image);
    image_release(&image);
    if (status) {
        module_destroy(&module->loaded);
        free(module);
        return status;
    }
    handle_add(module, HANDLE_MODULE);
    *out = module;
    return KRT_OK;
}

static struct raw_function *find_known(const struct krt_raw_module *module, const char *name)
{
    struct raw_function *known = module->functions;
    while (known && strcmp(known->name, name) != 0)
        known = known->next;
    return known;
}

static krt_status add_function(struct krt_raw_module *module, const char *name,
                               struct raw_function **out)
{
    size_t size = strlen(name) + 1;
    struct raw_function *added = calloc(1, sizeof *added + size);
    if (!added)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for kernel %s", name);
    memcpy(added->name, name, size);
    added->function.name = added->name;
    added->function.module = &module->loaded;
    krt_status status = function_load(&added->function, added->name, NULL);
    if (status) {
        free(added);
        return status;
    }
    added->next = module->functions;
    module->functions = *out = added;
    return KRT_OK;
}

krt_status krt_module_function(struct krt_raw_module *module, const char *name,
                               struct krt_function **out)
{
    if (!module || !name || !out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_module_function: |%s| is NULL",
                    !module ? "module"
                    : !name ? "name"
                            : "out");
    krt_status status = handle_check(module, HANDLE_MODULE);
    if (status)
        return status;
    pthread_mutex_lock(&module->loaded.lock);
    struct raw_function *function = find_known(module, name);
    if (!function)
        status = add_function(module, name, &function);
    pthread_mutex_unlock(&module->loaded.lock);
    if (!status)
        *out = &function->function;
    return status;
}

krt_status krt_module_global(struct krt_raw_module *module, const char *name, void **out_address,
                             uint64_t *out_bytes)
{
    if (!module || !name)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_module_global: |%s| is NULL",
                    module ? "name" : "module");
    krt_status status = handle_check(module, HANDLE_MODULE);
    if (!status)
        status = device_enter(module->loaded.device);
    if (status)
        return status;
    const struct driver *driver = module->loaded.device->driver;
    void *address = NULL;
    size_t bytes = 0;
    int code = driver->module_global(&address, &bytes, atomic_load(&module->loaded.handle), name);
    if (code)
        return fail_driver(driver, code, KRT_ERROR_DRIVER, "variable %s", name);
    if (out_address)
        *out_address = address;
    if (out_bytes)
        *out_bytes = bytes;
    return KRT_OK;
}

void krt_module_unload(struct krt_raw_module *module)
{
    if (!module || !handle_remove(module, HANDLE_MODULE))
        return;
    krt_device_synchronize(module->loaded.device);
    while (module->functions) {
        struct raw_function *next = module->functions->next;
        free(module->functions);
        module->functions = next;
    }
    module_destroy(&module->loaded);
    free(module);
}
