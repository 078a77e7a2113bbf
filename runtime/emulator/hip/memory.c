/* Allocates memory of the device and of the host, managed, pitched and registered memory; answers
 * questions about addresses. */
#include "memory.h"

#include "array.h"
#include "capture.h"
#include "handle.h"
#include "core/finding.h"
#include "core/placing.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The lowest and the highest address of all allocations so far. An address outside of this range is
 * the program's own memory, and needs no search. */
static _Atomic uintptr_t lowest = UINTPTR_MAX, highest;

static void widen(uintptr_t start, uintptr_t end)
{
    uintptr_t low = atomic_load(&lowest), high = atomic_load(&highest);
    while (start < low && !atomic_compare_exchange_weak(&lowest, &low, start))
        ;
    while (end > high && !atomic_compare_exchange_weak(&highest, &high, end))
        ;
}

/* Bytes. Allocations of this size or more are aligned to it, the size of large pages: the device
 * library finds the slab of a pointer of malloc() in a kernel by rounding the address down. */
enum { LARGE = 2 << 20 };

/* Allocates at |at|, or anywhere if |at| is NULL. */
static void *try_to_allocate(struct gpu *gpu, enum memory_kind kind, size_t size, unsigned flags,
                             const char *made_by, void *at)
{
    uint64_t counted = kind == MEMORY_HOST ? 0 : size, total = gpu->device->memory_bytes;
    uint64_t used = counted ? atomic_fetch_add(&gpu->used, counted) : 0;
    uint8_t *address = NULL;
    /* The checker follows only memory of devices, because it does not see what the host writes to
     * host memory. */
    bool is_checked = check_is_on() && kind == MEMORY_DEVICE;
    if (counted <= total && used <= total - counted)
        address = at ? space_allocate_at(at, gpu->device, kind, size, made_by, is_checked)
                     : space_allocate(gpu->device, kind, size, size >= LARGE ? LARGE : 4096, flags,
                                      made_by, is_checked);
    if (address)
        widen((uintptr_t)address, (uintptr_t)address + size);
    else
        atomic_fetch_sub(&gpu->used, counted);
    return address;
}

void *memory_allocate(struct gpu *gpu, enum memory_kind kind, size_t size, unsigned flags,
                      const char *made_by)
{
    void *address = try_to_allocate(gpu, kind, size, flags, made_by, NULL);
    return address || !pools_empty() ? address
                                     : try_to_allocate(gpu, kind, size, flags, made_by, NULL);
}

void *memory_allocate_at(struct gpu *gpu, void *address, enum memory_kind kind, size_t size,
                         const char *made_by)
{
    return try_to_allocate(gpu, kind, size, 0, made_by, address);
}

/* Frees the allocation |a|, and updates the counts. False when |a| is not live, or when it was
 * mapped by hipMemMap(). */
static bool free_counted(const struct allocation *a)
{
    struct gpu *gpu = gpu_of(a->device);
    uint64_t counted = a->kind == MEMORY_DEVICE || a->kind == MEMORY_MANAGED ? a->size : 0;
    uint64_t serial = a->serial;
    if (a->is_mapped) /* For mapped memory the program must call hipMemUnmap() instead. */
        return false;
    /* This must come before space_free(), after which another thread can get the address. */
    pool_forget(a->address);
    handle_remove(a->address); /* the address is a handle only if a graph allocated the memory */
    if (!space_free(a->address))
        return false;
    share_forget(serial);
    advice_forget(serial);
    atomic_fetch_sub(&gpu->used, counted);
    return true;
}

/* ---- Which memory an address is in ----------------------------------------------------------- */

/* Whether |size| bytes at |at| are in |a|, or, if memory was mapped in several pieces, in |a| and
 * the pieces that follow it. */
static bool holds(const struct allocation *a, uintptr_t at, size_t size)
{
    uintptr_t end = at + size;
    while (a && a->is_mapped && end > (uintptr_t)a->address + a->size) {
        at = (uintptr_t)a->address + a->size;
        a = space_find((const void *)at);
    }
    return a && allocation_holds(a, at, end - at);
}

enum memory_place memory_place(const void *address, size_t size)
{
    uintptr_t at = (uintptr_t)address;
    const struct allocation *a = space_find(address);
    struct allocation nearest;
    if (a && !holds(a, at, size))
        return PLACE_BAD;
    if (a && (a->kind == MEMORY_DEVICE || a->kind == MEMORY_CODE || a->kind == MEMORY_INTERNAL))
        return PLACE_DEVICE;
    if (a)
        return a->kind == MEMORY_MANAGED ? PLACE_MANAGED : PLACE_HOST;
    if (at < atomic_load(&lowest) || at >= atomic_load(&highest) + 4096)
        return PLACE_PAGEABLE;
    /* the address is in the range of allocations, but not in a live one: its allocation was freed,
     * or ends before it */
    if (space_nearest(address, &nearest) == MEMORY_INSIDE && nearest.kind == MEMORY_REGISTERED)
        return PLACE_PAGEABLE;
    return PLACE_BAD;
}

static void describe(const void *address, size_t size, char *out, size_t out_size)
{
    struct allocation near;
    enum memory_relation relation = space_nearest(address, &near);
    if (relation == MEMORY_NOWHERE) {
        snprintf(out, out_size, "there is no allocation");
        return;
    }
    uintptr_t at = (uintptr_t)address, start = (uintptr_t)near.address;
    if (relation == MEMORY_INSIDE)
        snprintf(out, out_size, "%zu bytes, %zu into the %s%zu bytes at %p of %s (allocation %llu)",
                 size, (size_t)(at - start), near.is_freed ? "freed " : "", near.size,
                 (void *)near.address, near.made_by, (unsigned long long)near.serial);
    else
        snprintf(out, out_size, "%zu bytes %s the %s%zu bytes at %p of %s (allocation %llu)",
                 relation == MEMORY_AFTER ? (size_t)(at - start - near.size) : (size_t)(start - at),
                 relation == MEMORY_AFTER ? "past the end of" : "before",
                 near.is_freed ? "freed " : "", near.size, (void *)near.address, near.made_by,
                 (unsigned long long)near.serial);
}

hipError_t memory_complain(const char *function, const char *what, const void *address, size_t size)
{
    char text[320];
    describe(address, size, text, sizeof text);
    return fail(hipErrorInvalidValue, "%s: %s, %p: %s", function, what, address, text);
}

/* ---- Allocating memory ----------------------------------------------------------------------- */

static hipError_t allocate(void **out, enum memory_kind kind, size_t size, unsigned flags,
                           const char *function)
{
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device(function, thread_self()->device);
    if (!out)
        return fail(hipErrorInvalidValue, "%s: the output pointer is null", function);
    if (size == 0) {
        *out = NULL;
        return hipSuccess;
    }
    void *address = memory_allocate(gpu, kind, size, flags, function);
    if (!address)
        return fail(hipErrorOutOfMemory,
                    "%s: %zu bytes are asked for, %llu of %llu are in use on device %d", function,
                    size, (unsigned long long)gpu->used,
                    (unsigned long long)gpu->device->memory_bytes, gpu->ordinal);
    *out = address;
    return hipSuccess;
}

hipError_t hipMalloc(void **out, size_t size)
{
    hipError_t error = capture_check(CAPTURE_UNSAFE, "hipMalloc");
    return error ? error : allocate(out, MEMORY_DEVICE, size, 0, "hipMalloc");
}

hipError_t hipExtMallocWithFlags(void **out, size_t size, unsigned int flags)
{
    if (flags > 4)
        return fail(hipErrorInvalidValue, "hipExtMallocWithFlags: unknown flags 0x%x", flags);
    if (flags == hipMallocSignalMemory && size != 8)
        return fail(hipErrorInvalidValue,
                    "hipExtMallocWithFlags: memory for a signal has 8 bytes, not %zu", size);
    return allocate(out, MEMORY_DEVICE, size, flags, "hipExtMallocWithFlags");
}

hipError_t hipMallocManaged(void **out, size_t size, unsigned int flags)
{
    hipError_t error = capture_check(CAPTURE_UNSAFE, "hipMallocManaged");
    if (!error)
        error = capture_check(CAPTURE_SETTING, "hipMallocManaged");
    if (error)
        return error;
    if (flags != hipMemAttachGlobal && flags != hipMemAttachHost)
        return fail(hipErrorInvalidValue, "hipMallocManaged: unknown flags 0x%x", flags);
    if (size == 0)
        return fail(hipErrorInvalidValue, "hipMallocManaged: 0 bytes are asked for");
    return allocate(out, MEMORY_MANAGED, size, flags, "hipMallocManaged");
}

static hipError_t allocate_host(void **out, size_t size, unsigned flags, const char *function)
{
    hipError_t error = capture_check(CAPTURE_UNSAFE, function);
    if (error)
        return error;
    unsigned known = hipHostMallocPortable | hipHostMallocMapped | hipHostMallocWriteCombined |
                     hipHostMallocNumaUser | hipHostMallocCoherent | hipHostMallocNonCoherent;
    unsigned both = hipHostMallocCoherent | hipHostMallocNonCoherent;
    if (flags & ~known || (flags & both) == both)
        return fail(hipErrorInvalidValue,
                    "%s: unknown flags, or ones that exclude each other: 0x%x", function, flags);
    return allocate(out, MEMORY_HOST, size, flags, function);
}

hipError_t hipHostMalloc(void **out, size_t size, unsigned int flags)
{
    return allocate_host(out, size, flags, "hipHostMalloc");
}

hipError_t hipHostAlloc(void **out, size_t size, unsigned int flags)
{
    return allocate_host(out, size, flags, "hipHostAlloc");
}

hipError_t hipExtHostAlloc(void **out, size_t size, unsigned int flags)
{
    return allocate_host(out, size, flags, "hipExtHostAlloc");
}

hipError_t hipMallocHost(void **out, size_t size)
{
    return allocate_host(out, size, 0, "hipMallocHost");
}

hipError_t hipMemAllocHost(void **out, size_t size)
{
    return allocate_host(out, size, 0, "hipMemAllocHost");
}

/* Allocates rows. As in AMD's runtime, each row starts at a multiple of 256 bytes. */
static hipError_t allocate_pitch(void **out, size_t *pitch, size_t width, size_t height,
                                 size_t depth, const char *function)
{
    hipError_t error = capture_check(CAPTURE_UNSAFE, function);
    if (error)
        return error;
    if (!out || !pitch)
        return fail(hipErrorInvalidValue, "%s: the output pointer is null", function);
    if (width == 0 || height == 0 || depth == 0) {
        *out = NULL;
        *pitch = 0;
        return hipSuccess;
    }
    size_t row = (width + 255) & ~(size_t)255, bytes;
    if (row < width)
        return fail(hipErrorInvalidValue, "%s: rows of %zu bytes", function, width);
    if (__builtin_mul_overflow(row, height, &bytes) || __builtin_mul_overflow(bytes, depth, &bytes))
        return fail(hipErrorOutOfMemory, "%s: %zu x %zu x %zu bytes are too many", function, width,
                    height, depth);
    error = allocate(out, MEMORY_DEVICE, bytes, 0, function);
    if (!error)
        *pitch = row;
    return error;
}

hipError_t hipMallocPitch(void **out, size_t *pitch, size_t width, size_t height)
{
    return allocate_pitch(out, pitch, width, height, 1, "hipMallocPitch");
}

hipError_t hipMemAllocPitch(hipDeviceptr_t *out, size_t *pitch, size_t width, size_t height,
                            unsigned int element)
{
    if (element != 4 && element != 8 && element != 16)
        return fail(hipErrorInvalidValue,
                    "hipMemAllocPitch: elements have 4, 8 or 16 bytes, not %u", element);
    if (width == 0 || height == 0)
        return fail(hipErrorInvalidValue, "hipMemAllocPitch: %zu rows of %zu bytes", height, width);
    return allocate_pitch(out, pitch, width, height, 1, "hipMemAllocPitch");
}

hipError_t hipMalloc3D(hipPitchedPtr *out, hipExtent extent)
{
    void *address = NULL;
    size_t pitch = 0;
    if (!out)
        return fail(hipErrorInvalidValue, "hipMalloc3D: the output pointer is null");
    hipError_t error =
        allocate_pitch(&address, &pitch, extent.width, extent.height, extent.depth, "hipMalloc3D");
    if (!error)
        *out = (hipPitchedPtr){address, pitch, extent.width, extent.height};
    return error;
}

/* ---- Freeing memory -------------------------------------------------------------------------- */

static bool is_of(const struct allocation *a, const void *address, unsigned kinds)
{
    return a && a->address == address && kinds >> a->kind & 1;
}

bool memory_release(void *address)
{
    const struct allocation *a = space_find(address);
    return is_of(a, address, 1u << MEMORY_DEVICE | 1u << MEMORY_MANAGED) && free_counted(a);
}

enum { FREEABLE = 1 << MEMORY_DEVICE | 1 << MEMORY_MANAGED | 1 << MEMORY_HOST };

static hipError_t release(void *address, unsigned kinds, const char *function)
{
    hipError_t error = capture_check(CAPTURE_UNSAFE, function);
    if (error)
        return error;
    const struct allocation *a = address ? space_find(address) : NULL;
    if (!address)
        return gpu_count() > 0 ? hipSuccess : fail_device(function, 0);
    if (!is_of(a, address, FREEABLE)) {
        if (a && a->address == address)
            return fail(hipErrorInvalidValue,
                        "%s: %p was made by %s, which has its own counterpart", function, address,
                        a->made_by);
        return memory_complain(function, "what is to be freed", address, 0);
    }
    /* AMD's runtime accepts memory of one kind in the function for the other, so programs do not
     * notice this error there */
    if (!(kinds >> a->kind & 1) && check_is_on())
        say("%s: %p was made by %s, which has its own counterpart", function, address, a->made_by);
    /* Waits for all work, because it may use the memory. */
    error = gpus_drain();
    if (error)
        return fail(error, "%s: out of memory", function);
    return !pool_has_freed(address) && free_counted(a)
               ? hipSuccess
               : memory_complain(function, "freed twice", address, 0);
}

hipError_t hipFree(void *address)
{
    return release(address, 1u << MEMORY_DEVICE | 1u << MEMORY_MANAGED, "hipFree");
}

hipError_t hipHostFree(void *address)
{
    return release(address, 1u << MEMORY_HOST, "hipHostFree");
}

hipError_t hipFreeHost(void *address)
{
    return release(address, 1u << MEMORY_HOST, "hipFreeHost");
}

/* ---- The program's own pages ---------------------------------------------------------------- */

/* Whether all pages of the range are mapped. */
static bool is_mapped(uintptr_t address, size_t size)
{
    enum { PAGES = 4096 };
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char ignored[PAGES];
    uintptr_t end;
    if (__builtin_add_overflow(address, size, &end))
        return false;
    for (uintptr_t at = address / page * page; at < end; at += PAGES * page) {
        size_t part = end - at < PAGES * page ? end - at : PAGES * page;
        if (mincore((void *)at, part, ignored) != 0)
            return false;
    }
    return true;
}

hipError_t hipHostRegister(void *address, size_t size, unsigned int flags)
{
    hipError_t error = capture_check(CAPTURE_UNSAFE, "hipHostRegister");
    if (error)
        return error;
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device("hipHostRegister", thread_self()->device);
    if (!address || size == 0 || flags & ~0xfu)
        return fail(hipErrorInvalidValue, "hipHostRegister: %s",
                    !address    ? "the address is null"
                    : size == 0 ? "0 bytes"
                                : "unknown flags");
    if (!is_mapped((uintptr_t)address, size))
        return fail(hipErrorInvalidValue,
                    "hipHostRegister: %zu bytes at %p are not all memory of the process", size,
                    address);
    if (space_find(address) || !space_register(gpu->device, address, size, flags))
        return fail(hipErrorHostMemoryAlreadyRegistered,
                    "hipHostRegister: %p is registered already", address);
    return hipSuccess;
}

hipError_t hipHostUnregister(void *address)
{
    hipError_t error = capture_check(CAPTURE_UNSAFE, "hipHostUnregister");
    if (error)
        return error;
    const struct allocation *a = address ? space_find(address) : NULL;
    if (!address)
        return fail(hipErrorInvalidValue, "hipHostUnregister: the address is null");
    if (!is_of(a, address, 1u << MEMORY_REGISTERED))
        return fail(hipErrorHostMemoryNotRegistered, "hipHostUnregister: %p is not registered",
                    address);
    uint64_t serial = a->serial;
    gpus_drain();
    if (!space_free(address))
        return fail_quietly(hipErrorHostMemoryNotRegistered);
    advice_forget(serial);
    return hipSuccess;
}

hipError_t hipMemGetInfo(size_t *out_free, size_t *out_total)
{
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device("hipMemGetInfo", thread_self()->device);
    uint64_t total = gpu->device->memory_bytes, used = atomic_load(&gpu->used);
    if (out_free)
        *out_free = used < total ? total - used : 0;
    if (out_total)
        *out_total = total;
    return hipSuccess;
}

/* ---- Questions about an address ---------------------------------------------------------------
 *
 * Programs also ask about memory that HIP does not know, to test for it. So these functions return
 * errors without printing a sentence. */

/* The place of memory. place_number() returns the number that hipMemoryType has for a place, which
 * changed with HIP 6. */
enum place { AT_NOWHERE, AT_HOST, AT_DEVICE, AT_MANAGED };

static int place_number(enum place place)
{
    static const int hip5[] = {0, 0, 1, 1}, hip6[] = {0, 1, 2, 3};
    return hip_abi == 5 ? hip5[place] : hip6[place];
}

static enum place place_of(const struct allocation *a)
{
    switch (a->kind) {
    case MEMORY_HOST:
    case MEMORY_REGISTERED: return AT_HOST;
    case MEMORY_MANAGED: return AT_MANAGED;
    case MEMORY_DEVICE:
    case MEMORY_CODE:
    case MEMORY_INTERNAL: break;
    }
    return AT_DEVICE;
}

hipError_t hipPointerGetAttributes(hipPointerAttribute_t *out, const void *pointer)
{
    if (!out)
        return fail(hipErrorInvalidValue, "hipPointerGetAttributes: the output pointer is null");
    const struct allocation *a = pointer ? space_find(pointer) : NULL;
    if (!a && hip_abi == 5)
        return fail_quietly(hipErrorInvalidValue);
    if (!a) { /* since HIP 6, memory that HIP does not know has attributes, too; only NULL is an
               * error */
        *out = (hipPointerAttribute_t){.device = -2};
        return pointer ? hipSuccess : fail_quietly(hipErrorInvalidValue);
    }
    enum place place = place_of(a);
    bool is_host = place != AT_DEVICE;
    memset(out, 0, sizeof *out);
    out->memoryType = (hipMemoryType)place_number(place);
    out->device = gpu_of(a->device) ? gpu_of(a->device)->ordinal : 0;
    out->devicePointer = (void *)(uintptr_t)pointer;
    out->hostPointer = is_host ? (void *)(uintptr_t)pointer : NULL;
    out->isManaged = place == AT_MANAGED;
    out->allocationFlags = a->flags;
    return hipSuccess;
}

/* Fails because the memory has no such attribute. Writes the value that clr writes in this case,
 * because hipDrvPointerGetAttributes() returns it. */
static hipError_t refuse_attribute(void *out, hipPointer_attribute attribute)
{
    switch ((int)attribute) {
    case HIP_POINTER_ATTRIBUTE_DEVICE_POINTER:
    case HIP_POINTER_ATTRIBUTE_HOST_POINTER:
    case HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR: *(void **)out = NULL; break;
    case HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case HIP_POINTER_ATTRIBUTE_IS_MANAGED: *(bool *)out = false; break;
    case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case HIP_POINTER_ATTRIBUTE_BUFFER_ID:
    case HIP_POINTER_ATTRIBUTE_RANGE_SIZE: *(unsigned *)out = 0; break;
    case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)out = -2; break;
    default: break;
    }
    return fail_quietly(hipErrorInvalidValue);
}

/* Writes each value in the size that AMD's runtime (clr) writes: a bool is one byte, for example.
 */
hipError_t hipPointerGetAttribute(void *out, hipPointer_attribute attribute, hipDeviceptr_t pointer)
{
    const struct allocation *a = pointer ? space_find(pointer) : NULL;
    if (!out || !pointer)
        return fail(hipErrorInvalidValue, "hipPointerGetAttribute: a null pointer");
    if (attribute == HIP_POINTER_ATTRIBUTE_MEMORY_TYPE && array_element_bytes(pointer) > 0) {
        /* the value of hipMemoryTypeArray in each release */
        *(unsigned *)out = hip_abi == 5 ? 2 : 10;
        return hipSuccess;
    }
    if (!a && attribute != HIP_POINTER_ATTRIBUTE_MAPPED)
        return refuse_attribute(out, attribute);
    switch ((int)attribute) {
    case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)out = (unsigned)place_number(place_of(a));
        break;
    case HIP_POINTER_ATTRIBUTE_DEVICE_POINTER: *(void **)out = pointer; break;
    case HIP_POINTER_ATTRIBUTE_HOST_POINTER:
        if (place_of(a) == AT_DEVICE)
            return refuse_attribute(out, attribute);
        *(void **)out = pointer;
        break;
    case HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS: *(bool *)out = space_is_synchronous(a); break;
    case HIP_POINTER_ATTRIBUTE_BUFFER_ID: *(unsigned *)out = (unsigned)a->serial; break;
    case HIP_POINTER_ATTRIBUTE_IS_MANAGED: *(bool *)out = place_of(a) == AT_MANAGED; break;
    case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)out = gpu_of(a->device) ? gpu_of(a->device)->ordinal : 0;
        break;
    case HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR: *(void **)out = a->address; break;
    case HIP_POINTER_ATTRIBUTE_RANGE_SIZE: *(unsigned *)out = (unsigned)a->size; break;
    case HIP_POINTER_ATTRIBUTE_MAPPED: *(bool *)out = a != NULL; break;
    /* the value 3 means "read and write" */
    case HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS: *(unsigned *)out = 3; break;
    default: {
        bool is_known = attribute >= HIP_POINTER_ATTRIBUTE_CONTEXT &&
                        attribute <= HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE;
        return fail(is_known ? hipErrorNotSupported : hipErrorInvalidValue,
                    "hipPointerGetAttribute: attribute %d is not supported", (int)attribute);
    }
    }
    return hipSuccess;
}

/* Sets HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS: the host waits for copies between two allocations that
 * have this attribute. */
hipError_t hipPointerSetAttribute(const void *value, hipPointer_attribute attribute,
                                  hipDeviceptr_t pointer)
{
    static const char function[] = "hipPointerSetAttribute";
    unsigned is_one;
    if (!value || !pointer || attribute != HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    value && pointer ? "the attribute is not set" : "a null pointer");
    memcpy(&is_one, value, sizeof is_one);
    if (is_one > 1)
        return fail(hipErrorInvalidValue, "%s: %u is neither 0 nor 1", function, is_one);
    const struct allocation *a = space_find(pointer);
    if (!a)
        return fail(hipErrorInvalidDevicePointer, "%s: %p is in no allocation", function, pointer);
    space_set_synchronous(a, is_one);
    return hipSuccess;
}

hipError_t hipDrvPointerGetAttributes(unsigned int count, hipPointer_attribute *attributes,
                                      void **out, hipDeviceptr_t pointer)
{
    if (!attributes || !out || !pointer || count == 0)
        return fail(hipErrorInvalidValue, "hipDrvPointerGetAttributes: %s",
                    count ? "an array or the address is null" : "no attribute is asked for");
    for (unsigned i = 0; i < count; i++) {
        hipError_t error = hipPointerGetAttribute(out[i], attributes[i], pointer);
        if (error && error != hipErrorInvalidValue)
            return error;
    }
    return hipSuccess;
}

hipError_t hipMemGetAddressRange(hipDeviceptr_t *out_base, size_t *out_size, hipDeviceptr_t pointer)
{
    const struct allocation *a = pointer ? space_find(pointer) : NULL;
    if (!a)
        return fail(hipErrorNotFound, "hipMemGetAddressRange: %p is in no allocation", pointer);
    if (out_base)
        *out_base = a->address;
    if (out_size)
        *out_size = a->size;
    return hipSuccess;
}

hipError_t hipMemPtrGetInfo(void *pointer, size_t *out)
{
    const struct allocation *a = pointer ? space_find(pointer) : NULL;
    if (!out || !a)
        return fail(hipErrorInvalidValue, "hipMemPtrGetInfo: %p is in no allocation", pointer);
    *out = a->size;
    return hipSuccess;
}

static const struct allocation *find_host(const void *pointer)
{
    const struct allocation *a = pointer ? space_find(pointer) : NULL;
    return a && place_of(a) != AT_DEVICE ? a : NULL;
}

/* Returns |pointer| itself, because host memory has the same address on devices. */
hipError_t hipHostGetDevicePointer(void **out, void *pointer, unsigned int flags)
{
    if (!out || !pointer || flags != 0)
        return fail(hipErrorInvalidValue, "hipHostGetDevicePointer: %s",
                    flags ? "the flags have to be 0" : "a pointer is null");
    if (!space_find(pointer))
        return fail_quietly(hipErrorInvalidValue);
    *out = pointer;
    return hipSuccess;
}

hipError_t hipHostGetFlags(unsigned int *out, void *pointer)
{
    const struct allocation *a = find_host(pointer);
    if (!out || !a)
        return fail(hipErrorInvalidValue, "hipHostGetFlags: %p is not host memory that HIP knows",
                    pointer);
    *out = a->flags;
    return hipSuccess;
}
