/* Running the work of streams. */
#include "work.h"

#include "copy.h"
#include "hostcall.h"
#include "launch.h"
#include "memory.h"

#include "core/space.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Copies and fills ----------------------------------------------------------------------- */

/* Notes for the checker that bytes were written; for a copy, as far as those of the source were. */
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

/* ---- Kernels -------------------------------------------------------------------------------- */

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

static void reach(struct mark *mark)
{
    if (!mark)
        return;
    runtime_lock();
    mark->nanoseconds = now();
    mark->is_done = true;
    runtime_wake();
    runtime_unlock();
}

/* The barrier of a single cooperative grid: newer device libraries use it, older ones an
 * instruction. NULL without memory. */
static struct grid_meeting *make_meeting(const struct gpu *gpu, const struct launch *launch)
{
    struct grid_meeting *meeting = space_allocate(gpu->device, MEMORY_INTERNAL, sizeof *meeting,
                                                  256, 0, "a cooperative launch", false);
    if (meeting)
        meeting->workgroups = launch->grid[0] * launch->grid[1] * launch->grid[2];
    return meeting;
}

static hipError_t run_kernel(struct gpu *gpu, struct kernel_work *work)
{
    struct fault fault = {0};
    hipError_t error = hipSuccess;
    struct grid_meeting *meeting = NULL;
    reach(work->start);
    if (work->launch.is_cooperative && !work->launch.multigrid_sync)
        work->launch.multigrid_sync = meeting = make_meeting(gpu, &work->launch);
    if (hostcall_is_needed(work->launch.kernel)) {
        work->launch.hostcall_buffer = hostcall_buffer(gpu);
        work->launch.heap = hostcall_heap(gpu);
    }
    if (!dispatch_run(gpu->device, &work->launch, &fault)) {
        if (fault.message[0])
            say("%s", fault.message);
        error = error_of(fault.kind);
    }
    hostcall_flush(gpu);
    if (meeting)
        space_free(meeting);
    reach(work->stop);
    return error;
}

/* ---- The host ------------------------------------------------------------------------------- */

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

static void run_value(const struct value_work *work)
{
    const struct timespec pause = {0, 20000};
    if (work->is_write && work->is_64)
        __atomic_store_n((uint64_t *)work->address, work->value, __ATOMIC_RELEASE);
    else if (work->is_write)
        __atomic_store_n((uint32_t *)work->address, (uint32_t)work->value, __ATOMIC_RELEASE);
    while (!work->is_write && !value_holds(work))
        nanosleep(&pause, NULL);
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
    case WORK_COPY: return run_copy(&work->copy);
    case WORK_FILL: return run_fill(&work->fill);
    case WORK_KERNEL: return run_kernel(work->gpu, &work->kernel);
    case WORK_HOST: run_host(&work->host); break;
    case WORK_MARK: reach(work->mark); break;
    case WORK_AWAIT: await(work->mark); break;
    case WORK_VALUE: run_value(&work->value); break;
    case WORK_FREE: memory_release(work->pointer); break;
    }
    return hipSuccess;
}

void work_release(struct work *work)
{
    runtime_lock();
    if (work->kind == WORK_MARK || work->kind == WORK_AWAIT)
        mark_release(work->mark);
    if (work->kind == WORK_KERNEL) {
        mark_release(work->kernel.start);
        mark_release(work->kernel.stop);
    }
    runtime_unlock();
    if (work->kind == WORK_KERNEL)
        free((void *)(uintptr_t)work->kernel.launch.arguments);
    work->kind = WORK_NOTHING;
}

bool work_duplicate(const struct work *work, struct work *out)
{
    struct work copy = *work;
    if (work->kind == WORK_KERNEL) {
        size_t size = work->kernel.launch.argument_bytes;
        void *arguments = malloc(size ? size : 1);
        if (!arguments)
            return false;
        if (size)
            memcpy(arguments, work->kernel.launch.arguments, size);
        copy.kernel.launch.arguments = arguments;
        copy.kernel.start = copy.kernel.stop = NULL;
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
        *mark = (struct mark){.references = 1, .stream = stream};
    return mark;
}

void mark_release(struct mark *mark)
{
    if (mark && --mark->references == 0)
        free(mark);
}
