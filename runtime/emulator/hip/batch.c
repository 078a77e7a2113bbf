/* Batches of copies and of prefetches, since HIP 7.1. */
#include "array.h"
#include "capture.h"
#include "copy.h"
#include "memory.h"
#include "stream.h"

/* the values of HIP's hipMemcpySrcAccessOrder */
enum { ORDER_OF_STREAM = 1, ORDER_DURING_CALL, ORDER_ANY };
/* a flag of HIP's hipMemcpyFlags; it is a hint, which is ignored */
enum { PREFER_OVERLAP = 1 };

static hipError_t fail_values(const char *function, const char *what)
{
    return fail(hipErrorInvalidValue, "%s: %s", function, what);
}

/* Fails if the stream is being captured. AMD's runtime cannot capture batches: it makes no nodes of
 * the copies, but runs them at once. */
static hipError_t check_stream(hipStream_t handle, const char *function)
{
    hipError_t error;
    struct ihipStream_t *stream = stream_find_handle(handle, function, &error);
    if (!stream)
        return error;
    runtime_lock();
    bool is_captured = stream->capture != NULL;
    runtime_unlock();
    return is_captured ? fail(hipErrorStreamCaptureUnsupported,
                              "%s: a batch does not become a node of a graph", function)
                       : hipSuccess;
}

/* Checks |begins|: the index at which each of |groups| groups begins. The first must be 0, and each
 * further index must be larger than the one before. */
static hipError_t check_groups(const void *all, const size_t *begins, size_t groups, size_t count,
                               const char *function)
{
    if (!all || !begins || begins[0] != 0 || groups > count)
        return fail_values(function, "the first group does not begin at 0, or there are too many");
    for (size_t i = 1; i < groups; i++) {
        if (begins[i] <= begins[i - 1] || begins[i] >= count)
            return fail_values(function, "the groups are not in order");
    }
    return hipSuccess;
}

/* Returns the group that element |i| is in; |group| is the group of element |i| - 1. */
static size_t next_group(const size_t *begins, size_t groups, size_t group, size_t i)
{
    return group + 1 < groups && begins[group + 1] <= i ? group + 1 : group;
}

/* ---- Batches of copies ----------------------------------------------------------------------- */

/* Checks the order and the flags of a copy. Flags other than PREFER_OVERLAP ask for swaps and for
 * copies through pointers, which need hardware that only some GPUs have. */
static hipError_t check_way(unsigned order, unsigned flags, const char *function)
{
    if (order < ORDER_OF_STREAM || order > ORDER_ANY)
        return fail_values(function, "an unknown order of access to the source");
    if (flags & ~(unsigned)PREFER_OVERLAP)
        return fail(hipErrorNotSupported, "%s: flags 0x%x", function, flags);
    return hipSuccess;
}

static hipError_t check_attributes(const struct hip_batch_attributes *all, const size_t *begins,
                                   size_t groups, size_t count, const char *function)
{
    hipError_t error = groups ? check_groups(all, begins, groups, count, function) : hipSuccess;
    for (size_t i = 0; i < groups && !error; i++)
        error = check_way(all[i].order, all[i].flags, function);
    return error;
}

/* Whether the call must wait for a copy from |src|, because the program may change the source as
 * soon as the call returns. There is no wait for the program's own memory, because it is read
 * during the call. */
static bool must_wait(const void *src, unsigned order)
{
    return order == ORDER_DURING_CALL && memory_place(src, 1) != PLACE_PAGEABLE;
}

/* Checks all copies of a batch, before the first one is queued. */
static hipError_t check_copies(void **dsts, void **srcs, const size_t *sizes, size_t count,
                               size_t *out_failed, const char *function)
{
    const struct copy_request request = {function, hipMemcpyDefault, NULL, true};
    bool is_pageable;
    for (size_t i = 0; i < count; i++) {
        if (sizes[i] == 0) {
            *out_failed = i;
            return fail_values(function, "a copy of 0 bytes");
        }
    }
    for (size_t i = 0; i < count; i++) {
        const struct copy copy = copy_linear(dsts[i], srcs[i], sizes[i]);
        hipError_t error = copy_check(&copy, &request, &is_pageable);
        if (error)
            return error;
    }
    return hipSuccess;
}

hipError_t hip_memcpy_batch_async(void **dsts, void **srcs, size_t *sizes, size_t count,
                                  struct hip_batch_attributes *attributes, size_t *begins,
                                  size_t groups, size_t *out_failed, hipStream_t stream)
{
    static const char function[] = "hipMemcpyBatchAsync";
    size_t failed = SIZE_MAX, group = 0;
    bool is_waiting = false;
    hipError_t error = check_stream(stream, function);
    if (!error && (!dsts || !srcs || !sizes || count == 0))
        error = fail_values(function, "an array is null, or there are no copies");
    if (!error)
        error = check_attributes(attributes, begins, groups, count, function);
    if (error)
        return error;
    error = check_copies(dsts, srcs, sizes, count, &failed, function);
    if (out_failed)
        *out_failed = failed;
    for (size_t i = 0; i < count && !error; i++) {
        const struct copy_request request = {function, hipMemcpyDefault, stream, true};
        group = next_group(begins, groups, group, i);
        is_waiting = is_waiting || (groups && must_wait(srcs[i], attributes[group].order));
        error = copy_submit(copy_linear(dsts[i], srcs[i], sizes[i]), &request);
    }
    return is_waiting && !error ? hipStreamSynchronize(stream) : error;
}

/* ---- Batches of copies of boxes -------------------------------------------------------------- */

enum { OPERAND_POINTER = 1, OPERAND_ARRAY };

/* Reads the description of one side of a copy. |row_length| and |layer_height| count elements of
 * the other side's array; if the other side is not an array, they count bytes. 0 means that rows
 * and layers have no gaps. */
static bool read_operand(const struct hip_batch_operand *operand, const hipExtent *extent,
                         size_t element, hipArray **out_array, hipPos *out_position,
                         hipPitchedPtr *out)
{
    if (operand->type == OPERAND_ARRAY) {
        *out_array = operand->array.array;
        *out_position = (hipPos){operand->array.x, operand->array.y, operand->array.z};
        return true;
    }
    size_t row = operand->pointer.row_length, height = operand->pointer.layer_height;
    row = row ? row : extent->width;
    *out = (hipPitchedPtr){.ptr = operand->pointer.address,
                           .pitch = row * element,
                           .xsize = row * element,
                           .ysize = height ? height : extent->height};
    return operand->type == OPERAND_POINTER && row >= extent->width &&
           out->ysize >= extent->height && row <= SIZE_MAX / element;
}

static size_t element_of(const struct hip_batch_operand *operand)
{
    return operand->type == OPERAND_ARRAY ? array_element_bytes(operand->array.array) : 0;
}

static hipError_t read_box(const struct hip_batch_copy *from, const char *function,
                           struct copy *out)
{
    struct hipMemcpy3DParms p = {.extent = from->extent, .kind = hipMemcpyDefault};
    size_t element = element_of(&from->src);
    element = element ? element : element_of(&from->dst);
    element = element ? element : 1;
    if (!read_operand(&from->src, &p.extent, element, &p.srcArray, &p.srcPos, &p.srcPtr) ||
        !read_operand(&from->dst, &p.extent, element, &p.dstArray, &p.dstPos, &p.dstPtr))
        return fail_values(function,
                           "a side is of an unknown type, or has rows that are too short");
    return copy_of_3d(&p, function, out);
}

hipError_t hip_memcpy_3d_batch_async(size_t count, struct hip_batch_copy *all, size_t *out_failed,
                                     unsigned long long flags, hipStream_t stream)
{
    static const char function[] = "hipMemcpy3DBatchAsync";
    bool is_waiting = false;
    if (flags != 0 || !all || count == 0)
        return fail_values(function, "flags, or no copies");
    hipError_t error = check_stream(stream, function);
    size_t i = 0;
    for (; i < count && !error; i++) {
        const struct copy_request request = {function, hipMemcpyDefault, stream, true};
        struct copy copy;
        error = check_way(all[i].order, all[i].flags, function);
        if (!error)
            error = read_box(&all[i], function, &copy);
        if (!error) {
            is_waiting = is_waiting || must_wait(copy.src, all[i].order);
            error = copy_submit(copy, &request);
        }
    }
    if (out_failed)
        *out_failed = error && i > 0 ? i - 1 : SIZE_MAX;
    return is_waiting && !error ? hipStreamSynchronize(stream) : error;
}

/* ---- Batches of prefetches ------------------------------------------------------------------- */

hipError_t hip_mem_prefetch_batch_async(void **addresses, size_t *sizes, size_t count,
                                        struct hip_place *places, size_t *begins, size_t groups,
                                        unsigned long long flags, hipStream_t stream)
{
    static const char function[] = "hipMemPrefetchBatchAsync";
    size_t group = 0;
    hipError_t error = capture_check(CAPTURE_UNSAFE, function);
    if (error)
        return error;
    if (!addresses || !sizes || count == 0 || groups == 0 || flags != 0 || !stream)
        return fail_values(function, "an array or the stream is null, nothing to do, or flags");
    error = check_groups(places, begins, groups, count, function);
    for (size_t i = 0; i < count && !error; i++) {
        group = next_group(begins, groups, group, i);
        error = prefetch_check(addresses[i], sizes[i], places[group], function);
    }
    group = 0;
    for (size_t i = 0; i < count && !error; i++) {
        group = next_group(begins, groups, group, i);
        error = hip_mem_prefetch_async_v2(addresses[i], sizes[i], places[group], 0, stream);
    }
    return error;
}
