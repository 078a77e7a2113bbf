/* Functions of graphs that were instantiated: see wrap.h and graphs.c. */
#include "wrap.h"

#include "graphs.h"

/* ---- Instances ------------------------------------------------------------------------------- */

static int instantiated(int error, void *const *exec, void *graph)
{
    if (error == HIP_SUCCESS && exec)
        graphs_add(*exec, graph);
    return error;
}

DEFINE(hipGraphInstantiate, int,
       (void **exec, void *graph, void **error_node, char *log, size_t log_size))
{
    return instantiated(REAL(hipGraphInstantiate, exec, graph, error_node, log, log_size), exec,
                        graph);
}

DEFINE(hipGraphInstantiateWithFlags, int, (void **exec, void *graph, unsigned long long flags))
{
    return instantiated(REAL(hipGraphInstantiateWithFlags, exec, graph, flags), exec, graph);
}

DEFINE(hipGraphInstantiateWithParams, int, (void **exec, void *graph, void *parameters))
{
    return instantiated(REAL(hipGraphInstantiateWithParams, exec, graph, parameters), exec, graph);
}

DEFINE(hipGraphExecDestroy, int, (void *exec))
{
    graphs_forget(exec);
    return REAL(hipGraphExecDestroy, exec);
}

DEFINE(hipGraphExecUpdate, int, (void *exec, void *graph, void *error_node, void *result))
{
    return instantiated(REAL(hipGraphExecUpdate, exec, graph, error_node, result), &exec, graph);
}

/* ---- Launches -------------------------------------------------------------------------------- */

typedef int launch_function(void *exec, void *stream);

static int launch_step(const struct step *step, void *stream, launch_function *launch)
{
    struct kernel_node node;
    struct taken taken;
    if (step->is_disabled)
        return HIP_SUCCESS;
    if (!step->node || runtime_kernel_node(step->copy, &node) != HIP_SUCCESS)
        return launch(step->exec, stream);
    recorder_lock();
    (void)modules_find_kernel(node.function);
    recorder_unlock();
    struct call call = {.function = node.function,
                        .dynamic_lds = node.dynamic_lds,
                        .stream = stream,
                        .parameters = node.parameters,
                        .extra = node.extra,
                        .is_cooperative = node.is_cooperative};
    memcpy(call.grid, node.grid, sizeof call.grid);
    memcpy(call.block, node.block, sizeof call.block);
    take_before(&call, &taken);
    int error = launch(step->exec, stream);
    take_after(&call, &taken, error);
    return error;
}

/* Launches the graph in steps; |stream| is that of |launch|. */
static int launch_graph(void *exec, void *stream, launch_function *launch)
{
    const struct graph *graph = launch ? graphs_find(exec) : NULL;
    int error = HIP_SUCCESS;
    if (!launch)
        return HIP_NOT_INITIALISED;
    take_work(stream);
    if (!graph || take_is_captured(stream))
        return launch(exec, stream);
    for (size_t i = 0; i < graph->step_count && !error; i++)
        error = launch_step(&graph->steps[i], stream, launch);
    return error;
}

DEFINE(hipGraphLaunch, int, (void *exec, void *stream))
{
    return launch_graph(exec, stream, real_hipGraphLaunch());
}

DEFINE(hipGraphLaunch_spt, int, (void *exec, void *stream))
{
    enum { PER_THREAD = 2 };
    void *of_thread = stream ? stream : (void *)(uintptr_t)PER_THREAD;
    launch_function *launch = real_hipGraphLaunch();
    return launch ? launch_graph(exec, of_thread, launch) : REAL(hipGraphLaunch_spt, exec, stream);
}

/* ---- Changes --------------------------------------------------------------------------------- */

DEFINE(hipGraphExecKernelNodeSetParams, int, (void *exec, void *node, const void *parameters))
{
    int error = REAL(hipGraphExecKernelNodeSetParams, exec, node, parameters);
    struct step *step = error ? NULL : graphs_step(exec, node);
    if (!error &&
        (!step || runtime_kernel_node_set(step->copy, parameters) != HIP_SUCCESS ||
         REAL(hipGraphExecKernelNodeSetParams, step->exec, step->copy, parameters) != HIP_SUCCESS))
        graphs_change(exec);
    return error;
}

DEFINE(hipGraphNodeSetEnabled, int, (void *exec, void *node, unsigned is_enabled))
{
    int error = REAL(hipGraphNodeSetEnabled, exec, node, is_enabled);
    struct step *step = error ? NULL : graphs_step(exec, node);
    if (step)
        step->is_disabled = !is_enabled;
    else if (!error)
        graphs_change(exec);
    return error;
}

/* Other changes are not followed. */
#define CHANGE(name, parameters, ...)                                                              \
    DEFINE(name, int, parameters)                                                                  \
    {                                                                                              \
        int error = REAL(name, __VA_ARGS__);                                                       \
        if (error == HIP_SUCCESS)                                                                  \
            graphs_change(exec);                                                                   \
        return error;                                                                              \
    }
CHANGE(hipGraphExecMemcpyNodeSetParams, (void *exec, void *node, const void *p), exec, node, p)
CHANGE(hipGraphExecMemcpyNodeSetParams1D,
       (void *exec, void *node, void *to, const void *from, size_t size, int kind), exec, node, to,
       from, size, kind)
CHANGE(hipGraphExecMemcpyNodeSetParamsFromSymbol,
       (void *exec, void *node, void *to, const void *symbol, size_t size, size_t offset, int kind),
       exec, node, to, symbol, size, offset, kind)
CHANGE(hipGraphExecMemcpyNodeSetParamsToSymbol,
       (void *exec, void *node, const void *symbol, const void *from, size_t size, size_t offset,
        int kind),
       exec, node, symbol, from, size, offset, kind)
CHANGE(hipGraphExecMemsetNodeSetParams, (void *exec, void *node, const void *p), exec, node, p)
CHANGE(hipGraphExecHostNodeSetParams, (void *exec, void *node, const void *p), exec, node, p)
CHANGE(hipGraphExecChildGraphNodeSetParams, (void *exec, void *node, void *child), exec, node,
       child)
CHANGE(hipGraphExecEventRecordNodeSetEvent, (void *exec, void *node, void *event), exec, node,
       event)
CHANGE(hipGraphExecEventWaitNodeSetEvent, (void *exec, void *node, void *event), exec, node, event)
CHANGE(hipGraphExecNodeSetParams, (void *exec, void *node, void *p), exec, node, p)
CHANGE(hipDrvGraphExecMemcpyNodeSetParams, (void *exec, void *node, const void *p, void *context),
       exec, node, p, context)
CHANGE(hipDrvGraphExecMemsetNodeSetParams, (void *exec, void *node, const void *p, void *context),
       exec, node, p, context)

const struct wrapped wrapped_graphs[] = {
    {WRAPPED(hipGraphInstantiate)},
    {WRAPPED(hipGraphInstantiateWithFlags)},
    {WRAPPED(hipGraphInstantiateWithParams)},
    {WRAPPED(hipGraphExecDestroy)},
    {WRAPPED(hipGraphExecUpdate)},
    {WRAPPED(hipGraphLaunch)},
    {WRAPPED(hipGraphLaunch_spt)},
    {WRAPPED(hipGraphExecKernelNodeSetParams)},
    {WRAPPED(hipGraphNodeSetEnabled)},
    {WRAPPED(hipGraphExecMemcpyNodeSetParams)},
    {WRAPPED(hipGraphExecMemcpyNodeSetParams1D)},
    {WRAPPED(hipGraphExecMemcpyNodeSetParamsFromSymbol)},
    {WRAPPED(hipGraphExecMemcpyNodeSetParamsToSymbol)},
    {WRAPPED(hipGraphExecMemsetNodeSetParams)},
    {WRAPPED(hipGraphExecHostNodeSetParams)},
    {WRAPPED(hipGraphExecChildGraphNodeSetParams)},
    {WRAPPED(hipGraphExecEventRecordNodeSetEvent)},
    {WRAPPED(hipGraphExecEventWaitNodeSetEvent)},
    {WRAPPED(hipGraphExecNodeSetParams)},
    {WRAPPED(hipDrvGraphExecMemcpyNodeSetParams)},
    {WRAPPED(hipDrvGraphExecMemsetNodeSetParams)},
    {NULL, NULL},
};
