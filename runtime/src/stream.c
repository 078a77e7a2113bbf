/* Streams. */
#include "capture.h"
#include "error.h"
#include "handles.h"
#include "staging.h"

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
    return stream_make(device, native, false, out);
}

void krt_stream_destroy(struct krt_stream *stream)
{
    if (!stream || handle_check(stream, HANDLE_STREAM) || stream == &stream->device->stream)
        return; /* a default stream belongs to its device */
    if (stream->is_owned && device_enter(stream->device) == KRT_OK)
        capture_abandon(stream); /* or nothing could wait for the device */
    attachments_destroy(stream);
    handle_remove(stream, HANDLE_STREAM);
    staging_stream_gone(stream);
    if (stream->is_owned && device_enter(stream->device) == KRT_OK)
        stream->device->driver->stream_destroy(stream->native);
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
