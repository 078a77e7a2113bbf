/* What a capture forbids: every function of captures.txt that a rule concerns, in every mode of the
 * capture and of the thread, in the capture's thread and in another one. */
#include "hip/api.h" /* what HIP 5.2 does not declare */
#include "hip_test.h"

#include <pthread.h>

enum { BYTES = 1024, WIDTH = 16 };

/* What the calls take, made before the capture begins. A call that frees one of them takes it out,
 * and what a call makes is put in |made|. */
static struct {
    hipStream_t stream, other;
    hipEvent_t event;
    uint8_t *a, *b, *host, *pageable;
    void *freed, *freed_host, *page, *registered, *managed;
    hipArray *array, *freed_array;
    hipModule_t module;
    hipMemPool_t pool;
    struct {
        void *device, *host, *registered;
        hipArray *array;
        hipMemPool_t pool;
    } made;
} now;

/* ---- The calls ------------------------------------------------------------------------------ */

#define CALL(name, expression)                                                                     \
    static hipError_t call_##name(void)                                                            \
    {                                                                                              \
        return expression;                                                                         \
    }

static const hipChannelFormatDesc bytes_of_32 = {32, 0, 0, 0, hipChannelFormatKindFloat};
static const HIP_ARRAY_DESCRIPTOR plane_of_bytes = {
    .Width = WIDTH, .Height = WIDTH, .Format = HIP_AD_FORMAT_FLOAT, .NumChannels = 1};
static const HIP_ARRAY3D_DESCRIPTOR box_of_bytes = {
    .Width = WIDTH, .Height = WIDTH, .Depth = 0, .Format = HIP_AD_FORMAT_FLOAT, .NumChannels = 1};
static const hipMemPoolProps pool_properties = {.allocType = hipMemAllocationTypePinned,
                                                .location = {hipMemLocationTypeDevice, 0}};

/* What was freed is not put away once more. */
static hipError_t take(void **out, hipError_t error)
{
    if (!error)
        *out = NULL;
    return error;
}

static hip_Memcpy2D plane_copy(void)
{
    return (hip_Memcpy2D){.srcMemoryType = hipMemoryTypeDevice,
                          .srcDevice = now.a,
                          .srcPitch = WIDTH,
                          .dstMemoryType = hipMemoryTypeDevice,
                          .dstDevice = now.b,
                          .dstPitch = WIDTH,
                          .WidthInBytes = WIDTH,
                          .Height = 2};
}

static HIP_MEMCPY3D box_copy(void)
{
    return (HIP_MEMCPY3D){.srcMemoryType = hipMemoryTypeDevice,
                          .srcDevice = now.a,
                          .srcPitch = WIDTH,
                          .srcHeight = 2,
                          .dstMemoryType = hipMemoryTypeDevice,
                          .dstDevice = now.b,
                          .dstPitch = WIDTH,
                          .dstHeight = 2,
                          .WidthInBytes = WIDTH,
                          .Height = 2,
                          .Depth = 1};
}

static hipMemcpy3DParms box_parameters(void)
{
    return (hipMemcpy3DParms){.srcPtr = {now.a, WIDTH, WIDTH, 2},
                              .dstPtr = {now.b, WIDTH, WIDTH, 2},
                              .extent = {WIDTH, 2, 1},
                              .kind = hipMemcpyDeviceToDevice};
}

#define BOX       ((hipPitchedPtr){now.a, WIDTH, WIDTH, 2})
#define EXTENT    ((hipExtent){WIDTH, 2, 1})
#define TO_DEVICE hipMemcpyHostToDevice
#define TO_HOST   hipMemcpyDeviceToHost
#define ON_DEVICE hipMemcpyDeviceToDevice

CALL(hipMalloc, hipMalloc(&now.made.device, BYTES))
CALL(hipMallocManaged, hipMallocManaged(&now.made.device, BYTES, hipMemAttachGlobal))
CALL(hipHostMalloc, hipHostMalloc(&now.made.host, BYTES, 0))
CALL(hipHostAlloc, hipHostAlloc(&now.made.host, BYTES, 0))
CALL(hipExtHostAlloc, hipExtHostAlloc(&now.made.host, BYTES, 0))
CALL(hipMallocHost, hipMallocHost(&now.made.host, BYTES))
CALL(hipMemAllocHost, hipMemAllocHost(&now.made.host, BYTES))
CALL(hipMallocPitch, hipMallocPitch(&now.made.device, &(size_t){0}, WIDTH, 2))
CALL(hipMemAllocPitch, hipMemAllocPitch(&now.made.device, &(size_t){0}, WIDTH, 2, 4))
static hipError_t call_hipMalloc3D(void)
{
    hipPitchedPtr out = {0};
    hipError_t error = hipMalloc3D(&out, EXTENT);
    now.made.device = out.ptr;
    return error;
}
CALL(hipFree, take(&now.freed, hipFree(now.freed)))
CALL(hipHostFree, take(&now.freed_host, hipHostFree(now.freed_host)))
CALL(hipFreeHost, take(&now.freed_host, hipFreeHost(now.freed_host)))
static hipError_t call_hipHostRegister(void)
{
    hipError_t error = hipHostRegister(now.pageable, BYTES, 0);
    if (!error)
        now.made.registered = now.pageable;
    return error;
}
CALL(hipHostUnregister, take(&now.registered, hipHostUnregister(now.registered)))
CALL(hipMallocArray, hipMallocArray(&now.made.array, &bytes_of_32, WIDTH, WIDTH, 0))
CALL(hipMalloc3DArray,
     hipMalloc3DArray(&now.made.array, &bytes_of_32, (hipExtent){WIDTH, WIDTH, 0}, 0))
CALL(hipArrayCreate, hipArrayCreate(&now.made.array, &plane_of_bytes))
CALL(hipArray3DCreate, hipArray3DCreate(&now.made.array, &box_of_bytes))
CALL(hipFreeArray, take((void **)&now.freed_array, hipFreeArray(now.freed_array)))
CALL(hipArrayDestroy, take((void **)&now.freed_array, hipArrayDestroy(now.freed_array)))
CALL(hipArrayGetInfo, hipArrayGetInfo(NULL, NULL, NULL, now.array))
CALL(hipArrayGetDescriptor, hipArrayGetDescriptor(&(HIP_ARRAY_DESCRIPTOR){0}, now.array))
CALL(hipArray3DGetDescriptor, hipArray3DGetDescriptor(&(HIP_ARRAY3D_DESCRIPTOR){0}, now.array))
CALL(hipMemPrefetchAsync, hipMemPrefetchAsync(now.managed, BYTES, 0, now.other))
CALL(hipMemAdvise, hipMemAdvise(now.managed, BYTES, hipMemAdviseSetReadMostly, 0))
CALL(hipMemPrefetchBatchAsync,
     hip_mem_prefetch_batch_async(&now.managed, &(size_t){BYTES}, 1, &(struct hip_place){1, 0},
                                  &(size_t){0}, 1, 0, now.other))
CALL(hipMemPrefetchAsync_v2,
     hip_mem_prefetch_async_v2(now.managed, BYTES, (struct hip_place){1, 0}, 0, now.other))
CALL(hipMemAdvise_v2,
     hip_mem_advise_v2(now.managed, BYTES, hipMemAdviseSetReadMostly, (struct hip_place){1, 0}))
CALL(hipModuleUnload, take((void **)&now.module, hipModuleUnload(now.module)))
CALL(hipDeviceReset, hipDeviceReset())

CALL(hipDeviceSetMemPool, hipDeviceSetMemPool(0, now.pool))
CALL(hipMemSetMemPool, hip_mem_set_mem_pool(&(struct hip_place){1, 0}, 1, now.pool))
CALL(hipMemPoolCreate, hipMemPoolCreate(&now.made.pool, &pool_properties))
CALL(hipMemPoolDestroy, take((void **)&now.pool, hipMemPoolDestroy(now.pool)))
CALL(hipDeviceSetCacheConfig, hipDeviceSetCacheConfig(hipFuncCachePreferNone))
CALL(hipDeviceSetSharedMemConfig, hipDeviceSetSharedMemConfig(hipSharedMemBankSizeDefault))
CALL(hipCtxSetCacheConfig, hipCtxSetCacheConfig(hipFuncCachePreferNone))
CALL(hipCtxSetSharedMemConfig, hipCtxSetSharedMemConfig(hipSharedMemBankSizeDefault))

CALL(hipDeviceSynchronize, hipDeviceSynchronize())
CALL(hipCtxSynchronize, hipCtxSynchronize())

CALL(hipStreamSynchronize, hipStreamSynchronize(now.other))
CALL(hipStreamSynchronize_spt, hipStreamSynchronize_spt(now.other))
CALL(hipStreamQuery, hipStreamQuery(now.other))
CALL(hipStreamQuery_spt, hipStreamQuery_spt(now.other))
CALL(hipEventSynchronize, hipEventSynchronize(now.event))
CALL(hipEventQuery, hipEventQuery(now.event))

CALL(hipMemcpy, hipMemcpy(now.a, now.b, 16, ON_DEVICE))
CALL(hipMemcpy_spt, hipMemcpy_spt(now.a, now.b, 16, ON_DEVICE))
CALL(hipMemcpyHtoD, hipMemcpyHtoD(now.a, now.host, 16))
CALL(hipMemcpyDtoH, hipMemcpyDtoH(now.host, now.a, 16))
CALL(hipMemcpyDtoD, hipMemcpyDtoD(now.a, now.b, 16))
CALL(hipMemcpyPeer, hipMemcpyPeer(now.a, 0, now.b, 0, 16))
/* no symbol: the rule comes first */
CALL(hipMemcpyToSymbol, hipMemcpyToSymbol(NULL, now.host, 16, 0, TO_DEVICE))
CALL(hipMemcpyToSymbol_spt, hipMemcpyToSymbol_spt(NULL, now.host, 16, 0, TO_DEVICE))
CALL(hipMemcpyFromSymbol, hipMemcpyFromSymbol(now.host, NULL, 16, 0, TO_HOST))
CALL(hipMemcpyFromSymbol_spt, hipMemcpyFromSymbol_spt(now.host, NULL, 16, 0, TO_HOST))
CALL(hipMemcpy2D, hipMemcpy2D(now.a, WIDTH, now.b, WIDTH, WIDTH, 2, ON_DEVICE))
CALL(hipMemcpy2D_spt, hipMemcpy2D_spt(now.a, WIDTH, now.b, WIDTH, WIDTH, 2, ON_DEVICE))
CALL(hipMemcpyParam2D, hipMemcpyParam2D(&(hip_Memcpy2D[]){plane_copy()}[0]))
CALL(hipDrvMemcpy2DUnaligned, hipDrvMemcpy2DUnaligned(&(hip_Memcpy2D[]){plane_copy()}[0]))
CALL(hipDrvMemcpy3D, hipDrvMemcpy3D(&(HIP_MEMCPY3D[]){box_copy()}[0]))
static hipError_t call_hipMemcpy3DPeer(void)
{
    const struct hip_peer_copy copy = {.source = {now.a, WIDTH, WIDTH, 2},
                                       .destination = {now.b, WIDTH, WIDTH, 2},
                                       .extent = {WIDTH, 2, 1}};
    return hip_memcpy_3d_peer(&copy);
}
CALL(hipMemcpy3D, hipMemcpy3D(&(hipMemcpy3DParms[]){box_parameters()}[0]))
CALL(hipMemcpy3D_spt, hipMemcpy3D_spt(&(hipMemcpy3DParms[]){box_parameters()}[0]))
CALL(hipMemcpy2DToArray, hipMemcpy2DToArray(now.array, 0, 0, now.a, WIDTH, WIDTH, 2, ON_DEVICE))
CALL(hipMemcpy2DToArray_spt,
     hipMemcpy2DToArray_spt(now.array, 0, 0, now.a, WIDTH, WIDTH, 2, ON_DEVICE))
CALL(hipMemcpy2DFromArray, hipMemcpy2DFromArray(now.a, WIDTH, now.array, 0, 0, WIDTH, 2, ON_DEVICE))
CALL(hipMemcpy2DFromArray_spt,
     hipMemcpy2DFromArray_spt(now.a, WIDTH, now.array, 0, 0, WIDTH, 2, ON_DEVICE))
CALL(hipMemcpy2DArrayToArray,
     hipMemcpy2DArrayToArray(now.array, 0, 0, now.freed_array, 0, 0, WIDTH, 2, ON_DEVICE))
CALL(hipMemcpyToArray, hipMemcpyToArray(now.array, 0, 0, now.a, 16, ON_DEVICE))
CALL(hipMemcpyFromArray, hipMemcpyFromArray(now.a, now.array, 0, 0, 16, ON_DEVICE))
CALL(hipMemcpyFromArray_spt, hipMemcpyFromArray_spt(now.a, now.array, 0, 0, 16, ON_DEVICE))
CALL(hipMemcpyHtoA, hipMemcpyHtoA(now.array, 0, now.host, 16))
CALL(hipMemcpyAtoH, hipMemcpyAtoH(now.host, now.array, 0, 16))
CALL(hipMemcpyDtoA, hipMemcpyDtoA(now.array, 0, now.a, 16))
CALL(hipMemcpyAtoD, hipMemcpyAtoD(now.a, now.array, 0, 16))
CALL(hipMemcpyAtoA, hipMemcpyAtoA(now.array, 0, now.freed_array, 0, 16))
CALL(hipMemset, hipMemset(now.a, 0, 16))
CALL(hipMemset_spt, hipMemset_spt(now.a, 0, 16))
CALL(hipMemsetD8, hipMemsetD8(now.a, 0, 16))
CALL(hipMemsetD16, hipMemsetD16(now.a, 0, 8))
CALL(hipMemsetD32, hipMemsetD32(now.a, 0, 4))
CALL(hipMemset2D, hipMemset2D(now.a, WIDTH, 0, WIDTH, 2))
CALL(hipMemset2D_spt, hipMemset2D_spt(now.a, WIDTH, 0, WIDTH, 2))
CALL(hipMemset3D, hipMemset3D(BOX, 0, EXTENT))
CALL(hipMemset3D_spt, hipMemset3D_spt(BOX, 0, EXTENT))
CALL(hipMemsetD2D8, hipMemsetD2D8(now.a, WIDTH, 0, WIDTH, 2))
CALL(hipMemsetD2D16, hipMemsetD2D16(now.a, WIDTH, 0, WIDTH / 2, 2))
CALL(hipMemsetD2D32, hipMemsetD2D32(now.a, WIDTH, 0, WIDTH / 4, 2))

struct call {
    const char *name;
    hipError_t (*function)(void);
};

#define ROW(name)                                                                                  \
    {                                                                                              \
#name, call_##name                                                                         \
    }
static const struct call calls[] = {
    ROW(hipMalloc),
    ROW(hipMallocManaged),
    ROW(hipHostMalloc),
    ROW(hipHostAlloc),
    ROW(hipExtHostAlloc),
    ROW(hipMallocHost),
    ROW(hipMemAllocHost),
    ROW(hipMallocPitch),
    ROW(hipMemAllocPitch),
    ROW(hipMalloc3D),
    ROW(hipFree),
    ROW(hipHostFree),
    ROW(hipFreeHost),
    ROW(hipHostRegister),
    ROW(hipHostUnregister),
    ROW(hipMallocArray),
    ROW(hipMalloc3DArray),
    ROW(hipArrayCreate),
    ROW(hipArray3DCreate),
    ROW(hipFreeArray),
    ROW(hipArrayDestroy),
    ROW(hipArrayGetInfo),
    ROW(hipArrayGetDescriptor),
    ROW(hipArray3DGetDescriptor),
    ROW(hipMemPrefetchAsync),
    ROW(hipMemAdvise),
    ROW(hipMemPrefetchAsync_v2),
    ROW(hipMemPrefetchBatchAsync),
    ROW(hipMemAdvise_v2),
    ROW(hipModuleUnload),
    ROW(hipDeviceReset),
    ROW(hipDeviceSetMemPool),
    ROW(hipMemSetMemPool),
    ROW(hipMemPoolCreate),
    ROW(hipMemPoolDestroy),
    ROW(hipDeviceSetCacheConfig),
    ROW(hipDeviceSetSharedMemConfig),
    ROW(hipCtxSetCacheConfig),
    ROW(hipCtxSetSharedMemConfig),
    ROW(hipDeviceSynchronize),
    ROW(hipCtxSynchronize),
    ROW(hipStreamSynchronize),
    ROW(hipStreamSynchronize_spt),
    ROW(hipStreamQuery),
    ROW(hipStreamQuery_spt),
    ROW(hipEventSynchronize),
    ROW(hipEventQuery),
    ROW(hipMemcpy),
    ROW(hipMemcpy_spt),
    ROW(hipMemcpyHtoD),
    ROW(hipMemcpyDtoH),
    ROW(hipMemcpyDtoD),
    ROW(hipMemcpyPeer),
    ROW(hipMemcpyToSymbol),
    ROW(hipMemcpyToSymbol_spt),
    ROW(hipMemcpyFromSymbol),
    ROW(hipMemcpyFromSymbol_spt),
    ROW(hipMemcpy2D),
    ROW(hipMemcpy2D_spt),
    ROW(hipMemcpyParam2D),
    ROW(hipDrvMemcpy2DUnaligned),
    ROW(hipDrvMemcpy3D),
    ROW(hipMemcpy3D),
    ROW(hipMemcpy3DPeer),
    ROW(hipMemcpy3D_spt),
    ROW(hipMemcpy2DToArray),
    ROW(hipMemcpy2DToArray_spt),
    ROW(hipMemcpy2DFromArray),
    ROW(hipMemcpy2DFromArray_spt),
    ROW(hipMemcpy2DArrayToArray),
    ROW(hipMemcpyToArray),
    ROW(hipMemcpyFromArray),
    ROW(hipMemcpyFromArray_spt),
    ROW(hipMemcpyHtoA),
    ROW(hipMemcpyAtoH),
    ROW(hipMemcpyDtoA),
    ROW(hipMemcpyAtoD),
    ROW(hipMemcpyAtoA),
    ROW(hipMemset),
    ROW(hipMemset_spt),
    ROW(hipMemsetD8),
    ROW(hipMemsetD16),
    ROW(hipMemsetD32),
    ROW(hipMemset2D),
    ROW(hipMemset2D_spt),
    ROW(hipMemset3D),
    ROW(hipMemset3D_spt),
    ROW(hipMemsetD2D8),
    ROW(hipMemsetD2D16),
    ROW(hipMemsetD2D32),
};
enum { CALLS = sizeof calls / sizeof calls[0] };

/* ---- The scene ------------------------------------------------------------------------------ */

static void prepare(void)
{
    size_t size;
    memset(&now, 0, sizeof now);
    void *image = read_all(kernels_path("gfx1030"), &size);
    assert_hip(hipStreamCreateWithFlags(&now.stream, hipStreamNonBlocking));
    assert_hip(hipStreamCreateWithFlags(&now.other, hipStreamNonBlocking));
    assert_hip(hipEventCreate(&now.event));
    assert_hip(hipEventRecord(now.event, now.other));
    assert_hip(hipMalloc((void **)&now.a, BYTES));
    assert_hip(hipMalloc((void **)&now.b, BYTES));
    assert_hip(hipHostMalloc((void **)&now.host, BYTES, 0));
    assert_hip(hipMalloc(&now.freed, BYTES));
    assert_hip(hipHostMalloc(&now.freed_host, BYTES, 0));
    assert_hip(hipMallocManaged(&now.managed, BYTES, hipMemAttachGlobal));
    assert_int_equal(posix_memalign((void **)&now.pageable, 4096, 4096), 0);
    assert_int_equal(posix_memalign(&now.page, 4096, 4096), 0);
    assert_hip(hipHostRegister(now.page, BYTES, 0));
    now.registered = now.page;
    assert_hip(hipMallocArray(&now.array, &bytes_of_32, WIDTH, WIDTH, 0));
    assert_hip(hipMallocArray(&now.freed_array, &bytes_of_32, WIDTH, WIDTH, 0));
    assert_hip(hipMemPoolCreate(&now.pool, &pool_properties));
    assert_hip(hipModuleLoadData(&now.module, image));
    assert_hip(hipStreamSynchronize(now.other));
    free(image);
}

static void put_away(void)
{
    if (now.registered)
        assert_hip(hipHostUnregister(now.registered));
    if (now.made.registered)
        assert_hip(hipHostUnregister(now.made.registered));
    if (now.module)
        assert_hip(hipModuleUnload(now.module));
    if (now.pool)
        assert_hip(hipMemPoolDestroy(now.pool));
    if (now.made.pool)
        assert_hip(hipMemPoolDestroy(now.made.pool));
    if (now.freed_array)
        assert_hip(hipFreeArray(now.freed_array));
    if (now.made.array)
        assert_hip(hipFreeArray(now.made.array));
    assert_hip(hipFreeArray(now.array));
    assert_hip(hipFree(now.a));
    assert_hip(hipFree(now.b));
    assert_hip(hipFree(now.freed));
    assert_hip(hipFree(now.managed));
    assert_hip(hipFree(now.made.device));
    assert_hip(hipHostFree(now.host));
    assert_hip(hipHostFree(now.freed_host));
    assert_hip(hipHostFree(now.made.host));
    assert_hip(hipEventDestroy(now.event));
    assert_hip(hipStreamDestroy(now.stream));
    assert_hip(hipStreamDestroy(now.other));
    free(now.page);
    free(now.pageable);
}

struct scene {
    const struct call *call;
    hipStreamCaptureMode capture_mode, thread_mode;
    bool is_elsewhere; /* the call is in another thread than the capture */
    hipError_t error;  /* the call's */
};

static void *perform(void *context)
{
    struct scene *scene = context;
    hipStreamCaptureMode mode = scene->thread_mode;
    assert_hip(hipThreadExchangeStreamCaptureMode(&mode));
    scene->error = scene->call->function();
    assert_hip(hipThreadExchangeStreamCaptureMode(&mode));
    (void)hipGetLastError();
    return NULL;
}

/* What the rule says for the scene. */
static void predict(const char *rule, const struct scene *scene, hipError_t *out_error,
                    bool *out_invalid)
{
    bool is_relaxed = scene->thread_mode == hipStreamCaptureModeRelaxed;
    bool is_own = !scene->is_elsewhere && scene->capture_mode != hipStreamCaptureModeRelaxed;
    bool is_global = scene->capture_mode == hipStreamCaptureModeGlobal;
    bool is_unsafe =
        !is_relaxed && (is_own || (is_global && scene->thread_mode == hipStreamCaptureModeGlobal));
    *out_error = hipErrorStreamCaptureUnsupported;
    *out_invalid = is_unsafe;
    if (strcmp(rule, "implicit") == 0)
        *out_error = hipErrorStreamCaptureImplicit;
    if (strcmp(rule, "implicit") == 0 || strcmp(rule, "device") == 0)
        *out_invalid = true;
    else if (strcmp(rule, "setting") == 0)
        *out_invalid = false;
    bool refuses_all = strcmp(rule, "setting") == 0 || strcmp(rule, "managed") == 0;
    if (!*out_invalid && !(refuses_all && (is_own || is_global)))
        *out_error = hipSuccess;
}

static void play(const char *rule, struct scene scene)
{
    hipGraph_t graph = (hipGraph_t)&graph;
    hipStreamCaptureStatus status;
    pthread_t thread;
    hipError_t error;
    bool invalid;
    predict(rule, &scene, &error, &invalid);
    prepare();
    assert_hip(hipStreamBeginCapture(now.stream, scene.capture_mode));
    if (scene.is_elsewhere) {
        assert_int_equal(pthread_create(&thread, NULL, perform, &scene), 0);
        pthread_join(thread, NULL);
    } else {
        perform(&scene);
    }
    assert_hip(hipStreamIsCapturing(now.stream, &status));
    hipError_t end = hipStreamEndCapture(now.stream, &graph);
    bool is_right =
        scene.error == error &&
        status == (invalid ? hipStreamCaptureStatusInvalidated : hipStreamCaptureStatusActive) &&
        end == (invalid ? hipErrorStreamCaptureInvalidated : hipSuccess) &&
        (graph == NULL) == invalid;
    if (!is_right)
        fail_msg("%s (%s), capture of mode %d, thread of mode %d, %s thread: %s instead of %s, "
                 "status %d, end %s",
                 scene.call->name, rule, (int)scene.capture_mode, (int)scene.thread_mode,
                 scene.is_elsewhere ? "another" : "the same", hipGetErrorName(scene.error),
                 hipGetErrorName(error), (int)status, hipGetErrorName(end));
    if (graph)
        assert_hip(hipGraphDestroy(graph));
    assert_hip(hipStreamIsCapturing(now.stream, &status)); /* it is an ordinary stream again */
    assert_int_equal(status, hipStreamCaptureStatusNone);
    assert_hip(hipStreamSynchronize(now.stream));
    put_away();
    (void)hipGetLastError();
}

/* ---- The list ------------------------------------------------------------------------------- */

static const struct call *find_call(const char *name)
{
    for (size_t i = 0; i < CALLS; i++) {
        if (strcmp(calls[i].name, name) == 0)
            return &calls[i];
    }
    return NULL;
}

/* Calls |visit| for the two words of each line. */
static void each_line(const char *path, void (*visit)(const char *first, const char *name))
{
    char line[512], first[64], name[256];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (line[0] != '#' && sscanf(line, "%63s %255s", first, name) == 2)
            visit(first, name);
    }
    fclose(file);
}

static bool is_played(const char *rule)
{
    static const char *const rules[] = {"unsafe", "managed", "setting", "implicit",
                                        "device", "stream",  "event"};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if (strcmp(rules[i], rule) == 0)
            return true;
    }
    return false;
}

static void has_call(const char *rule, const char *name)
{
    if (is_played(rule) && !find_call(name))
        fail_msg("%s (%s) is not called by this test", name, rule);
}

static bool name_was_found;
static const char *wanted;

static void look_for_name(const char *rule, const char *name)
{
    (void)rule;
    name_was_found = name_was_found || strcmp(name, wanted) == 0;
}

static void has_rule(const char *version, const char *name)
{
    (void)version;
    wanted = name;
    name_was_found = false;
    each_line(CAPTURES, look_for_name);
    if (!name_was_found)
        fail_msg("%s has no rule in %s", name, CAPTURES);
}

static void every_name_has_a_rule(void **state)
{
    (void)state;
    each_line(SYMBOLS, has_rule);
}

static void every_function_with_a_rule_is_called(void **state)
{
    (void)state;
    each_line(CAPTURES, has_call);
}

static void play_all(const char *rule, const char *name)
{
    if (!is_played(rule))
        return;
    for (int capture = 0; capture < 3; capture++) {
        for (int thread = 0; thread < 3; thread++) {
            for (int elsewhere = 0; elsewhere < 2; elsewhere++)
                play(rule, (struct scene){find_call(name), (hipStreamCaptureMode)capture,
                                          (hipStreamCaptureMode)thread, elsewhere, hipSuccess});
        }
    }
}

static void captures_forbid_what_the_list_says(void **state)
{
    (void)state;
    each_line(CAPTURES, play_all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_has_a_rule),
        cmocka_unit_test(every_function_with_a_rule_is_called),
        cmocka_unit_test(captures_forbid_what_the_list_says),
    };
    setenv("HIPEMU_QUIET", "1", 1);
    setenv("HIPEMU_DEVICES", "gfx1030", 1);
    (void)kernels_path("gfx1030");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
