/* Variables of packages.
 *
 * HIP's loader allocates a managed variable "x", which the code object calls "x.managed", and
 * writes its address into a device variable "x" of 8 bytes. CUDA's driver gives the address itself.
 */
#include "error.h"
#include "package.h"

/* Follows the pointer of a managed variable. */
static krt_status read_pointer(struct krt_device *device, void *pointer, void **out)
{
    struct krt_stream *stream = krt_device_stream(device);
    void *address = NULL;
    krt_status status = krt_copy_to_host(stream, &address, pointer, sizeof address);
    if (!status)
        status = krt_stream_synchronize(stream);
    if (!status)
        *out = address;
    return status;
}

static krt_status find(const struct krt_variable *variable, struct loaded_module *module,
                       void **out)
{
    struct krt_device *device = module->device;
    const struct driver *driver = device->driver;
    bool is_pointer = variable->space == KRT_VARIABLE_MANAGED && driver->kind != KRT_DRIVER_CUDA;
    uint64_t wanted = is_pointer ? sizeof(void *) : variable->size;
    void *address = NULL;
    size_t bytes = 0;
    krt_status status = device_enter(device);
    if (status)
        return status;
    int code =
        driver->module_global(&address, &bytes, atomic_load(&module->handle), variable->symbol);
    if (code)
        return fail_driver(driver, code, KRT_ERROR_DRIVER, "variable %s", variable->name);
    if (bytes != wanted)
        return fail(
            KRT_ERROR_BAD_IMAGE,
            "variable %s has %llu bytes in the code object, and %llu in the package: they are "
            "of two builds",
            variable->name, (unsigned long long)bytes, (unsigned long long)wanted);
    if (is_pointer)
        return read_pointer(device, address, out);
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
