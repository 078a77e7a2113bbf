/* Managed memory, which is always where it is needed: advice and prefetching have nothing to do,
 * but for saying what is wrong. */
#include "memory.h"
#include "stream.h"

#include <string.h>

enum { CPU = -1 }; /* hipCpuDeviceId */

static hipError_t check_range(const void *pointer, size_t size, int device, const char *function)
{
    if (device != CPU && !gpu_at(device))
        return fail_device(function, device);
    if (!pointer || size == 0)
        return fail(hipErrorInvalidValue, "%s: no memory is named", function);
    const struct allocation *a = space_find(pointer);
    if (!a || a->kind != MEMORY_MANAGED)
        return fail(hipErrorInvalidValue, "%s: %p is not managed memory", function, pointer);
    if (!allocation_holds(a, (uintptr_t)pointer, size))
        return memory_complain(function, "the range", pointer, size);
    return hipSuccess;
}

hipError_t hipMemPrefetchAsync(const void *pointer, size_t size, int device, hipStream_t handle)
{
    hipError_t error = check_range(pointer, size, device, "hipMemPrefetchAsync");
    struct ihipStream_t *stream = error ? NULL : stream_find(handle, "hipMemPrefetchAsync", &error);
    return stream ? hipSuccess : error;
}

hipError_t hipMemAdvise(const void *pointer, size_t size, hipMemoryAdvise advice, int device)
{
    (void)advice;
    return check_range(pointer, size, device, "hipMemAdvise");
}

hipError_t hipStreamAttachMemAsync(hipStream_t handle, void *pointer, size_t size,
                                   unsigned int flags)
{
    hipError_t error;
    if (flags != hipMemAttachGlobal && flags != hipMemAttachHost && flags != hipMemAttachSingle)
        return fail(hipErrorInvalidValue, "hipStreamAttachMemAsync: unknown flags 0x%x", flags);
    if (!stream_find(handle, "hipStreamAttachMemAsync", &error))
        return error;
    return check_range(pointer, size ? size : 1, CPU, "hipStreamAttachMemAsync");
}

hipError_t hipMemRangeGetAttribute(void *out, size_t out_size, hipMemRangeAttribute attribute,
                                   const void *pointer, size_t size)
{
    static const char function[] = "hipMemRangeGetAttribute";
    hipError_t error = check_range(pointer, size, CPU, function);
    if (error)
        return error;
    if (!out || out_size < sizeof(int))
        return fail(hipErrorInvalidValue, "%s: there is no room for the answer", function);
    memset(out, 0, out_size);
    int none = -2; /* hipInvalidDeviceId */
    if (attribute == hipMemRangeAttributePreferredLocation ||
        attribute == hipMemRangeAttributeLastPrefetchLocation ||
        attribute == hipMemRangeAttributeAccessedBy)
        memcpy(out, &none, sizeof none);
    else if (attribute != hipMemRangeAttributeReadMostly &&
             attribute != hipMemRangeAttributeCoherencyMode)
        return fail(hipErrorInvalidValue, "%s: there is no attribute %d", function, (int)attribute);
    return hipSuccess;
}

hipError_t hipMemRangeGetAttributes(void **out, size_t *sizes, hipMemRangeAttribute *attributes,
                                    size_t count, const void *pointer, size_t size)
{
    if (!out || !sizes || !attributes || count == 0)
        return fail(hipErrorInvalidValue, "hipMemRangeGetAttributes: a null pointer, or nothing");
    for (size_t i = 0; i < count; i++) {
        hipError_t error = hipMemRangeGetAttribute(out[i], sizes[i], attributes[i], pointer, size);
        if (error)
            return error;
    }
    return hipSuccess;
}
