/* Events of several processes.
 *
 * Their waits look at memory, and pause with nanosleep(). Counting the pauses tells the tests that
 * a wait has begun, and that it has looked again.
 */
#include "hip_test.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const unsigned for_others = hipEventInterprocess | hipEventDisableTiming;

static _Atomic unsigned pauses;

/* In the place of the C library's. */
int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    atomic_fetch_add(&pauses, 1);
    errno = clock_nanosleep(CLOCK_MONOTONIC, 0, wanted, left);
    return errno ? -1 : 0;
}

static void await_pauses(unsigned more, const _Atomic bool *or_this)
{
    const unsigned before = atomic_load(&pauses);
    while (atomic_load(&pauses) - before < more && !(or_this && atomic_load(or_this)))
        poll(NULL, 0, 1);
}

/* The one wait that goes on looks at least once between two pauses. */
static void await_look(const _Atomic bool *or_this)
{
    await_pauses(2, or_this);
}

static void set_flag(void *flag)
{
    atomic_store((_Atomic bool *)flag, true);
}

static void read_byte(void *channel)
{
    char byte;
    if (read(*(const int *)channel, &byte, 1) == 1)
        return;
    fprintf(stderr, "process %d: the other process has ended\n", (int)getpid());
    _exit(9);
}

static void write_byte(void *channel)
{
    if (write(*(const int *)channel, "", 1) == 1)
        return;
    fprintf(stderr, "process %d: the other process does not read\n", (int)getpid());
    _exit(8);
}

/* ---- In one process -------------------------------------------------------------------------- */

static void bad_handles_are_refused(void **state)
{
    hipIpcEventHandle_t handle;
    hipEvent_t own, shared, opened;
    (void)state;
    assert_hip(hipEventCreate(&own));
    assert_hip(hipEventCreateWithFlags(&shared, for_others));
    assert_hip_fails(hipErrorInvalidValue, hipIpcGetEventHandle(NULL, shared));
    assert_hip_fails(hipErrorInvalidValue, hipIpcGetEventHandle(&handle, NULL));
    assert_hip_fails(hipErrorInvalidConfiguration, hipIpcGetEventHandle(&handle, own));
    assert_hip(hipIpcGetEventHandle(&handle, shared));
    assert_hip_fails(hipErrorInvalidContext, hipIpcOpenEventHandle(&opened, handle));
    assert_hip_fails(hipErrorInvalidValue, hipIpcOpenEventHandle(NULL, handle));
    memset(&handle, 0, sizeof handle);
    assert_hip_fails(hipErrorInvalidValue, hipIpcOpenEventHandle(&opened, handle));
    assert_int_equal(hipEventQuery(shared), hipSuccess); /* it was never recorded */
    assert_hip(hipEventSynchronize(shared));
    assert_hip(hipEventDestroy(own));
    assert_hip(hipEventDestroy(shared));
}

/* A stream with work that ends when somebody writes into the pipe. */
struct gated {
    hipStream_t stream;
    int gate[2];
};

static void gated_make(struct gated *gated)
{
    assert_int_equal(pipe(gated->gate), 0);
    assert_hip(hipStreamCreate(&gated->stream));
    assert_hip(hipLaunchHostFunc(gated->stream, read_byte, &gated->gate[0]));
}

/* Its gate is open. */
static void gated_destroy(struct gated *gated)
{
    assert_hip(hipStreamSynchronize(gated->stream));
    assert_hip(hipStreamDestroy(gated->stream));
    close(gated->gate[0]);
    close(gated->gate[1]);
}

static void gated_open(struct gated *gated)
{
    write_byte(&gated->gate[1]);
    gated_destroy(gated);
}

static void a_recording_is_not_reached_with_a_later_one(void **state)
{
    struct gated slow;
    hipStream_t idle, waiting;
    hipEvent_t event;
    _Atomic bool went_on = false;
    (void)state;
    gated_make(&slow);
    assert_hip(hipStreamCreate(&idle));
    assert_hip(hipStreamCreate(&waiting));
    assert_hip(hipEventCreateWithFlags(&event, for_others));
    assert_hip(hipEventRecord(event, slow.stream));
    assert_hip(hipStreamWaitEvent(waiting, event, 0));
    assert_hip(hipLaunchHostFunc(waiting, set_flag, &went_on));
    assert_hip(hipEventRecord(event, idle));
    assert_hip(hipEventSynchronize(event));
    assert_int_equal(hipEventQuery(event), hipSuccess);
    await_look(&went_on);
    assert_false(went_on);
    gated_open(&slow);
    assert_hip(hipStreamSynchronize(waiting));
    assert_true(went_on);
    assert_hip(hipEventDestroy(event));
    assert_hip(hipStreamDestroy(idle));
    assert_hip(hipStreamDestroy(waiting));
}

static void an_event_is_recorded_any_number_of_times(void **state)
{
    struct gated gated;
    hipStream_t streams[2];
    hipEvent_t event;
    (void)state;
    assert_hip(hipEventCreateWithFlags(&event, for_others));
    for (int i = 0; i < 2; i++)
        assert_hip(hipStreamCreate(&streams[i]));
    for (int i = 0; i < 1000; i++) {
        assert_hip(hipEventRecord(event, streams[i % 3 == 0]));
        if (i % 100 == 99)
            assert_hip(hipEventSynchronize(event));
    }
    assert_int_equal(hipEventQuery(event), hipSuccess);
    gated_make(&gated);
    assert_hip(hipEventRecord(event, gated.stream));
    assert_int_equal(hipEventQuery(event), hipErrorNotReady);
    gated_open(&gated);
    assert_int_equal(hipEventQuery(event), hipSuccess);
    for (int i = 0; i < 2; i++)
        assert_hip(hipStreamDestroy(streams[i]));
    assert_hip(hipEventDestroy(event));
}

struct later {
    hipEvent_t event;
    struct gated first, second;
};

/* Records the event when the other thread waits for the first recording, which it then lets go. */
static void *record_later(void *context)
{
    struct later *later = context;
    await_pauses(1, NULL);
    if (hipEventRecord(later->event, later->second.stream))
        abort();
    write_byte(&later->first.gate[1]);
    return NULL;
}

static void a_wait_is_not_for_later_recordings(void **state)
{
    struct later later;
    pthread_t thread;
    (void)state;
    gated_make(&later.first);
    gated_make(&later.second);
    assert_hip(hipEventCreateWithFlags(&later.event, for_others));
    assert_hip(hipEventRecord(later.event, later.first.stream));
    assert_int_equal(pthread_create(&thread, NULL, record_later, &later), 0);
    assert_hip(hipEventSynchronize(later.event));
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(hipEventQuery(later.event), hipErrorNotReady);
    gated_open(&later.second);
    assert_hip(hipEventSynchronize(later.event));
    assert_hip(hipEventDestroy(later.event));
    gated_destroy(&later.first);
}

/* ---- In two processes ------------------------------------------------------------------------ */

/* Each end is open in one process only: the end of a process wakes the other one. */
struct channels {
    int to_child[2], to_parent[2], gate[2];
    pid_t child;
};

/* |run| returns 0, or the step that failed. */
static void start_child(struct channels *c, int (*run)(struct channels *))
{
    assert_int_equal(pipe(c->to_child) | pipe(c->to_parent) | pipe(c->gate), 0);
    c->child = fork();
    assert_true(c->child >= 0);
    close(c->child ? c->to_child[0] : c->to_child[1]);
    close(c->child ? c->to_parent[1] : c->to_parent[0]);
    close(c->child ? c->gate[1] : c->gate[0]);
    if (c->child)
        return;
    int step = run(c);
    if (step)
        fprintf(stderr, "the child failed in step %d\n", step);
    _exit(step);
}

static void await_child(const struct channels *c)
{
    int status;
    assert_int_equal(waitpid(c->child, &status, 0), c->child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    close(c->to_child[1]);
    close(c->to_parent[0]);
    close(c->gate[0]);
}

static bool read_handle(const struct channels *c, hipIpcEventHandle_t *out)
{
    return read(c->to_child[0], out, sizeof *out) == sizeof *out;
}

static void send_handle(const struct channels *c, const hipIpcEventHandle_t *handle)
{
    assert_int_equal(write(c->to_child[1], handle, sizeof *handle), sizeof *handle);
}

/* It sees the recording, waits for it, and records the event itself. */
static int await_and_record(struct channels *c)
{
    hipIpcEventHandle_t handle;
    hipEvent_t event;
    hipStream_t stream, behind;
    if (!read_handle(c, &handle) || hipIpcOpenEventHandle(&event, handle) ||
        hipStreamCreate(&stream) || hipStreamCreate(&behind))
        return 2;
    if (hipEventQuery(event) != hipErrorNotReady || hipStreamWaitEvent(stream, event, 0) ||
        hipLaunchHostFunc(stream, write_byte, &c->gate[1])) /* read below, behind the event */
        return 3;
    await_look(NULL);
    if (hipStreamQuery(stream) != hipErrorNotReady)
        return 4;
    write_byte(&c->to_parent[1]); /* the recording may be reached from now on */
    if (hipEventSynchronize(event) || hipEventQuery(event) || hipStreamSynchronize(stream))
        return 5;
    read_byte(&c->to_child[0]); /* the other process has waited for the first recording */
    if (hipLaunchHostFunc(behind, read_byte, &c->to_child[0]) || hipEventRecord(event, behind))
        return 6;
    write_byte(&c->to_parent[1]); /* it is recorded again, and not reached */
    return hipStreamSynchronize(behind) || hipEventDestroy(event) ? 7 : 0;
}

static void an_event_is_awaited_and_recorded_in_two_processes(void **state)
{
    struct channels c;
    hipIpcEventHandle_t handle;
    hipEvent_t event;
    hipStream_t stream, other;
    (void)state;
    start_child(&c, await_and_record);
    assert_hip(hipStreamCreate(&stream));
    assert_hip(hipStreamCreate(&other));
    assert_hip(hipEventCreateWithFlags(&event, for_others));
    assert_hip(hipIpcGetEventHandle(&handle, event));
    assert_hip(hipLaunchHostFunc(stream, read_byte, &c.to_parent[0]));
    assert_hip(hipEventRecord(event, stream));
    send_handle(&c, &handle);
    assert_hip(hipEventSynchronize(event));
    write_byte(&c.to_child[1]);
    read_byte(&c.gate[0]);      /* the other process's stream went on */
    read_byte(&c.to_parent[0]); /* it has recorded the event */
    assert_int_equal(hipEventQuery(event), hipErrorNotReady);
    assert_hip(hipStreamWaitEvent(other, event, 0));
    assert_int_equal(hipStreamQuery(other), hipErrorNotReady);
    write_byte(&c.to_child[1]);
    assert_hip(hipStreamSynchronize(other));
    assert_hip(hipEventSynchronize(event));
    await_child(&c);
    assert_hip(hipEventDestroy(event));
    assert_hip(hipStreamDestroy(stream));
    assert_hip(hipStreamDestroy(other));
}

static int record_once(struct channels *c)
{
    hipIpcEventHandle_t handle;
    hipEvent_t event;
    hipStream_t stream;
    if (!read_handle(c, &handle) || hipIpcOpenEventHandle(&event, handle) ||
        hipStreamCreate(&stream))
        return 2;
    return hipEventRecord(event, stream) || hipStreamSynchronize(stream) ? 3 : 0;
}

static void another_process_replaces_the_last_recording(void **state)
{
    struct channels c;
    struct gated own;
    hipIpcEventHandle_t handle;
    hipEvent_t event;
    (void)state;
    start_child(&c, record_once);
    gated_make(&own);
    assert_hip(hipEventCreateWithFlags(&event, for_others));
    assert_hip(hipIpcGetEventHandle(&handle, event));
    assert_hip(hipEventRecord(event, own.stream));
    assert_int_equal(hipEventQuery(event), hipErrorNotReady);
    send_handle(&c, &handle);
    await_child(&c);
    assert_int_equal(hipEventQuery(event), hipSuccess);
    assert_hip(hipEventSynchronize(event));
    assert_int_equal(hipStreamQuery(own.stream), hipErrorNotReady);
    gated_open(&own);
    assert_hip(hipEventDestroy(event));
}

static int open_nothing(struct channels *c)
{
    hipIpcEventHandle_t handle;
    hipEvent_t event;
    if (!read_handle(c, &handle))
        return 2;
    return hipIpcOpenEventHandle(&event, handle) == hipErrorInvalidValue ? 0 : 3;
}

/* The number of the event's descriptor is that of memory by then. */
static void a_handle_of_a_destroyed_event_stays_invalid(void **state)
{
    enum { HANDLE_FILE = 12 }; /* where handles have the number */
    const uint64_t before[2] = {77, 0};
    uint64_t after[2], *memory;
    struct channels c;
    hipIpcEventHandle_t handle;
    hipIpcMemHandle_t of_memory;
    hipEvent_t event;
    (void)state;
    start_child(&c, open_nothing);
    assert_hip(hipEventCreateWithFlags(&event, for_others));
    assert_hip(hipIpcGetEventHandle(&handle, event));
    assert_hip(hipEventDestroy(event));
    assert_hip(hipMalloc((void **)&memory, 4096));
    assert_hip(hipMemcpy(memory, before, sizeof before, hipMemcpyHostToDevice));
    assert_hip(hipIpcGetMemHandle(&of_memory, memory));
    assert_memory_equal((char *)&handle + HANDLE_FILE, (char *)&of_memory + HANDLE_FILE,
                        sizeof(int));
    send_handle(&c, &handle);
    await_child(&c);
    assert_hip(hipMemcpy(after, memory, sizeof after, hipMemcpyDeviceToHost));
    assert_memory_equal(after, before, sizeof after);
    assert_hip(hipFree(memory));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_handles_are_refused),
        cmocka_unit_test(a_handle_of_a_destroyed_event_stays_invalid),
        cmocka_unit_test(another_process_replaces_the_last_recording),
        cmocka_unit_test(an_event_is_awaited_and_recorded_in_two_processes),
        cmocka_unit_test(a_recording_is_not_reached_with_a_later_one),
        cmocka_unit_test(an_event_is_recorded_any_number_of_times),
        cmocka_unit_test(a_wait_is_not_for_later_recordings),
    };
    signal(SIGPIPE, SIG_IGN);
    setenv("HIPEMU_DEVICES", "gfx1030", 1);
    setenv("HIPEMU_QUIET", "1", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
