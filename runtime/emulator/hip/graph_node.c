/* Nodes of graphs: made from parameters, which can be asked for and changed. */
#include "copy.h"
#include "graph.h"
#include "launch.h"
#include "memory.h"
#include "register.h"

#include <stdlib.h>
#include <string.h>

static hipError_t check_graph(hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                              hipGraphNode_t *out, const char *function)
{
    if (!graph || !out || (count > 0 && !before))
        return fail(hipErrorInvalidValue, "%s: a null pointer", function);
    for (size_t i = 0; i < count; i++) {
        if (!before[i] || before[i]->graph != graph)
            return fail(hipErrorInvalidValue, "%s: dependency %zu is not a node of the graph",
                        function, i);
    }
    return gpu_current() ? hipSuccess : fail_device(function, thread_self()->device);
}

static hipError_t add(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                      size_t count, enum node_type type, struct work *work, const char *function)
{
    if (work && work->kind != WORK_KERNEL)
        work->gpu = gpu_current();
    struct hipGraphNode *node = graph_add(graph, type, work, before, count);
    if (!node) {
        if (work)
            work_release(work);
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    }
    *out = node;
    return hipSuccess;
}

/* The work of a node is another one from now on. */
static void replace(struct hipGraphNode *node, const struct work *work)
{
    work_release(&node->work);
    node->work = *work;
}

/* The node of |exec| that was made from |node|. */
static struct hipGraphNode *find_instance(hipGraphExec_t exec, hipGraphNode_t node)
{
    for (size_t i = 0; exec && i < exec->graph->nodes.count; i++) {
        if (exec->graph->nodes.all[i]->original == node)
            return exec->graph->nodes.all[i];
    }
    return NULL;
}

static hipError_t check_node(const struct hipGraphNode *node, enum node_type type,
                             const void *parameters, const char *function)
{
    if (!node || !parameters || node->type != type)
        return fail(hipErrorInvalidValue, "%s: a null pointer, or a node of another kind",
                    function);
    return hipSuccess;
}

/* ---- Kernels -------------------------------------------------------------------------------- */

static hipError_t make_kernel(const hipKernelNodeParams *p, const char *function, struct work *out)
{
    struct ihipModuleSymbol_t *kernel;
    if (!p)
        return fail(hipErrorInvalidValue, "%s: the parameters are null", function);
    struct launch_request request = {.name = function,
                                     .grid = {p->gridDim.x, p->gridDim.y, p->gridDim.z},
                                     .block = {p->blockDim.x, p->blockDim.y, p->blockDim.z},
                                     .dynamic_lds = p->sharedMemBytes,
                                     .parameters = p->kernelParams,
                                     .extra = p->extra};
    hipError_t error = function_find(p->func, NULL, function, &kernel);
    return error ? error : launch_prepare(kernel, &request, out);
}

/* What was asked for, with arguments that live as long as the node. */
static bool keep_kernel(struct hipGraphNode *node, const hipKernelNodeParams *p)
{
    const struct kernel *kernel = node->work.kernel.launch.kernel;
    void **parameters = calloc(kernel->argument_count + 1, sizeof parameters[0]);
    size_t count = 0;
    if (!parameters)
        return false;
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const uint8_t *arguments = node->work.kernel.launch.arguments;
        if (kernel->arguments[i].kind != ARGUMENT_HIDDEN)
            parameters[count++] = (void *)(uintptr_t)(arguments + kernel->arguments[i].offset);
    }
    free(node->kernel.kernelParams);
    node->kernel = *p;
    node->kernel.kernelParams = parameters;
    node->kernel.extra = NULL;
    return true;
}

static hipError_t set_kernel(struct hipGraphNode *node, const hipKernelNodeParams *p,
                             const char *function)
{
    struct work work;
    hipError_t error = check_node(node, NODE_KERNEL, p, function);
    if (!error)
        error = make_kernel(p, function, &work);
    if (error)
        return error;
    replace(node, &work);
    return keep_kernel(node, p) ? hipSuccess
                                : fail(hipErrorOutOfMemory, "%s: out of memory", function);
}

hipError_t hipGraphAddKernelNode(hipGraphNode_t *out, hipGraph_t graph,
                                 const hipGraphNode_t *before, size_t count,
                                 const hipKernelNodeParams *p)
{
    static const char function[] = "hipGraphAddKernelNode";
    struct work work;
    hipError_t error = check_graph(graph, before, count, out, function);
    if (!error)
        error = make_kernel(p, function, &work);
    if (!error)
        error = add(out, graph, before, count, NODE_KERNEL, &work, function);
    if (error)
        return error;
    return keep_kernel(*out, p) ? hipSuccess
                                : fail(hipErrorOutOfMemory, "%s: out of memory", function);
}

hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node, hipKernelNodeParams *out)
{
    hipError_t error = check_node(node, NODE_KERNEL, out, "hipGraphKernelNodeGetParams");
    if (!error && !node->kernel.func) { /* captured */
        const struct launch *launch = &node->work.kernel.launch;
        const hipKernelNodeParams p = {
            .gridDim = {launch->grid[0], launch->grid[1], launch->grid[2]},
            .blockDim = {launch->block[0], launch->block[1], launch->block[2]},
            .sharedMemBytes = launch->dynamic_lds};
        error = keep_kernel(node, &p) ? hipSuccess : fail_quietly(hipErrorOutOfMemory);
    }
    if (!error)
        *out = node->kernel;
    return error;
}

hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t node, const hipKernelNodeParams *p)
{
    return set_kernel(node, p, "hipGraphKernelNodeSetParams");
}

hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                           const hipKernelNodeParams *p)
{
    return set_kernel(find_instance(exec, node), p, "hipGraphExecKernelNodeSetParams");
}

/* ---- Copies --------------------------------------------------------------------------------- */

static hipError_t make_copy(struct copy copy, hipMemcpyKind kind, const char *function,
                            struct work *out)
{
    bool is_pageable;
    struct copy_request request = {function, kind, NULL, true};
    hipError_t error = copy_check(&copy, &request, &is_pageable);
    *out = (struct work){.kind = WORK_COPY, .copy = copy};
    return error;
}

static hipError_t make_copy_3d(const hipMemcpy3DParms *p, const char *function, struct work *out)
{
    struct copy copy;
    hipError_t error = copy_of_3d(p, function, &copy);
    return error ? error : make_copy(copy, p->kind, function, out);
}

static hipError_t make_symbol_copy(void *other, const void *symbol, size_t size, size_t offset,
                                   bool to_symbol, hipMemcpyKind kind, const char *function,
                                   struct work *out)
{
    struct program_symbol found = {0};
    hipError_t error = symbol_find(symbol, function, &found);
    if (error)
        return error;
    if (offset > found.size || size > found.size - offset)
        return fail(hipErrorInvalidValue, "%s: %zu bytes at %zu of '%s', which has %zu", function,
                    size, offset, found.name, found.size);
    uint8_t *at = (uint8_t *)found.address + offset;
    return make_copy(to_symbol ? copy_linear(at, other, size) : copy_linear(other, at, size), kind,
                     function, out);
}

hipError_t hipGraphAddMemcpyNode(hipGraphNode_t *out, hipGraph_t graph,
                                 const hipGraphNode_t *before, size_t count,
                                 const hipMemcpy3DParms *p)
{
    static const char function[] = "hipGraphAddMemcpyNode";
    struct work work;
    hipError_t error = check_graph(graph, before, count, out, function);
    if (!error)
        error = make_copy_3d(p, function, &work);
    if (!error)
        error = add(out, graph, before, count, NODE_COPY, &work, function);
    if (!error)
        (*out)->copy = *p;
    return error;
}

hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t *out, hipGraph_t graph,
                                   const hipGraphNode_t *before, size_t count, void *dst,
                                   const void *src, size_t size, hipMemcpyKind kind)
{
    static const char function[] = "hipGraphAddMemcpyNode1D";
    struct work work;
    hipError_t error = check_graph(graph, before, count, out, function);
    if (!error)
        error = make_copy(copy_linear(dst, src, size), kind, function, &work);
    return error ? error : add(out, graph, before, count, NODE_COPY, &work, function);
}

hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t *out, hipGraph_t graph,
                                         const hipGraphNode_t *before, size_t count,
                                         const void *symbol, const void *src, size_t size,
                                         size_t offset, hipMemcpyKind kind)
{
    static const char function[] = "hipGraphAddMemcpyNodeToSymbol";
    struct work work;
    hipError_t error = check_graph(graph, before, count, out, function);
    if (!error)
        error = make_symbol_copy((void *)(uintptr_t)src, symbol, size, offset, true, kind, function,
                                 &work);
    return error ? error : add(out, graph, before, count, NODE_COPY, &work, function);
}

hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t *out, hipGraph_t graph,
                                           const hipGraphNode_t *before, size_t count, void *dst,
                                           const void *symbol, size_t size, size_t offset,
                                           hipMemcpyKind kind)
{
    static const char function[] = "hipGraphAddMemcpyNodeFromSymbol";
    struct work work;
    hipError_t error = check_graph(graph, before, count, out, function);
    if (!error)
        error = make_symbol_copy(dst, symbol, size, offset, false, kind, function, &work);
    return error ? error : add(out, graph, before, count, NODE_COPY, &work, function);
}

hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t node, hipMemcpy3DParms *out)
{
    hipError_t error = check_node(node, NODE_COPY, out, "hipGraphMemcpyNodeGetParams");
    if (!error)
        *out = node->copy;
    return error;
}

static hipError_t set_copy_3d(struct hipGraphNode *node, const hipMemcpy3DParms *p,
                              const char *function)
{
    struct work work;
    hipError_t error = check_node(node, NODE_COPY, p, function);
    if (!error)
        error = make_copy_3d(p, function, &work);
    if (error)
        return error;
    replace(node, &work);
    node->copy = *p;
    return hipSuccess;
}

hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node, const hipMemcpy3DParms *p)
{
    return set_copy_3d(node, p, "hipGraphMemcpyNodeSetParams");
}

hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                           hipMemcpy3DParms *p)
{
    return set_copy_3d(find_instance(exec, node), p, "hipGraphExecMemcpyNodeSetParams");
}

static hipError_t set_copy_1d(struct hipGraphNode *node, void *dst, const void *src, size_t size,
                              hipMemcpyKind kind, const char *function)
{
    struct work work;
    hipError_t error = check_node(node, NODE_COPY, dst, function);
    if (!error)
        error = make_copy(copy_linear(dst, src, size), kind, function, &work);
    if (!error)
        replace(node, &work);
    return error;
}

hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void *dst, const void *src,
                                         size_t size, hipMemcpyKind kind)
{
    return set_copy_1d(node, dst, src, size, kind, "hipGraphMemcpyNodeSetParams1D");
}

hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t exec, hipGraphNode_t node, void *dst,
                                             const void *src, size_t size, hipMemcpyKind kind)
{
    return set_copy_1d(find_instance(exec, node), dst, src, size, kind,
                       "hipGraphExecMemcpyNodeSetParams1D");
}

/* ---- Fills ---------------------------------------------------------------------------------- */

static hipError_t make_fill(const hipMemsetParams *p, const char *function, struct work *out)
{
    if (!p)
        return fail(hipErrorInvalidValue, "%s: the parameters are null", function);
    if (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4)
        return fail(hipErrorInvalidValue, "%s: elements have 1, 2 or 4 bytes, not %u", function,
                    p->elementSize);
    if (p->width == 0 || p->height == 0)
        return fail(hipErrorInvalidValue, "%s: nothing is filled", function);
    struct fill fill = {p->dst, p->value, p->elementSize, p->width, p->height, 1, p->pitch, 0};
    *out = (struct work){.kind = WORK_FILL, .fill = fill};
    return fill_check(&fill, function);
}

hipError_t hipGraphAddMemsetNode(hipGraphNode_t *out, hipGraph_t graph,
                                 const hipGraphNode_t *before, size_t count,
                                 const hipMemsetParams *p)
{
    static const char function[] = "hipGraphAddMemsetNode";
    struct work work;
    hipError_t error = check_graph(graph, before, count, out, function);
    if (!error)
        error = make_fill(p, function, &work);
    if (!error)
        error = add(out, graph, before, count, NODE_FILL, &work, function);
    if (!error)
        (*out)->fill = *p;
    return error;
}

hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t node, hipMemsetParams *out)
{
    hipError_t error = check_node(node, NODE_FILL, out, "hipGraphMemsetNodeGetParams");
    if (!error) {
        const struct fill *fill = &node->work.fill;
        *out = (hipMemsetParams){.dst = fill->dst,
                                 .elementSize = fill->element,
                                 .height = fill->height,
                                 .pitch = fill->pitch,
                                 .value = fill->value,
                                 .width = fill->width};
    }
    return error;
}

static hipError_t set_fill(struct hipGraphNode *node, const hipMemsetParams *p,
                           const char *function)
{
    struct work work;
    hipError_t error = check_node(node, NODE_FILL, p, function);
    if (!error)
        error = make_fill(p, function, &work);
    if (!error)
        replace(node, &work);
    return error;
}

hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t node, const hipMemsetParams *p)
{
    return set_fill(node, p, "hipGraphMemsetNodeSetParams");
}

hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                           const hipMemsetParams *p)
{
    return set_fill(find_instance(exec, node), p, "hipGraphExecMemsetNodeSetParams");
}

/* ---- The host ------------------------------------------------------------------------------- */

static hipError_t make_host(const hipHostNodeParams *p, const char *function, struct work *out)
{
    if (!p || !p->fn)
        return fail(hipErrorInvalidValue, "%s: there is no function to call", function);
    *out = (struct work){.kind = WORK_HOST, .host = {.function = p->fn, .context = p->userData}};
    return hipSuccess;
}

hipError_t hipGraphAddHostNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                               size_t count, const hipHostNodeParams *p)
{
    static const char function[] = "hipGraphAddHostNode";
    struct work work;
    hipError_t error = check_graph(graph, before, count, out, function);
    if (!error)
        error = make_host(p, function, &work);
    return error ? error : add(out, graph, before, count, NODE_HOST, &work, function);
}

hipError_t hipGraphHostNodeGetParams(hipGraphNode_t node, hipHostNodeParams *out)
{
    hipError_t error = check_node(node, NODE_HOST, out, "hipGraphHostNodeGetParams");
    if (!error)
        *out = (hipHostNodeParams){node->work.host.function, node->work.host.context};
    return error;
}

static hipError_t set_host(struct hipGraphNode *node, const hipHostNodeParams *p,
                           const char *function)
{
    struct work work;
    hipError_t error = check_node(node, NODE_HOST, p, function);
    if (!error)
        error = make_host(p, function, &work);
    if (!error)
        replace(node, &work);
    return error;
}

hipError_t hipGraphHostNodeSetParams(hipGraphNode_t node, const hipHostNodeParams *p)
{
    return set_host(node, p, "hipGraphHostNodeSetParams");
}

hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                         const hipHostNodeParams *p)
{
    return set_host(find_instance(exec, node), p, "hipGraphExecHostNodeSetParams");
}

/* ---- Nodes without work of their own -------------------------------------------------------- */

hipError_t hipGraphAddEmptyNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                                size_t count)
{
    static const char function[] = "hipGraphAddEmptyNode";
    hipError_t error = check_graph(graph, before, count, out, function);
    return error ? error : add(out, graph, before, count, NODE_EMPTY, NULL, function);
}

hipError_t hipGraphAddChildGraphNode(hipGraphNode_t *out, hipGraph_t graph,
                                     const hipGraphNode_t *before, size_t count, hipGraph_t child)
{
    static const char function[] = "hipGraphAddChildGraphNode";
    hipError_t error = check_graph(graph, before, count, out, function);
    if (error)
        return error;
    if (!child || child == graph)
        return fail(hipErrorInvalidValue, "%s: the child is null, or the graph itself", function);
    struct ihipGraph *clone = graph_clone(child);
    error = clone ? add(out, graph, before, count, NODE_GRAPH, NULL, function)
                  : fail(hipErrorOutOfMemory, "%s: out of memory", function);
    if (error)
        graph_free(clone);
    else
        (*out)->child = clone;
    return error;
}

hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t node, hipGraph_t *out)
{
    hipError_t error = check_node(node, NODE_GRAPH, out, "hipGraphChildGraphNodeGetGraph");
    if (!error)
        *out = node->child;
    return error;
}

static hipError_t add_event(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                            size_t count, enum node_type type, hipEvent_t event,
                            const char *function)
{
    hipError_t error = check_graph(graph, before, count, out, function);
    if (error)
        return error;
    if (!event)
        return fail(hipErrorInvalidValue, "%s: the event is null", function);
    error = add(out, graph, before, count, type, NULL, function);
    if (!error)
        (*out)->event = event;
    return error;
}

static hipError_t get_event(const struct hipGraphNode *node, enum node_type type, hipEvent_t *out,
                            const char *function)
{
    hipError_t error = check_node(node, type, out, function);
    if (!error)
        *out = node->event;
    return error;
}

static hipError_t set_event(struct hipGraphNode *node, enum node_type type, hipEvent_t event,
                            const char *function)
{
    hipError_t error = check_node(node, type, event, function);
    if (!error)
        node->event = event;
    return error;
}

hipError_t hipGraphAddEventRecordNode(hipGraphNode_t *out, hipGraph_t graph,
                                      const hipGraphNode_t *before, size_t count, hipEvent_t event)
{
    return add_event(out, graph, before, count, NODE_RECORD, event, "hipGraphAddEventRecordNode");
}

hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t node, hipEvent_t *out)
{
    return get_event(node, NODE_RECORD, out, "hipGraphEventRecordNodeGetEvent");
}

hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t node, hipEvent_t event)
{
    return set_event(node, NODE_RECORD, event, "hipGraphEventRecordNodeSetEvent");
}

hipError_t hipGraphExecEventRecordNodeSetEvent(hipGraphExec_t exec, hipGraphNode_t node,
                                               hipEvent_t event)
{
    return set_event(find_instance(exec, node), NODE_RECORD, event,
                     "hipGraphExecEventRecordNodeSetEvent");
}

hipError_t hipGraphAddEventWaitNode(hipGraphNode_t *out, hipGraph_t graph,
                                    const hipGraphNode_t *before, size_t count, hipEvent_t event)
{
    return add_event(out, graph, before, count, NODE_AWAIT, event, "hipGraphAddEventWaitNode");
}

hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t node, hipEvent_t *out)
{
    return get_event(node, NODE_AWAIT, out, "hipGraphEventWaitNodeGetEvent");
}

hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t node, hipEvent_t event)
{
    return set_event(node, NODE_AWAIT, event, "hipGraphEventWaitNodeSetEvent");
}

hipError_t hipGraphExecEventWaitNodeSetEvent(hipGraphExec_t exec, hipGraphNode_t node,
                                             hipEvent_t event)
{
    return set_event(find_instance(exec, node), NODE_AWAIT, event,
                     "hipGraphExecEventWaitNodeSetEvent");
}
