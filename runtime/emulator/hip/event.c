/* Events. An event is a place in a stream's order that the program can wait for, with the time at
 * which the stream reached it. */
#include "capture.h"
#include "handle.h"
#include "memory.h"

#include <stdlib.h>

/* Whether |flags| are valid: at most one fence, and an event for other processes must not have
 * times. */
static bool is_known_flag(unsigned flags)
{
    const unsigned known = hipEventBlockingSync | hipEventDisableTiming | hipEventInterprocess;
    const unsigned disable_system_fence = 0x20000000;
    unsigned fences =
        flags & (hipEventReleaseToDevice | hipEventReleaseToSystem | disable_system_fence);
    return (flags & ~known) == fences && (fences & (fences - 1)) == 0 &&
           (!(flags & hipEventInterprocess) || flags & hipEventDisableTiming);
}

hipError_t event_create(hipEvent_t *out, unsigned flags, struct event_share *share,
                        const char *function)
{
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device(function, thread_self()->device);
    struct ihipEvent_t *event = calloc(1, sizeof *event);
    if (!event || !handle_add(event, HANDLE_EVENT)) {
        free(event);
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    }
    *event = (struct ihipEvent_t){.flags = flags, .gpu = gpu, .share = event_share_use(share)};
    *out = event;
    return hipSuccess;
}

hipError_t hipEventCreateWithFlags(hipEvent_t *out, unsigned flags)
{
    static const char function[] = "hipEventCreateWithFlags";
    if (!gpu_current())
        return fail_device(function, thread_self()->device);
    if (!out || !is_known_flag(flags))
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    out ? "unknown flags" : "the output pointer is null");
    bool is_shared = flags & hipEventInterprocess;
    struct event_share *share = is_shared ? event_share_new() : NULL;
    if (is_shared && !share)
        return fail(hipErrorOutOfMemory, "%s: out of memory, or of files", function);
    hipError_t error = event_create(out, flags, share, function);
    event_share_release(share);
    return error;
}

hipError_t hipEventCreate(hipEvent_t *out)
{
    return hipEventCreateWithFlags(out, 0);
}

hipError_t event_check(hipEvent_t event, const char *function)
{
    if (handle_is(event, HANDLE_EVENT))
        return hipSuccess;
    return fail(hipErrorInvalidHandle, "%s: %p is not an event, or is one that was destroyed",
                function, (void *)event);
}

hipError_t hipEventDestroy(hipEvent_t event)
{
    if (!event)
        return fail(hipErrorInvalidHandle, "hipEventDestroy: the event is null");
    if (!handle_is(event, HANDLE_EVENT))
        return fail(hipErrorContextIsDestroyed,
                    "hipEventDestroy: %p is not an event, or was destroyed", (void *)event);
    handle_remove(event);
    free(event->captured.all);
    runtime_lock();
    mark_release(event->mark);
    runtime_unlock();
    event_share_release(event->share);
    free(event);
    return hipSuccess;
}

/* ---- Recording events ------------------------------------------------------------------------ */

struct mark *event_renew(struct ihipEvent_t *event, struct ihipStream_t *stream)
{
    struct mark *mark = mark_new(stream);
    if (!mark)
        return NULL;
    if (event->share)
        mark->shared =
            (struct recording){event_share_use(event->share), event_share_record(event->share)};
    runtime_lock();
    mark_release(event->mark);
    event->mark = mark;
    mark->references++; /* one reference is the event's, the other is for the work that will reach
                         * the mark */
    event->capture = 0;
    runtime_unlock();
    return mark;
}

hipError_t event_record(struct ihipEvent_t *event, struct ihipStream_t *stream)
{
    runtime_lock();
    bool is_captured = stream->capture != NULL;
    hipError_t error = is_captured ? capture_record(stream, event) : hipSuccess;
    runtime_unlock();
    if (is_captured)
        return fail_quietly(error);
    struct mark *mark = event_renew(event, stream);
    if (!mark)
        return fail(hipErrorOutOfMemory, "hipEventRecord: out of memory");
    struct work work = {.kind = WORK_MARK, .mark = mark};
    return stream_submit(stream, &work);
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t handle)
{
    hipError_t error = event_check(event, "hipEventRecord");
    struct ihipStream_t *stream = error ? NULL : stream_find(handle, "hipEventRecord", &error);
    if (!stream)
        return error;
    if (stream->gpu != event->gpu)
        return fail(hipErrorInvalidHandle,
                    "hipEventRecord: the event is of device %d, the stream of device %d",
                    event->gpu->ordinal, stream->gpu->ordinal);
    return event_record(event, stream);
}

hipError_t hipEventRecord_spt(hipEvent_t event, hipStream_t stream)
{
    return hipEventRecord(event, stream_per_thread(stream));
}

hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned flags)
{
    if (flags > 1)
        return fail(hipErrorInvalidValue, "hipEventRecordWithFlags: unknown flags 0x%x", flags);
    return hipEventRecord(event, stream);
}

/* Whether |event| was recorded in a stream that is being captured now, and before that capture
 * began. Called with the runtime's lock held. */
static bool is_before_capture(const struct ihipEvent_t *event)
{
    const struct mark *mark = event->mark;
    return mark && mark->stream->id == mark->stream_id && mark->stream->capture &&
           !mark->stream->capture->is_invalid;
}

/* Returns the last recording of |event|, with a reference to its share. If the event is not shared
 * with other processes, the result has no share. */
static struct recording last_recording(const struct ihipEvent_t *event)
{
    if (!event->share)
        return (struct recording){0};
    return (struct recording){event_share_use(event->share), event_share_last(event->share)};
}

/* If |event| was last recorded in a capture that has ended, the stream waits for its recording
 * before that capture. */
hipError_t hipStreamWaitEvent(hipStream_t handle, hipEvent_t event, unsigned int flags)
{
    if (flags > 1)
        return fail(hipErrorInvalidValue, "hipStreamWaitEvent: unknown flags 0x%x", flags);
    hipError_t error = event_check(event, "hipStreamWaitEvent");
    struct ihipStream_t *stream = error ? NULL : stream_find(handle, "hipStreamWaitEvent", &error);
    if (!stream) /* for a destroyed stream, HIP returns hipErrorInvalidHandle here */
        return fail_quietly(error == hipErrorContextIsDestroyed ? hipErrorInvalidHandle : error);
    runtime_lock();
    struct capture *capture = capture_of_event(event);
    error = capture                    ? capture_join(capture, stream, event)
            : is_before_capture(event) ? hipErrorStreamCaptureIsolation
                                       : hipSuccess;
    bool is_awaited = !capture && !error;
    struct mark *mark = is_awaited && !event->share ? event->mark : NULL;
    if (mark) {
        mark->references++;
        pool_follow(stream, mark);
    }
    runtime_unlock();
    struct work work = {.kind = WORK_AWAIT, .mark = mark};
    if (is_awaited && event->share)
        work = (struct work){.kind = WORK_AWAIT_SHARED, .awaited = last_recording(event)};
    else if (!mark)
        return fail_quietly(error);
    return stream_submit(stream, &work);
}

hipError_t hipStreamWaitEvent_spt(hipStream_t stream, hipEvent_t event, unsigned flags)
{
    return hipStreamWaitEvent(stream_per_thread(stream), event, flags);
}

/* ---- Waiting for events, and asking for their state ------------------------------------------ */

/* If an event is shared with other processes, its share says whether the event was reached, because
 * the last recording may be another process's. The event's mark is the last recording of this
 * process; it then only tells which stream's error to return. */

/* Waits for the recording |last|; if |last| has no share, waits for |mark|. Called with the
 * runtime's lock held, which it releases while it waits. */
static void await_recording(const struct recording *last, const struct mark *mark)
{
    if (last->share) {
        runtime_unlock();
        event_share_await(last->share, last->number);
        runtime_lock();
    }
    while (!last->share && mark && !mark->is_done)
        runtime_wait();
}

hipError_t hipEventSynchronize(hipEvent_t event)
{
    hipError_t error = event_check(event, "hipEventSynchronize");
    if (!error)
        error = capture_check_event(event, "hipEventSynchronize");
    if (error)
        return error;
    if (stream_is_worker())
        return fail(hipErrorNotSupported, "hipEventSynchronize: called by a callback of a stream");
    const struct recording last = last_recording(event);
    runtime_lock();
    struct mark *mark = event->mark;
    if (mark)
        mark->references++;
    await_recording(&last, mark);
    if (mark && mark->is_done)
        error = stream_take_error(mark->stream);
    mark_release(mark);
    runtime_unlock();
    event_share_release(last.share);
    pools_settle();
    return fail_quietly(error);
}

hipError_t hipEventQuery(hipEvent_t event)
{
    hipError_t error = event_check(event, "hipEventQuery");
    if (!error)
        error = capture_check_event(event, "hipEventQuery");
    if (error)
        return error;
    runtime_lock();
    const struct mark *mark = event->mark;
    bool is_done = mark && mark->is_done;
    bool is_reached = event->share
                          ? event_share_is_reached(event->share, event_share_last(event->share))
                          : !mark || is_done;
    if (!is_reached)
        error = hipErrorNotReady;
    else if (is_done)
        error = stream_take_error(mark->stream);
    runtime_unlock();
    return fail_quietly(error);
}

hipError_t hipEventElapsedTime(float *out, hipEvent_t start, hipEvent_t stop)
{
    if (!out)
        return fail(hipErrorInvalidValue, "hipEventElapsedTime: the output pointer is null");
    hipError_t error = event_check(start, "hipEventElapsedTime");
    if (!error)
        error = event_check(stop, "hipEventElapsedTime");
    if (error)
        return error;
    if (start->gpu != stop->gpu)
        return fail(hipErrorInvalidHandle,
                    "hipEventElapsedTime: one event is of device %d, the other of device %d",
                    start->gpu->ordinal, stop->gpu->ordinal);
    if ((start->flags | stop->flags) & hipEventDisableTiming)
        return fail(hipErrorInvalidHandle, "hipEventElapsedTime: an event has no times");
    runtime_lock();
    const struct mark *from = start->mark, *to = stop->mark;
    if (!from || !to)
        error = hipErrorInvalidHandle;
    else if (!from->is_done || !to->is_done)
        error = hipErrorNotReady;
    else
        *out = (float)((double)(int64_t)(to->nanoseconds - from->nanoseconds) / 1e6);
    runtime_unlock();
    return error == hipErrorInvalidHandle
               ? fail(error, "hipEventElapsedTime: an event was never recorded")
               : error;
}
