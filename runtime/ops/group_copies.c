/* Calls of a group without a library: copies between devices, and krt_reduce().
 *
 * Each device reduces a share of the elements, so that all devices get the same bits: it copies
 * this share of every device side by side into memory of its stream, and reduces the columns. Then
 * each device copies the other shares' results. Devices copy at the same time, each on its own
 * stream; the streams meet before the first copy, between the two steps, and after the last copy.
 */
#include "group.h"
#include "ops.h"

#include <krt/extend.h>

uint64_t group_piece_most = 32 << 20;

/* ---- Ordering the streams -------------------------------------------------------------------- */

/* Makes each stream wait for the work that is on all others now. */
static krt_status meet(const struct group_call *call)
{
    const struct krt_group *group = call->group;
    krt_status status = KRT_OK;
    for (uint32_t i = 0; i < group->count && !status; i++)
        status = krt_event_record(group->members[i].event, call->streams[i]);
    for (uint32_t i = 0; i < group->count && !status; i++) {
        for (uint32_t j = 0; j < group->count && !status; j++)
            status = i == j ? KRT_OK : krt_stream_wait(call->streams[i], group->members[j].event);
    }
    return status;
}

/* Copies from device |from| to device |to|, on the stream of |to|. */
static krt_status pull(const struct group_call *call, uint32_t to, void *destination, uint32_t from,
                       const void *source, uint64_t bytes)
{
    if (destination == source && to == from)
        return KRT_OK;
    return krt_copy_peer(call->streams[to], destination, call->streams[from], source, bytes);
}

/* Returns the number of the device from which device |i| copies in turn |turn|: in each turn
 * another one to each device. */
static uint32_t partner(const struct krt_group *group, uint32_t i, uint32_t turn)
{
    return (uint32_t)(((uint64_t)i + turn) % group->count);
}

/* ---- All-reduce ------------------------------------------------------------------------------ */

/* Elements from |first| on. */
struct part {
    uint64_t first, count;
};

/* Returns the share of device |i|. Shares consist of whole vectors of 16 bytes, except the last
 * one. */
static struct part share_of(const struct group_call *call, uint32_t i)
{
    const uint64_t unit = 16 / krt_dtype_size(call->in->dtype);
    const uint64_t each = round_up(ceil_div(call->elements, call->group->count), unit);
    const uint64_t first = each * i < call->elements ? each * i : call->elements;
    const uint64_t left = call->elements - first;
    return (struct part){first, left < each ? left : each};
}

static void *element(const struct krt_tensor *tensor, uint64_t index)
{
    return (char *)tensor->data + index * krt_dtype_size(tensor->dtype);
}

/* krt_reduce() adds the elements of a column in order, but not those of a row. A part of one
 * element therefore gets a second column. */
enum { COLUMNS_LEAST = 2 };

/* Reduces |part| of all devices on device |i|. |rows| is memory for a row of each device, and for
 * one more. */
static krt_status reduce_part(const struct group_call *call, enum krt_reduction reduction,
                              uint32_t i, struct part part, void *rows)
{
    const bool is_padded = part.count < COLUMNS_LEAST;
    const uint32_t dtype = call->in->dtype, devices = call->group->count;
    const uint64_t size = krt_dtype_size(dtype), width = is_padded ? COLUMNS_LEAST : part.count;
    struct krt_stream *stream = call->streams[i];
    void *out = element(&call->out[i], part.first);
    struct krt_tensor from = krt_tensor_dense(dtype, rows, 2, (uint64_t[]){devices, width});
    struct krt_tensor to = krt_tensor_dense(dtype, out, 1, &width);
    krt_status status = KRT_OK;
    if (is_padded) {
        to.data = element(&from, devices * width);
        status = krt_set(stream, rows, 0, 1, devices * width * size);
    }
    for (uint32_t turn = 0; turn < devices && !status; turn++) {
        const uint32_t j = partner(call->group, i, turn);
        status = pull(call, i, element(&from, j * width), j, element(&call->in[j], part.first),
                      part.count * size);
    }
    if (!status)
        status = krt_reduce(call->group->ops, stream, reduction, &from, 1, &to);
    return status || !is_padded ? status
                                : krt_copy_on_device(stream, out, to.data, part.count * size);
}

/* Reduces the share of device |i|, piece by piece. */
static krt_status reduce_share(const struct group_call *call, enum krt_reduction reduction,
                               uint32_t i)
{
    const struct part share = share_of(call, i);
    const uint64_t size = krt_dtype_size(call->in->dtype);
    const uint64_t most = group_piece_most / 16 * (16 / size);
    const uint64_t piece = share.count < most ? share.count : most;
    const uint64_t width = piece < COLUMNS_LEAST ? COLUMNS_LEAST : piece;
    void *rows;
    if (share.count == 0)
        return KRT_OK;
    krt_status status =
        krt_alloc_async(call->streams[i], (call->group->count + 1) * width * size, &rows);
    if (status)
        return status;
    for (uint64_t done = 0; done < share.count && !status; done += piece) {
        const uint64_t left = share.count - done;
        const struct part part = {share.first + done, left < piece ? left : piece};
        status = reduce_part(call, reduction, i, part, rows);
    }
    return memory_give(call->streams[i], rows, status);
}

/* Copies the results of the other devices' shares to device |i|. */
static krt_status take_shares(const struct group_call *call, uint32_t i)
{
    krt_status status = KRT_OK;
    for (uint32_t turn = 1; turn < call->group->count && !status; turn++) {
        const uint32_t j = partner(call->group, i, turn);
        const struct part share = share_of(call, j);
        status = pull(call, i, element(&call->out[i], share.first), j,
                      element(&call->out[j], share.first),
                      share.count * krt_dtype_size(call->in->dtype));
    }
    return status;
}

krt_status copies_all_reduce(const struct group_call *call, enum krt_reduction reduction)
{
    const uint32_t count = call->group->count;
    if (count == 1)
        return pull(call, 0, call->out->data, 0, call->in->data, call->bytes);
    krt_status status = meet(call);
    for (uint32_t i = 0; i < count && !status; i++)
        status = reduce_share(call, reduction, i);
    if (!status)
        status = meet(call);
    for (uint32_t i = 0; i < count && !status; i++)
        status = take_shares(call, i);
    return status ? status : meet(call);
}

/* ---- Copies alone ---------------------------------------------------------------------------- */

krt_status copies_all_gather(const struct group_call *call)
{
    const uint32_t count = call->group->count;
    krt_status status = meet(call);
    for (uint32_t i = 0; i < count && !status; i++) {
        for (uint32_t turn = 0; turn < count && !status; turn++) {
            const uint32_t j = partner(call->group, i, turn);
            status = pull(call, i, (char *)call->out[i].data + j * call->bytes, j, call->in[j].data,
                          call->bytes);
        }
    }
    return status ? status : meet(call);
}

krt_status copies_broadcast(const struct group_call *call, uint32_t root)
{
    krt_status status = meet(call);
    for (uint32_t i = 0; i < call->group->count && !status; i++)
        status = pull(call, i, call->out[i].data, root, call->in->data, call->bytes);
    return status ? status : meet(call);
}
