/* Differences between the vendors' libraries: names, errors, attributes, targets. */
#include "driver.h"

#include <stdio.h>
#include <string.h>

const char *driver_prefix(enum krt_driver kind)
{
    switch (kind) {
    case KRT_DRIVER_HIP: return "hip";
    case KRT_DRIVER_EMULATOR: return "emu";
    case KRT_DRIVER_CUDA: return "cuda";
    }
    return "unknown";
}

void driver_error_text(const struct driver *driver, int code, char *out, size_t size)
{
    const char *name = NULL, *text = NULL;
    if (driver->kind == KRT_DRIVER_CUDA) {
        driver->cuda_error_name(code, &name);
        driver->cuda_error_text(code, &text);
    } else {
        name = driver->hip_error_name(code);
        text = driver->hip_error_text(code);
    }
    if (!name)
        snprintf(out, size, "error %d", code);
    else if (!text || strcmp(name, text) == 0)
        snprintf(out, size, "%s", name);
    else
        snprintf(out, size, "%s (%s)", text, name);
}

/* The numbers of CUdevice_attribute, and of hipDeviceAttribute_t, which are the same in HIP 5.2 to
 * 7.2. */
int driver_attribute(const struct driver *driver, enum driver_attribute attribute, int device,
                     int *out)
{
    static const struct {
        int hip, cuda;
    } numbers[DRIVER_ATTRIBUTE_COUNT] = {
        [DRIVER_MAX_THREADS_PER_BLOCK] = {56, 1},
        [DRIVER_MAX_BLOCK_X] = {26, 2},
        [DRIVER_MAX_BLOCK_Y] = {27, 3},
        [DRIVER_MAX_BLOCK_Z] = {28, 4},
        [DRIVER_MAX_GRID_X] = {29, 5},
        [DRIVER_MAX_GRID_Y] = {30, 6},
        [DRIVER_MAX_GRID_Z] = {31, 7},
        [DRIVER_SHARED_BYTES] = {74, 8},
        [DRIVER_WARP_SIZE] = {87, 10},
        [DRIVER_MULTIPROCESSORS] = {63, 16},
        [DRIVER_MEMORY_POOLS] = {88, 115},
    };
    bool is_cuda = driver->kind == KRT_DRIVER_CUDA;
    return driver->device_attribute(out, is_cuda ? numbers[attribute].cuda : numbers[attribute].hip,
                                    device);
}

static int cuda_target(const struct driver *driver, int device, char out[64])
{
    enum { MAJOR = 75, MINOR = 76 }; /* CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_... */
    int major, minor, code = driver->device_attribute(&major, MAJOR, device);
    if (!code)
        code = driver->device_attribute(&minor, MINOR, device);
    if (!code)
        snprintf(out, 64, "sm_%d%d", major, minor);
    return code;
}

/* gcnArchName has one offset in the hipDeviceProp_t of HIP 5 (792 bytes) and another one in that of
 * HIP 6 and 7 (1472 bytes), whose function has another name. */
static int hip_target(const struct driver *driver, int index, char out[64])
{
    enum { ARCH_5 = 396, ARCH_6 = 1160, ARCH_SIZE = 256 };
    union {
        char bytes[8192];
        long long aligned;
    } properties = {.bytes = {0}};
    bool is_new = driver->device_properties != NULL;
    int code = is_new ? driver->device_properties(properties.bytes, index)
                      : driver->device_properties_5(properties.bytes, index);
    if (!code) {
        properties.bytes[(is_new ? ARCH_6 : ARCH_5) + ARCH_SIZE - 1] = '\0';
        snprintf(out, 64, "%.63s", properties.bytes + (is_new ? ARCH_6 : ARCH_5));
    }
    return code;
}

int driver_target(const struct driver *driver, int index, int device, char out[64])
{
    return driver->kind == KRT_DRIVER_CUDA ? cuda_target(driver, device, out)
                                           : hip_target(driver, index, out);
}
