/* Each allocation of the library fails once: the call returns an error or succeeds, what succeeded
 * is right, nothing crashes, hangs or leaks, and everything works afterwards.
 *
 *   test_emulator.hip.no_memory [--all]
 *
 * Each case is a process of its own, because many allocations are made once. Without --all it tries
 * only some of them.
 */
#include "hip/api.h"
#include "hip_test.h"

#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

extern const int hip_abi; /* instead of abi.c */
const int hip_abi = HIP_VERSION_MAJOR;

/* ---- Allocations ---------------------------------------------------------------------------- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);

static long left = -1; /* allocations until one fails; below 0: none will */

static bool fails(void)
{
    return __atomic_load_n(&left, __ATOMIC_RELAXED) >= 0 &&
           __atomic_fetch_sub(&left, 1, __ATOMIC_RELAXED) == 0;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t size)
{
    return fails() ? NULL : __real_strndup(text, size);
}

/* ---- Work ----------------------------------------------------------------------------------- */

enum { COUNT = 256, BYTES = COUNT * sizeof(int), FACTOR = 3 };

static const void *image;
static unsigned errors, wrong;

/* Whether |call| succeeded. */
static bool did(hipError_t call)
{
    errors += call != hipSuccess;
    return call == hipSuccess;
}

static void expect(const int *values, int value)
{
    for (int i = 0; i < COUNT; i++)
        wrong += values[i] != i * value;
}

static hipError_t scale(hipFunction_t function, int *values, hipStream_t stream)
{
    int factor = FACTOR, count = COUNT;
    void *parameters[] = {&values, &factor, &count};
    return hipModuleLaunchKernel(function, COUNT / 64, 1, 1, 64, 1, 1, 0, stream, parameters, NULL);
}

struct objects {
    hipModule_t module;
    hipFunction_t scale, where;
    hipStream_t streams[2];
    hipEvent_t events[2];
    int *device, *other, host[COUNT];
};

static void fill(struct objects *o)
{
    for (int i = 0; i < COUNT; i++)
        o->host[i] = i;
}

static bool make(struct objects *o)
{
    bool is_good = did(hipModuleLoadData(&o->module, image)) &&
                   did(hipModuleGetFunction(&o->scale, o->module, "scale")) &&
                   did(hipModuleGetFunction(&o->where, o->module, "where")) &&
                   did(hipMalloc((void **)&o->device, BYTES)) &&
                   did(hipMalloc((void **)&o->other, BYTES));
    for (int i = 0; i < 2 && is_good; i++)
        is_good = did(hipStreamCreateWithFlags(&o->streams[i], hipStreamNonBlocking)) &&
                  did(hipEventCreate(&o->events[i]));
    return is_good;
}

static void unmake(struct objects *o)
{
    for (int i = 0; i < 2; i++) {
        if (o->events[i])
            did(hipEventDestroy(o->events[i]));
        if (o->streams[i])
            did(hipStreamDestroy(o->streams[i]));
    }
    did(hipFree(o->device));
    did(hipFree(o->other));
    if (o->module)
        did(hipModuleUnload(o->module));
}

static void run_in_streams(struct objects *o)
{
    int *memory = NULL;
    fill(o);
    if (did(hipEventRecord(o->events[0], o->streams[0])) &&
        did(hipMemcpyAsync(o->device, o->host, BYTES, hipMemcpyHostToDevice, o->streams[0])) &&
        did(scale(o->scale, o->device, o->streams[0])) &&
        did(hipEventRecord(o->events[1], o->streams[0])) &&
        did(hipStreamWaitEvent(o->streams[1], o->events[1], 0)) &&
        did(hipMallocAsync((void **)&memory, BYTES, o->streams[1])) &&
        did(hipMemcpyAsync(memory, o->device, BYTES, hipMemcpyDeviceToDevice, o->streams[1])) &&
        did(scale(o->scale, memory, o->streams[1])) &&
        did(hipMemcpyAsync(o->host, memory, BYTES, hipMemcpyDeviceToHost, o->streams[1])) &&
        did(hipStreamSynchronize(o->streams[0])) && did(hipStreamSynchronize(o->streams[1])))
        expect(o->host, FACTOR * FACTOR);
    if (memory)
        did(hipFreeAsync(memory, o->streams[1]));
    did(hipEventSynchronize(o->events[0])); /* also if it could not be recorded */
    did(hipEventSynchronize(o->events[1]));
    did(hipDeviceSynchronize());
}

/* A kernel that could call the host. */
static void run_with_calls(struct objects *o)
{
    int hidden = 0;
    void *parameters[] = {&o->other, &hidden};
    if (did(hipModuleLaunchKernel(o->where, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL)))
        did(hipDeviceSynchronize());
}

static void run_graph(struct objects *o, hipGraph_t graph)
{
    hipGraphExec_t exec = NULL;
    if (did(hipGraphInstantiate(&exec, graph, NULL, NULL, 0)) &&
        did(hipGraphLaunch(exec, o->streams[0])) && did(hipStreamSynchronize(o->streams[0])))
        expect(o->host, FACTOR);
    if (exec)
        did(hipGraphExecDestroy(exec));
}

static void capture(struct objects *o)
{
    hipGraph_t graph = NULL;
    fill(o);
    if (!did(hipStreamBeginCapture(o->streams[0], hipStreamCaptureModeThreadLocal)))
        return;
    bool is_good =
        did(hipMemcpyAsync(o->device, o->host, BYTES, hipMemcpyHostToDevice, o->streams[0])) &&
        did(hipEventRecord(o->events[0], o->streams[0])) &&
        did(hipStreamWaitEvent(o->streams[1], o->events[0], 0)) &&
        did(scale(o->scale, o->device, o->streams[0])) &&
        did(hipMemsetAsync(o->other, 0, BYTES, o->streams[1])) &&
        did(hipEventRecord(o->events[1], o->streams[1])) &&
        did(hipStreamWaitEvent(o->streams[0], o->events[1], 0)) &&
        did(hipMemcpyAsync(o->host, o->device, BYTES, hipMemcpyDeviceToHost, o->streams[0]));
    if (did(hipStreamEndCapture(o->streams[0], &graph)) && is_good)
        run_graph(o, graph);
    if (graph)
        did(hipGraphDestroy(graph));
}

/* A capture that could not begin has not begun. */
static void capture_into_graph(const struct objects *o)
{
    hipGraph_t graph = NULL, same;
    hipGraphNode_t node;
    hipStreamCaptureStatus status;
    if (did(hipGraphCreate(&graph, 0)) && did(hipGraphAddEmptyNode(&node, graph, NULL, 0))) {
        if (did(hip_stream_begin_capture_to_graph(o->streams[0], graph, &node, NULL, 1,
                                                  hipStreamCaptureModeThreadLocal)))
            did(hipStreamEndCapture(o->streams[0], &same));
        else if (hipStreamIsCapturing(o->streams[0], &status) ||
                 status != hipStreamCaptureStatusNone)
            wrong++;
    }
    if (graph)
        did(hipGraphDestroy(graph));
}

static void build_graph(struct objects *o)
{
    hipGraph_t graph = NULL, clone = NULL, child = NULL;
    hipGraphNode_t nodes[4];
    hipMemsetParams zeros = {.dst = o->other, .elementSize = 1, .width = BYTES, .height = 1};
    if (did(hipGraphCreate(&graph, 0)) && did(hipGraphCreate(&child, 0)) &&
        did(hipGraphAddMemsetNode(&nodes[0], graph, NULL, 0, &zeros)) &&
        did(hipGraphAddEmptyNode(&nodes[1], graph, &nodes[0], 1)) &&
        did(hipGraphAddEmptyNode(&nodes[2], child, NULL, 0)) &&
        did(hipGraphAddChildGraphNode(&nodes[3], graph, &nodes[1], 1, child)) &&
        did(hipGraphRemoveDependencies(graph, &nodes[0], &nodes[1], 1)) &&
        did(hipGraphClone(&clone, graph))) {
        for (int i = 0; i < COUNT; i++)
            o->host[i] = i * FACTOR;
        run_graph(o, clone);
    }
    if (clone)
        did(hipGraphDestroy(clone));
    if (child)
        did(hipGraphDestroy(child));
    if (graph)
        did(hipGraphDestroy(graph));
}

static void use_memory(struct objects *o)
{
    static int pages[4096] __attribute__((aligned(4096)));
    hipMemPoolProps props = {.allocType = hipMemAllocationTypePinned,
                             .location = {.type = hipMemLocationTypeDevice}};
    hipResourceDesc resource = {.resType = hipResourceTypeLinear};
    hipTextureDesc how = {.readMode = hipReadModeElementType};
    hipTextureObject_t texture = NULL;
    hipArray_t array = NULL;
    hipMemPool_t pool = NULL;
    hipIpcMemHandle_t handle;
    int *managed = NULL;
    resource.res.linear.devPtr = o->device;
    resource.res.linear.desc = hipCreateChannelDesc(32, 0, 0, 0, hipChannelFormatKindSigned);
    resource.res.linear.sizeInBytes = BYTES;
    if (did(hipCreateTextureObject(&texture, &resource, &how, NULL)))
        did(hipDestroyTextureObject(texture));
    if (did(hipMallocArray(&array, &resource.res.linear.desc, 16, 16, 0)))
        did(hipFreeArray(array));
    if (did(hipMallocManaged((void **)&managed, BYTES, hipMemAttachGlobal))) {
        did(hipMemAdvise(managed, BYTES, hipMemAdviseSetReadMostly, 0));
        did(hipFree(managed));
    }
    if (did(hipMemPoolCreate(&pool, &props)))
        did(hipMemPoolDestroy(pool));
    did(hipIpcGetMemHandle(&handle, o->other));
    if (did(hipHostRegister(pages, sizeof pages, 0)))
        did(hipHostUnregister(pages));
}

/* What the constructors of a program that hipcc compiled call. */
static void use_registered(struct objects *o)
{
    void **__hipRegisterFatBinary(const void *wrapper);
    void __hipUnregisterFatBinary(void **modules);
    void __hipRegisterFunction(void **modules, const void *host, char *device_function,
                               const char *name, unsigned thread_limit, void *tid, void *bid,
                               void *block, void *grid, int *warp_size);
    const struct {
        uint32_t magic, version;
        const void *image;
        void *unused;
    } wrapper = {0x48495046, 1, image, NULL};
    static const char host[] = "scale";
    void **modules = __hipRegisterFatBinary(&wrapper);
    int factor = FACTOR, count = COUNT;
    void *arguments[] = {&o->device, &factor, &count};
    fill(o);
    if (!modules) {
        errors++;
        return;
    }
    __hipRegisterFunction(modules, host, (char *)(uintptr_t)host, host, 0, NULL, NULL, NULL, NULL,
                          NULL);
    if (did(hipMemcpy(o->device, o->host, BYTES, hipMemcpyHostToDevice)) &&
        did(hipLaunchKernel(host, (dim3){COUNT / 64, 1, 1}, (dim3){64, 1, 1}, arguments, 0,
                            NULL)) &&
        did(hipMemcpy(o->host, o->device, BYTES, hipMemcpyDeviceToHost)))
        expect(o->host, FACTOR);
    __hipUnregisterFatBinary(modules);
}

static void use_batches(struct objects *o)
{
    struct hip_memory_operation write = {.type = 2, .address = o->device, .value = 9};
    struct hip_batch_node batch = {(hipCtx_t)o, 1, &write, 0};
    hipGraph_t graph = NULL;
    hipGraphExec_t exec = NULL;
    hipGraphNode_t node;
    did(hip_stream_batch_mem_op(o->streams[0], 1, &write, 0));
    if (did(hipGraphCreate(&graph, 0)) &&
        did(hip_graph_add_batch_mem_op_node(&node, graph, NULL, 0, &batch)) &&
        did(hip_graph_batch_mem_op_node_set_params(node, &batch)) &&
        did(hipGraphInstantiate(&exec, graph, NULL, NULL, 0)) &&
        did(hipGraphLaunch(exec, o->streams[0])))
        did(hipStreamSynchronize(o->streams[0]));
    if (exec)
        did(hipGraphExecDestroy(exec));
    if (graph)
        did(hipGraphDestroy(graph));
}

static void use_shared_event(struct objects *o)
{
    hipEvent_t event = NULL;
    if (did(hipEventCreateWithFlags(&event, hipEventInterprocess | hipEventDisableTiming)) &&
        did(hipEventRecord(event, o->streams[0])) &&
        did(hipStreamWaitEvent(o->streams[1], event, 0)))
        did(hipStreamSynchronize(o->streams[1]));
    if (event)
        did(hipEventDestroy(event));
}

static void use_library(void)
{
    struct library *library = NULL;
    hipFunction_t kernel;
    unsigned count;
    if (!did(hipLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0)))
        return;
    if (did(hipLibraryGetKernel(&kernel, library, "scale")) &&
        did(hipLibraryGetKernelCount(&count, library)))
        did(hipLibraryEnumerateKernels(&kernel, 1, library));
    did(hipLibraryUnload(library));
}

static void work(void)
{
    struct objects o = {0};
    if (make(&o)) {
        run_in_streams(&o);
        run_with_calls(&o);
        capture_into_graph(&o);
        capture(&o);
        build_graph(&o);
        use_memory(&o);
        use_registered(&o);
        use_batches(&o);
        use_library();
        use_shared_event(&o);
    }
    unmake(&o);
    hipGetLastError();
}

/* ---- Cases ---------------------------------------------------------------------------------- */

enum { GOOD, BAD, NOT_REACHED };

static int run_case(long number)
{
    alarm(60);
    left = number;
    work();
    bool is_reached = left < 0;
    left = -1;
    unsigned before = errors;
    if (wrong == 0)
        work();
    if (wrong || errors != before)
        printf("allocation %ld: %u wrong values; %u errors, %u afterwards\n", number, wrong, before,
               errors - before);
    else if (is_reached)
        return GOOD;
    return wrong || errors != before ? BAD : before ? BAD : NOT_REACHED;
}

/* Memory that could not be freed is the program's, which frees it later. */
static int fail_to_free(void)
{
    struct objects o = {0};
    int *memory = NULL;
    bool is_good = make(&o) && did(hipMallocAsync((void **)&memory, BYTES, o.streams[0])) &&
                   did(hipMemsetAsync(memory, 0, BYTES, o.streams[0])) &&
                   did(hipStreamSynchronize(o.streams[0]));
    left = 0;
    is_good = hipFreeAsync(memory, o.streams[0]) == hipErrorOutOfMemory && is_good;
    left = -1;
    is_good = is_good && did(hipFreeAsync(memory, o.streams[0])) &&
              did(hipStreamSynchronize(o.streams[0])) && hipFree(memory) != hipSuccess;
    unmake(&o);
    return is_good && errors == 0 ? GOOD : BAD;
}

int main(int argc, char **argv)
{
    bool is_all = argc > 1 && strcmp(argv[1], "--all") == 0;
    size_t size;
    int bad = 0, status = 0;
    long number = -1, cases = 0;
    setenv("HIPEMU_QUIET", "1", 1);
    setenv("HIPEMU_DEVICES", "gfx1030", 1);
    setenv("HIPEMU_THREADS", "2", 1);
    image = read_all(kernels_path("gfx1030"), &size);
    for (;; number += is_all || number < 0 ? 1 : 1 + number % 13) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0)
            exit(number < 0 ? fail_to_free() : run_case(number));
        if (child < 0 || waitpid(child, &status, 0) != child)
            return 1;
        if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_REACHED)
            break;
        cases++;
        if (WIFEXITED(status) && WEXITSTATUS(status) == GOOD)
            continue;
        bad++;
        printf("allocation %ld fails: %s %d\n", number,
               WIFSIGNALED(status) ? "signal" : "exit code",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    }
    printf("%ld of %ld allocations failed in turn, %d of them badly\n", cases, number, bad);
    return bad != 0;
}
