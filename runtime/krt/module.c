/* Modules of packages: each is loaded exactly once, by any number of threads, and again after a
 * failure. Also code objects outside of packages. */
#include "capture.h"
#include "compiler.h"
#include "error.h"
#include "handles.h"
#include "image.h"
#include "package.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

krt_status module_take(struct loaded_module *module, const char *name, struct image *image)
{
    struct krt_device *device = module->device;
    char label[24];
    void *handle = NULL;
    krt_status status = device_enter(device);
    if (status)
        return status;
    int mode = capture_relax(device->driver);
    int code = device->driver->module_load(&handle, image->bytes.data);
    capture_restore(device->driver, mode);
    if (code)
        return fail_driver(device->driver, code, KRT_ERROR_DRIVER, "loading %s on %s (%s)", name,
                           device_label(device, label), device->info.target);
    module->is_of_file = image->is_of_file;
    module->demand = image->demand;
    module->object = image->object;
    image->object = (struct code_object){0};
    atomic_store_explicit(&module->handle, handle, memory_order_release);
    return KRT_OK;
}

/* Compiles the module's source, because there is no image for the device. If this fails, the
 * message begins with the message about the missing image. */
static krt_status compile_image(struct loaded_module *module, struct image *out)
{
    const struct krt_source *text = module->text;
    struct krt_compile_options options = {.struct_size = sizeof options,
                                          .name = text->name,
                                          .arguments = text->arguments,
                                          .argument_count = text->argument_count,
                                          .header_names = text->header_names,
                                          .header_texts = text->header_texts,
                                          .header_count = text->header_count,
                                          .language = text->language};
    char *missing = strdup(krt_error_message()), *both = NULL;
    void *code;
    size_t size;
    krt_status status = compile_code(module->device, text->text, &options, &code, &size);
    if (!status) {
        status = image_choose(module->device, text->name, (struct span){code, size}, out);
        if (status)
            free(code);
        else
            out->owned = code;
    } else if (missing && asprintf(&both, "%s\nIts source was not compiled: %s", missing,
                                   krt_error_message()) > 0) {
        fail_long(status, both);
        free(both);
    }
    free(missing);
    return status;
}

static krt_status load(struct loaded_module *module)
{
    struct image image = {0};
    krt_status status = image_find(module->device, module->package, module->source, &image);
    if (status == KRT_ERROR_NO_IMAGE && module->text)
        status = compile_image(module, &image);
    if (!status)
        status = module_take(module, module->source->name, &image);
    image_release(&image);
    return status;
}

static void remember_failure(struct loaded_module *module, krt_status status)
{
    free(module->message);
    module->message = strdup(krt_error_message());
    module->status = status;
    atomic_fetch_add(&module->failures, 1);
}

krt_status module_load(struct loaded_module *module)
{
    krt_status status = KRT_OK;
    if (atomic_load_explicit(&module->handle, memory_order_acquire))
        return KRT_OK;
    unsigned seen = atomic_load(&module->failures);
    pthread_mutex_lock(&module->lock);
    if (atomic_load_explicit(&module->handle, memory_order_relaxed)) {
        /* Another thread has loaded the module meanwhile. */
    } else if (atomic_load(&module->failures) != seen) {
        status = fail(module->status, "%s",
                      module->message ? module->message : "loading the module failed");
    } else {
        status = load(module);
        if (status)
            remember_failure(module, status);
    }
    pthread_mutex_unlock(&module->lock);
    return status;
}

void module_unload(struct loaded_module *module)
{
    void *handle = atomic_exchange(&module->handle, NULL);
    if (handle && device_enter(module->device) == KRT_OK)
        module->device->driver->module_unload(handle);
    code_object_close(&module->object);
}

void module_destroy(struct loaded_module *module)
{
    module_unload(module);
    pthread_mutex_destroy(&module->lock);
    free(module->message);
    module->message = NULL;
}

/* ---- Functions for users --------------------------------------------------------------------- */

static krt_status find_modules(const struct krt_package *package, struct krt_device *device,
                               const char *name, struct loaded_package **out, uint32_t *first,
                               uint32_t *end)
{
    if (!device)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "|device| is NULL");
    krt_status status = package_on(package, device, out);
    if (status)
        return status;
    *first = 0;
    *end = package->module_count;
    for (uint32_t i = 0; name && i < package->module_count; i++) {
        if (strcmp(package->modules[i].name, name) == 0) {
            *first = i;
            *end = i + 1;
            return KRT_OK;
        }
    }
    return name ? fail(KRT_ERROR_NOT_FOUND, "package %s has no module %s", package->name, name)
                : KRT_OK;
}

krt_status krt_preload(const struct krt_package *package, struct krt_device *device,
                       const char *module)
{
    struct loaded_package *loaded;
    uint32_t first, end;
    krt_status status = find_modules(package, device, module, &loaded, &first, &end);
    for (uint32_t i = first; !status && i < end; i++)
        status = module_load(&loaded->modules[i]);
    return status;
}

krt_status krt_unload(const struct krt_package *package, struct krt_device *device,
                      const char *module)
{
    struct loaded_package *loaded;
    uint32_t first, end;
    krt_status status = find_modules(package, device, module, &loaded, &first, &end);
    if (!status)
        status = krt_device_synchronize(device);
    if (status)
        return status;
    for (uint32_t i = 0; i < package->kernel_count; i++) {
        uint32_t of = package->kernels[i].module;
        if (of >= first && of < end)
            atomic_store(&loaded->functions[i].handle, NULL);
    }
    for (uint32_t i = first; i < end; i++) {
        pthread_mutex_lock(&loaded->modules[i].lock);
        module_unload(&loaded->modules[i]);
        pthread_mutex_unlock(&loaded->modules[i].lock);
    }
    return KRT_OK;
}

/* ---- Code objects outside of packages -------------------------------------------------------
 *
 * libkrt loads them from memory, and finds their functions by name.
 */

/* A function that the program asked for by name. The function is kept so that the same name gives
 * the same pointer again. */
struct raw_function {
    struct raw_function *next;
    struct krt_function function;
    char name[];
};

struct krt_raw_module {
    struct loaded_module loaded;
    /* the functions that the program asked for; guarded by the module's lock */
    struct raw_function *functions;
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
    krt_device_keep(device);
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
    krt_device_leave(module->loaded.device);
    free(module);
}
