/* Events. */
#include "device.h"
#include "error.h"
#include "handles.h"

#include <stdlib.h>

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
