/* See program.h. */
#include "program.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hip hip;
const char *kernels_path;
void *module, *scale;
int *in, *out;

int must(int error, const char *what)
{
    if (error) {
        fprintf(stderr, "%s: error %d\n", what, error);
        exit(3);
    }
    return error;
}

static void open_runtime(void)
{
    void *library = dlopen("libamdhip64.so.6", RTLD_NOW | RTLD_LOCAL);
    bool is_good = library != NULL;
#define FIND(name, parameters) is_good = is_good && (*(void **)&hip.name = dlsym(library, #name));
    FUNCTIONS(FIND)
#undef FIND
    if (!is_good) {
        fprintf(stderr, "%s\n", dlerror());
        exit(3);
    }
}

static void prepare(const char *kernels)
{
    int values[COUNT];
    for (int i = 0; i < COUNT; i++)
        values[i] = i;
    MUST(hipModuleLoad, &module, kernels);
    MUST(hipModuleGetFunction, &scale, module, "scale");
    MUST(hipMalloc, (void **)&in, sizeof values);
    MUST(hipMalloc, (void **)&out, sizeof values);
    MUST(hipMemcpy, in, values, sizeof values, 1);
    MUST(hipMemset, out, 0, sizeof values);
}

void launch(int *to, int *from, int count)
{
    void *arguments[] = {&to, &from, &count};
    unsigned groups = (unsigned)(count + BLOCK - 1) / BLOCK;
    MUST(hipModuleLaunchKernel, scale, groups, 1, 1, BLOCK, 1, 1, 0, NULL, arguments, NULL);
}

void check_memory(const int *memory, int factor)
{
    int values[COUNT];
    must(hip.hipDeviceSynchronize(), "hipDeviceSynchronize");
    MUST(hipMemcpy, values, memory, sizeof values, 2);
    for (int i = 0; i < COUNT; i++)
        if (values[i] != factor * i) {
            fprintf(stderr, "value %d is %d\n", i, values[i]);
            exit(4);
        }
}

void check(void)
{
    check_memory(out, 2);
}

int main(int argc, char **argv)
{
    static const struct mode *const tables[] = {modes_memory,  modes_errors, modes_processes,
                                                modes_streams, modes_graphs, modes_devices};
    if (argc < 3)
        return 2;
    int number = argc > 3 ? atoi(argv[3]) : 1;
    kernels_path = argv[1];
    open_runtime();
    prepare(argv[1]);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (const struct mode *mode = tables[i]; mode->name; mode++)
            if (strcmp(mode->name, argv[2]) == 0)
                return mode->run(number);
    return 2;
}
