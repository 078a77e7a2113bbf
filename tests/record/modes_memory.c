/* Modes whose launches reach different memory, in different ways. */
#include "program.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int right(int number)
{
    for (int i = 0; i < number; i++)
        launch(out, in, COUNT);
    check();
    return 0;
}

/* Writes behind an allocation. */
static int wrong(int number)
{
    (void)number;
    launch(out, in, COUNT);
    launch(out, in, 5000);
    return hip.hipDeviceSynchronize() ? 5 : 0;
}

static int freed(int number)
{
    (void)number;
    MUST(hipFree, in);
    launch(out, in, COUNT);
    return hip.hipDeviceSynchronize() ? 5 : 0;
}

/* The arguments are packed already, and the last workgroup is not whole. */
static int packed(int number)
{
    struct {
        void *out, *in;
        int count;
    } arguments = {out, in, COUNT};
    size_t size = 20;
    void *extra[] = {(void *)1, &arguments, (void *)2, &size, (void *)3};
    (void)number;
    MUST(hipExtModuleLaunchKernel, scale, COUNT, 1, 1, BLOCK, 1, 1, 0, NULL, NULL, extra, NULL,
         NULL, 0);
    check();
    return 0;
}

/* The kernel finds its values through a pointer in memory. */
static int deep(int number)
{
    struct {
        int *values;
        int count;
    } table = {in, COUNT};
    void *function, *device, *arguments[] = {&device};
    (void)number;
    MUST(hipModuleGetFunction, &function, module, "deep");
    MUST(hipMalloc, &device, sizeof table);
    MUST(hipMemcpy, device, &table, sizeof table, 1);
    MUST(hipModuleLaunchKernel, function, GROUPS, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL);
    must(hip.hipDeviceSynchronize(), "hipDeviceSynchronize");
    return 0;
}

/* The kernel reads variables that the program has changed. */
static int variables(int number)
{
    int value = 100 + number, count = COUNT;
    void *function, *bias, *pointed, *arguments[] = {&out, &count};
    size_t size;
    MUST(hipModuleGetGlobal, &bias, &size, module, "bias");
    MUST(hipModuleGetGlobal, &pointed, &size, module, "pointed");
    MUST(hipMemcpy, bias, &value, sizeof value, 1);
    MUST(hipMemcpy, pointed, &in, sizeof in, 1);
    MUST(hipModuleGetFunction, &function, module, "biased");
    MUST(hipModuleLaunchKernel, function, GROUPS, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL);
    must(hip.hipDeviceSynchronize(), "hipDeviceSynchronize");
    return 0;
}

/* Memory of other functions, and a function that hipGetProcAddress() finds. */
static int others(int number)
{
    void *host, *pool;
    (void)number;
    MUST(hipHostMalloc, &host, COUNT * sizeof(int), 0);
    MUST(hipMallocAsync, &pool, COUNT * sizeof(int), NULL);
    memset(host, 0, COUNT * sizeof(int));
    *(void **)&hip.hipModuleLaunchKernel = NULL;
    MUST(hipGetProcAddress, "hipModuleLaunchKernel", (void **)&hip.hipModuleLaunchKernel, 600, 0,
         NULL);
    launch(pool, host, COUNT);
    must(hip.hipDeviceSynchronize(), "hipDeviceSynchronize");
    return 0;
}

/* Changes its memory before each launch, so that no two have the same contents. */
static int changing(int number)
{
    static uint32_t values[1 << 20];
    void *large, *arguments[] = {&large, &large, &(int){0}};
    uint32_t random = 1;
    MUST(hipMalloc, &large, sizeof values);
    for (int i = 0; i < number; i++) {
        for (size_t k = 0; k < 1 << 20; k++)
            values[k] = random = random * 1664525 + 1013904223;
        MUST(hipMemcpy, large, values, sizeof values, 1);
        MUST(hipModuleLaunchKernel, scale, 1, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL);
    }
    must(hip.hipDeviceSynchronize(), "hipDeviceSynchronize");
    return 0;
}

/* The two allocations, in one order or in the other. */
static int swapped(int number)
{
    launch(number ? in : out, number ? out : in, 1);
    must(hip.hipDeviceSynchronize(), "hipDeviceSynchronize");
    return 0;
}

/* Memory of the host, far from that of the device. */
static int far_away(int number)
{
    static _Alignas(4096) int host[1024];
    (void)number;
    MUST(hipHostRegister, host, sizeof host, 0);
    launch(host, in, COUNT);
    must(hip.hipDeviceSynchronize(), "hipDeviceSynchronize");
    return 0;
}

/* Launches that are small, and a last one whose memory is larger than the limit of the file. */
static int large(int number)
{
    static uint32_t values[1 << 20];
    void *memory, *arguments[] = {&memory, &memory, &(int){0}};
    uint32_t random = 1;
    for (size_t k = 0; k < 1 << 20; k++)
        values[k] = random = random * 1664525 + 1013904223;
    for (int i = 0; i < number; i++)
        launch(out, in, COUNT);
    MUST(hipMalloc, &memory, sizeof values);
    MUST(hipMemcpy, memory, values, sizeof values, 1);
    MUST(hipModuleLaunchKernel, scale, 1, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL);
    check();
    return 0;
}

/* The runtime refuses to free memory, which the kernel then uses. */
static int unfreed(int number)
{
    (void)number;
    if (!hip.hipHostUnregister(in))
        return 5;
    launch(out, in, COUNT);
    check();
    return 0;
}

/* Prints the microseconds of processor time that a launch takes, with the wait for it, of |number|
 * items. The variable ROUNDS is how much a work-item does; STIRRED is how many items change. */
static int timed(int number)
{
    enum { LAUNCHES = 100 };
    struct timespec start, end;
    const char *text = getenv("ROUNDS"), *part = getenv("STIRRED");
    int rounds = text ? atoi(text) : 1, stirred = part ? atoi(part) : number;
    void *stir, *values, *arguments[] = {&values, &stirred, &rounds};
    MUST(hipModuleGetFunction, &stir, module, "stir");
    MUST(hipMalloc, &values, (size_t)number * 4);
    MUST(hipMemset, values, 1, (size_t)number * 4);
    for (int i = -2; i < LAUNCHES; i++) {
        if (i == 0)
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
        MUST(hipModuleLaunchKernel, stir, (unsigned)(number + BLOCK - 1) / BLOCK, 1, 1, BLOCK, 1, 1,
             0, NULL, arguments, NULL);
        must(hip.hipDeviceSynchronize(), "hipDeviceSynchronize");
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double seconds =
        (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    printf("%.1f\n", seconds * 1e6 / LAUNCHES);
    return 0;
}

const struct mode modes_memory[] = {
    {"right", right},     {"wrong", wrong},       {"freed", freed},
    {"packed", packed},   {"deep", deep},         {"variables", variables},
    {"others", others},   {"changing", changing}, {"timed", timed},
    {"unfreed", unfreed}, {"swapped", swapped},   {"far", far_away},
    {"large", large},     {NULL, NULL},
};
