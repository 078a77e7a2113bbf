/* Modules: loaded exactly once by any number of threads, and again after a failure. */
#include "capture.h"
#include "compile.h"
#include "error.h"
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
    module->object = image->object;
    image->object = (struct code_object){0};
    atomic_store_explicit(&module->handle, handle, memory_order_release);
    return KRT_OK;
}

/* Without an image for the device. Its message begins with the one that says so. */
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
    krt_status status = image_find(module->device, module->source, &image);
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
        /* another thread has done it */
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

/* ---- For users ------------------------------------------------------------------------------ */

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
