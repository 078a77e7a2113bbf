/* Streams and events. */
#include "capture.h"
#include "device.h"
#include "error.h"
#include "handles.h"
#include "memory.h"

#include <stdlib.h>

krt_status stream_resolve(struct krt_stream *stream, struct krt_stream **out)
{
    struct krt_device *device;
    krt_status status = handle_check(stream, HANDLE_STREAM);
    if (status)
        return status;
    if (stream) {
        *out = stream;
        return KRT_OK;
    }
    status = krt_device_default(&device);
    if (!status)
        *out = &device->stream;
    return status;
}

krt_status stream_enter(struct krt_stream *stream, struct krt_stream **out)
{
    krt_status status = stream_resolve(stream, &stream);
    if (!status)
        status = device_enter(stream->device);
    if (!status)
        *out = stream;
    return status;
}

static krt_status stream_make(struct krt_device *device, void *native, bool is_owned,
                              struct krt_stream **out)
{
    struct krt_stream *stream = calloc(1, sizeof *stream);
    if (!stream)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for a stream");
    *stream = (struct krt_stream){.device = device, .native = native, .is_owned = is_owned};
    krt_device_keep(device);
    handle_add(stream, HANDLE_STREAM);
    *out = stream;
    return KRT_OK;
}

krt_status krt_stream_create(struct krt_device *device, struct krt_stream **out)
{
    char label[24];
    void *native = NULL;
    if (!device || !out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_stream_create: |%s| is NULL",
                    device ? "out" : "device");
    krt_status status = device_enter(device);
    if (status)
        return status;
    int code = device->driver->stream_create(&native, DRIVER_STREAM_NON_BLOCKING);
    if (code)
        return fail_driver(device->driver, code, KRT_ERROR_DRIVER, "making a stream on %s",
                           device_label(device, label));
    status = stream_make(device, native, true, out);
    if (status)
        device->driver->stream_destroy(native);
    return status;
}

krt_status krt_stream_wrap(struct krt_device *device, void *native, struct krt_stream **out)
{
    if (!device || !out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_stream_wrap: |%s| is NULL",
                    device ? "out" : "device");
    krt_status status = handle_check(device, HANDLE_DEVICE);
    return status ? status : stream_make(device, native, false, out);
}

void krt_stream_destroy(struct krt_stream *stream)
{
    if (!stream || handle_check(stream, HANDLE_STREAM) || stream == &stream->device->stream)
        return; /* A default stream is destroyed with its device. */
    if (stream->is_owned && device_enter(stream->device) == KRT_OK)
        /* The capture is ended, because during a capture no thread could wait for the device. */
        capture_abandon(stream);
    attachments_destroy(stream);
    handle_remove(stream, HANDLE_STREAM);
    staging_stream_gone(stream);
    if (stream->is_owned && device_enter(stream->device) == KRT_OK)
        stream->device->driver->stream_destroy(stream->native);
    krt_device_leave(stream->device);
    free(stream);
}

struct krt_stream *krt_device_stream(struct krt_device *device)
{
    return device ? &device->stream : NULL;
}

krt_status krt_stream_device(struct krt_stream *stream, struct krt_device **out)
{
    struct krt_stream *resolved;
    if (!out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_stream_device: |out| is NULL");
    krt_status status = stream_resolve(stream, &resolved);
    if (!status)
        *out = resolved->device;
    return status;
}

void *krt_stream_native(struct krt_stream *stream)
{
    return stream ? stream->native : NULL;
}

krt_status krt_stream_synchronize(struct krt_stream *stream)
{
    krt_status status = stream_enter(stream, &stream);
    if (status)
        return status;
    const struct driver *driver = stream->device->driver;
    int code = driver->stream_synchronize(stream->native);
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "waiting for a stream") : KRT_OK;
}

krt_status krt_stream_query(struct krt_stream *stream)
{
    krt_status status = stream_enter(stream, &stream);
    if (status)
        return status;
    const struct driver *driver = stream->device->driver;
    int code = driver->stream_query(stream->native);
    if (code == DRIVER_ERROR_NOT_READY)
        return KRT_NOT_READY;
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "asking a stream") : KRT_OK;
}

/* ---- Events --------------------------------------------------------------------------------- */

/* Refuses NULL and destroyed events. */
static krt_status check_event(const struct krt_event *event, const char *function)
{
    return event ? handle_check(event, HANDLE_EVENT)
                 : fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |event| is NULL", function);
}

static krt_status event_enter(struct krt_event *event, const char *function)
{
    krt_status status = check_event(event, function);
    return status ? status : device_enter(event->device);
}

krt_status krt_event_create(struct krt_device *device, uint32_t flags, struct krt_event **out)
{
    char label[24];
    if (!device || !out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_event_create: |%s| is NULL",
                    device ? "out" : "device");
    if (flags & ~(uint32_t)KRT_EVENT_NO_TIMING)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "krt_event_create: flags are 0x%x; there is only "
                    "KRT_EVENT_NO_TIMING",
                    flags);
    krt_status status = device_enter(device);
    if (status)
        return status;
    struct krt_event *event = calloc(1, sizeof *event);
    if (!event)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for an event");
    event->device = device;
    int code = device->driver->event_create(
        &event->native, flags & KRT_EVENT_NO_TIMING ? DRIVER_EVENT_NO_TIMING : 0);
    if (code) {
        free(event);
        return fail_driver(device->driver, code, KRT_ERROR_DRIVER, "making an event on %s",
                           device_label(device, label));
    }
    krt_device_keep(device);
    handle_add(event, HANDLE_EVENT);
    *out = event;
    return KRT_OK;
}

void krt_event_destroy(struct krt_event *event)
{
    if (!event || !handle_remove(event, HANDLE_EVENT))
        return;
    if (device_enter(event->device) == KRT_OK)
        event->device->driver->event_destroy(event->native);
    krt_device_leave(event->device);
    free(event);
}

krt_status krt_event_record(struct krt_event *event, struct krt_stream *stream)
{
    krt_status status = check_event(event, "krt_event_record");
    if (!status)
        status = stream_resolve(stream, &stream);
    if (status)
        return status;
    if (stream->device != event->device)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "krt_event_record: the event and the stream are of two devices");
    status = device_enter(event->device);
    if (status)
        return status;
    const struct driver *driver = event->device->driver;
    int code = driver->event_record(event->native, stream->native);
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "recording an event") : KRT_OK;
}

krt_status krt_event_synchronize(struct krt_event *event)
{
    krt_status status = event_enter(event, "krt_event_synchronize");
    if (status)
        return status;
    const struct driver *driver = event->device->driver;
    int code = driver->event_synchronize(event->native);
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "waiting for an event") : KRT_OK;
}

krt_status krt_event_query(struct krt_event *event)
{
    krt_status status = event_enter(event, "krt_event_query");
    if (status)
        return status;
    const struct driver *driver = event->device->driver;
    int code = driver->event_query(event->native);
    if (code == DRIVER_ERROR_NOT_READY)
        return KRT_NOT_READY;
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "asking an event") : KRT_OK;
}

krt_status krt_stream_wait(struct krt_stream *stream, struct krt_event *event)
{
    krt_status status = check_event(event, "krt_stream_wait");
    if (!status)
        status = stream_resolve(stream, &stream);
    if (status)
        return status;
    if (stream->device->driver != event->device->driver)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "krt_stream_wait: the event and the stream are of two drivers");
    status = device_enter(stream->device);
    if (status)
        return status;
    const struct driver *driver = stream->device->driver;
    int code = driver->stream_wait(stream->native, event->native, 0);
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "making a stream wait for an event")
                : KRT_OK;
}

krt_status krt_event_elapsed(struct krt_event *from, struct krt_event *to, float *out_ms)
{
    if (!from || !to || !out_ms)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_event_elapsed: |%s| is NULL",
                    !from ? "from"
                    : !to ? "to"
                          : "out_ms");
    krt_status status = handle_check(from, HANDLE_EVENT);
    if (!status)
        status = handle_check(to, HANDLE_EVENT);
    if (status)
        return status;
    if (from->device != to->device)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_event_elapsed: events of two devices");
    status = device_enter(from->device);
    if (status)
        return status;
    float ms = 0;
    const struct driver *driver = from->device->driver;
    int code = driver->event_elapsed(&ms, from->native, to->native);
    if (code == DRIVER_ERROR_NOT_READY)
        return KRT_NOT_READY;
    if (code)
        return fail_driver(driver, code, KRT_ERROR_DRIVER, "the time between two events");
    *out_ms = ms;
    return KRT_OK;
}
