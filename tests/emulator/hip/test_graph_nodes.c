/* Nodes by the structures of the driver and by one for all types; graphs as text; captures into
 * graphs of the program. */
#include "hip/api.h" /* what HIP 5.2 does not declare */
#include "hip_test.h"

#include <unistd.h>

/* The types of nodes since HIP 6. */
enum { KERNEL, COPY, FILL, HOST, GRAPH, EMPTY, AWAIT, RECORD, SEMAPHORE, ALLOCATE = 10, FREE };

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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
