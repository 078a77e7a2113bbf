/* Nodes that are described by structures of the driver API (HIP_MEMCPY3D, HIP_MEMSET_NODE_PARAMS),
 * and nodes of any type, described by one structure (hipGraphNodeParams). */
#include "graph.h"

/* ---- Copies and fills of the driver --------------------------------------------------------- */

static hipError_t make_copy(const HIP_MEMCPY3D *p, const char *function, struct memcpy_3d *out_full,
                            struct work *out)
{
    bool is_pageable;
    struct copy copy;
    struct copy_request request = {function, hipMemcpyDefault, NULL, true};
    if (!p)
        return fail(hipErrorInvalidValue, "%s: the parameters are null", function);
    *out_full = memcpy_3d_of(p);
    hipError_t error = copy_of_described(out_full, function, &copy, &request.kind);
    bool is_empty = copy.width == 0;
    *out = (struct work){.kind = is_empty ? WORK_NOTHING : WORK_COPY, .copy = copy};
    return error || is_empty ? error : copy_check(&copy, &request, &is_pageable);
}

hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t *out, hipGraph_t graph,
                                    const hipGraphNode_t *before, size_t count,
                                    const HIP_MEMCPY3D *p, hipCtx_t context)
{
    static const char function[] = "hipDrvGraphAddMemcpyNode";
    struct work work;
    struct memcpy_3d full;
    (void)context;
    hipError_t error = node_check_graph(graph, before, count, out, function);
    if (!error)
        error = make_copy(p, function, &full, &work);
    if (!error)
        error = node_add(out, graph, before, count, NODE_COPY, &work, function);
    if (!error)
        (*out)->driver_copy = full;
    return error;
}

hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t node, HIP_MEMCPY3D *out)
{
    hipError_t error = node_check(node, NODE_COPY, out, "hipDrvGraphMemcpyNodeGetParams");
    if (!error)
        memcpy_3d_give(&node->driver_copy, out);
    return error;
}

static hipError_t set_copy(struct hipGraphNode *node, const HIP_MEMCPY3D *p, const char *function)
{
    struct work work;
    struct memcpy_3d full;
    hipError_t error = node_check(node, NODE_COPY, p, function);
    if (!error)
        error = make_copy(p, function, &full, &work);
    if (error)
        return error;
    node_replace(node, &work);
    node->driver_copy = full;
    return hipSuccess;
}

hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t node, const HIP_MEMCPY3D *p)
{
    return set_copy(node, p, "hipDrvGraphMemcpyNodeSetParams");
}

hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                              const HIP_MEMCPY3D *p, hipCtx_t context)
{
    (void)context;
    return set_copy(node_instance(exec, node), p, "hipDrvGraphExecMemcpyNodeSetParams");
}

static hipMemsetParams fill_of(const struct hip_driver_fill *p)
{
    return (hipMemsetParams){.dst = p->dst,
                             .elementSize = p->element,
                             .height = p->height,
                             .pitch = p->pitch,
                             .value = p->value,
                             .width = p->width};
}

hipError_t hip_drv_graph_add_memset_node(hipGraphNode_t *out, hipGraph_t graph,
                                         const hipGraphNode_t *before, size_t count,
                                         const struct hip_driver_fill *p, hipCtx_t context)
{
    (void)context;
    const hipMemsetParams fill = p ? fill_of(p) : (hipMemsetParams){0};
    return hipGraphAddMemsetNode(out, graph, before, count, p ? &fill : NULL);
}

hipError_t hip_drv_graph_exec_memset_node_set_params(hipGraphExec_t exec, hipGraphNode_t node,
                                                     const struct hip_driver_fill *p,
                                                     hipCtx_t context)
{
    (void)context;
    const hipMemsetParams fill = p ? fill_of(p) : (hipMemsetParams){0};
    return hipGraphExecMemsetNodeSetParams(exec, node, p ? &fill : NULL);
}

hipError_t hipDrvGraphAddMemFreeNode(hipGraphNode_t *out, hipGraph_t graph,
                                     const hipGraphNode_t *before, size_t count,
                                     hipDeviceptr_t address)
{
    return hipGraphAddMemFreeNode(out, graph, before, count, address);
}

/* ---- Nodes of any type ---------------------------------------------------------------------- */

static hipError_t refuse_type(const struct hip_node_parameters *p, const char *function)
{
    if (!p)
        return fail(hipErrorInvalidValue, "%s: the parameters are null", function);
    return fail(hipErrorInvalidValue, "%s: type %d has no parameters", function, p->type);
}

hipError_t hip_graph_add_node(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                              size_t count, struct hip_node_parameters *p)
{
    switch (p ? p->type : NODE_EMPTY) {
    case NODE_KERNEL: return hipGraphAddKernelNode(out, graph, before, count, &p->kernel);
    case NODE_COPY: return hipGraphAddMemcpyNode(out, graph, before, count, &p->copy.parameters);
    case NODE_FILL: return hipGraphAddMemsetNode(out, graph, before, count, &p->fill);
    case NODE_HOST: return hipGraphAddHostNode(out, graph, before, count, &p->host);
    case NODE_GRAPH: return hipGraphAddChildGraphNode(out, graph, before, count, p->graph);
    case NODE_AWAIT: return hipGraphAddEventWaitNode(out, graph, before, count, p->event);
    case NODE_RECORD: return hipGraphAddEventRecordNode(out, graph, before, count, p->event);
    case NODE_ALLOCATE:
        return hip_graph_add_mem_alloc_node(out, graph, before, count, &p->allocation);
    case NODE_FREE: return hipGraphAddMemFreeNode(out, graph, before, count, p->freed);
    default: return refuse_type(p, "hipGraphAddNode");
    }
}

hipError_t hip_graph_node_set_params(hipGraphNode_t node, struct hip_node_parameters *p)
{
    static const char function[] = "hipGraphNodeSetParams";
    switch (p ? p->type : NODE_EMPTY) {
    case NODE_KERNEL: return hipGraphKernelNodeSetParams(node, &p->kernel);
    case NODE_COPY: return hipGraphMemcpyNodeSetParams(node, &p->copy.parameters);
    case NODE_FILL: return hipGraphMemsetNodeSetParams(node, &p->fill);
    case NODE_HOST: return hipGraphHostNodeSetParams(node, &p->host);
    case NODE_GRAPH: return node_set_child(node, p->graph, function);
    case NODE_AWAIT: return hipGraphEventWaitNodeSetEvent(node, p->event);
    case NODE_RECORD: return hipGraphEventRecordNodeSetEvent(node, p->event);
    case NODE_ALLOCATE:
    case NODE_FREE:
        return fail(hipErrorNotSupported, "%s: a node of memory stays as it is", function);
    default: return refuse_type(p, function);
    }
}

hipError_t hip_graph_exec_node_set_params(hipGraphExec_t exec, hipGraphNode_t node,
                                          struct hip_node_parameters *p)
{
    static const char function[] = "hipGraphExecNodeSetParams";
    switch (p ? p->type : NODE_EMPTY) {
    case NODE_KERNEL: return hipGraphExecKernelNodeSetParams(exec, node, &p->kernel);
    case NODE_COPY: return hipGraphExecMemcpyNodeSetParams(exec, node, &p->copy.parameters);
    case NODE_FILL: return hipGraphExecMemsetNodeSetParams(exec, node, &p->fill);
    case NODE_HOST: return hipGraphExecHostNodeSetParams(exec, node, &p->host);
    case NODE_GRAPH: return hipGraphExecChildGraphNodeSetParams(exec, node, p->graph);
    case NODE_AWAIT: return hipGraphExecEventWaitNodeSetEvent(exec, node, p->event);
    case NODE_RECORD: return hipGraphExecEventRecordNodeSetEvent(exec, node, p->event);
    case NODE_ALLOCATE:
    case NODE_FREE:
        return fail(hipErrorNotSupported, "%s: a node of memory stays as it is", function);
    default: return refuse_type(p, function);
    }
}
