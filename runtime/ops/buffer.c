/* Buffers: memory that a stream allocates and frees in its order, with a count of references.
 *
 * When another stream of the device uses a buffer, the buffer keeps an event for that stream, which
 * is recorded again at each use. The buffer's stream waits for these events before it frees the
 * memory. A stream of another device may be closed before the buffer is freed. The buffer's stream
 * therefore waits for the event of such a stream at once.
 */
#include <krt/extend.h>
#include <krt/storage.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct user {
    struct user *next;
    /* The stream may be destroyed: the pointer is only compared, never dereferenced. */
    struct krt_stream *stream;
    struct krt_event *event;
};

struct buffer {
    /* must be the first member, because krt/ops.h shows callers only this part */
    struct krt_buffer shared;
    atomic_size_t references;
    /* whether the memory was allocated during a capture, so that the graph owns it */
    bool is_captured;
    pthread_mutex_t lock;
    struct user *users;
};

static struct buffer *whole(struct krt_buffer *buffer)
{
    return (struct buffer *)buffer;
}

krt_status krt_buffer_create(struct krt_stream *stream, uint64_t bytes, struct krt_buffer **out)
{
    struct krt_device *device;
    bool is_captured;
    void *data;
    if (!out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_buffer_create: |out| is NULL");
    krt_status status = krt_stream_device(stream, &device);
    if (!status)
        status = krt_stream_is_capturing(stream, &is_captured);
    if (status)
        return status;
    struct buffer *buffer = calloc(1, sizeof *buffer);
    if (!buffer)
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for a buffer");
    status = krt_alloc_async(stream, bytes, &data);
    if (status) {
        free(buffer);
        return status;
    }
    buffer->shared = (struct krt_buffer){
        .device = device,
        .stream = stream ? stream : krt_device_stream(device),
        .data = data,
        .bytes = bytes,
    };
    krt_device_keep(device);
    buffer->references = 1;
    buffer->is_captured = is_captured;
    pthread_mutex_init(&buffer->lock, NULL);
    *out = &buffer->shared;
    return KRT_OK;
}

struct krt_buffer *krt_buffer_retain(struct krt_buffer *buffer)
{
    if (buffer)
        atomic_fetch_add_explicit(&whole(buffer)->references, 1, memory_order_relaxed);
    return buffer;
}

/* ---- Other streams that use a buffer --------------------------------------------------------- */

/* Makes the buffer's stream wait for |event|. If the stream cannot wait, makes the host wait. */
static krt_status wait_for(const struct buffer *buffer, struct krt_event *event)
{
    return krt_stream_wait(buffer->shared.stream, event) == KRT_OK ? KRT_OK
                                                                   : krt_event_synchronize(event);
}

/* Finds or adds the entry of |stream|; the caller holds the lock. An entry may belong to a
 * destroyed stream that had the same address. |stream| then waits for the destroyed stream's work,
 * so that one event covers the work of both streams. */
static krt_status find_user(struct buffer *buffer, struct krt_stream *stream, struct user **out)
{
    struct user *user = buffer->users;
    while (user && user->stream != stream)
        user = user->next;
    if (user) {
        *out = user;
        return krt_stream_wait(stream, user->event);
    }
    user = calloc(1, sizeof *user);
    if (!user)
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "no memory to note a stream with");
    krt_status status = krt_event_create(buffer->shared.device, KRT_EVENT_NO_TIMING, &user->event);
    if (status) {
        free(user);
        return status;
    }
    user->stream = stream;
    user->next = buffer->users;
    buffer->users = *out = user;
    return KRT_OK;
}

static krt_status note_use(struct buffer *buffer, struct krt_stream *stream)
{
    struct user *user = NULL;
    pthread_mutex_lock(&buffer->lock);
    krt_status status = find_user(buffer, stream, &user);
    if (!status)
        status = krt_event_record(user->event, stream);
    pthread_mutex_unlock(&buffer->lock);
    return status;
}

/* Makes the buffer's stream wait for the work of |stream|. If the buffer's stream is being
 * captured, the host waits, because a capture cannot contain a wait for work outside of it. */
static krt_status wait_for_use(const struct buffer *buffer, struct krt_stream *stream,
                               struct krt_device *device)
{
    struct krt_event *event;
    bool is_captured = false;
    krt_status status = krt_event_create(device, KRT_EVENT_NO_TIMING, &event);
    if (status)
        return status;
    status = krt_event_record(event, stream);
    if (!status)
        status = krt_stream_is_capturing(buffer->shared.stream, &is_captured);
    if (!status)
        status = is_captured ? krt_event_synchronize(event) : wait_for(buffer, event);
    krt_event_destroy(event);
    return status;
}

krt_status krt_buffer_use(struct krt_buffer *shared, struct krt_stream *stream)
{
    struct krt_device *device;
    bool is_captured = false;
    if (!shared)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_buffer_use: |buffer| is NULL");
    krt_status status = krt_stream_device(stream, &device);
    if (status)
        return status;
    stream = stream ? stream : krt_device_stream(device);
    if (stream == shared->stream)
        return KRT_OK;
    status = krt_stream_is_capturing(stream, &is_captured);
    if (status || is_captured)
        return status;
    return device == shared->device ? note_use(whole(shared), stream)
                                    : wait_for_use(whole(shared), stream, device);
}

static krt_status wait_for_users(struct buffer *buffer)
{
    while (buffer->users) {
        struct user *user = buffer->users;
        krt_status status = wait_for(buffer, user->event);
        if (status)
            return status;
        buffer->users = user->next;
        krt_event_destroy(user->event);
        free(user);
    }
    return KRT_OK;
}

/* ---- Freeing buffers ------------------------------------------------------------------------- */

static krt_status destroy(struct buffer *buffer)
{
    struct krt_stream *stream = buffer->shared.stream;
    bool is_captured = false;
    krt_status status = krt_stream_is_capturing(stream, &is_captured);
    if (!status && is_captured != buffer->is_captured)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_buffer_release: %s",
                          is_captured
                              ? "the buffer's stream is being captured, and the buffer was there "
                                "before: keep it until the capture has ended"
                              : "the buffer was made in a capture that has ended, and is memory of "
                                "the graph: release it before krt_capture_end()");
    if (!status)
        status = wait_for_users(buffer);
    if (!status)
        status = krt_free_async(stream, buffer->shared.data);
    if (status)
        return status;
    krt_device_leave(buffer->shared.device);
    pthread_mutex_destroy(&buffer->lock);
    free(buffer);
    return KRT_OK;
}

krt_status krt_buffer_release(struct krt_buffer *shared)
{
    struct buffer *buffer = whole(shared);
    if (!buffer || atomic_fetch_sub_explicit(&buffer->references, 1, memory_order_acq_rel) != 1)
        return KRT_OK;
    krt_status status = destroy(buffer);
    if (status)
        atomic_store(&buffer->references, 1);
    return status;
}

/* ---- Tensors in a buffer -------------------------------------------------------------------- */

krt_status krt_buffer_contains(const struct krt_buffer *buffer, const struct krt_tensor *tensor)
{
    uint64_t count, last = 0;
    if (!buffer)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_buffer_contains: |buffer| is NULL");
    /* The call fails if the number of elements or bytes overflows. */
    krt_status status = krt_tensor_count(tensor, &count);
    if (status || count == 0)
        return status;
    for (uint32_t i = 0; i < tensor->rank; i++)
        last += (tensor->dims[i] - 1) * tensor->strides[i];
    uint64_t bytes = (last + 1) * krt_dtype_size(tensor->dtype);
    uintptr_t start = (uintptr_t)buffer->data, first = (uintptr_t)tensor->data;
    if (first < start || first - start > buffer->bytes || bytes > buffer->bytes - (first - start))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "a tensor of %llu bytes at %p is not inside the buffer of %llu bytes at %p",
                        (unsigned long long)bytes, tensor->data, (unsigned long long)buffer->bytes,
                        buffer->data);
    return KRT_OK;
}
