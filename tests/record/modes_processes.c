/* Modes of processes, threads and signals, and of how the runtime is found. */
#include "program.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Is killed after launches with memory that changes, and that can be compressed. */
static int changed(int number)
{
    void *large, *arguments[] = {&large, &large, &(int){0}};
    MUST(hipMalloc, &large, 1 << 20);
    for (int i = 0; i < number; i++) {
        MUST(hipMemset, large, i, 1 << 20);
        MUST(hipModuleLaunchKernel, scale, 1, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL);
    }
    return raise(SIGKILL);
}

static int killed(int number)
{
    for (int i = 0; i < number; i++)
        launch(out, in, COUNT);
    raise(SIGKILL);
    return 0;
}

/* A child that fork() made goes on; its launches are not those of the file. */
static int forked(int number)
{
    const bool dies = number < 0; /* the child is killed */
    int status;
    launch(out, in, COUNT);
    must(hip.hipDeviceSynchronize(), "hipDeviceSynchronize");
    pid_t child = fork();
    if (child == 0) {
        launch(out, in, dies ? COUNT : number);
        hip.hipDeviceSynchronize();
        if (dies)
            raise(SIGKILL);
        exit(0);
    }
    if (waitpid(child, &status, 0) != child || (status != 0) != dies)
        return 6;
    return 0;
}

/* Launches until the process ends, with memory that changes. */
static void *launch_for_ever(void *unused)
{
    static int values[1 << 20];
    void *large, *arguments[] = {&large, &large, &(int){0}};
    (void)unused;
    MUST(hipMalloc, &large, sizeof values);
    for (unsigned i = 1; i; i++) {
        for (unsigned k = 0; k < 1 << 20; k++)
            values[k] = (int)(k * 2654435761u * i);
        MUST(hipMemcpy, large, values, sizeof values, 1);
        MUST(hipModuleLaunchKernel, scale, 1, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL);
    }
    return NULL;
}

/* Children that fork() makes while a thread is in the recorder can exit. */
static int children(int number)
{
    pthread_t thread;
    int status;
    if (pthread_create(&thread, NULL, launch_for_ever, NULL) != 0)
        return 6;
    usleep(100000);
    for (int i = 0; i < number; i++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(20);
            exit(0);
        }
        if (waitpid(child, &status, 0) != child || status != 0)
            return 6;
        usleep(10000);
    }
    _exit(0);
}

static void leave(int signal)
{
    (void)signal;
    exit(9);
}

/* A handler of a signal ends the program while it is in the recorder. */
static int alarmed(int number)
{
    signal(SIGALRM, leave);
    ualarm((useconds_t)number * 1000, 0);
    launch_for_ever(NULL);
    return 0;
}

/* Another library of the process has another release of the runtime. */
static int both(int number)
{
    (void)number;
    if (!dlopen("libamdhip64.so.7", RTLD_NOW | RTLD_LOCAL))
        return 5;
    launch(out, in, COUNT);
    check();
    return 0;
}

/* RTLD_NEXT depends on who asks: a library before the C library gets that of the C library. */
static int next(int number)
{
    (void)number;
    void *after = dlsym(RTLD_NEXT, "getpid"), *any = dlsym(RTLD_DEFAULT, "getpid");
    return after && after == any && !dlsym(RTLD_NEXT, "main") &&
                   !dlsym(RTLD_DEFAULT, "no_such_name")
               ? 0
               : 7;
}

const struct mode modes_processes[] = {
    {"next", next}, {"killed", killed},     {"changed", changed}, {"forked", forked},
    {"both", both}, {"children", children}, {"alarmed", alarmed}, {NULL, NULL},
};
