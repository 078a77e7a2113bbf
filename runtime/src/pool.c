/* krt_alloc_async() and its kin: by the driver's own pool where it has one. */
#include "pool.h"

#include "capture.h"
#include "error.h"
#include "memory.h"
#include "own_pool.h"
#include "ranges.h"

#include <stdlib.h>
#include <string.h>

struct pool {
    void *native;         /* the driver's default pool, or NULL for our own */
    struct own_pool *own; /* or NULL for the driver's */
};

/* ---- The driver's --------------------------------------------------------------------------- */

/* The default pool of the device, which keeps what is freed until it is trimmed: of itself it gives
 * all back to the system whenever somebody waits for a stream. */
static krt_status find_native(struct krt_device *device, void **out)
{
    const struct driver *driver = device->driver;
    uint64_t threshold = UINT64_MAX;
    char label[24];
    int handle, code = driver->device_get(&handle, device->index);
    if (!code)
        code = driver->pool_default(out, handle);
    if (!code && driver->pool_attribute)
        code = driver->pool_attribute(*out, DRIVER_POOL_RELEASE_THRESHOLD, &threshold);
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "preparing the memory pool of %s",
                              device_label(device, label))
                : KRT_OK;
}

static int native_trim(struct krt_device *device)
{
    return device->driver->pool_trim ? device->driver->pool_trim(device->pool->native, 0) : 0;
}

/* When there is no memory: waits for what was freed on the stream, and tries once more. */
static krt_status native_take(struct krt_stream *stream, uint64_t bytes, void **out)
{
    struct krt_device *device = stream->device;
    const struct driver *driver = device->driver;
    void *memory = NULL;
    krt_status status = device_enter(device);
    if (status)
        return status;
    int code = driver->alloc_async(&memory, bytes, stream->native);
    if (code == DRIVER_ERROR_OUT_OF_MEMORY) {
        bool is_captured = false;
        status = stream_is_capturing(stream, &is_captured);
        if (!status && !is_captured && driver->stream_synchronize(stream->native) == 0 &&
            native_trim(device) == 0)
            code = driver->alloc_async(&memory, bytes, stream->native);
    }
    if (code)
        return fail_driver(driver, code, KRT_ERROR_DRIVER, "krt_alloc_async: %llu bytes",
                           (unsigned long long)bytes);
    *out = memory;
    return KRT_OK;
}

static krt_status native_give(struct krt_stream *stream, void *memory)
{
    const struct driver *driver = stream->device->driver;
    char label[24];
    krt_status status = device_enter(stream->device);
    if (status)
        return status;
    int code = driver->free_async(memory, stream->native);
    if (code == DRIVER_ERROR_INVALID_VALUE)
        return fail_foreign("krt_free_async", memory, stream->device);
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "krt_free_async: %p on %s", memory,
                              device_label(stream->device, label))
                : KRT_OK;
}

/* ---- Either --------------------------------------------------------------------------------- */

static krt_status give(struct krt_stream *stream, void *memory)
{
    struct own_pool *own = stream->device->pool->own;
    return own ? own_pool_give(own, stream, memory) : native_give(stream, memory);
}

krt_status krt_alloc_async(struct krt_stream *stream, uint64_t bytes, void **out)
{
    void *memory = NULL;
    if (!out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_alloc_async: |out| is NULL");
    krt_status status = stream_resolve(stream, &stream);
    if (status)
        return status;
    struct krt_device *device = stream->device;
    if (bytes == 0) {
        *out = NULL;
        return KRT_OK;
    }
    if (bytes > device->info.memory_bytes) /* and so no sum of it can overflow */
        status = KRT_ERROR_OUT_OF_MEMORY;
    else if (device->pool->own)
        status = own_pool_take(device->pool->own, stream, bytes, &memory);
    else
        status = native_take(stream, bytes, &memory);
    if (status == KRT_ERROR_OUT_OF_MEMORY)
        return fail_memory(device, DRIVER_ERROR_OUT_OF_MEMORY, "krt_alloc_async", bytes);
    if (status)
        return status;
    struct range range = {(uintptr_t)memory, bytes, RANGE_POOL, device};
    if (device->has_checks && !range_add(&range)) {
        give(stream, memory);
        return fail(KRT_ERROR_OUT_OF_MEMORY, "krt_alloc_async: no memory to note it with");
    }
    *out = memory;
    return KRT_OK;
}

krt_status krt_free_async(struct krt_stream *stream, void *memory)
{
    struct range range;
    krt_status status = stream_resolve(stream, &stream);
    if (status || !memory)
        return status;
    struct krt_device *device = stream->device;
    if (device->has_checks && !range_take(memory, RANGE_POOL, device, &range))
        return fail_foreign("krt_free_async", memory, device);
    status = give(stream, memory);
    if (status && device->has_checks)
        range_add(&range);
    return status;
}

krt_status krt_pool_trim(struct krt_device *device)
{
    char label[24];
    if (!device)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_pool_trim: |device| is NULL");
    krt_status status = device_enter(device);
    if (status)
        return status;
    if (device->pool->own)
        return own_pool_trim(device->pool->own);
    int code = native_trim(device);
    return code ? fail_driver(device->driver, code, KRT_ERROR_DRIVER, "trimming the pool of %s",
                              device_label(device, label))
                : KRT_OK;
}

/* ---- Making and ending ---------------------------------------------------------------------- */

krt_status pool_create(struct krt_device *device)
{
    const char *which = secure_getenv("KRT_POOL");
    bool is_own = !device->has_pools || (which && strcmp(which, "own") == 0);
    struct pool *pool = calloc(1, sizeof *pool);
    krt_status status = KRT_OK;
    if (pool && is_own)
        pool->own = own_pool_new(device);
    else if (pool)
        status = find_native(device, &pool->native);
    if (!pool || (is_own && !pool->own))
        status = fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for a device's pool");
    if (status) {
        free(pool);
        return status;
    }
    device->pool = pool;
    return KRT_OK;
}

void pool_destroy(struct krt_device *device)
{
    struct pool *pool = device->pool;
    if (!pool)
        return;
    device_enter(device); /* what the driver then refuses to free is lost with the device */
    if (pool->own)
        own_pool_free(pool->own);
    free(pool);
    device->pool = NULL;
}

void pool_stream_gone(struct krt_stream *stream)
{
    struct pool *pool = stream->device->pool;
    if (!pool || !pool->own)
        return;
    device_enter(stream->device); /* should it fail, recording does */
    own_pool_stream_gone(pool->own, stream);
}

void pool_usage(struct krt_device *device, uint64_t *out_used, uint64_t *out_unused)
{
    *out_used = *out_unused = 0;
    if (device->pool && device->pool->own)
        own_pool_usage(device->pool->own, out_used, out_unused);
}
