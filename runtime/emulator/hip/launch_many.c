/* Launches on several devices at once, and the synchronisation of the grids of a cooperative
 * launch. */
#include "launch.h"
#include "register.h"
#include "stream.h"

#include <stdlib.h>
#include <string.h>

enum {
    NO_SYNC_BEFORE = 1, /* hipCooperativeLaunchMultiDeviceNoPreSync */
    NO_SYNC_AFTER = 2,  /* hipCooperativeLaunchMultiDeviceNoPostSync */
};

/* One of the launches; hipLaunchParams and hipFunctionLaunchParams in one. */
struct part {
    const struct ihipModuleSymbol_t *function;
    struct launch_request request;
    struct ihipStream_t *stream;
};

/* ---- Meeting -------------------------------------------------------------------------------- */

/* The number of work-items of all grids before |part|; of all grids when |part| is NULL. */
static uint64_t items_before(const struct part *parts, unsigned part)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < part; i++) {
        const uint32_t *grid = parts[i].request.grid, *block = parts[i].request.block;
        sum += (uint64_t)grid[0] * grid[1] * grid[2] * block[0] * block[1] * block[2];
    }
    return sum;
}

/* The argument for the kernels of all parts, in the memory of the first device, which all reach. */
static struct grid_meeting *make_meetings(const struct part *parts, unsigned count)
{
    struct grid_counters *counters;
    size_t bytes = sizeof *counters + count * sizeof(struct grid_meeting);
    counters = space_allocate(parts[0].stream->gpu->device, MEMORY_INTERNAL, bytes, 256, 0,
                              "a launch on several devices", false);
    if (!counters)
        return NULL;
    struct grid_meeting *meetings = (struct grid_meeting *)(counters + 1);
    for (unsigned i = 0; i < count; i++) {
        const uint32_t *grid = parts[i].request.grid;
        meetings[i] = (struct grid_meeting){.all = counters,
                                            .grid = i,
                                            .grids = count,
                                            .items_before = items_before(parts, i),
                                            .items = items_before(parts, count),
                                            .workgroups = grid[0] * grid[1] * grid[2]};
    }
    return meetings;
}

/* ---- Launching ------------------------------------------------------------------------------ */

static hipError_t finish_all(const struct part *parts, unsigned count)
{
    hipError_t error = hipSuccess;
    for (unsigned i = 0; i < count; i++) {
        hipError_t failed = stream_finish(parts[i].stream);
        error = error ? error : failed;
    }
    return error;
}

static hipError_t check_parts(const struct part *parts, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < i; j++) {
            if (parts[i].stream->gpu == parts[j].stream->gpu)
                return fail(hipErrorInvalidDevice, "%s: two launches are for device %d", name,
                            parts[i].stream->gpu->ordinal);
        }
    }
    return hipSuccess;
}

static hipError_t launch_parts(const struct part *parts, unsigned count, unsigned flags,
                               const char *name)
{
    struct grid_meeting *meetings = NULL;
    struct work works[GPUS_MAX];
    hipError_t error = check_parts(parts, count, name);
    if (!error && !(flags & NO_SYNC_BEFORE))
        error = finish_all(parts, count);
    unsigned ready = 0;
    for (; !error && ready < count; ready++)
        error = launch_prepare(parts[ready].function, &parts[ready].request, &works[ready]);
    if (error && ready > 0)
        ready--; /* the last one is not a part */
    if (!error && parts[0].request.is_cooperative) {
        meetings = make_meetings(parts, count);
        error = meetings ? hipSuccess : fail(hipErrorOutOfMemory, "%s: out of memory", name);
    }
    for (unsigned i = 0; i < ready; i++) {
        if (error) {
            work_release(&works[i]);
            continue;
        }
        works[i].kernel.launch.multigrid_sync = meetings ? &meetings[i] : NULL;
        error = stream_submit(parts[i].stream, &works[i]);
    }
    if (!error && !(flags & NO_SYNC_AFTER)) {
        error = finish_all(parts, count);
        if (meetings) /* else it stays, because the end of the kernels is unknown */
            space_free((struct grid_counters *)meetings - 1);
    }
    return error;
}

static hipError_t check_list(const void *list, unsigned count, unsigned flags, const char *name)
{
    if (!list || count == 0 || count > gpu_count())
        return fail(hipErrorInvalidValue, "%s: %u launches, and there are %u devices", name,
                    list ? count : 0, gpu_count());
    if (flags > (NO_SYNC_BEFORE | NO_SYNC_AFTER))
        return fail(hipErrorInvalidValue, "%s: unknown flags 0x%x", name, flags);
    return hipSuccess;
}

static hipError_t launch_symbols(const hipLaunchParams *list, int count, unsigned flags,
                                 bool is_cooperative, const char *name)
{
    struct part parts[GPUS_MAX];
    hipError_t error = check_list(list, count < 0 ? 0 : (unsigned)count, flags, name);
    for (int i = 0; i < count && !error; i++) {
        const hipLaunchParams *p = &list[i];
        struct ihipModuleSymbol_t *function = NULL;
        if (!p->stream)
            return fail(hipErrorInvalidHandle, "%s: launch %d has no stream of its own", name, i);
        struct ihipStream_t *stream = stream_find(p->stream, name, &error);
        if (!stream)
            return fail_quietly(hipErrorInvalidValue);
        error = function_find(p->func, p->stream, name, &function);
        parts[i] = (struct part){.function = function,
                                 .stream = stream,
                                 .request = {.name = name,
                                             .grid = {p->gridDim.x, p->gridDim.y, p->gridDim.z},
                                             .block = {p->blockDim.x, p->blockDim.y, p->blockDim.z},
                                             .dynamic_lds = p->sharedMem,
                                             .parameters = p->args,
                                             .is_cooperative = is_cooperative}};
    }
    return error ? error : launch_parts(parts, (unsigned)count, flags, name);
}

hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *list, int count,
                                                 unsigned int flags)
{
    return launch_symbols(list, count, flags, true, "hipLaunchCooperativeKernelMultiDevice");
}

hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams *list, int count, unsigned int flags)
{
    return launch_symbols(list, count, flags, false, "hipExtLaunchMultiKernelMultiDevice");
}

hipError_t hip_module_launch_cooperative_kernel_multi_device(struct hip_function_launch *list,
                                                             unsigned count, unsigned flags)
{
    static const char name[] = "hipModuleLaunchCooperativeKernelMultiDevice";
    struct part parts[GPUS_MAX];
    hipError_t error = check_list(list, count, flags, name);
    for (unsigned i = 0; i < count && !error; i++) {
        const struct hip_function_launch *p = &list[i];
        error = function_check(p->function, name);
        if (error)
            return error;
        if (!p->stream)
            return fail(hipErrorInvalidHandle, "%s: launch %u has no stream of its own", name, i);
        struct ihipStream_t *stream = stream_find(p->stream, name, &error);
        if (!stream)
            return fail_quietly(hipErrorInvalidValue);
        parts[i] = (struct part){.function = p->function,
                                 .stream = stream,
                                 .request = {.name = name,
                                             .grid = {p->grid[0], p->grid[1], p->grid[2]},
                                             .block = {p->block[0], p->block[1], p->block[2]},
                                             .dynamic_lds = p->dynamic_lds,
                                             .parameters = p->parameters,
                                             .is_cooperative = true}};
    }
    return error ? error : launch_parts(parts, count, flags, name);
}
