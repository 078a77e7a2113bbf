/* Attachments that other libraries put on a stream, and other functions for such libraries. */
#include "krt/extend.h"

#include "capture.h"
#include "device.h"
#include "package.h"

static struct krt_attachment *find(struct krt_attachment *attachment, const void *owner)
{
    while (attachment && attachment->owner != owner)
        attachment = attachment->next;
    return attachment;
}

struct krt_attachment *krt_stream_attached(struct krt_stream *stream, const void *owner)
{
    return find(atomic_load_explicit(&stream->attachments, memory_order_acquire), owner);
}

struct krt_attachment *krt_stream_attach(struct krt_stream *stream,
                                         struct krt_attachment *attachment)
{
    struct krt_attachment *first = atomic_load(&stream->attachments);
    do {
        struct krt_attachment *found = find(first, attachment->owner);
        if (found)
            return found;
        attachment->next = first;
    } while (!atomic_compare_exchange_weak(&stream->attachments, &first, attachment));
    return attachment;
}

void attachments_destroy(struct krt_stream *stream)
{
    struct krt_attachment *attachment = atomic_exchange(&stream->attachments, NULL);
    for (struct krt_attachment *next; attachment; attachment = next) {
        next = attachment->next;
        attachment->destroy(attachment, stream);
    }
}

krt_status krt_device_enter(struct krt_device *device)
{
    return device_enter(device);
}

void *krt_function_native(struct krt_function *function)
{
    return atomic_load_explicit(&function->handle, memory_order_relaxed);
}

krt_status krt_stream_is_capturing(struct krt_stream *stream, bool *out)
{
    krt_status status = stream_enter(stream, &stream);
    return status ? status : stream_is_capturing(stream, out);
}

int krt_capture_relax(struct krt_device *device)
{
    return capture_relax(device->driver);
}

void krt_capture_restore(struct krt_device *device, int mode)
{
    capture_restore(device->driver, mode);
}
