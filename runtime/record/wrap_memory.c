/* Functions that make and free memory: see wrap.h. */
#include "wrap.h"

struct extent {
    size_t width, height, depth;
};
struct pitched {
    void *address;
    size_t pitch, width, height;
};

static int added(int error, void *const *out, uint64_t size, enum record_memory kind)
{
    if (error == HIP_SUCCESS && out) {
        recorder_lock();
        memory_add(*out, size, kind);
        recorder_unlock();
    }
    return error;
}

/* Forgets an allocation before the runtime frees it: another thread may get the address then. */
static struct record_allocation removed(const void *address)
{
    recorder_lock();
    struct record_allocation allocation = memory_remove(address);
    recorder_unlock();
    return allocation;
}

/* Returns |error|, the result of a free. A call that the runtime refused has freed nothing; an
 * error of earlier work may be the result of one that did free. */
static int freed(int error, const struct record_allocation *allocation)
{
    if (error != HIP_SUCCESS && !error_is_of_work(error)) {
        recorder_lock();
        memory_restore(allocation);
        recorder_unlock();
    }
    return error;
}

DEFINE(hipMalloc, int, (void **out, size_t size))
{
    return added(REAL(hipMalloc, out, size), out, size, RECORD_MALLOC);
}

DEFINE(hipExtMallocWithFlags, int, (void **out, size_t size, unsigned flags))
{
    return added(REAL(hipExtMallocWithFlags, out, size, flags), out, size, RECORD_MALLOC);
}

DEFINE(hipMallocManaged, int, (void **out, size_t size, unsigned flags))
{
    return added(REAL(hipMallocManaged, out, size, flags), out, size, RECORD_MANAGED);
}

DEFINE(hipHostMalloc, int, (void **out, size_t size, unsigned flags))
{
    return added(REAL(hipHostMalloc, out, size, flags), out, size, RECORD_HOST);
}

DEFINE(hipHostAlloc, int, (void **out, size_t size, unsigned flags))
{
    return added(REAL(hipHostAlloc, out, size, flags), out, size, RECORD_HOST);
}

DEFINE(hipExtHostAlloc, int, (void **out, size_t size, unsigned flags))
{
    return added(REAL(hipExtHostAlloc, out, size, flags), out, size, RECORD_HOST);
}

DEFINE(hipMallocHost, int, (void **out, size_t size))
{
    return added(REAL(hipMallocHost, out, size), out, size, RECORD_HOST);
}

DEFINE(hipMemAllocHost, int, (void **out, size_t size))
{
    return added(REAL(hipMemAllocHost, out, size), out, size, RECORD_HOST);
}

DEFINE(hipMallocPitch, int, (void **out, size_t *pitch, size_t width, size_t height))
{
    int error = REAL(hipMallocPitch, out, pitch, width, height);
    return added(error, out, error ? 0 : *pitch * height, RECORD_MALLOC);
}

DEFINE(hipMemAllocPitch, int,
       (void **out, size_t *pitch, size_t width, size_t height, unsigned element))
{
    int error = REAL(hipMemAllocPitch, out, pitch, width, height, element);
    return added(error, out, error ? 0 : *pitch * height, RECORD_MALLOC);
}

DEFINE(hipMalloc3D, int, (struct pitched * out, struct extent extent))
{
    int error = REAL(hipMalloc3D, out, extent);
    return error ? error
                 : added(error, &out->address, out->pitch * extent.height * extent.depth,
                         RECORD_MALLOC);
}

DEFINE(hipMallocAsync, int, (void **out, size_t size, void *stream))
{
    return added(REAL(hipMallocAsync, out, size, stream), out, size, RECORD_POOL);
}

DEFINE(hipMallocFromPoolAsync, int, (void **out, size_t size, void *pool, void *stream))
{
    return added(REAL(hipMallocFromPoolAsync, out, size, pool, stream), out, size, RECORD_POOL);
}

DEFINE(hipHostRegister, int, (void *address, size_t size, unsigned flags))
{
    return added(REAL(hipHostRegister, address, size, flags), &address, size, RECORD_REGISTERED);
}

DEFINE(hipMemMap, int,
       (void *address, size_t size, size_t offset, void *memory, unsigned long long flags))
{
    return added(REAL(hipMemMap, address, size, offset, memory, flags), &address, size,
                 RECORD_MAPPED);
}

DEFINE(hipMemUnmap, int, (void *address, size_t size))
{
    recorder_lock();
    memory_unmap(address, size);
    recorder_unlock();
    return REAL(hipMemUnmap, address, size);
}

DEFINE(hipFree, int, (void *address))
{
    struct record_allocation allocation = removed(address);
    return freed(REAL(hipFree, address), &allocation);
}

DEFINE(hipFreeAsync, int, (void *address, void *stream))
{
    struct record_allocation allocation = removed(address);
    return freed(REAL(hipFreeAsync, address, stream), &allocation);
}

DEFINE(hipHostFree, int, (void *address))
{
    struct record_allocation allocation = removed(address);
    return freed(REAL(hipHostFree, address), &allocation);
}

DEFINE(hipFreeHost, int, (void *address))
{
    struct record_allocation allocation = removed(address);
    return freed(REAL(hipFreeHost, address), &allocation);
}

DEFINE(hipHostUnregister, int, (void *address))
{
    struct record_allocation allocation = removed(address);
    return freed(REAL(hipHostUnregister, address), &allocation);
}

const struct wrapped wrapped_memory[] = {
    {WRAPPED(hipMalloc)},
    {WRAPPED(hipExtMallocWithFlags)},
    {WRAPPED(hipMallocManaged)},
    {WRAPPED(hipHostMalloc)},
    {WRAPPED(hipHostAlloc)},
    {WRAPPED(hipExtHostAlloc)},
    {WRAPPED(hipMallocHost)},
    {WRAPPED(hipMemAllocHost)},
    {WRAPPED(hipMallocPitch)},
    {WRAPPED(hipMemAllocPitch)},
    {WRAPPED(hipMalloc3D)},
    {WRAPPED(hipMallocAsync)},
    {WRAPPED(hipMallocFromPoolAsync)},
    {WRAPPED(hipHostRegister)},
    {WRAPPED(hipMemMap)},
    {WRAPPED(hipMemUnmap)},
    {WRAPPED(hipFree)},
    {WRAPPED(hipFreeAsync)},
    {WRAPPED(hipHostFree)},
    {WRAPPED(hipFreeHost)},
    {WRAPPED(hipHostUnregister)},
    {NULL, NULL},
};
