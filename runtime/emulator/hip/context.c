/* Contexts, which HIP keeps for programs that were written for CUDA's driver: a device has one, and
 * a thread's current one only identifies its device.
 */
#include "runtime.h"

#include "stream.h"

static hipError_t check_context(hipCtx_t context, const char *function)
{
    for (unsigned i = 0; context && i < gpu_count(); i++) {
        if (context == &gpu_at((int)i)->context)
            return hipSuccess;
    }
    return fail(hipErrorInvalidContext, "%s: %p is not a context", function, (void *)context);
}

hipError_t hipCtxCreate(hipCtx_t *out, unsigned int flags, hipDevice_t ordinal)
{
    struct gpu *gpu = gpu_at(ordinal);
    (void)flags; /* how to wait */
    if (!gpu)
        return fail_device("hipCtxCreate", ordinal);
    if (!out)
        return fail(hipErrorInvalidValue, "hipCtxCreate: the output pointer is null");
    *out = &gpu->context;
    return hipCtxPushCurrent(*out);
}

hipError_t hipCtxDestroy(hipCtx_t context)
{
    struct thread *self = thread_self();
    hipError_t error = check_context(context, "hipCtxDestroy");
    if (!error && self->context_count && self->contexts[self->context_count - 1] == context)
        self->context_count--;
    return error;
}

hipError_t hipCtxPushCurrent(hipCtx_t context)
{
    struct thread *self = thread_self();
    hipError_t error = check_context(context, "hipCtxPushCurrent");
    if (error)
        return error;
    if (self->context_count == CONTEXTS_MAX)
        return fail(hipErrorInvalidContext, "hipCtxPushCurrent: %d contexts are pushed",
                    CONTEXTS_MAX);
    self->contexts[self->context_count++] = context;
    self->device = context->gpu->ordinal;
    return hipSuccess;
}

hipError_t hipCtxPopCurrent(hipCtx_t *out)
{
    struct thread *self = thread_self();
    if (self->context_count == 0)
        return fail(hipErrorInvalidContext, "hipCtxPopCurrent: no context was pushed");
    hipCtx_t top = self->contexts[--self->context_count];
    if (out)
        *out = top;
    if (self->context_count)
        self->device = self->contexts[self->context_count - 1]->gpu->ordinal;
    return hipSuccess;
}

/* NULL removes the current one. */
hipError_t hipCtxSetCurrent(hipCtx_t context)
{
    struct thread *self = thread_self();
    hipError_t error = context ? check_context(context, "hipCtxSetCurrent") : hipSuccess;
    if (error)
        return error;
    if (self->context_count)
        self->context_count--;
    return context ? hipCtxPushCurrent(context) : hipSuccess;
}

hipError_t hipCtxGetCurrent(hipCtx_t *out)
{
    const struct thread *self = thread_self();
    if (!out)
        return fail(hipErrorInvalidValue, "hipCtxGetCurrent: the output pointer is null");
    *out = self->context_count ? self->contexts[self->context_count - 1]
           : gpu_current()     ? &gpu_current()->context
                               : NULL;
    return hipSuccess;
}

hipError_t hipCtxGetDevice(hipDevice_t *out)
{
    if (!out)
        return fail(hipErrorInvalidValue, "hipCtxGetDevice: the output pointer is null");
    if (!gpu_current())
        return fail_device("hipCtxGetDevice", thread_self()->device);
    *out = thread_self()->device;
    return hipSuccess;
}

hipError_t hipCtxGetApiVersion(hipCtx_t context, int *out)
{
    hipError_t error = check_context(context, "hipCtxGetApiVersion");
    if (!error && !out)
        return fail(hipErrorInvalidValue, "hipCtxGetApiVersion: the output pointer is null");
    if (!error)
        *out = 4;
    return error;
}

hipError_t hipCtxGetCacheConfig(hipFuncCache_t *out)
{
    return hipDeviceGetCacheConfig(out);
}

hipError_t hipCtxSetCacheConfig(hipFuncCache_t config)
{
    return hipDeviceSetCacheConfig(config);
}

hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig config)
{
    return hipDeviceSetSharedMemConfig(config);
}

hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig *out)
{
    return hipDeviceGetSharedMemConfig(out);
}

hipError_t hipCtxSynchronize(void)
{
    return hipDeviceSynchronize();
}

hipError_t hipCtxGetFlags(unsigned int *out)
{
    return hipGetDeviceFlags(out);
}

hipError_t hipCtxEnablePeerAccess(hipCtx_t peer, unsigned int flags)
{
    hipError_t error = check_context(peer, "hipCtxEnablePeerAccess");
    return error ? error : hipDeviceEnablePeerAccess(peer->gpu->ordinal, flags);
}

hipError_t hipCtxDisablePeerAccess(hipCtx_t peer)
{
    hipError_t error = check_context(peer, "hipCtxDisablePeerAccess");
    return error ? error : hipDeviceDisablePeerAccess(peer->gpu->ordinal);
}

/* ---- The primary one ------------------------------------------------------------------------ */

hipError_t hipDevicePrimaryCtxGetState(hipDevice_t ordinal, unsigned int *flags, int *active)
{
    const struct gpu *gpu = gpu_at(ordinal);
    if (!gpu)
        return fail_device("hipDevicePrimaryCtxGetState", ordinal);
    if (!flags || !active)
        return fail(hipErrorInvalidValue,
                    "hipDevicePrimaryCtxGetState: the output pointer is null");
    runtime_lock();
    *flags = gpu->flags;
    *active = gpu->retained > 0 || ordinal == thread_self()->device;
    runtime_unlock();
    return hipSuccess;
}

hipError_t hipDevicePrimaryCtxRetain(hipCtx_t *out, hipDevice_t ordinal)
{
    struct gpu *gpu = gpu_at(ordinal);
    if (!gpu)
        return fail_device("hipDevicePrimaryCtxRetain", ordinal);
    if (!out)
        return fail(hipErrorInvalidValue, "hipDevicePrimaryCtxRetain: the output pointer is null");
    runtime_lock();
    gpu->retained++;
    runtime_unlock();
    *out = &gpu->context;
    return hipSuccess;
}

hipError_t hipDevicePrimaryCtxRelease(hipDevice_t ordinal)
{
    struct gpu *gpu = gpu_at(ordinal);
    if (!gpu)
        return fail_device("hipDevicePrimaryCtxRelease", ordinal);
    runtime_lock();
    gpu->retained -= gpu->retained > 0;
    runtime_unlock();
    return hipSuccess;
}

hipError_t hipDevicePrimaryCtxReset(hipDevice_t ordinal)
{
    int before = thread_self()->device;
    if (!gpu_at(ordinal))
        return fail_device("hipDevicePrimaryCtxReset", ordinal);
    thread_self()->device = ordinal;
    hipError_t error = hipDeviceReset();
    thread_self()->device = before;
    return error;
}

hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t ordinal, unsigned int flags)
{
    (void)flags;
    if (!gpu_at(ordinal))
        return fail_device("hipDevicePrimaryCtxSetFlags", ordinal);
    return fail(hipErrorContextAlreadyInUse,
                "hipDevicePrimaryCtxSetFlags: the context of device %d is in use", ordinal);
}
