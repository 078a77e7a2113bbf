/* Graphs: captured from streams and made by hand. */
#include "hip/api.h" /* what HIP 5.2 does not declare */
#include "hip_test.h"

#include <unistd.h>

static void captures_that_cannot_be_are_refused(void **state)
{
    hipStream_t stream;
    hipGraph_t graph;
    (void)state;
    assert_hip(hipStreamCreate(&stream));
    assert_hip_fails(hipErrorStreamCaptureUnsupported,
                     hipStreamBeginCapture(NULL, hipStreamCaptureModeGlobal));
    assert_hip_fails(hipErrorIllegalState, hipStreamEndCapture(stream, &graph));
    assert_hip(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    assert_hip_fails(hipErrorIllegalState,
                     hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    assert_hip(hipStreamEndCapture(stream, &graph));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipStreamDestroy(stream));
}

/* Nothing is done while a stream is captured; every launch does all of it. */
static void a_captured_stream_is_done_when_it_is_launched(void **state)
{
    hipStream_t stream, side;
    hipGraph_t graph;
    hipGraphExec_t exec;
    hipEvent_t fork, join;
    hipStreamCaptureStatus status;
    int *p, host[4] = {-1, -1, -1, -1};
    size_t count;
    (void)state;
    assert_hip(hipMalloc((void **)&p, sizeof host));
    assert_hip(hipMemset(p, 0, sizeof host));
    assert_hip(hipStreamCreate(&stream));
    assert_hip(hipStreamCreate(&side));
    assert_hip(hipEventCreate(&fork));
    assert_hip(hipEventCreate(&join));
    assert_hip(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    assert_hip(hipStreamIsCapturing(stream, &status));
    assert_int_equal(status, hipStreamCaptureStatusActive);
    assert_hip(hipMemsetD32Async(p, 7, 2, stream));
    assert_hip(hipEventRecord(fork, stream));
    assert_hip(hipStreamWaitEvent(side, fork, 0));
    assert_hip(hipMemsetD32Async(p + 2, 8, 1, side));
    assert_hip(hipEventRecord(join, side));
    assert_hip(hipStreamWaitEvent(stream, join, 0));
    assert_hip(hipMemcpyAsync(host, p, sizeof host, hipMemcpyDeviceToHost, stream));
    assert_hip(hipStreamEndCapture(stream, &graph));
    assert_hip(hipDeviceSynchronize());
    assert_int_equal(host[0], -1);
    assert_hip(hipGraphGetNodes(graph, NULL, &count));
    assert_int_equal(count, 3);
    assert_hip(hipGraphGetEdges(graph, NULL, NULL, &count));
    assert_int_equal(count, 3);
    assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    assert_hip(hipGraphDestroy(graph));
    for (int round = 0; round < 3; round++) {
        memset(host, 0xff, sizeof host);
        assert_hip(hipMemset(p, 0, sizeof host));
        assert_hip(hipGraphLaunch(exec, stream));
        assert_hip(hipStreamSynchronize(stream));
        assert_int_equal(host[0], 7);
        assert_int_equal(host[1], 7);
        assert_int_equal(host[2], 8);
        assert_int_equal(host[3], 0);
    }
    assert_hip(hipGraphExecDestroy(exec));
    assert_hip(hipEventDestroy(fork));
    assert_hip(hipEventDestroy(join));
    assert_hip(hipStreamDestroy(stream));
    assert_hip(hipStreamDestroy(side));
    assert_hip(hipFree(p));
}

static void work_that_is_not_joined_ends_no_capture(void **state)
{
    hipStream_t stream, side;
    hipGraph_t graph;
    hipEvent_t fork;
    int *p;
    (void)state;
    assert_hip(hipMalloc((void **)&p, 64));
    assert_hip(hipStreamCreate(&stream));
    assert_hip(hipStreamCreate(&side));
    assert_hip(hipEventCreate(&fork));
    assert_hip(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    assert_hip(hipEventRecord(fork, stream));
    assert_hip(hipStreamWaitEvent(side, fork, 0));
    assert_hip(hipMemsetAsync(p, 0, 4, side));
    assert_hip_fails(hipErrorStreamCaptureUnmatched, hipStreamEndCapture(side, &graph));
    assert_hip_fails(hipErrorStreamCaptureUnjoined, hipStreamEndCapture(stream, &graph));
    assert_null(graph);
    assert_hip(hipStreamSynchronize(side)); /* free again */
    assert_hip(hipEventDestroy(fork));
    assert_hip(hipStreamDestroy(stream));
    assert_hip(hipStreamDestroy(side));
    assert_hip(hipFree(p));
}

static void nodes_run_behind_what_they_depend_on(void **state)
{
    hipGraph_t graph;
    hipGraphExec_t exec;
    hipGraphNode_t fill, copy, late;
    hipGraphNodeType type;
    int *p, host[2] = {0, 0};
    (void)state;
    assert_hip(hipMalloc((void **)&p, 64));
    assert_hip(hipGraphCreate(&graph, 0));
    hipMemsetParams first = {.dst = p, .elementSize = 4, .height = 1, .value = 1, .width = 2};
    hipMemsetParams second = first;
    second.value = 2;
    assert_hip(hipGraphAddMemsetNode(&late, graph, NULL, 0, &second));
    assert_hip(hipGraphAddMemsetNode(&fill, graph, NULL, 0, &first));
    assert_hip(hipGraphAddMemcpyNode1D(&copy, graph, &late, 1, host, p, 8, hipMemcpyDeviceToHost));
    assert_hip(hipGraphAddDependencies(graph, &fill, &late, 1));
    assert_hip(hipGraphNodeGetType(copy, &type));
    assert_int_equal(type, hipGraphNodeTypeMemcpy);
    assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    assert_hip(hipGraphLaunch(exec, NULL));
    assert_hip(hipDeviceSynchronize());
    assert_int_equal(host[0], 2);
    second.value = 9;
    assert_hip(hipGraphExecMemsetNodeSetParams(exec, late, &second));
    assert_hip(hipGraphLaunch(exec, NULL));
    assert_hip(hipDeviceSynchronize());
    assert_int_equal(host[1], 9);
    assert_hip(hipGraphExecDestroy(exec));
    assert_hip(hipGraphAddDependencies(graph, &copy, &fill, 1)); /* round and round */
    assert_hip_fails(hipErrorInvalidValue, hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipFree(p));
}

static void nodes_that_are_left_out_do_nothing(void **state)
{
    hipGraph_t graph, child, other;
    hipGraphExec_t exec;
    hipGraphNode_t fill, inner, empty;
    unsigned is_enabled = 7;
    int *p, host = 0;
    (void)state;
    assert_hip(hipMalloc((void **)&p, 64));
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip(hipGraphCreate(&child, 0));
    assert_hip(hipGraphCreate(&other, 0));
    hipMemsetParams set = {.dst = p, .elementSize = 4, .height = 1, .value = 5, .width = 1};
    assert_hip(hipGraphAddMemsetNode(&fill, graph, NULL, 0, &set));
    assert_hip(hipGraphAddEmptyNode(&empty, graph, NULL, 0));
    set.dst = p + 1;
    assert_hip(hipGraphAddMemsetNode(&inner, child, NULL, 0, &set));
    assert_hip(hipGraphAddChildGraphNode(&inner, graph, NULL, 0, child));
    assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue, hipGraphNodeSetEnabled(exec, empty, 0));
    assert_hip_fails(hipErrorInvalidValue, hipGraphNodeSetEnabled(exec, NULL, 0));
    assert_hip(hipGraphNodeSetEnabled(exec, fill, 0));
    assert_hip(hipGraphNodeGetEnabled(exec, fill, &is_enabled));
    assert_int_equal(is_enabled, 0);
    assert_hip(hipMemset(p, 0, 64));
    assert_hip(hipGraphLaunch(exec, NULL));
    assert_hip(hipMemcpy(&host, p, 4, hipMemcpyDeviceToHost));
    assert_int_equal(host, 0);
    assert_hip(hipMemcpy(&host, p + 1, 4, hipMemcpyDeviceToHost));
    assert_int_equal(host, 5);

    assert_hip_fails(hipErrorUnknown, hipGraphExecChildGraphNodeSetParams(exec, inner, other));
    set.value = 6;
    assert_hip(hipGraphAddMemsetNode(&empty, other, NULL, 0, &set));
    assert_hip(hipGraphExecChildGraphNodeSetParams(exec, inner, other));
    assert_hip(hipGraphLaunch(exec, NULL));
    assert_hip(hipMemcpy(&host, p + 1, 4, hipMemcpyDeviceToHost));
    assert_int_equal(host, 6);
    assert_hip(hipGraphExecDestroy(exec));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipGraphDestroy(child));
    assert_hip(hipGraphDestroy(other));
    assert_hip(hipFree(p));
}

/* Nodes of the same number and kinds, which depend on others, are another topology. */
static void an_update_says_what_differs(void **state)
{
    hipGraph_t chain, star, kinds;
    hipGraphExec_t exec;
    hipGraphNode_t nodes[3], node;
    hipGraphExecUpdateResult result;
    int *p;
    (void)state;
    assert_hip(hipMalloc((void **)&p, 64));
    hipMemsetParams set = {.dst = p, .elementSize = 4, .height = 1, .value = 5, .width = 1};
    assert_hip(hipGraphCreate(&chain, 0));
    assert_hip(hipGraphCreate(&star, 0));
    assert_hip(hipGraphCreate(&kinds, 0));
    for (int i = 0; i < 3; i++)
        assert_hip(hipGraphAddMemsetNode(&nodes[i], chain, i ? &nodes[i - 1] : NULL, i > 0, &set));
    for (int i = 0; i < 3; i++)
        assert_hip(hipGraphAddEmptyNode(&nodes[i], kinds, i ? &nodes[i - 1] : NULL, i > 0));
    for (int i = 0; i < 3; i++)
        assert_hip(hipGraphAddMemsetNode(&nodes[i], star, i ? &nodes[0] : NULL, i > 0, &set));
    assert_hip(hipGraphInstantiate(&exec, chain, NULL, NULL, 0));
    assert_hip_fails(hipErrorGraphExecUpdateFailure,
                     hipGraphExecUpdate(exec, star, &node, &result));
    assert_int_equal(result, hipGraphExecUpdateErrorTopologyChanged);
    assert_ptr_equal(node, nodes[2]);
    assert_hip_fails(hipErrorGraphExecUpdateFailure,
                     hipGraphExecUpdate(exec, kinds, &node, &result));
    assert_int_equal(result, hipGraphExecUpdateErrorNodeTypeChanged);
    assert_hip(hipGraphExecUpdate(exec, chain, &node, &result));
    assert_int_equal(result, hipGraphExecUpdateSuccess);
    assert_hip(hipGraphExecDestroy(exec));
    assert_hip(hipGraphDestroy(chain));
    assert_hip(hipGraphDestroy(star));
    assert_hip(hipGraphDestroy(kinds));
    assert_hip(hipFree(p));
}

static void count_up(void *context)
{
    ++*(int *)context;
}

static void objects_are_destroyed_with_the_last_reference(void **state)
{
    struct user_object *object;
    hipGraph_t graph, clone;
    int destroyed = 0;
    (void)state;
    assert_hip_fails(hipErrorInvalidValue, hip_user_object_create(&object, NULL, NULL, 1, 1));
    assert_hip_fails(hipErrorInvalidValue, hip_user_object_create(&object, NULL, count_up, 0, 1));
    assert_hip_fails(hipErrorInvalidValue, hip_user_object_create(&object, NULL, count_up, 1, 0));
    assert_hip(hip_user_object_create(&object, &destroyed, count_up, 1, 1));
    assert_hip(hip_user_object_retain(object, 2));
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip(hip_graph_retain_user_object(graph, object, 1, 0));
    assert_hip(hip_user_object_release(object, 3)); /* the graph's is left */
    assert_int_equal(destroyed, 0);
    assert_hip(hipGraphClone(&clone, graph));
    assert_hip(hipGraphDestroy(graph));
    assert_int_equal(destroyed, 0);
    assert_hip_fails(hipErrorInvalidValue, hip_graph_release_user_object(clone, object, 0));
    assert_hip(hip_graph_release_user_object(clone, object, 1));
    assert_int_equal(destroyed, 1);
    assert_hip(hipGraphDestroy(clone));
    assert_int_equal(destroyed, 1);
}

/* A graph with an empty node, its instance, and both destroyed. */
struct remains {
    hipGraph_t graph;
    hipGraphExec_t exec;
    hipGraphNode_t node;
};

static struct remains bury(void)
{
    struct remains dead;
    assert_hip(hipGraphCreate(&dead.graph, 0));
    assert_hip(hipGraphAddEmptyNode(&dead.node, dead.graph, NULL, 0));
    assert_hip(hipGraphInstantiate(&dead.exec, dead.graph, NULL, NULL, 0));
    assert_hip(hipGraphExecDestroy(dead.exec));
    assert_hip(hipGraphDestroy(dead.graph));
    return dead;
}

/* As a node's function does; and nodes are compared in the order in which they can be done. */
static void an_update_keeps_the_directions_of_copies(void **state)
{
    hipGraph_t up, down;
    hipGraphExec_t exec;
    hipGraphNode_t node, copy, first;
    hipGraphExecUpdateResult result;
    char host[16];
    void *p;
    (void)state;
    assert_hip(hipMalloc(&p, 16));
    assert_hip(hipGraphCreate(&up, 0));
    assert_hip(hipGraphAddEmptyNode(&first, up, NULL, 0));
    assert_hip(hipGraphAddMemcpyNode1D(&copy, up, &first, 1, p, host, 16, hipMemcpyHostToDevice));
    assert_hip(hipGraphInstantiate(&exec, up, NULL, NULL, 0));
    assert_hip(hipGraphCreate(&down, 0));
    assert_hip(hipGraphAddMemcpyNode1D(&copy, down, NULL, 0, host, p, 16, hipMemcpyDeviceToHost));
    assert_hip(hipGraphAddEmptyNode(&first, down, NULL, 0));
    assert_hip(hipGraphAddDependencies(down, &first, &copy, 1));
    assert_hip_fails(hipErrorGraphExecUpdateFailure,
                     hipGraphExecUpdate(exec, down, &node, &result));
    assert_int_equal(result, hipGraphExecUpdateErrorParametersChanged);
    assert_ptr_equal(node, copy);
    assert_hip(hipGraphExecDestroy(exec));
    assert_hip(hipGraphDestroy(up));
    assert_hip(hipGraphDestroy(down));
    assert_hip(hipFree(p));
}

static void an_instance_keeps_the_extent_of_fills_of_rows(void **state)
{
    hipGraph_t graph;
    hipGraphExec_t exec;
    hipGraphNode_t node;
    void *p;
    (void)state;
    assert_hip(hipMalloc(&p, 64));
    hipMemsetParams set = {.dst = p, .elementSize = 4, .height = 2, .width = 1, .pitch = 16};
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip(hipGraphAddMemsetNode(&node, graph, NULL, 0, &set));
    assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    set.width = 2;
    assert_hip_fails(hipErrorInvalidValue, hipGraphExecMemsetNodeSetParams(exec, node, &set));
    set.width = 1;
    assert_hip(hipGraphExecMemsetNodeSetParams(exec, node, &set));
    assert_hip(hipGraphExecDestroy(exec));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipFree(p));
}

/* What it has then; it is not in itself. */
static void a_graph_may_be_its_own_child(void **state)
{
    hipGraph_t graph, child;
    hipGraphNode_t node;
    size_t count = 0;
    (void)state;
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip(hipGraphAddEmptyNode(&node, graph, NULL, 0));
    assert_hip(hipGraphAddChildGraphNode(&node, graph, NULL, 0, graph));
    assert_hip(hipGraphChildGraphNodeGetGraph(node, &child));
    assert_hip(hipGraphGetNodes(child, NULL, &count));
    assert_int_equal(count, 1);
    assert_hip(hipGraphDestroy(graph));
}

/* Every function that takes a graph, an instance or a node. |good| is a graph that lives. */
static void refused(hipGraph_t good, hipGraph_t graph, hipGraphExec_t exec, hipGraphNode_t node)
{
    hipGraph_t other;
    hipGraphExec_t instance;
    hipGraphNode_t made;
    hipGraphNodeType type;
    hipGraphExecUpdateResult result;
    hipHostNodeParams host = {.fn = (hipHostFn_t)(uintptr_t)refused};
    size_t count = 1;
    char a[4], b[4];
    assert_hip_fails(graph ? hipErrorIllegalState : hipErrorInvalidValue, hipGraphDestroy(graph));
    assert_hip_fails(hipErrorInvalidValue, hipGraphClone(&other, graph));
    assert_hip_fails(hipErrorInvalidValue, hipGraphInstantiate(&instance, graph, NULL, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue, hipGraphGetNodes(graph, &made, &count));
    assert_hip_fails(hipErrorInvalidValue, hipGraphGetRootNodes(graph, &made, &count));
    assert_hip_fails(hipErrorInvalidValue, hipGraphGetEdges(graph, NULL, NULL, &count));
    assert_hip_fails(hipErrorInvalidValue, hipGraphAddEmptyNode(&made, graph, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue, hipGraphAddEmptyNode(&made, good, &node, 1));
    assert_hip_fails(hipErrorInvalidValue, hipGraphAddChildGraphNode(&made, good, NULL, 0, graph));
    assert_hip_fails(hipErrorInvalidValue, hipGraphAddDependencies(graph, &node, &node, 1));
    assert_hip_fails(hipErrorInvalidValue, hipGraphRemoveDependencies(good, &node, &node, 1));
    assert_hip_fails(hipErrorInvalidValue, hipGraphNodeFindInClone(&made, node, graph));
    assert_hip_fails(hipErrorInvalidValue, hipGraphNodeGetType(node, &type));
    assert_hip_fails(hipErrorInvalidValue, hipGraphNodeGetDependencies(node, NULL, &count));
    assert_hip_fails(hipErrorInvalidValue, hipGraphNodeGetDependentNodes(node, NULL, &count));
    assert_hip_fails(hipErrorInvalidValue, hipGraphDestroyNode(node));
    assert_hip_fails(hipErrorInvalidValue, hipGraphHostNodeSetParams(node, &host));
    assert_hip_fails(hipErrorInvalidValue, hipGraphExecHostNodeSetParams(exec, node, &host));
    assert_hip_fails(hipErrorInvalidValue,
                     hipGraphMemcpyNodeSetParams1D(node, a, b, 4, hipMemcpyHostToHost));
    assert_hip_fails(hipErrorInvalidValue, hipGraphLaunch(exec, NULL));
    assert_hip_fails(hipErrorInvalidValue, hipGraphUpload(exec, NULL));
    assert_hip_fails(hipErrorInvalidValue, hipGraphExecUpdate(exec, good, &made, &result));
    assert_hip_fails(hipErrorInvalidValue, hipGraphExecDestroy(exec));
}

static void handles_of_nothing_are_refused(void **state)
{
    hipGraph_t good;
    (void)state;
    assert_hip(hipGraphCreate(&good, 0)); /* not where a destroyed one was */
    struct remains dead = bury();
    refused(good, dead.graph, dead.exec, dead.node);
    refused(good, NULL, NULL, NULL);
    refused(good, (hipGraph_t)64, (hipGraphExec_t)64, (hipGraphNode_t)64); /* not readable */
    refused(good, (hipGraph_t)&dead, (hipGraphExec_t)good, (hipGraphNode_t)good);
    assert_hip(hipGraphDestroy(good));
}

/* Its parent's node has it. */
static void a_child_graph_is_not_destroyed(void **state)
{
    hipGraph_t parent, child;
    hipGraphNode_t node;
    (void)state;
    assert_hip(hipGraphCreate(&parent, 0));
    assert_hip(hipGraphCreate(&child, 0));
    assert_hip(hipGraphAddChildGraphNode(&node, parent, NULL, 0, child));
    assert_hip(hipGraphDestroy(child)); /* the node has a copy */
    assert_hip(hipGraphChildGraphNodeGetGraph(node, &child));
    assert_hip_fails(hipErrorInvalidValue, hipGraphDestroy(child));
    assert_hip(hipGraphDestroy(parent));
    assert_hip_fails(hipErrorIllegalState, hipGraphDestroy(child));
}

/* An event and a module may be gone when the graph that names them runs. */
static void a_graph_does_not_use_an_event_that_is_gone(void **state)
{
    hipGraph_t graph;
    hipGraphExec_t exec;
    hipGraphNode_t node;
    hipEvent_t event;
    (void)state;
    for (int waits = 0; waits < 2; waits++) {
        assert_hip(hipEventCreate(&event));
        assert_hip(hipGraphCreate(&graph, 0));
        assert_hip(waits ? hipGraphAddEventWaitNode(&node, graph, NULL, 0, event)
                         : hipGraphAddEventRecordNode(&node, graph, NULL, 0, event));
        assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
        assert_hip(hipGraphLaunch(exec, NULL));
        assert_hip(hipDeviceSynchronize());
        assert_hip(hipEventDestroy(event));
        assert_hip_fails(hipErrorInvalidHandle, hipGraphLaunch(exec, NULL));
        assert_hip_fails(hipErrorInvalidValue,
                         hipGraphAddEventRecordNode(&node, graph, NULL, 0, event));
        assert_hip(hipGraphExecDestroy(exec));
        assert_hip(hipGraphDestroy(graph));
    }
}

/* As AMD's runtime, which takes such calls for late ones. */
static void an_object_that_is_gone_is_left_alone(void **state)
{
    struct user_object *object;
    hipGraph_t graph;
    int destroyed = 0;
    (void)state;
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip(hip_user_object_create(&object, &destroyed, count_up, 1, 1));
    assert_hip(hip_graph_retain_user_object(graph, object, 1, 0));
    assert_hip(hip_user_object_release(object, 3)); /* more than there are */
    assert_int_equal(destroyed, 0);
    assert_hip(hip_user_object_release(object, 2)); /* also the one of the graph */
    assert_int_equal(destroyed, 1);
    assert_hip(hip_user_object_release(object, 1));
    assert_hip(hip_user_object_retain(object, 1));
    assert_hip(hip_graph_retain_user_object(graph, object, 1, 0));
    assert_hip(hip_graph_release_user_object(graph, object, 1));
    assert_hip(hip_user_object_release((struct user_object *)64, 1));
    assert_hip_fails(hipErrorInvalidValue,
                     hip_graph_retain_user_object((hipGraph_t)64, object, 1, 0));
    assert_hip(hipGraphDestroy(graph));
    assert_int_equal(destroyed, 1);
}

static void edges_are_added_once_and_removed_once(void **state)
{
    hipGraph_t graph;
    hipGraphNode_t nodes[3], from[4], to[4], twice[2];
    size_t count = 4;
    (void)state;
    assert_hip(hipGraphCreate(&graph, 0));
    for (int i = 0; i < 3; i++)
        assert_hip(hipGraphAddEmptyNode(&nodes[i], graph, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue,
                     hipGraphRemoveDependencies(graph, &nodes[0], &nodes[1], 1));
    assert_hip(hipGraphAddDependencies(graph, nodes, nodes + 1, 2));
    assert_hip_fails(hipErrorInvalidValue, hipGraphAddDependencies(graph, nodes, nodes + 1, 1));
    twice[0] = twice[1] = nodes[0];
    assert_hip_fails(hipErrorInvalidValue, hipGraphAddEmptyNode(&twice[0], graph, twice, 2));
    from[2] = from[3] = to[3] = nodes[0];
    assert_hip(hipGraphGetEdges(graph, from, to, &count));
    assert_int_equal(count, 2);
    assert_ptr_equal(from[1], nodes[1]);
    assert_ptr_equal(to[1], nodes[2]);
    assert_null(from[2]);
    assert_null(to[3]);
    count = 1; /* fewer than there are */
    assert_hip(hipGraphGetEdges(graph, from, to, &count));
    assert_int_equal(count, 1);
    assert_hip(hipGraphDestroy(graph));
}

static void memory_of_a_graph_has_one_instance_and_is_freed_once(void **state)
{
    struct hip_allocation_node parameters = {.pool = {.allocType = hipMemAllocationTypePinned,
                                                      .location = {hipMemLocationTypeDevice, 0}},
                                             .bytes = 64};
    hipGraph_t graph, clone;
    hipGraphNode_t allocate, release;
    hipGraphExec_t exec, second;
    struct hip_allocation_node got;
    void *own;
    (void)state;
    assert_hip(hipMalloc(&own, 64));
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip(hip_graph_add_mem_alloc_node(&allocate, graph, NULL, 0, &parameters));
    assert_hip(hip_graph_mem_alloc_node_get_params(allocate, &got));
    assert_memory_equal(&got, &parameters, sizeof got);
    assert_hip_fails(hipErrorInvalidValue,
                     hipGraphAddMemFreeNode(&release, graph, &allocate, 1, own));
    assert_hip_fails(hipErrorInvalidValue,
                     hipGraphAddMemFreeNode(&release, graph, &allocate, 0, parameters.address));
    assert_hip(hipGraphAddMemFreeNode(&release, graph, &allocate, 1, parameters.address));
    assert_hip_fails(hipErrorInvalidValue,
                     hipGraphAddMemFreeNode(&release, graph, &allocate, 1, parameters.address));
    assert_hip_fails(hipErrorNotSupported, hipGraphClone(&clone, graph));
    assert_hip_fails(hipErrorNotSupported, hipGraphDestroyNode(allocate));
    assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    assert_hip_fails(hipErrorNotSupported, hipGraphInstantiate(&second, graph, NULL, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue, hipGraphInstantiateWithFlags(&second, graph, 16));
    assert_hip(hipGraphExecDestroy(exec));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipFree(own));
}

static void take_a_while(void *unused)
{
    (void)unused;
    usleep(30000);
}

/* A graph that allocates 64 bytes, fills them with ones, and copies them to |host|. */
static hipGraph_t capture_memory(hipStream_t stream, void **out, void *host)
{
    hipGraph_t graph;
    assert_hip(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    assert_hip(hipMallocAsync(out, 64, stream));
    assert_hip(hipMemsetAsync(*out, 1, 64, stream));
    assert_hip(hipMemcpyAsync(host, *out, 64, hipMemcpyDeviceToHost, stream));
    assert_hip(hipStreamEndCapture(stream, &graph));
    return graph;
}

static void memory_of_a_graph_outlives_its_launches(void **state)
{
    hipStream_t stream;
    hipGraphExec_t exec;
    char host[64] = {0};
    void *memory;
    (void)state;
    assert_hip(hipStreamCreate(&stream));
    hipGraph_t graph = capture_memory(stream, &memory, host);
    assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    assert_hip(hipLaunchHostFunc(stream, take_a_while, NULL));
    assert_hip(hipGraphLaunch(exec, stream));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipGraphExecDestroy(exec));
    assert_hip(hipStreamSynchronize(stream));
    assert_int_equal(host[63], 1);
    assert_hip(hipStreamDestroy(stream));
}

static void memory_of_a_graph_is_not_given_to_others(void **state)
{
    hipStream_t stream;
    char host[64];
    void *memory, *other;
    (void)state;
    assert_hip(hipStreamCreate(&stream));
    hipGraph_t graph = capture_memory(stream, &memory, host);
    assert_hip(hipFreeAsync(memory, stream));
    assert_hip(hipMallocAsync(&other, 64, stream));
    assert_ptr_not_equal(other, memory);
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipMemset(other, 1, 64));
    assert_hip(hipFreeAsync(other, stream));
    assert_hip(hipStreamSynchronize(stream));
    assert_hip(hipStreamDestroy(stream));
}

/* Frees |memory|, and allocates until there is memory at this address again. */
static void give_to_another(void *memory)
{
    void *other = NULL;
    for (int i = 0; i < 100000 && other != memory; i++) {
        assert_hip(hipFree(i ? other : memory));
        assert_hip(hipMalloc(&other, 64));
    }
    assert_ptr_equal(other, memory);
}

static void memory_of_a_graph_that_was_freed_is_not_freed_again(void **state)
{
    hipStream_t stream;
    hipGraphNode_t node;
    hipGraph_t second;
    char host[64];
    void *memory;
    (void)state;
    assert_hip(hipStreamCreate(&stream));
    hipGraph_t graph = capture_memory(stream, &memory, host);
    give_to_another(memory);
    assert_hip(hipGraphCreate(&second, 0));
    assert_hip_fails(hipErrorInvalidValue, hipGraphAddMemFreeNode(&node, second, NULL, 0, memory));
    assert_hip(hipGraphDestroy(second));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipMemset(memory, 1, 64));
    assert_hip(hipFree(memory));
    assert_hip(hipStreamDestroy(stream));
}

static void a_child_with_memory_counts_as_memory(void **state)
{
    hipStream_t stream;
    hipGraph_t graph, clone;
    hipGraphNode_t node;
    char host[64];
    void *memory;
    (void)state;
    assert_hip(hipStreamCreate(&stream));
    hipGraph_t child = capture_memory(stream, &memory, host);
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip(hipGraphAddChildGraphNode(&node, graph, NULL, 0, child));
    assert_hip_fails(hipErrorNotSupported, hipGraphClone(&clone, graph));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipGraphDestroy(child));
    assert_hip(hipStreamDestroy(stream));
}

static void a_copy_keeps_its_direction(void **state)
{
    hipGraph_t graph;
    hipGraphNode_t node;
    hipGraphExec_t exec;
    char *a, host[16];
    (void)state;
    assert_hip(hipMalloc((void **)&a, 32));
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip_fails(hipErrorInvalidValue, hipGraphAddMemcpyNode1D(&node, graph, NULL, 0, a, host,
                                                                   0, hipMemcpyHostToDevice));
    assert_hip(hipGraphAddMemcpyNode1D(&node, graph, NULL, 0, a, host, 16, hipMemcpyHostToDevice));
    assert_hip_fails(hipErrorInvalidValue,
                     hipGraphMemcpyNodeSetParams1D(node, a, host, 0, hipMemcpyHostToDevice));
    assert_hip_fails(hipErrorInvalidValue,
                     hipGraphMemcpyNodeSetParams1D(node, a, a, 16, hipMemcpyDeviceToDevice));
    assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue, hipGraphExecMemcpyNodeSetParams1D(
                                               exec, node, host, a, 16, hipMemcpyDeviceToHost));
    assert_hip(
        hipGraphExecMemcpyNodeSetParams1D(exec, node, a + 16, host, 16, hipMemcpyHostToDevice));
    assert_hip(hipGraphExecDestroy(exec));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipFree(a));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(captures_that_cannot_be_are_refused),
        cmocka_unit_test(work_that_is_not_joined_ends_no_capture),
        cmocka_unit_test(a_captured_stream_is_done_when_it_is_launched),
        cmocka_unit_test(nodes_run_behind_what_they_depend_on),
        cmocka_unit_test(nodes_that_are_left_out_do_nothing),
        cmocka_unit_test(an_update_says_what_differs),
        cmocka_unit_test(an_update_keeps_the_directions_of_copies),
        cmocka_unit_test(an_instance_keeps_the_extent_of_fills_of_rows),
        cmocka_unit_test(a_graph_may_be_its_own_child),
        cmocka_unit_test(objects_are_destroyed_with_the_last_reference),
        cmocka_unit_test(handles_of_nothing_are_refused),
        cmocka_unit_test(a_child_graph_is_not_destroyed),
        cmocka_unit_test(a_graph_does_not_use_an_event_that_is_gone),
        cmocka_unit_test(an_object_that_is_gone_is_left_alone),
        cmocka_unit_test(edges_are_added_once_and_removed_once),
        cmocka_unit_test(memory_of_a_graph_has_one_instance_and_is_freed_once),
        cmocka_unit_test(memory_of_a_graph_outlives_its_launches),
        cmocka_unit_test(memory_of_a_graph_is_not_given_to_others),
        cmocka_unit_test(memory_of_a_graph_that_was_freed_is_not_freed_again),
        cmocka_unit_test(a_child_with_memory_counts_as_memory),
        cmocka_unit_test(a_copy_keeps_its_direction),
    };
    setenv("HIPEMU_QUIET", "1", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
