/* Streams and events: order, and who waits for whom. */
#include "hip/api.h" /* what HIP 5.2 does not declare */
#include "hip_test.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>

/* A gate that a stream's callback waits at: what is behind it has not run while it is closed. */
struct gate {
    pthread_mutex_t lock;
    pthread_cond_t opened;
    int is_open;
};

static void gate_init(struct gate *gate)
{
    pthread_mutex_init(&gate->lock, NULL);
    pthread_cond_init(&gate->opened, NULL);
    gate->is_open = 0;
}

static void wait_at(void *context)
{
    struct gate *gate = context;
    pthread_mutex_lock(&gate->lock);
    while (!gate->is_open)
        pthread_cond_wait(&gate->opened, &gate->lock);
    pthread_mutex_unlock(&gate->lock);
}

static void gate_open(struct gate *gate)
{
    pthread_mutex_lock(&gate->lock);
    gate->is_open = 1;
    pthread_cond_broadcast(&gate->opened);
    pthread_mutex_unlock(&gate->lock);
}

struct note {
    int *order, *next, value;
};

static void write_down(void *context)
{
    struct note *note = context;
    note->order[__atomic_fetch_add(note->next, 1, __ATOMIC_SEQ_CST)] = note->value;
}

static void bad_handles_are_refused(void **state)
{
    hipStream_t stream;
    hipEvent_t event;
    float ms;
    (void)state;
    assert_hip_fails(hipErrorContextIsDestroyed, hipStreamSynchronize((hipStream_t)0x1234));
    assert_hip_fails(hipErrorInvalidHandle, hipStreamDestroy(NULL));
    assert_hip(hipStreamCreate(&stream));
    assert_hip(hipStreamDestroy(stream));
    assert_hip_fails(hipErrorContextIsDestroyed, hipStreamDestroy(stream));
    assert_hip_fails(hipErrorContextIsDestroyed, hipStreamQuery(stream));
    assert_hip_fails(hipErrorInvalidValue, hipStreamCreateWithFlags(&stream, 0x80));
    assert_hip_fails(hipErrorInvalidHandle, hipEventRecord(NULL, NULL));
    assert_hip_fails(hipErrorInvalidValue, hipLaunchHostFunc(NULL, NULL, NULL));
    assert_hip(hipEventCreate(&event));
    assert_hip_fails(hipErrorInvalidHandle, hipEventElapsedTime(&ms, event, event));
    assert_hip(hipEventQuery(event)); /* never recorded: nothing to wait for */
    assert_hip(hipEventDestroy(event));
}

static void a_stream_keeps_its_order(void **state)
{
    enum { COUNT = 200 };
    static int order[COUNT];
    struct note notes[COUNT];
    int next = 0;
    hipStream_t stream;
    (void)state;
    assert_hip(hipStreamCreate(&stream));
    for (int i = 0; i < COUNT; i++) {
        notes[i] = (struct note){order, &next, i};
        assert_hip(hipLaunchHostFunc(stream, write_down, &notes[i]));
    }
    assert_hip(hipStreamSynchronize(stream));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(order[i], i);
    assert_hip(hipStreamDestroy(stream));
}

static void streams_run_beside_each_other(void **state)
{
    struct gate gate;
    hipStream_t held, freely;
    int order[1], next = 0;
    struct note note = {order, &next, 1};
    (void)state;
    gate_init(&gate);
    assert_hip(hipStreamCreate(&held));
    assert_hip(hipStreamCreate(&freely));
    assert_hip(hipLaunchHostFunc(held, wait_at, &gate));
    assert_hip(hipLaunchHostFunc(freely, write_down, &note));
    assert_hip(hipStreamSynchronize(freely)); /* would hang if it waited for |held| */
    assert_int_equal(hipStreamQuery(held), hipErrorNotReady);
    assert_int_equal(hipGetLastError(), hipSuccess);
    gate_open(&gate);
    assert_hip(hipStreamSynchronize(held));
    assert_hip(hipStreamQuery(held));
    assert_hip(hipStreamDestroy(held));
    assert_hip(hipStreamDestroy(freely));
}

/* As in AMD's runtime, of copies between memory of a device and fills of its allocations. */
static void the_host_does_not_wait_for_work_inside_of_a_device(void **state)
{
    struct gate gate;
    int *from, *to, host[2] = {0, 0};
    (void)state;
    gate_init(&gate);
    assert_hip(hipMalloc((void **)&from, sizeof host));
    assert_hip(hipMalloc((void **)&to, sizeof host));
    assert_hip(hipLaunchHostFunc(NULL, wait_at, &gate));
    assert_hip(hipMemset(from, 7, sizeof host)); /* would hang */
    assert_hip(hipMemcpy(to, from, sizeof host, hipMemcpyDeviceToDevice));
    assert_hip(hipMemcpy2D(to, 4, from, 4, 4, 2, hipMemcpyDefault));
    assert_int_equal(hipStreamQuery(NULL), hipErrorNotReady);
    gate_open(&gate);
    assert_hip(hipMemcpy(host, to, sizeof host, hipMemcpyDeviceToHost));
    assert_int_equal(host[1], 0x07070707);
    assert_hip(hipFree(from));
    assert_hip(hipFree(to));
}

/* What the program writes there afterwards is not copied. */
static void an_asynchronous_copy_takes_the_programs_memory_at_once(void **state)
{
    enum { PITCH = 8, ROWS = 3 };
    struct gate gate;
    hipStream_t stream;
    char *p, host[ROWS][PITCH], back[ROWS][2];
    (void)state;
    gate_init(&gate);
    memset(host, 7, sizeof host);
    assert_hip(hipMalloc((void **)&p, sizeof back));
    assert_hip(hipStreamCreate(&stream));
    assert_hip(hipLaunchHostFunc(stream, wait_at, &gate));
    assert_hip(hipMemcpy2DAsync(p, 2, host[0] + 1, PITCH, 2, ROWS, hipMemcpyHostToDevice,
                                stream)); /* would hang */
    memset(host, 8, sizeof host);
    assert_int_equal(hipStreamQuery(stream), hipErrorNotReady);
    gate_open(&gate);
    assert_hip(hipStreamSynchronize(stream));
    assert_hip(hipMemcpy(back, p, sizeof back, hipMemcpyDeviceToHost));
    for (int i = 0; i < ROWS; i++) {
        assert_int_equal(back[i][0], 7);
        assert_int_equal(back[i][1], 7);
    }
    assert_hip(hipStreamDestroy(stream));
    assert_hip(hipFree(p));
}

static void the_default_stream_and_blocking_streams_wait_for_each_other(void **state)
{
    struct gate gate;
    hipStream_t blocking, other;
    int order[2], next = 0;
    struct note first = {order, &next, 1}, second = {order, &next, 2};
    (void)state;
    gate_init(&gate);
    assert_hip(hipStreamCreate(&blocking));
    assert_hip(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
    assert_hip(hipLaunchHostFunc(blocking, wait_at, &gate));
    assert_hip(hipLaunchHostFunc(NULL, write_down, &first));      /* behind the gate */
    assert_hip(hipLaunchHostFunc(blocking, write_down, &second)); /* behind the default stream */
    assert_hip(hipStreamSynchronize(other));                      /* waits for neither */
    usleep(20000);
    assert_int_equal(__atomic_load_n(&next, __ATOMIC_SEQ_CST), 0);
    gate_open(&gate);
    assert_hip(hipDeviceSynchronize());
    assert_int_equal(order[0], 1);
    assert_int_equal(order[1], 2);
    assert_hip(hipStreamDestroy(blocking));
    assert_hip(hipStreamDestroy(other));
}

static void a_non_blocking_stream_does_not_wait_for_the_default_one(void **state)
{
    struct gate gate;
    hipStream_t other;
    int order[1], next = 0;
    struct note note = {order, &next, 1};
    (void)state;
    gate_init(&gate);
    assert_hip(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
    assert_hip(hipLaunchHostFunc(NULL, wait_at, &gate));
    assert_hip(hipLaunchHostFunc(other, write_down, &note));
    assert_hip(hipStreamSynchronize(other));
    gate_open(&gate);
    assert_hip(hipDeviceSynchronize());
    assert_hip(hipStreamDestroy(other));
}

static void a_stream_waits_for_an_event_of_another(void **state)
{
    struct gate gate;
    hipStream_t from, to;
    hipEvent_t event;
    int order[2], next = 0;
    struct note first = {order, &next, 1}, second = {order, &next, 2};
    (void)state;
    gate_init(&gate);
    assert_hip(hipStreamCreateWithFlags(&from, hipStreamNonBlocking));
    assert_hip(hipStreamCreateWithFlags(&to, hipStreamNonBlocking));
    assert_hip(hipEventCreateWithFlags(&event, hipEventDisableTiming));
    assert_hip(hipLaunchHostFunc(from, wait_at, &gate));
    assert_hip(hipLaunchHostFunc(from, write_down, &first));
    assert_hip(hipEventRecord(event, from));
    assert_hip(hipStreamWaitEvent(to, event, 0));
    assert_hip(hipLaunchHostFunc(to, write_down, &second));
    assert_int_equal(hipEventQuery(event), hipErrorNotReady);
    gate_open(&gate);
    assert_hip(hipStreamSynchronize(to));
    assert_hip(hipEventQuery(event));
    assert_int_equal(order[0], 1);
    assert_int_equal(order[1], 2);
    assert_hip(hipEventDestroy(event));
    assert_hip(hipStreamDestroy(from));
    assert_hip(hipStreamDestroy(to));
}

static void pause_20ms(void *unused)
{
    (void)unused;
    usleep(20000);
}

static void events_measure_time(void **state)
{
    hipEvent_t start, stop, untimed;
    float ms;
    (void)state;
    assert_hip(hipEventCreate(&start));
    assert_hip(hipEventCreate(&stop));
    assert_hip(hipEventCreateWithFlags(&untimed, hipEventDisableTiming));
    assert_hip(hipEventRecord(start, NULL));
    assert_hip(hipLaunchHostFunc(NULL, pause_20ms, NULL));
    assert_hip(hipEventRecord(stop, NULL));
    assert_hip(hipEventRecord(untimed, NULL));
    assert_hip(hipEventSynchronize(stop));
    assert_hip(hipEventElapsedTime(&ms, start, stop));
    assert_true(ms >= 19.0f && ms < 20000.0f);
    assert_hip(hipDeviceSynchronize());
    assert_hip_fails(hipErrorInvalidHandle, hipEventElapsedTime(&ms, start, untimed));
    assert_hip(hipEventDestroy(start));
    assert_hip(hipEventDestroy(stop));
    assert_hip(hipEventDestroy(untimed));
}

static void wait_for_device(void *context)
{
    *(hipError_t *)context = hipDeviceSynchronize();
}

static void a_callback_that_waits_fails_instead_of_hanging(void **state)
{
    hipError_t error = hipSuccess;
    (void)state;
    assert_hip(hipLaunchHostFunc(NULL, wait_for_device, &error));
    assert_hip(hipDeviceSynchronize());
    assert_int_equal(error, hipErrorNotSupported);
}

enum { CALLBACK_LARGE = 2 << 20, CALLBACK_SMALL = 256 };

struct callback_copies {
    uint8_t *large, *small;
    hipError_t errors[2];
};

static void copy_and_forget(void *context)
{
    struct callback_copies *copies = context;
    uint8_t small[CALLBACK_SMALL], *large = malloc(CALLBACK_LARGE);
    memset(small, 3, sizeof small);
    memset(large, 4, CALLBACK_LARGE);
    copies->errors[0] =
        hipMemcpyAsync(copies->small, small, sizeof small, hipMemcpyHostToDevice, NULL);
    copies->errors[1] =
        hipMemcpyAsync(copies->large, large, CALLBACK_LARGE, hipMemcpyHostToDevice, NULL);
    memset(small, 5, sizeof small);
    memset(large, 6, CALLBACK_LARGE);
    free(large);
}

static void a_copy_of_a_callback_takes_the_programs_memory_at_once(void **state)
{
    struct callback_copies copies = {.errors = {hipErrorUnknown, hipErrorUnknown}};
    static uint8_t is[CALLBACK_LARGE];
    (void)state;
    assert_hip(hipMalloc((void **)&copies.large, CALLBACK_LARGE));
    assert_hip(hipMalloc((void **)&copies.small, CALLBACK_SMALL));
    assert_hip(hipLaunchHostFunc(NULL, copy_and_forget, &copies));
    assert_hip(hipDeviceSynchronize());
    assert_hip(copies.errors[0]);
    assert_hip(copies.errors[1]);
    assert_hip(hipMemcpy(is, copies.small, CALLBACK_SMALL, hipMemcpyDeviceToHost));
    for (int i = 0; i < CALLBACK_SMALL; i++)
        assert_int_equal(is[i], 3);
    assert_hip(hipMemcpy(is, copies.large, CALLBACK_LARGE, hipMemcpyDeviceToHost));
    assert_int_equal(is[0], 4);
    assert_memory_equal(is, is + 1, CALLBACK_LARGE - 1);
    assert_hip(hipFree(copies.large));
    assert_hip(hipFree(copies.small));
}

/* Many threads, each with a stream and memory of its own, and the default stream among them. */
static void *exercise(void *failures)
{
    int *p, host[256];
    hipStream_t stream;
    int bad = hipStreamCreate(&stream) != hipSuccess || hipMalloc((void **)&p, sizeof host);
    for (int round = 0; round < 30 && !bad; round++) {
        bad |= hipMemsetD32Async(p, round, 256, round % 3 ? stream : hipStreamPerThread) != 0;
        bad |= hipStreamSynchronize(hipStreamPerThread) != 0;
        bad |= hipMemcpyAsync(host, p, sizeof host, hipMemcpyDeviceToHost, stream) != 0;
        bad |= hipStreamSynchronize(stream) != 0;
        for (int i = 0; i < 256; i++)
            bad |= host[i] != round;
        bad |= round % 10 == 0 && hipMemset(p, 0, 16) != hipSuccess;
    }
    bad |= hipFree(p) != hipSuccess || hipStreamDestroy(stream) != hipSuccess;
    if (bad)
        __atomic_fetch_add((int *)failures, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

static void threads_do_not_disturb_each_other(void **state)
{
    pthread_t threads[6];
    int failures = 0;
    (void)state;
    for (int i = 0; i < 6; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, exercise, &failures), 0);
    for (int i = 0; i < 6; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(failures, 0);
}

/* A copy that takes long, and a stream that gets work while it runs, of another thread. */
struct long_copy {
    volatile unsigned char *sign; /* a byte that it changes when it has begun */
    hipStream_t stream;
    int has_returned, was_late;
};

/* At most a few seconds. */
static void wait_for_the_copy(void *context)
{
    struct long_copy *copy = context;
    for (int i = 0; i < 5000 && !__atomic_load_n(&copy->has_returned, __ATOMIC_SEQ_CST); i++)
        usleep(1000);
    copy->was_late = !__atomic_load_n(&copy->has_returned, __ATOMIC_SEQ_CST);
}

/* Races with the copy, which is the purpose. */
__attribute__((no_sanitize("thread"))) static int has_begun(const struct long_copy *copy)
{
    return *copy->sign != 0;
}

static void *submit_when_it_has_begun(void *context)
{
    struct long_copy *copy = context;
    while (!has_begun(copy))
        ;
    hipLaunchHostFunc(copy->stream, wait_for_the_copy, copy);
    return NULL;
}

static void a_copy_does_not_wait_for_what_other_threads_submit_meanwhile(void **state)
{
    enum { BYTES = 64 << 20 };
    struct long_copy copy = {0};
    pthread_t thread;
    unsigned char *src = malloc(BYTES), *dst;
    (void)state;
    assert_non_null(src);
    memset(src, 1, BYTES);
    assert_hip(hipMallocManaged((void **)&dst, BYTES, hipMemAttachGlobal));
    copy.sign = dst + BYTES / 16; /* C libraries write the first ones last */
    assert_hip(hipStreamCreate(&copy.stream));
    assert_int_equal(pthread_create(&thread, NULL, submit_when_it_has_begun, &copy), 0);
    assert_hip(hipMemcpy(dst, src, BYTES, hipMemcpyDefault));
    __atomic_store_n(&copy.has_returned, 1, __ATOMIC_SEQ_CST);
    pthread_join(thread, NULL);
    assert_hip(hipStreamSynchronize(copy.stream));
    assert_false(copy.was_late);
    assert_hip(hipStreamDestroy(copy.stream));
    assert_hip(hipFree(dst));
    free(src);
}

static void a_mask_of_compute_units_is_told(void **state)
{
    const uint32_t some[2] = {0x6, 0x1};
    uint32_t mask[16];
    hipStream_t stream;
    const uint32_t none[2] = {0};
    int units = 0, all = 0;
    (void)state;
    assert_hip(hipDeviceGetAttribute(&units, hipDeviceAttributeMultiprocessorCount, 0));
    assert_hip_fails(hipErrorInvalidValue, hipExtStreamGetCUMask(NULL, 0, mask));
    assert_hip_fails(hipErrorInvalidValue, hipExtStreamGetCUMask(NULL, 16, NULL));
    assert_hip_fails(hipErrorInvalidValue, hipExtStreamCreateWithCUMask(&stream, 0, some));
    assert_hip(hipExtStreamGetCUMask(NULL, 16, mask));
    for (unsigned i = 0; i < 16; i++)
        all += __builtin_popcount(mask[i]);
    assert_int_equal(all, units);
    assert_hip(hipExtStreamCreateWithCUMask(&stream, 2, some));
    assert_hip(hipExtStreamGetCUMask(stream, 16, mask));
    assert_true(mask[0] == 0x6 && mask[1] == 0x1 && mask[2] == 0 && mask[15] == 0);
    assert_hip(hipStreamDestroy(stream));
    assert_hip(hipExtStreamCreateWithCUMask(&stream, 2, none)); /* the default */
    assert_hip(hipExtStreamGetCUMask(stream, 16, mask));
    assert_int_equal(mask[0] & 1, 1);
    assert_hip(hipStreamDestroy(stream));
}

static void pause_100us(void *unused)
{
    (void)unused;
    usleep(100);
}

static long times_that_this_thread_waited(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_THREAD, &usage), 0);
    return usage.ru_nvcsw;
}

static void a_thread_that_waits_for_many_commands_wakes_once(void **state)
{
    enum { COMMANDS = 200, MOST = 20 };
    long before;
    (void)state;
    assert_hip(hipLaunchHostFunc(NULL, pause_20ms, NULL));
    for (unsigned i = 0; i < COMMANDS; i++)
        assert_hip(hipLaunchHostFunc(NULL, pause_100us, NULL));
    before = times_that_this_thread_waited();
    assert_hip(hipDeviceSynchronize());
    assert_in_range(times_that_this_thread_waited() - before, 0, MOST);
}

static void set_flag(void *flag)
{
    atomic_store((atomic_bool *)flag, true);
}

struct submission {
    hipStream_t stream;
    atomic_bool is_done;
};

static void *submit_once(void *context)
{
    struct submission *submission = context;
    (void)hipLaunchHostFunc(submission->stream, set_flag, &submission->is_done);
    return NULL;
}

/* The work may be done before the call that submitted it returns. */
static void a_stream_may_end_while_a_submission_returns(void **state)
{
    enum { TIMES = 300 };
    (void)state;
    for (unsigned i = 0; i < TIMES; i++) {
        struct submission submission = {.is_done = false};
        pthread_t thread;
        hipStream_t next;
        assert_hip(hipStreamCreate(&submission.stream));
        assert_int_equal(pthread_create(&thread, NULL, submit_once, &submission), 0);
        while (!atomic_load(&submission.is_done))
            sched_yield();
        assert_hip(hipStreamDestroy(submission.stream));
        assert_hip(hipStreamCreate(&next));
        assert_hip(hipStreamDestroy(next));
        pthread_join(thread, NULL);
    }
}

/* A new stream has nothing of one that was destroyed, whose place it takes. */
static void attributes_are_told_and_end_with_the_stream(void **state)
{
    enum { SYNCHRONIZATION = 3, PRIORITY = 8, AUTO = 1, SPIN, YIELD, BLOCKING };
    const uint32_t mask[2] = {5, 0};
    uint32_t told[4] = {0}, all[4] = {0};
    hipStream_t stream, other;
    hipGraph_t graph;
    int value = 0, yield = YIELD, wrong = BLOCKING + 1, none = 0;
    (void)state;
    assert_hip(hipExtStreamGetCUMask(NULL, 4, all));
    for (int i = 0; i < 2; i++) {
        assert_hip(i ? hipStreamCreate(&stream) : hipExtStreamCreateWithCUMask(&stream, 2, mask));
        assert_hip(hipStreamGetAttribute(stream, SYNCHRONIZATION, &value));
        assert_int_equal(value, AUTO);
        assert_hip(hipExtStreamGetCUMask(stream, 4, told));
        assert_int_equal(told[0], i ? all[0] : 5);
        assert_hip(hipStreamSetAttribute(stream, SYNCHRONIZATION, &yield));
        assert_hip(hipStreamGetAttribute(stream, SYNCHRONIZATION, &value));
        assert_int_equal(value, YIELD);
        assert_hip(hipStreamDestroy(stream));
    }
    assert_hip_fails(hipErrorInvalidResourceHandle,
                     hipStreamGetAttribute(stream, SYNCHRONIZATION, &value));
    assert_hip_fails(hipErrorInvalidResourceHandle, hipStreamCopyAttributes(NULL, stream));
    assert_hip_fails(hipErrorInvalidResourceHandle, hipStreamCopyAttributes(stream, NULL));
    assert_hip(hipStreamCreateWithPriority(&stream, 0, -1));
    assert_hip(hipStreamCreate(&other));
    assert_hip(hipStreamGetAttribute(stream, PRIORITY, &value));
    assert_int_equal(value, -1);
    assert_hip(hipStreamSetAttribute(stream, SYNCHRONIZATION, &yield));
    assert_hip(hipStreamCopyAttributes(other, stream));
    assert_hip(hipStreamGetAttribute(other, SYNCHRONIZATION, &value));
    assert_int_equal(value, YIELD);
    assert_hip(hipStreamGetAttribute(other, PRIORITY, &value));
    assert_int_equal(value, 0);
    assert_hip_fails(hipErrorInvalidValue, hipStreamGetAttribute(stream, 1, &value));
    assert_hip_fails(hipErrorInvalidValue, hipStreamGetAttribute(stream, PRIORITY, NULL));
    assert_hip_fails(hipErrorInvalidValue, hipStreamSetAttribute(stream, PRIORITY, &none));
    assert_hip_fails(hipErrorInvalidValue, hipStreamSetAttribute(stream, SYNCHRONIZATION, NULL));
    assert_hip_fails(hipErrorInvalidValue, hipStreamSetAttribute(stream, SYNCHRONIZATION, &wrong));
    assert_hip_fails(hipErrorInvalidValue, hipStreamSetAttribute(stream, SYNCHRONIZATION, &none));
    assert_hip(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    assert_hip_fails(hipErrorStreamCaptureUnsupported,
                     hipStreamSetAttribute(stream, SYNCHRONIZATION, &yield));
    assert_hip(hipStreamEndCapture(stream, &graph));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipStreamDestroy(stream));
    assert_hip(hipStreamDestroy(other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_handles_are_refused),
        cmocka_unit_test(a_stream_keeps_its_order),
        cmocka_unit_test(an_asynchronous_copy_takes_the_programs_memory_at_once),
        cmocka_unit_test(the_host_does_not_wait_for_work_inside_of_a_device),
        cmocka_unit_test(streams_run_beside_each_other),
        cmocka_unit_test(the_default_stream_and_blocking_streams_wait_for_each_other),
        cmocka_unit_test(a_non_blocking_stream_does_not_wait_for_the_default_one),
        cmocka_unit_test(a_stream_waits_for_an_event_of_another),
        cmocka_unit_test(events_measure_time),
        cmocka_unit_test(a_callback_that_waits_fails_instead_of_hanging),
        cmocka_unit_test(a_copy_of_a_callback_takes_the_programs_memory_at_once),
        cmocka_unit_test(threads_do_not_disturb_each_other),
        cmocka_unit_test(a_copy_does_not_wait_for_what_other_threads_submit_meanwhile),
        cmocka_unit_test(a_mask_of_compute_units_is_told),
        cmocka_unit_test(attributes_are_told_and_end_with_the_stream),
        cmocka_unit_test(a_thread_that_waits_for_many_commands_wakes_once),
        cmocka_unit_test(a_stream_may_end_while_a_submission_returns),
    };
    setenv("HIPEMU_QUIET", "1", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
