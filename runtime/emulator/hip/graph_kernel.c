/* Nodes that launch kernels. */
#include "graph.h"
#include "launch.h"
#include "module.h"

#include <stdlib.h>
#include <string.h>

static hipError_t make_kernel(const hipKernelNodeParams *p, const char *function, struct work *out)
{
    struct ihipModuleSymbol_t *kernel;
    if (!p)
        return fail(hipErrorInvalidValue, "%s: the parameters are null", function);
    struct launch_request request = {.name = function,
                                     .function = p->func,
                                     .grid = {p->gridDim.x, p->gridDim.y, p->gridDim.z},
                                     .block = {p->blockDim.x, p->blockDim.y, p->blockDim.z},
                                     .dynamic_lds = p->sharedMemBytes,
                                     .parameters = p->kernelParams,
                                     .extra = p->extra};
    hipError_t error = function_find(p->func, NULL, function, &kernel);
    return error ? error : launch_prepare(kernel, &request, out);
}

/* The parameters, with arguments that live as long as the node. */
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
    hipError_t error = node_check(node, NODE_KERNEL, p, function);
    if (!error)
        error = make_kernel(p, function, &work);
    if (error)
        return error;
    node_replace(node, &work);
    return keep_kernel(node, p) ? hipSuccess
                                : fail(hipErrorOutOfMemory, "%s: out of memory", function);
}

hipError_t hipGraphAddKernelNode(hipGraphNode_t *out, hipGraph_t graph,
                                 const hipGraphNode_t *before, size_t count,
                                 const hipKernelNodeParams *p)
{
    static const char function[] = "hipGraphAddKernelNode";
    struct work work;
    hipError_t error = node_check_graph(graph, before, count, out, function);
    if (!error)
        error = make_kernel(p, function, &work);
    if (!error)
        error = node_add(out, graph, before, count, NODE_KERNEL, &work, function);
    if (error)
        return error;
    return keep_kernel(*out, p) ? hipSuccess
                                : fail(hipErrorOutOfMemory, "%s: out of memory", function);
}

/* What was captured or cloned gets its parameters when it is asked for them. */
hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node, hipKernelNodeParams *out)
{
    hipError_t error = node_check(node, NODE_KERNEL, out, "hipGraphKernelNodeGetParams");
    if (!error && !node->kernel.kernelParams) {
        const struct launch *launch = &node->work.kernel.launch;
        const hipKernelNodeParams p = {
            .func = (void *)(uintptr_t)node->work.kernel.function,
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
    return set_kernel(node_instance(exec, node), p, "hipGraphExecKernelNodeSetParams");
}

/* ---- Attributes ----------------------------------------------------------------------------- */

/* hipLaunchAttributePriority, of later releases. */
enum { ATTRIBUTE_PRIORITY = 8 };

static hipError_t check_attribute(hipGraphNode_t node, hipKernelNodeAttrID attribute,
                                  const void *value, const char *function)
{
    hipError_t error = node_check(node, NODE_KERNEL, value, function);
    if (!error && attribute != hipKernelNodeAttributeAccessPolicyWindow &&
        attribute != hipKernelNodeAttributeCooperative && (int)attribute != ATTRIBUTE_PRIORITY)
        return fail(hipErrorInvalidValue, "%s: there is no attribute %d", function, (int)attribute);
    return error;
}

/* No device has a window: |accessPolicyMaxWindowSize| is 0. */
static hipError_t check_window(const hipAccessPolicyWindow *window, const char *function)
{
    if (window->num_bytes == 0 && window->hitRatio >= 0 && window->hitRatio <= 1 &&
        window->missProp != hipAccessPropertyPersisting)
        return hipSuccess;
    return fail(hipErrorInvalidValue,
                "%s: a window of %zu bytes (at most 0) with a ratio of %g (0 to 1) and property %d "
                "for misses (not hipAccessPropertyPersisting)",
                function, window->num_bytes, (double)window->hitRatio, (int)window->missProp);
}

hipError_t hipGraphKernelNodeSetAttribute(hipGraphNode_t node, hipKernelNodeAttrID attribute,
                                          const hipKernelNodeAttrValue *value)
{
    static const char function[] = "hipGraphKernelNodeSetAttribute";
    hipError_t error = check_attribute(node, attribute, value, function);
    if (!error && attribute == hipKernelNodeAttributeAccessPolicyWindow)
        error = check_window(&value->accessPolicyWindow, function);
    if (error)
        return error;
    if (attribute == hipKernelNodeAttributeCooperative)
        node->work.kernel.launch.is_cooperative = value->cooperative != 0;
    else if (attribute == hipKernelNodeAttributeAccessPolicyWindow)
        node->window = value->accessPolicyWindow; /* there is no cache for it */
    else
        node->priority = value->cooperative; /* the first int of the union, as the priority is */
    return hipSuccess;
}

hipError_t hipGraphKernelNodeGetAttribute(hipGraphNode_t node, hipKernelNodeAttrID attribute,
                                          hipKernelNodeAttrValue *out)
{
    static const char function[] = "hipGraphKernelNodeGetAttribute";
    hipError_t error = check_attribute(node, attribute, out, function);
    if (error)
        return error;
    if (attribute == hipKernelNodeAttributeCooperative)
        out->cooperative = node->work.kernel.launch.is_cooperative;
    else if (attribute == hipKernelNodeAttributeAccessPolicyWindow)
        out->accessPolicyWindow = node->window;
    else
        out->cooperative = node->priority;
    return hipSuccess;
}

hipError_t hipGraphKernelNodeCopyAttributes(hipGraphNode_t from, hipGraphNode_t to)
{
    static const char function[] = "hipGraphKernelNodeCopyAttributes";
    hipError_t error = node_check(from, NODE_KERNEL, from, function);
    if (!error)
        error = node_check(to, NODE_KERNEL, to, function);
    if (error)
        return error;
    to->work.kernel.launch.is_cooperative = from->work.kernel.launch.is_cooperative;
    to->window = from->window;
    to->priority = from->priority;
    return hipSuccess;
}
