/* Modes with launches that fail, or that the runtime refuses. */
#include "program.h"

#include <stdio.h>
#include <unistd.h>

/* Goes on after a launch that fails, and waits at the end. */
static int more(int number)
{
    launch(out, in, COUNT);
    launch(out, in, 5000);
    for (int i = 0; i < number; i++)
        launch(out, in, COUNT);
    return hip.hipDeviceSynchronize() ? 5 : 0;
}

/* Prints the errors that the program sees of a launch that fails, with one after it. */
static int errors(int number)
{
    int values[COUNT], error;
    launch(out, in, 5000);
    launch(out, in, COUNT);
    if (number == 1) {
        error = hip.hipGetLastError();
        printf("errors: %d", error);
        error = hip.hipDeviceSynchronize();
        printf(" %d %d\n", error, hip.hipGetLastError());
    } else if (number == 2) {
        while ((error = hip.hipStreamQuery(NULL)) == 600)
            usleep(1000);
        printf("errors: %d\n", error);
    } else {
        printf("errors: %d\n", hip.hipMemcpy2D(values, 400, out, 400, 400, 10, 2));
    }
    return 0;
}

/* Sees the error, and goes on. */
static int ignoring(int number)
{
    (void)number;
    launch(out, in, 5000);
    int error = hip.hipDeviceSynchronize();
    launch(out, in, COUNT);
    hip.hipDeviceSynchronize();
    return error ? 0 : 5;
}

/* The runtime refuses the last launch. */
static int refused(int number)
{
    void *arguments[] = {&out, &in, &number};
    launch(out, in, COUNT);
    return hip.hipModuleLaunchKernel(scale, 1, 1, 1, 4096, 1, 1, 0, NULL, arguments, NULL) ? 0 : 5;
}

/* A launch that is not selected fails between two that are right. */
static int unselected(int number)
{
    void *function, *arguments[] = {&out, &(int){5000}};
    (void)number;
    MUST(hipModuleGetFunction, &function, module, "biased");
    launch(out, in, COUNT);
    MUST(hipModuleLaunchKernel, function, 79, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL);
    launch(out, in, COUNT);
    launch(out, in, COUNT);
    return hip.hipDeviceSynchronize() ? 0 : 5;
}

const struct mode modes_errors[] = {
    {"more", more},       {"errors", errors},         {"ignoring", ignoring},
    {"refused", refused}, {"unselected", unselected}, {NULL, NULL},
};
