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

/* Fills the node's parameters, which queries return, because the node may have been captured or
 * cloned. |list| gets the addresses of the arguments; the node owns |list| from now on. */
static void fill_parameters(struct hipGraphNode *node, void **list)
{
    const struct launch *launch = &node->work.kernel.launch;
    const struct kernel *kernel = launch->kernel;
    size_t count = 0;
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const uint8_t *arguments = launch->arguments;
        if (kernel->arguments[i].kind != ARGUMENT_HIDDEN)
            list[count++] = (void *)(uintptr_t)(arguments + kernel->arguments[i].offset);
    }
    node->kernel =
        (hipKernelNodeParams){.func = (void *)(uintptr_t)node->work.kernel.function,
                              .gridDim = {launch->grid[0], launch->grid[1], launch->grid[2]},
                              .blockDim = {launch->block[0], launch->block[1], launch->block[2]},
                              .sharedMemBytes = launch->dynamic_lds,
                              .kernelParams = list};
}

/* Replaces the kernel of |node|. Programs ask for the parameters once, and then set changed
 * arguments again and again in the list that they got. So the list keeps its address as long as the
 * kernel stays the same. */
static void replace_kernel(struct hipGraphNode *node, const struct work *work)
{
    bool is_same = node->work.kernel.launch.kernel == work->kernel.launch.kernel;
    void **list = node->kernel.kernelParams;
    node_replace(node, work);
    node->kernel.kernelParams = NULL;
    if (list && is_same)
        fill_parameters(node, list);
    else
        free(list);
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
    replace_kernel(node, &work);
    return hipSuccess;
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
    return error ? error : node_add(out, graph, before, count, NODE_KERNEL, &work, function);
}

hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node, hipKernelNodeParams *out)
{
    static const char function[] = "hipGraphKernelNodeGetParams";
    hipError_t error = node_check(node, NODE_KERNEL, out, function);
    if (error)
        return error;
    if (!node->kernel.kernelParams) {
        size_t count = node->work.kernel.launch.kernel->argument_count + 1;
        void **list = calloc(count, sizeof list[0]);
        if (!list)
            return fail(hipErrorOutOfMemory, "%s: out of memory", function);
        fill_parameters(node, list);
    }
    *out = node->kernel;
    return hipSuccess;
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

/* ---- Attributes of kernel nodes -------------------------------------------------------------- */

/* the value of hipLaunchAttributePriority, which later releases of HIP added */
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

/* Checks an access policy window. No device supports one: its |accessPolicyMaxWindowSize| is 0. */
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
        /* The window is only kept. It has no effect, because there is no cache that it could
         * change. */
        node->window = value->accessPolicyWindow;
    else
        /* This reads the priority: |priority| and |cooperative| are both the first int of the
         * union. */
        node->priority = value->cooperative;
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
