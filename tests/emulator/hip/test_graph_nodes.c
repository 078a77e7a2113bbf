/* Nodes by the structures of the driver and by one for all types; graphs as text; captures into
 * graphs of the program. */
#include "hip/api.h" /* what HIP 5.2 does not declare */
#include "hip_test.h"

#include <unistd.h>

/* The types of nodes since HIP 6. */
enum {
    KERNEL,
    COPY,
    FILL,
    HOST,
    GRAPH,
    EMPTY,
    AWAIT,
    RECORD,
    SEMAPHORE,
    ALLOCATE = 10,
    FREE,
    BATCH = 14
};

static void run(hipGraph_t graph)
{
    hipGraphExec_t exec;
    assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    assert_hip(hipGraphLaunch(exec, NULL));
    assert_hip(hipDeviceSynchronize());
    assert_hip(hipGraphExecDestroy(exec));
}

enum { ROWS = 4, BYTES = 8, PITCH = 32 };

/* The upper left of |rows|, which are on the device. */
static HIP_MEMCPY3D box_to_host(uint8_t *host, void *rows)
{
    return (HIP_MEMCPY3D){.srcMemoryType = hipMemoryTypeDevice,
                          .srcDevice = rows,
                          .srcPitch = PITCH,
                          .dstMemoryType = hipMemoryTypeHost,
                          .dstHost = host,
                          .dstPitch = BYTES,
                          .WidthInBytes = BYTES,
                          .Height = ROWS,
                          .Depth = 1};
}

/* All that box_to_host() sets; there is padding between members. */
static void assert_same_box(const HIP_MEMCPY3D *got, const HIP_MEMCPY3D *wanted)
{
    assert_int_equal(got->srcMemoryType, wanted->srcMemoryType);
    assert_ptr_equal(got->srcDevice, wanted->srcDevice);
    assert_int_equal(got->srcPitch, wanted->srcPitch);
    assert_int_equal(got->dstMemoryType, wanted->dstMemoryType);
    assert_ptr_equal(got->dstHost, wanted->dstHost);
    assert_int_equal(got->dstPitch, wanted->dstPitch);
    assert_int_equal(got->WidthInBytes, wanted->WidthInBytes);
    assert_int_equal(got->Height, wanted->Height);
    assert_int_equal(got->Depth, wanted->Depth);
}

static void the_driver_copies_and_fills(void **state)
{
    hipGraph_t graph;
    hipGraphExec_t exec;
    hipGraphNode_t fill, copy, other;
    uint8_t *rows, host[ROWS * BYTES], second[ROWS * BYTES];
    (void)state;
    assert_hip(hipMalloc((void **)&rows, ROWS * PITCH));
    assert_hip(hipGraphCreate(&graph, 0));
    struct hip_driver_fill seven = {
        .dst = rows, .pitch = PITCH, .value = 7, .element = 1, .width = BYTES, .height = ROWS};
    HIP_MEMCPY3D box = box_to_host(host, rows), got;
    assert_hip_fails(hipErrorInvalidValue,
                     hip_drv_graph_add_memset_node(&fill, graph, NULL, 0, NULL, NULL));
    assert_hip_fails(hipErrorInvalidValue,
                     hipDrvGraphAddMemcpyNode(&copy, graph, NULL, 0, NULL, NULL));
    assert_hip_fails(hipErrorInvalidValue,
                     hipDrvGraphAddMemcpyNode(&copy, NULL, NULL, 0, &box, NULL));
    assert_hip(hip_drv_graph_add_memset_node(&fill, graph, NULL, 0, &seven, NULL));
    assert_hip(hipDrvGraphAddMemcpyNode(&copy, graph, &fill, 1, &box, NULL));
    memset(&got, 0, sizeof got);
    assert_hip(hipDrvGraphMemcpyNodeGetParams(copy, &got));
    assert_same_box(&got, &box);
    assert_hip_fails(hipErrorInvalidValue, hipDrvGraphMemcpyNodeGetParams(fill, &got));
    assert_hip(hipMemset(rows, 1, ROWS * PITCH));
    run(graph);
    for (int i = 0; i < ROWS * BYTES; i++)
        assert_int_equal(host[i], 7);
    assert_hip(hipMemcpy(second, rows + BYTES, 4, hipMemcpyDeviceToHost));
    assert_int_equal(second[0], 1); /* between the rows */

    assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    HIP_MEMCPY3D to_second = box_to_host(second, rows), wrong = box_to_host(second, rows + PITCH);
    seven.value = 9;
    assert_hip_fails(hipErrorInvalidValue, hipDrvGraphMemcpyNodeSetParams(copy, &wrong));
    assert_hip_fails(hipErrorInvalidValue, hipDrvGraphMemcpyNodeSetParams(fill, &to_second));
    assert_hip_fails(hipErrorInvalidValue,
                     hipDrvGraphExecMemcpyNodeSetParams(exec, copy, &wrong, NULL));
    assert_hip(hipDrvGraphExecMemcpyNodeSetParams(exec, copy, &to_second, NULL));
    assert_hip(hip_drv_graph_exec_memset_node_set_params(exec, fill, &seven, NULL));
    assert_hip(hipGraphLaunch(exec, NULL));
    assert_hip(hipDeviceSynchronize());
    assert_int_equal(host[0], 7);
    assert_int_equal(second[ROWS * BYTES - 1], 9);
    assert_hip(hipDrvGraphMemcpyNodeSetParams(copy, &to_second));
    assert_hip(hipDrvGraphMemcpyNodeGetParams(copy, &got));
    assert_ptr_equal(got.dstHost, second);

    HIP_MEMCPY3D nothing = {.srcMemoryType = hipMemoryTypeDevice};
    assert_hip(hipDrvGraphAddMemcpyNode(&other, graph, NULL, 0, &nothing, NULL));
    run(graph);
    assert_int_equal(second[0], 7);
    assert_hip(hipGraphExecDestroy(exec));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipFree(rows));
}

static void count_up(void *context)
{
    ++*(int *)context;
}

static hipGraphNode_t add(hipGraph_t graph, struct hip_node_parameters *p, hipGraphNode_t before)
{
    hipGraphNode_t node;
    assert_hip(hip_graph_add_node(&node, graph, before ? &before : NULL, before != NULL, p));
    return node;
}

static void nodes_of_any_type_are_added_and_changed(void **state)
{
    hipGraph_t graph, inner;
    hipGraphExec_t exec;
    hipGraphNode_t last, host, copy, fill, node;
    hipEvent_t event;
    unsigned char *device, bytes[4] = {0};
    int calls = 0, other_calls = 0;
    (void)state;
    assert_hip(hipMalloc((void **)&device, 4));
    assert_hip(hipEventCreate(&event));
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip(hipGraphCreate(&inner, 0));
    struct hip_node_parameters p = {.type = HOST, .host = {count_up, &calls}};
    (void)add(inner, &p, NULL);
    host = add(graph, &p, NULL);
    p = (struct hip_node_parameters){.type = GRAPH, .graph = inner};
    last = add(graph, &p, host);
    p = (struct hip_node_parameters){
        .type = FILL,
        .fill = {.dst = device, .elementSize = 1, .value = 5, .width = 4, .height = 1}};
    last = fill = add(graph, &p, last);
    p = (struct hip_node_parameters){.type = RECORD, .event = event};
    last = add(graph, &p, last);
    p.type = AWAIT;
    last = add(graph, &p, last);
    p = (struct hip_node_parameters){.type = COPY,
                                     .copy.parameters = {.srcPtr = {device, 4, 4, 1},
                                                         .dstPtr = {bytes, 4, 4, 1},
                                                         .extent = {4, 1, 1},
                                                         .kind = hipMemcpyDeviceToHost}};
    copy = add(graph, &p, last);
    struct hip_node_parameters copy_wrong = p;
    copy_wrong.copy.parameters.srcPtr.ptr = NULL;
    run(graph);
    assert_int_equal(calls, 2);
    assert_int_equal(bytes[3], 5);

    assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue, hip_graph_node_set_params(copy, &copy_wrong));
    assert_hip_fails(hipErrorInvalidValue, hip_graph_exec_node_set_params(exec, copy, &copy_wrong));
    p = (struct hip_node_parameters){.type = HOST, .host = {count_up, &other_calls}};
    assert_hip_fails(hipErrorInvalidValue, hip_graph_node_set_params(copy, &p));
    assert_hip(hip_graph_exec_node_set_params(exec, host, &p));
    p = (struct hip_node_parameters){
        .type = FILL,
        .fill = {.dst = device, .elementSize = 1, .value = 6, .width = 4, .height = 1}};
    assert_hip(hip_graph_exec_node_set_params(exec, fill, &p));
    assert_hip(hipGraphLaunch(exec, NULL));
    assert_hip(hipDeviceSynchronize());
    assert_int_equal(calls, 3);
    assert_int_equal(other_calls, 1);
    assert_int_equal(bytes[0], 6);
    assert_hip(hip_graph_node_set_params(fill, &p));
    run(graph);
    assert_int_equal(bytes[0], 6);
    assert_hip(hipGraphExecDestroy(exec));

    p.type = EMPTY;
    assert_hip_fails(hipErrorInvalidValue, hip_graph_add_node(&node, graph, NULL, 0, &p));
    p.type = SEMAPHORE;
    assert_hip_fails(hipErrorInvalidValue, hip_graph_add_node(&node, graph, NULL, 0, &p));
    assert_hip_fails(hipErrorInvalidValue, hip_graph_add_node(&node, graph, NULL, 0, NULL));
    assert_hip_fails(hipErrorInvalidValue, hip_graph_node_set_params(copy, NULL));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipGraphDestroy(inner));
    assert_hip(hipEventDestroy(event));
    assert_hip(hipFree(device));
}

static void a_node_of_memory_stays_as_it_is(void **state)
{
    hipGraph_t graph;
    hipGraphNode_t node;
    (void)state;
    assert_hip(hipGraphCreate(&graph, 0));
    struct hip_node_parameters p = {
        .type = ALLOCATE,
        .allocation = {.pool = {.allocType = hipMemAllocationTypePinned,
                                .location = {hipMemLocationTypeDevice, 0}},
                       .bytes = 64}};
    node = add(graph, &p, NULL);
    assert_non_null(p.allocation.address);
    assert_hip_fails(hipErrorNotSupported, hip_graph_node_set_params(node, &p));
    p = (struct hip_node_parameters){.type = FREE, .freed = p.allocation.address};
    (void)add(graph, &p, node);
    run(graph);
    assert_hip(hipGraphDestroy(graph));
}

static void an_instance_knows_its_flags(void **state)
{
    hipGraph_t graph;
    hipGraphExec_t exec;
    unsigned long long flags = 99;
    (void)state;
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip(hipGraphInstantiateWithFlags(&exec, graph, 8));
    assert_hip(hipGraphExecGetFlags(exec, &flags));
    assert_int_equal(flags, 8);
    assert_hip_fails(hipErrorInvalidValue, hipGraphExecGetFlags(exec, NULL));
    assert_hip(hipGraphExecDestroy(exec));
    assert_hip_fails(hipErrorInvalidValue, hipGraphExecGetFlags(exec, &flags));
    assert_hip(hipGraphDestroy(graph));
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

static char *text_of(hipGraph_t graph, unsigned flags)
{
    char path[] = "/tmp/hipemu-dot-XXXXXX";
    size_t size;
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_hip(hipGraphDebugDotPrint(graph, path, flags));
    char *text = read_all(path, &size);
    text = realloc(text, size + 1);
    assert_non_null(text);
    text[size] = 0;
    unlink(path);
    return text;
}

static void a_graph_is_text_for_dot(void **state)
{
    hipGraph_t graph, inner;
    hipGraphNode_t first, second, node;
    hipHostNodeParams host = {count_up, NULL};
    int *device, value;
    (void)state;
    assert_hip(hipMalloc((void **)&device, sizeof *device));
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip(hipGraphCreate(&inner, 0));
    assert_hip(hipGraphAddHostNode(&node, inner, NULL, 0, &host));
    assert_hip(hipGraphAddMemcpyNode1D(&first, graph, NULL, 0, device, &value, sizeof value,
                                       hipMemcpyHostToDevice));
    assert_hip(hipGraphAddChildGraphNode(&second, graph, &first, 1, inner));
    assert_hip(hipGraphAddEmptyNode(&node, graph, &second, 1));
    char *text = text_of(graph, 0), *verbose = text_of(graph, 1), value_text[64];
    assert_int_equal(count_of(text, "->"), 2);
    assert_int_equal(count_of(text, "subgraph"), 2);
    assert_int_equal(count_of(text, "[shape="), 4);
    assert_non_null(strstr(text, "\"graph_0_node_0\" -> \"graph_0_node_1\";"));
    assert_non_null(strstr(text, "MEMCPY\\nHtoD\"]"));
    assert_non_null(strstr(text, "\"graph_0_node_1_node_0\" [shape=\"box\", label=\"0\\nHOST\"];"));
    assert_int_equal(count_of(text, "{"), count_of(text, "}"));
    snprintf(value_text, sizeof value_text, "%p to %p\\n4 bytes", (void *)&value, (void *)device);
    assert_null(strstr(text, value_text));
    assert_non_null(strstr(verbose, value_text));
    free(text);
    free(verbose);
    assert_hip_fails(hipErrorInvalidValue, hipGraphDebugDotPrint(graph, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue, hipGraphDebugDotPrint(NULL, "/tmp/none", 0));
    assert_hip_fails(hipErrorOperatingSystem, hipGraphDebugDotPrint(graph, "", 0));
    assert_hip_fails(hipErrorOperatingSystem, hipGraphDebugDotPrint(graph, "/dev/full", 0));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipGraphDestroy(inner));
    assert_hip(hipFree(device));
}

static hipError_t begin(hipStream_t stream, hipGraph_t graph, const hipGraphNode_t *before,
                        size_t count)
{
    return hip_stream_begin_capture_to_graph(stream, graph, before, NULL, count,
                                             hipStreamCaptureModeGlobal);
}

static void a_capture_adds_to_a_graph(void **state)
{
    hipGraph_t graph, ended = NULL;
    hipGraphNode_t first, stranger, depends_on;
    hipStream_t stream, other;
    hipHostNodeParams host;
    int calls = 0;
    size_t count = 1;
    (void)state;
    host = (hipHostNodeParams){count_up, &calls};
    assert_hip(hipStreamCreate(&stream));
    assert_hip(hipStreamCreate(&other));
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip(hipGraphCreate(&ended, 0));
    assert_hip(hipGraphAddHostNode(&first, graph, NULL, 0, &host));
    assert_hip(hipGraphAddHostNode(&stranger, ended, NULL, 0, &host));
    assert_hip_fails(hipErrorInvalidValue, begin(stream, NULL, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue, begin(stream, graph, NULL, 1));
    assert_hip_fails(hipErrorInvalidValue, begin(stream, graph, &first, 0));
    assert_hip_fails(hipErrorInvalidValue, begin(stream, graph, &stranger, 1));
    assert_hip_fails(hipErrorNotSupported,
                     hip_stream_begin_capture_to_graph(stream, graph, NULL, &count, 0,
                                                       hipStreamCaptureModeGlobal));
    assert_hip(hipGraphDestroy(ended));
    assert_hip(begin(stream, graph, &first, 1));
    assert_hip_fails(hipErrorIllegalState, begin(stream, graph, NULL, 0));
    assert_hip(begin(other, graph, NULL, 0));
    assert_hip(hipLaunchHostFunc(stream, count_up, &calls));
    assert_hip(hipLaunchHostFunc(other, count_up, &calls));
    assert_hip(hipStreamEndCapture(other, &ended));
    assert_ptr_equal(ended, graph);
    assert_hip_fails(hipErrorIllegalState, hipGraphDestroy(graph)); /* one goes on */
    assert_hip(hipStreamEndCapture(stream, &ended));
    assert_ptr_equal(ended, graph);
    hipGraphNode_t nodes[3];
    count = 3;
    assert_hip(hipGraphGetNodes(graph, nodes, &count));
    assert_int_equal(count, 3);
    count = 1;
    assert_hip(hipGraphNodeGetDependencies(nodes[1], &depends_on, &count));
    assert_int_equal(count, 1);
    assert_ptr_equal(depends_on, first);
    count = 0;
    assert_hip(hipGraphNodeGetDependencies(nodes[2], NULL, &count));
    assert_int_equal(count, 0);
    run(graph);
    assert_int_equal(calls, 3);
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipStreamDestroy(stream));
    assert_hip(hipStreamDestroy(other));
}

/* The graph is the program's, and lives when the capture fails or its stream ends. */
static void a_graph_outlives_a_capture_that_fails(void **state)
{
    hipGraph_t graph, ended;
    hipStream_t stream;
    int calls = 0;
    void *p;
    (void)state;
    assert_hip(hipStreamCreate(&stream));
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip(begin(stream, graph, NULL, 0));
    assert_hip(hipLaunchHostFunc(stream, count_up, &calls));
    assert_hip_fails(hipErrorStreamCaptureUnsupported, hipMalloc(&p, 16));
    ended = graph;
    assert_hip_fails(hipErrorStreamCaptureInvalidated, hipStreamEndCapture(stream, &ended));
    assert_null(ended);
    run(graph);
    assert_int_equal(calls, 1);
    assert_hip(begin(stream, graph, NULL, 0));
    assert_hip(hipLaunchHostFunc(stream, count_up, &calls));
    assert_hip(hipStreamDestroy(stream));
    run(graph);
    assert_int_equal(calls, 3);
    assert_hip(hipGraphDestroy(graph));
}

/* The end of the node would be that of the graph that is being captured. */
static void no_stream_is_captured_into_the_graph_of_a_node(void **state)
{
    hipGraph_t outer, inner, child;
    hipGraphNode_t node;
    hipStream_t stream;
    (void)state;
    assert_hip(hipStreamCreate(&stream));
    assert_hip(hipGraphCreate(&outer, 0));
    assert_hip(hipGraphCreate(&inner, 0));
    assert_hip(hipGraphAddChildGraphNode(&node, outer, NULL, 0, inner));
    assert_hip(hipGraphChildGraphNodeGetGraph(node, &child));
    assert_hip_fails(hipErrorNotSupported, begin(stream, child, NULL, 0));
    assert_hip(hipGraphDestroy(inner));
    assert_hip(hipGraphDestroy(outer));
    assert_hip(hipStreamDestroy(stream));
}

/* ---- Batches of values in memory ------------------------------------------------------------- */

enum { AWAIT_32 = 1, WRITE_32, FLUSH, AWAIT_64, WRITE_64, BARRIER }; /* hipStreamMemOp... */

static struct hip_memory_operation operation(unsigned type, void *address, uint64_t value)
{
    return (struct hip_memory_operation){
        .type = type, .address = address, .value = value, .flags = hipStreamWaitValueEq};
}

/* One after another: each awaits what the one before it wrote, in words and in pairs of words. */
static void batches_wait_and_write_in_order(void **state)
{
    const uint64_t wide = 0x123456789abcdef0;
    hipStream_t stream, other;
    uint64_t *memory;
    (void)state;
    assert_hip(hipHostMalloc((void **)&memory, 4 * sizeof *memory, 0));
    memset(memory, 0xff, 4 * sizeof *memory);
    assert_hip(hipStreamCreate(&stream));
    assert_hip(hipStreamCreate(&other));
    struct hip_memory_operation all[] = {
        operation(AWAIT_32, &memory[3], 5),    operation(WRITE_32, &memory[0], 7ull << 32 | 6),
        operation(AWAIT_32, &memory[0], 6),    operation(WRITE_64, &memory[1], wide),
        operation(AWAIT_64, &memory[1], wide), operation(WRITE_32, &memory[2], 8),
    };
    assert_hip(hip_stream_batch_mem_op(stream, 6, all, 0));
    memset(all, 0, sizeof all); /* they were copied */
    assert_int_equal(hipStreamQuery(stream), hipErrorNotReady);
    assert_hip_fails(hipErrorNotSupported, hipStreamWriteValue32(other, &memory[3], 5, 0x1000));
    assert_hip_fails(hipErrorNotSupported, hipStreamWriteValue64(other, &memory[3], 5, 0x1001));
    assert_hip_fails(hipErrorInvalidValue, hipStreamWriteValue32(other, &memory[3], 5, 0x77));
    assert_hip(hipStreamWriteValue32(other, &memory[3], 5, 0));
    assert_hip(hipStreamSynchronize(stream));
    assert_int_equal(memory[0], 0xffffffff00000006);
    assert_int_equal(memory[1], wide);
    assert_int_equal(memory[2], 0xffffffff00000008);
    assert_hip(hipStreamDestroy(stream));
    assert_hip(hipStreamDestroy(other));
    assert_hip(hipHostFree(memory));
}

static void batches_that_are_wrong_are_refused(void **state)
{
    struct hip_memory_operation all[257];
    uint64_t *memory, pageable = 0;
    (void)state;
    assert_hip(hipMalloc((void **)&memory, 64));
    for (int i = 0; i < 257; i++)
        all[i] = operation(WRITE_32, memory, (unsigned)i);
    assert_hip(hip_stream_batch_mem_op(NULL, 256, all, 0));
    assert_hip_fails(hipErrorInvalidValue, hip_stream_batch_mem_op(NULL, 257, all, 0));
    assert_hip_fails(hipErrorInvalidValue, hip_stream_batch_mem_op(NULL, 0, all, 0));
    assert_hip_fails(hipErrorInvalidValue, hip_stream_batch_mem_op(NULL, 1, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue, hip_stream_batch_mem_op(NULL, 1, all, 1));
    const struct hip_memory_operation bad[] = {
        operation(BARRIER, memory, 1),
        operation(FLUSH, memory, 1),
        operation(7, memory, 1),
        operation(WRITE_32, (char *)memory + 2, 1),
        operation(WRITE_64, (char *)memory + 4, 1),
        operation(WRITE_32, NULL, 1),
        operation(WRITE_32, &pageable, 1),
        {.type = AWAIT_32, .address = memory, .flags = 4},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        all[1] = bad[i];
        assert_hip_fails(hipErrorInvalidValue, hip_stream_batch_mem_op(NULL, 2, all, 0));
    }
    assert_hip(hipDeviceSynchronize());

    hipStream_t stream; /* a batch does not become a node of a capture, which stays valid */
    hipGraph_t graph;
    assert_hip(hipStreamCreate(&stream));
    assert_hip(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    assert_hip_fails(hipErrorStreamCaptureUnsupported, hip_stream_batch_mem_op(stream, 1, all, 0));
    assert_hip(hipStreamEndCapture(stream, &graph));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipStreamDestroy(stream));
    assert_hip(hipFree(memory));
    assert_int_equal(pageable, 0);
}

static void assert_word(const uint32_t *memory, uint32_t value)
{
    uint32_t now;
    assert_hip(hipMemcpy(&now, memory, sizeof now, hipMemcpyDeviceToHost));
    assert_int_equal(now, value);
}

static void batches_are_nodes_of_graphs(void **state)
{
    hipGraph_t graph;
    hipGraphExec_t exec;
    hipGraphNode_t node, other;
    hipGraphNodeType type;
    uint32_t *memory;
    (void)state;
    assert_hip(hipMalloc((void **)&memory, 64));
    struct hip_memory_operation all[] = {operation(BARRIER, NULL, 0),
                                         operation(WRITE_32, memory, 1),
                                         operation(AWAIT_32, memory, 1)};
    struct hip_batch_node batch = {(hipCtx_t)memory, 3, all, 0}, got, wrong[5];
    for (int i = 0; i < 5; i++)
        wrong[i] = batch;
    wrong[0].context = NULL;
    wrong[1].count = 0;
    wrong[2].count = 257;
    wrong[3].all = NULL;
    wrong[4].flags = 1;
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip(hip_graph_add_batch_mem_op_node(&node, graph, NULL, 0, &batch));
    assert_hip(hipGraphAddEmptyNode(&other, graph, &node, 1));
    assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    assert_hip(hipGraphNodeGetType(node, &type));
    assert_int_equal(type, BATCH);
    for (int i = 0; i < 5; i++) {
        hipGraphNode_t none;
        assert_hip_fails(hipErrorInvalidValue,
                         hip_graph_add_batch_mem_op_node(&none, graph, NULL, 0, &wrong[i]));
        assert_hip_fails(hipErrorInvalidValue,
                         hip_graph_batch_mem_op_node_set_params(node, &wrong[i]));
        assert_hip_fails(hipErrorInvalidValue,
                         hip_graph_exec_batch_mem_op_node_set_params(exec, node, &wrong[i]));
    }
    assert_hip_fails(hipErrorInvalidValue, hip_graph_batch_mem_op_node_get_params(other, &got));
    assert_hip_fails(hipErrorInvalidValue, hip_graph_batch_mem_op_node_get_params(node, NULL));
    assert_hip(hip_graph_batch_mem_op_node_get_params(node, &got));
    assert_ptr_equal(got.context, batch.context);
    assert_int_equal(got.count, 3);
    assert_ptr_not_equal(got.all, all);
    assert_int_equal(got.all[1].value, 1);

    assert_hip(hipGraphLaunch(exec, NULL));
    assert_word(memory, 1);
    all[1].value = all[2].value = 2;
    assert_hip(hip_graph_exec_batch_mem_op_node_set_params(exec, node, &batch));
    assert_hip(hipGraphLaunch(exec, NULL));
    assert_word(memory, 2);
    all[1].value = all[2].value = 3;
    assert_hip(hip_graph_batch_mem_op_node_set_params(node, &batch));
    assert_hip(hipGraphLaunch(exec, NULL)); /* the instance keeps its own */
    assert_word(memory, 2);
    run(graph);
    assert_word(memory, 3);
    assert_hip(hipFree(memory));
    assert_hip(hipGraphLaunch(exec, NULL)); /* the memory is gone when it runs */
    assert_hip_fails(hipErrorIllegalAddress, hipDeviceSynchronize());
    assert_hip(hipGraphExecDestroy(exec));
    assert_hip(hipGraphDestroy(graph));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_driver_copies_and_fills),
        cmocka_unit_test(nodes_of_any_type_are_added_and_changed),
        cmocka_unit_test(a_node_of_memory_stays_as_it_is),
        cmocka_unit_test(an_instance_knows_its_flags),
        cmocka_unit_test(a_graph_is_text_for_dot),
        cmocka_unit_test(a_capture_adds_to_a_graph),
        cmocka_unit_test(a_graph_outlives_a_capture_that_fails),
        cmocka_unit_test(no_stream_is_captured_into_the_graph_of_a_node),
        cmocka_unit_test(batches_wait_and_write_in_order),
        cmocka_unit_test(batches_that_are_wrong_are_refused),
        cmocka_unit_test(batches_are_nodes_of_graphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
