/* Values in memory that streams and graphs wait for or write, one at a time or in batches. */
#include "graph.h"
#include "memory.h"

static hipError_t check_value(const struct value_work *value, const char *function)
{
    size_t size = value->is_64 ? 8 : 4;
    if (!value->address || (uintptr_t)value->address % size != 0)
        return fail(hipErrorInvalidValue, "%s: %p is null or not aligned", function,
                    value->address);
    enum memory_place place = memory_place(value->address, size);
    if (place == PLACE_PAGEABLE || place == PLACE_BAD)
        return memory_complain(function, "the value", value->address, size);
    if (value->condition > hipStreamWaitValueNor)
        return fail(hipErrorInvalidValue, "%s: unknown flags 0x%x", function, value->condition);
    return hipSuccess;
}

static hipError_t submit_value(hipStream_t handle, struct value_work value, const char *function)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find(handle, function, &error);
    if (!stream)
        return error;
    error = check_value(&value, function);
    struct work work = {.kind = WORK_VALUE, .value = value};
    return error ? error : stream_submit(stream, &work);
}

hipError_t hipStreamWaitValue32(hipStream_t stream, void *address, uint32_t value,
                                unsigned int flags, uint32_t mask)
{
    struct value_work work = {.address = address, .value = value, .mask = mask, .condition = flags};
    return submit_value(stream, work, "hipStreamWaitValue32");
}

hipError_t hipStreamWaitValue64(hipStream_t stream, void *address, uint64_t value,
                                unsigned int flags, uint64_t mask)
{
    struct value_work work = {
        .address = address, .value = value, .mask = mask, .is_64 = true, .condition = flags};
    return submit_value(stream, work, "hipStreamWaitValue64");
}

/* Checks the flags of a write. Newer releases of AMD's runtime can add to the value instead, or
 * subtract from it. */
static hipError_t check_write_flags(unsigned flags, const char *function)
{
    enum { INCREMENT = 0x1000, DECREMENT };
    if (flags == INCREMENT || flags == DECREMENT)
        return fail(hipErrorNotSupported, "%s: the value is only stored here", function);
    return flags ? fail(hipErrorInvalidValue, "%s: unknown flags 0x%x", function, flags)
                 : hipSuccess;
}

hipError_t hipStreamWriteValue32(hipStream_t stream, void *address, uint32_t value,
                                 unsigned int flags)
{
    hipError_t error = check_write_flags(flags, "hipStreamWriteValue32");
    if (error)
        return error;
    struct value_work work = {.address = address, .value = value, .is_write = true};
    return submit_value(stream, work, "hipStreamWriteValue32");
}

hipError_t hipStreamWriteValue64(hipStream_t stream, void *address, uint64_t value,
                                 unsigned int flags)
{
    hipError_t error = check_write_flags(flags, "hipStreamWriteValue64");
    if (error)
        return error;
    struct value_work work = {.address = address, .value = value, .is_64 = true, .is_write = true};
    return submit_value(stream, work, "hipStreamWriteValue64");
}

/* ---- Batches, since HIP 6.4 ------------------------------------------------------------------ */

/* the values of hipStreamMemOp... */
enum operation { AWAIT_32 = 1, WRITE_32 = 2, AWAIT_64 = 4, WRITE_64 = 5 };

enum { MOST_OPERATIONS = 256 };

bool value_of_operation(const struct hip_memory_operation *operation, struct value_work *out)
{
    bool is_64 = operation->type == AWAIT_64 || operation->type == WRITE_64;
    bool is_write = operation->type == WRITE_32 || operation->type == WRITE_64;
    *out = (struct value_work){.address = operation->address,
                               .value = is_64 ? operation->value : (uint32_t)operation->value,
                               .mask = UINT64_MAX,
                               .is_64 = is_64,
                               .is_write = is_write,
                               .condition = is_write ? 0 : operation->flags};
    return is_write || operation->type == AWAIT_32 || operation->type == AWAIT_64;
}

/* Makes the work of a batch. The work owns a copy of |all|. */
static hipError_t make_batch(hipCtx_t context, struct hip_memory_operation *all, unsigned count,
                             unsigned flags, const char *function, struct work *out)
{
    if (!all || count == 0 || count > MOST_OPERATIONS || flags != 0)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    !all         ? "the operations are null"
                    : flags != 0 ? "flags, of which there are none"
                                 : "there may be 1 to 256 operations");
    const struct work work = {.kind = WORK_BATCH, .batch = {all, count, context}};
    return work_duplicate(&work, out) ? hipSuccess
                                      : fail(hipErrorOutOfMemory, "%s: out of memory", function);
}

/* Checks the operations of a batch. Barriers and flushes are refused, as in AMD's runtime; in
 * graphs they do nothing. */
static hipError_t check_batch(const struct batch_work *batch, const char *function)
{
    hipError_t error = hipSuccess;
    for (unsigned i = 0; i < batch->count && !error; i++) {
        struct value_work value;
        error = value_of_operation(&batch->all[i], &value)
                    ? check_value(&value, function)
                    : fail(hipErrorInvalidValue, "%s: operation %u is of type %u", function, i,
                           batch->all[i].type);
    }
    return error;
}

hipError_t hip_stream_batch_mem_op(hipStream_t handle, unsigned count,
                                   struct hip_memory_operation *all, unsigned flags)
{
    static const char function[] = "hipStreamBatchMemOp";
    struct work work;
    hipError_t error = make_batch(NULL, all, count, flags, function, &work);
    if (error)
        return error;
    struct ihipStream_t *stream = stream_find(handle, function, &error);
    if (stream)
        error = check_batch(&work.batch, function);
    if (!error)
        return stream_submit(stream, &work);
    work_release(&work);
    return error;
}

static hipError_t make_node(const struct hip_batch_node *p, const char *function, struct work *out)
{
    if (!p || !p->context)
        return fail(hipErrorInvalidValue, "%s: the %s null", function,
                    p ? "context is" : "parameters are");
    return make_batch(p->context, p->all, p->count, p->flags, function, out);
}

hipError_t hip_graph_add_batch_mem_op_node(hipGraphNode_t *out, hipGraph_t graph,
                                           const hipGraphNode_t *before, size_t count,
                                           const struct hip_batch_node *p)
{
    static const char function[] = "hipGraphAddBatchMemOpNode";
    struct work work;
    hipError_t error = node_check_graph(graph, before, count, out, function);
    if (!error)
        error = make_node(p, function, &work);
    return error ? error : node_add(out, graph, before, count, NODE_BATCH, &work, function);
}

/* Returns the operations in the node's own memory: they are valid until the node changes. */
hipError_t hip_graph_batch_mem_op_node_get_params(hipGraphNode_t node, struct hip_batch_node *out)
{
    hipError_t error = node_check(node, NODE_BATCH, out, "hipGraphBatchMemOpNodeGetParams");
    if (!error)
        *out = (struct hip_batch_node){.context = node->work.batch.context,
                                       .count = node->work.batch.count,
                                       .all = node->work.batch.all};
    return error;
}

static hipError_t set_batch(struct hipGraphNode *node, const struct hip_batch_node *p,
                            const char *function)
{
    struct work work;
    hipError_t error = node_check(node, NODE_BATCH, p, function);
    if (!error)
        error = make_node(p, function, &work);
    if (error)
        return error;
    work.gpu = node->work.gpu;
    node_replace(node, &work);
    return hipSuccess;
}

hipError_t hip_graph_batch_mem_op_node_set_params(hipGraphNode_t node, struct hip_batch_node *p)
{
    return set_batch(node, p, "hipGraphBatchMemOpNodeSetParams");
}

hipError_t hip_graph_exec_batch_mem_op_node_set_params(hipGraphExec_t exec, hipGraphNode_t node,
                                                       const struct hip_batch_node *p)
{
    return set_batch(node_instance(exec, node), p, "hipGraphExecBatchMemOpNodeSetParams");
}
