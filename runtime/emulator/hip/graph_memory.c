/* Nodes that allocate and free memory.
 *
 * The address is needed when the node is made. The memory exists from then on, as long as the graph
 * or something made of it. The next launch may allocate memory again that a graph frees, so freeing
 * does nothing.
 */
#include "graph_node.h"
#include "memory.h"

#include <string.h>

enum graph_memory_attribute { /* hipGraphMemAttributeType */
                              USED_NOW,
                              USED_MOST,
                              RESERVED_NOW,
                              RESERVED_MOST
};

static void free_memory(void *address)
{
    memory_release(address); /* unless the program has freed it */
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
    if (!objects_attach(graph, free_memory, address)) {
        memory_release(address);
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    }
    error = node_add(out, graph, before, count, NODE_ALLOCATE, NULL, function);
    if (error)
        return error;
    (*out)->memory = p->address = address;
    (*out)->memory_bytes = p->bytes;
    return hipSuccess;
}

hipError_t hip_graph_mem_alloc_node_get_params(hipGraphNode_t node, struct hip_allocation_node *out)
{
    hipError_t error = node_check(node, NODE_ALLOCATE, out, "hipGraphMemAllocNodeGetParams");
    if (error)
        return error;
    const struct allocation *a = space_find(node->memory);
    const struct gpu *gpu = a ? gpu_of(a->device) : NULL;
    memset(out, 0, sizeof *out);
    out->pool.allocType = hipMemAllocationTypePinned;
    out->pool.location.type = hipMemLocationTypeDevice;
    out->pool.location.id = gpu ? gpu->ordinal : 0;
    out->address = node->memory;
    out->bytes = node->memory_bytes;
    return hipSuccess;
}

hipError_t hipGraphAddMemFreeNode(hipGraphNode_t *out, hipGraph_t graph,
                                  const hipGraphNode_t *before, size_t count, void *address)
{
    static const char function[] = "hipGraphAddMemFreeNode";
    hipError_t error = node_check_graph(graph, before, count, out, function);
    if (error)
        return error;
    const struct allocation *a = address ? space_find(address) : NULL;
    if (!a || a->address != address)
        return memory_complain(function, "what is to be freed", address, 0);
    error = node_add(out, graph, before, count, NODE_FREE, NULL, function);
    if (!error)
        (*out)->memory = address;
    return error;
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

/* Nothing is held back between launches. */
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
