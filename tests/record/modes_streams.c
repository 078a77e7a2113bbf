/* Modes of several streams, and of captures. */
#include "program.h"

/* Nothing can be copied while a stream is captured, also for a launch on another one. */
static int captured(int number)
{
    void *stream, *other, *graph, *arguments[] = {&out, &in, &number};
    MUST(hipStreamCreate, &stream);
    MUST(hipStreamCreateWithFlags, &other, 1);
    MUST(hipStreamBeginCapture, stream, 2);
    MUST(hipModuleLaunchKernel, scale, 1, 1, 1, BLOCK, 1, 1, 0, stream, arguments, NULL);
    MUST(hipModuleLaunchKernel, scale, 1, 1, 1, BLOCK, 1, 1, 0, other, arguments, NULL);
    MUST(hipStreamEndCapture, stream, &graph);
    return 0;
}

/* A kernel in another stream waits until the program lets it go on, after a launch that is
 * recorded. */
static int waiting(int number)
{
    void *hang, *stream, *host, *arguments[] = {&host};
    (void)number;
    MUST(hipModuleGetFunction, &hang, module, "hang");
    MUST(hipStreamCreate, &stream);
    MUST(hipHostMalloc, &host, sizeof(int), 0);
    *(volatile int *)host = 0;
    MUST(hipModuleLaunchKernel, hang, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL);
    void *other, *others[] = {&out, &in, &(int){COUNT}};
    MUST(hipStreamCreate, &other);
    MUST(hipModuleLaunchKernel, scale, GROUPS, 1, 1, BLOCK, 1, 1, 0, other, others, NULL);
    *(volatile int *)host = 1;
    check();
    return 0;
}

/* A kernel of the null stream writes what one in a blocking stream reads. */
static int ordered(int number)
{
    enum { ITEMS = 1 << 16 };
    void *stir, *stream, *values, *stirring[] = {&values, &(int){ITEMS}, &number};
    void *arguments[] = {&out, &values, &(int){COUNT}};
    MUST(hipStreamCreate, &stream);
    MUST(hipModuleGetFunction, &stir, module, "stir");
    MUST(hipMalloc, &values, ITEMS * sizeof(int));
    MUST(hipMemset, values, 1, ITEMS * sizeof(int));
    must(hip.hipDeviceSynchronize(), "hipDeviceSynchronize");
    MUST(hipModuleLaunchKernel, stir, ITEMS / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL, stirring, NULL);
    MUST(hipModuleLaunchKernel, scale, GROUPS, 1, 1, BLOCK, 1, 1, 0, stream, arguments, NULL);
    return hip.hipDeviceSynchronize();
}

/* The other way round: the null stream reads what a blocking stream writes. */
static int ordered_null(int number)
{
    enum { ITEMS = 1 << 16 };
    void *stir, *stream, *values, *stirring[] = {&values, &(int){ITEMS}, &number};
    void *arguments[] = {&out, &values, &(int){COUNT}};
    MUST(hipStreamCreate, &stream);
    MUST(hipModuleGetFunction, &stir, module, "stir");
    MUST(hipMalloc, &values, ITEMS * sizeof(int));
    MUST(hipMemset, values, 1, ITEMS * sizeof(int));
    must(hip.hipDeviceSynchronize(), "hipDeviceSynchronize");
    MUST(hipModuleLaunchKernel, stir, ITEMS / BLOCK, 1, 1, BLOCK, 1, 1, 0, stream, stirring, NULL);
    MUST(hipModuleLaunchKernel, scale, GROUPS, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL);
    return hip.hipDeviceSynchronize();
}

/* A capture ends when its stream is destroyed. */
static int destroyed(int number)
{
    void *stream;
    (void)number;
    MUST(hipStreamCreate, &stream);
    MUST(hipStreamBeginCapture, stream, 0);
    MUST(hipStreamDestroy, stream);
    launch(out, in, COUNT);
    check();
    return 0;
}

const struct mode modes_streams[] = {
    {"waiting", waiting},           {"captured", captured},   {"ordered", ordered},
    {"ordered_null", ordered_null}, {"destroyed", destroyed}, {NULL, NULL},
};
