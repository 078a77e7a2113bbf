/* Stream-ordered allocation, and the pools that it names.
 *
 * Memory is there at once: only freeing waits for the stream. A pool holds nothing back, so that
 * its numbers are those of what is in use.
 */
#include "memory.h"
#include "stream.h"

#include <stdlib.h>

static hipError_t check_pool(hipMemPool_t pool, const char *function)
{
    return pool ? hipSuccess : fail(hipErrorInvalidValue, "%s: the pool is null", function);
}

static hipError_t allocate(void **out, size_t size, hipMemPool_t pool, hipStream_t handle,
                           const char *function)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, function, &error);
    if (!stream)
        return error;
    if (!out)
        return fail(hipErrorInvalidValue, "%s: where to write the address is null", function);
    *out = NULL;
    if (size == 0)
        return hipSuccess;
    struct gpu *gpu = pool ? pool->gpu : stream->gpu;
    *out = memory_allocate(gpu, MEMORY_DEVICE, size, 0, function);
    return *out ? hipSuccess
                : fail(hipErrorOutOfMemory, "%s: there is no memory for %zu bytes", function, size);
}

hipError_t hipMallocAsync(void **out, size_t size, hipStream_t stream)
{
    return allocate(out, size, NULL, stream, "hipMallocAsync");
}

hipError_t hipMallocFromPoolAsync(void **out, size_t size, hipMemPool_t pool, hipStream_t stream)
{
    hipError_t error = check_pool(pool, "hipMallocFromPoolAsync");
    return error ? error : allocate(out, size, pool, stream, "hipMallocFromPoolAsync");
}

hipError_t hipFreeAsync(void *pointer, hipStream_t handle)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, "hipFreeAsync", &error);
    const struct allocation *a = pointer ? space_find(pointer) : NULL;
    if (!stream)
        return error;
    if (!pointer)
        return fail(hipErrorInvalidValue, "hipFreeAsync: the address is null");
    if (!a || a->address != pointer || a->kind != MEMORY_DEVICE)
        return memory_complain("hipFreeAsync", "what is to be freed", pointer, 0);
    struct work work = {.kind = WORK_FREE, .pointer = pointer};
    return stream_submit(stream, &work);
}

/* ---- Pools ---------------------------------------------------------------------------------- */

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *out, int ordinal)
{
    struct gpu *gpu = gpu_at(ordinal);
    if (!gpu)
        return fail_device("hipDeviceGetDefaultMemPool", ordinal);
    if (!out)
        return fail(hipErrorInvalidValue, "hipDeviceGetDefaultMemPool: where to write is null");
    *out = &gpu->default_pool;
    return hipSuccess;
}

hipError_t hipDeviceGetMemPool(hipMemPool_t *out, int ordinal)
{
    struct gpu *gpu = gpu_at(ordinal);
    if (!gpu)
        return fail_device("hipDeviceGetMemPool", ordinal);
    if (!out)
        return fail(hipErrorInvalidValue, "hipDeviceGetMemPool: where to write is null");
    runtime_lock();
    *out = gpu->pool;
    runtime_unlock();
    return hipSuccess;
}

hipError_t hipDeviceSetMemPool(int ordinal, hipMemPool_t pool)
{
    struct gpu *gpu = gpu_at(ordinal);
    hipError_t error = check_pool(pool, "hipDeviceSetMemPool");
    if (!gpu)
        return fail_device("hipDeviceSetMemPool", ordinal);
    if (error)
        return error;
    if (pool->gpu != gpu)
        return fail(hipErrorInvalidDevice, "hipDeviceSetMemPool: the pool is of device %d, not %d",
                    pool->gpu->ordinal, ordinal);
    runtime_lock();
    gpu->pool = pool;
    runtime_unlock();
    return hipSuccess;
}

hipError_t hipMemPoolCreate(hipMemPool_t *out, const hipMemPoolProps *properties)
{
    if (!out || !properties)
        return fail(hipErrorInvalidValue, "hipMemPoolCreate: a null pointer");
    if (properties->allocType != hipMemAllocationTypePinned ||
        properties->location.type != hipMemLocationTypeDevice)
        return fail(hipErrorInvalidValue, "hipMemPoolCreate: pools are of pinned device memory");
    if (properties->handleTypes != hipMemHandleTypeNone)
        return fail(hipErrorNotSupported, "hipMemPoolCreate: memory is not shared with processes");
    struct gpu *gpu = gpu_at(properties->location.id);
    if (!gpu)
        return fail_device("hipMemPoolCreate", properties->location.id);
    struct ihipMemPoolHandle_t *pool = calloc(1, sizeof *pool);
    if (!pool)
        return fail(hipErrorOutOfMemory, "hipMemPoolCreate: out of memory");
    *pool = (struct ihipMemPoolHandle_t){.gpu = gpu, .reuse = {1, 1, 1}};
    *out = pool;
    return hipSuccess;
}

hipError_t hipMemPoolDestroy(hipMemPool_t pool)
{
    hipError_t error = check_pool(pool, "hipMemPoolDestroy");
    if (error)
        return error;
    if (pool == &pool->gpu->default_pool)
        return fail(hipErrorInvalidValue, "hipMemPoolDestroy: the default pool is not destroyed");
    runtime_lock();
    if (pool->gpu->pool == pool)
        pool->gpu->pool = &pool->gpu->default_pool;
    runtime_unlock();
    free(pool);
    return hipSuccess;
}

hipError_t hipMemPoolTrimTo(hipMemPool_t pool, size_t bytes)
{
    (void)bytes; /* nothing is held back */
    return check_pool(pool, "hipMemPoolTrimTo");
}

hipError_t hipMemPoolSetAttribute(hipMemPool_t pool, hipMemPoolAttr attribute, void *value)
{
    hipError_t error = check_pool(pool, "hipMemPoolSetAttribute");
    if (error)
        return error;
    if (!value)
        return fail(hipErrorInvalidValue, "hipMemPoolSetAttribute: the value is null");
    switch (attribute) {
    case hipMemPoolReuseFollowEventDependencies:
    case hipMemPoolReuseAllowOpportunistic:
    case hipMemPoolReuseAllowInternalDependencies:
        pool->reuse[attribute - 1] = *(int *)value;
        break;
    case hipMemPoolAttrReleaseThreshold: pool->threshold = *(uint64_t *)value; break;
    case hipMemPoolAttrReservedMemHigh:
    case hipMemPoolAttrUsedMemHigh:
        if (*(uint64_t *)value != 0)
            return fail(hipErrorInvalidValue,
                        "hipMemPoolSetAttribute: a high mark is only reset to 0");
        break;
    default:
        return fail(hipErrorInvalidValue, "hipMemPoolSetAttribute: attribute %d is not set",
                    (int)attribute);
    }
    return hipSuccess;
}

hipError_t hipMemPoolGetAttribute(hipMemPool_t pool, hipMemPoolAttr attribute, void *out)
{
    hipError_t error = check_pool(pool, "hipMemPoolGetAttribute");
    if (error)
        return error;
    if (!out)
        return fail(hipErrorInvalidValue, "hipMemPoolGetAttribute: where to write is null");
    switch (attribute) {
    case hipMemPoolReuseFollowEventDependencies:
    case hipMemPoolReuseAllowOpportunistic:
    case hipMemPoolReuseAllowInternalDependencies: *(int *)out = pool->reuse[attribute - 1]; break;
    case hipMemPoolAttrReleaseThreshold: *(uint64_t *)out = pool->threshold; break;
    case hipMemPoolAttrReservedMemCurrent:
    case hipMemPoolAttrReservedMemHigh:
    case hipMemPoolAttrUsedMemCurrent:
    case hipMemPoolAttrUsedMemHigh: *(uint64_t *)out = pool->gpu->used; break;
    default:
        return fail(hipErrorInvalidValue, "hipMemPoolGetAttribute: there is no attribute %d",
                    (int)attribute);
    }
    return hipSuccess;
}

hipError_t hipMemPoolSetAccess(hipMemPool_t pool, const hipMemAccessDesc *list, size_t count)
{
    hipError_t error = check_pool(pool, "hipMemPoolSetAccess");
    for (size_t i = 0; i < count && !error; i++) {
        if (!list || !gpu_at(list[i].location.id))
            return fail_device("hipMemPoolSetAccess", list ? list[i].location.id : -1);
    }
    return error;
}

hipError_t hipMemPoolGetAccess(hipMemAccessFlags *out, hipMemPool_t pool, hipMemLocation *location)
{
    hipError_t error = check_pool(pool, "hipMemPoolGetAccess");
    if (error)
        return error;
    if (!out || !location)
        return fail(hipErrorInvalidValue, "hipMemPoolGetAccess: a null pointer");
    if (!gpu_at(location->id))
        return fail_device("hipMemPoolGetAccess", location->id);
    *out = hipMemAccessFlagsProtReadWrite;
    return hipSuccess;
}
