/* Nodes that copy and fill, and nodes that allocate and free memory. */
#include "copy.h"
#include "graph.h"
#include "handle.h"
#include "memory.h"
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* ---- Nodes that copy ------------------------------------------------------------------------- */

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

static hipError_t check_bytes(size_t size, const char *function)
{
    return size ? hipSuccess : fail(hipErrorInvalidValue, "%s: 0 bytes", function);
}

static hipError_t make_symbol_copy(void *other, const void *symbol, size_t size, size_t offset,
                                   bool to_symbol, hipMemcpyKind kind, const char *function,
                                   struct work *out)
{
    uint8_t *at = NULL;
    hipError_t error = symbol ? check_bytes(size, function)
                              : fail(hipErrorInvalidSymbol, "%s: the symbol is null", function);
    if (!error)
        error = symbol_part(symbol, size, offset, function, &at);
    if (error)
        return error;
    return make_copy(to_symbol ? copy_linear(at, other, size) : copy_linear(other, at, size), kind,
                     function, out);
}

hipError_t hipGraphAddMemcpyNode(hipGraphNode_t *out, hipGraph_t graph,
                                 const hipGraphNode_t *before, size_t count,
                                 const hipMemcpy3DParms *p)
{
    static const char function[] = "hipGraphAddMemcpyNode";
    struct work work;
    hipError_t error = node_check_graph(graph, before, count, out, function);
    if (!error)
        error = make_copy_3d(p, function, &work);
    if (!error)
        error = node_add(out, graph, before, count, NODE_COPY, &work, function);
    if (error)
        return error;
    (*out)->copy = *p;
    (*out)->direction = (int)p->kind + 1;
    return hipSuccess;
}

/* Checks that a copy in an instance keeps its direction. HIP does not let programs change it. */
static hipError_t check_kind(hipGraphExec_t exec, hipGraphNode_t node, hipMemcpyKind kind,
                             const char *function)
{
    const struct hipGraphNode *instance = node_instance(exec, node);
    if (!instance || instance->direction == 0 || instance->direction == (int)kind + 1)
        return hipSuccess;
    return fail(hipErrorInvalidValue, "%s: the direction of the copy was %d, and is %d now",
                function, instance->direction - 1, (int)kind);
}

/* Adds a node with the copy |work|, whose direction is |kind|. */
static hipError_t add_copy(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                           size_t count, struct work *work, hipMemcpyKind kind,
                           const char *function)
{
    hipError_t error = node_add(out, graph, before, count, NODE_COPY, work, function);
    if (!error)
        (*out)->direction = (int)kind + 1;
    return error;
}

hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t *out, hipGraph_t graph,
                                   const hipGraphNode_t *before, size_t count, void *dst,
                                   const void *src, size_t size, hipMemcpyKind kind)
{
    static const char function[] = "hipGraphAddMemcpyNode1D";
    struct work work;
    hipError_t error = node_check_graph(graph, before, count, out, function);
    if (!error)
        error = check_bytes(size, function);
    if (!error)
        error = make_copy(copy_linear(dst, src, size), kind, function, &work);
    return error ? error : add_copy(out, graph, before, count, &work, kind, function);
}

hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t *out, hipGraph_t graph,
                                         const hipGraphNode_t *before, size_t count,
                                         const void *symbol, const void *src, size_t size,
                                         size_t offset, hipMemcpyKind kind)
{
    static const char function[] = "hipGraphAddMemcpyNodeToSymbol";
    struct work work;
    hipError_t error = node_check_graph(graph, before, count, out, function);
    if (!error)
        error = make_symbol_copy((void *)(uintptr_t)src, symbol, size, offset, true, kind, function,
                                 &work);
    return error ? error : add_copy(out, graph, before, count, &work, kind, function);
}

hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t *out, hipGraph_t graph,
                                           const hipGraphNode_t *before, size_t count, void *dst,
                                           const void *symbol, size_t size, size_t offset,
                                           hipMemcpyKind kind)
{
    static const char function[] = "hipGraphAddMemcpyNodeFromSymbol";
    struct work work;
    hipError_t error = node_check_graph(graph, before, count, out, function);
    if (!error)
        error = make_symbol_copy(dst, symbol, size, offset, false, kind, function, &work);
    return error ? error : add_copy(out, graph, before, count, &work, kind, function);
}

hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t node, hipMemcpy3DParms *out)
{
    hipError_t error = node_check(node, NODE_COPY, out, "hipGraphMemcpyNodeGetParams");
    if (!error)
        *out = node->copy;
    return error;
}

static hipError_t set_copy_3d(struct hipGraphNode *node, const hipMemcpy3DParms *p,
                              const char *function)
{
    struct work work;
    hipError_t error = node_check(node, NODE_COPY, p, function);
    if (!error)
        error = make_copy_3d(p, function, &work);
    if (error)
        return error;
    node_replace(node, &work);
    node->copy = *p;
    node->direction = (int)p->kind + 1;
    return hipSuccess;
}

hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node, const hipMemcpy3DParms *p)
{
    return set_copy_3d(node, p, "hipGraphMemcpyNodeSetParams");
}

hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                           hipMemcpy3DParms *p)
{
    static const char function[] = "hipGraphExecMemcpyNodeSetParams";
    hipError_t error = p ? check_kind(exec, node, p->kind, function) : hipSuccess;
    return error ? error : set_copy_3d(node_instance(exec, node), p, function);
}

static hipError_t set_copy_1d(struct hipGraphNode *node, void *dst, const void *src, size_t size,
                              hipMemcpyKind kind, const char *function)
{
    struct work work;
    hipError_t error = node_check(node, NODE_COPY, dst, function);
    if (!error)
        error = check_bytes(size, function);
    if (!error && dst == src)
        error = fail(hipErrorInvalidValue, "%s: both sides are %p", function, dst);
    if (!error)
        error = make_copy(copy_linear(dst, src, size), kind, function, &work);
    if (error)
        return error;
    node_replace(node, &work);
    node->direction = (int)kind + 1;
    return hipSuccess;
}

hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void *dst, const void *src,
                                         size_t size, hipMemcpyKind kind)
{
    return set_copy_1d(node, dst, src, size, kind, "hipGraphMemcpyNodeSetParams1D");
}

hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t exec, hipGraphNode_t node, void *dst,
                                             const void *src, size_t size, hipMemcpyKind kind)
{
    static const char function[] = "hipGraphExecMemcpyNodeSetParams1D";
    hipError_t error = check_kind(exec, node, kind, function);
    return error ? error : set_copy_1d(node_instance(exec, node), dst, src, size, kind, function);
}

static hipError_t set_symbol_copy(struct hipGraphNode *node, void *other, const void *symbol,
                                  size_t size, size_t offset, bool to_symbol, hipMemcpyKind kind,
                                  const char *function)
{
    struct work work;
    hipError_t error = node_check(node, NODE_COPY, other, function);
    if (!error)
        error = make_symbol_copy(other, symbol, size, offset, to_symbol, kind, function, &work);
    if (!error)
        node_replace(node, &work);
    return error;
}

hipError_t hipGraphMemcpyNodeSetParamsToSymbol(hipGraphNode_t node, const void *symbol,
                                               const void *src, size_t size, size_t offset,
                                               hipMemcpyKind kind)
{
    return set_symbol_copy(node, (void *)(uintptr_t)src, symbol, size, offset, true, kind,
                           "hipGraphMemcpyNodeSetParamsToSymbol");
}

hipError_t hipGraphMemcpyNodeSetParamsFromSymbol(hipGraphNode_t node, void *dst, const void *symbol,
                                                 size_t size, size_t offset, hipMemcpyKind kind)
{
    return set_symbol_copy(node, dst, symbol, size, offset, false, kind,
                           "hipGraphMemcpyNodeSetParamsFromSymbol");
}

static hipError_t set_symbol_copy_of(hipGraphExec_t exec, hipGraphNode_t node, void *other,
                                     const void *symbol, size_t size, size_t offset, bool to_symbol,
                                     hipMemcpyKind kind, const char *function)
{
    hipError_t error = symbol ? check_kind(exec, node, kind, function) : hipSuccess;
    return error ? error
                 : set_symbol_copy(node_instance(exec, node), other, symbol, size, offset,
                                   to_symbol, kind, function);
}

hipError_t hipGraphExecMemcpyNodeSetParamsToSymbol(hipGraphExec_t exec, hipGraphNode_t node,
                                                   const void *symbol, const void *src, size_t size,
                                                   size_t offset, hipMemcpyKind kind)
{
    return set_symbol_copy_of(exec, node, (void *)(uintptr_t)src, symbol, size, offset, true, kind,
                              "hipGraphExecMemcpyNodeSetParamsToSymbol");
}

hipError_t hipGraphExecMemcpyNodeSetParamsFromSymbol(hipGraphExec_t exec, hipGraphNode_t node,
                                                     void *dst, const void *symbol, size_t size,
                                                     size_t offset, hipMemcpyKind kind)
{
    return set_symbol_copy_of(exec, node, dst, symbol, size, offset, false, kind,
                              "hipGraphExecMemcpyNodeSetParamsFromSymbol");
}

/* ---- Nodes that fill memory ------------------------------------------------------------------ */

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
    hipError_t error = node_check_graph(graph, before, count, out, function);
    if (!error)
        error = make_fill(p, function, &work);
    if (!error)
        error = node_add(out, graph, before, count, NODE_FILL, &work, function);
    if (!error)
        (*out)->fill = *p;
    return error;
}

hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t node, hipMemsetParams *out)
{
    hipError_t error = node_check(node, NODE_FILL, out, "hipGraphMemsetNodeGetParams");
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
    hipError_t error = node_check(node, NODE_FILL, p, function);
    if (!error)
        error = make_fill(p, function, &work);
    if (!error)
        node_replace(node, &work);
    return error;
}

hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t node, const hipMemsetParams *p)
{
    return set_fill(node, p, "hipGraphMemsetNodeSetParams");
}

/* Changes a fill in an instance. A fill of several rows must keep its size. */
hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                           const hipMemsetParams *p)
{
    static const char function[] = "hipGraphExecMemsetNodeSetParams";
    struct hipGraphNode *instance = node_instance(exec, node);
    const hipMemsetParams *old = instance ? &instance->fill : NULL;
    if (p && old && (p->height > 1 || old->height > 1) &&
        (p->height != old->height || p->width != old->width))
        return fail(hipErrorInvalidValue,
                    "%s: %zu rows of %zu elements were filled, not %zu of %zu", function,
                    old->height, old->width, p->height, p->width);
    return set_fill(instance, p, function);
}

/* ---- Nodes that allocate and free memory -----------------------------------------------------
 *
 * The program needs the address when a node is made, so the memory is allocated then. It exists as
 * long as the graph, its clones and its instances. Nodes that free do nothing, because the next
 * launch may use the memory again.
 */

enum graph_memory_attribute { /* the values of HIP's hipGraphMemAttributeType */
                              USED_NOW,
                              USED_MOST,
                              RESERVED_NOW,
                              RESERVED_MOST
};

/* Memory that a graph allocated. If the program has freed it, other memory may be at the address
 * now; |serial| tells the two apart. */
struct graph_memory {
    void *address;
    uint64_t serial;
};

static void free_memory(void *context)
{
    struct graph_memory *memory = context;
    gpus_drain(); /* Waits for all work, because launches of the graph may still be running. */
    const struct allocation *a = space_find(memory->address);
    if (a && a->serial == memory->serial)
        memory_release(memory->address);
    free(memory);
}

bool graph_own_memory(struct ihipGraph *graph, void *address)
{
    struct graph_memory *memory = malloc(sizeof *memory);
    if (!memory)
        return false;
    *memory = (struct graph_memory){.address = address, .serial = space_find(address)->serial};
    if (!handle_add(address, HANDLE_GRAPH_MEMORY)) {
        free(memory);
        return false;
    }
    if (objects_attach(graph, free_memory, memory))
        return true;
    handle_remove(address);
    free(memory);
    return false;
}

hipError_t hip_graph_add_mem_alloc_node(hipGraphNode_t *out, hipGraph_t graph,
                                        const hipGraphNode_t *before, size_t count,
                                        struct hip_allocation_node *p)
{
    static const char function[] = "hipGraphAddMemAllocNode";
    hipError_t error = node_check_graph(graph, before, count, out, function);
    if (error)
        return error;
    if (!p)
        return fail(hipErrorInvalidValue, "%s: the parameters are null", function);
    p->address = NULL;
    struct gpu *gpu = gpu_at(p->pool.location.id);
    if (p->bytes == 0 || !gpu || p->pool.allocType != hipMemAllocationTypePinned ||
        p->pool.location.type != hipMemLocationTypeDevice)
        return fail(hipErrorInvalidValue, "%s: %zu bytes of type %d on device %d", function,
                    p->bytes, (int)p->pool.allocType, p->pool.location.id);
    void *address = memory_allocate(gpu, MEMORY_DEVICE, p->bytes, 0, function);
    if (!address)
        return fail(hipErrorOutOfMemory, "%s: there is no memory for %zu bytes", function,
                    p->bytes);
    if (!graph_own_memory(graph, address)) {
        memory_release(address);
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    }
    error = node_add(out, graph, before, count, NODE_ALLOCATE, NULL, function);
    if (error)
        return error;
    (*out)->memory = p->address = address;
    (*out)->allocation = *p;
    return hipSuccess;
}

hipError_t hip_graph_mem_alloc_node_get_params(hipGraphNode_t node, struct hip_allocation_node *out)
{
    hipError_t error = node_check(node, NODE_ALLOCATE, out, "hipGraphMemAllocNodeGetParams");
    if (error)
        return error;
    *out = node->allocation;
    return hipSuccess;
}

hipError_t hipGraphAddMemFreeNode(hipGraphNode_t *out, hipGraph_t graph,
                                  const hipGraphNode_t *before, size_t count, void *address)
{
    static const char function[] = "hipGraphAddMemFreeNode";
    hipError_t error = node_check_graph(graph, before, count, out, function);
    if (error)
        return error;
    if (before && count == 0)
        return fail(hipErrorInvalidValue, "%s: there is a list of 0 dependencies", function);
    if (!handle_is(address, HANDLE_GRAPH_MEMORY))
        return fail(hipErrorInvalidValue,
                    "%s: %p is not memory of a node that allocates, or has its node that frees",
                    function, address);
    error = node_add(out, graph, before, count, NODE_FREE, NULL, function);
    if (error)
        return error;
    handle_remove(address);
    (*out)->memory = address;
    return hipSuccess;
}

hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t node, void *out)
{
    hipError_t error = node_check(node, NODE_FREE, out, "hipGraphMemFreeNodeGetParams");
    if (!error)
        *(void **)out = node->memory;
    return error;
}

/* ---- Memory of graphs on a device ----------------------------------------------------------- */

hipError_t hipDeviceGraphMemTrim(int device)
{
    return gpu_at(device) ? hipSuccess : fail_device("hipDeviceGraphMemTrim", device);
}

/* Returns 0 for all attributes, because no memory is kept between launches. */
hipError_t hip_device_get_graph_mem_attribute(int device, unsigned attribute, void *out)
{
    if (!gpu_at(device))
        return fail_device("hipDeviceGetGraphMemAttribute", device);
    if (!out || attribute > RESERVED_MOST)
        return fail(hipErrorInvalidValue, "hipDeviceGetGraphMemAttribute: %s",
                    out ? "there is no such attribute" : "the output pointer is null");
    *(uint64_t *)out = 0;
    return hipSuccess;
}

hipError_t hip_device_set_graph_mem_attribute(int device, unsigned attribute, void *value)
{
    if (!gpu_at(device))
        return fail_device("hipDeviceSetGraphMemAttribute", device);
    if (!value || (attribute != USED_MOST && attribute != RESERVED_MOST) || *(uint64_t *)value != 0)
        return fail(hipErrorInvalidValue,
                    "hipDeviceSetGraphMemAttribute: a high mark is only reset to 0");
    return hipSuccess;
}
