/* Libraries of a GPU's vendor: whether they use the driver that libkrt uses; and what libkrt_ops
 * asks of the driver itself. */
#include "vendor.h"

#include <dlfcn.h>
#include <krt/extend.h>
#include <stddef.h>
#include <string.h>

void *vendor_driver_function(const char *driver, const char *name)
{
    void *library = dlopen(driver, RTLD_NOW | RTLD_NOLOAD);
    void *function = library ? dlsym(library, name) : NULL;
    if (library)
        dlclose(library); /* only takes back dlopen()'s count: libkrt keeps the library open */
    return function;
}

bool vendor_is_of_driver(void *library, const char *driver)
{
    static const char name[] = "hipModuleLaunchKernel";
    void *theirs = dlsym(library, name);
    return !theirs || theirs == vendor_driver_function(driver, name);
}

krt_status vendor_allow_shared(struct krt_device *device, const struct krt_device_info *info,
                               struct krt_function *function, uint32_t bytes)
{
    enum { ALLOWED = 48 * 1024, DYNAMIC_SHARED_BYTES = 8 }; /* the latter of cuda.h */
    int (*set_attribute)(void *function, int attribute, int value);
    if (info->driver != KRT_DRIVER_CUDA || bytes <= ALLOWED)
        return KRT_OK;
    void *symbol = vendor_driver_function(info->library, "cuFuncSetAttribute");
    memcpy(&set_attribute, &symbol, sizeof symbol);
    krt_status status = krt_device_enter(device);
    if (status)
        return status;
    int error = symbol
                    ? set_attribute(krt_function_native(function), DYNAMIC_SHARED_BYTES, (int)bytes)
                    : -1;
    return error
               ? krt_fail(KRT_ERROR_UNSUPPORTED,
                          "%s does not have %u bytes of shared memory for a block (CUDA error %d)",
                          info->target, bytes, error)
               : KRT_OK;
}
