/* Streams: functions that make and find streams; their attributes; callbacks. */
#include "stream.h"

#include "capture.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { PRIORITY_LOWEST = 1, PRIORITY_HIGHEST = -1 };
/* the values of HIP's hipSynchronizationPolicy */
enum { SYNCHRONIZE_AUTO = 1, SYNCHRONIZE_BLOCKING = 4 };

/* hipStreamLegacy, which HIP 6 added; 2 is hipStreamPerThread. */
#define STREAM_LEGACY ((hipStream_t)1)

/* the list of destroyed streams, which are kept for reuse; guarded by the runtime's lock */
static struct ihipStream_t *spare;
static uint64_t streams_made;

/* Makes a stream, or reuses a destroyed one. Called with the runtime's lock held. */
static struct ihipStream_t *make(struct gpu *gpu, unsigned flags, int priority)
{
    struct ihipStream_t *stream = spare ? spare : calloc(1, sizeof *stream);
    if (!stream)
        return NULL;
    /* In a reused stream, |submitted| and |done| go on counting, and |has_work| is kept, because a
     * thread may still wait for a command of the destroyed stream, or signal |has_work|. */
    if (stream == spare)
        spare = stream->next;
    else
        pthread_cond_init(&stream->has_work, NULL);
    stream->gpu = gpu;
    stream->flags = flags;
    stream->priority = priority;
    stream->mask_words = 0;
    stream->synchronization = SYNCHRONIZE_AUTO;
    stream->is_null = stream->is_ending = false;
    stream->id = ++streams_made;
    stream->error = hipSuccess;
    stream->capture = NULL;
    stream->next = gpu->streams;
    gpu->streams = stream;
    return stream;
}

static struct ihipStream_t *stream_new(struct gpu *gpu, unsigned flags, int priority)
{
    runtime_lock();
    struct ihipStream_t *stream = make(gpu, flags, priority);
    runtime_unlock();
    return stream;
}

void stream_retire(struct ihipStream_t *stream)
{
    struct ihipStream_t **at = &stream->gpu->streams;
    while (*at && *at != stream)
        at = &(*at)->next;
    if (*at)
        *at = stream->next;
    stream->next = spare;
    spare = stream;
}

void streams_forget_spare(void)
{
    for (struct ihipStream_t *stream = spare; stream; stream = stream->next)
        stream_forget(stream);
}

/* ---- Finding streams ------------------------------------------------------------------------- */

/* Returns the legacy default stream of |gpu|; NULL when there is no memory. Called with the
 * runtime's lock held. */
static struct ihipStream_t *null_stream(struct gpu *gpu)
{
    if (!gpu->null_stream) {
        struct ihipStream_t *stream = make(gpu, 0, 0);
        if (stream)
            stream->is_null = true;
        gpu->null_stream = stream;
    }
    return gpu->null_stream;
}

/* Returns the calling thread's default stream on |gpu|; NULL when there is no memory. Called with
 * the runtime's lock held. */
static struct ihipStream_t *thread_stream(struct gpu *gpu)
{
    struct ihipStream_t **own = &thread_self()->streams[gpu->ordinal];
    if (!*own)
        *own = make(gpu, 0, 0);
    return *own;
}

/* Whether |handle| is a live stream. Called with the runtime's lock held. */
static bool is_alive(const struct ihipStream_t *handle)
{
    for (unsigned i = 0; i < gpu_count(); i++) {
        for (struct ihipStream_t *at = gpu_at((int)i)->streams; at; at = at->next) {
            if (at == handle)
                return !at->is_ending;
        }
    }
    return false;
}

struct ihipStream_t *stream_find(hipStream_t handle, const char *function, hipError_t *out)
{
    struct ihipStream_t *stream = NULL;
    struct gpu *gpu = gpu_current();
    call_begin();
    if (!gpu) {
        *out = fail_device(function, thread_self()->device);
        return NULL;
    }
    runtime_lock();
    bool is_default = !handle || handle == STREAM_LEGACY;
    if (is_default)
        stream = null_stream(gpu);
    else if (handle == hipStreamPerThread)
        stream = thread_stream(gpu);
    else if (is_alive(handle))
        stream = handle;
    runtime_unlock();
    if (!stream)
        *out =
            fail(is_default ? hipErrorOutOfMemory : hipErrorContextIsDestroyed,
                 "%s: %p is not a stream, or is one that was destroyed", function, (void *)handle);
    return stream;
}

struct ihipStream_t *stream_find_handle(hipStream_t handle, const char *function, hipError_t *out)
{
    struct ihipStream_t *stream = stream_find(handle, function, out);
    if (!stream && *out == hipErrorContextIsDestroyed)
        *out = fail_quietly(hipErrorInvalidHandle);
    return stream;
}

hipStream_t stream_per_thread(hipStream_t handle)
{
    return handle ? handle : hipStreamPerThread;
}

/* ---- Making and destroying streams ----------------------------------------------------------- */

static hipError_t create(hipStream_t *out, unsigned flags, int priority, const char *function)
{
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device(function, thread_self()->device);
    if (!out || flags & ~(unsigned)hipStreamNonBlocking)
        return fail(hipErrorInvalidValue, out ? "%s: unknown flags 0x%x" : "%s: no place for it",
                    function, flags);
    if (priority < PRIORITY_HIGHEST)
        priority = PRIORITY_HIGHEST;
    if (priority > PRIORITY_LOWEST)
        priority = PRIORITY_LOWEST;
    *out = stream_new(gpu, flags, priority);
    return *out ? hipSuccess : fail(hipErrorOutOfMemory, "%s: out of memory", function);
}

hipError_t hipStreamCreate(hipStream_t *stream)
{
    return create(stream, hipStreamDefault, 0, "hipStreamCreate");
}

hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned int flags)
{
    return create(stream, flags, 0, "hipStreamCreateWithFlags");
}

hipError_t hipStreamCreateWithPriority(hipStream_t *stream, unsigned int flags, int priority)
{
    return create(stream, flags, priority, "hipStreamCreateWithPriority");
}

hipError_t hipExtStreamCreateWithCUMask(hipStream_t *stream, uint32_t words, const uint32_t *mask)
{
    if (words == 0 || !mask)
        return fail(hipErrorInvalidValue, "hipExtStreamCreateWithCUMask: there is no mask");
    hipError_t error = create(stream, hipStreamDefault, 0, "hipExtStreamCreateWithCUMask");
    if (error)
        return error;
    /* The mask has no effect on the stream's kernels, but queries return it. A mask without a
     * compute unit means all compute units. */
    uint32_t any = 0;
    words = words < MASK_WORDS ? words : MASK_WORDS;
    for (uint32_t i = 0; i < words; i++)
        any |= (*stream)->mask[i] = mask[i];
    (*stream)->mask_words = any ? words : 0;
    return hipSuccess;
}

/* Returns word |i| of a mask in which all |units| compute units are set. */
static uint32_t units_in_word(unsigned units, uint32_t i)
{
    return units >= (i + 1) * 32 ? UINT32_MAX : units > i * 32 ? (1u << units % 32) - 1 : 0;
}

hipError_t hipExtStreamGetCUMask(hipStream_t handle, uint32_t words, uint32_t *mask)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, "hipExtStreamGetCUMask", &error);
    if (!stream)
        return error;
    unsigned units = stream->gpu->device->compute_units;
    if (!mask || words * 32 < units)
        return fail(hipErrorInvalidValue, "hipExtStreamGetCUMask: the mask needs %u bits", units);
    for (uint32_t i = 0; i < words; i++)
        mask[i] = stream->mask_words == 0  ? units_in_word(units, i)
                  : i < stream->mask_words ? stream->mask[i]
                                           : 0;
    return hipSuccess;
}

hipError_t hipStreamDestroy(hipStream_t handle)
{
    hipError_t error;
    if (!handle || handle == STREAM_LEGACY || handle == hipStreamPerThread)
        return fail(hipErrorInvalidHandle, "hipStreamDestroy: a default stream is not destroyed");
    struct ihipStream_t *stream = stream_find(handle, "hipStreamDestroy", &error);
    if (!stream)
        return error;
    runtime_lock();
    struct ihipGraph *graph = capture_abandon(stream);
    stream->is_ending = true; /* queued work of the stream still runs; afterwards, the stream's
                               * thread calls stream_retire() */
    pthread_cond_signal(&stream->has_work);
    if (!stream->has_worker)
        stream_retire(stream);
    runtime_unlock();
    graph_free(graph);
    return hipSuccess;
}

/* ---- Waiting for streams, and asking for their state ----------------------------------------- */

hipError_t hipStreamSynchronize(hipStream_t handle)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, "hipStreamSynchronize", &error);
    if (stream)
        error = capture_check_wait(stream, "hipStreamSynchronize");
    if (!stream || error)
        return error;
    error = stream_finish(stream);
    pools_settle();
    return error;
}

hipError_t hipStreamSynchronize_spt(hipStream_t stream)
{
    return hipStreamSynchronize(stream_per_thread(stream));
}

/* Whether |stream| is idle. The legacy default stream is idle only if all blocking streams are
 * idle, too. Called with the runtime's lock held. */
static bool is_done(const struct ihipStream_t *stream)
{
    bool is_idle = stream_is_idle(stream);
    const struct ihipStream_t *at = stream->is_null ? stream->gpu->streams : NULL;
    for (; at && is_idle; at = at->next)
        is_idle = at->flags & hipStreamNonBlocking || stream_is_idle(at);
    return is_idle;
}

hipError_t hipStreamQuery(hipStream_t handle)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, "hipStreamQuery", &error);
    if (stream)
        error = capture_check_wait(stream, "hipStreamQuery");
    if (!stream || error)
        return error;
    runtime_lock();
    error = is_done(stream) ? stream_take_error(stream) : hipErrorNotReady;
    runtime_unlock();
    return fail_quietly(error);
}

hipError_t hipStreamQuery_spt(hipStream_t stream)
{
    return hipStreamQuery(stream_per_thread(stream));
}

hipError_t hipStreamGetFlags(hipStream_t handle, unsigned int *out)
{
    hipError_t error;
    if (!out || !handle)
        return fail(hipErrorInvalidValue, "hipStreamGetFlags: the %s is null",
                    out ? "stream" : "output pointer");
    struct ihipStream_t *stream = stream_find(handle, "hipStreamGetFlags", &error);
    if (!stream)
        return error;
    *out = stream->flags;
    return hipSuccess;
}

hipError_t hipStreamGetFlags_spt(hipStream_t stream, unsigned *out)
{
    return hipStreamGetFlags(stream_per_thread(stream), out);
}

hipError_t hipStreamGetPriority(hipStream_t handle, int *out)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, "hipStreamGetPriority", &error);
    if (!stream)
        return error;
    if (!out)
        return fail(hipErrorInvalidValue, "hipStreamGetPriority: the output pointer is null");
    *out = stream->priority;
    return hipSuccess;
}

hipError_t hipStreamGetPriority_spt(hipStream_t stream, int *out)
{
    return hipStreamGetPriority(stream_per_thread(stream), out);
}

/* ---- Attributes, since HIP 7.1 --------------------------------------------------------------- */

/* values of HIP's hipLaunchAttributeID */
enum { ATTRIBUTE_SYNCHRONIZATION = 3, ATTRIBUTE_PRIORITY = 8 };

static hipError_t refuse_attribute(unsigned attribute, const char *function)
{
    return fail(hipErrorInvalidValue, "%s: attribute %u, or a value that it cannot have", function,
                attribute);
}

hipError_t hipStreamGetAttribute(hipStream_t handle, unsigned attribute, void *out)
{
    static const char function[] = "hipStreamGetAttribute";
    hipError_t error;
    if (!out)
        return fail(hipErrorInvalidValue, "%s: the output pointer is null", function);
    struct ihipStream_t *stream = stream_find_handle(handle, function, &error);
    if (!stream)
        return error;
    if (attribute != ATTRIBUTE_SYNCHRONIZATION && attribute != ATTRIBUTE_PRIORITY)
        return refuse_attribute(attribute, function);
    runtime_lock();
    *(int *)out = attribute == ATTRIBUTE_PRIORITY ? stream->priority : stream->synchronization;
    runtime_unlock();
    return hipSuccess;
}

hipError_t hipStreamSetAttribute(hipStream_t handle, unsigned attribute, const void *value)
{
    static const char function[] = "hipStreamSetAttribute";
    hipError_t error;
    if (!value)
        return fail(hipErrorInvalidValue, "%s: the value is null", function);
    struct ihipStream_t *stream = stream_find_handle(handle, function, &error);
    if (!stream)
        return error;
    const int policy = *(const int *)value;
    bool is_good = attribute == ATTRIBUTE_SYNCHRONIZATION && policy >= SYNCHRONIZE_AUTO &&
                   policy <= SYNCHRONIZE_BLOCKING;
    runtime_lock();
    bool is_captured = stream->capture != NULL;
    if (is_good && !is_captured)
        stream->synchronization = policy;
    runtime_unlock();
    if (is_captured)
        return fail(hipErrorStreamCaptureUnsupported, "%s: the stream is being captured", function);
    return is_good ? hipSuccess : refuse_attribute(attribute, function);
}

hipError_t hipStreamCopyAttributes(hipStream_t to, hipStream_t from)
{
    static const char function[] = "hipStreamCopyAttributes";
    hipError_t error;
    const struct ihipStream_t *source = stream_find_handle(from, function, &error);
    struct ihipStream_t *stream = source ? stream_find_handle(to, function, &error) : NULL;
    if (!stream)
        return error;
    runtime_lock();
    stream->synchronization = source->synchronization;
    runtime_unlock();
    return hipSuccess;
}

hipError_t hipDeviceGetStreamPriorityRange(int *lowest, int *highest)
{
    if (lowest)
        *lowest = PRIORITY_LOWEST;
    if (highest)
        *highest = PRIORITY_HIGHEST;
    return hipSuccess;
}

int hipGetStreamDeviceId(hipStream_t handle)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, "hipGetStreamDeviceId", &error);
    return stream ? stream->gpu->ordinal : -1;
}

hipError_t hipStreamGetDevice(hipStream_t handle, hipDevice_t *out)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, "hipStreamGetDevice", &error);
    if (!stream)
        return error;
    if (!out)
        return fail(hipErrorInvalidValue, "hipStreamGetDevice: the output pointer is null");
    *out = stream->gpu->ordinal;
    return hipSuccess;
}

hipError_t hipStreamGetId(hipStream_t handle, unsigned long long *out)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, "hipStreamGetId", &error);
    if (!stream)
        return error;
    if (!out)
        return fail(hipErrorInvalidValue, "hipStreamGetId: the output pointer is null");
    *out = stream->id;
    return hipSuccess;
}

/* ---- Functions of the host that a stream calls
 * ------------------------------------------------ */

static hipError_t submit_host(hipStream_t handle, struct host_work host, const char *function)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, function, &error);
    if (!stream)
        return error;
    if (!host.function && !host.callback)
        return fail(hipErrorInvalidValue, "%s: the function to call is null", function);
    struct work work = {.kind = WORK_HOST, .host = host};
    return stream_submit(stream, &work);
}

hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void *context,
                                unsigned int flags)
{
    if (flags != 0)
        return fail(hipErrorInvalidValue, "hipStreamAddCallback: the flags are 0x%x, and must be 0",
                    flags);
    static const char function[] = "hipStreamAddCallback";
    hipError_t error;
    struct host_work host = {.callback = callback, .stream = stream, .context = context};
    const struct ihipStream_t *found = stream_find(stream, function, &error);
    if (found)
        error = capture_check_node(found, function);
    return found && !error ? submit_host(stream, host, function) : error;
}

hipError_t hipStreamAddCallback_spt(hipStream_t stream, hipStreamCallback_t callback, void *context,
                                    unsigned flags)
{
    return hipStreamAddCallback(stream_per_thread(stream), callback, context, flags);
}

hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void *context)
{
    struct host_work host = {.function = function, .context = context};
    return submit_host(stream, host, "hipLaunchHostFunc");
}

hipError_t hipLaunchHostFunc_spt(hipStream_t stream, hipHostFn_t function, void *context)
{
    return hipLaunchHostFunc(stream_per_thread(stream), function, context);
}
