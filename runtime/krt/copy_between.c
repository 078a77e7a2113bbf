/* Copies between two streams of one device or of two. If both devices are of one driver, the driver
 * copies. Otherwise the bytes go through pinned memory. */
#include "capture.h"
#include "error.h"
#include "krt/extend.h"
#include "memory.h"

/* ---- Ordering the streams of two devices ----------------------------------------------------- */

/* Makes |later| wait for the work that is on |earlier| now. The event for this may be destroyed at
 * once, because a driver keeps an event until it is reached. */
static krt_status put_behind(struct krt_stream *later, struct krt_stream *earlier)
{
    struct krt_event *event;
    krt_status status = krt_event_create(earlier->device, KRT_EVENT_NO_TIMING, &event);
    if (status)
        return status;
    status = krt_event_record(event, earlier);
    if (!status)
        status = krt_stream_wait(later, event);
    krt_event_destroy(event);
    return status;
}

/* ---- Refusing captures that a copy would break ----------------------------------------------- */

static krt_status find_capture(struct krt_stream *stream, bool *out)
{
    krt_status status = device_enter(stream->device);
    return status ? status : stream_is_capturing(stream, out);
}

/* Refuses a copy to a captured stream from a stream that is not captured: a driver would invalidate
 * the capture of |to|. */
static krt_status check_captures(struct krt_stream *to, struct krt_stream *from)
{
    bool is_to = false, is_from = false;
    krt_status status = find_capture(to, &is_to);
    if (!status && is_to)
        status = find_capture(from, &is_from);
    if (!status && is_to && !is_from)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "krt_copy_between: |to| is being captured into a graph, and |from| is not: "
                    "make |from| wait for an event of |to| first");
    return status;
}

/* ---- By the driver -------------------------------------------------------------------------- */

/* Returns how the driver's peer functions name a device: CUDA by its context, HIP by its number. */
static void *peer_name(const struct krt_device *device)
{
    return device->context ? device->context : (void *)(intptr_t)device->index;
}

/* Lets |device|, the current one, reach |peer|'s memory if the hardware can, which makes copies
 * faster. Otherwise the driver stages the copies itself. */
static void enable_peer(struct krt_device *device, const struct krt_device *peer)
{
    const struct driver *driver = device->driver;
    uint64_t bit = peer->index < 64 ? (uint64_t)1 << peer->index : 0;
    int here, there, is_possible = 0;
    if (!driver->peer_access || !driver->peer_enable ||
        (atomic_fetch_or(&device->peers, bit) & bit))
        return;
    if (driver->device_get(&here, device->index) == 0 &&
        driver->device_get(&there, peer->index) == 0 &&
        driver->peer_access(&is_possible, here, there) == 0 && is_possible)
        /* The call fails harmlessly if the program has already enabled the access. */
        driver->peer_enable(peer_name(peer), 0);
}

static bool has_peers(const struct krt_device *device, const struct krt_device *other)
{
    return device == other || (device->driver == other->driver && device->driver->copy_peer);
}

/* Puts the copy on |to|, whose device is current. */
static krt_status copy_by_driver(struct krt_stream *to, void *destination, struct krt_stream *from,
                                 const void *source, uint64_t bytes)
{
    const struct driver *driver = to->device->driver;
    int code;
    if (to->device == from->device) {
        code = driver->copy_on_device(destination, source, bytes, to->native);
    } else {
        enable_peer(to->device, from->device);
        code = driver->copy_peer(destination, peer_name(to->device), source,
                                 peer_name(from->device), bytes, to->native);
    }
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "krt_copy_between: %llu bytes",
                              (unsigned long long)bytes)
                : KRT_OK;
}

static krt_status copy_in_order(struct krt_stream *to, void *destination, struct krt_stream *from,
                                const void *source, uint64_t bytes)
{
    bool is_one = to == from || (to->device == from->device && to->native == from->native);
    krt_status status = is_one ? KRT_OK : check_captures(to, from);
    if (!status && !is_one)
        status = put_behind(to, from);
    if (!status)
        status = device_enter(to->device);
    if (!status)
        status = copy_by_driver(to, destination, from, source, bytes);
    return status || is_one ? status : put_behind(from, to);
}

/* ---- Through the host ----------------------------------------------------------------------- */

static krt_status refuse_capture(struct krt_stream *stream)
{
    bool is_captured = false;
    krt_status status = find_capture(stream, &is_captured);
    if (!status && is_captured)
        return fail(KRT_ERROR_UNSUPPORTED,
                    "krt_copy_between: a stream is being captured into a graph, and these devices "
                    "copy through the host");
    return status;
}

/* Resolves the streams and checks the addresses. */
static krt_status check_copy(const char *function, struct krt_stream **to, const void *destination,
                             struct krt_stream **from, const void *source, uint64_t bytes)
{
    krt_status status = stream_resolve(*to, to);
    if (!status)
        status = stream_resolve(*from, from);
    if (!status && bytes > 0)
        status = check_device((*to)->device, function, "destination", destination, bytes);
    if (!status && bytes > 0)
        status = check_device((*from)->device, function, "source", source, bytes);
    return status;
}

krt_status krt_copy_between(struct krt_stream *to, void *destination, struct krt_stream *from,
                            const void *source, uint64_t bytes)
{
    krt_status status = check_copy("krt_copy_between", &to, destination, &from, source, bytes);
    if (status || bytes == 0)
        return status;
    if (has_peers(to->device, from->device))
        return copy_in_order(to, destination, from, source, bytes);
    status = refuse_capture(from);
    if (!status)
        status = refuse_capture(to);
    return status ? status : staging_between(to, destination, from, source, bytes);
}

krt_status krt_copy_peer(struct krt_stream *to, void *destination, struct krt_stream *from,
                         const void *source, uint64_t bytes)
{
    krt_status status = check_copy("krt_copy_peer", &to, destination, &from, source, bytes);
    if (status || bytes == 0)
        return status;
    if (!has_peers(to->device, from->device))
        return krt_copy_between(to, destination, from, source, bytes);
    status = device_enter(to->device);
    return status ? status : copy_by_driver(to, destination, from, source, bytes);
}
