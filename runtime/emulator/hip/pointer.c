/* Facts of an address. Programs also ask about memory that HIP does not know, to test for it: these
 * answers are errors without a sentence.
 */
#include "memory.h"

#include <string.h>

/* hipMemoryType, whose numbers changed with HIP 6. */
enum place { AT_NOWHERE, AT_HOST, AT_DEVICE, AT_MANAGED };

static int place_number(enum place place)
{
    static const int hip5[] = {0, 0, 1, 1}, hip6[] = {0, 1, 2, 3};
    return hip_abi == 5 ? hip5[place] : hip6[place];
}

static enum place place_of(const struct allocation *a)
{
    switch (a->kind) {
    case MEMORY_HOST:
    case MEMORY_REGISTERED: return AT_HOST;
    case MEMORY_MANAGED: return AT_MANAGED;
    case MEMORY_DEVICE:
    case MEMORY_CODE:
    case MEMORY_INTERNAL: break;
    }
    return AT_DEVICE;
}

hipError_t hipPointerGetAttributes(hipPointerAttribute_t *out, const void *pointer)
{
    if (!out)
        return fail(hipErrorInvalidValue, "hipPointerGetAttributes: the output pointer is null");
    const struct allocation *a = pointer ? space_find(pointer) : NULL;
    if (!a && hip_abi == 5)
        return fail_quietly(hipErrorInvalidValue);
    if (!a) { /* since HIP 6 this is a valid result */
        *out = (hipPointerAttribute_t){.device = -2};
        return pointer ? hipSuccess : fail_quietly(hipErrorInvalidValue);
    }
    enum place place = place_of(a);
    bool is_host = place != AT_DEVICE;
    memset(out, 0, sizeof *out);
    out->memoryType = (hipMemoryType)place_number(place);
    out->device = gpu_of(a->device) ? gpu_of(a->device)->ordinal : 0;
    out->devicePointer = (void *)(uintptr_t)pointer;
    out->hostPointer = is_host ? (void *)(uintptr_t)pointer : NULL;
    out->isManaged = place == AT_MANAGED;
    out->allocationFlags = a->flags;
    return hipSuccess;
}

hipError_t hipPointerGetAttribute(void *out, hipPointer_attribute attribute, hipDeviceptr_t pointer)
{
    const struct allocation *a = pointer ? space_find(pointer) : NULL;
    if (!out || !pointer)
        return fail(hipErrorInvalidValue, "hipPointerGetAttribute: a null pointer");
    if (!a && attribute != HIP_POINTER_ATTRIBUTE_MAPPED)
        return fail_quietly(hipErrorInvalidValue);
    switch ((int)attribute) {
    case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)out = (unsigned)place_number(place_of(a));
        break;
    case HIP_POINTER_ATTRIBUTE_DEVICE_POINTER: *(void **)out = pointer; break;
    case HIP_POINTER_ATTRIBUTE_HOST_POINTER:
        if (place_of(a) == AT_DEVICE)
            return fail_quietly(hipErrorInvalidValue);
        *(void **)out = pointer;
        break;
    case HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS: *(int *)out = 0; break;
    case HIP_POINTER_ATTRIBUTE_BUFFER_ID: *(unsigned long long *)out = a->serial; break;
    case HIP_POINTER_ATTRIBUTE_IS_MANAGED: *(int *)out = place_of(a) == AT_MANAGED; break;
    case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)out = gpu_of(a->device) ? gpu_of(a->device)->ordinal : 0;
        break;
    case HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR: *(void **)out = a->address; break;
    case HIP_POINTER_ATTRIBUTE_RANGE_SIZE: *(unsigned *)out = (unsigned)a->size; break;
    case HIP_POINTER_ATTRIBUTE_MAPPED: *(bool *)out = a != NULL; break;
    case HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS: *(unsigned *)out = 3; break; /* read and write */
    default:
        return fail(hipErrorNotSupported, "hipPointerGetAttribute: attribute %d is not supported",
                    (int)attribute);
    }
    return hipSuccess;
}

hipError_t hipDrvPointerGetAttributes(unsigned int count, hipPointer_attribute *attributes,
                                      void **out, hipDeviceptr_t pointer)
{
    if (!attributes || !out || count == 0)
        return fail(hipErrorInvalidValue, "hipDrvPointerGetAttributes: %s",
                    count ? "an array is null" : "no attribute is asked for");
    for (unsigned i = 0; i < count; i++) {
        hipError_t error = hipPointerGetAttribute(out[i], attributes[i], pointer);
        if (error && error != hipErrorInvalidValue)
            return error;
    }
    return hipSuccess;
}

hipError_t hipMemGetAddressRange(hipDeviceptr_t *out_base, size_t *out_size, hipDeviceptr_t pointer)
{
    const struct allocation *a = pointer ? space_find(pointer) : NULL;
    if (!a)
        return fail(hipErrorNotFound, "hipMemGetAddressRange: %p is in no allocation", pointer);
    if (out_base)
        *out_base = a->address;
    if (out_size)
        *out_size = a->size;
    return hipSuccess;
}

hipError_t hipMemPtrGetInfo(void *pointer, size_t *out)
{
    const struct allocation *a = pointer ? space_find(pointer) : NULL;
    if (!out || !a)
        return fail(hipErrorInvalidValue, "hipMemPtrGetInfo: %p is in no allocation", pointer);
    *out = a->size;
    return hipSuccess;
}

static const struct allocation *find_host(const void *pointer)
{
    const struct allocation *a = pointer ? space_find(pointer) : NULL;
    return a && place_of(a) != AT_DEVICE ? a : NULL;
}

/* Host memory has the same address on devices. */
hipError_t hipHostGetDevicePointer(void **out, void *pointer, unsigned int flags)
{
    if (!out || !pointer || flags != 0)
        return fail(hipErrorInvalidValue, "hipHostGetDevicePointer: %s",
                    flags ? "the flags have to be 0" : "a pointer is null");
    if (!space_find(pointer))
        return fail_quietly(hipErrorInvalidValue);
    *out = pointer;
    return hipSuccess;
}

hipError_t hipHostGetFlags(unsigned int *out, void *pointer)
{
    const struct allocation *a = find_host(pointer);
    if (!out || !a)
        return fail(hipErrorInvalidValue, "hipHostGetFlags: %p is not host memory that HIP knows",
                    pointer);
    *out = a->flags;
    return hipSuccess;
}
