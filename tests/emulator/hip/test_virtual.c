/* Memory that is in several places: mapped twice, shared with another process, in pools. */
#include "hip/api.h" /* what HIP 5.2 does not declare */
#include "hip_test.h"

#include <sched.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static const hipMemAllocationProp of_device = {.type = hipMemAllocationTypePinned,
                                               .location = {hipMemLocationTypeDevice, 0}};

static void bad_requests_are_refused(void **state)
{
    hipMemGenericAllocationHandle_t memory;
    hipMemAllocationProp wrong = of_device;
    size_t granularity;
    void *at;
    (void)state;
    wrong.location.id = 9;
    assert_hip_fails(hipErrorInvalidValue, hipMemGetAllocationGranularity(&granularity, &wrong, 0));
    assert_hip(hipMemGetAllocationGranularity(&granularity, &of_device, 0));
    assert_true(granularity >= 4096);
    assert_hip_fails(hipErrorInvalidValue, hipMemCreate(&memory, 0, &of_device, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMemCreate(&memory, granularity, &wrong, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMemCreate(&memory, granularity + 1, &of_device, 0));
    assert_hip_fails(hipErrorOutOfMemory, hipMemCreate(&memory, (size_t)1 << 50, &of_device, 0));
    assert_hip_fails(hipErrorOutOfMemory, hipMemAddressReserve(&at, 17, 0, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMemAddressReserve(NULL, granularity, 0, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMemRelease(NULL));
    assert_hip(hipMemCreate(&memory, granularity, &of_device, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMemMap(&granularity, granularity, 0, memory, 0));
    assert_hip(hipMemAddressReserve(&at, granularity, 0, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMemMap(at, granularity * 2, 0, memory, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMemUnmap(at, granularity));
    assert_hip_fails(hipErrorInvalidValue, hipMemset(at, 0, granularity));
    assert_hip(hipMemRelease(memory));
    assert_hip_fails(hipErrorInvalidValue, hipMemRelease(memory));
    assert_hip(hipMemAddressFree(at, granularity));
    assert_hip_fails(hipErrorInvalidValue, hipMemAddressFree(at, granularity));
}

/* Programs of every release of HIP 5: their headers order the properties in two ways. */
static void properties_are_read_in_both_orders(void **state)
{
    const struct {
        int type, handle_type;
        hipMemLocation location;
        void *win32;
        unsigned char flags[8];
    } late = {.type = hipMemAllocationTypePinned, .location = {hipMemLocationTypeDevice, 0}};
    const struct {
        unsigned char compression;
        hipMemLocation location;
        int handle_type, type;
        unsigned short usage;
        void *win32;
    } early = {.type = hipMemAllocationTypePinned, .location = {hipMemLocationTypeDevice, 0}};
    hipMemAllocationProp late_wish, early_wish, got;
    hipMemGenericAllocationHandle_t memory;
    size_t size;
    (void)state;
    memcpy(&late_wish, &late, sizeof late_wish);
    memcpy(&early_wish, &early, sizeof early_wish);
    assert_hip(hipMemGetAllocationGranularity(&size, &late_wish, 0));
    if (HIP_VERSION_MAJOR > 5) {
        assert_hip_fails(hipErrorInvalidValue,
                         hipMemGetAllocationGranularity(&size, &early_wish, 0));
        return;
    }
    assert_hip(hipMemGetAllocationGranularity(&size, &early_wish, 0));
    const hipMemAllocationProp *wishes[] = {&late_wish, &early_wish};
    for (int i = 0; i < 2; i++) {
        assert_hip(hipMemCreate(&memory, size, wishes[i], 0));
        assert_hip(hipMemGetAllocationPropertiesFromHandle(&got, memory));
        assert_memory_equal(&got, wishes[i], sizeof got);
        assert_hip(hipMemRelease(memory));
    }
}

/* The same memory at two addresses, and two memories at neighbouring ones. */
static void what_is_mapped_is_memory(void **state)
{
    hipMemGenericAllocationHandle_t first, second, found;
    size_t size, before, after, total;
    uint8_t *at, *twin, *host;
    (void)state;
    assert_hip(hipMemGetInfo(&before, &total));
    assert_hip(hipMemGetAllocationGranularity(&size, &of_device, 0));
    host = malloc(size * 2);
    assert_non_null(host);
    assert_hip(hipMemCreate(&first, size, &of_device, 0));
    assert_hip(hipMemCreate(&second, size, &of_device, 0));
    assert_hip(hipMemAddressReserve((void **)&at, size * 2, 0, NULL, 0));
    assert_hip(hipMemAddressReserve((void **)&twin, size, 0, NULL, 0));
    assert_hip(hipMemMap(at, size, 0, first, 0));
    assert_hip(hipMemMap(at + size, size, 0, second, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMemMap(at, size, 0, second, 0));
    assert_hip(hipMemMap(twin, size, 0, first, 0));
    const hipMemAccessDesc access = {of_device.location, hipMemAccessFlagsProtReadWrite};
    assert_hip(hipMemSetAccess(at, size * 2, &access, 1));
    unsigned long long flags = 0;
    assert_hip(hipMemGetAccess(&flags, &of_device.location, at + size));
    assert_int_equal(flags, hipMemAccessFlagsProtReadWrite);
    assert_hip(hipMemRetainAllocationHandle(&found, at + size + 5));
    assert_ptr_equal(found, second);
    assert_hip(hipMemRelease(found));

    for (size_t i = 0; i < size * 2; i++)
        host[i] = (uint8_t)(i * 7 + i / 256);
    assert_hip(hipMemcpy(at, host, size * 2, hipMemcpyHostToDevice));
    uint8_t back[64];
    assert_hip(hipMemcpy(back, twin + size - 64, 64, hipMemcpyDeviceToHost));
    assert_memory_equal(back, host + size - 64, 64);
    assert_hip(hipMemset(twin, 0x5a, size));
    assert_hip(hipMemcpy(back, at + size - 32, 64, hipMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++)
        assert_int_equal(back[i], i < 32 ? 0x5a : host[size - 32 + (size_t)i]);

    assert_hip(hipMemRelease(first)); /* it stays as long as it is mapped */
    assert_hip(hipMemUnmap(at, size * 2));
    assert_hip_fails(hipErrorInvalidValue, hipMemset(at, 0, 1));
    assert_hip(hipMemcpy(back, twin, 1, hipMemcpyDeviceToHost));
    assert_int_equal(back[0], 0x5a);
    assert_hip(hipMemUnmap(twin, size));
    assert_hip(hipMemRelease(second));
    assert_hip(hipMemAddressFree(at, size * 2));
    assert_hip(hipMemAddressFree(twin, size));
    assert_hip(hipMemGetInfo(&after, &total));
    assert_int_equal(before, after);
    free(host);
}

static void handles_of_this_process_are_refused(void **state)
{
    hipIpcMemHandle_t handle;
    void *p, *q;
    (void)state;
    assert_hip_fails(hipErrorInvalidValue, hipIpcGetMemHandle(NULL, NULL));
    assert_hip_fails(hipErrorInvalidValue, hipIpcGetMemHandle(&handle, &handle));
    assert_hip(hipMalloc(&p, 64));
    assert_hip(hipIpcGetMemHandle(&handle, p));
    assert_hip_fails(hipErrorInvalidContext,
                     hipIpcOpenMemHandle(&q, handle, hipIpcMemLazyEnablePeerAccess));
    assert_hip_fails(hipErrorInvalidValue, hipIpcOpenMemHandle(&q, handle, 7));
    memset(&handle, 0, sizeof handle);
    assert_hip_fails(hipErrorInvalidValue, hipIpcOpenMemHandle(&q, handle, 0));
    assert_hip_fails(hipErrorInvalidValue, hipIpcCloseMemHandle(p));
    assert_hip(hipFree(p));
}

/* Of a handle: the descriptor in the other process, and the size of the allocation. */
enum { HANDLE_FILE = 12, HANDLE_SIZE = 24 };

/* Whether a handle opens that says |value| at |place|. */
static int opens_with(hipIpcMemHandle_t handle, size_t place, const void *value, size_t size)
{
    void *p;
    memcpy((char *)&handle + place, value, size);
    return hipIpcOpenMemHandle(&p, handle, hipIpcMemLazyEnablePeerAccess) == hipSuccess;
}

/* What the other process does, which has found nothing of this one but the handle. */
static int visit(hipIpcMemHandle_t handle, const int *expected)
{
    int back[16], *p, channel = 0;
    uint64_t more = 1 << 20;
    if (opens_with(handle, HANDLE_SIZE, &more, sizeof more) ||
        opens_with(handle, HANDLE_FILE, &channel, sizeof channel))
        return 6;
    if (hipIpcOpenMemHandle((void **)&p, handle, hipIpcMemLazyEnablePeerAccess))
        return 2;
    if (hipMemcpy(back, p, sizeof back, hipMemcpyDeviceToHost) ||
        memcmp(back, expected, sizeof back) != 0)
        return 3;
    for (int i = 0; i < 16; i++)
        back[i] = -expected[i];
    if (hipMemcpy(p, back, sizeof back, hipMemcpyHostToDevice) || hipIpcCloseMemHandle(p))
        return 4;
    return hipMemcpy(back, p, 4, hipMemcpyDeviceToHost) == hipErrorInvalidValue ? 0 : 5;
}

static void another_process_sees_the_memory(void **state)
{
    int host[16], back[16], *p, status, channel[2];
    hipIpcMemHandle_t handle;
    (void)state;
    for (int i = 0; i < 16; i++)
        host[i] = 1000 + i * i;
    assert_int_equal(pipe(channel), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) /* before this process knows the handle */
        _exit(read(channel[0], &handle, sizeof handle) == sizeof handle ? visit(handle, host) : 1);
    assert_hip(hipMalloc((void **)&p, 4096 + 64));
    assert_hip(hipMemcpy(p + 8, host, sizeof host, hipMemcpyHostToDevice));
    assert_hip(hipIpcGetMemHandle(&handle, p + 8));
    assert_int_equal(write(channel[1], &handle, sizeof handle), sizeof handle);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_hip(hipMemcpy(back, p + 8, sizeof back, hipMemcpyDeviceToHost));
    for (int i = 0; i < 16; i++)
        assert_int_equal(back[i], -host[i]);
    assert_hip(hipFree(p));
    close(channel[0]);
    close(channel[1]);
}

/* The number of a descriptor names another file when the first one was closed. */
static void a_handle_of_freed_memory_stays_invalid(void **state)
{
    int status, channel[2];
    hipIpcMemHandle_t old, new;
    void *p, *q;
    (void)state;
    assert_int_equal(pipe(channel), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(read(channel[0], &old, sizeof old) != sizeof old ||
              hipIpcOpenMemHandle(&p, old, hipIpcMemLazyEnablePeerAccess) !=
                  hipErrorInvalidDevicePointer);
    assert_hip(hipMalloc(&p, 4096));
    assert_hip(hipIpcGetMemHandle(&old, p));
    assert_hip(hipFree(p));
    assert_hip(hipMalloc(&q, 4096));
    assert_hip(hipIpcGetMemHandle(&new, q));
    assert_memory_equal((char *)&old + HANDLE_FILE, (char *)&new + HANDLE_FILE, sizeof(int));
    assert_int_equal(write(channel[1], &old, sizeof old), sizeof old);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_hip(hipFree(q));
    close(channel[0]);
    close(channel[1]);
}

static uint64_t ask(hipMemPool_t pool, hipMemPoolAttr attribute)
{
    uint64_t value = UINT64_MAX;
    assert_hip(hipMemPoolGetAttribute(pool, attribute, &value));
    return value;
}

static void pools_count_what_is_theirs(void **state)
{
    const hipMemPoolProps properties = {.allocType = hipMemAllocationTypePinned,
                                        .handleTypes = hipMemHandleTypePosixFileDescriptor,
                                        .location = of_device.location};
    uint64_t threshold = 4096, zero = 0;
    hipMemPool_t pool;
    void *p, *q, *other;
    (void)state;
    assert_hip(hipMemPoolCreate(&pool, &properties));
    assert_hip(hipMalloc(&other, 1 << 20));
    assert_int_equal(ask(pool, hipMemPoolAttrUsedMemCurrent), 0);
    assert_hip(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold));
    assert_hip(hipMallocFromPoolAsync(&p, 8192, pool, NULL));
    assert_hip(hipMallocFromPoolAsync(&q, 1024, pool, NULL));
    assert_int_equal(ask(pool, hipMemPoolAttrUsedMemCurrent), 9216);
    assert_hip(hipFreeAsync(p, NULL));
    assert_hip(hipStreamSynchronize(NULL));
    assert_int_equal(ask(pool, hipMemPoolAttrUsedMemCurrent), 1024);
    assert_int_equal(ask(pool, hipMemPoolAttrReservedMemCurrent), 1024); /* not a part of it */
    assert_int_equal(ask(pool, hipMemPoolAttrUsedMemHigh), 9216);
    assert_hip(hipMallocFromPoolAsync(&p, 4096, pool, NULL));
    assert_hip(hipFreeAsync(p, NULL));
    assert_hip(hipStreamSynchronize(NULL));
    assert_int_equal(ask(pool, hipMemPoolAttrUsedMemCurrent), 1024);
    assert_int_equal(ask(pool, hipMemPoolAttrReservedMemCurrent), 5120); /* below the threshold */
    assert_hip(hipMemPoolTrimTo(pool, 0));
    assert_int_equal(ask(pool, hipMemPoolAttrReservedMemCurrent), 1024);
    assert_hip_fails(hipErrorInvalidValue,
                     hipMemPoolSetAttribute(pool, hipMemPoolAttrUsedMemHigh, &threshold));
    assert_hip(hipMemPoolSetAttribute(pool, hipMemPoolAttrUsedMemHigh, &zero));
    assert_int_equal(ask(pool, hipMemPoolAttrUsedMemHigh), 1024);
    assert_hip(hipMemPoolDestroy(pool)); /* what is allocated stays */
    assert_hip(hipMemset(q, 1, 1024));
    assert_hip(hipFree(q));
    assert_hip(hipFree(other));
}

/* The stream that freed memory may have it at once, and another one when the first has come so far,
 * unless the pool forbids it. */
static void a_pool_gives_freed_memory_again(void **state)
{
    hipStream_t first, second;
    hipMemPool_t pool;
    void *a, *b, *c;
    int no = 0;
    uint64_t all = UINT64_MAX;
    (void)state;
    assert_hip(hipStreamCreateWithFlags(&first, hipStreamNonBlocking));
    assert_hip(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
    assert_hip(hipDeviceGetDefaultMemPool(&pool, 0));
    for (int i = 0; i < 100; i++) {
        assert_hip(hipMallocAsync(&a, 1 << 20, first));
        assert_hip(hipMemsetAsync(a, i, 1 << 20, first));
        assert_hip(hipFreeAsync(a, first));
        assert_hip_fails(hipErrorInvalidValue, hipFreeAsync(a, first)); /* twice */
        assert_hip(hipMallocAsync(&b, 1 << 20, first));
        assert_ptr_equal(a, b);
        assert_hip(hipMallocAsync(&c, 1 << 20, first));
        assert_ptr_not_equal(a, c);
        assert_hip(hipFreeAsync(b, first));
        assert_hip(hipFreeAsync(c, first));
    }
    assert_hip(hipStreamSynchronize(first)); /* the pool's threshold is 0 */
    assert_int_equal(ask(pool, hipMemPoolAttrReservedMemCurrent), 0);
    assert_hip_fails(hipErrorInvalidValue, hipFreeAsync(b, first));

    assert_hip(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &all));
    assert_hip(hipMallocAsync(&a, 4096, first));
    assert_hip(hipFreeAsync(a, first));
    assert_hip(hipStreamSynchronize(first));
    assert_hip_fails(hipErrorInvalidValue, hipFree(a));
    assert_int_equal(ask(pool, hipMemPoolAttrReservedMemCurrent), 4096);
    assert_hip(hipMallocAsync(&b, 4096, second));
    assert_ptr_equal(a, b);
    assert_hip(hipFreeAsync(b, second));
    assert_hip(hipStreamSynchronize(second));
    assert_hip(hipMemPoolSetAttribute(pool, hipMemPoolReuseAllowOpportunistic, &no));
    assert_hip(hipMallocAsync(&c, 4096, first));
    assert_ptr_not_equal(b, c);
    assert_hip(hipFreeAsync(c, first));
    assert_hip(hipStreamDestroy(first));
    assert_hip(hipStreamDestroy(second));
    assert_hip(hipDeviceSynchronize());
    assert_hip(hipMemPoolTrimTo(pool, 0));
    assert_int_equal(ask(pool, hipMemPoolAttrReservedMemCurrent), 0);
}

static void wait_for_flag(void *flag)
{
    while (!atomic_load((_Atomic int *)flag))
        sched_yield();
}

/* While the freeing stream has not come to the freeing, the memory is reused by streams that wait
 * for an event behind it, also by way of another stream, unless the pool forbids it. */
static void a_pool_follows_events(void **state)
{
    enum { BYTES = 12288 };
    hipStream_t streams[4];
    hipEvent_t before, behind, further;
    hipMemPool_t pool;
    void *a, *b;
    int no = 0, yes = 1;
    _Atomic int flag = 0;
    (void)state;
    assert_hip(hipDeviceGetDefaultMemPool(&pool, 0));
    for (int i = 0; i < 4; i++)
        assert_hip(hipStreamCreateWithFlags(&streams[i], hipStreamNonBlocking));
    assert_hip(hipEventCreate(&before));
    assert_hip(hipEventCreate(&behind));
    assert_hip(hipEventCreate(&further));
    assert_hip(hipMallocAsync(&a, BYTES, streams[0]));
    assert_hip(hipLaunchHostFunc(streams[0], wait_for_flag, &flag));
    assert_hip(hipEventRecord(before, streams[0]));
    assert_hip(hipEventRecord(further, streams[1])); /* before stream 1 waits */
    assert_hip(hipFreeAsync(a, streams[0]));
    assert_hip(hipEventRecord(behind, streams[0]));
    assert_hip(hipStreamWaitEvent(streams[2], before, 0));
    assert_hip(hipStreamWaitEvent(streams[1], behind, 0));
    assert_hip(hipStreamWaitEvent(streams[2], further, 0));
    assert_hip(hipMallocAsync(&b, BYTES, streams[2]));
    assert_ptr_not_equal(a, b);
    assert_hip(hipEventRecord(further, streams[1]));
    assert_hip(hipStreamWaitEvent(streams[3], further, 0));
    assert_hip(hipMemPoolSetAttribute(pool, hipMemPoolReuseFollowEventDependencies, &no));
    assert_hip(hipFreeAsync(b, streams[2])); /* for nobody else */
    assert_hip(hipMallocAsync(&b, BYTES, streams[3]));
    assert_ptr_not_equal(a, b);
    assert_hip(hipMemPoolSetAttribute(pool, hipMemPoolReuseFollowEventDependencies, &yes));
    assert_hip(hipFreeAsync(b, streams[3]));
    assert_hip(hipMallocAsync(&b, BYTES, streams[1]));
    assert_ptr_equal(a, b);
    assert_hip(hipFreeAsync(b, streams[1]));
    assert_hip(hipEventRecord(further, streams[1]));
    assert_hip(hipStreamWaitEvent(streams[3], further, 0));
    assert_hip(hipStreamWaitEvent(streams[0], further, 0));
    assert_hip(hipMallocAsync(&b, BYTES, streams[0]));
    assert_ptr_equal(a, b);
    assert_hip(hipFreeAsync(b, streams[0]));
    assert_int_equal(hipStreamQuery(streams[0]), hipErrorNotReady);
    atomic_store(&flag, 1);
    assert_hip(hipDeviceSynchronize());
    for (int i = 0; i < 4; i++)
        assert_hip(hipStreamDestroy(streams[i]));
    assert_hip(hipEventDestroy(before));
    assert_hip(hipEventDestroy(behind));
    assert_hip(hipEventDestroy(further));
    assert_hip(hipMemPoolTrimTo(pool, 0));
}

/* What a pool keeps is given back before the device is full. */
static void a_pool_does_not_keep_what_others_need(void **state)
{
    hipMemPool_t pool;
    void *a, *b;
    size_t free_bytes, total;
    uint64_t all = UINT64_MAX, zero = 0;
    (void)state;
    assert_hip(hipDeviceGetDefaultMemPool(&pool, 0));
    assert_hip(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &all));
    assert_hip(hipMemGetInfo(&free_bytes, &total));
    const size_t most = free_bytes / 4 * 3 & ~(size_t)4095;
    assert_hip(hipMallocAsync(&a, most, NULL));
    assert_hip(hipFreeAsync(a, NULL));
    assert_hip(hipDeviceSynchronize());
    assert_hip(hipMallocAsync(&b, most - 4096, NULL)); /* it is not given for other sizes */
    assert_int_equal(ask(pool, hipMemPoolAttrReservedMemCurrent), most - 4096);
    assert_hip(hipFree(b));
    assert_hip(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &zero));
}

static void pools_of_nothing_are_refused(void **state)
{
    const hipMemPoolProps properties = {.allocType = hipMemAllocationTypePinned,
                                        .location = of_device.location};
    hipMemPool_t gone;
    uint64_t value;
    void *p;
    (void)state;
    assert_hip(hipMemPoolCreate(&gone, &properties));
    assert_hip(hipMallocFromPoolAsync(&p, 16, gone, NULL)); /* the pool is there, not its handle */
    assert_hip(hipMemPoolDestroy(gone));
    const hipMemPool_t pools[] = {gone, (hipMemPool_t)64, NULL};
    for (int i = 0; i < 3; i++) {
        void *q;
        hipMemAccessFlags flags;
        hipMemLocation place = of_device.location;
        hipMemAccessDesc access = {place, hipMemAccessFlagsProtReadWrite};
        assert_hip_fails(hipErrorInvalidValue, hipMemPoolDestroy(pools[i]));
        assert_hip_fails(hipErrorInvalidValue, hipMemPoolTrimTo(pools[i], 0));
        assert_hip_fails(hipErrorInvalidValue, hipDeviceSetMemPool(0, pools[i]));
        assert_hip_fails(hipErrorInvalidValue, hipMallocFromPoolAsync(&q, 16, pools[i], NULL));
        assert_hip_fails(hipErrorInvalidValue, hipMemPoolSetAccess(pools[i], &access, 1));
        assert_hip_fails(hipErrorInvalidValue, hipMemPoolGetAccess(&flags, pools[i], &place));
        assert_hip_fails(hipErrorInvalidValue,
                         hipMemPoolGetAttribute(pools[i], hipMemPoolAttrUsedMemCurrent, &value));
    }
    assert_hip(hipFreeAsync(p, NULL));
    assert_hip(hipDeviceSynchronize());
    assert_hip_fails(hipErrorInvalidHandle, hipMallocAsync(&p, 16, (hipStream_t)64));
    assert_hip_fails(hipErrorInvalidHandle, hipFreeAsync(&p, (hipStream_t)64));
}

static void places_of_pools_are_checked(void **state)
{
    hipMemPool_t pool;
    hipMemAccessDesc access = {of_device.location, hipMemAccessFlagsProtReadWrite};
    (void)state;
    assert_hip(hipDeviceGetDefaultMemPool(&pool, 0));
    assert_hip(hipMemPoolSetAccess(pool, &access, 1));
    assert_hip_fails(hipErrorInvalidValue, hipMemPoolSetAccess(pool, NULL, 1));
    assert_hip_fails(hipErrorInvalidDevice, hipMemPoolSetAccess(pool, &access, 17));
    access.location.type = hipMemLocationTypeInvalid;
    assert_hip_fails(hipErrorInvalidValue, hipMemPoolSetAccess(pool, &access, 1));
    access.location = (hipMemLocation){hipMemLocationTypeDevice, 7};
    assert_hip_fails(hipErrorInvalidDevice, hipMemPoolSetAccess(pool, &access, 1));
    access.location.id = 0;
    access.flags = hipMemAccessFlagsProtNone; /* from the pool's own device */
    assert_hip_fails(hipErrorInvalidDevice, hipMemPoolSetAccess(pool, &access, 1));
}

static void a_place_has_the_pool_of_its_device(void **state)
{
    enum { NOWHERE, ON_DEVICE, PINNED = 1, MANAGED };
    const hipMemPoolProps properties = {.allocType = hipMemAllocationTypePinned,
                                        .location = of_device.location};
    const struct hip_place here = {ON_DEVICE, 0}, wrong[] = {{ON_DEVICE, 9}, {NOWHERE, 0}};
    hipMemPool_t pool, before, now;
    (void)state;
    assert_hip(hipMemPoolCreate(&pool, &properties));
    assert_hip(hipDeviceGetMemPool(&before, 0));
    assert_hip(hip_mem_get_mem_pool(&now, &here, PINNED));
    assert_ptr_equal(now, before);
    assert_hip(hip_mem_set_mem_pool(&here, PINNED, pool));
    assert_hip(hip_mem_get_mem_pool(&now, &here, PINNED));
    assert_ptr_equal(now, pool);
    assert_hip(hipDeviceGetMemPool(&now, 0));
    assert_ptr_equal(now, pool);
    assert_hip(hip_mem_set_mem_pool(&here, PINNED, before));
    for (int i = 0; i < 3; i++) {
        const struct hip_place *place = i < 2 ? &wrong[i] : NULL;
        assert_hip_fails(hipErrorInvalidValue, hip_mem_get_mem_pool(&now, place, PINNED));
        assert_hip_fails(hipErrorInvalidValue, hip_mem_set_mem_pool(place, PINNED, pool));
    }
    assert_hip_fails(hipErrorInvalidValue, hip_mem_get_mem_pool(NULL, &here, PINNED));
    assert_hip_fails(hipErrorInvalidValue, hip_mem_get_mem_pool(&now, &here, 0));
    assert_hip_fails(hipErrorNotSupported, hip_mem_get_mem_pool(&now, &here, MANAGED));
    assert_hip(hipMemPoolDestroy(pool));
    assert_hip_fails(hipErrorInvalidValue, hip_mem_set_mem_pool(&here, PINNED, pool));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_requests_are_refused),
        cmocka_unit_test(properties_are_read_in_both_orders),
        cmocka_unit_test(what_is_mapped_is_memory),
        cmocka_unit_test(handles_of_this_process_are_refused),
        cmocka_unit_test(another_process_sees_the_memory),
        cmocka_unit_test(a_handle_of_freed_memory_stays_invalid),
        cmocka_unit_test(pools_count_what_is_theirs),
        cmocka_unit_test(a_pool_follows_events),
        cmocka_unit_test(a_pool_gives_freed_memory_again),
        cmocka_unit_test(a_pool_does_not_keep_what_others_need),
        cmocka_unit_test(pools_of_nothing_are_refused),
        cmocka_unit_test(places_of_pools_are_checked),
        cmocka_unit_test(a_place_has_the_pool_of_its_device),
    };
    setenv("HIPEMU_DEVICES", "gfx1030", 1);
    setenv("HIPEMU_QUIET", "1", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
