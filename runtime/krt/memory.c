/* Device memory, pinned memory, copies and fills. */
#include "memory.h"

#include "capture.h"
#include "error.h"

#include <inttypes.h>

/* Flags of hipHostMalloc() and cuMemHostAlloc(), by which every device can read and write the
 * memory, and knows that it is pinned. */
enum { HOST_PORTABLE = 1, HOST_MAPPED = 2 };

/* ---- Errors of memory ------------------------------------------------------------------------ */

krt_status fail_memory(struct krt_device *device, int code, const char *function, uint64_t bytes)
{
    const struct driver *driver = device->driver;
    size_t available = 0, total = 0;
    char label[24];
    device_label(device, label);
    if (code != DRIVER_ERROR_OUT_OF_MEMORY || driver->memory_info(&available, &total) != 0)
        return fail_driver(driver, code, KRT_ERROR_DRIVER, "%s: %" PRIu64 " bytes on %s", function,
                           bytes, label);
    return fail(KRT_ERROR_OUT_OF_MEMORY,
                "%s: %" PRIu64 " bytes on %s: out of memory: %zu of %zu bytes are free", function,
                bytes, label, available, total);
}

static const char *const range_makers[] = {
    [RANGE_DEVICE] = "krt_alloc",
    [RANGE_POOL] = "krt_alloc_async",
    [RANGE_HOST] = "krt_host_alloc",
};
static const char *const range_enders[] = {
    [RANGE_DEVICE] = "krt_free",
    [RANGE_POOL] = "krt_free_async",
    [RANGE_HOST] = "krt_host_free",
};

krt_status fail_foreign(const char *function, const void *memory, const struct krt_device *device)
{
    struct range range;
    char label[24], other[24];
    device_label(device, label);
    if (!range_find(memory, &range))
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "%s: %p was not allocated for it on %s, or was freed already", function, memory,
                    label);
    if (range.start != (uintptr_t)memory)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "%s: %p is %" PRIu64 " bytes into memory of %s(), which is freed by its start",
                    function, memory, (uint64_t)((uintptr_t)memory - range.start),
                    range_makers[range.kind]);
    return fail(KRT_ERROR_INVALID_ARGUMENT, "%s: %p on %s is of %s() on %s: it is freed by %s()",
                function, memory, label, range_makers[range.kind],
                device_label(range.device, other), range_enders[range.kind]);
}

/* ---- Allocating and freeing memory ----------------------------------------------------------- */

static int call_alloc(struct krt_device *device, enum range_kind kind, uint64_t bytes, void **out)
{
    const struct driver *driver = device->driver;
    return kind == RANGE_HOST ? driver->host_alloc(out, bytes, HOST_PORTABLE | HOST_MAPPED)
                              : driver->alloc(out, bytes);
}

static int call_free(struct krt_device *device, enum range_kind kind, void *memory)
{
    return kind == RANGE_HOST ? device->driver->host_free(memory) : device->driver->free(memory);
}

static krt_status allocate(struct krt_device *device, enum range_kind kind, uint64_t bytes,
                           void **out)
{
    const char *function = range_makers[kind];
    void *memory = NULL;
    if (!device || !out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is NULL", function,
                    device ? "out" : "device");
    if (bytes == 0) {
        *out = NULL;
        return KRT_OK;
    }
    krt_status status = device_enter(device);
    if (status)
        return status;
    /* whether the size is refused because it could overflow in sums of a driver */
    bool is_too_much = bytes > (kind == RANGE_HOST ? PTRDIFF_MAX : device->info.memory_bytes);
    int code = is_too_much ? DRIVER_ERROR_OUT_OF_MEMORY : call_alloc(device, kind, bytes, &memory);
    if (code == DRIVER_ERROR_OUT_OF_MEMORY && kind == RANGE_DEVICE && !is_too_much &&
        krt_pool_trim(device) == KRT_OK)
        code = call_alloc(device, kind, bytes, &memory);
    if (code && kind == RANGE_HOST)
        return fail_driver(device->driver, code, KRT_ERROR_DRIVER,
                           "%s: %" PRIu64 " bytes of pinned memory", function, bytes);
    if (code)
        return fail_memory(device, code, function, bytes);
    struct range range = {(uintptr_t)memory, bytes, kind, device};
    if (!range_add(&range)) {
        call_free(device, kind, memory);
        return fail(KRT_ERROR_OUT_OF_MEMORY, "%s: no memory to note it with", function);
    }
    *out = memory;
    return KRT_OK;
}

static krt_status release(struct krt_device *device, enum range_kind kind, void *memory)
{
    const char *function = range_enders[kind];
    struct range range;
    char label[24];
    if (!device)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |device| is NULL", function);
    if (!memory)
        return KRT_OK;
    krt_status status = device_enter(device);
    if (status)
        return status;
    /* Forgets the range first: as soon as the memory is free, another thread can get its
     * address. */
    if (!range_take(memory, kind, device, &range))
        return fail_foreign(function, memory, device);
    int code = call_free(device, kind, memory);
    if (!code)
        return KRT_OK;
    range_add(&range);
    return fail_driver(device->driver, code, KRT_ERROR_DRIVER, "%s: %p on %s", function, memory,
                       device_label(device, label));
}

krt_status krt_alloc(struct krt_device *device, uint64_t bytes, void **out)
{
    return allocate(device, RANGE_DEVICE, bytes, out);
}

krt_status krt_free(struct krt_device *device, void *memory)
{
    return release(device, RANGE_DEVICE, memory);
}

krt_status krt_host_alloc(struct krt_device *device, uint64_t bytes, void **out)
{
    return allocate(device, RANGE_HOST, bytes, out);
}

krt_status krt_host_free(struct krt_device *device, void *memory)
{
    return release(device, RANGE_HOST, memory);
}

krt_status krt_device_memory(struct krt_device *device, uint64_t *out_free, uint64_t *out_total)
{
    size_t available = 0, total = 0;
    char label[24];
    if (!device)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_device_memory: |device| is NULL");
    krt_status status = device_enter(device);
    if (status)
        return status;
    int code = device->driver->memory_info(&available, &total);
    if (code)
        return fail_driver(device->driver, code, KRT_ERROR_DRIVER,
                           "asking for the free memory of %s", device_label(device, label));
    if (out_free)
        *out_free = available;
    if (out_total)
        *out_total = total;
    return KRT_OK;
}

/* ---- Copies and fills ----------------------------------------------------------------------- */

static krt_status check_end(const char *function, const char *what, const void *address,
                            uint64_t bytes)
{
    if (!address)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is NULL, and there are %" PRIu64 " bytes",
                    function, what, bytes);
    if (bytes > UINTPTR_MAX - (uintptr_t)address)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "%s: %" PRIu64 " bytes from %p on exceed the address space", function, bytes,
                    address);
    return KRT_OK;
}

static krt_status check_inside(const char *function, const char *what, const void *address,
                               uint64_t bytes, const struct range *range)
{
    uint64_t left = range->bytes - ((uintptr_t)address - range->start);
    if (bytes > left)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "%s: |%s| is %p with %" PRIu64 " bytes, but its memory of %s(), %" PRIu64
                    " bytes at %p, ends after %" PRIu64,
                    function, what, address, bytes, range_makers[range->kind], range->bytes,
                    (void *)range->start, left);
    return KRT_OK;
}

krt_status check_device(struct krt_device *device, const char *function, const char *what,
                        const void *address, uint64_t bytes)
{
    struct range range;
    krt_status status = check_end(function, what, address, bytes);
    if (!status && device->has_checks && range_find(address, &range))
        status = check_inside(function, what, address, bytes, &range);
    return status;
}

/* Checks memory of the host, and sets |*out_pinned| to whether it is pinned. */
static krt_status check_host(const char *function, const char *what, const void *address,
                             uint64_t bytes, bool *out_pinned)
{
    struct range range;
    krt_status status = check_end(function, what, address, bytes);
    if (status)
        return status;
    *out_pinned = range_find(address, &range);
    if (*out_pinned && range.kind != RANGE_HOST)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "%s: |%s| is %p, memory of %s(), and must be the host's: copy with "
                    "krt_copy_on_device()",
                    function, what, address, range_makers[range.kind]);
    return *out_pinned ? check_inside(function, what, address, bytes, &range) : KRT_OK;
}

/* Refuses a copy from or to other host memory while the stream is captured: a graph copies each
 * time it runs, when this host memory may not exist any more. */
static krt_status refuse_capture(struct krt_stream *stream, const char *function)
{
    bool is_captured = false;
    krt_status status = stream_is_capturing(stream, &is_captured);
    if (!status && is_captured)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "%s: the stream is being captured into a graph, whose copies from and to the "
                    "host take memory of krt_host_alloc() that lives as long as the graph",
                    function);
    return status;
}

/* Checks that a copy from or to host memory can start. |is_pinned| says whether the host memory is
 * pinned. */
static krt_status enter_for_host(struct krt_stream *stream, const char *function, bool is_pinned)
{
    krt_status status = device_enter(stream->device);
    return status || is_pinned ? status : refuse_capture(stream, function);
}

/* Returns the status of a copy or fill: |code| is the driver's result. */
static krt_status was_put(struct krt_stream *stream, int code, const char *function, uint64_t bytes)
{
    return code ? fail_driver(stream->device->driver, code, KRT_ERROR_DRIVER,
                              "%s: %" PRIu64 " bytes", function, bytes)
                : KRT_OK;
}

krt_status krt_copy_to_device(struct krt_stream *stream, void *destination, const void *source,
                              uint64_t bytes)
{
    static const char function[] = "krt_copy_to_device";
    bool is_pinned = false;
    krt_status status = stream_resolve(stream, &stream);
    if (status || bytes == 0)
        return status;
    struct krt_device *device = stream->device;
    status = check_device(device, function, "destination", destination, bytes);
    if (!status)
        status = check_host(function, "source", source, bytes, &is_pinned);
    if (!status)
        status = enter_for_host(stream, function, is_pinned);
    if (status)
        return status;
    if (!is_pinned)
        return staging_to_device(stream, destination, source, bytes);
    int code = device->driver->copy_to_device(destination, source, bytes, stream->native);
    return was_put(stream, code, function, bytes);
}

krt_status krt_copy_to_host(struct krt_stream *stream, void *destination, const void *source,
                            uint64_t bytes)
{
    static const char function[] = "krt_copy_to_host";
    bool is_pinned = false;
    krt_status status = stream_resolve(stream, &stream);
    if (status || bytes == 0)
        return status;
    struct krt_device *device = stream->device;
    status = check_host(function, "destination", destination, bytes, &is_pinned);
    if (!status)
        status = check_device(device, function, "source", source, bytes);
    if (!status)
        status = enter_for_host(stream, function, is_pinned);
    if (status)
        return status;
    if (!is_pinned)
        return staging_to_host(stream, destination, source, bytes);
    int code = device->driver->copy_to_host(destination, source, bytes, stream->native);
    return was_put(stream, code, function, bytes);
}

krt_status krt_copy_on_device(struct krt_stream *stream, void *destination, const void *source,
                              uint64_t bytes)
{
    static const char function[] = "krt_copy_on_device";
    krt_status status = stream_resolve(stream, &stream);
    if (status || bytes == 0)
        return status;
    struct krt_device *device = stream->device;
    status = check_device(device, function, "destination", destination, bytes);
    if (!status)
        status = check_device(device, function, "source", source, bytes);
    if (!status)
        status = device_enter(device);
    if (status)
        return status;
    int code = device->driver->copy_on_device(destination, source, bytes, stream->native);
    return was_put(stream, code, function, bytes);
}

krt_status krt_set(struct krt_stream *stream, void *destination, uint32_t value, uint32_t width,
                   uint64_t count)
{
    static const char function[] = "krt_set";
    uint64_t bytes;
    int code;
    krt_status status = stream_resolve(stream, &stream);
    if (status)
        return status;
    if (width != 1 && width != 2 && width != 4)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |width| is %u: say 1, 2 or 4 bytes", function,
                    width);
    if (__builtin_mul_overflow(count, width, &bytes))
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "%s: %" PRIu64 " elements of %u bytes are more than there can be", function,
                    count, width);
    if (count == 0)
        return KRT_OK;
    struct krt_device *device = stream->device;
    const struct driver *driver = device->driver;
    status = check_device(device, function, "destination", destination, bytes);
    if (!status && (uintptr_t)destination % width != 0)
        status = fail(KRT_ERROR_INVALID_ARGUMENT,
                      "%s: |destination| is %p, not aligned to elements of %u bytes", function,
                      destination, width);
    if (!status)
        status = device_enter(device);
    if (status)
        return status;
    if (width == 1)
        code = driver->set8(destination, (unsigned char)value, count, stream->native);
    else if (width == 2)
        code = driver->set16(destination, (unsigned short)value, count, stream->native);
    else
        code = driver->set32(destination, value, count, stream->native);
    return was_put(stream, code, function, bytes);
}
