/* Managed memory, which is always where it is needed: advice and prefetches are only remembered,
 * for whole allocations, so that queries can return them.
 */
#include "capture.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { CPU = -1, NOWHERE = -2 }; /* hipCpuDeviceId, hipInvalidDeviceId */

struct advice {
    uint64_t serial; /* of the allocation */
    bool is_read_mostly, is_coarse;
    int preferred, prefetched;
    uint32_t accessed_by; /* a bit for each device, and, above them, one for the CPU */
    struct advice *next;
};

static struct advice *advices; /* guarded by the lock */

/* The advice on |serial|, or NULL. With the lock held. */
static struct advice *find_advice(uint64_t serial)
{
    struct advice *advice = advices;
    while (advice && advice->serial != serial)
        advice = advice->next;
    return advice;
}

/* The same, new if there is none; NULL without memory. With the lock held. */
static struct advice *take_advice(uint64_t serial)
{
    struct advice *advice = find_advice(serial);
    if (advice)
        return advice;
    advice = malloc(sizeof *advice);
    if (!advice)
        return NULL;
    *advice = (struct advice){
        .serial = serial, .preferred = NOWHERE, .prefetched = NOWHERE, .next = advices};
    advices = advice;
    return advice;
}

static uint32_t device_bit(int device)
{
    return 1u << (device == CPU ? GPUS_MAX : device);
}

/* The allocation that holds the range; |out| is NULL when it is the program's own memory. */
static hipError_t find_range(const void *pointer, size_t size, const char *function,
                             const struct allocation **out)
{
    if (!pointer || size == 0)
        return fail(hipErrorInvalidValue, "%s: no memory is named", function);
    *out = space_find(pointer);
    if (*out && !allocation_holds(*out, (uintptr_t)pointer, size))
        return memory_complain(function, "the range", pointer, size);
    return hipSuccess;
}

static hipError_t check_managed(const struct allocation *a, const void *pointer,
                                const char *function)
{
    if (a && a->kind == MEMORY_MANAGED)
        return hipSuccess;
    return fail(hipErrorInvalidValue, "%s: %p is not managed memory", function, pointer);
}

/* ---- Prefetching and advice ----------------------------------------------------------------- */

hipError_t hipMemPrefetchAsync(const void *pointer, size_t size, int device, hipStream_t handle)
{
    static const char function[] = "hipMemPrefetchAsync";
    const struct allocation *a = NULL;
    hipError_t error = capture_check(CAPTURE_UNSAFE, function);
    if (!error)
        error = find_range(pointer, size, function, &a);
    if (error || !stream_find(handle, function, &error))
        return error;
    if (device != CPU && !gpu_at(device))
        return fail_device(function, device);
    if (!a && device != CPU)
        return fail(hipErrorNotSupported, "%s: %p is memory that devices do not reach", function,
                    pointer);
    runtime_lock();
    struct advice *advice = a ? take_advice(a->serial) : NULL;
    if (advice)
        advice->prefetched = device;
    runtime_unlock();
    return hipSuccess;
}

/* False when there is no such advice. */
static bool apply(struct advice *out, hipMemoryAdvise advice, int device)
{
    switch ((int)advice) {
    case hipMemAdviseSetReadMostly: out->is_read_mostly = true; break;
    case hipMemAdviseUnsetReadMostly: out->is_read_mostly = false; break;
    case hipMemAdviseSetPreferredLocation: out->preferred = device; break;
    case hipMemAdviseUnsetPreferredLocation: out->preferred = NOWHERE; break;
    case hipMemAdviseSetAccessedBy: out->accessed_by |= device_bit(device); break;
    case hipMemAdviseUnsetAccessedBy: out->accessed_by &= ~device_bit(device); break;
    case hipMemAdviseSetCoarseGrain: out->is_coarse = true; break;
    case hipMemAdviseUnsetCoarseGrain: out->is_coarse = false; break;
    default: return false;
    }
    return true;
}

hipError_t hipMemAdvise(const void *pointer, size_t size, hipMemoryAdvise advice, int device)
{
    static const char function[] = "hipMemAdvise";
    const struct allocation *a = NULL;
    bool names_device =
        advice != hipMemAdviseSetReadMostly && advice != hipMemAdviseUnsetReadMostly;
    hipError_t error = capture_check(CAPTURE_UNSAFE, function);
    if (error)
        return error;
    if (names_device && device != CPU && !gpu_at(device))
        return fail_device(function, device);
    error = find_range(pointer, size, function, &a);
    if (!error)
        error = check_managed(a, pointer, function);
    if (error)
        return error;
    runtime_lock();
    struct advice *own = take_advice(a->serial);
    bool is_known = own && apply(own, advice, device);
    runtime_unlock();
    return is_known
               ? hipSuccess
               : fail(hipErrorInvalidValue, "%s: there is no advice %d", function, (int)advice);
}

hipError_t hipStreamAttachMemAsync(hipStream_t handle, void *pointer, size_t size,
                                   unsigned int flags)
{
    static const char function[] = "hipStreamAttachMemAsync";
    const struct allocation *a = NULL;
    hipError_t error = find_range(pointer, size ? size : 1, function, &a);
    if (error || !stream_find(handle, function, &error))
        return error;
    if (flags != hipMemAttachGlobal && flags != hipMemAttachHost && flags != hipMemAttachSingle)
        return fail(hipErrorInvalidValue, "%s: unknown flags 0x%x", function, flags);
    if (flags == hipMemAttachSingle && !handle)
        return fail(hipErrorInvalidValue, "%s: memory is not attached to the default stream alone",
                    function);
    error = check_managed(a, pointer, function);
    if (!error && size && size != a->size)
        return fail(hipErrorInvalidValue, "%s: %zu bytes of an allocation of %zu", function, size,
                    a->size);
    return error;
}

/* ---- Asking --------------------------------------------------------------------------------- */

/* The devices, and an end mark behind them. */
static void list_devices(uint32_t bits, int *out, size_t count)
{
    size_t written = 0;
    for (int device = 0; device <= GPUS_MAX && written < count; device++) {
        if (bits >> device & 1)
            out[written++] = device == GPUS_MAX ? CPU : device;
    }
    while (written < count)
        out[written++] = NOWHERE;
}

hipError_t hipMemRangeGetAttribute(void *out, size_t out_size, hipMemRangeAttribute attribute,
                                   const void *pointer, size_t size)
{
    static const char function[] = "hipMemRangeGetAttribute";
    const struct allocation *a = NULL;
    if (!out || out_size == 0)
        return fail(hipErrorInvalidValue, "%s: there is no room for the answer", function);
    hipError_t error = find_range(pointer, size, function, &a);
    if (!error)
        error = check_managed(a, pointer, function);
    if (error)
        return error;
    bool is_list = attribute == hipMemRangeAttributeAccessedBy;
    if (is_list ? out_size % sizeof(int) != 0 : out_size != sizeof(int))
        return fail(hipErrorInvalidValue, "%s: %zu bytes for the answer", function, out_size);
    runtime_lock();
    const struct advice *found = find_advice(a->serial);
    const struct advice advice =
        found ? *found : (struct advice){.preferred = NOWHERE, .prefetched = NOWHERE};
    runtime_unlock();
    switch ((int)attribute) {
    case hipMemRangeAttributeReadMostly: *(int *)out = advice.is_read_mostly; break;
    case hipMemRangeAttributePreferredLocation: *(int *)out = advice.preferred; break;
    case hipMemRangeAttributeAccessedBy:
        list_devices(advice.accessed_by, out, out_size / sizeof(int));
        break;
    case hipMemRangeAttributeLastPrefetchLocation: *(int *)out = advice.prefetched; break;
    case hipMemRangeAttributeCoherencyMode: *(int *)out = advice.is_coarse; break;
    default:
        return fail(hipErrorInvalidValue, "%s: there is no attribute %d", function, (int)attribute);
    }
    return hipSuccess;
}

hipError_t hipMemRangeGetAttributes(void **out, size_t *sizes, hipMemRangeAttribute *attributes,
                                    size_t count, const void *pointer, size_t size)
{
    if (!out || !sizes || !attributes || count == 0)
        return fail(hipErrorInvalidValue, "hipMemRangeGetAttributes: %s",
                    count ? "an array is null" : "no attribute is asked for");
    for (size_t i = 0; i < count; i++) {
        hipError_t error = hipMemRangeGetAttribute(out[i], sizes[i], attributes[i], pointer, size);
        if (error)
            return error;
    }
    return hipSuccess;
}
