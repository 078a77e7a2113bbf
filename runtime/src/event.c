/* Events. */
#include "device.h"
#include "error.h"

#include <stdlib.h>

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
    *out = event;
    return KRT_OK;
}

void krt_event_destroy(struct krt_event *event)
{
    if (!event)
        return;
    if (device_enter(event->device) == KRT_OK)
        event->device->driver->event_destroy(event->native);
    free(event);
}

krt_status krt_event_record(struct krt_event *event, struct krt_stream *stream)
{
    if (!event)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_event_record: |event| is NULL");
    krt_status status = stream_resolve(stream, &stream);
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
    if (!event)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_event_synchronize: |event| is NULL");
    const struct driver *driver = event->device->driver;
    krt_status status = device_enter(event->device);
    if (status)
        return status;
    int code = driver->event_synchronize(event->native);
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "waiting for an event") : KRT_OK;
}

krt_status krt_event_query(struct krt_event *event)
{
    if (!event)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_event_query: |event| is NULL");
    const struct driver *driver = event->device->driver;
    krt_status status = device_enter(event->device);
    if (status)
        return status;
    int code = driver->event_query(event->native);
    if (code == DRIVER_ERROR_NOT_READY)
        return KRT_NOT_READY;
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "asking an event") : KRT_OK;
}

krt_status krt_stream_wait(struct krt_stream *stream, struct krt_event *event)
{
    if (!event)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_stream_wait: |event| is NULL");
    krt_status status = stream_resolve(stream, &stream);
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
    if (from->device != to->device)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_event_elapsed: events of two devices");
    float ms = 0;
    const struct driver *driver = from->device->driver;
    krt_status status = device_enter(from->device);
    if (status)
        return status;
    int code = driver->event_elapsed(&ms, from->native, to->native);
    if (code == DRIVER_ERROR_NOT_READY)
        return KRT_NOT_READY;
    if (code)
        return fail_driver(driver, code, KRT_ERROR_DRIVER, "the time between two events");
    *out_ms = ms;
    return KRT_OK;
}
