/* Launches. A launch of a loaded kernel costs three loads from memory and the driver's own call. */
#include "error.h"
#include "handles.h"
#include "package.h"

static uint64_t at_least_one(uint32_t value)
{
    return value ? value : 1;
}

/* ---- Checks of a launch ---------------------------------------------------------------------- */

/* Whether no dimension is above 65535. Most launches are like that: a product of two dimensions is
 * then below 2^32. */
static bool is_small(const struct krt_launch_config *config)
{
    return (config->grid[0] | config->grid[1] | config->grid[2] | config->block[0] |
            config->block[1] | config->block[2]) <= UINT16_MAX;
}

/* Checks the number of work-items, which drivers do not do reliably: an AMD dispatch packet counts
 * work-items in 32 bits for each dimension. */
static __attribute__((noinline, cold)) krt_status
check_items(const struct krt_function *function, const struct krt_launch_config *config)
{
    for (int i = 0; i < 3; i++) {
        uint64_t items = at_least_one(config->grid[i]) * at_least_one(config->block[i]);
        if (items > UINT32_MAX)
            return fail(
                KRT_ERROR_INVALID_ARGUMENT,
                "%s: %u blocks of %u threads are more than 2^32 - 1 work-items in dimension "
                "%c: split the launch",
                function->name, config->grid[i], config->block[i], 'x' + i);
    }
    return KRT_OK;
}

static krt_status check_block(const struct krt_function *function,
                              const struct krt_device_info *info,
                              const struct krt_launch_config *config)
{
    uint64_t threads = 1;
    uint32_t limit = info->max_threads_per_block;
    for (int i = 0; i < 3; i++) {
        uint64_t block = at_least_one(config->block[i]);
        if (block > info->max_block[i])
            return fail(KRT_ERROR_INVALID_ARGUMENT, "%s: block.%c is %u; %s allows %u",
                        function->name, 'x' + i, config->block[i], info->target,
                        info->max_block[i]);
        if (at_least_one(config->grid[i]) > info->max_grid[i])
            return fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: grid.%c is %u; %s allows %u: split the launch", function->name,
                        'x' + i, config->grid[i], info->target, info->max_grid[i]);
        if (function->required_block[i] && function->required_block[i] != block)
            return fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: block.%c is %u; it was compiled for %u alone", function->name, 'x' + i,
                        config->block[i], function->required_block[i]);
        threads *= block;
    }
    if (function->max_threads && function->max_threads < limit)
        limit = function->max_threads;
    if (threads > limit)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "%s: a block of %llu threads; it was compiled for at most %u", function->name,
                    (unsigned long long)threads, limit);
    return KRT_OK;
}

static __attribute__((noinline)) krt_status check_all(const struct krt_function *function,
                                                      const struct krt_device *device,
                                                      const struct krt_launch_config *config,
                                                      void *const *arguments)
{
    uint64_t shared = (uint64_t)function->shared_bytes + config->shared_bytes;
    krt_status status = check_block(function, &device->info, config);
    if (status)
        return status;
    /* On CUDA libkrt does not check the bytes of LDS: a program can allow a function more dynamic
     * LDS, and only the driver knows the limit. */
    if (shared > device->info.shared_bytes && device->driver->kind != KRT_DRIVER_CUDA)
        return fail(
            KRT_ERROR_INVALID_ARGUMENT,
            "%s: %u bytes of LDS of its own and %u dynamic ones; %s has %llu for a workgroup",
            function->name, function->shared_bytes, config->shared_bytes, device->info.target,
            (unsigned long long)device->info.shared_bytes);
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        if (!arguments[i])
            return fail(KRT_ERROR_INVALID_ARGUMENT, "%s: the pointer to argument %u is NULL",
                        function->name, i);
    }
    return KRT_OK;
}

/* ---- Launching a kernel ---------------------------------------------------------------------- */

static int call_driver(struct krt_function *function, struct krt_stream *stream,
                       const struct krt_launch_config *config, void *const *arguments)
{
    void *handle = atomic_load_explicit(&function->handle, memory_order_relaxed);
    return stream->device->driver->launch(
        handle, (unsigned)at_least_one(config->grid[0]), (unsigned)at_least_one(config->grid[1]),
        (unsigned)at_least_one(config->grid[2]), (unsigned)at_least_one(config->block[0]),
        (unsigned)at_least_one(config->block[1]), (unsigned)at_least_one(config->block[2]),
        config->shared_bytes, stream->native, (void **)arguments, NULL);
}

/* Makes the device current and launches again, if that may help. |code| is the error of the first
 * try. */
static __attribute__((noinline, cold)) krt_status
launch_again(struct krt_function *function, struct krt_stream *stream,
             const struct krt_launch_config *config, void *const *arguments, int code)
{
    struct krt_device *device = stream->device;
    if (code == DRIVER_ERROR_INVALID_CONTEXT || code == DRIVER_ERROR_INVALID_HANDLE ||
        code == DRIVER_ERROR_CONTEXT_DESTROYED) {
        /* The thread has not used the device yet, or has used another device since. */
        krt_status status = device_enter(device);
        if (status)
            return status;
        code = call_driver(function, stream, config, arguments);
    }
    if (code == 0)
        return KRT_OK;
    return fail_driver(device->driver, code, KRT_ERROR_LAUNCH,
                       "launching %s on %s: grid %u,%u,%u block %u,%u,%u", function->name,
                       device->info.target, config->grid[0], config->grid[1], config->grid[2],
                       config->block[0], config->block[1], config->block[2]);
}

static krt_status launch(struct krt_function *function, struct krt_stream *stream,
                         const struct krt_launch_config *config, void *const *arguments)
{
    struct krt_device *device = stream->device;
    krt_status status = KRT_OK;
    if (!is_small(config) && device->driver->kind != KRT_DRIVER_CUDA)
        status = check_items(function, config);
    if (!status && device->has_checks)
        status = check_all(function, device, config, arguments);
    /* A NULL stream is the default stream of the thread's current device. */
    if (!status && !stream->native)
        status = device_enter(device);
    if (status)
        return status;
    int code = call_driver(function, stream, config, arguments);
    return code ? launch_again(function, stream, config, arguments, code) : KRT_OK;
}

krt_status krt_launch(const struct krt_package *package, uint32_t ordinal,
                      struct krt_stream *stream, const struct krt_launch_config *config,
                      void *const *arguments)
{
    if (!package || !config)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_launch: |%s| is NULL",
                    package ? "config" : "package");
    krt_status status =
        stream ? handle_check(stream, HANDLE_STREAM) : stream_resolve(NULL, &stream);
    if (status)
        return status;
    struct krt_function *function = function_cached(package, ordinal, stream->device);
    if (!function) {
        status = krt_function_get(package, ordinal, stream->device, &function);
        if (status)
            return status;
    }
    if (!arguments && function->parameter_count)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_launch: |arguments| is NULL; %s has %u",
                    function->name, function->parameter_count);
    return launch(function, stream, config, arguments);
}

krt_status krt_function_launch(struct krt_function *function, struct krt_stream *stream,
                               const struct krt_launch_config *config, void *const *arguments,
                               uint32_t argument_count)
{
    if (!function || !config || (!arguments && argument_count > 0))
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_function_launch: |%s| is NULL",
                    !function ? "function"
                    : !config ? "config"
                              : "arguments");
    krt_status status = stream_resolve(stream, &stream);
    if (status)
        return status;
    if (module_is_outdated(function->module))
        return fail(
            KRT_ERROR_INVALID_ARGUMENT,
            "%s was loaded before krt_package_open() demanded a key: get the function again",
            function->name);
    if (function->module->device != stream->device)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "%s is loaded on another device than the stream's",
                    function->name);
    /* CUDA does not report the number of arguments. If no package describes the kernel, the number
     * is unknown. */
    bool is_known = function->module->source || stream->device->driver->kind != KRT_DRIVER_CUDA;
    if (stream->device->has_checks && is_known && argument_count != function->parameter_count)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "%s takes %u arguments; %u were passed",
                    function->name, function->parameter_count, argument_count);
    return launch(function, stream, config, arguments);
}
