/* Functions: finding them by ordinal or name, and describing them. */
#include "capture.h"
#include "error.h"
#include "package.h"

#include <stdlib.h>
#include <string.h>
#include <symbol.h>

/* ---- Filling a function, under its module's lock --------------------------------------------- */

/* Checks that the parameters in the code object are those in the package. The parameters differ
 * when an override file of another build replaces an image. */
static krt_status compare_parameters(const struct krt_function *function,
                                     const struct kernel *found, const struct krt_kernel *expected)
{
    uint32_t count = 0;
    for (size_t i = 0; i < found->argument_count; i++) {
        const struct kernel_argument *argument = &found->arguments[i];
        if (argument->kind == ARGUMENT_HIDDEN)
            continue;
        if (count < expected->parameter_count &&
            (argument->offset != expected->parameters[count].offset ||
             argument->size != expected->parameters[count].size))
            return fail(KRT_ERROR_BAD_IMAGE,
                        "%s: parameter %u has %u bytes at offset %u in the code object, and %u at "
                        "%u in the package: they are of two builds",
                        function->name, count, argument->size, argument->offset,
                        expected->parameters[count].size, expected->parameters[count].offset);
        count++;
    }
    if (count != expected->parameter_count)
        return fail(
            KRT_ERROR_BAD_IMAGE,
            "%s: %u parameters in the code object, %u in the package: they are of two builds",
            function->name, count, expected->parameter_count);
    return KRT_OK;
}

static void fill_from_metadata(struct krt_function *function, const struct kernel *kernel)
{
    function->parameter_count = function->parameter_bytes = 0;
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const struct kernel_argument *argument = &kernel->arguments[i];
        if (argument->kind == ARGUMENT_HIDDEN)
            continue;
        function->parameter_count++;
        if (argument->offset + argument->size > function->parameter_bytes)
            function->parameter_bytes = argument->offset + argument->size;
    }
    function->registers = kernel->vgprs;
    function->scalar_registers = kernel->sgprs;
    function->shared_bytes = kernel->group_segment;
    function->local_bytes = kernel->private_segment;
    function->max_threads = kernel->max_workgroup;
    function->wave_size = kernel->wave_size;
    memcpy(function->required_block, kernel->required_workgroup, sizeof function->required_block);
}

/* Asks the driver about |function|. CUDA's driver gives the size of all parameters together, but
 * not the size of each parameter. */
static int fill_from_driver(struct krt_function *function, void *handle,
                            const struct krt_kernel *kernel)
{
    const struct driver *driver = function->module->device->driver;
    const struct {
        int attribute;
        uint32_t *place;
    } wanted[] = {{DRIVER_FUNCTION_REGISTERS, &function->registers},
                  {DRIVER_FUNCTION_SHARED_BYTES, &function->shared_bytes},
                  {DRIVER_FUNCTION_LOCAL_BYTES, &function->local_bytes},
                  {DRIVER_FUNCTION_MAX_THREADS, &function->max_threads}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        int value, code = driver->function_attribute(&value, wanted[i].attribute, handle);
        if (code)
            return code;
        *wanted[i].place = (uint32_t)value;
    }
    function->wave_size = function->module->device->info.warp_size;
    function->parameter_count = kernel ? kernel->parameter_count : 0;
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        const struct krt_parameter *parameter = &kernel->parameters[i];
        if (parameter->offset + parameter->size > function->parameter_bytes)
            function->parameter_bytes = parameter->offset + parameter->size;
    }
    return 0;
}

/* Asks the driver for the function. Returns the driver's code. */
static int find_handle(const struct krt_device *device, void *module, const char *symbol,
                       void **out)
{
    char *name = device->driver->kind == KRT_DRIVER_CUDA ? symbol_for_nvidia(symbol) : NULL;
    const int code = device->driver->module_function(out, module, name ? name : symbol);
    free(name);
    return code;
}

krt_status function_load(struct krt_function *function, const char *symbol,
                         const struct krt_kernel *kernel)
{
    struct loaded_module *module = function->module;
    struct krt_device *device = module->device;
    const struct kernel *found = NULL;
    char label[24];
    void *handle = NULL;
    if (device->driver->kind != KRT_DRIVER_CUDA) {
        found = code_object_find(&module->object, symbol);
        if (!found)
            return fail(KRT_ERROR_NOT_FOUND, "%s: no kernel of this name in the image for %s",
                        symbol, device->info.target);
    }
    krt_status status = found && kernel ? compare_parameters(function, found, kernel) : KRT_OK;
    if (!status)
        status = device_enter(device);
    if (status)
        return status;
    /* Relaxes captures, because CUDA may load the function only now. */
    int mode = capture_relax(device->driver);
    int code = find_handle(device, atomic_load(&module->handle), symbol, &handle);
    if (!code && !found)
        code = fill_from_driver(function, handle, kernel);
    capture_restore(device->driver, mode);
    if (code)
        return fail_driver(device->driver, code, KRT_ERROR_DRIVER, "kernel %s on %s", symbol,
                           device_label(device, label));
    if (found)
        fill_from_metadata(function, found);
    function->symbol = symbol;
    atomic_store_explicit(&function->handle, handle, memory_order_release);
    return KRT_OK;
}

/* ---- Functions of a package ----------------------------------------------------------------- */

static krt_status load_by_ordinal(const struct krt_package *package, uint32_t ordinal,
                                  struct krt_device *device, struct krt_function **out)
{
    struct loaded_package *loaded;
    krt_status status = package_on(package, device, &loaded);
    if (status)
        return status;
    if (ordinal >= package->kernel_count)
        return fail(KRT_ERROR_NOT_FOUND, "package %s has %u kernels, and no number %u",
                    package->name, package->kernel_count, ordinal);
    struct krt_function *function = &loaded->functions[ordinal];
    struct loaded_module *module = function->module;
    status = module_load(module);
    if (status)
        return status;
    pthread_mutex_lock(&module->lock);
    if (!atomic_load(&function->handle))
        status =
            function_load(function, package->kernels[ordinal].symbol, &package->kernels[ordinal]);
    pthread_mutex_unlock(&module->lock);
    if (!status)
        *out = function;
    return status;
}

krt_status krt_function_get(const struct krt_package *package, uint32_t ordinal,
                            struct krt_device *device, struct krt_function **out)
{
    if (!package || !device || !out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_function_get: |%s| is NULL",
                    !package  ? "package"
                    : !device ? "device"
                              : "out");
    struct krt_function *function = function_cached(package, ordinal, device);
    if (!function)
        return load_by_ordinal(package, ordinal, device, out);
    *out = function;
    return KRT_OK;
}

krt_status krt_ordinal_find(const struct krt_package *package, const char *name,
                            uint32_t *out_ordinal)
{
    if (!package || !name || !out_ordinal)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_ordinal_find: |%s| is NULL",
                    !package ? "package"
                    : !name  ? "name"
                             : "out_ordinal");
    for (uint32_t i = 0; i < package->kernel_count; i++) {
        if (strcmp(package->kernels[i].name, name) == 0) {
            *out_ordinal = i;
            return KRT_OK;
        }
    }
    return fail(KRT_ERROR_NOT_FOUND, "package %s has no kernel %s", package->name, name);
}

krt_status krt_function_find(const struct krt_package *package, const char *name,
                             struct krt_device *device, struct krt_function **out)
{
    uint32_t ordinal;
    krt_status status = krt_ordinal_find(package, name, &ordinal);
    return status ? status : krt_function_get(package, ordinal, device, out);
}

/* ---- Description ----------------------------------------------------------------------------- */

krt_status krt_function_describe(struct krt_function *function, struct krt_function_info *info)
{
    if (!function || !info)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_function_describe: |%s| is NULL",
                    function ? "info" : "function");
    struct krt_function_info all = {.struct_size = sizeof all,
                                    .name = function->name,
                                    .registers = function->registers,
                                    .scalar_registers = function->scalar_registers,
                                    .shared_bytes = function->shared_bytes,
                                    .local_bytes = function->local_bytes,
                                    .max_threads_per_block = function->max_threads,
                                    .wave_size = function->wave_size,
                                    .parameter_count = function->parameter_count,
                                    .parameter_bytes = function->parameter_bytes};
    return give_struct("krt_function_describe", info, &all, sizeof all);
}

static bool parameter_of(const struct kernel *kernel, uint32_t number, struct krt_parameter *out)
{
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const struct kernel_argument *argument = &kernel->arguments[i];
        if (argument->kind == ARGUMENT_HIDDEN || number-- > 0)
            continue;
        *out = (struct krt_parameter){argument->offset, argument->size};
        return true;
    }
    return false;
}

static krt_status ask_driver(struct krt_function *function, uint32_t number,
                             struct krt_parameter *out)
{
    const struct driver *driver = function->module->device->driver;
    size_t offset = 0, bytes = 0;
    if (!driver->function_parameter)
        return fail(KRT_ERROR_UNSUPPORTED, "%s lacks cuFuncGetParamInfo: the driver is too old",
                    driver->path);
    krt_status status = device_enter(function->module->device);
    if (status)
        return status;
    int code = driver->function_parameter(atomic_load(&function->handle), number, &offset, &bytes);
    if (code == DRIVER_ERROR_INVALID_VALUE)
        return fail(KRT_ERROR_NOT_FOUND, "%s has no parameter %u", function->name, number);
    if (code)
        return fail_driver(driver, code, KRT_ERROR_DRIVER, "parameter %u of %s", number,
                           function->name);
    *out = (struct krt_parameter){(uint32_t)offset, (uint32_t)bytes};
    return KRT_OK;
}

krt_status krt_function_parameter(struct krt_function *function, uint32_t number,
                                  struct krt_parameter *out)
{
    if (!function || !out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_function_parameter: |%s| is NULL",
                    function ? "out" : "function");
    struct loaded_module *module = function->module;
    if (module->device->driver->kind == KRT_DRIVER_CUDA)
        return ask_driver(function, number, out);
    /* The lock is taken because another thread may unload the module. */
    pthread_mutex_lock(&module->lock);
    const struct kernel *kernel = code_object_find(&module->object, function->symbol);
    bool is_found = kernel && parameter_of(kernel, number, out);
    pthread_mutex_unlock(&module->lock);
    return is_found ? KRT_OK
                    : fail(KRT_ERROR_NOT_FOUND, "%s has no parameter %u", function->name, number);
}

krt_status krt_function_occupancy(struct krt_function *function, uint32_t threads,
                                  uint32_t shared_bytes, uint32_t *out_blocks)
{
    if (!function || !out_blocks)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_function_occupancy: |%s| is NULL",
                    function ? "out_blocks" : "function");
    struct krt_device *device = function->module->device;
    int blocks = 0;
    if (!device->driver->occupancy)
        return fail(KRT_ERROR_UNSUPPORTED, "%s lacks %s: the driver is too old",
                    device->driver->path, DRIVER_NAME(device->driver, occupancy));
    krt_status status = device_enter(device);
    if (status)
        return status;
    int code = device->driver->occupancy(&blocks, atomic_load(&function->handle), (int)threads,
                                         shared_bytes);
    if (code)
        return fail_driver(device->driver, code, KRT_ERROR_DRIVER, "occupancy of %s",
                           function->name);
    *out_blocks = (uint32_t)blocks;
    return KRT_OK;
}
