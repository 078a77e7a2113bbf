/* Variables of packages. For a managed variable, drivers give the address by the same function as
 * for a device variable. */
#include "error.h"
#include "package.h"

static krt_status find(const struct krt_variable *variable, struct loaded_module *module,
                       void **out)
{
    struct krt_device *device = module->device;
    const struct driver *driver = device->driver;
    void *address = NULL;
    size_t bytes = 0;
    krt_status status = device_enter(device);
    if (status)
        return status;
    int code =
        driver->module_global(&address, &bytes, atomic_load(&module->handle), variable->symbol);
    if (code)
        return fail_driver(driver, code, KRT_ERROR_DRIVER, "variable %s", variable->name);
    if (bytes != variable->size)
        return fail(
            KRT_ERROR_BAD_IMAGE,
            "variable %s has %llu bytes in the code object, and %llu in the package: they are "
            "of two builds",
            variable->name, (unsigned long long)bytes, (unsigned long long)variable->size);
    *out = address;
    return KRT_OK;
}

krt_status krt_variable_get(const struct krt_package *package, const struct krt_variable *variable,
                            struct krt_device *device, void **out_address, uint64_t *out_bytes)
{
    if (!package || !variable || !device)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_variable_get: |%s| is NULL",
                    !package    ? "package"
                    : !variable ? "variable"
                                : "device");
    struct loaded_package *loaded;
    krt_status status = package_on(package, device, &loaded);
    if (status)
        return status;
    if (variable->module >= package->module_count)
        return fail(KRT_ERROR_NOT_FOUND, "package %s has %u modules, and no number %u",
                    package->name, package->module_count, variable->module);
    struct loaded_module *module = &loaded->modules[variable->module];
    void *address = NULL;
    status = module_load(module);
    if (!status)
        status = find(variable, module, &address);
    if (status)
        return status;
    if (out_address)
        *out_address = address;
    if (out_bytes)
        *out_bytes = variable->size;
    return KRT_OK;
}
