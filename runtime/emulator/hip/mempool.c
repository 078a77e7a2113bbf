/* Stream-ordered allocation, and pools of memory.
 *
 * A pool keeps memory that hipFreeAsync() frees, and reuses it for an allocation of the same size:
 * at once in the stream that freed the memory, and in streams that wait for an event behind the
 * freeing; in other streams as soon as the freeing stream has come to the freeing. When the program
 * waits for a stream, an event or the device, each pool gives back the free memory that is above
 * its threshold.
 *
 * If the checker is on, pools keep nothing: memory is freed when the stream comes to the freeing,
 * so that later accesses are found.
 */
#include "capture.h"
#include "handle.h"
#include "memory.h"

#include "core/finding.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static hipError_t check_pool(hipMemPool_t pool, const char *function)
{
    for (unsigned i = 0; i < gpu_count(); i++) {
        if (pool == &gpu_at((int)i)->default_pool)
            return hipSuccess;
    }
    if (handle_is(pool, HANDLE_POOL))
        return hipSuccess;
    return fail(hipErrorInvalidValue, "%s: %p is not a pool, or is one that was destroyed",
                function, (void *)pool);
}

/* ---- The pools' allocations ------------------------------------------------------------------ */

enum { ORDERED_MOST = 4 };

/* A stream whose work submitted after |time| runs after a freeing. */
struct ordered {
    uint64_t stream, time;
};

struct pool_memory {
    void *address;
    size_t size;
    struct ihipMemPoolHandle_t *pool;
    /* the id of the stream that freed the memory; 0 if the memory is not freed */
    uint64_t freed_in;
    uint64_t freeing; /* the time of the freeing, by which pool_reach() recognises it */
    /* Streams whose later work runs after the freeing, the freeing stream first. Streams that find
     * no room here reuse the memory only once the freeing is reached. */
    struct ordered ordered[ORDERED_MOST];
    unsigned ordered_count;
    bool is_reached; /* whether the stream has come to the freeing */
    bool is_leaving; /* whether the memory is being given back to the device */
    /* whether a graph allocated the memory, and frees it when the graph ends; it is never reused */
    bool is_of_graph;
    struct pool_memory *next;
};

static struct pool_memory *memories; /* the memory of all pools; guarded by the runtime's lock */
/* a counter of freeings and of waits that order streams behind freeings; its value is the time
 * here */
static _Atomic uint64_t now;
static _Atomic unsigned memory_count, freed_count;

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Counts |size| bytes of |pool| as used. Called with the runtime's lock held. */
static void count_used(struct ihipMemPoolHandle_t *pool, size_t size)
{
    pool->used += size;
    pool->used_most = most(pool->used_most, pool->used);
}

/* Adds memory to |pool|. False when there is no memory. */
static bool remember(struct ihipMemPoolHandle_t *pool, void *address, size_t size, bool is_of_graph)
{
    struct pool_memory *memory = malloc(sizeof *memory);
    if (!memory)
        return false;
    runtime_lock();
    *memory = (struct pool_memory){.address = address,
                                   .size = size,
                                   .pool = pool,
                                   .is_of_graph = is_of_graph,
                                   .next = memories};
    memories = memory;
    count_used(pool, size);
    pool->reserved += size;
    pool->reserved_most = most(pool->reserved_most, pool->reserved);
    runtime_unlock();
    atomic_fetch_add(&memory_count, 1);
    return true;
}

/* Returns the pool memory at |address|, or NULL. Called with the runtime's lock held. */
static struct pool_memory *find_memory(const void *address)
{
    struct pool_memory *memory = memories;
    while (memory && memory->address != address)
        memory = memory->next;
    return memory;
}

void pool_forget(const void *address)
{
    if (atomic_load(&memory_count) == 0)
        return;
    runtime_lock();
    struct pool_memory **at = &memories;
    while (*at && (*at)->address != address)
        at = &(*at)->next;
    struct pool_memory *memory = *at;
    struct ihipMemPoolHandle_t *pool = memory ? memory->pool : NULL;
    if (memory) {
        *at = memory->next;
        pool->reserved -= memory->size;
        if (memory->freed_in)
            atomic_fetch_sub(&freed_count, 1);
        else
            pool->used -= memory->size;
        atomic_fetch_sub(&memory_count, 1);
    }
    bool is_last = pool && pool->is_destroyed && pool->reserved == 0;
    runtime_unlock();
    free(memory);
    if (is_last)
        free(pool);
}

/* ---- Memory that is kept -------------------------------------------------------------------- */

uint64_t pool_time(void)
{
    return atomic_load(&now);
}

/* Whether work that |stream| submits after |time| is behind the freeing of |memory|. */
static bool is_behind(const struct pool_memory *memory, uint64_t stream, uint64_t time)
{
    for (unsigned i = 0; i < memory->ordered_count; i++) {
        if (memory->ordered[i].stream == stream && memory->ordered[i].time <= time)
            return true;
    }
    return false;
}

static void order(struct pool_memory *memory, uint64_t stream)
{
    if (memory->ordered_count < ORDERED_MOST)
        memory->ordered[memory->ordered_count++] =
            (struct ordered){stream, atomic_fetch_add(&now, 1) + 1};
}

void pool_follow(const struct ihipStream_t *stream, const struct mark *mark)
{
    if (atomic_load(&freed_count) == 0)
        return;
    for (struct pool_memory *at = memories; at; at = at->next) {
        if (at->freed_in && is_behind(at, mark->stream_id, mark->time) &&
            !is_behind(at, stream->id, UINT64_MAX))
            order(at, stream->id);
    }
}

/* Takes freed memory of |pool| that |stream| may use, which then counts as used. NULL when there is
 * none. */
static void *take_again(struct ihipMemPoolHandle_t *pool, size_t size,
                        const struct ihipStream_t *stream)
{
    struct pool_memory *best = NULL;
    bool is_best_own = false;
    if (atomic_load(&freed_count) == 0)
        return NULL;
    runtime_lock();
    for (struct pool_memory *at = memories; at; at = at->next) {
        bool is_own =
            at->freed_in == stream->id || (pool->reuse[0] && is_behind(at, stream->id, UINT64_MAX));
        bool fits = at->pool == pool && at->size == size && at->freed_in && !at->is_leaving;
        if (fits && (is_own || (at->is_reached && pool->reuse[1])) &&
            (!best || (is_own && !is_best_own))) {
            best = at;
            is_best_own = is_own;
        }
    }
    if (best) {
        best->freed_in = 0;
        count_used(pool, size);
        atomic_fetch_sub(&freed_count, 1);
    }
    runtime_unlock();
    return best ? best->address : NULL;
}

/* Called when |stream| frees |address|. If the pool keeps the memory, sets |*out| to the time of
 * the freeing. Sets |*out| to 0 if the memory is not a pool's, or is not kept. Returns
 * hipErrorInvalidValue when the memory was freed before. */
static hipError_t keep(const struct ihipStream_t *stream, const void *address, uint64_t *out)
{
    *out = 0;
    runtime_lock();
    struct pool_memory *memory = find_memory(address);
    bool was_freed = memory && memory->freed_in;
    bool is_kept = memory && !was_freed && !memory->is_of_graph && !check_is_on();
    if (is_kept) {
        memory->freed_in = stream->id;
        memory->is_reached = false;
        memory->ordered_count = 0;
        order(memory, stream->id);
        *out = memory->freeing = memory->ordered[0].time;
        memory->pool->used -= memory->size;
        atomic_fetch_add(&freed_count, 1);
    }
    runtime_unlock();
    return was_freed ? hipErrorInvalidValue : hipSuccess;
}

/* Undoes keep() because the freeing could not be submitted: the program owns the memory again. */
static void take_back(const void *address, uint64_t freeing)
{
    runtime_lock();
    struct pool_memory *memory = find_memory(address);
    if (memory && memory->freed_in && memory->freeing == freeing) {
        memory->freed_in = 0;
        count_used(memory->pool, memory->size);
        atomic_fetch_sub(&freed_count, 1);
    }
    runtime_unlock();
}

bool pool_has_freed(const void *address)
{
    if (atomic_load(&freed_count) == 0)
        return false;
    runtime_lock();
    const struct pool_memory *memory = find_memory(address);
    bool was_freed = memory && memory->freed_in;
    runtime_unlock();
    return was_freed;
}

void pool_reach(void *address, uint64_t freeing)
{
    if (freeing == 0) {
        memory_release(address);
        return;
    }
    runtime_lock();
    struct pool_memory *memory = find_memory(address);
    bool is_meant = memory && memory->freed_in && memory->freeing == freeing;
    if (is_meant)
        memory->is_reached = true;
    bool is_unwanted = is_meant && memory->pool->is_destroyed && !memory->is_leaving;
    if (is_unwanted)
        memory->is_leaving = true;
    runtime_unlock();
    if (is_unwanted)
        memory_release(address);
}

/* Chooses memory to be given back: freed memory that its stream has come to free, in a pool that
 * has more free bytes than it may keep. |pool| is the pool, or NULL for all pools; |keep| is the
 * number of bytes that may be kept, or NULL for the pool's threshold. The caller frees the memory.
 * NULL when there is none. */
static void *leaving(const struct ihipMemPoolHandle_t *pool, const uint64_t *keep)
{
    void *address = NULL;
    runtime_lock();
    for (struct pool_memory *at = memories; at && !address; at = at->next) {
        uint64_t free_bytes = at->pool->reserved - at->pool->used;
        bool is_more = free_bytes > (keep ? *keep : at->pool->threshold);
        if ((!pool || at->pool == pool) && at->freed_in && at->is_reached && !at->is_leaving &&
            is_more) {
            at->is_leaving = true;
            address = at->address;
        }
    }
    runtime_unlock();
    return address;
}

static void give_back(const struct ihipMemPoolHandle_t *pool, const uint64_t *keep)
{
    void *address;
    while (atomic_load(&freed_count) > 0 && (address = leaving(pool, keep)))
        memory_release(address);
}

void pools_settle(void)
{
    give_back(NULL, NULL);
}

bool pools_empty(void)
{
    const uint64_t nothing = 0;
    unsigned before = atomic_load(&freed_count);
    give_back(NULL, &nothing);
    return atomic_load(&freed_count) < before;
}

/* ---- Allocating from pools ------------------------------------------------------------------- */

/* Whether |pool| may get |size| bytes more. If the pool would be too large, it first gives back its
 * freed memory. The bytes count as claimed until give_up(), so that no other thread gets them. */
static bool claim(struct ihipMemPoolHandle_t *pool, size_t size)
{
    const uint64_t nothing = 0;
    bool fits = false;
    for (int i = 0; i < 2 && !fits; i++) {
        if (i == 1)
            give_back(pool, &nothing);
        runtime_lock();
        fits = pool->size_most == 0 || (size <= pool->size_most &&
                                        pool->reserved + pool->claimed <= pool->size_most - size);
        pool->claimed += fits ? size : 0;
        runtime_unlock();
    }
    return fits;
}

static void give_up(struct ihipMemPoolHandle_t *pool, size_t size)
{
    runtime_lock();
    pool->claimed -= size;
    runtime_unlock();
}

/* Allocates new memory for |pool|. NULL when this fails. */
static void *take_fresh(struct ihipMemPoolHandle_t *pool, size_t size, bool is_of_graph,
                        const char *function)
{
    if (!claim(pool, size))
        return NULL;
    void *address = memory_allocate(pool->gpu, MEMORY_DEVICE, size, 0, function);
    bool is_kept = address && remember(pool, address, size, is_of_graph);
    give_up(pool, size);
    if (!is_kept)
        memory_release(address);
    return is_kept ? address : NULL;
}

static hipError_t allocate(void **out, size_t size, struct ihipMemPoolHandle_t *pool,
                           hipStream_t handle, const char *function)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find_handle(handle, function, &error);
    if (!stream)
        return error;
    if (!out)
        return fail(hipErrorInvalidValue, "%s: the output pointer is null", function);
    *out = NULL;
    if (size == 0)
        return hipSuccess;
    runtime_lock();
    struct ihipMemPoolHandle_t *from = pool ? pool : stream->gpu->pool;
    runtime_unlock();
    bool is_captured = stream->capture != NULL;
    void *address = is_captured ? NULL : take_again(from, size, stream);
    if (!address)
        address = take_fresh(from, size, is_captured, function);
    if (!address)
        return fail(hipErrorOutOfMemory, "%s: there is no memory for %zu bytes", function, size);
    runtime_lock();
    error = stream->capture ? capture_allocate(stream, address, size) : hipSuccess;
    runtime_unlock();
    if (error)
        memory_release(address);
    else
        *out = address;
    return fail_quietly(error);
}

hipError_t hipMallocAsync(void **out, size_t size, hipStream_t stream)
{
    hipError_t error;
    const struct ihipStream_t *found = stream_find_handle(stream, "hipMallocAsync", &error);
    if (found)
        error = capture_check_order(found, "hipMallocAsync");
    if (!found || error)
        return error;
    return allocate(out, size, NULL, stream, "hipMallocAsync");
}

hipError_t hipMallocFromPoolAsync(void **out, size_t size, hipMemPool_t pool, hipStream_t stream)
{
    hipError_t error = check_pool(pool, "hipMallocFromPoolAsync");
    return error ? error : allocate(out, size, pool, stream, "hipMallocFromPoolAsync");
}

hipError_t hipFreeAsync(void *pointer, hipStream_t handle)
{
    static const char function[] = "hipFreeAsync";
    hipError_t error;
    if (!pointer)
        return fail(hipErrorInvalidValue, "%s: the address is null", function);
    struct ihipStream_t *stream = stream_find_handle(handle, function, &error);
    if (stream)
        error = capture_check_order(stream, function);
    if (!stream || error)
        return error;
    const struct allocation *a = space_find(pointer);
    if (!a || a->address != pointer || a->kind != MEMORY_DEVICE)
        return memory_complain(function, "what is to be freed", pointer, 0);
    struct work work = {.kind = WORK_FREE, .free = {.pointer = pointer}};
    if (!stream->capture) /* a captured stream frees when the graph runs, so keep() must not be
                           * called now */
        error = keep(stream, pointer, &work.free.number);
    if (error)
        return fail(error, "%s: %p was freed already", function, pointer);
    const uint64_t freeing = work.free.number;
    error = stream_submit(stream, &work);
    if (error && freeing)
        take_back(pointer, freeing);
    return error;
}

/* ---- Pools ---------------------------------------------------------------------------------- */

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *out, int ordinal)
{
    struct gpu *gpu = gpu_at(ordinal);
    if (!gpu)
        return fail_device("hipDeviceGetDefaultMemPool", ordinal);
    if (!out)
        return fail(hipErrorInvalidValue, "hipDeviceGetDefaultMemPool: the output pointer is null");
    *out = &gpu->default_pool;
    return hipSuccess;
}

hipError_t hipDeviceGetMemPool(hipMemPool_t *out, int ordinal)
{
    struct gpu *gpu = gpu_at(ordinal);
    if (!gpu || !out)
        return fail(hipErrorInvalidValue, "hipDeviceGetMemPool: %s",
                    gpu ? "the output pointer is null" : "there is no such device");
    runtime_lock();
    *out = gpu->pool;
    runtime_unlock();
    return hipSuccess;
}

hipError_t hipDeviceSetMemPool(int ordinal, hipMemPool_t pool)
{
    struct gpu *gpu = gpu_at(ordinal);
    hipError_t error = check_pool(pool, "hipDeviceSetMemPool");
    if (!error)
        error = capture_check(CAPTURE_SETTING, "hipDeviceSetMemPool");
    if (!error && !gpu)
        error = fail(hipErrorInvalidValue, "hipDeviceSetMemPool: there is no device %d", ordinal);
    if (error)
        return error;
    if (pool->gpu != gpu)
        return fail(hipErrorInvalidDevice, "hipDeviceSetMemPool: the pool is of device %d, not %d",
                    pool->gpu->ordinal, ordinal);
    runtime_lock();
    gpu->pool = pool;
    runtime_unlock();
    return hipSuccess;
}

/* The pools of places, since HIP 7.2. Here, every pool consists of a device's own memory. */

static hipError_t check_pool_place(const struct hip_place *place, unsigned type,
                                   const char *function)
{
    enum { ON_DEVICE = 1, PINNED = 1, MANAGED };
    if (!place || place->type != ON_DEVICE || !gpu_at(place->id) || type < PINNED || type > MANAGED)
        return fail(hipErrorInvalidValue, "%s: there is no such place, or type %u of memory",
                    function, type);
    return type == PINNED ? hipSuccess
                          : fail(hipErrorNotSupported, "%s: pools of managed memory", function);
}

hipError_t hip_mem_get_mem_pool(hipMemPool_t *out, const struct hip_place *place, unsigned type)
{
    static const char function[] = "hipMemGetMemPool";
    hipError_t error = out ? check_pool_place(place, type, function)
                           : fail(hipErrorInvalidValue, "%s: the output pointer is null", function);
    return error ? error : hipDeviceGetMemPool(out, place->id);
}

hipError_t hip_mem_set_mem_pool(const struct hip_place *place, unsigned type, hipMemPool_t pool)
{
    static const char function[] = "hipMemSetMemPool";
    hipError_t error = check_pool_place(place, type, function);
    if (!error)
        error = check_pool(pool, function);
    if (!error && pool->gpu->ordinal != place->id)
        error = fail(hipErrorInvalidValue, "%s: the pool is of device %d, not %d", function,
                     pool->gpu->ordinal, place->id);
    return error ? error : hipDeviceSetMemPool(place->id, pool);
}

static struct ihipMemPoolHandle_t *make_pool(struct gpu *gpu, hipMemAllocationHandleType type)
{
    struct ihipMemPoolHandle_t *pool = calloc(1, sizeof *pool);
    if (!pool || !handle_add(pool, HANDLE_POOL)) {
        free(pool);
        return NULL;
    }
    *pool = (struct ihipMemPoolHandle_t){.gpu = gpu, .reuse = {1, 1, 1}, .handle_type = type};
    return pool;
}

hipError_t hipMemPoolCreate(hipMemPool_t *out, const hipMemPoolProps *properties)
{
    if (!out || !properties)
        return fail(hipErrorInvalidValue, "hipMemPoolCreate: a null pointer");
    if (properties->allocType != hipMemAllocationTypePinned ||
        properties->location.type != hipMemLocationTypeDevice)
        return fail(hipErrorInvalidValue, "hipMemPoolCreate: pools are of pinned device memory");
    if (properties->handleTypes != hipMemHandleTypeNone &&
        properties->handleTypes != hipMemHandleTypePosixFileDescriptor)
        return fail(hipErrorNotSupported, "hipMemPoolCreate: handles are file descriptors");
    struct gpu *gpu = gpu_at(properties->location.id);
    if (!gpu)
        return fail(hipErrorInvalidValue, "hipMemPoolCreate: there is no device %d",
                    properties->location.id);
    hipError_t error = capture_check(CAPTURE_SETTING, "hipMemPoolCreate");
    if (error)
        return error;
    *out = make_pool(gpu, properties->handleTypes);
    if (!*out)
        return fail(hipErrorOutOfMemory, "hipMemPoolCreate: out of memory");
    /* |maxSize|, which HIP 6.2 added, was a reserved field before, which must be 0 */
    _Static_assert(sizeof *properties == 88 &&
                       offsetof(hipMemPoolProps, win32SecurityAttributes) == 16,
                   "hipMemPoolProps of every release");
    if (hip_abi > 5)
        memcpy(&(*out)->size_most,
               (const char *)properties + offsetof(hipMemPoolProps, win32SecurityAttributes) +
                   sizeof(void *),
               sizeof(*out)->size_most);
    return hipSuccess;
}

hipError_t hipMemPoolDestroy(hipMemPool_t pool)
{
    hipError_t error = check_pool(pool, "hipMemPoolDestroy");
    if (!error)
        error = capture_check(CAPTURE_SETTING, "hipMemPoolDestroy");
    if (error)
        return error;
    if (pool == &pool->gpu->default_pool)
        return fail(hipErrorInvalidValue, "hipMemPoolDestroy: the default pool is not destroyed");
    handle_remove(pool);
    runtime_lock();
    if (pool->gpu->pool == pool)
        pool->gpu->pool = &pool->gpu->default_pool;
    bool is_empty = pool->reserved == 0;
    pool->is_destroyed = !is_empty;
    pool->threshold = 0;
    runtime_unlock();
    if (is_empty)
        free(pool);
    else
        /* This frees memory that the pool keeps; the pool is freed with the last of its memory. */
        pools_settle();
    return hipSuccess;
}

hipError_t hipMemPoolTrimTo(hipMemPool_t pool, size_t bytes)
{
    hipError_t error = check_pool(pool, "hipMemPoolTrimTo");
    if (error)
        return error;
    give_back(pool, &(uint64_t){bytes});
    return hipSuccess;
}

hipError_t hipMemPoolSetAttribute(hipMemPool_t pool, hipMemPoolAttr attribute, void *value)
{
    hipError_t error = check_pool(pool, "hipMemPoolSetAttribute");
    if (error)
        return error;
    if (!value)
        return fail(hipErrorInvalidValue, "hipMemPoolSetAttribute: the value is null");
    switch (attribute) {
    case hipMemPoolReuseFollowEventDependencies:
    case hipMemPoolReuseAllowOpportunistic:
    case hipMemPoolReuseAllowInternalDependencies:
        pool->reuse[attribute - 1] = *(int *)value;
        break;
    case hipMemPoolAttrReleaseThreshold: pool->threshold = *(uint64_t *)value; break;
    case hipMemPoolAttrReservedMemHigh:
    case hipMemPoolAttrUsedMemHigh:
        if (*(uint64_t *)value != 0)
            return fail(hipErrorInvalidValue,
                        "hipMemPoolSetAttribute: a high mark is only reset to 0");
        runtime_lock();
        if (attribute == hipMemPoolAttrUsedMemHigh)
            pool->used_most = pool->used;
        else
            pool->reserved_most = pool->reserved;
        runtime_unlock();
        break;
    default:
        return fail(hipErrorInvalidValue, "hipMemPoolSetAttribute: attribute %d is not set",
                    (int)attribute);
    }
    return hipSuccess;
}

hipError_t hipMemPoolGetAttribute(hipMemPool_t pool, hipMemPoolAttr attribute, void *out)
{
    hipError_t error = check_pool(pool, "hipMemPoolGetAttribute");
    if (error)
        return error;
    if (!out)
        return fail(hipErrorInvalidValue, "hipMemPoolGetAttribute: the output pointer is null");
    switch (attribute) {
    case hipMemPoolReuseFollowEventDependencies:
    case hipMemPoolReuseAllowOpportunistic:
    case hipMemPoolReuseAllowInternalDependencies: *(int *)out = pool->reuse[attribute - 1]; break;
    case hipMemPoolAttrReleaseThreshold: *(uint64_t *)out = pool->threshold; break;
    case hipMemPoolAttrReservedMemCurrent: *(uint64_t *)out = pool->reserved; break;
    case hipMemPoolAttrReservedMemHigh: *(uint64_t *)out = pool->reserved_most; break;
    case hipMemPoolAttrUsedMemCurrent: *(uint64_t *)out = pool->used; break;
    case hipMemPoolAttrUsedMemHigh: *(uint64_t *)out = pool->used_most; break;
    default:
        return fail(hipErrorInvalidValue, "hipMemPoolGetAttribute: there is no attribute %d",
                    (int)attribute);
    }
    return hipSuccess;
}

hipError_t hipMemPoolSetAccess(hipMemPool_t pool, const hipMemAccessDesc *list, size_t count)
{
    static const char function[] = "hipMemPoolSetAccess";
    hipError_t error = check_pool(pool, function);
    if (!error && !list)
        error = fail(hipErrorInvalidValue, "%s: the list is null", function);
    if (!error && count > gpu_count())
        error = fail(hipErrorInvalidDevice, "%s: %zu places, and there are %u devices", function,
                     count, gpu_count());
    for (size_t i = 0; i < count && !error; i++) {
        const hipMemAccessDesc *place = &list[i];
        if (place->location.type != hipMemLocationTypeDevice)
            error = fail(hipErrorInvalidValue, "%s: place %zu is not a device", function, i);
        else if (!gpu_at(place->location.id))
            error = fail_device(function, place->location.id);
        else if (place->flags == hipMemAccessFlagsProtNone)
            error = fail(hipErrorInvalidDevice, "%s: access is not taken from device %d", function,
                         place->location.id);
        else if ((unsigned)place->flags > hipMemAccessFlagsProtReadWrite)
            error = fail(hipErrorInvalidValue, "%s: unknown flags 0x%x", function,
                         (unsigned)place->flags);
    }
    return error;
}

hipError_t hipMemPoolGetAccess(hipMemAccessFlags *out, hipMemPool_t pool, hipMemLocation *location)
{
    hipError_t error = check_pool(pool, "hipMemPoolGetAccess");
    if (error)
        return error;
    if (!out || !location || location->type != hipMemLocationTypeDevice || !gpu_at(location->id))
        return fail(hipErrorInvalidValue, "hipMemPoolGetAccess: %s",
                    !out || !location ? "a null pointer" : "the place is not a device");
    *out = hipMemAccessFlagsProtReadWrite;
    return hipSuccess;
}

/* ---- Sharing with other processes: an imported pool is a new pool, whose memory is shared
 * -------- */

hipError_t hipMemPoolExportToShareableHandle(void *out, hipMemPool_t pool,
                                             hipMemAllocationHandleType type, unsigned int flags)
{
    static const char function[] = "hipMemPoolExportToShareableHandle";
    hipError_t error = check_pool(pool, function);
    if (error)
        return error;
    if (!out || flags != 0 || type != pool->handle_type || type == hipMemHandleTypeNone)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    !out    ? "the output pointer is null"
                    : flags ? "the flags have to be 0"
                            : "the pool was not made for handles of this type");
    int file = share_file(1);
    if (file < 0)
        return fail(hipErrorInvalidValue, "%s: there is no file", function);
    *(int *)out = file;
    return hipSuccess;
}

hipError_t hipMemPoolImportFromShareableHandle(hipMemPool_t *out, void *handle,
                                               hipMemAllocationHandleType type, unsigned int flags)
{
    static const char function[] = "hipMemPoolImportFromShareableHandle";
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device(function, thread_self()->device);
    if (!out || !handle || type != hipMemHandleTypePosixFileDescriptor || flags != 0)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    !out || !handle ? "a pointer is null"
                    : flags         ? "the flags have to be 0"
                                    : "only file descriptors can be imported");
    if (lseek((int)(intptr_t)handle, 0, SEEK_CUR) < 0)
        return fail(hipErrorOutOfMemory, "%s: descriptor %d is not a pool", function,
                    (int)(intptr_t)handle);
    *out = make_pool(gpu, type);
    return *out ? hipSuccess : fail(hipErrorOutOfMemory, "%s: out of memory", function);
}

hipError_t hipMemPoolExportPointer(hipMemPoolPtrExportData *out, void *pointer)
{
    struct share_handle handle;
    if (!out || !pointer)
        return fail(hipErrorInvalidValue, "hipMemPoolExportPointer: a null pointer");
    hipError_t error = share_export(pointer, &handle, "hipMemPoolExportPointer");
    if (error)
        return error;
    memset(out, 0, sizeof *out);
    memcpy(out, &handle, sizeof handle);
    return hipSuccess;
}

hipError_t hipMemPoolImportPointer(void **out, hipMemPool_t pool, hipMemPoolPtrExportData *data)
{
    static const char function[] = "hipMemPoolImportPointer";
    struct share_handle handle;
    hipError_t error = check_pool(pool, function);
    if (!error && (!out || !data))
        error = fail(hipErrorInvalidValue, "%s: a null pointer", function);
    if (error)
        return error;
    memcpy(&handle, data, sizeof handle);
    *out = share_import(pool->gpu, &handle, function);
    return *out ? hipSuccess
                : fail(hipErrorOutOfMemory,
                       "%s: process %d is gone, or its memory was freed, or is out of reach",
                       function, handle.process);
}
