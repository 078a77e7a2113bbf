/* Devices: numbers, names, properties; and the layouts of each release, through dlopen(). */
#include "hip_test.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static void devices_past_the_last_are_refused(void **state)
{
    hipDeviceProp_t properties;
    int value;
    char name[8];
    (void)state;
    assert_hip_fails(hipErrorInvalidDevice, hipSetDevice(3));
    assert_hip_fails(hipErrorInvalidDevice, hipSetDevice(-1));
    assert_hip_fails(hipErrorInvalidDevice, hipGetDeviceProperties(&properties, 3));
    assert_hip_fails(hipErrorInvalidDevice,
                     hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 3));
    assert_hip_fails(hipErrorInvalidValue,
                     hipDeviceGetAttribute(&value, (hipDeviceAttribute_t)4711, 0));
    assert_hip_fails(hipErrorInvalidValue, hipDeviceGetName(name, 0, 0));
    assert_hip_fails(hipErrorInvalidValue, hipDeviceGetByPCIBusId(&value, "0000:77:00.0"));
}

/* Errors of clr where another one is as likely. */
static void wrong_settings_and_pairs_are_refused(void **state)
{
    hipMemPool_t pool;
    unsigned flags, hops;
    int value;
    (void)state;
    assert_hip_fails(hipErrorInvalidValue, hipDeviceSetCacheConfig((hipFuncCache_t)-1));
    assert_hip_fails(hipErrorInvalidValue, hipDeviceSetSharedMemConfig((hipSharedMemConfig)-1));
    assert_hip_fails(hipErrorInvalidValue, hipDeviceGetMemPool(&pool, 3));
    assert_hip_fails(hipErrorInvalidValue, hipDeviceGetMemPool(&pool, -1));
    assert_hip_fails(hipErrorInvalidValue, hipExtGetLinkTypeAndHopCount(1, 1, &flags, &hops));
    assert_hip_fails(hipErrorInvalidValue, hipExtGetLinkTypeAndHopCount(0, -1, &flags, &hops));
    assert_hip_fails(hipErrorInvalidDevice, hipExtGetLinkTypeAndHopCount(0, 3, &flags, &hops));
    assert_hip_fails(hipErrorInvalidValue, hipStreamGetFlags(NULL, &flags));
    assert_hip(hipStreamGetFlags(hipStreamPerThread, &flags));
    assert_hip_fails(hipErrorInvalidValue,
                     hipPointerGetAttribute(&value, (hipPointer_attribute)0, &value));
}

static void each_device_is_the_chip_that_was_asked_for(void **state)
{
    static const struct {
        const char *arch;
        int major, minor, lanes, agrees;
    } chips[] = {{"gfx1030", 10, 3, 32, 1},
                 {"gfx1100", 11, 0, 32, 1},
                 {"gfx90a:sramecc+:xnack-", 9, 0, 64, 1}};
    int count;
    (void)state;
    assert_hip(hipGetDeviceCount(&count));
    assert_int_equal(count, 3);
    for (int i = 0; i < 3; i++) {
        hipDeviceProp_t properties;
        int value, found;
        char id[32];
        assert_hip(hipGetDeviceProperties(&properties, i));
        assert_string_equal(properties.gcnArchName, chips[i].arch);
        assert_int_equal(properties.major, chips[i].major);
        assert_int_equal(properties.minor, chips[i].minor);
        assert_int_equal(properties.warpSize, chips[i].lanes);
        assert_int_equal(properties.sharedMemPerBlock, 65536);
        assert_int_equal(properties.maxThreadsPerBlock, 1024);
        assert_hip(hipDeviceGetAttribute(&value, hipDeviceAttributeMultiprocessorCount, i));
        assert_int_equal(value, properties.multiProcessorCount);
        assert_hip(hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, i));
        assert_int_equal(value, chips[i].lanes);
        assert_hip(hipDeviceGetPCIBusId(id, sizeof id, i));
        assert_hip(hipDeviceGetByPCIBusId(&found, id));
        assert_int_equal(found, i);
        assert_hip(
            hipDeviceGetAttribute(&value, hipDeviceAttributeCooperativeMultiDeviceLaunch, i));
        assert_int_equal(value, properties.cooperativeMultiDeviceLaunch);
        memset(id, 1, sizeof id);
        assert_hip_fails(hipErrorInvalidValue, hipDeviceGetPCIBusId(id, 8, i));
        assert_memory_equal(id, "0000:0", 6);
        assert_int_equal(id[7], 0);
        assert_int_equal(id[8], 1);
    }
}

static void flags_are_those_of_waiting(void **state)
{
    unsigned flags = 99;
    (void)state;
    assert_hip(hipSetDeviceFlags(hipDeviceScheduleYield | hipDeviceMapHost));
    assert_hip(hipGetDeviceFlags(&flags));
    assert_int_equal(flags, hipDeviceScheduleYield);
    assert_hip(hipSetDeviceFlags(0));
}

static void memory_is_counted_for_its_device(void **state)
{
    size_t before, after, other_before, other_after, total;
    void *p;
    (void)state;
    assert_hip(hipSetDevice(1));
    assert_hip(hipMemGetInfo(&other_before, &total));
    assert_hip(hipSetDevice(2));
    assert_hip(hipMemGetInfo(&before, &total));
    assert_hip(hipMalloc(&p, 1 << 20));
    assert_hip(hipMemGetInfo(&after, &total));
    assert_int_equal(before - after, 1 << 20);
    assert_hip(hipSetDevice(1));
    assert_hip(hipMemGetInfo(&other_after, &total));
    assert_int_equal(other_before, other_after);
    hipPointerAttribute_t attributes;
    assert_hip(hipPointerGetAttributes(&attributes, p));
    assert_int_equal(attributes.device, 2);
    assert_hip(hipFree(p)); /* from any device */
    assert_hip(hipSetDevice(0));
}

static void errors_have_names_and_texts(void **state)
{
    (void)state;
    assert_string_equal(hipGetErrorName(hipErrorInvalidValue), "hipErrorInvalidValue");
    assert_string_equal(hipGetErrorString(hipErrorOutOfMemory), "out of memory");
    assert_string_equal(hipGetErrorString(hipErrorLaunchOutOfResources),
                        "too many resources requested for launch");
    assert_string_equal(hipGetErrorString((hipError_t)4711), "unrecognized error code");
    assert_hip_fails(hipErrorInvalidValue, hipGetDevice(NULL));
    assert_int_equal(hipSetDevice(99), hipErrorInvalidDevice);
    assert_int_equal(hipPeekAtLastError(), hipErrorInvalidDevice);
    assert_hip(hipSetDevice(0)); /* what goes well takes nothing back */
    assert_int_equal(hipGetLastError(), hipErrorInvalidDevice);
}

/* Where programs compiled against HIP 6 and 7 look: numbers from the headers of those releases. */
enum { R0600_BYTES = 1472, R0600_MEMORY = 288, R0600_WARP = 308, R0600_ARCH = 1160 };
enum { R0000_BYTES = 792, R0000_ARCH = 396 };
enum { HIP_5_MEMORY_TYPE_DEVICE = 1, HIP_6_MEMORY_TYPE_DEVICE = 2 };

static void *open_abi(int abi)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/libamdhip64.so.%d", LIBRARIES, abi);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(library);
    return library;
}

typedef hipError_t get_address(const char *name, void **out, int version, uint64_t flags,
                               int *status);

/* As AMD's library does: a program of HIP 6 or later means today's structures by a name without a
 * version, and a program with a default stream for each thread means its functions. */
static void a_name_means_the_function_of_the_asking_release(void **state)
{
    enum { MISSING = 1, LEGACY = 1, PER_THREAD = 2 };
    static const struct {
        const char *name;
        int version, flags;
        const char *found; /* NULL: none */
    } rows[] = {
        {"hipGetDeviceProperties", 502, 0, "hipGetDevicePropertiesR0000"},
        {"hipGetDeviceProperties", 599, 0, "hipGetDevicePropertiesR0000"},
        {"hipGetDeviceProperties", 600, 0, "hipGetDevicePropertiesR0600"},
        {"hipGetDeviceProperties", 70253211, PER_THREAD, "hipGetDevicePropertiesR0600"},
        {"hipChooseDevice", 599, 0, "hipChooseDeviceR0000"},
        {"hipChooseDevice", 601, LEGACY, "hipChooseDeviceR0600"},
        {"hipMemcpy", 601, 0, "hipMemcpy"},
        {"hipMemcpy", 601, LEGACY, "hipMemcpy"},
        {"hipMemcpy", 601, PER_THREAD, "hipMemcpy_spt"},
        {"hipMalloc", 601, PER_THREAD, "hipMalloc"},
        {"hipNothing", 601, PER_THREAD, NULL},
        {"", 601, 0, NULL},
        {"hipMalloc", 601, 3, NULL},
    };
    (void)state;
    for (int abi = 5; abi <= 7; abi++) {
        void *library = open_abi(abi), *found;
        get_address *get = NULL;
        *(void **)&get = dlsym(library, "hipGetProcAddress");
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            int status = -1;
            hipError_t error =
                get(rows[i].name, &found, rows[i].version, (uint64_t)rows[i].flags, &status);
            if (!rows[i].found) {
                assert_int_equal(error, hipErrorInvalidValue);
                continue;
            }
            /* the structure of HIP 5 has two names for one function, not one address */
            bool is_old = strstr(rows[i].found, "R0000") != NULL;
            assert_hip(error);
            assert_int_equal(status, 0);
            assert_ptr_equal(found, dlsym(library, is_old ? rows[i].name : rows[i].found));
        }
        int status = -1;
        assert_int_equal(get("hipNothing", &found, 601, 0, &status), hipErrorInvalidValue);
        assert_int_equal(status, MISSING);
        *(void **)&get = dlsym(library, "hipGetProcAddress_spt");
        assert_hip(get("hipMemcpy", &found, 601, 0, NULL));
        assert_ptr_equal(found, dlsym(library, "hipMemcpy_spt"));
        dlclose(library);
    }
}

/* AMD's library has none since release 7: programs have them from libhiprtc, which may be behind
 * this one. */
static void release_7_has_no_names_of_the_compiler(void **state)
{
    (void)state;
    for (int abi = 5; abi <= 7; abi++) {
        void *library = open_abi(abi);
        void *found = dlsym(library, "hiprtcCompileProgram");
        assert_int_equal(found != NULL, abi < 7);
        dlclose(library);
    }
}

static void the_name_without_a_version_is_the_newest(void **state)
{
    char path[4096];
    (void)state;
    snprintf(path, sizeof path, "%s/libamdhip64.so", LIBRARIES);
    void *library = open_abi(7), *plain = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(plain);
    assert_non_null(dlsym(plain, "hipInit")); /* of the same library, not of a copy */
    assert_ptr_equal(dlsym(plain, "hipInit"), dlsym(library, "hipInit"));
    dlclose(plain);
    dlclose(library);
}

static void new_attributes_are_known_and_addresses_are_whole(void **state)
{
    static const int numbers[] = {92, 93, 94, 95, 10021, 10022};
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        int value[2] = {0x55, 0x55};
        assert_hip(hipDeviceGetAttribute(value, (hipDeviceAttribute_t)numbers[i], 0));
        assert_int_equal(value[1], 0x55);
    }
    for (int number = 10005; number <= 10006; number++) { /* two addresses of registers */
        uint64_t value[2] = {0x55, 0x55};
        assert_hip(hipDeviceGetAttribute((int *)value, (hipDeviceAttribute_t)number, 0));
        assert_int_equal(value[0], 0);
        assert_int_equal(value[1], 0x55);
    }
}

static void each_soname_has_its_layouts(void **state)
{
    (void)state;
    for (int abi = 5; abi <= 7; abi++) {
        char properties[R0600_BYTES + 8];
        int version, lanes, type;
        void *library = open_abi(abi);
        hipError_t (*get_version)(int *) = NULL;
        hipError_t (*get_properties)(void *, int) = NULL;
        hipError_t (*get_attributes)(void *, const void *) = NULL;
        hipError_t (*allocate)(void **, size_t) = NULL;
        *(void **)&get_version = dlsym(library, "hipRuntimeGetVersion");
        *(void **)&get_properties = dlsym(library, "hipGetDevicePropertiesR0600");
        *(void **)&get_attributes = dlsym(library, "hipPointerGetAttributes");
        *(void **)&allocate = dlsym(library, "hipMalloc");
        assert_hip(get_version(&version));
        assert_int_equal(version / 10000000, abi);
        memset(properties, 0x55, sizeof properties);
        assert_hip(get_properties(properties, 2));
        assert_string_equal(properties + R0600_ARCH, "gfx90a:sramecc+:xnack-");
        memcpy(&lanes, properties + R0600_WARP, sizeof lanes);
        assert_int_equal(lanes, 64);
        assert_int_equal(properties[R0600_BYTES], 0x55);
        *(void **)&get_properties = dlsym(library, "hipGetDeviceProperties");
        memset(properties, 0x55, sizeof properties);
        assert_hip(get_properties(properties, 2)); /* the structure of HIP 5, in every release */
        assert_string_equal(properties + R0000_ARCH, "gfx90a:sramecc+:xnack-");
        for (int i = R0000_BYTES; i < R0600_BYTES; i++)
            assert_int_equal(properties[i], 0x55);
        hipPointerAttribute_t attributes;
        void *p;
        assert_hip(allocate(&p, 16));
        assert_hip(get_attributes(&attributes, p));
        type = (int)attributes.memoryType;
        assert_int_equal(type, abi == 5 ? HIP_5_MEMORY_TYPE_DEVICE : HIP_6_MEMORY_TYPE_DEVICE);
        dlclose(library);
    }
}

/* Until HIP 7, the last error is the result of the last call; since then, hipExtGetLastError() is.
 */
static void success_clears_the_last_error_until_hip_7(void **state)
{
    (void)state;
    for (int abi = 5; abi <= 7; abi++) {
        void *p, *library = open_abi(abi);
        hipError_t (*allocate)(void **, size_t) = NULL, (*set_device)(int) = NULL;
        hipError_t (*query)(hipStream_t) = NULL;
        hipError_t (*peek)(void) = NULL, (*get)(void) = NULL, (*get_of_call)(void) = NULL;
        const hipError_t kept = abi < 7 ? hipSuccess : hipErrorInvalidDevice;
        *(void **)&allocate = dlsym(library, "hipMalloc");
        *(void **)&set_device = dlsym(library, "hipSetDevice");
        *(void **)&query = dlsym(library, "hipStreamQuery");
        *(void **)&peek = dlsym(library, "hipPeekAtLastError");
        *(void **)&get = dlsym(library, "hipGetLastError");
        *(void **)&get_of_call = dlsym(library, "hipExtGetLastError");
        assert_int_equal(set_device(99), hipErrorInvalidDevice);
        assert_int_equal(peek(), hipErrorInvalidDevice);
        assert_hip(allocate(&p, 16));
        assert_int_equal(peek(), kept);
        assert_int_equal(get_of_call(), hipSuccess);
        assert_int_equal(get(), kept);
        assert_int_equal(get(), hipSuccess);
        assert_int_equal(set_device(99), hipErrorInvalidDevice);
        assert_hip(query(NULL));
        assert_int_equal(get(), kept);
        assert_int_equal(set_device(99), hipErrorInvalidDevice);
        assert_int_equal(get_of_call(), hipErrorInvalidDevice);
        assert_int_equal(get_of_call(), hipSuccess);
        (void)get();
        dlclose(library);
    }
}

/* |maxSize| of HIP 6.2's hipMemPoolProps, behind the pointer for Windows. */
static void a_pool_has_its_most_bytes(void **state)
{
    (void)state;
    for (int abi = 6; abi <= 7; abi++) {
        void *p = NULL, *q = NULL, *library = open_abi(abi);
        hipMemPool_t pool;
        const size_t most = 4096;
        hipMemPoolProps properties = {.allocType = hipMemAllocationTypePinned,
                                      .location = {hipMemLocationTypeDevice, 0}};
        memcpy((char *)&properties + offsetof(hipMemPoolProps, reserved), &most, sizeof most);
        hipError_t (*create)(hipMemPool_t *, const hipMemPoolProps *) = NULL;
        hipError_t (*allocate)(void **, size_t, hipMemPool_t, hipStream_t) = NULL;
        hipError_t (*release)(void *, hipStream_t) = NULL;
        hipError_t (*wait)(hipStream_t) = NULL;
        *(void **)&create = dlsym(library, "hipMemPoolCreate");
        *(void **)&allocate = dlsym(library, "hipMallocFromPoolAsync");
        *(void **)&release = dlsym(library, "hipFreeAsync");
        *(void **)&wait = dlsym(library, "hipStreamSynchronize");
        assert_hip(create(&pool, &properties));
        assert_int_equal(allocate(&p, most + 1, pool, NULL), hipErrorOutOfMemory);
        assert_hip(allocate(&p, most / 2, pool, NULL));
        assert_hip(allocate(&q, most / 2, pool, NULL));
        void *third;
        assert_int_equal(allocate(&third, 1, pool, NULL), hipErrorOutOfMemory);
        assert_hip(release(p, NULL));
        assert_hip(release(q, NULL));
        assert_hip(wait(NULL));
        assert_hip(allocate(&p, most, pool, NULL)); /* of other sizes than what was freed */
        assert_hip(release(p, NULL));
        assert_hip(wait(NULL));
        dlclose(library);
    }
}

enum { POOL_PIECE = 4 << 20, POOL_PIECES = 1, POOL_THREADS = 4, POOL_ROUNDS = 100 };

struct pool_race {
    hipError_t (*allocate)(void **, size_t, hipMemPool_t, hipStream_t);
    hipMemPool_t pool;
    pthread_barrier_t start;
    int taken; /* by all threads together */
    void *pieces[POOL_THREADS][POOL_PIECES + 1];
    int next;
};

static void *take_pieces(void *context)
{
    struct pool_race *race = context;
    void **pieces = race->pieces[__atomic_fetch_add(&race->next, 1, __ATOMIC_SEQ_CST)];
    pthread_barrier_wait(&race->start);
    for (int i = 0; i <= POOL_PIECES; i++) {
        if (race->allocate(&pieces[i], POOL_PIECE, race->pool, NULL) == hipSuccess)
            __atomic_fetch_add(&race->taken, 1, __ATOMIC_SEQ_CST);
        else
            pieces[i] = NULL;
    }
    return NULL;
}

static void threads_together_get_no_more_than_a_pool_has(void **state)
{
    const size_t most = POOL_PIECE * POOL_PIECES;
    void *library = open_abi(7);
    hipError_t (*create)(hipMemPool_t *, const hipMemPoolProps *) = NULL;
    hipError_t (*destroy)(hipMemPool_t) = NULL, (*release)(void *) = NULL;
    *(void **)&create = dlsym(library, "hipMemPoolCreate");
    *(void **)&destroy = dlsym(library, "hipMemPoolDestroy");
    *(void **)&release = dlsym(library, "hipFree");
    hipMemPoolProps properties = {.allocType = hipMemAllocationTypePinned,
                                  .location = {hipMemLocationTypeDevice, 0}};
    (void)state;
    memcpy((char *)&properties + offsetof(hipMemPoolProps, reserved), &most, sizeof most);
    for (int round = 0; round < POOL_ROUNDS; round++) {
        struct pool_race race = {0};
        *(void **)&race.allocate = dlsym(library, "hipMallocFromPoolAsync");
        pthread_t threads[POOL_THREADS];
        assert_hip(create(&race.pool, &properties));
        pthread_barrier_init(&race.start, NULL, POOL_THREADS);
        for (int i = 0; i < POOL_THREADS; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, take_pieces, &race), 0);
        for (int i = 0; i < POOL_THREADS; i++)
            pthread_join(threads[i], NULL);
        assert_int_equal(race.taken, POOL_PIECES);
        for (int i = 0; i < POOL_THREADS * (POOL_PIECES + 1); i++) {
            void *piece = race.pieces[i / (POOL_PIECES + 1)][i % (POOL_PIECES + 1)];
            if (piece)
                assert_hip(release(piece));
        }
        assert_hip(destroy(race.pool));
        pthread_barrier_destroy(&race.start);
    }
    dlclose(library);
}

/* What a call writes: no byte behind the structure of the oldest release that has the function. */
static struct {
    uint8_t bytes[R0600_BYTES + 64];
} output;

static void *blank(void)
{
    memset(output.bytes, 0x55, sizeof output.bytes);
    return output.bytes;
}

static void ends_at(const char *name, size_t size)
{
    for (size_t i = size; i < sizeof output.bytes; i++) {
        if (output.bytes[i] != 0x55)
            fail_msg("%s writes byte %zu of a structure of %zu", name, i, size);
    }
    for (size_t i = 0; i < size; i++) {
        if (output.bytes[i] != 0x55)
            return;
    }
    fail_msg("%s writes nothing", name);
}

/* The function |name| of |library|, as |of_NAME|. */
#define FIND(library, name, ...)                                                                   \
    hipError_t (*of_##name)(__VA_ARGS__) = NULL;                                                   \
    *(void **)&of_##name = dlsym(library, #name);                                                  \
    assert_non_null(of_##name)
#define WRITES(size, name, ...)                                                                    \
    do {                                                                                           \
        assert_hip(of_##name(__VA_ARGS__));                                                        \
        ends_at(#name, size);                                                                      \
    } while (0)

static void check_outputs_of_memory(void *library)
{
    FIND(library, hipMalloc, void **, size_t);
    FIND(library, hipFree, void *);
    FIND(library, hipPointerGetAttributes, void *, const void *);
    FIND(library, hipPointerGetAttribute, void *, int, const void *);
    FIND(library, hipIpcGetMemHandle, void *, void *);
    FIND(library, hipMemPoolExportPointer, void *, void *);
    FIND(library, hipDeviceGetUuid, void *, int);
    FIND(library, hipGetDeviceProperties, void *, int);
    FIND(library, hipGetDevicePropertiesR0600, void *, int);
    FIND(library, hipDeviceGetAttribute, void *, int, int);
    FIND(library, hipMemCreate, void **, size_t, const void *, unsigned long long);
    FIND(library, hipMemGetAllocationPropertiesFromHandle, void *, void *);
    FIND(library, hipMemRelease, void *);
    /* hipMemAllocationProp since HIP 5.7, which changed the order, not the size */
    const int properties[8] = {hipMemAllocationTypePinned, hipMemHandleTypeNone,
                               hipMemLocationTypeDevice, 0};
    void *p, *memory;
    assert_hip(of_hipMalloc(&p, 4096));
    WRITES(32, hipPointerGetAttributes, blank(), p);
    WRITES(sizeof(bool), hipPointerGetAttribute, blank(), HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, p);
    WRITES(sizeof(bool), hipPointerGetAttribute, blank(), HIP_POINTER_ATTRIBUTE_IS_MANAGED, p);
    WRITES(sizeof(bool), hipPointerGetAttribute, blank(), HIP_POINTER_ATTRIBUTE_MAPPED, p);
    WRITES(4, hipPointerGetAttribute, blank(), HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, p);
    WRITES(4, hipPointerGetAttribute, blank(), HIP_POINTER_ATTRIBUTE_BUFFER_ID, p);
    WRITES(4, hipPointerGetAttribute, blank(), HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL, p);
    WRITES(4, hipPointerGetAttribute, blank(), HIP_POINTER_ATTRIBUTE_RANGE_SIZE, p);
    WRITES(4, hipPointerGetAttribute, blank(), HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS, p);
    WRITES(8, hipPointerGetAttribute, blank(), HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, p);
    WRITES(8, hipPointerGetAttribute, blank(), HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR, p);
    WRITES(64, hipIpcGetMemHandle, blank(), p);
    WRITES(64, hipMemPoolExportPointer, blank(), p);
    WRITES(16, hipDeviceGetUuid, blank(), 0);
    WRITES(R0000_BYTES, hipGetDeviceProperties, blank(), 0);
    WRITES(R0600_BYTES, hipGetDevicePropertiesR0600, blank(), 0);
    WRITES(sizeof(int), hipDeviceGetAttribute, blank(), hipDeviceAttributeWarpSize, 0);
    assert_hip(of_hipMemCreate(&memory, 1 << 21, &properties, 0));
    WRITES(sizeof properties, hipMemGetAllocationPropertiesFromHandle, blank(), memory);
    assert_hip(of_hipMemRelease(memory));
    assert_hip(of_hipFree(p));
}

static void check_outputs_of_arrays(void *library)
{
    FIND(library, hipArrayCreate, void **, const void *);
    FIND(library, hipArrayDestroy, void *);
    FIND(library, hipGetChannelDesc, void *, const void *);
    FIND(library, hipArrayGetDescriptor, void *, void *);
    FIND(library, hipArray3DGetDescriptor, void *, void *);
    FIND(library, hipMalloc, void **, size_t);
    FIND(library, hipFree, void *);
    FIND(library, hipCreateTextureObject, void **, const void *, const void *, const void *);
    FIND(library, hipGetTextureObjectResourceDesc, void *, void *);
    FIND(library, hipGetTextureObjectTextureDesc, void *, void *);
    FIND(library, hipDestroyTextureObject, void *);
    const HIP_ARRAY_DESCRIPTOR shape = {
        .Width = 16, .Height = 16, .Format = HIP_AD_FORMAT_FLOAT, .NumChannels = 1};
    const hipTextureDesc how = {.readMode = hipReadModeElementType};
    hipResourceDesc what = {.resType = hipResourceTypeLinear};
    void *array, *texture, *p;
    assert_hip(of_hipArrayCreate(&array, &shape));
    WRITES(20, hipGetChannelDesc, blank(), array);
    WRITES(24, hipArrayGetDescriptor, blank(), array);
    WRITES(40, hipArray3DGetDescriptor, blank(), array);
    assert_hip(of_hipArrayDestroy(array));
    assert_hip(of_hipMalloc(&p, 256));
    what.res.linear.devPtr = p;
    what.res.linear.desc = (hipChannelFormatDesc){32, 0, 0, 0, hipChannelFormatKindFloat};
    what.res.linear.sizeInBytes = 256;
    assert_hip(of_hipCreateTextureObject(&texture, &what, &how, NULL));
    WRITES(64, hipGetTextureObjectResourceDesc, blank(), texture);
    WRITES(64, hipGetTextureObjectTextureDesc, blank(), texture);
    assert_hip(of_hipDestroyTextureObject(texture));
    assert_hip(of_hipFree(p));
}

/* hipMemAllocNodeParams and hipGraphInstantiateParams have these sizes in HIP 5.5, 6.1 and 7. */
enum { ALLOCATION_BYTES = 120, ALLOCATION_SIZE = 104, INSTANTIATE_BYTES = 32 };

static void check_outputs_of_graphs(void *library)
{
    FIND(library, hipModuleLoad, void **, const char *);
    FIND(library, hipModuleGetFunction, void **, void *, const char *);
    FIND(library, hipModuleUnload, void *);
    FIND(library, hipFuncGetAttributes, void *, const void *);
    FIND(library, hipGraphCreate, void **, unsigned);
    FIND(library, hipGraphDestroy, void *);
    FIND(library, hipGraphAddKernelNode, void **, void *, void *, size_t, const void *);
    FIND(library, hipGraphKernelNodeGetParams, void *, void *);
    FIND(library, hipGraphKernelNodeGetAttribute, void *, int, void *);
    FIND(library, hipGraphAddMemAllocNode, void **, void *, void *, size_t, void *);
    FIND(library, hipGraphMemAllocNodeGetParams, void *, void *);
    FIND(library, hipGraphInstantiateWithParams, void **, void *, void *);
    FIND(library, hipGraphExecDestroy, void *);
    const hipMemPoolProps properties = {.allocType = hipMemAllocationTypePinned,
                                        .location = {hipMemLocationTypeDevice, 0}};
    hipKernelNodeParams launch = {.gridDim = {1, 1, 1}, .blockDim = {1, 1, 1}};
    void *module, *function, *graph, *kernel, *allocation, *exec;
    size_t bytes = 64;
    assert_hip(of_hipModuleLoad(&module, kernels_path("gfx1030")));
    assert_hip(of_hipModuleGetFunction(&function, module, "trap"));
    WRITES(56, hipFuncGetAttributes, blank(), function);
    launch.func = function;
    assert_hip(of_hipGraphCreate(&graph, 0));
    assert_hip(of_hipGraphAddKernelNode(&kernel, graph, NULL, 0, &launch));
    WRITES(64, hipGraphKernelNodeGetParams, kernel, blank());
    for (int attribute = 1; attribute <= 2; attribute++) /* a window of the cache, cooperation */
        WRITES(32, hipGraphKernelNodeGetAttribute, kernel, attribute, blank()); /* 64 in HIP 7 */
    memset(blank(), 0, ALLOCATION_BYTES);
    memcpy(output.bytes, &properties, sizeof properties);
    memcpy(output.bytes + ALLOCATION_SIZE, &bytes, sizeof bytes);
    WRITES(ALLOCATION_BYTES, hipGraphAddMemAllocNode, &allocation, graph, NULL, 0, output.bytes);
    WRITES(ALLOCATION_BYTES, hipGraphMemAllocNodeGetParams, allocation, blank());
    memset(blank(), 0, INSTANTIATE_BYTES);
    WRITES(INSTANTIATE_BYTES, hipGraphInstantiateWithParams, &exec, graph, output.bytes);
    assert_hip(of_hipGraphExecDestroy(exec));
    assert_hip(of_hipGraphDestroy(graph));
    assert_hip(of_hipModuleUnload(module));
}

static void outputs_end_where_the_oldest_structure_does(void **state)
{
    (void)state;
    for (int abi = 5; abi <= 7; abi++) {
        void *library = open_abi(abi);
        check_outputs_of_memory(library);
        check_outputs_of_arrays(library);
        check_outputs_of_graphs(library);
        dlclose(library);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices_past_the_last_are_refused),
        cmocka_unit_test(wrong_settings_and_pairs_are_refused),
        cmocka_unit_test(each_device_is_the_chip_that_was_asked_for),
        cmocka_unit_test(memory_is_counted_for_its_device),
        cmocka_unit_test(flags_are_those_of_waiting),
        cmocka_unit_test(errors_have_names_and_texts),
        cmocka_unit_test(each_soname_has_its_layouts),
        cmocka_unit_test(success_clears_the_last_error_until_hip_7),
        cmocka_unit_test(a_pool_has_its_most_bytes),
        cmocka_unit_test(threads_together_get_no_more_than_a_pool_has),
        cmocka_unit_test(a_name_means_the_function_of_the_asking_release),
        cmocka_unit_test(release_7_has_no_names_of_the_compiler),
        cmocka_unit_test(the_name_without_a_version_is_the_newest),
        cmocka_unit_test(new_attributes_are_known_and_addresses_are_whole),
        cmocka_unit_test(outputs_end_where_the_oldest_structure_does),
    };
    setenv("HIPEMU_QUIET", "1", 1);
    setenv("HIPEMU_DEVICES", "gfx1030,gfx1100,gfx90a", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
