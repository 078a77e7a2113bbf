/* Modes with several devices, threads and modules. */
#include "program.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 2 };

struct worker {
    const char *kernels;
    int device, number;
    pthread_t thread;
};

/* Launches with memory and a module of its own. */
static void *work(void *context)
{
    const struct worker *worker = context;
    void *code, *kernel, *stream;
    int *from, *to, values[COUNT];
    MUST(hipSetDevice, worker->device);
    MUST(hipModuleLoad, &code, worker->kernels);
    MUST(hipModuleGetFunction, &kernel, code, "scale");
    MUST(hipStreamCreateWithFlags, &stream, 1);
    MUST(hipMalloc, (void **)&from, sizeof values);
    MUST(hipMalloc, (void **)&to, sizeof values);
    for (int i = 0; i < worker->number; i++) {
        void *arguments[] = {&to, &from, &(int){COUNT}};
        for (int k = 0; k < COUNT; k++)
            values[k] = k * (i + 3 * worker->device);
        MUST(hipMemcpy, from, values, sizeof values, 1);
        MUST(hipModuleLaunchKernel, kernel, GROUPS, 1, 1, BLOCK, 1, 1, 0, stream, arguments, NULL);
        MUST(hipStreamSynchronize, stream);
        MUST(hipMemcpy, values, to, sizeof values, 2);
        for (int k = 0; k < COUNT; k++)
            if (values[k] != 2 * k * (i + 3 * worker->device)) {
                fprintf(stderr, "value %d is %d\n", k, values[k]);
                exit(4);
            }
    }
    return NULL;
}

/* A thread for each device, or two with the same. */
static int work_at_once(int number, int devices)
{
    struct worker workers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){kernels_path, i % devices, number, 0};
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
            return 6;
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    return 0;
}

static int threads(int number)
{
    return work_at_once(number, 1);
}

static int devices(int number)
{
    return work_at_once(number, THREADS);
}

/* Launches on a stream of a device that is not the current one. */
static int device(int number)
{
    void *stream, *code, *kernel, *arguments[] = {&out, &in, &(int){COUNT}};
    (void)number;
    MUST(hipSetDevice, 1);
    MUST(hipModuleLoad, &code, kernels_path);
    MUST(hipModuleGetFunction, &kernel, code, "scale");
    MUST(hipStreamCreate, &stream);
    MUST(hipMalloc, (void **)&in, COUNT * sizeof(int));
    MUST(hipMemset, in, 0, COUNT * sizeof(int));
    MUST(hipMalloc, (void **)&out, COUNT * sizeof(int));
    MUST(hipSetDevice, 0);
    MUST(hipModuleLaunchKernel, kernel, GROUPS, 1, 1, BLOCK, 1, 1, 0, stream, arguments, NULL);
    check_memory(out, 0);
    return 0;
}

/* Launches a kernel of a module; its variable |bias| becomes |bias|, or keeps its value 3. */
static void launch_biased(void *code, int bias)
{
    int count = COUNT, value;
    void *kernel, *variable, *arguments[] = {&out, &count};
    size_t size;
    MUST(hipModuleGetFunction, &kernel, code, "biased");
    MUST(hipModuleGetGlobal, &variable, &size, code, "pointed");
    MUST(hipMemcpy, variable, &in, sizeof in, 1);
    MUST(hipModuleGetGlobal, &variable, &size, code, "bias");
    if (bias != 3)
        MUST(hipMemcpy, variable, &bias, sizeof bias, 1);
    MUST(hipModuleLaunchKernel, kernel, GROUPS, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL);
    MUST(hipMemcpy, &value, out, sizeof value, 2);
    if (value != bias)
        exit(4);
}

/* A module after another one, which was unloaded. */
static int reloaded(int number)
{
    void *code;
    (void)number;
    MUST(hipModuleLoad, &code, kernels_path);
    launch_biased(code, 10);
    MUST(hipModuleUnload, code);
    MUST(hipModuleLoad, &code, kernels_path);
    launch_biased(code, 3);
    launch_biased(code, 20);
    return 0;
}

const struct mode modes_devices[] = {
    {"threads", threads},   {"devices", devices}, {"device", device},
    {"reloaded", reloaded}, {NULL, NULL},
};
