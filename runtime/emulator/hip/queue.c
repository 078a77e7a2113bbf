/* Queues: submission, the order between streams, and the threads that do the work. */
#include "stream.h"

#include "graph.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

struct wait {
    const struct ihipStream_t *stream;
    uint64_t until; /* number of commands that it must have done */
};

struct command {
    struct command *next;
    struct work work;
    unsigned wait_count;
    struct wait waits[];
};

bool stream_is_worker(void)
{
    return thread_self()->runs_work;
}

bool stream_is_idle(const struct ihipStream_t *stream)
{
    return stream->done == stream->submitted;
}

hipError_t stream_take_error(struct ihipStream_t *stream)
{
    hipError_t error = stream->error;
    stream->error = hipSuccess;
    return error;
}

static bool is_blocking(const struct ihipStream_t *stream)
{
    return !stream->is_null && !(stream->flags & hipStreamNonBlocking);
}

/* ---- The thread of a stream ----------------------------------------------------------------- */

static void *serve(void *context)
{
    struct ihipStream_t *stream = context;
    thread_self()->runs_work = true;
    thread_self()->device = stream->gpu->ordinal;
    runtime_lock();
    for (;;) {
        struct command *command = stream->first;
        if (!command && stream->is_ending)
            break;
        if (!command) {
            pthread_cond_wait(&stream->has_work, runtime_mutex());
            continue;
        }
        for (unsigned i = 0; i < command->wait_count; i++) {
            while (command->waits[i].stream->done < command->waits[i].until)
                runtime_wait();
        }
        runtime_unlock();
        hipError_t error = work_run(&command->work);
        work_release(&command->work);
        runtime_lock();
        if (error && !stream->error)
            stream->error = error;
        stream->first = command->next;
        stream->done++;
        runtime_wake();
        free(command);
    }
    stream->has_worker = false;
    stream_retire(stream);
    runtime_wake();
    runtime_unlock();
    return NULL;
}

/* Blocks signals, which are for the program's own threads. With the lock held. */
static bool start_worker(struct ihipStream_t *stream)
{
    sigset_t all, before;
    pthread_t thread;
    if (stream->has_worker)
        return true;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    stream->has_worker = pthread_create(&thread, NULL, serve, stream) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (stream->has_worker)
        pthread_detach(thread);
    return stream->has_worker;
}

void stream_forget(struct ihipStream_t *stream)
{
    /* the commands are not freed: a thread of the parent was in the middle of one */
    stream->first = stream->last = NULL;
    stream->done = stream->submitted;
    stream->has_worker = false;
    pthread_cond_init(&stream->has_work, NULL);
}

/* ---- Submission ----------------------------------------------------------------------------- */

/* The streams that a command of |stream| must wait for by the legacy default stream's rules.
 * Returns how many, and fills |out| unless it is NULL. */
static unsigned implicit_waits(const struct ihipStream_t *stream, struct wait *out)
{
    unsigned count = 0;
    const struct ihipStream_t *other = stream->is_null       ? stream->gpu->streams
                                       : is_blocking(stream) ? stream->gpu->null_stream
                                                             : NULL;
    for (; other; other = stream->is_null ? other->next : NULL) {
        bool counts = stream->is_null ? is_blocking(other) : true;
        if (!counts || stream_is_idle(other))
            continue;
        if (out)
            out[count] = (struct wait){other, other->submitted};
        count++;
    }
    return count;
}

/* With the lock held. */
static hipError_t append(struct ihipStream_t *stream, struct work *work)
{
    unsigned waits = implicit_waits(stream, NULL);
    struct command *command = calloc(1, sizeof *command + waits * sizeof command->waits[0]);
    if (!command || !start_worker(stream)) {
        free(command);
        return hipErrorOutOfMemory;
    }
    command->work = *work;
    command->wait_count = implicit_waits(stream, command->waits);
    if (stream->first)
        stream->last->next = command;
    else
        stream->first = command;
    stream->last = command;
    stream->submitted++;
    pthread_cond_signal(&stream->has_work);
    return hipSuccess;
}

static bool has_capture(const struct gpu *gpu)
{
    for (const struct ihipStream_t *stream = gpu->streams; stream; stream = stream->next) {
        if (stream->capture && is_blocking(stream))
            return true;
    }
    return false;
}

hipError_t stream_submit(struct ihipStream_t *stream, struct work *work)
{
    hipError_t error;
    if (work->kind != WORK_KERNEL)
        work->gpu = stream->gpu;
    runtime_lock();
    if (stream->capture) {
        error = capture_add(stream, work);
    } else if (stream->is_null && has_capture(stream->gpu)) {
        say("the legacy default stream is used while a stream that waits for it is being captured");
        error = hipErrorStreamCaptureImplicit;
    } else {
        error = append(stream, work);
    }
    runtime_unlock();
    if (error)
        work_release(work);
    return fail_quietly(error);
}

/* ---- Waiting -------------------------------------------------------------------------------- */

/* Waits for all work submitted so far to the streams of |gpu| that |concerns| selects, and returns
 * their first error if |tells|. With the lock held. Streams are never freed and their counts never
 * go back, so other threads may make and destroy streams meanwhile. */
static hipError_t wait_for(struct gpu *gpu, const struct ihipStream_t *subject,
                           bool (*concerns)(const struct ihipStream_t *subject,
                                            const struct ihipStream_t *stream),
                           bool tells)
{
    unsigned count = 0, i = 0;
    hipError_t error = hipSuccess;
    for (struct ihipStream_t *stream = gpu->streams; stream; stream = stream->next)
        count++;
    struct wait *waits = calloc(count + 1, sizeof *waits);
    if (!waits)
        return hipErrorOutOfMemory;
    for (struct ihipStream_t *stream = gpu->streams; stream; stream = stream->next) {
        if (concerns(subject, stream))
            waits[i++] = (struct wait){stream, stream->submitted};
        if (concerns(subject, stream) &&
            (tells ? stream->capture != NULL : capture_forbids(stream)))
            error = hipErrorStreamCaptureUnsupported;
    }
    for (unsigned j = 0; j < i && !error; j++) {
        while (waits[j].stream->done < waits[j].until)
            runtime_wait();
    }
    for (unsigned j = 0; j < i && tells; j++) {
        hipError_t failed = stream_take_error((struct ihipStream_t *)(uintptr_t)waits[j].stream);
        error = error ? error : failed;
    }
    free(waits);
    return error;
}

/* The default stream is done when the streams are done that it would wait for. */
static bool is_part_of(const struct ihipStream_t *subject, const struct ihipStream_t *stream)
{
    return stream == subject || (subject->is_null && is_blocking(stream));
}

static bool is_any(const struct ihipStream_t *subject, const struct ihipStream_t *stream)
{
    (void)subject, (void)stream;
    return true;
}

static hipError_t refuse_to_wait(void)
{
    return fail(hipErrorNotSupported,
                "a callback of a stream waits for streams, which could take for ever");
}

hipError_t stream_finish(struct ihipStream_t *stream)
{
    if (stream_is_worker())
        return refuse_to_wait();
    runtime_lock();
    hipError_t error = wait_for(stream->gpu, stream, is_part_of, true);
    runtime_unlock();
    return fail_quietly(error);
}

hipError_t gpu_finish(struct gpu *gpu)
{
    if (stream_is_worker())
        return refuse_to_wait();
    runtime_lock();
    hipError_t error = wait_for(gpu, NULL, is_any, true);
    runtime_unlock();
    return fail_quietly(error);
}

hipError_t gpu_drain(struct gpu *gpu)
{
    runtime_lock();
    hipError_t error = wait_for(gpu, NULL, is_any, false);
    runtime_unlock();
    return error;
}

hipError_t gpus_drain(void)
{
    hipError_t first = hipSuccess;
    for (unsigned i = 0; i < gpu_count() && !stream_is_worker(); i++) {
        hipError_t error = gpu_drain(gpu_at((int)i));
        first = first ? first : error;
    }
    return first;
}

hipError_t stream_run(struct ihipStream_t *stream, struct work *work, const char *function)
{
    runtime_lock();
    bool is_captured = stream->capture != NULL;
    runtime_unlock();
    if (is_captured) {
        work_release(work);
        return fail(hipErrorStreamCaptureUnsupported,
                    "%s: it waits for its stream, which is being captured", function);
    }
    hipError_t error = stream_submit(stream, work);
    return error ? error : stream_finish(stream);
}
