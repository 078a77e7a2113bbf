/* Queues: submission of work, the order between streams, the threads of streams, and the functions
 * that do each kind of work. */
#include "capture.h"
#include "copy.h"
#include "core/space.h"
#include "hostcall.h"
#include "printf_buffer.h"
#include "launch.h"
#include "memory.h"
#include "stream.h"
#include "work.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Running copies and fills ---------------------------------------------------------------- */

/* Tells the checker which bytes were written. After a copy, only those destination bytes count as
 * written whose source bytes were written. */
static void note_written(const struct allocation *dst, const void *at, const void *from,
                         size_t size)
{
    const struct allocation *src = from ? space_find(from) : NULL;
    if (!dst || !dst->written || !allocation_holds(dst, (uintptr_t)at, size))
        return;
    if (src && src->written && allocation_holds(src, (uintptr_t)from, size))
        memmove(dst->written + ((const uint8_t *)at - dst->address),
                src->written + ((const uint8_t *)from - src->address), size);
    else
        space_mark_written(dst, (uintptr_t)at, size);
}

static hipError_t run_copy(const struct copy *copy)
{
    if (!copy_is_there(copy))
        return hipErrorIllegalAddress;
    const struct allocation *dst_memory = copy->width ? space_find(copy->dst) : NULL;
    for (size_t z = 0; z < copy->depth; z++) {
        for (size_t y = 0; y < copy->height; y++) {
            uint8_t *dst = (uint8_t *)copy->dst + z * copy->dst_slice + y * copy->dst_pitch;
            const uint8_t *src =
                (const uint8_t *)copy->src + z * copy->src_slice + y * copy->src_pitch;
            memmove(dst, src, copy->width);
            note_written(dst_memory, dst, src, copy->width);
        }
    }
    return hipSuccess;
}

static void fill_row(uint8_t *at, const struct fill *fill)
{
    switch (fill->element) {
    case 1: memset(at, (int)fill->value, fill->width); break;
    case 2:
        for (size_t x = 0; x < fill->width; x++)
            memcpy(at + x * 2, &fill->value, 2);
        break;
    default:
        for (size_t x = 0; x < fill->width; x++)
            memcpy(at + x * 4, &fill->value, 4);
    }
}

static hipError_t run_fill(const struct fill *fill)
{
    if (fill_check(fill, "a fill that runs now"))
        return hipErrorIllegalAddress;
    const struct allocation *memory = fill->width ? space_find(fill->dst) : NULL;
    for (size_t z = 0; z < fill->depth; z++) {
        for (size_t y = 0; y < fill->height; y++) {
            uint8_t *at = (uint8_t *)fill->dst + z * fill->slice + y * fill->pitch;
            fill_row(at, fill);
            note_written(memory, at, NULL, fill->width * fill->element);
        }
    }
    return hipSuccess;
}

/* ---- Running kernels ------------------------------------------------------------------------- */

static hipError_t error_of(enum fault_kind kind)
{
    switch (kind) {
    case FAULT_MEMORY: return hipErrorIllegalAddress;
    case FAULT_TIMEOUT: return hipErrorLaunchTimeOut;
    case FAULT_LIMIT: return hipErrorLaunchOutOfResources;
    case FAULT_ILLEGAL_INSTRUCTION:
    case FAULT_TRAP: break;
    }
    return hipErrorLaunchFailure;
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Marks |mark| as reached by its stream. Called with the runtime's lock held. */
static void finish(struct mark *mark)
{
    mark->nanoseconds = now();
    mark->is_done = true;
    if (mark->shared.share)
        event_share_reach(mark->shared.share, mark->shared.number);
    runtime_wake();
}

static void reach(struct mark *mark)
{
    if (!mark)
        return;
    runtime_lock();
    finish(mark);
    runtime_unlock();
}

/* Makes the state through which the workgroups of a cooperative launch on one device wait for each
 * other. Newer device libraries use this state; older ones use ds_gws_barrier. NULL when there is
 * no memory. */
static struct grid_meeting *make_meeting(const struct gpu *gpu, const struct launch *launch)
{
    struct grid_meeting *meeting = space_allocate(gpu->device, MEMORY_INTERNAL, sizeof *meeting,
                                                  256, 0, "a cooperative launch", false);
    if (meeting)
        meeting->workgroups = launch->grid[0] * launch->grid[1] * launch->grid[2];
    return meeting;
}

/* Makes the memory that hidden arguments of the kernel point to. False when there is no memory. */
static bool make_targets(struct gpu *gpu, struct launch *launch, struct grid_meeting **out_meeting)
{
    if (launch->is_cooperative && !launch->multigrid_sync) {
        launch->multigrid_sync = *out_meeting = make_meeting(gpu, launch);
        if (!*out_meeting)
            return false;
    }
    if (printf_buffer_is_needed(launch->kernel)) {
        launch->printf_buffer = printf_buffer_make(gpu);
        if (!launch->printf_buffer)
            return false;
    }
    if (!hostcall_is_needed(launch->kernel))
        return true;
    launch->hostcall_buffer = hostcall_buffer(gpu);
    launch->heap = hostcall_heap(gpu);
    return launch->hostcall_buffer != NULL;
}

static hipError_t run_kernel(struct gpu *gpu, struct kernel_work *work)
{
    struct fault fault = {.kind = FAULT_LIMIT, .message = "out of memory for a launch"};
    hipError_t error = hipSuccess;
    /* the launch is copied, because in a graph the same work runs again */
    struct launch launch = work->launch;
    struct grid_meeting *meeting = NULL;
    reach(work->start);
    if (!make_targets(gpu, &launch, &meeting) || !dispatch_run(gpu->device, &launch, &fault)) {
        if (fault.message[0])
            say("%s", fault.message);
        error = error_of(fault.kind);
    }
    hostcall_flush(gpu);
    if (launch.printf_buffer)
        printf_buffer_print(&launch.program->object, launch.kernel->name, launch.printf_buffer);
    if (meeting)
        space_free(meeting);
    reach(work->stop);
    return error;
}

/* ---- Running functions of the host, waits and batches ---------------------------------------- */

static void run_host(const struct host_work *work)
{
    if (work->function)
        work->function(work->context);
    else
        work->callback(work->stream, hipSuccess, work->context);
}

static bool value_holds(const struct value_work *work)
{
    uint64_t now_there = work->is_64
                             ? __atomic_load_n((const uint64_t *)work->address, __ATOMIC_ACQUIRE)
                             : __atomic_load_n((const uint32_t *)work->address, __ATOMIC_ACQUIRE);
    uint64_t masked = now_there & work->mask;
    switch (work->condition) {
    case hipStreamWaitValueGte:
        return work->is_64 ? (int64_t)(masked - work->value) >= 0
                           : (int32_t)((uint32_t)masked - (uint32_t)work->value) >= 0;
    case hipStreamWaitValueEq: return masked == work->value;
    case hipStreamWaitValueAnd: return (masked & work->value) != 0;
    default: return ~(masked | work->value) << (work->is_64 ? 0 : 32) != 0;
    }
}

/* Writes the value, or tests it. Returns whether the work is done; false means that the wait goes
 * on. */
static bool run_value_once(const struct value_work *work)
{
    if (work->is_write && work->is_64)
        __atomic_store_n((uint64_t *)work->address, work->value, __ATOMIC_RELEASE);
    else if (work->is_write)
        __atomic_store_n((uint32_t *)work->address, (uint32_t)work->value, __ATOMIC_RELEASE);
    return work->is_write || value_holds(work);
}

/* Whether the value is inside a live allocation. The program may free the allocation while a stream
 * waits for the value. */
static bool value_is_there(const struct value_work *work)
{
    const size_t size = work->is_64 ? 8 : 4;
    const struct allocation *a = space_find(work->address);
    size_t offset = a ? (size_t)((uint8_t *)work->address - a->address) : 0;
    return a && (uintptr_t)work->address % size == 0 && a->size >= size && offset <= a->size - size;
}

static hipError_t run_value(const struct value_work *work)
{
    const struct timespec pause = {0, 20000};
    for (;;) {
        unsigned side = space_enter();
        bool is_there = value_is_there(work);
        bool is_done = is_there && run_value_once(work);
        space_leave(side);
        if (!is_there)
            return hipErrorIllegalAddress;
        if (is_done)
            return hipSuccess;
        nanosleep(&pause, NULL);
    }
}

static hipError_t run_batch(const struct batch_work *batch)
{
    hipError_t error = hipSuccess;
    struct value_work value;
    for (unsigned i = 0; i < batch->count && !error; i++) {
        if (value_of_operation(&batch->all[i], &value))
            error = run_value(&value);
    }
    return error;
}

/* Runs a copy or a fill. Meanwhile, work of other streams may free the memory. */
static hipError_t run_in_memory(struct work *work)
{
    unsigned side = space_enter();
    hipError_t error = work->kind == WORK_COPY ? run_copy(&work->copy) : run_fill(&work->fill);
    space_leave(side);
    return error;
}

static void await(const struct mark *mark)
{
    runtime_lock();
    while (!mark->is_done)
        runtime_wait();
    runtime_unlock();
}

hipError_t work_run(struct work *work)
{
    switch (work->kind) {
    case WORK_NOTHING: break;
    case WORK_COPY:
    case WORK_FILL: return run_in_memory(work);
    case WORK_KERNEL: return run_kernel(work->gpu, &work->kernel);
    case WORK_HOST: run_host(&work->host); break;
    case WORK_MARK: reach(work->mark); break;
    case WORK_AWAIT: await(work->mark); break;
    case WORK_AWAIT_SHARED: event_share_await(work->awaited.share, work->awaited.number); break;
    case WORK_VALUE: return run_value(&work->value);
    case WORK_BATCH: return run_batch(&work->batch);
    case WORK_FREE: pool_reach(work->free.pointer, work->free.number); break;
    }
    return hipSuccess;
}

/* Marks |mark| as reached, although the work that would reach it was not submitted and never runs:
 * otherwise a thread would wait for |mark| for ever. Called with the runtime's lock held. */
static void give_up(struct mark *mark)
{
    if (mark && !mark->is_done)
        finish(mark);
    mark_release(mark);
}

void work_release(struct work *work)
{
    runtime_lock();
    if (work->kind == WORK_AWAIT)
        mark_release(work->mark);
    if (work->kind == WORK_MARK)
        give_up(work->mark);
    if (work->kind == WORK_KERNEL) {
        give_up(work->kernel.start);
        give_up(work->kernel.stop);
    }
    runtime_unlock();
    if (work->kind == WORK_COPY)
        free(work->staged);
    if (work->kind == WORK_AWAIT_SHARED)
        event_share_release(work->awaited.share);
    if (work->kind == WORK_BATCH)
        free(work->batch.all);
    if (work->kind == WORK_KERNEL) {
        free((void *)(uintptr_t)work->kernel.launch.arguments);
        program_unload(work->kernel.launch.program);
    }
    work->kind = WORK_NOTHING;
}

static void *copy_of(const void *data, size_t size)
{
    void *copy = malloc(size ? size : 1);
    return copy && size ? memcpy(copy, data, size) : copy;
}

bool work_duplicate(const struct work *work, struct work *out)
{
    struct work copy = *work;
    if (work->kind == WORK_COPY && work->staged) {
        size_t size = work->copy.width * work->copy.height * work->copy.depth;
        copy.copy.src = copy.staged = copy_of(work->staged, size);
        if (!copy.staged)
            return false;
    }
    if (work->kind == WORK_BATCH) {
        copy.batch.all = copy_of(work->batch.all, work->batch.count * sizeof *work->batch.all);
        if (!copy.batch.all)
            return false;
    }
    if (work->kind == WORK_KERNEL) {
        void *arguments =
            copy_of(work->kernel.launch.arguments, work->kernel.launch.argument_bytes);
        if (!arguments)
            return false;
        copy.kernel.launch.arguments = arguments;
        copy.kernel.start = copy.kernel.stop = NULL;
        program_use(copy.kernel.launch.program);
    }
    if (work->kind == WORK_MARK || work->kind == WORK_AWAIT) {
        runtime_lock();
        work->mark->references++;
        runtime_unlock();
    }
    *out = copy;
    return true;
}

struct mark *mark_new(struct ihipStream_t *stream)
{
    struct mark *mark = calloc(1, sizeof *mark);
    if (mark)
        *mark = (struct mark){.references = 1,
                              .stream = stream,
                              .stream_id = stream->id,
                              .time = pool_time(),
                              .is_of_null = stream->is_null};
    return mark;
}

void mark_release(struct mark *mark)
{
    if (!mark || --mark->references > 0)
        return;
    event_share_release(mark->shared.share);
    free(mark);
}

struct wait {
    const struct ihipStream_t *stream;
    uint64_t until; /* the number of the last command that |stream| must have done */
};

/* the number of the newest command of the process; guarded by the runtime's lock */
static uint64_t commands;

struct command {
    uint64_t number;
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

/* ---- Threads that wait for streams ----------------------------------------------------------
 *
 * Waking a thread takes longer than a short kernel, so a stream wakes threads only if one of them
 * may stop waiting.
 */

enum { ANY_COMMAND = 0 };
struct waiter {
    /* the number of the last command that the thread waits for; ANY_COMMAND means that it must look
     * again after every command */
    uint64_t number;
    struct waiter *next;
};
/* the threads that wait for commands; guarded by the runtime's lock */
static struct waiter *waiters;

static void begin_wait(struct waiter *waiter, uint64_t number)
{
    *waiter = (struct waiter){number, waiters};
    waiters = waiter;
}

static void end_wait(const struct waiter *waiter)
{
    struct waiter **at = &waiters;
    while (*at != waiter)
        at = &(*at)->next;
    *at = waiter->next;
}

static bool is_awaited(const struct ihipStream_t *stream)
{
    for (const struct waiter *waiter = waiters; waiter; waiter = waiter->next) {
        if (!stream->first || stream->first->number > waiter->number)
            return true;
    }
    return false;
}

/* Wakes the waiting threads, if one of them may have waited for the last command of |stream|.
 * Releases the runtime's lock meanwhile, so that the threads can take it. */
static void wake_waiters(const struct ihipStream_t *stream)
{
    if (!is_awaited(stream))
        return;
    runtime_unlock();
    runtime_wake();
    runtime_lock();
}

/* ---- The thread of a stream ----------------------------------------------------------------- */

static void await_others(const struct command *command)
{
    struct waiter waiter;
    begin_wait(&waiter, ANY_COMMAND);
    for (unsigned i = 0; i < command->wait_count; i++) {
        while (command->waits[i].stream->done < command->waits[i].until)
            runtime_wait();
    }
    end_wait(&waiter);
}

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
        await_others(command);
        runtime_unlock();
        hipError_t error = work_run(&command->work);
        work_release(&command->work);
        runtime_lock();
        if (error && !stream->error)
            stream->error = error;
        stream->first = command->next;
        stream->done++;
        wake_waiters(stream);
        free(command);
    }
    stream->has_worker = false;
    stream_retire(stream);
    runtime_wake();
    runtime_unlock();
    return NULL;
}

/* Starts the thread of |stream| if the stream has none. Returns whether it has one now. The thread
 * blocks all signals, because signals are meant for the program's own threads. Called with the
 * runtime's lock held. */
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
    waiters = NULL;
    /* The child forgets the commands but does not free them, because a thread of the parent was
     * running one of them. */
    stream->first = stream->last = NULL;
    stream->done = stream->submitted;
    stream->has_worker = false;
    pthread_cond_init(&stream->has_work, NULL);
}

/* ---- Submission ----------------------------------------------------------------------------- */

/* Finds the streams that a command of |stream| must wait for by the rules of the legacy default
 * stream. Returns their number, and writes them to |out| unless |out| is NULL. */
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

/* Appends |work| to the queue of |stream|. Called with the runtime's lock held. */
static hipError_t append(struct ihipStream_t *stream, struct work *work)
{
    unsigned waits = implicit_waits(stream, NULL);
    struct command *command = calloc(1, sizeof *command + waits * sizeof command->waits[0]);
    if (!command || !start_worker(stream)) {
        free(command);
        return hipErrorOutOfMemory;
    }
    command->work = *work;
    command->number = ++commands;
    command->wait_count = implicit_waits(stream, command->waits);
    if (stream->first)
        stream->last->next = command;
    else
        stream->first = command;
    stream->last = command;
    stream->submitted++;
    return hipSuccess;
}

bool stream_is_free(const struct ihipStream_t *stream)
{
    return stream_is_idle(stream) && implicit_waits(stream, NULL) == 0;
}

/* Submits |work|. If |runs_now| is not NULL and |stream| is free, only sets |*runs_now|: then the
 * caller must run the work. */
static hipError_t submit(struct ihipStream_t *stream, struct work *work, bool *runs_now)
{
    hipError_t error = hipSuccess;
    bool is_new = false;
    if (work->kind != WORK_KERNEL)
        work->gpu = stream->gpu;
    runtime_lock();
    if (stream->capture) {
        error = capture_add(stream, work);
    } else if (stream->is_null && capture_stop_legacy(stream->gpu)) {
        say("the legacy default stream is used while a stream that waits for it is being captured; "
            "the capture is invalid from now on");
        error = hipErrorStreamCaptureImplicit;
    } else if (runs_now && stream_is_free(stream)) {
        *runs_now = true;
    } else {
        error = append(stream, work);
        is_new = !error;
    }
    runtime_unlock();
    if (is_new)
        /* This is safe without the lock, because streams are never freed. */
        pthread_cond_signal(&stream->has_work);
    if (error)
        work_release(work);
    return fail_quietly(error);
}

hipError_t stream_submit(struct ihipStream_t *stream, struct work *work)
{
    return submit(stream, work, NULL);
}

/* ---- Waiting for streams and devices --------------------------------------------------------- */

typedef bool stream_concerns(const struct ihipStream_t *subject, const struct ihipStream_t *stream);

/* Whether a stream of |gpu| that |concerns| selects still has commands up to |number| to do. */
static bool is_at_work(const struct gpu *gpu, const struct ihipStream_t *subject,
                       stream_concerns *concerns, uint64_t number)
{
    for (const struct ihipStream_t *stream = gpu->streams; stream; stream = stream->next) {
        if (concerns(subject, stream) && stream->first && stream->first->number <= number)
            return true;
    }
    return false;
}

/* Takes the errors of the streams of |gpu| that |concerns| selects, and returns the first one.
 * Called with the runtime's lock held. */
static hipError_t take_errors(struct gpu *gpu, const struct ihipStream_t *subject,
                              stream_concerns *concerns)
{
    hipError_t error = hipSuccess;
    for (struct ihipStream_t *stream = gpu->streams; stream; stream = stream->next) {
        hipError_t failed = concerns(subject, stream) ? stream_take_error(stream) : hipSuccess;
        error = error ? error : failed;
    }
    return error;
}

/* Waits for all work that was submitted so far to the streams of |gpu| that |concerns| selects.
 * Returns the first error of these streams if |tells|. Called with the runtime's lock held. This
 * needs no memory, so waiting cannot fail. Other threads may make and destroy streams meanwhile. */
static hipError_t wait_for(struct gpu *gpu, const struct ihipStream_t *subject,
                           stream_concerns *concerns, bool tells)
{
    const uint64_t number = commands;
    struct waiter waiter;
    begin_wait(&waiter, number);
    while (is_at_work(gpu, subject, concerns, number))
        runtime_wait();
    end_wait(&waiter);
    return tells ? take_errors(gpu, subject, concerns) : hipSuccess;
}

/* Whether waiting for |subject| includes |stream|. The legacy default stream counts as done only
 * when all streams that it waits for are done. */
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

/* If the work can begin at once, the calling thread does it itself, because a change of threads
 * takes longer than most copies. The thread does not wait for work that other threads submit
 * meanwhile, because such work may wait for the caller. */
hipError_t stream_run(struct ihipStream_t *stream, struct work *work, bool waits)
{
    bool runs_now = false;
    hipError_t error = submit(stream, work, stream_is_worker() ? NULL : &runs_now), before;
    if (error || !runs_now)
        return error || !waits ? error : stream_finish(stream);
    error = work_run(work);
    work_release(work);
    runtime_lock();
    before = take_errors(stream->gpu, stream, is_part_of);
    runtime_unlock();
    return fail_quietly(before ? before : error);
}
