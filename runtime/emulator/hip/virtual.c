/* Virtual memory management: reserved addresses, memory, and mappings of memory to addresses.
 * Memory is a file without a name, which can be mapped at any number of addresses. */
#include "memory.h"
#include "stream.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GRANULARITY = 4096, SMALLEST_PART = 4096 };

struct ihipMemGenericAllocationHandle {
    struct gpu *gpu;
    int file;
    size_t size;
    /* how many references there are: one of the program, and one for each mapping; guarded by the
     * runtime's lock */
    unsigned references;
    hipMemAllocationProp properties;
    hipMemAllocationHandleType handle_type;
    struct ihipMemGenericAllocationHandle *next;
};

struct mapping {
    uint8_t *address;
    size_t size;
    struct ihipMemGenericAllocationHandle *memory;
    hipMemAccessFlags access[GPUS_MAX];
    struct mapping *next;
};

struct reservation {
    uint8_t *address;
    size_t size;
    struct reservation *next;
};

/* Lists of everything that lives, guarded by the runtime's lock. */
static struct ihipMemGenericAllocationHandle *memories;
static struct mapping *mappings;
static struct reservation *reservations;

/* ---- Properties of physical memory ----------------------------------------------------------- */

struct properties {
    hipMemAllocationType type;
    hipMemAllocationHandleType handle_type;
    hipMemLocation location;
};

/* The members of hipMemAllocationProp in the order of the first releases of HIP 5. In later
 * releases their order is that of struct properties. */
struct early_properties {
    unsigned char compression;
    hipMemLocation location;
    hipMemAllocationHandleType handle_type;
    hipMemAllocationType type;
    unsigned short usage;
    void *win32;
};

/* Whether the program, one of HIP 5, uses the early order. The properties that the program passes
 * show this; until the program passes some, the order of our header is assumed. */
static atomic_bool is_early = offsetof(hipMemAllocationProp, type) != 0;

static struct properties read_properties(const hipMemAllocationProp *p)
{
    struct properties properties;
    struct early_properties early;
    _Static_assert(sizeof properties == 16, "as hipMemAllocationProp begins since HIP 5.7");
    _Static_assert(sizeof early == sizeof *p, "both orders have the same size");
    memcpy(&properties, p, sizeof properties);
    memcpy(&early, p, sizeof early);
    /* in the later order, |early.type| would be the low half of a pointer, which is even;
     * hipMemAllocationTypePinned is 1 */
    bool is_read_early = hip_abi == 5 && early.type == hipMemAllocationTypePinned;
    if (is_read_early)
        properties = (struct properties){early.type, early.handle_type, early.location};
    if (properties.type == hipMemAllocationTypePinned)
        atomic_store(&is_early, is_read_early);
    return properties;
}

static hipMemAllocationProp write_properties(struct properties properties)
{
    hipMemAllocationProp p = {0};
    const struct early_properties early = {.type = properties.type,
                                           .handle_type = properties.handle_type,
                                           .location = properties.location};
    if (hip_abi == 5 && atomic_load(&is_early))
        memcpy(&p, &early, sizeof early);
    else
        memcpy(&p, &properties, sizeof properties);
    return p;
}

static struct gpu *find_gpu(const hipMemAllocationProp *p)
{
    struct properties properties =
        p ? read_properties(p) : (struct properties){.location = {.id = -1}};
    bool is_good = p && properties.type == hipMemAllocationTypePinned &&
                   properties.location.type == hipMemLocationTypeDevice;
    return is_good ? gpu_at(properties.location.id) : NULL;
}

hipError_t hipMemGetAllocationGranularity(size_t *out, const hipMemAllocationProp *p,
                                          hipMemAllocationGranularity_flags option)
{
    if (!out || !find_gpu(p) || (unsigned)option > hipMemAllocationGranularityRecommended)
        return fail(hipErrorInvalidValue, "hipMemGetAllocationGranularity: %s",
                    out ? "not pinned memory of a device, or no such option"
                        : "the output pointer is null");
    *out = GRANULARITY;
    return hipSuccess;
}

/* ---- Physical memory ------------------------------------------------------------------------- */

/* Whether |handle| is live memory. Called with the runtime's lock held. */
static bool is_memory(const struct ihipMemGenericAllocationHandle *handle)
{
    const struct ihipMemGenericAllocationHandle *at = memories;
    while (at && at != handle)
        at = at->next;
    return at != NULL;
}

static hipError_t make(struct gpu *gpu, int file, size_t size, const hipMemAllocationProp *p,
                       const char *function, hipMemGenericAllocationHandle_t *out)
{
    struct ihipMemGenericAllocationHandle *memory = calloc(1, sizeof *memory);
    if (!memory || file < 0) {
        free(memory);
        return fail(hipErrorOutOfMemory, "%s: there is no memory for %zu bytes", function, size);
    }
    *memory = (struct ihipMemGenericAllocationHandle){
        .gpu = gpu, .file = file, .size = size, .references = 1, .properties = *p};
    memory->handle_type = read_properties(p).handle_type;
    runtime_lock();
    memory->next = memories;
    memories = memory;
    runtime_unlock();
    *out = memory;
    return hipSuccess;
}

hipError_t hipMemCreate(hipMemGenericAllocationHandle_t *out, size_t size,
                        const hipMemAllocationProp *p, unsigned long long flags)
{
    static const char function[] = "hipMemCreate";
    struct gpu *gpu = find_gpu(p);
    if (!out || size == 0 || flags != 0 || !gpu)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    !out   ? "the output pointer is null"
                    : !gpu ? "not pinned memory of a device"
                           : "0 bytes, or flags");
    hipMemAllocationHandleType type = read_properties(p).handle_type;
    if (type != hipMemHandleTypeNone && type != hipMemHandleTypePosixFileDescriptor)
        return fail(hipErrorNotSupported, "%s: handles are file descriptors", function);
    if (size % SMALLEST_PART != 0)
        return fail(hipErrorInvalidValue, "%s: %zu bytes are not a multiple of %d", function, size,
                    SMALLEST_PART);
    uint64_t total = gpu->device->memory_bytes, used = atomic_fetch_add(&gpu->used, size);
    bool fits = size <= total && used <= total - size;
    hipError_t error = make(gpu, fits ? share_file(size) : -1, size, p, function, out);
    if (error)
        atomic_fetch_sub(&gpu->used, size);
    return error;
}

/* Removes one reference. When the last one is removed, frees the memory. Called with the runtime's
 * lock held. */
static void drop(struct ihipMemGenericAllocationHandle *memory)
{
    if (--memory->references > 0)
        return;
    struct ihipMemGenericAllocationHandle **at = &memories;
    while (*at != memory)
        at = &(*at)->next;
    *at = memory->next;
    atomic_fetch_sub(&memory->gpu->used, memory->size);
    close(memory->file);
    free(memory);
}

hipError_t hipMemRelease(hipMemGenericAllocationHandle_t memory)
{
    runtime_lock();
    bool is_good = is_memory(memory);
    if (is_good)
        drop(memory);
    runtime_unlock();
    return is_good ? hipSuccess
                   : fail(hipErrorInvalidValue, "hipMemRelease: %p is not memory", (void *)memory);
}

hipError_t hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp *out,
                                                   hipMemGenericAllocationHandle_t memory)
{
    runtime_lock();
    bool is_good = out && is_memory(memory);
    if (is_good)
        *out = memory->properties;
    runtime_unlock();
    return is_good
               ? hipSuccess
               : fail(hipErrorInvalidValue,
                      "hipMemGetAllocationPropertiesFromHandle: %p is not memory, or the output "
                      "pointer is null",
                      (void *)memory);
}

hipError_t hipMemExportToShareableHandle(void *out, hipMemGenericAllocationHandle_t memory,
                                         hipMemAllocationHandleType type, unsigned long long flags)
{
    int file = -1;
    runtime_lock();
    if (out && flags == 0 && is_memory(memory) && memory->handle_type == type &&
        type == hipMemHandleTypePosixFileDescriptor)
        file = dup(memory->file);
    runtime_unlock();
    if (file < 0)
        return fail(hipErrorInvalidValue, "hipMemExportToShareableHandle: not memory that was made "
                                          "to be shared by a file descriptor");
    *(int *)out = file;
    return hipSuccess;
}

/* |handle| may be the descriptor of the file, as AMD's runtime expects, or the address of that
 * descriptor, as AMD's documentation says. */
hipError_t hipMemImportFromShareableHandle(hipMemGenericAllocationHandle_t *out, void *handle,
                                           hipMemAllocationHandleType type)
{
    static const char function[] = "hipMemImportFromShareableHandle";
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device(function, thread_self()->device);
    if (!out || !handle || type != hipMemHandleTypePosixFileDescriptor)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    !out || !handle ? "a pointer is null"
                                    : "only file descriptors can be imported");
    int number = (uintptr_t)handle < 65536 ? (int)(uintptr_t)handle : *(int *)handle;
    int file = dup(number);
    off_t size = file < 0 || !share_is_whole(file, 1) ? -1 : lseek(file, 0, SEEK_END);
    if (size <= 0) {
        if (file >= 0)
            close(file);
        return fail(hipErrorInvalidValue, "%s: descriptor %d is not memory", function, number);
    }
    hipMemAllocationProp p = write_properties((struct properties){
        hipMemAllocationTypePinned, type, {hipMemLocationTypeDevice, gpu->ordinal}});
    atomic_fetch_add(&gpu->used, (uint64_t)size);
    hipError_t error = make(gpu, file, (size_t)size, &p, function, out);
    if (error) {
        atomic_fetch_sub(&gpu->used, (uint64_t)size);
        close(file);
    }
    return error;
}

/* ---- Reserving addresses --------------------------------------------------------------------- */

hipError_t hipMemAddressReserve(void **out, size_t size, size_t alignment, void *wanted,
                                unsigned long long flags)
{
    static const char function[] = "hipMemAddressReserve";
    (void)wanted; /* |wanted| is only a hint: the program must check the address that it gets */
    if (gpu_count() == 0)
        return fail_device(function, 0);
    if (!out || flags != 0)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    out ? "the flags have to be 0" : "the output pointer is null");
    if (size == 0 || size % GRANULARITY != 0 || (alignment & (alignment - 1)) != 0)
        return fail(hipErrorOutOfMemory, "%s: %zu bytes, aligned to %zu: the granularity is %d",
                    function, size, alignment, GRANULARITY);
    struct reservation *reservation = malloc(sizeof *reservation);
    void *address = reservation ? space_reserve(size, alignment) : NULL;
    if (!address) {
        free(reservation);
        return fail(hipErrorOutOfMemory, "%s: there are no %zu bytes of addresses", function, size);
    }
    runtime_lock();
    *reservation = (struct reservation){address, size, reservations};
    reservations = reservation;
    runtime_unlock();
    *out = address;
    return hipSuccess;
}

/* Ends a reservation. Mappings inside it stay. */
hipError_t hipMemAddressFree(void *address, size_t size)
{
    runtime_lock();
    struct reservation **at = &reservations;
    while (*at && ((*at)->address != address || (*at)->size != size))
        at = &(*at)->next;
    struct reservation *reservation = *at;
    if (reservation)
        *at = reservation->next;
    runtime_unlock();
    if (!reservation)
        return fail(hipErrorInvalidValue,
                    "hipMemAddressFree: %zu bytes at %p were not reserved by one call", size,
                    address);
    free(reservation);
    return hipSuccess;
}

static bool is_reserved(const uint8_t *address, size_t size)
{
    bool is_inside = false;
    for (const struct reservation *at = reservations; at && !is_inside; at = at->next)
        is_inside = address >= at->address && size <= at->size &&
                    (size_t)(address - at->address) <= at->size - size;
    return is_inside;
}

/* ---- Mapping physical memory to addresses ---------------------------------------------------- */

hipError_t hipMemMap(void *address, size_t size, size_t offset,
                     hipMemGenericAllocationHandle_t memory, unsigned long long flags)
{
    static const char function[] = "hipMemMap";
    if (!address || size == 0 || offset != 0 || flags != 0)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    !address    ? "the address is null"
                    : size == 0 ? "0 bytes"
                    : offset    ? "the offset has to be 0"
                                : "the flags have to be 0");
    struct mapping *mapping = calloc(1, sizeof *mapping);
    if (!mapping)
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    runtime_lock();
    bool is_good = is_memory(memory) && size <= memory->size && is_reserved(address, size) &&
                   space_map(memory->gpu->device, address, size, memory->file, function);
    if (is_good) {
        memory->references++;
        *mapping =
            (struct mapping){.address = address, .size = size, .memory = memory, .next = mappings};
        mappings = mapping;
    }
    runtime_unlock();
    if (is_good)
        return hipSuccess;
    free(mapping);
    return fail(hipErrorInvalidValue,
                "%s: %zu bytes at %p: they have to be reserved, and free, and in memory that has "
                "as many",
                function, size, address);
}

hipError_t hipMemUnmap(void *address, size_t size)
{
    static const char function[] = "hipMemUnmap";
    bool is_good = false;
    gpus_drain();
    runtime_lock();
    for (struct mapping **at = &mappings; *at && size > 0;) {
        struct mapping *mapping = *at;
        bool is_inside = mapping->address >= (uint8_t *)address &&
                         mapping->address + mapping->size <= (uint8_t *)address + size;
        if (!is_inside) {
            at = &mapping->next;
            continue;
        }
        *at = mapping->next;
        is_good = space_unmap(mapping->address);
        drop(mapping->memory);
        free(mapping);
    }
    runtime_unlock();
    return is_good ? hipSuccess
                   : fail(hipErrorInvalidValue, "%s: nothing is mapped as %zu bytes at %p",
                          function, size, address);
}

hipError_t hipMemRetainAllocationHandle(hipMemGenericAllocationHandle_t *out, void *address)
{
    const struct ihipMemGenericAllocationHandle *found = NULL;
    runtime_lock();
    for (const struct mapping *at = mappings; at && out && !found; at = at->next) {
        if ((uint8_t *)address >= at->address && (uint8_t *)address < at->address + at->size) {
            at->memory->references++;
            found = *out = at->memory;
        }
    }
    runtime_unlock();
    return found ? hipSuccess
                 : fail(hipErrorInvalidValue,
                        "hipMemRetainAllocationHandle: nothing is mapped at %p", address);
}

/* ---- Access rights: they are only remembered, because every device can access mapped memory
 * ----- */

hipError_t hipMemSetAccess(void *address, size_t size, const hipMemAccessDesc *list, size_t count)
{
    static const char function[] = "hipMemSetAccess";
    bool is_good = false;
    if (!address || size == 0 || !list || count == 0)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    !address || !list ? "a pointer is null" : "no bytes, or no devices");
    for (size_t i = 0; i < count; i++) {
        if (list[i].location.type != hipMemLocationTypeDevice || !gpu_at(list[i].location.id))
            return fail(hipErrorInvalidValue, "%s: there is no device %d", function,
                        list[i].location.id);
    }
    runtime_lock();
    for (struct mapping *at = mappings; at; at = at->next) {
        if (at->address < (uint8_t *)address || at->address >= (uint8_t *)address + size)
            continue;
        is_good = true;
        for (size_t i = 0; i < count; i++)
            at->access[list[i].location.id] = list[i].flags;
    }
    runtime_unlock();
    return is_good ? hipSuccess
                   : fail(hipErrorInvalidValue, "%s: nothing is mapped at %p", function, address);
}

hipError_t hipMemGetAccess(unsigned long long *out, const hipMemLocation *location, void *address)
{
    static const char function[] = "hipMemGetAccess";
    bool is_good = false;
    if (!out || !location || !address || location->type != hipMemLocationTypeDevice ||
        !gpu_at(location->id))
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    !out || !location || !address ? "a pointer is null"
                                                  : "the location is not a device");
    runtime_lock();
    for (const struct mapping *at = mappings; at && !is_good; at = at->next) {
        is_good = (uint8_t *)address >= at->address && (uint8_t *)address < at->address + at->size;
        if (is_good)
            *out = at->access[location->id];
    }
    runtime_unlock();
    return is_good ? hipSuccess
                   : fail(hipErrorInvalidValue, "%s: nothing is mapped at %p", function, address);
}
