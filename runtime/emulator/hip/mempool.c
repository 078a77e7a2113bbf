/* Stream-ordered allocation, and the pools that it names.
 *
 * Memory is allocated at once: only freeing waits for the stream. A pool keeps no freed memory, but
 * reports the numbers of one that does.
 */
#include "capture.h"
#include "handle.h"
#include "memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static hipError_t check_pool(hipMemPool_t pool, const char *function)
{
    for (unsigned i = 0; i < gpu_count(); i++) {
        if (pool == &gpu_at((int)i)->default_pool)
            return hipSuccess;
    }
    if (handle_is(pool, HANDLE_POOL))
        return hipSuccess;
    return fail(hipErrorInvalidValue, "%s: %p is not a pool, or is one that was destroyed",
                function, (void *)pool);
}

/* ---- The pools' allocations ------------------------------------------------------------------ */

struct pool_memory {
    const void *address;
    size_t size;
    struct ihipMemPoolHandle_t *pool;
    struct pool_memory *next;
};

static struct pool_memory *memories; /* guarded by the lock */
static _Atomic unsigned memory_count;

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* False without memory. */
static bool remember(struct ihipMemPoolHandle_t *pool, const void *address, size_t size)
{
    struct pool_memory *memory = malloc(sizeof *memory);
    if (!memory)
        return false;
    runtime_lock();
    *memory = (struct pool_memory){address, size, pool, memories};
    memories = memory;
    pool->used += size;
    pool->used_most = most(pool->used_most, pool->used);
    pool->reserved = most(pool->reserved, pool->used);
    pool->reserved_most = most(pool->reserved_most, pool->reserved);
    runtime_unlock();
    atomic_fetch_add(&memory_count, 1);
    return true;
}

/* Freed memory is not kept, but the numbers are as if it were. With the lock held. */
static void shrink(struct ihipMemPoolHandle_t *pool, uint64_t keep)
{
    if (pool->reserved > keep)
        pool->reserved = most(pool->used, keep);
}

void pool_forget(const void *address)
{
    if (atomic_load(&memory_count) == 0)
        return;
    runtime_lock();
    struct pool_memory **at = &memories;
    while (*at && (*at)->address != address)
        at = &(*at)->next;
    struct pool_memory *memory = *at;
    struct ihipMemPoolHandle_t *pool = memory ? memory->pool : NULL;
    if (memory) {
        *at = memory->next;
        pool->used -= memory->size;
        shrink(pool, pool->threshold);
        atomic_fetch_sub(&memory_count, 1);
    }
    bool is_last = pool && pool->is_destroyed && pool->used == 0;
    runtime_unlock();
    free(memory);
    if (is_last)
        free(pool);
}

/* ---- Allocating ----------------------------------------------------------------------------- */

static hipError_t allocate(void **out, size_t size, struct ihipMemPoolHandle_t *pool,
                           hipStream_t handle, const char *function)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, function, &error);
    if (!stream)
        return error;
    if (!out)
        return fail(hipErrorInvalidValue, "%s: the output pointer is null", function);
    *out = NULL;
    if (size == 0)
        return hipSuccess;
    runtime_lock();
    struct ihipMemPoolHandle_t *from = pool ? pool : stream->gpu->pool;
    runtime_unlock();
    void *address = memory_allocate(from->gpu, MEMORY_DEVICE, size, 0, function);
    if (!address || !remember(from, address, size)) {
        memory_release(address);
        return fail(hipErrorOutOfMemory, "%s: there is no memory for %zu bytes", function, size);
    }
    runtime_lock();
    error = stream->capture ? capture_allocate(stream, address, size) : hipSuccess;
    runtime_unlock();
    if (error)
        memory_release(address);
    else
        *out = address;
    return fail_quietly(error);
}

hipError_t hipMallocAsync(void **out, size_t size, hipStream_t stream)
{
    hipError_t error;
    const struct ihipStream_t *found = stream_find(stream, "hipMallocAsync", &error);
    if (found)
        error = capture_check_order(found, "hipMallocAsync");
    if (!found || error)
        return error;
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
    if (stream)
        error = capture_check_order(stream, "hipFreeAsync");
    if (!stream || error)
        return error;
    if (!pointer)
        return fail(hipErrorInvalidValue, "hipFreeAsync: the address is null");
    if (!a || a->address != pointer || a->kind != MEMORY_DEVICE)
        return memory_complain("hipFreeAsync", "what is to be freed", pointer, 0);
    struct work work = {.kind = WORK_FREE, .pointer = pointer}; /* captured, it does nothing */
    return stream_submit(stream, &work);
}

/* ---- Pools ---------------------------------------------------------------------------------- */

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *out, int ordinal)
{
    struct gpu *gpu = gpu_at(ordinal);
    if (!gpu)
        return fail_device("hipDeviceGetDefaultMemPool", ordinal);
    if (!out)
        return fail(hipErrorInvalidValue, "hipDeviceGetDefaultMemPool: the output pointer is null");
    *out = &gpu->default_pool;
    return hipSuccess;
}

hipError_t hipDeviceGetMemPool(hipMemPool_t *out, int ordinal)
{
    struct gpu *gpu = gpu_at(ordinal);
    if (!gpu)
        return fail_device("hipDeviceGetMemPool", ordinal);
    if (!out)
        return fail(hipErrorInvalidValue, "hipDeviceGetMemPool: the output pointer is null");
    runtime_lock();
    *out = gpu->pool;
    runtime_unlock();
    return hipSuccess;
}

hipError_t hipDeviceSetMemPool(int ordinal, hipMemPool_t pool)
{
    struct gpu *gpu = gpu_at(ordinal);
    hipError_t error = check_pool(pool, "hipDeviceSetMemPool");
    if (!error)
        error = capture_check(CAPTURE_SETTING, "hipDeviceSetMemPool");
    if (!error && !gpu)
        error = fail(hipErrorInvalidValue, "hipDeviceSetMemPool: there is no device %d", ordinal);
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

static struct ihipMemPoolHandle_t *make_pool(struct gpu *gpu, hipMemAllocationHandleType type)
{
    struct ihipMemPoolHandle_t *pool = calloc(1, sizeof *pool);
    if (!pool || !handle_add(pool, HANDLE_POOL)) {
        free(pool);
        return NULL;
    }
    *pool = (struct ihipMemPoolHandle_t){.gpu = gpu, .reuse = {1, 1, 1}, .handle_type = type};
    return pool;
}

hipError_t hipMemPoolCreate(hipMemPool_t *out, const hipMemPoolProps *properties)
{
    if (!out || !properties)
        return fail(hipErrorInvalidValue, "hipMemPoolCreate: a null pointer");
    if (properties->allocType != hipMemAllocationTypePinned ||
        properties->location.type != hipMemLocationTypeDevice)
        return fail(hipErrorInvalidValue, "hipMemPoolCreate: pools are of pinned device memory");
    if (properties->handleTypes != hipMemHandleTypeNone &&
        properties->handleTypes != hipMemHandleTypePosixFileDescriptor)
        return fail(hipErrorNotSupported, "hipMemPoolCreate: handles are file descriptors");
    struct gpu *gpu = gpu_at(properties->location.id);
    if (!gpu)
        return fail(hipErrorInvalidValue, "hipMemPoolCreate: there is no device %d",
                    properties->location.id);
    hipError_t error = capture_check(CAPTURE_SETTING, "hipMemPoolCreate");
    if (error)
        return error;
    *out = make_pool(gpu, properties->handleTypes);
    return *out ? hipSuccess : fail(hipErrorOutOfMemory, "hipMemPoolCreate: out of memory");
}

hipError_t hipMemPoolDestroy(hipMemPool_t pool)
{
    hipError_t error = check_pool(pool, "hipMemPoolDestroy");
    if (!error)
        error = capture_check(CAPTURE_SETTING, "hipMemPoolDestroy");
    if (error)
        return error;
    if (pool == &pool->gpu->default_pool)
        return fail(hipErrorInvalidValue, "hipMemPoolDestroy: the default pool is not destroyed");
    handle_remove(pool);
    runtime_lock();
    if (pool->gpu->pool == pool)
        pool->gpu->pool = &pool->gpu->default_pool;
    pool->is_destroyed = true;
    bool is_empty = pool->used == 0;
    runtime_unlock();
    if (is_empty)
        free(pool);
    return hipSuccess;
}

hipError_t hipMemPoolTrimTo(hipMemPool_t pool, size_t bytes)
{
    hipError_t error = check_pool(pool, "hipMemPoolTrimTo");
    if (error)
        return error;
    runtime_lock();
    shrink(pool, bytes);
    runtime_unlock();
    return hipSuccess;
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
        runtime_lock();
        if (attribute == hipMemPoolAttrUsedMemHigh)
            pool->used_most = pool->used;
        else
            pool->reserved_most = pool->reserved;
        runtime_unlock();
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
        return fail(hipErrorInvalidValue, "hipMemPoolGetAttribute: the output pointer is null");
    switch (attribute) {
    case hipMemPoolReuseFollowEventDependencies:
    case hipMemPoolReuseAllowOpportunistic:
    case hipMemPoolReuseAllowInternalDependencies: *(int *)out = pool->reuse[attribute - 1]; break;
    case hipMemPoolAttrReleaseThreshold: *(uint64_t *)out = pool->threshold; break;
    case hipMemPoolAttrReservedMemCurrent: *(uint64_t *)out = pool->reserved; break;
    case hipMemPoolAttrReservedMemHigh: *(uint64_t *)out = pool->reserved_most; break;
    case hipMemPoolAttrUsedMemCurrent: *(uint64_t *)out = pool->used; break;
    case hipMemPoolAttrUsedMemHigh: *(uint64_t *)out = pool->used_most; break;
    default:
        return fail(hipErrorInvalidValue, "hipMemPoolGetAttribute: there is no attribute %d",
                    (int)attribute);
    }
    return hipSuccess;
}

hipError_t hipMemPoolSetAccess(hipMemPool_t pool, const hipMemAccessDesc *list, size_t count)
{
    static const char function[] = "hipMemPoolSetAccess";
    hipError_t error = check_pool(pool, function);
    if (!error && !list)
        error = fail(hipErrorInvalidValue, "%s: the list is null", function);
    if (!error && count > gpu_count())
        error = fail(hipErrorInvalidDevice, "%s: %zu places, and there are %u devices", function,
                     count, gpu_count());
    for (size_t i = 0; i < count && !error; i++) {
        const hipMemAccessDesc *place = &list[i];
        if (place->location.type != hipMemLocationTypeDevice)
            error = fail(hipErrorInvalidValue, "%s: place %zu is not a device", function, i);
        else if (!gpu_at(place->location.id))
            error = fail_device(function, place->location.id);
        else if (place->flags == hipMemAccessFlagsProtNone)
            error = fail(hipErrorInvalidDevice, "%s: access is not taken from device %d", function,
                         place->location.id);
        else if ((unsigned)place->flags > hipMemAccessFlagsProtReadWrite)
            error = fail(hipErrorInvalidValue, "%s: unknown flags 0x%x", function,
                         (unsigned)place->flags);
    }
    return error;
}

hipError_t hipMemPoolGetAccess(hipMemAccessFlags *out, hipMemPool_t pool, hipMemLocation *location)
{
    hipError_t error = check_pool(pool, "hipMemPoolGetAccess");
    if (error)
        return error;
    if (!out || !location || location->type != hipMemLocationTypeDevice || !gpu_at(location->id))
        return fail(hipErrorInvalidValue, "hipMemPoolGetAccess: %s",
                    !out || !location ? "a null pointer" : "the place is not a device");
    *out = hipMemAccessFlagsProtReadWrite;
    return hipSuccess;
}

/* ---- Between processes: the pool is an ordinary one there, its memory is shared --------- */

hipError_t hipMemPoolExportToShareableHandle(void *out, hipMemPool_t pool,
                                             hipMemAllocationHandleType type, unsigned int flags)
{
    static const char function[] = "hipMemPoolExportToShareableHandle";
    hipError_t error = check_pool(pool, function);
    if (error)
        return error;
    if (!out || flags != 0 || type != pool->handle_type || type == hipMemHandleTypeNone)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    !out    ? "the output pointer is null"
                    : flags ? "the flags have to be 0"
                            : "the pool was not made for handles of this type");
    int file = share_file(1);
    if (file < 0)
        return fail(hipErrorInvalidValue, "%s: there is no file", function);
    *(int *)out = file;
    return hipSuccess;
}

hipError_t hipMemPoolImportFromShareableHandle(hipMemPool_t *out, void *handle,
                                               hipMemAllocationHandleType type, unsigned int flags)
{
    static const char function[] = "hipMemPoolImportFromShareableHandle";
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device(function, thread_self()->device);
    if (!out || !handle || type != hipMemHandleTypePosixFileDescriptor || flags != 0)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    !out || !handle ? "a pointer is null"
                    : flags         ? "the flags have to be 0"
                                    : "only file descriptors can be imported");
    if (lseek((int)(intptr_t)handle, 0, SEEK_CUR) < 0)
        return fail(hipErrorOutOfMemory, "%s: descriptor %d is not a pool", function,
                    (int)(intptr_t)handle);
    *out = make_pool(gpu, type);
    return *out ? hipSuccess : fail(hipErrorOutOfMemory, "%s: out of memory", function);
}

hipError_t hipMemPoolExportPointer(hipMemPoolPtrExportData *out, void *pointer)
{
    struct share_handle handle;
    if (!out || !pointer)
        return fail(hipErrorInvalidValue, "hipMemPoolExportPointer: a null pointer");
    hipError_t error = share_export(pointer, &handle, "hipMemPoolExportPointer");
    if (error)
        return error;
    memset(out, 0, sizeof *out);
    memcpy(out, &handle, sizeof handle);
    return hipSuccess;
}

hipError_t hipMemPoolImportPointer(void **out, hipMemPool_t pool, hipMemPoolPtrExportData *data)
{
    static const char function[] = "hipMemPoolImportPointer";
    struct share_handle handle;
    hipError_t error = check_pool(pool, function);
    if (!error && (!out || !data))
        error = fail(hipErrorInvalidValue, "%s: a null pointer", function);
    if (error)
        return error;
    memcpy(&handle, data, sizeof handle);
    *out = share_import(pool->gpu, &handle, function);
    return *out ? hipSuccess
                : fail(hipErrorOutOfMemory,
                       "%s: process %d is gone, or its memory was freed, or is out of reach",
                       function, handle.process);
}
