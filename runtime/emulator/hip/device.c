/* Devices: how many there are, which one is current, names, limits, peers, contexts. */
#include "capture.h"
#include "memory.h"

#include <stdio.h>
#include <string.h>

hipError_t hipGetDeviceCount(int *out)
{
    if (!out)
        return fail(hipErrorInvalidValue, "hipGetDeviceCount: the output pointer is null");
    *out = (int)gpu_count();
    return gpu_count() > 0 ? hipSuccess : fail_device("hipGetDeviceCount", 0);
}

hipError_t hipSetDevice(int ordinal)
{
    if (!gpu_at(ordinal))
        return fail_device("hipSetDevice", ordinal);
    thread_self()->device = ordinal;
    return hipSuccess;
}

hipError_t hipGetDevice(int *out)
{
    if (!out)
        return fail(hipErrorInvalidValue, "hipGetDevice: the output pointer is null");
    if (!gpu_current())
        return fail_device("hipGetDevice", thread_self()->device);
    *out = thread_self()->device;
    return hipSuccess;
}

hipError_t hipDeviceGet(hipDevice_t *out, int ordinal)
{
    if (!gpu_at(ordinal))
        return fail_device("hipDeviceGet", ordinal);
    if (!out)
        return fail(hipErrorInvalidValue, "hipDeviceGet: the output pointer is null");
    *out = ordinal;
    return hipSuccess;
}

/* Sets the devices that a thread may use before it calls hipSetDevice(). Here, the first one of
 * |devices| becomes current. */
hipError_t hipSetValidDevices(int *devices, int count)
{
    for (int i = 0; i < count; i++) {
        if (!devices || !gpu_at(devices[i]))
            return fail_device("hipSetValidDevices", devices ? devices[i] : -1);
    }
    if (count > 0)
        thread_self()->device = devices[0];
    return hipSuccess;
}

/* ---- Descriptions of devices ----------------------------------------------------------------- */

hipError_t hipDeviceGetName(char *out, int size, hipDevice_t ordinal)
{
    const struct gpu *gpu = gpu_at(ordinal);
    if (!gpu)
        return fail_device("hipDeviceGetName", ordinal);
    if (!out || size <= 0)
        return fail(hipErrorInvalidValue, "hipDeviceGetName: there is no room for it");
    snprintf(out, (size_t)size, "%s", gpu->device->name);
    return hipSuccess;
}

/* Writes a unique id. In AMD's runtime, the id is "GPU-" and a serial number in hexadecimal; here
 * it consists of the device's number and processor. */
hipError_t hipDeviceGetUuid(hipUUID *out, hipDevice_t ordinal)
{
    const struct gpu *gpu = gpu_at(ordinal);
    char text[64];
    if (!gpu)
        return fail_device("hipDeviceGetUuid", ordinal);
    if (!out)
        return fail(hipErrorInvalidValue, "hipDeviceGetUuid: the output pointer is null");
    snprintf(text, sizeof text, "%02x%014llx", ordinal & 0xff,
             (unsigned long long)gpu->device->target.info->elf_mach << 16 | gpu->device->pci_chip);
    memcpy(out->bytes, text, sizeof out->bytes);
    return hipSuccess;
}

hipError_t hipDeviceTotalMem(size_t *out, hipDevice_t ordinal)
{
    const struct gpu *gpu = gpu_at(ordinal);
    if (!gpu)
        return fail_device("hipDeviceTotalMem", ordinal);
    if (!out)
        return fail(hipErrorInvalidValue, "hipDeviceTotalMem: the output pointer is null");
    *out = gpu->device->memory_bytes;
    return hipSuccess;
}

hipError_t hipDeviceComputeCapability(int *major, int *minor, hipDevice_t ordinal)
{
    if (!major || !minor)
        return fail(hipErrorInvalidValue, "hipDeviceComputeCapability: the output pointer is null");
    hipError_t error =
        hipDeviceGetAttribute(major, hipDeviceAttributeComputeCapabilityMajor, ordinal);
    return error ? error
                 : hipDeviceGetAttribute(minor, hipDeviceAttributeComputeCapabilityMinor, ordinal);
}

/* Writes the PCI address. Each device has a bus of its own: the first has "0000:01:00.0". */
hipError_t hipDeviceGetPCIBusId(char *out, int size, int ordinal)
{
    if (!gpu_at(ordinal))
        return fail_device("hipDeviceGetPCIBusId", ordinal);
    if (out && size > 0) /* Writes as many characters of the name as fit, even if the call fails. */
        snprintf(out, (size_t)size, "0000:%02x:00.0", (unsigned)ordinal + 1);
    if (!out || size < 13)
        return fail(hipErrorInvalidValue, "hipDeviceGetPCIBusId: 13 bytes are needed, there are %d",
                    out ? size : 0);
    return hipSuccess;
}

hipError_t hipDeviceGetByPCIBusId(int *out, const char *id)
{
    unsigned domain, bus, device, function;
    if (!out || !id)
        return fail(hipErrorInvalidValue, "hipDeviceGetByPCIBusId: a null pointer");
    if (sscanf(id, "%x:%x:%x.%x", &domain, &bus, &device, &function) != 4 || domain || device ||
        function || bus == 0 || !gpu_at((int)bus - 1))
        return fail(hipErrorInvalidValue, "hipDeviceGetByPCIBusId: no device has the id '%.32s'",
                    id);
    *out = (int)bus - 1;
    return hipSuccess;
}

/* ---- Waiting for devices, and resetting them ------------------------------------------------- */

hipError_t hipDeviceSynchronize(void)
{
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device("hipDeviceSynchronize", thread_self()->device);
    hipError_t error = capture_check(CAPTURE_DEVICE, "hipDeviceSynchronize");
    if (error)
        return error;
    error = gpu_finish(gpu);
    pools_settle();
    return error;
}

/* Finishes queued work, forgets errors, and resets flags and peers. Streams and memory stay as they
 * are. */
hipError_t hipDeviceReset(void)
{
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device("hipDeviceReset", thread_self()->device);
    hipError_t error = capture_check(CAPTURE_UNSAFE, "hipDeviceReset");
    if (error)
        return error;
    error = gpu_drain(gpu);
    if (error)
        return fail(error, "hipDeviceReset: out of memory");
    runtime_lock();
    for (struct ihipStream_t *stream = gpu->streams; stream; stream = stream->next)
        stream_take_error(stream);
    gpu->flags = 0;
    gpu->peers = 0;
    runtime_unlock();
    return hipSuccess;
}

/* ---- Settings of devices --------------------------------------------------------------------- */

/* Sets how the host waits for a device; libhipemu ignores this when it waits. */
hipError_t hipSetDeviceFlags(unsigned flags)
{
    struct gpu *gpu = gpu_current();
    unsigned schedule = flags & hipDeviceScheduleMask;
    if (!gpu)
        return fail_device("hipSetDeviceFlags", thread_self()->device);
    if (flags & ~(unsigned)(hipDeviceScheduleMask | hipDeviceMapHost | 0x10) ||
        (schedule & (schedule - 1)) != 0)
        return fail(hipErrorInvalidValue, "hipSetDeviceFlags: unknown flags 0x%x", flags);
    runtime_lock();
    /* Only the flags for waiting are kept: others have no effect, and are not returned. */
    gpu->flags = schedule;
    runtime_unlock();
    return hipSuccess;
}

hipError_t hipGetDeviceFlags(unsigned int *out)
{
    const struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device("hipGetDeviceFlags", thread_self()->device);
    if (!out)
        return fail(hipErrorInvalidValue, "hipGetDeviceFlags: the output pointer is null");
    runtime_lock();
    *out = gpu->flags;
    runtime_unlock();
    return hipSuccess;
}

hipError_t hipDeviceSetCacheConfig(hipFuncCache_t config)
{
    /* A valid setting has no effect, because LDS and caches are separate. */
    if ((unsigned)config > hipFuncCachePreferEqual)
        return fail(hipErrorInvalidValue, "hipDeviceSetCacheConfig: there is no setting %d",
                    (int)config);
    return gpu_current() ? capture_check(CAPTURE_SETTING, "hipDeviceSetCacheConfig")
                         : fail_device("hipDeviceSetCacheConfig", thread_self()->device);
}

hipError_t hipDeviceGetCacheConfig(hipFuncCache_t *out)
{
    if (!out)
        return fail(hipErrorInvalidValue, "hipDeviceGetCacheConfig: the output pointer is null");
    *out = hipFuncCachePreferNone;
    return hipSuccess;
}

hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig config)
{
    /* A valid setting has no effect, because LDS banks always have 4 bytes. */
    if ((unsigned)config > hipSharedMemBankSizeEightByte)
        return fail(hipErrorInvalidValue, "hipDeviceSetSharedMemConfig: there is no setting %d",
                    (int)config);
    return gpu_current() ? capture_check(CAPTURE_SETTING, "hipDeviceSetSharedMemConfig")
                         : fail_device("hipDeviceSetSharedMemConfig", thread_self()->device);
}

hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig *out)
{
    if (!out)
        return fail(hipErrorInvalidValue,
                    "hipDeviceGetSharedMemConfig: the output pointer is null");
    *out = hipSharedMemBankSizeFourByte;
    return hipSuccess;
}

hipError_t hipDeviceGetLimit(size_t *out, enum hipLimit_t limit)
{
    const struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device("hipDeviceGetLimit", thread_self()->device);
    if (!out)
        return fail(hipErrorInvalidValue, "hipDeviceGetLimit: the output pointer is null");
    if ((unsigned)limit > hipLimitMallocHeapSize)
        return fail(hipErrorUnsupportedLimit, "hipDeviceGetLimit: there is no limit %d",
                    (int)limit);
    runtime_lock();
    *out = gpu->limits[limit];
    runtime_unlock();
    return hipSuccess;
}

/* Sets a limit. Only the limit of printf() has an effect, in code whose printf() is buffered;
 * programs cannot reach the other limits here. */
hipError_t hipDeviceSetLimit(enum hipLimit_t limit, size_t value)
{
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device("hipDeviceSetLimit", thread_self()->device);
    if ((unsigned)limit > hipLimitMallocHeapSize)
        return fail(hipErrorInvalidValue, "hipDeviceSetLimit: there is no limit %d", (int)limit);
    runtime_lock();
    gpu->limits[limit] = value;
    runtime_unlock();
    return hipSuccess;
}

/* ---- Peers: every device reaches all memory ------------------------------------------------- */

hipError_t hipDeviceCanAccessPeer(int *out, int device, int peer)
{
    if (!gpu_at(device) || !gpu_at(peer))
        return fail_device("hipDeviceCanAccessPeer", gpu_at(device) ? peer : device);
    if (!out)
        return fail(hipErrorInvalidValue, "hipDeviceCanAccessPeer: the output pointer is null");
    *out = device != peer;
    return hipSuccess;
}

hipError_t hipDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    struct gpu *gpu = gpu_current();
    if (!gpu || !gpu_at(peer))
        return fail_device("hipDeviceEnablePeerAccess", peer);
    if (flags != 0)
        return fail(hipErrorInvalidValue, "hipDeviceEnablePeerAccess: the flags are 0x%x, not 0",
                    flags);
    if (peer == gpu->ordinal)
        return fail(hipErrorInvalidDevice, "hipDeviceEnablePeerAccess: %d is the device itself",
                    peer);
    runtime_lock();
    bool was_on = gpu->peers >> peer & 1;
    gpu->peers |= 1u << peer;
    runtime_unlock();
    return was_on ? fail_quietly(hipErrorPeerAccessAlreadyEnabled) : hipSuccess;
}

hipError_t hipDeviceDisablePeerAccess(int peer)
{
    struct gpu *gpu = gpu_current();
    if (!gpu || !gpu_at(peer))
        return fail_device("hipDeviceDisablePeerAccess", peer);
    runtime_lock();
    bool was_on = gpu->peers >> peer & 1;
    gpu->peers &= ~(1u << peer);
    runtime_unlock();
    return was_on ? hipSuccess : fail_quietly(hipErrorPeerAccessNotEnabled);
}

hipError_t hipDeviceGetP2PAttribute(int *out, hipDeviceP2PAttr attribute, int device, int peer)
{
    if (!gpu_at(device) || !gpu_at(peer))
        return fail_device("hipDeviceGetP2PAttribute", gpu_at(device) ? peer : device);
    if (!out || device == peer || (unsigned)attribute > hipDevP2PAttrHipArrayAccessSupported)
        return fail(device == peer ? hipErrorInvalidDevice : hipErrorInvalidValue,
                    "hipDeviceGetP2PAttribute: attribute %d of devices %d and %d", (int)attribute,
                    device, peer);
    *out = attribute == hipDevP2PAttrAccessSupported ||
           attribute == hipDevP2PAttrNativeAtomicSupported;
    return hipSuccess;
}

hipError_t hipExtGetLinkTypeAndHopCount(int device, int peer, uint32_t *type, uint32_t *hops)
{
    enum { LINK_PCIE = 2 };
    if (!type || !hops || device == peer || device < 0 || peer < 0)
        return fail(hipErrorInvalidValue, "hipExtGetLinkTypeAndHopCount: %s",
                    type && hops ? "there is no link between these devices" : "a null pointer");
    if (!gpu_at(device) || !gpu_at(peer))
        return fail_device("hipExtGetLinkTypeAndHopCount", gpu_at(device) ? peer : device);
    *type = LINK_PCIE;
    *hops = 1;
    return hipSuccess;
}

/* ---- Contexts --------------------------------------------------------------------------------
 *
 * HIP keeps contexts for programs that were written for CUDA's driver. A device has one context,
 * and a thread's current context only says which device is current. */

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
    (void)flags; /* the flags say how the host waits, which libhipemu ignores */
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

/* Replaces the thread's current context; NULL removes the current context and sets no other. */
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

/* ---- Primary contexts ----------------------------------------------------------------------- */

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
