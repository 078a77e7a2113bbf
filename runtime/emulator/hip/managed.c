/* Managed memory. All devices and the host can always access it. So advice and prefetches have no
 * effect; they are only remembered for the pages that they touch, and queries return them. */
#include "capture.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { CPU = -1, NOWHERE = -2 }; /* the values of hipCpuDeviceId and of hipInvalidDeviceId */

enum { PAGE = 4096 };

/* Advice that a program gave for the pages from |first| to |end| - 1, counted from the first page
 * of the allocation. */
struct advice {
    uint64_t serial; /* the number of the allocation that the advice is for */
    size_t first, end;
    bool is_read_mostly, is_coarse;
    int preferred, prefetched;
    /* for which devices access was advised: a bit for each device, and bit GPUS_MAX for the CPU */
    uint32_t accessed_by;
    struct advice *next;
};

static const struct advice no_advice = {.preferred = NOWHERE, .prefetched = NOWHERE};

/* All advice; guarded by the runtime's lock. Entries of an allocation are in the order of their
 * pages and do not overlap. */
static struct advice *advices;

/* Returns a struct advice that covers the pages that |size| bytes at |pointer| touch, and has no
 * advice yet. */
static struct advice pages_of(const struct allocation *a, const void *pointer, size_t size)
{
    struct advice pages = no_advice;
    size_t offset = (size_t)((const uint8_t *)pointer - a->address);
    pages.serial = a->serial;
    pages.first = offset / PAGE;
    pages.end = (offset + size - 1) / PAGE + 1;
    return pages;
}

/* Returns the first entry of allocation |serial| that ends after |page|, or NULL. Called with the
 * runtime's lock held. */
static struct advice *find_advice(uint64_t serial, size_t page)
{
    struct advice *advice = advices;
    while (advice && (advice->serial != serial || advice->end <= page))
        advice = advice->next;
    return advice;
}

/* Splits the entry that contains |page|, so that an entry begins at |page|. False when there is no
 * memory. Called with the runtime's lock held. */
static bool split(uint64_t serial, size_t page)
{
    struct advice *advice = find_advice(serial, page);
    if (!advice || advice->first >= page)
        return true;
    struct advice *rest = malloc(sizeof *rest);
    if (!rest)
        return false;
    *rest = *advice;
    rest->first = advice->end = page;
    advice->next = rest;
    return true;
}

/* Inserts a copy of |like| into the list, before the first entry of the same allocation that begins
 * later. False when there is no memory. */
static bool insert(const struct advice *like)
{
    struct advice *added = malloc(sizeof *added), **at = &advices;
    if (!added)
        return false;
    while (*at && ((*at)->serial != like->serial || (*at)->first < like->first))
        at = &(*at)->next;
    *added = *like;
    added->next = *at;
    *at = added;
    return true;
}

/* Makes entries for |pages|: afterwards, each of these pages has an entry, and these entries have
 * no other pages. False when there is no memory. Called with the runtime's lock held. */
static bool cover(const struct advice *pages)
{
    bool is_good = split(pages->serial, pages->first) && split(pages->serial, pages->end);
    for (size_t page = pages->first; page < pages->end && is_good;) {
        const struct advice *known = find_advice(pages->serial, page);
        struct advice gap = *pages;
        gap.first = page;
        if (known && known->first < gap.end)
            gap.end = known->first;
        if (gap.end > gap.first)
            is_good = insert(&gap);
        page = known && known->first == page ? known->end : gap.end;
    }
    return is_good;
}

/* Returns the first entry for |pages| after |advice|; if |advice| is NULL, the first of all. NULL
 * when there is none. */
static struct advice *next_of(const struct advice *pages, const struct advice *advice)
{
    struct advice *next = find_advice(pages->serial, advice ? advice->end : pages->first);
    return next && next->first < pages->end ? next : NULL;
}

void advice_forget(uint64_t serial)
{
    runtime_lock();
    for (struct advice **at = &advices; *at;) {
        struct advice *advice = *at;
        if (advice->serial == serial) {
            *at = advice->next;
            free(advice);
        } else {
            at = &advice->next;
        }
    }
    runtime_unlock();
}

static uint32_t device_bit(int device)
{
    return 1u << (device == CPU ? GPUS_MAX : device);
}

/* Finds the allocation that contains the range. |*out| is NULL if the range is the program's own
 * memory, which HIP does not know. */
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
    if (!a)
        return hipSuccess;
    const struct advice pages = pages_of(a, pointer, size);
    runtime_lock();
    bool is_good = cover(&pages);
    for (struct advice *at = next_of(&pages, NULL); at; at = next_of(&pages, at))
        at->prefetched = device;
    runtime_unlock();
    return is_good ? hipSuccess : fail(hipErrorOutOfMemory, "%s: out of memory", function);
}

/* Changes |out| as |advice| says. False when |advice| is an unknown number. */
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
    const struct advice pages = pages_of(a, pointer, size);
    bool is_known = true;
    runtime_lock();
    bool is_good = cover(&pages);
    for (struct advice *at = next_of(&pages, NULL); at; at = next_of(&pages, at))
        is_known = apply(at, advice, device) && is_known;
    runtime_unlock();
    if (!is_good)
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    return is_known
               ? hipSuccess
               : fail(hipErrorInvalidValue, "%s: there is no advice %d", function, (int)advice);
}

/* ---- Functions of HIP 7, which name places instead of devices -------------------------------- */

/* Finds the device number of a place. All NUMA nodes of the host count as the same place. False
 * when |place| is not valid. */
static bool device_of_location(struct hip_place place, int *out)
{
    enum { OF_DEVICE = 1, OF_HOST, OF_HOST_NODE, OF_CURRENT_NODE };
    *out = place.type == OF_DEVICE ? place.id : CPU;
    return place.type >= OF_DEVICE && place.type <= OF_CURRENT_NODE &&
           (place.type != OF_DEVICE || place.id != CPU);
}

static hipError_t refuse_place(struct hip_place place, const char *function)
{
    return fail(hipErrorInvalidValue, "%s: %d of type %d is not a place", function, place.id,
                place.type);
}

hipError_t hip_mem_advise_v2(const void *pointer, size_t size, hipMemoryAdvise advice,
                             struct hip_place place)
{
    int device;
    bool names_device =
        advice != hipMemAdviseSetReadMostly && advice != hipMemAdviseUnsetReadMostly;
    if (!device_of_location(place, &device) && names_device)
        return refuse_place(place, "hipMemAdvise_v2");
    return hipMemAdvise(pointer, size, advice, device);
}

hipError_t prefetch_check(const void *pointer, size_t size, struct hip_place place,
                          const char *function)
{
    int device;
    const struct allocation *a = NULL;
    if (!device_of_location(place, &device) || (device != CPU && !gpu_at(device)))
        return refuse_place(place, function);
    hipError_t error = find_range(pointer, size, function, &a);
    return error ? error : check_managed(a, pointer, function);
}

hipError_t hip_mem_prefetch_async_v2(const void *pointer, size_t size, struct hip_place place,
                                     unsigned flags, hipStream_t stream)
{
    int device;
    if (!device_of_location(place, &device))
        return refuse_place(place, "hipMemPrefetchAsync_v2");
    if (flags)
        return fail(hipErrorInvalidValue, "hipMemPrefetchAsync_v2: unknown flags 0x%x", flags);
    return hipMemPrefetchAsync(pointer, size, device, stream);
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

/* ---- Asking for advice and places of memory -------------------------------------------------- */

/* Writes to |out| the numbers of the devices whose bits are set in |bits|, and NOWHERE to its
 * remaining entries. */
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

/* Returns the advice that is the same for all of |pages|. Called with the runtime's lock held. */
static struct advice common_advice(const struct advice *pages)
{
    struct advice common = no_advice;
    size_t page = pages->first;
    for (const struct advice *at = next_of(pages, NULL); at; at = next_of(pages, at)) {
        if (at->first > page)
            return no_advice;
        if (page == pages->first)
            common = *at;
        common.is_read_mostly &= at->is_read_mostly;
        common.is_coarse &= at->is_coarse;
        common.accessed_by &= at->accessed_by;
        common.preferred = common.preferred == at->preferred ? at->preferred : NOWHERE;
        common.prefetched = common.prefetched == at->prefetched ? at->prefetched : NOWHERE;
        page = at->end;
    }
    return page >= pages->end ? common : no_advice;
}

/* Whether memory that is not managed is coarse-grained. That is memory of devices, unless it was
 * allocated as fine-grained, and host memory that is not coherent. */
static bool is_coarse_memory(const struct allocation *a)
{
    return a->kind == MEMORY_DEVICE ? !(a->flags & hipDeviceMallocFinegrained)
                                    : a->flags & hipHostMallocNonCoherent;
}

hipError_t hipMemRangeGetAttribute(void *out, size_t out_size, hipMemRangeAttribute attribute,
                                   const void *pointer, size_t size)
{
    static const char function[] = "hipMemRangeGetAttribute";
    const struct allocation *a = NULL;
    if (!out || out_size == 0)
        return fail(hipErrorInvalidValue, "%s: there is no room for the answer", function);
    hipError_t error = find_range(pointer, size, function, &a);
    bool is_other = a && a->kind != MEMORY_MANAGED;
    if (!error && !(is_other && attribute == hipMemRangeAttributeCoherencyMode))
        error = check_managed(a, pointer, function);
    if (error)
        return error;
    bool is_list = attribute == hipMemRangeAttributeAccessedBy;
    if (is_list ? out_size % sizeof(int) != 0 : out_size != sizeof(int))
        return fail(hipErrorInvalidValue, "%s: %zu bytes for the answer", function, out_size);
    const struct advice pages = pages_of(a, pointer, size);
    runtime_lock();
    const struct advice advice = common_advice(&pages);
    runtime_unlock();
    switch ((int)attribute) {
    case hipMemRangeAttributeReadMostly: *(int *)out = advice.is_read_mostly; break;
    case hipMemRangeAttributePreferredLocation: *(int *)out = advice.preferred; break;
    case hipMemRangeAttributeAccessedBy:
        list_devices(advice.accessed_by, out, out_size / sizeof(int));
        break;
    case hipMemRangeAttributeLastPrefetchLocation: *(int *)out = advice.prefetched; break;
    case hipMemRangeAttributeCoherencyMode:
        *(int *)out = is_other ? is_coarse_memory(a) : advice.is_coarse;
        break;
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
