/* Devices: making one current in a thread, and describing it. */
#include "device.h"

#include "error.h"
#include "handles.h"

#include <stdio.h>

char *device_label(const struct krt_device *device, char out[24])
{
    snprintf(out, 24, "%s:%d", driver_prefix(device->driver->kind), device->index);
    return out;
}

krt_status device_enter(struct krt_device *device)
{
    krt_status status = handle_check(device, HANDLE_DEVICE);
    if (status)
        return status;
    const struct driver *driver = device->driver;
    char label[24];
    int code;
    if (driver->kind == KRT_DRIVER_CUDA) {
        void *current = NULL;
        code = driver->context_current(&current);
        if (code || current != device->context)
            code = driver->context_set(device->context);
    } else {
        int current = -1;
        code = driver->device_current(&current);
        if (code || current != device->index)
            code = driver->device_set(device->index);
    }
    if (code)
        return fail_driver(driver, code, KRT_ERROR_DRIVER, "%s: making it the thread's device",
                           device_label(device, label));
    return KRT_OK;
}

krt_status krt_device_describe(struct krt_device *device, struct krt_device_info *info)
{
    if (!device || !info)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_device_describe: |%s| is NULL",
                    device ? "info" : "device");
    krt_status status = handle_check(device, HANDLE_DEVICE);
    return status ? status : give_struct("krt_device_describe", info, &device->info, sizeof *info);
}

krt_status krt_device_synchronize(struct krt_device *device)
{
    char label[24];
    if (!device)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_device_synchronize: |device| is NULL");
    krt_status status = device_enter(device);
    if (status)
        return status;
    int code = device->driver->synchronize();
    return code ? fail_driver(device->driver, code, KRT_ERROR_DRIVER, "waiting for %s",
                              device_label(device, label))
                : KRT_OK;
}
