/* krt_alloc_async() and related functions: the driver's own pool does the work, which HIP has since
 * 5.1 and CUDA since 11.2.
 *
 * If a device lacks a pool, krt_alloc_async() allocates like krt_alloc(), and krt_free_async()
 * first waits for the stream. After that wait, the work before the free is done: on the stream, and
 * on every stream for whose work it waited.
 */
#include "memory.h"

#include "capture.h"
#include "error.h"

#include <stdlib.h>
#include <string.h>

/* ---- With the driver's pool ----------------------------------------------------------------- */

static bool has_pool(const struct krt_device *device, int handle)
{
    const char *wish = secure_getenv("KRT_POOL");
    const struct driver *driver = device->driver;
    int pools = 0;
    return !(wish && strcmp(wish, "none") == 0) && driver->alloc_async && driver->free_async &&
           driver->pool_default &&
           driver_attribute(driver, DRIVER_MEMORY_POOLS, handle, &pools) == 0 && pools != 0;
}

/* Sets |device->pool|, and makes the pool keep freed memory until it is trimmed. Without that, a
 * pool returns all freed memory to the system whenever a thread waits for a stream. */
krt_status pool_find(struct krt_device *device, int handle)
{
    const struct driver *driver = device->driver;
    uint64_t threshold = UINT64_MAX;
    char label[24];
    if (!has_pool(device, handle))
        return KRT_OK;
    int code = driver->pool_default(&device->pool, handle);
    if (!code && driver->pool_attribute)
        code = driver->pool_attribute(device->pool, DRIVER_POOL_RELEASE_THRESHOLD, &threshold);
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "preparing the memory pool of %s",
                              device_label(device, label))
                : KRT_OK;
}

static int native_trim(struct krt_device *device)
{
    return device->pool && device->driver->pool_trim ? device->driver->pool_trim(device->pool, 0)
                                                     : 0;
}

/* Allocates from the pool. If there is no memory, waits until the stream has executed its frees,
 * and tries once more. */
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

/* ---- Without a pool ------------------------------------------------------------------------- */

static krt_status refuse_capture(struct krt_stream *stream, const char *function)
{
    bool is_captured = false;
    krt_status status = stream_is_capturing(stream, &is_captured);
    if (!status && is_captured)
        return fail(KRT_ERROR_UNSUPPORTED,
                    "%s: the stream is being captured into a graph, and only a driver's pool can "
                    "be part of one: do it before or after the capture",
                    function);
    return status;
}

static krt_status plain_take(struct krt_stream *stream, uint64_t bytes, void **out)
{
    const struct driver *driver = stream->device->driver;
    krt_status status = device_enter(stream->device);
    if (!status)
        status = refuse_capture(stream, "krt_alloc_async");
    if (status)
        return status;
    int mode = capture_relax(driver);
    int code = driver->alloc(out, bytes);
    capture_restore(driver, mode);
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "krt_alloc_async: %llu bytes",
                              (unsigned long long)bytes)
                : KRT_OK;
}

static krt_status plain_give(struct krt_stream *stream, void *memory)
{
    const struct driver *driver = stream->device->driver;
    char label[24];
    krt_status status = device_enter(stream->device);
    if (!status)
        status = refuse_capture(stream, "krt_free_async");
    if (status)
        return status;
    int mode = capture_relax(driver);
    int code = driver->stream_synchronize(stream->native);
    if (!code)
        code = driver->free(memory);
    capture_restore(driver, mode);
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "krt_free_async: %p on %s", memory,
                              device_label(stream->device, label))
                : KRT_OK;
}

/* ---- With or without a pool ----------------------------------------------------------------- */

static krt_status take(struct krt_stream *stream, uint64_t bytes, void **out)
{
    return stream->device->pool ? native_take(stream, bytes, out) : plain_take(stream, bytes, out);
}

static krt_status give(struct krt_stream *stream, void *memory)
{
    return stream->device->pool ? native_give(stream, memory) : plain_give(stream, memory);
}

/* Whether ranges.c knows the allocations of krt_alloc_async(). If checks are off and the driver has
 * a pool, it does not: the pool itself knows its allocations. */
static bool is_noted(const struct krt_device *device)
{
    return device->has_checks || !device->pool;
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
    /* libkrt refuses such sizes itself, so that no sum with |bytes| can overflow in a driver. */
    if (bytes > device->info.memory_bytes)
        status = KRT_ERROR_OUT_OF_MEMORY;
    else
        status = take(stream, bytes, &memory);
    if (status == KRT_ERROR_OUT_OF_MEMORY)
        return fail_memory(device, DRIVER_ERROR_OUT_OF_MEMORY, "krt_alloc_async", bytes);
    if (status)
        return status;
    struct range range = {(uintptr_t)memory, bytes, RANGE_POOL, device};
    if (is_noted(device) && !range_add(&range)) {
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
    if (is_noted(device) && !range_take(memory, RANGE_POOL, device, &range))
        return fail_foreign("krt_free_async", memory, device);
    status = give(stream, memory);
    if (status && is_noted(device))
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
    int code = native_trim(device);
    return code ? fail_driver(device->driver, code, KRT_ERROR_DRIVER, "trimming the pool of %s",
                              device_label(device, label))
                : KRT_OK;
}
