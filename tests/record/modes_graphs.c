/* Modes with graphs. */
#include "program.h"

/* A captured graph of kernels, a copy and a memset, which is launched |number| times. */
static int graph(int number)
{
    void *stream, *made, *exec, *arguments[] = {&out, &in, &(int){COUNT}};
    int *middle, *last, *others[] = {(void *)&last, (void *)&middle, &(int){COUNT}};
    MUST(hipMalloc, (void **)&middle, COUNT * sizeof(int));
    MUST(hipMalloc, (void **)&last, COUNT * sizeof(int));
    MUST(hipStreamCreate, &stream);
    MUST(hipStreamBeginCapture, stream, 2);
    MUST(hipMemsetAsync, out, 1, COUNT * sizeof(int), stream);
    MUST(hipModuleLaunchKernel, scale, GROUPS, 1, 1, BLOCK, 1, 1, 0, stream, arguments, NULL);
    MUST(hipMemcpyAsync, middle, out, COUNT * sizeof(int), 3, stream);
    MUST(hipMemsetAsync, out, 0, 4, stream);
    MUST(hipModuleLaunchKernel, scale, GROUPS, 1, 1, BLOCK, 1, 1, 0, stream, (void **)others, NULL);
    MUST(hipStreamEndCapture, stream, &made);
    MUST(hipGraphInstantiate, &exec, made, NULL, NULL, 0);
    MUST(hipGraphDestroy, made);
    for (int i = 0; i < number; i++)
        MUST(hipGraphLaunch, exec, stream);
    check_memory(last, 4);
    check();
    MUST(hipGraphExecDestroy, exec);
    return 0;
}

static struct node_params scaling(void **arguments)
{
    return (struct node_params){
        .block = {BLOCK, 1, 1}, .function = scale, .grid = {GROUPS, 1, 1}, .parameters = arguments};
}

/* Nodes that the program makes, and an instance that it changes: node by node, and as a whole. */
static int graph_nodes(int number)
{
    void *made, *exec, *second, *first, *node, *failed;
    int *other, count = COUNT, result;
    MUST(hipMalloc, (void **)&other, COUNT * sizeof(int));
    MUST(hipMemset, other, 0, COUNT * sizeof(int));
    void *arguments[] = {&out, &in, &count}, *others[] = {&other, &in, &count};
    void *again[] = {&other, &out, &count};
    const struct node_params to_out = scaling(arguments), to_other = scaling(others);
    const struct node_params once_more = scaling(again);
    (void)number;
    MUST(hipGraphCreate, &made, 0);
    MUST(hipGraphAddKernelNode, &first, made, NULL, 0, &to_out);
    MUST(hipGraphInstantiate, &exec, made, NULL, NULL, 0);
    MUST(hipGraphExecKernelNodeSetParams, exec, first, &to_other);
    MUST(hipGraphLaunch, exec, NULL);
    check_memory(other, 2);
    check_memory(out, 0);
    MUST(hipGraphExecUpdate, exec, made, &failed, &result);
    MUST(hipGraphLaunch, exec, NULL);
    check();
    MUST(hipGraphCreate, &second, 0);
    MUST(hipGraphAddKernelNode, &node, second, NULL, 0, &once_more);
    MUST(hipGraphExecUpdate, exec, second, &failed, &result);
    MUST(hipGraphLaunch, exec, NULL);
    check_memory(other, 4);
    return 0;
}

/* The second of three kernels writes behind an allocation. */
static int graph_wrong(int number)
{
    void *made, *exec, *nodes[3];
    int counts[] = {COUNT, 5000, COUNT};
    (void)number;
    MUST(hipGraphCreate, &made, 0);
    for (int i = 0; i < 3; i++) {
        void *arguments[] = {&out, &in, &counts[i]};
        struct node_params params = scaling(arguments);
        params.grid[0] = 5000 / BLOCK + 1;
        MUST(hipGraphAddKernelNode, &nodes[i], made, i ? &nodes[i - 1] : NULL, i > 0, &params);
    }
    MUST(hipGraphInstantiate, &exec, made, NULL, NULL, 0);
    MUST(hipGraphLaunch, exec, NULL);
    return hip.hipDeviceSynchronize() ? 5 : 0;
}

/* A graph inside of one, with a kernel before it and one after it. */
static int graph_child(int number)
{
    void *inner, *made, *exec, *nodes[3];
    int *middle, *last, count = COUNT;
    (void)number;
    MUST(hipMalloc, (void **)&middle, COUNT * sizeof(int));
    MUST(hipMalloc, (void **)&last, COUNT * sizeof(int));
    void *before[] = {&out, &in, &count}, *inside[] = {&middle, &out, &count};
    void *after[] = {&last, &middle, &count};
    const struct node_params first = scaling(before), second = scaling(inside);
    const struct node_params third = scaling(after);
    MUST(hipGraphCreate, &inner, 0);
    MUST(hipGraphAddKernelNode, &nodes[0], inner, NULL, 0, &second);
    MUST(hipGraphCreate, &made, 0);
    MUST(hipGraphAddKernelNode, &nodes[0], made, NULL, 0, &first);
    MUST(hipGraphAddChildGraphNode, &nodes[1], made, &nodes[0], 1, inner);
    MUST(hipGraphAddKernelNode, &nodes[2], made, &nodes[1], 1, &third);
    MUST(hipGraphInstantiate, &exec, made, NULL, NULL, 0);
    MUST(hipGraphDestroy, made);
    MUST(hipGraphDestroy, inner);
    MUST(hipGraphLaunch, exec, NULL);
    check_memory(last, 8);
    return 0;
}

/* A graph that allocates memory cannot be cut into pieces: it is launched as a whole. */
static int graph_whole(int number)
{
    void *stream, *made, *exec, *memory, *arguments[] = {&memory, &in, &(int){COUNT}};
    (void)number;
    MUST(hipStreamCreate, &stream);
    MUST(hipStreamBeginCapture, stream, 2);
    MUST(hipMallocAsync, &memory, COUNT * sizeof(int), stream);
    MUST(hipModuleLaunchKernel, scale, GROUPS, 1, 1, BLOCK, 1, 1, 0, stream, arguments, NULL);
    MUST(hipMemcpyAsync, out, memory, COUNT * sizeof(int), 3, stream);
    MUST(hipFreeAsync, memory, stream);
    MUST(hipStreamEndCapture, stream, &made);
    MUST(hipGraphInstantiate, &exec, made, NULL, NULL, 0);
    MUST(hipGraphLaunch, exec, stream);
    check();
    return 0;
}

const struct mode modes_graphs[] = {
    {"graph", graph},
    {"graph_nodes", graph_nodes},
    {"graph_wrong", graph_wrong},
    {"graph_child", graph_child},
    {"graph_whole", graph_whole},
    {NULL, NULL},
};
