/* The process around it: it ends while work is queued, and it forks. */
#include "hip_test.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Runs |child| in a process of its own; kills it when it takes too long, which is a failure. */
static int run_child(void (*child)(void))
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        alarm(60);
        child();
        exit(0);
    }
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void leave_work_behind(void)
{
    static hipModule_t module; /* its kernel may be running to the end */
    hipFunction_t spin;
    int *flag;
    if (hipModuleLoad(&module, kernels_path("gfx1030")) ||
        hipModuleGetFunction(&spin, module, "spin") || hipMalloc((void **)&flag, 4) ||
        hipMemset(flag, 0, 4))
        exit(2);
    void *parameters[] = {&flag};
    if (hipModuleLaunchKernel(spin, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL))
        exit(3);
    usleep(100000);
}

static void a_process_ends_though_a_kernel_does_not(void **state)
{
    (void)state;
    assert_int_equal(run_child(leave_work_behind), 0);
}

static void use_memory(void)
{
    int *p, back = 0;
    if (hipMalloc((void **)&p, 4) || hipMemsetD32(p, 42, 1) ||
        hipMemcpy(&back, p, 4, hipMemcpyDeviceToHost) || back != 42)
        exit(2);
}

static void the_child_of_a_process_that_used_streams_can_use_them(void **state)
{
    (void)state;
    use_memory();
    assert_int_equal(run_child(use_memory), 0);
    use_memory();
}

/* The threads that the parent has in kernels are not here. */
static void free_memory_at_once(void)
{
    void *p;
    int pipes[2];
    if (pipe(pipes) || hipMalloc(&p, 1 << 20) || write(pipes[1], p, 1) != 1 || hipFree(p))
        _exit(4);
    _exit(write(pipes[1], p, 1) != -1 || errno != EFAULT); /* the kernel's work is lost here */
}

static void free_memory_beside_a_kernel(void)
{
    leave_work_behind();
    exit(run_child(free_memory_at_once));
}

static void the_child_of_a_process_with_a_kernel_frees_memory(void **state)
{
    (void)state;
    assert_int_equal(run_child(free_memory_beside_a_kernel), 0);
}

static atomic_bool has_ended;

static void *capture_on_and_on(void *context)
{
    hipStream_t stream;
    void *memory;
    assert_hip(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    assert_hip(hipMalloc(&memory, 64));
    while (!atomic_load(&has_ended)) {
        hipGraph_t graph;
        assert_hip(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
        for (int i = 0; i < 20; i++)
            assert_hip(hipMemsetAsync(memory, 0, 64, stream));
        assert_hip(hipStreamEndCapture(stream, &graph));
        assert_hip(hipGraphDestroy(graph));
    }
    return context;
}

static void make_a_graph(void)
{
    hipGraph_t graph;
    _exit(hipGraphCreate(&graph, 0) || hipGraphDestroy(graph)); /* others' graphs are lost here */
}

/* fork() takes the locks in the order in which other threads do. */
static void a_process_forks_while_others_capture(void **state)
{
    pthread_t threads[2];
    (void)state;
    alarm(60); /* instead of waiting forever */
    use_memory();
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, capture_on_and_on, NULL), 0);
    for (int i = 0; i < 100; i++)
        assert_int_equal(run_child(make_a_graph), 0);
    atomic_store(&has_ended, true);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    alarm(0);
}

static void an_endless_kernel_ends_with_its_time(void)
{
    static hipModule_t module; /* its kernel may be running to the end */
    hipFunction_t spin;
    int *flag;
    setenv("HIPEMU_TIMEOUT", "0.5", 1);
    if (hipModuleLoad(&module, kernels_path("gfx1030")) ||
        hipModuleGetFunction(&spin, module, "spin") || hipMalloc((void **)&flag, 4) ||
        hipMemset(flag, 0, 4))
        exit(2);
    void *parameters[] = {&flag};
    if (hipModuleLaunchKernel(spin, 3, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL))
        exit(3);
    if (hipDeviceSynchronize() != hipErrorLaunchTimeOut)
        exit(4);
    int one = 1; /* and the device works on */
    if (hipMemcpy(flag, &one, 4, hipMemcpyHostToDevice) ||
        hipModuleLaunchKernel(spin, 3, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL) ||
        hipDeviceSynchronize())
        exit(5);
}

static void endless_kernels_time_out(void **state)
{
    (void)state;
    assert_int_equal(run_child(an_endless_kernel_ends_with_its_time), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_process_ends_though_a_kernel_does_not),
        cmocka_unit_test(endless_kernels_time_out),
        cmocka_unit_test(the_child_of_a_process_that_used_streams_can_use_them),
        cmocka_unit_test(the_child_of_a_process_with_a_kernel_frees_memory),
        cmocka_unit_test(a_process_forks_while_others_capture),
    };
    setenv("HIPEMU_QUIET", "1", 1);
    setenv("HIPEMU_DEVICES", "gfx1030", 1);
    kernels_path("gfx1030");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
