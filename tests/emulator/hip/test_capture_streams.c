/* Captures that become invalid: their streams, their events, and the default stream; and what has
 * to be joined. What other functions may not do meanwhile is in test_captures.c. */
#include "hip/api.h" /* what HIP 5.2 does not declare */
#include "hip_test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static hipError_t begin(hipStream_t *out, unsigned flags, hipStreamCaptureMode mode)
{
    assert_hip(hipStreamCreateWithFlags(out, flags));
    return hipStreamBeginCapture(*out, mode);
}

/* |stream|'s capture is invalid, and ends so; or is not. Destroys the stream. */
static void finish(hipStream_t stream, bool is_invalid)
{
    hipGraph_t graph = NULL;
    assert_int_equal(hipStreamEndCapture(stream, &graph),
                     is_invalid ? hipErrorStreamCaptureInvalidated : hipSuccess);
    assert_int_equal(graph == NULL, is_invalid);
    if (graph)
        assert_hip(hipGraphDestroy(graph));
    assert_hip(hipStreamDestroy(stream));
    (void)hipGetLastError();
}

static void a_captured_stream_is_not_waited_for_in_any_mode(void **state)
{
    hipError_t (*const waits[])(hipStream_t) = {hipStreamSynchronize, hipStreamQuery};
    (void)state;
    for (int mode = 0; mode < 3; mode++) {
        for (int i = 0; i < 2; i++) {
            hipStream_t stream;
            assert_hip(begin(&stream, hipStreamNonBlocking, (hipStreamCaptureMode)mode));
            assert_hip_fails(hipErrorStreamCaptureUnsupported, waits[i](stream));
            finish(stream, true);
        }
    }
}

static void an_event_of_a_capture_is_not_waited_for(void **state)
{
    hipError_t (*const waits[])(hipEvent_t) = {hipEventSynchronize, hipEventQuery};
    (void)state;
    for (int mode = 0; mode < 3; mode++) {
        for (int i = 0; i < 2; i++) {
            hipStream_t stream;
            hipEvent_t event;
            assert_hip(hipEventCreate(&event));
            assert_hip(begin(&stream, hipStreamNonBlocking, (hipStreamCaptureMode)mode));
            assert_hip(hipEventRecord(event, stream));
            assert_hip_fails(hipErrorCapturedEvent, waits[i](event));
            finish(stream, true);
            assert_hip(waits[i](event)); /* as before the capture: not recorded */
            assert_hip(hipEventDestroy(event));
        }
    }
}

/* Like AMD's runtime, which looks at the stream of the last recording. */
static void an_event_that_was_not_recorded_may_be_asked(void **state)
{
    hipStream_t stream;
    hipEvent_t fresh, of_default;
    (void)state;
    assert_hip(hipEventCreate(&fresh));
    assert_hip(hipEventCreate(&of_default));
    assert_hip(hipEventRecord(of_default, NULL));
    assert_hip(hipEventSynchronize(of_default));
    assert_hip(begin(&stream, hipStreamNonBlocking, hipStreamCaptureModeGlobal));
    assert_hip(hipEventQuery(fresh));
    assert_hip(hipEventQuery(of_default));
    assert_hip(hipEventSynchronize(of_default));
    finish(stream, false);
    assert_hip(hipEventDestroy(fresh));
    assert_hip(hipEventDestroy(of_default));
}

static void work_does_not_cross_the_border_of_a_capture(void **state)
{
    hipStream_t stream, other;
    hipEvent_t before, outside;
    (void)state;
    assert_hip(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    assert_hip(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
    assert_hip(hipEventCreate(&before));
    assert_hip(hipEventCreate(&outside));
    assert_hip(hipEventRecord(before, stream));
    assert_hip(hipEventRecord(outside, other));
    assert_hip(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
    assert_hip_fails(hipErrorStreamCaptureIsolation, hipStreamWaitEvent(other, before, 0));
    assert_hip_fails(hipErrorStreamCaptureIsolation, hipStreamWaitEvent(stream, outside, 0));
    finish(stream, false);
    assert_hip(hipStreamWaitEvent(other, before, 0));
    assert_hip(hipStreamDestroy(other));
    assert_hip(hipEventDestroy(before));
    assert_hip(hipEventDestroy(outside));
}

static void an_invalid_capture_takes_no_more_work(void **state)
{
    hipStream_t stream, other;
    hipEvent_t event;
    hipStreamCaptureStatus status;
    hipGraph_t graph = NULL;
    int *p;
    void *q = NULL;
    (void)state;
    assert_hip(hipMalloc((void **)&p, 64));
    assert_hip(hipEventCreate(&event));
    assert_hip(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
    assert_hip(begin(&stream, hipStreamNonBlocking, hipStreamCaptureModeRelaxed));
    assert_hip(hipEventRecord(event, stream));
    assert_hip_fails(hipErrorStreamCaptureUnsupported, hipStreamQuery(stream));
    assert_hip_fails(hipErrorStreamCaptureInvalidated, hipMemsetAsync(p, 0, 4, stream));
    assert_hip_fails(hipErrorStreamCaptureInvalidated, hipMallocAsync(&q, 64, stream));
    assert_null(q);
    assert_hip_fails(hipErrorStreamCaptureInvalidated, hipFreeAsync(p, stream));
    assert_hip_fails(hipErrorStreamCaptureInvalidated, hipEventRecord(event, stream));
    assert_hip_fails(hipErrorStreamCaptureInvalidated, hipStreamWaitEvent(other, event, 0));
    assert_hip_fails(hipErrorStreamCaptureInvalidated,
                     hipStreamUpdateCaptureDependencies(stream, NULL, 0, 0));
    assert_hip_fails(hipErrorIllegalState,
                     hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
    assert_hip(hipStreamGetCaptureInfo_v2(stream, &status, NULL, &graph, NULL, NULL));
    assert_int_equal(status, hipStreamCaptureStatusInvalidated);
    assert_null(graph);
    finish(stream, true);
    assert_hip(hipStreamDestroy(other));
    assert_hip(hipEventDestroy(event));
    assert_hip(hipFree(p));
}

/* A call that is forbidden stops the whole capture, whichever of its streams it names. */
static void a_capture_is_invalid_in_all_its_streams(void **state)
{
    hipStream_t stream, side;
    hipEvent_t fork;
    hipStreamCaptureStatus status;
    (void)state;
    assert_hip(hipEventCreate(&fork));
    assert_hip(hipStreamCreateWithFlags(&side, hipStreamNonBlocking));
    assert_hip(begin(&stream, hipStreamNonBlocking, hipStreamCaptureModeRelaxed));
    assert_hip(hipEventRecord(fork, stream));
    assert_hip(hipStreamWaitEvent(side, fork, 0));
    assert_hip_fails(hipErrorStreamCaptureUnsupported, hipStreamSynchronize(side));
    assert_hip(hipStreamIsCapturing(stream, &status));
    assert_int_equal(status, hipStreamCaptureStatusInvalidated);
    assert_hip(hipStreamIsCapturing(side, &status));
    assert_int_equal(status, hipStreamCaptureStatusInvalidated);
    finish(stream, true);
    assert_hip(hipStreamSynchronize(side));
    assert_hip(hipStreamDestroy(side));
    assert_hip(hipEventDestroy(fork));
}

static void ignore(hipStream_t stream, hipError_t status, void *context)
{
    (void)stream, (void)status, (void)context;
}

static void the_default_stream_does_not_depend_on_a_capture(void **state)
{
    hipStreamCaptureStatus status;
    hipStream_t stream;
    void *p, *q;
    (void)state;
    assert_hip(hipMalloc(&p, 64));
    assert_hip(begin(&stream, 0, hipStreamCaptureModeRelaxed));
    assert_hip_fails(hipErrorStreamCaptureImplicit, hipStreamIsCapturing(NULL, &status));
    assert_hip_fails(hipErrorStreamCaptureImplicit, hipStreamGetCaptureInfo(NULL, &status, NULL));
    assert_hip_fails(hipErrorStreamCaptureUnsupported, hipMallocAsync(&q, 64, NULL));
    assert_hip_fails(hipErrorStreamCaptureUnsupported, hipFreeAsync(p, NULL));
    finish(stream, false); /* these only failed */
    assert_hip(begin(&stream, 0, hipStreamCaptureModeRelaxed));
    assert_hip_fails(hipErrorStreamCaptureImplicit, hipMemsetAsync(p, 0, 4, NULL));
    finish(stream, true);
    assert_hip(begin(&stream, 0, hipStreamCaptureModeRelaxed));
    assert_hip_fails(hipErrorStreamCaptureImplicit, hipStreamAddCallback(NULL, ignore, NULL, 0));
    finish(stream, true);
    assert_hip(begin(&stream, 0, hipStreamCaptureModeGlobal));
    assert_hip(hipStreamSynchronize(NULL)); /* waits for what was submitted */
    assert_hip(hipStreamQuery(NULL));
    finish(stream, false);
    assert_hip(begin(&stream, hipStreamNonBlocking, hipStreamCaptureModeRelaxed));
    assert_hip(hipStreamIsCapturing(NULL, &status)); /* does not wait for this one */
    assert_int_equal(status, hipStreamCaptureStatusNone);
    assert_hip(hipMemsetAsync(p, 0, 4, NULL));
    assert_hip(hipStreamAddCallback(NULL, ignore, NULL, 0));
    finish(stream, false);
    assert_hip(hipFree(p));
}

static void what_cannot_be_a_node_is_refused(void **state)
{
    hipStream_t stream;
    uint32_t *p;
    (void)state;
    assert_hip(hipMalloc((void **)&p, 64));
    assert_hip(begin(&stream, 0, hipStreamCaptureModeRelaxed));
    assert_hip_fails(hipErrorStreamCaptureUnsupported,
                     hipStreamAddCallback(stream, ignore, NULL, 0));
    finish(stream, true);
    assert_hip(begin(&stream, 0, hipStreamCaptureModeRelaxed));
    assert_hip_fails(hipErrorStreamCaptureUnsupported, hipStreamWriteValue32(stream, p, 1, 0));
    finish(stream, false);
    assert_hip(hipFree(p));
}

/* ---- Joining -------------------------------------------------------------------------------- */

/* Nodes that the program adds by hand, or whose order it takes over, need not be joined. */
static void only_captured_nodes_have_to_be_joined(void **state)
{
    hipStreamCaptureStatus status;
    hipStream_t stream;
    hipGraph_t graph;
    hipGraphNode_t by_hand, stranger;
    int *p;
    (void)state;
    assert_hip(hipMalloc((void **)&p, 64));
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip(hipGraphAddEmptyNode(&stranger, graph, NULL, 0));
    hipGraph_t other = graph;
    assert_hip(begin(&stream, 0, hipStreamCaptureModeGlobal));
    assert_hip(hipMemsetAsync(p, 0, 4, stream));
    assert_hip(hipStreamGetCaptureInfo_v2(stream, &status, NULL, &graph, NULL, NULL));
    assert_hip(hipGraphAddEmptyNode(&by_hand, graph, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue,
                     hipStreamUpdateCaptureDependencies(stream, &stranger, 1, 1));
    assert_hip(hipStreamUpdateCaptureDependencies(stream, &by_hand, 1, 1));
    assert_hip(hipMemsetAsync(p, 1, 4, stream));
    assert_hip(hipGraphAddEmptyNode(&by_hand, graph, NULL, 0));
    finish(stream, false);
    assert_hip(hipGraphDestroy(other));
    assert_hip(hipFree(p));
}

static void a_wait_for_an_own_event_adds_no_edge(void **state)
{
    hipStream_t stream;
    hipEvent_t event;
    hipGraph_t graph;
    size_t count;
    int *p;
    (void)state;
    assert_hip(hipMalloc((void **)&p, 64));
    assert_hip(hipEventCreate(&event));
    assert_hip(begin(&stream, 0, hipStreamCaptureModeThreadLocal));
    assert_hip(hipMemsetAsync(p, 0, 4, stream));
    assert_hip(hipEventRecord(event, stream));
    assert_hip(hipStreamWaitEvent(stream, event, 0));
    assert_hip(hipMemcpyWithStream(p + 1, p, 4, hipMemcpyDeviceToDevice, stream)); /* a node */
    assert_hip(hipStreamEndCapture(stream, &graph));
    assert_hip(hipGraphGetNodes(graph, NULL, &count));
    assert_int_equal(count, 2);
    assert_hip(hipGraphGetEdges(graph, NULL, NULL, &count));
    assert_int_equal(count, 1);
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipStreamDestroy(stream));
    assert_hip(hipEventDestroy(event));
    assert_hip(hipFree(p));
}

static void *end_elsewhere(void *stream)
{
    hipGraph_t graph = NULL;
    hipError_t error = hipStreamEndCapture(stream, &graph);
    if (graph)
        assert_hip(hipGraphDestroy(graph));
    return (void *)(uintptr_t)error;
}

static void only_relaxed_captures_end_in_another_thread(void **state)
{
    (void)state;
    for (int mode = 0; mode < 3; mode++) {
        hipStream_t stream;
        pthread_t thread;
        void *error;
        bool is_relaxed = mode == hipStreamCaptureModeRelaxed;
        assert_hip(begin(&stream, 0, (hipStreamCaptureMode)mode));
        assert_int_equal(pthread_create(&thread, NULL, end_elsewhere, stream), 0);
        pthread_join(thread, &error);
        assert_int_equal((uintptr_t)error,
                         is_relaxed ? hipSuccess : hipErrorStreamCaptureWrongThread);
        if (is_relaxed)
            assert_hip(hipStreamDestroy(stream));
        else
            finish(stream, false);
    }
}

static void *begin_here(void *out)
{
    assert_hip(begin(out, 0, hipStreamCaptureModeThreadLocal));
    return NULL;
}

/* A new thread has, as a rule, the memory of the one that has just ended. */
static void a_later_thread_is_not_the_one_that_began(void **state)
{
    hipStream_t stream;
    pthread_t thread;
    void *error;
    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, begin_here, &stream), 0);
    pthread_join(thread, NULL);
    assert_int_equal(pthread_create(&thread, NULL, end_elsewhere, stream), 0);
    pthread_join(thread, &error);
    assert_int_equal((uintptr_t)error, hipErrorStreamCaptureWrongThread);
    assert_hip(hipStreamDestroy(stream)); /* and its capture */
}

static void a_graph_is_not_destroyed_while_it_is_captured(void **state)
{
    hipStreamCaptureStatus status;
    hipStream_t stream;
    hipGraph_t graph;
    hipGraphNode_t node;
    size_t count = 1;
    void *p;
    (void)state;
    assert_hip(hipMalloc(&p, 64));
    assert_hip(begin(&stream, 0, hipStreamCaptureModeGlobal));
    assert_hip(hipMemsetAsync(p, 0, 64, stream));
    assert_hip(hipStreamGetCaptureInfo_v2(stream, &status, NULL, &graph, NULL, NULL));
    assert_hip(hipGraphGetNodes(graph, &node, &count));
    assert_hip_fails(hipErrorIllegalState, hipGraphDestroyNode(node));
    assert_hip_fails(hipErrorIllegalState, hipGraphDestroy(graph));
    assert_hip(hipMemsetAsync(p, 1, 64, stream));
    finish(stream, false);
    assert_hip(hipFree(p));
}

struct copier {
    hipStream_t stream;
    char *to;
    atomic_bool stops;
};

static void *copy_until_told(void *context)
{
    struct copier *copier = context;
    const char from[64] = {7};
    while (!atomic_load(&copier->stops))
        (void)hipMemcpyAsync(copier->to, from, sizeof from, hipMemcpyHostToDevice, copier->stream);
    return NULL;
}

/* The copy has taken its bytes when the other thread's capture begins, and is made several times.
 */
static void a_copy_may_meet_the_beginning_of_a_capture(void **state)
{
    enum { LAUNCHES = 3, CLOCKS = CLOCKS_PER_SEC };
    struct copier copier = {.stops = false};
    pthread_t thread;
    (void)state;
    assert_hip(hipMalloc((void **)&copier.to, 64));
    assert_hip(hipStreamCreateWithFlags(&copier.stream, hipStreamNonBlocking));
    assert_int_equal(pthread_create(&thread, NULL, copy_until_told, &copier), 0);
    for (clock_t end = clock() + CLOCKS; clock() < end;) {
        hipGraph_t graph;
        hipGraphExec_t exec;
        assert_hip(hipStreamBeginCapture(copier.stream, hipStreamCaptureModeRelaxed));
        for (volatile int i = 0; i < 2000; i++)
            ;
        assert_hip(hipStreamEndCapture(copier.stream, &graph));
        assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
        for (int i = 0; i < LAUNCHES; i++)
            assert_hip(hipGraphLaunch(exec, copier.stream));
        assert_hip(hipStreamSynchronize(copier.stream));
        assert_hip(hipGraphExecDestroy(exec));
        assert_hip(hipGraphDestroy(graph));
    }
    atomic_store(&copier.stops, true);
    pthread_join(thread, NULL);
    assert_hip(hipStreamDestroy(copier.stream));
    assert_hip(hipFree(copier.to));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_captured_stream_is_not_waited_for_in_any_mode),
        cmocka_unit_test(an_event_of_a_capture_is_not_waited_for),
        cmocka_unit_test(an_event_that_was_not_recorded_may_be_asked),
        cmocka_unit_test(work_does_not_cross_the_border_of_a_capture),
        cmocka_unit_test(an_invalid_capture_takes_no_more_work),
        cmocka_unit_test(a_capture_is_invalid_in_all_its_streams),
        cmocka_unit_test(the_default_stream_does_not_depend_on_a_capture),
        cmocka_unit_test(what_cannot_be_a_node_is_refused),
        cmocka_unit_test(only_captured_nodes_have_to_be_joined),
        cmocka_unit_test(a_wait_for_an_own_event_adds_no_edge),
        cmocka_unit_test(only_relaxed_captures_end_in_another_thread),
        cmocka_unit_test(a_graph_is_not_destroyed_while_it_is_captured),
        cmocka_unit_test(a_later_thread_is_not_the_one_that_began),
        cmocka_unit_test(a_copy_may_meet_the_beginning_of_a_capture),
    };
    setenv("HIPEMU_QUIET", "1", 1);
    setenv("HIPEMU_DEVICES", "gfx1030", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
