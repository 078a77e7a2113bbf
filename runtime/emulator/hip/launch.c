/* Launches: packs arguments, checks limits, and queues the kernel, on one device or on several
 * devices at once. The grids of a cooperative launch on several devices synchronise with each
 * other. */
#include "launch.h"

#include "capture.h"
#include "handle.h"
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* ---- Packing the arguments of a launch ------------------------------------------------------- */

static void pack_parameters(const struct ihipModuleSymbol_t *function, void **parameters,
                            uint8_t *out)
{
    const struct kernel *kernel = function->kernel;
    size_t next = 0;
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const struct kernel_argument *argument = &kernel->arguments[i];
        if (argument->kind == ARGUMENT_HIDDEN)
            continue;
        if (argument->kind != ARGUMENT_DYNAMIC_SHARED_POINTER)
            memcpy(out + argument->offset, parameters[next], argument->size);
        next++;
    }
}

/* Reads a list of HIP_LAUNCH_PARAM_*, which gives a buffer in which the kernel's arguments are
 * already packed. */
static bool read_extra(void **extra, const void **out_buffer, size_t *out_size)
{
    const size_t *size = NULL;
    const void *buffer = NULL;
    for (unsigned i = 0; i < 8 && extra[i] != HIP_LAUNCH_PARAM_END; i += 2) {
        if (extra[i] == HIP_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = extra[i + 1];
        else if (extra[i] == HIP_LAUNCH_PARAM_BUFFER_SIZE)
            size = extra[i + 1];
        else
            return false;
    }
    *out_buffer = buffer;
    *out_size = size ? *size : 0;
    return buffer && size;
}

static hipError_t pack_arguments(const struct ihipModuleSymbol_t *function,
                                 const struct launch_request *request, struct launch *out)
{
    size_t bytes = function->explicit_bytes, given = 0;
    const void *buffer = NULL;
    const char *kernel = function->kernel->name;
    if (request->parameters && request->extra)
        return fail(hipErrorInvalidValue,
                    "%s: kernel '%s': both an array of arguments and a buffer of them are given",
                    request->name, kernel);
    if (request->extra && !read_extra(request->extra, &buffer, &given))
        return fail(hipErrorInvalidValue,
                    "%s: kernel '%s': the list of HIP_LAUNCH_PARAM_... is not understood",
                    request->name, kernel);
    if (function->explicit_count > 0 && !request->parameters && !request->extra)
        return fail(hipErrorInvalidValue, "%s: kernel '%s' has %zu arguments, and none is given",
                    request->name, kernel, function->explicit_count);
    if (buffer && given < bytes)
        return fail(hipErrorInvalidValue,
                    "%s: the arguments of kernel '%s' take %zu bytes, and %zu are given",
                    request->name, kernel, bytes, given);
    uint8_t *arguments = calloc(1, bytes ? bytes : 1);
    if (!arguments)
        return fail(hipErrorOutOfMemory, "%s: out of memory", request->name);
    if (buffer)
        memcpy(arguments, buffer, bytes);
    else if (request->parameters)
        pack_parameters(function, request->parameters, arguments);
    out->arguments = arguments;
    out->argument_bytes = bytes;
    return hipSuccess;
}

/* ---- Limits of a launch ---------------------------------------------------------------------- */

/* Whether all workgroups fit on the device at the same time. A cooperative launch needs this,
 * because its workgroups wait for each other. */
static bool fits_at_once(const struct ihipModuleSymbol_t *function,
                         const struct launch_request *request, uint64_t groups)
{
    uint32_t block = request->block[0] * request->block[1] * request->block[2];
    unsigned each = occupancy_groups(function, block, (uint32_t)request->dynamic_lds);
    return groups <= (uint64_t)each * function->module->gpu->device->compute_units;
}

static hipError_t check_limits(const struct ihipModuleSymbol_t *function,
                               const struct launch_request *request)
{
    const struct kernel *kernel = function->kernel;
    const struct target_info *target = function->module->gpu->device->target.info;
    const uint32_t *grid = request->grid, *block = request->block;
    uint64_t items = (uint64_t)block[0] * block[1] * block[2];
    uint64_t groups = (uint64_t)grid[0] * grid[1] * grid[2];
    uint64_t lds = (uint64_t)kernel->group_segment + request->dynamic_lds;
    /* the function that was called decides which error is returned: hipLaunchCooperativeKernel()
     * and hipModuleLaunchCooperativeKernel() differ */
    bool is_cooperative_symbol = request->is_cooperative && request->function;
    struct codeobj_error error;
    if (kernel->is_empty)
        return fail(hipErrorLaunchFailure,
                    "%s: kernel '%s' has 0 bytes of code for %s: the compiler found that its body "
                    "cannot be reached; a GPU would run whatever is behind it",
                    request->name, kernel->name, target->processor);
    if (items == 0 || groups == 0)
        return fail(hipErrorInvalidValue,
                    "%s: kernel '%s': a grid of %u x %u x %u blocks of %u x %u x %u work-items",
                    request->name, kernel->name, grid[0], grid[1], grid[2], block[0], block[1],
                    block[2]);
    for (int i = 0; i < 3; i++) {
        if ((uint64_t)grid[i] * block[i] > UINT32_MAX)
            return fail(hipErrorInvalidConfiguration,
                        "%s: kernel '%s': %u blocks of %u work-items in dimension %c, and 2^32 - 1 "
                        "work-items are the most",
                        request->name, kernel->name, grid[i], block[i], 'x' + i);
    }
    if (block[0] > BLOCK_MAX || block[1] > BLOCK_MAX || block[2] > BLOCK_MAX || items > BLOCK_MAX)
        return fail(is_cooperative_symbol ? hipErrorInvalidConfiguration : hipErrorInvalidValue,
                    "%s: kernel '%s': a block of %llu work-items, and %d are the most",
                    request->name, kernel->name, (unsigned long long)items, BLOCK_MAX);
    if (items > kernel->max_workgroup)
        return fail(hipErrorLaunchFailure,
                    "%s: kernel '%s': a block of %llu work-items, and it was compiled for %u "
                    "(__launch_bounds__)",
                    request->name, kernel->name, (unsigned long long)items, kernel->max_workgroup);
    if (lds > target->lds_bytes)
        return fail(
            is_cooperative_symbol ? hipErrorCooperativeLaunchTooLarge : hipErrorInvalidValue,
            "%s: kernel '%s': %llu bytes of LDS (%u of its own and %zu dynamic), and a block "
            "has %u on %s",
            request->name, kernel->name, (unsigned long long)lds, kernel->group_segment,
            request->dynamic_lds, target->lds_bytes, target->processor);
    if (kernel_check_limits(function->module->program, kernel, &error) != CODEOBJ_OK)
        return fail(hipErrorLaunchFailure, "%s: %s", request->name, error.message);
    if (request->is_cooperative && !fits_at_once(function, request, groups))
        return fail(hipErrorCooperativeLaunchTooLarge,
                    "%s: kernel '%s': %llu blocks do not fit on the device at once", request->name,
                    kernel->name, (unsigned long long)groups);
    return hipSuccess;
}

hipError_t launch_prepare(const struct ihipModuleSymbol_t *function,
                          const struct launch_request *request, struct work *out)
{
    struct launch launch = {
        .program = function->module->program,
        .kernel = function->kernel,
        .dynamic_lds = (uint32_t)request->dynamic_lds,
        .is_cooperative = request->is_cooperative,
    };
    memcpy(launch.grid, request->grid, sizeof launch.grid);
    memcpy(launch.block, request->block, sizeof launch.block);
    memcpy(launch.last_block, request->last_block, sizeof launch.last_block);
    /* the error is ignored here, because the dispatch meets the same error and reports it */
    struct codeobj_error ignored;
    hipError_t error = check_limits(function, request);
    /* Loads LLVM now, in the caller's thread. If a stream's thread loaded LLVM, the process might
     * end meanwhile, which is not safe. */
    if (!error)
        (void)program_ops(launch.program, function->kernel->wave_size, &ignored);
    if (!error)
        error = pack_arguments(function, request, &launch);
    if (error)
        return error;
    /* This keeps the program loaded even if another thread unloads the module before the kernel
     * runs. */
    program_use(launch.program);
    *out = (struct work){.kind = WORK_KERNEL,
                         .gpu = function->module->gpu,
                         .kernel = {.launch = launch,
                                    .module = function->module,
                                    .function = request->function ? request->function : function}};
    return hipSuccess;
}

hipError_t launch_submit(const struct ihipModuleSymbol_t *function,
                         const struct launch_request *request, hipStream_t handle, hipEvent_t start,
                         hipEvent_t stop)
{
    struct work work;
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, request->name, &error);
    if (!stream)
        return error;
    if (stream->gpu != function->module->gpu)
        return fail(hipErrorInvalidHandle,
                    "%s: kernel '%s' is loaded on device %d, and the stream is of device %d",
                    request->name, function->kernel->name, function->module->gpu->ordinal,
                    stream->gpu->ordinal);
    if ((start && !handle_is(start, HANDLE_EVENT)) || (stop && !handle_is(stop, HANDLE_EVENT)))
        return fail(hipErrorInvalidValue, "%s: kernel '%s': %p or %p is not an event",
                    request->name, function->kernel->name, (void *)start, (void *)stop);
    error = launch_prepare(function, request, &work);
    if (error)
        return error;
    if (start)
        work.kernel.start = event_renew(start, stream);
    if (stop)
        work.kernel.stop = event_renew(stop, stream);
    if ((!start || work.kernel.start) && (!stop || work.kernel.stop))
        return stream_submit(stream, &work);
    work_release(&work);
    return fail(hipErrorOutOfMemory, "%s: out of memory", request->name);
}

/* ---- Functions of modules ------------------------------------------------------------------- */

hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned int grid_x, unsigned int grid_y,
                                 unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                 unsigned int block_z, unsigned int dynamic_lds, hipStream_t stream,
                                 void **parameters, void **extra)
{
    hipError_t error = function_check(function, "hipModuleLaunchKernel");
    struct launch_request request = {.name = "hipModuleLaunchKernel",
                                     .grid = {grid_x, grid_y, grid_z},
                                     .block = {block_x, block_y, block_z},
                                     .dynamic_lds = dynamic_lds,
                                     .parameters = parameters,
                                     .extra = extra};
    return error ? error : launch_submit(function, &request, stream, NULL, NULL);
}

hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t function, unsigned grid_x,
                                            unsigned grid_y, unsigned grid_z, unsigned block_x,
                                            unsigned block_y, unsigned block_z,
                                            unsigned dynamic_lds, hipStream_t stream,
                                            void **parameters)
{
    hipError_t error = function_check(function, "hipModuleLaunchCooperativeKernel");
    struct launch_request request = {.name = "hipModuleLaunchCooperativeKernel",
                                     .grid = {grid_x, grid_y, grid_z},
                                     .block = {block_x, block_y, block_z},
                                     .dynamic_lds = dynamic_lds,
                                     .parameters = parameters,
                                     .is_cooperative = true};
    return error ? error : launch_submit(function, &request, stream, NULL, NULL);
}

/* The grid is given in work-items. Its size need not be a multiple of the block's. */
hipError_t hipExtModuleLaunchKernel(hipFunction_t function, uint32_t global_x, uint32_t global_y,
                                    uint32_t global_z, uint32_t local_x, uint32_t local_y,
                                    uint32_t local_z, size_t dynamic_lds, hipStream_t stream,
                                    void **parameters, void **extra, hipEvent_t start,
                                    hipEvent_t stop, uint32_t flags)
{
    const uint32_t global[3] = {global_x, global_y, global_z};
    const uint32_t local[3] = {local_x, local_y, local_z};
    struct launch_request request = {.name = "hipExtModuleLaunchKernel",
                                     .dynamic_lds = dynamic_lds,
                                     .parameters = parameters,
                                     .extra = extra};
    hipError_t error = function_check(function, request.name);
    (void)flags; /* the flags say whether the launch may run out of order; libhipemu keeps the
                  * order */
    for (int i = 0; i < 3 && !error; i++) {
        request.block[i] = local[i];
        request.grid[i] =
            local[i] ? (uint32_t)(((uint64_t)global[i] + local[i] - 1) / local[i]) : 0;
        request.last_block[i] = local[i] ? global[i] % local[i] : 0;
    }
    return error ? error : launch_submit(function, &request, stream, start, stop);
}

hipError_t hipHccModuleLaunchKernel(hipFunction_t function, uint32_t global_x, uint32_t global_y,
                                    uint32_t global_z, uint32_t local_x, uint32_t local_y,
                                    uint32_t local_z, size_t dynamic_lds, hipStream_t stream,
                                    void **parameters, void **extra, hipEvent_t start,
                                    hipEvent_t stop)
{
    return hipExtModuleLaunchKernel(function, global_x, global_y, global_z, local_x, local_y,
                                    local_z, dynamic_lds, stream, parameters, extra, start, stop,
                                    0);
}

hipError_t hip_ext_module_launch(hipFunction_t function, uint32_t global_x, uint32_t global_y,
                                 uint32_t global_z, uint32_t local_x, uint32_t local_y,
                                 uint32_t local_z, size_t dynamic_lds, hipStream_t stream,
                                 void **parameters, void **extra, hipEvent_t start, hipEvent_t stop,
                                 uint32_t flags)
{
    return hipExtModuleLaunchKernel(function, global_x, global_y, global_z, local_x, local_y,
                                    local_z, dynamic_lds, stream, parameters, extra, start, stop,
                                    flags);
}

hipError_t hip_hcc_module_launch(hipFunction_t function, uint32_t global_x, uint32_t global_y,
                                 uint32_t global_z, uint32_t local_x, uint32_t local_y,
                                 uint32_t local_z, size_t dynamic_lds, hipStream_t stream,
                                 void **parameters, void **extra, hipEvent_t start, hipEvent_t stop)
{
    return hipHccModuleLaunchKernel(function, global_x, global_y, global_z, local_x, local_y,
                                    local_z, dynamic_lds, stream, parameters, extra, start, stop);
}

/* ---- Functions of the program --------------------------------------------------------------- */

static hipError_t launch_symbol(const void *symbol, dim3 grid, dim3 block, void **arguments,
                                size_t dynamic_lds, hipStream_t stream, bool is_cooperative,
                                hipEvent_t start, hipEvent_t stop, const char *name)
{
    struct ihipModuleSymbol_t *function;
    struct launch_request request = {.name = name,
                                     .function = symbol,
                                     .grid = {grid.x, grid.y, grid.z},
                                     .block = {block.x, block.y, block.z},
                                     .dynamic_lds = dynamic_lds,
                                     .parameters = arguments,
                                     .is_cooperative = is_cooperative};
    hipError_t error = function_find(symbol, stream, name, &function);
    return error ? error : launch_submit(function, &request, stream, start, stop);
}

hipError_t hipLaunchKernel(const void *symbol, dim3 grid, dim3 block, void **arguments,
                           size_t dynamic_lds, hipStream_t stream)
{
    return launch_symbol(symbol, grid, block, arguments, dynamic_lds, stream, false, NULL, NULL,
                         "hipLaunchKernel");
}

hipError_t hipLaunchKernel_spt(const void *symbol, dim3 grid, dim3 block, void **arguments,
                               size_t dynamic_lds, hipStream_t stream)
{
    return hipLaunchKernel(symbol, grid, block, arguments, dynamic_lds, stream_per_thread(stream));
}

hipError_t hipExtLaunchKernel(const void *symbol, dim3 grid, dim3 block, void **arguments,
                              size_t dynamic_lds, hipStream_t stream, hipEvent_t start,
                              hipEvent_t stop, int flags)
{
    (void)flags;
    return launch_symbol(symbol, grid, block, arguments, dynamic_lds, stream, false, start, stop,
                         "hipExtLaunchKernel");
}

hipError_t hipLaunchCooperativeKernel(const void *symbol, dim3 grid, dim3 block, void **arguments,
                                      unsigned int dynamic_lds, hipStream_t stream)
{
    return launch_symbol(symbol, grid, block, arguments, dynamic_lds, stream, true, NULL, NULL,
                         "hipLaunchCooperativeKernel");
}

hipError_t hipLaunchCooperativeKernel_spt(const void *symbol, dim3 grid, dim3 block,
                                          void **arguments, uint32_t dynamic_lds,
                                          hipStream_t stream)
{
    return hipLaunchCooperativeKernel(symbol, grid, block, arguments, dynamic_lds,
                                      stream_per_thread(stream));
}

enum {
    LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
    /* an attribute whose value is three numbers: the size of a cluster, in blocks */
    LAUNCH_ATTRIBUTE_CLUSTER = 4,
    LAUNCH_ATTRIBUTE_BYTES = 72,
};

/* Reads a list of hipLaunchAttribute, each of which has an id, and at byte 8 a union of 64 bytes.
 * Attributes that only change how fast a kernel runs are ignored. */
static hipError_t read_attributes(const void *attributes, unsigned count, const char *name,
                                  bool *out_cooperative)
{
    *out_cooperative = false;
    if (!attributes && count > 0)
        return fail(hipErrorInvalidValue, "%s: there is no list of the %u attributes", name, count);
    for (unsigned i = 0; i < count; i++) {
        const uint8_t *attribute = (const uint8_t *)attributes + i * LAUNCH_ATTRIBUTE_BYTES;
        int id, values[3];
        memcpy(&id, attribute, sizeof id);
        memcpy(values, attribute + 8, sizeof values);
        if (id == LAUNCH_ATTRIBUTE_COOPERATIVE && values[0])
            *out_cooperative = true;
        if (id == LAUNCH_ATTRIBUTE_CLUSTER && (values[0] > 1 || values[1] > 1 || values[2] > 1))
            return fail(hipErrorInvalidConfiguration,
                        "%s: clusters of %d x %d x %d blocks, which the device lacks", name,
                        values[0], values[1], values[2]);
    }
    return hipSuccess;
}

hipError_t hipLaunchKernelExC(const struct hip_launch_config *config, const void *symbol,
                              void **arguments)
{
    static const char name[] = "hipLaunchKernelExC";
    bool is_cooperative;
    if (!symbol)
        return fail(hipErrorInvalidDeviceFunction, "%s: the kernel is null", name);
    if (!config)
        return fail(hipErrorInvalidConfiguration, "%s: the configuration is null", name);
    hipError_t error =
        read_attributes(config->attributes, config->attribute_count, name, &is_cooperative);
    return error
               ? error
               : launch_symbol(symbol, config->grid, config->block, arguments, config->dynamic_lds,
                               config->stream, is_cooperative, NULL, NULL, name);
}

hipError_t hip_drv_launch_kernel_ex(const struct hip_drv_launch_config *config,
                                    hipFunction_t function, void **parameters, void **extra)
{
    static const char name[] = "hipDrvLaunchKernelEx";
    bool is_cooperative;
    hipError_t error = function_check(function, name);
    if (!error && !config)
        error = fail(hipErrorInvalidValue, "%s: the configuration is null", name);
    if (!error)
        error = read_attributes(config->attributes, config->attribute_count, name, &is_cooperative);
    if (error)
        return error;
    struct launch_request request = {.name = name,
                                     .dynamic_lds = config->dynamic_lds,
                                     .parameters = parameters,
                                     .extra = extra,
                                     .is_cooperative = is_cooperative};
    memcpy(request.grid, config->grid, sizeof request.grid);
    memcpy(request.block, config->block, sizeof request.block);
    return launch_submit(function, &request, config->stream, NULL, NULL);
}

/* ---- A launch in pieces: hipConfigureCall, hipSetupArgument, hipLaunchByPtr ----------------- */

hipError_t hipConfigureCall(dim3 grid, dim3 block, size_t dynamic_lds, hipStream_t stream)
{
    thread_self()->setup_bytes = 0;
    return __hipPushCallConfiguration(grid, block, dynamic_lds, stream);
}

hipError_t hipSetupArgument(const void *argument, size_t size, size_t offset)
{
    struct thread *self = thread_self();
    if (!argument || offset > SETUP_ARGUMENTS_MAX || size > SETUP_ARGUMENTS_MAX - offset)
        return fail(hipErrorInvalidValue, "hipSetupArgument: %zu bytes at %zu", size, offset);
    if (!self->setup_arguments)
        self->setup_arguments = calloc(1, SETUP_ARGUMENTS_MAX);
    if (!self->setup_arguments)
        return fail(hipErrorOutOfMemory, "hipSetupArgument: out of memory");
    memcpy(self->setup_arguments + offset, argument, size);
    if (offset + size > self->setup_bytes)
        self->setup_bytes = offset + size;
    return hipSuccess;
}

hipError_t hipLaunchByPtr(const void *symbol)
{
    struct thread *self = thread_self();
    struct ihipModuleSymbol_t *function;
    dim3 grid, block;
    size_t dynamic_lds;
    hipStream_t stream;
    hipError_t error = __hipPopCallConfiguration(&grid, &block, &dynamic_lds, &stream);
    if (!error)
        error = function_find(symbol, stream, "hipLaunchByPtr", &function);
    if (error)
        return error;
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, self->setup_arguments,
                     HIP_LAUNCH_PARAM_BUFFER_SIZE, &self->setup_bytes, HIP_LAUNCH_PARAM_END};
    struct launch_request request = {.name = "hipLaunchByPtr",
                                     .function = symbol,
                                     .grid = {grid.x, grid.y, grid.z},
                                     .block = {block.x, block.y, block.z},
                                     .dynamic_lds = dynamic_lds,
                                     .extra = self->setup_bytes ? extra : NULL};
    return launch_submit(function, &request, stream, NULL, NULL);
}

/* ---- On several devices at once; the grids synchronise --------------------------------------- */

enum {
    NO_SYNC_BEFORE = 1, /* the value of hipCooperativeLaunchMultiDeviceNoPreSync */
    NO_SYNC_AFTER = 2,  /* the value of hipCooperativeLaunchMultiDeviceNoPostSync */
};

/* One launch of several, given by either hipLaunchParams or hipFunctionLaunchParams. */
struct part {
    const struct ihipModuleSymbol_t *function;
    struct launch_request request;
    struct ihipStream_t *stream;
};

/* ---- The barrier of grids on several devices ------------------------------------------------- */

/* Returns the number of work-items of the grids of the first |part| launches. */
static uint64_t items_before(const struct part *parts, unsigned part)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < part; i++) {
        const uint32_t *grid = parts[i].request.grid, *block = parts[i].request.block;
        sum += (uint64_t)grid[0] * grid[1] * grid[2] * block[0] * block[1] * block[2];
    }
    return sum;
}

/* Makes the state through which the kernels of all launches synchronise; a hidden argument points
 * to it. It is in memory of the first device, which all devices can access. */
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

/* ---- Launching on several devices ------------------------------------------------------------ */

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
        hipError_t error = capture_check_node(parts[i].stream, name);
        if (error)
            return error;
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
        ready--; /* launch_prepare() failed for the last launch, which thus owns nothing that must
                  * be freed */
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
        if (meetings) /* the memory is freed only after a wait: without a wait, nobody knows when
                       * the kernels end */
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
