/* Groups of devices: their checks, and who does a call: a library, or copies. */
#include "group.h"

#include "nccl.h"
#include "tensor.h"

#include <krt/extend.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making a group -------------------------------------------------------------------------- */

/* Checks that the devices differ, and that one driver has them all. */
static krt_status check_devices(struct krt_device *const *devices, uint32_t count)
{
    struct krt_device_info first = {.struct_size = sizeof first}, other = first;
    for (uint32_t i = 0; i < count; i++) {
        if (!devices[i])
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_group_create: device %u is NULL", i);
        for (uint32_t j = 0; j < i; j++) {
            if (devices[i] == devices[j])
                return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                                "krt_group_create: devices %u and %u are one device", j, i);
        }
        krt_status status = krt_device_describe(devices[i], i ? &other : &first);
        if (status)
            return status;
        if (i && (other.driver != first.driver || strcmp(other.library, first.library) != 0))
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                            "krt_group_create: device 0 was opened with %s, and device %u with %s: "
                            "a group has devices of one driver",
                            first.library, i, other.library);
    }
    return KRT_OK;
}

krt_status krt_group_create(struct krt_ops *ops, struct krt_device *const *devices, uint32_t count,
                            struct krt_group **out)
{
    if (!ops || !devices || !out || count == 0)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_group_create: |%s| is %s",
                        !ops       ? "ops"
                        : !devices ? "devices"
                        : !out     ? "out"
                                   : "count",
                        ops && devices && out ? "0" : "NULL");
    krt_status status = check_devices(devices, count);
    if (status)
        return status;
    struct krt_group *group = calloc(1, sizeof *group + count * sizeof group->members[0]);
    if (!group)
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "krt_group_create: no memory");
    group->ops = ops;
    pthread_mutex_init(&group->lock, NULL);
    for (uint32_t i = 0; i < count && !status; i++) {
        struct member *member = &group->members[group->count];
        status = krt_event_create(devices[i], KRT_EVENT_NO_TIMING, &member->event);
        member->device = devices[i];
        group->count += !status;
    }
    if (!status)
        status = nccl_create(devices, count, group->reason, sizeof group->reason, &group->nccl);
    if (status)
        krt_group_destroy(group);
    else
        *out = group;
    return status;
}

void krt_group_destroy(struct krt_group *group)
{
    if (!group)
        return;
    nccl_destroy(group->nccl); /* while the events keep the devices */
    for (uint32_t i = 0; i < group->count; i++)
        krt_event_destroy(group->members[i].event);
    pthread_mutex_destroy(&group->lock);
    free(group);
}

krt_status krt_group_describe(struct krt_group *group, struct krt_group_info *info)
{
    if (!group || !info)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_group_describe: |%s| is NULL",
                        group ? "info" : "group");
    size_t size = info->struct_size < sizeof *info ? info->struct_size : sizeof *info;
    if (size < sizeof info->struct_size)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_group_describe: set |info|->struct_size to its sizeof");
    struct krt_group_info found = {.struct_size = info->struct_size, .count = group->count};
    if (group->nccl) {
        found.version = nccl_version(group->nccl);
        snprintf(found.library, sizeof found.library, "%s", nccl_name(group->nccl));
    }
    snprintf(found.reason, sizeof found.reason, "%s", group->reason);
    pthread_mutex_lock(&group->lock);
    found.library_calls = group->library_calls;
    found.copied_calls = group->copied_calls;
    pthread_mutex_unlock(&group->lock);
    memcpy(info, &found, size);
    return KRT_OK;
}

/* ---- Checks of calls ------------------------------------------------------------------------- */

static krt_status check_pointers(const struct group_call *call)
{
    const char *missing = !call->group     ? "group"
                          : !call->streams ? "streams"
                          : !call->in      ? "in"
                          : !call->out     ? "out"
                                           : NULL;
    return missing
               ? krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is NULL", call->function, missing)
               : KRT_OK;
}

/* Checks that each stream is of its device, and that all streams are captured, or none. */
static krt_status check_streams(const struct group_call *call)
{
    bool first = false, is_captured = false;
    for (uint32_t i = 0; i < call->group->count; i++) {
        struct krt_device *device;
        krt_status status = krt_stream_device(call->streams[i], &device);
        if (!status && device != call->group->members[i].device)
            status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                              "%s: stream %u is not a stream of the group's device %u",
                              call->function, i, i);
        if (!status)
            status = krt_stream_is_capturing(call->streams[i], i ? &is_captured : &first);
        if (status)
            return status;
        if (i && is_captured != first)
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                            "%s: stream %u is being captured into a graph, and stream %u is not: "
                            "make it wait for an event of the captured one first",
                            call->function, first ? 0 : i, first ? i : 0);
    }
    return KRT_OK;
}

/* Checks one of the tensors |what|, whose number is |i|. It must have the dtype of |like|, and its
 * shape, with the first dimension |times| as long. */
static krt_status check_part(const struct group_call *call, const char *what, uint32_t i,
                             const struct krt_tensor *tensor, const struct krt_tensor *like,
                             uint64_t times)
{
    char name[32];
    uint64_t dims[KRT_MAX_RANK];
    snprintf(name, sizeof name, "%s[%u]", what, i);
    memcpy(dims, like->dims, sizeof dims);
    if (times > 1 && __builtin_mul_overflow(dims[0], times, &dims[0]))
        dims[0] = UINT64_MAX; /* a tensor of this length is invalid */
    return check_tensor(call->function, name, tensor, like->dtype, like->rank, dims, DENSE);
}

/* Checks that the output of device |i| is |in|, or shares no memory with it. */
static krt_status check_apart(const struct group_call *call, const struct krt_tensor *in,
                              uint32_t i)
{
    char of_in[32], of_out[32];
    const struct operand operands[] = {OUTPUT_MAY_BE(in, of_out, &call->out[i]), INPUT(of_in, in)};
    snprintf(of_in, sizeof of_in, "in[%u]", (unsigned)(in - call->in));
    snprintf(of_out, sizeof of_out, "out[%u]", i);
    return expect_apart(call->function, operands, 2);
}

/* Checks the arguments of a call, none of which is NULL. |inputs|: how many tensors |in| has;
 * |times|: how many times as long as an input an output is. Sets |elements| and |bytes|. */
static krt_status check(struct group_call *call, uint32_t inputs, uint64_t times)
{
    krt_status status = krt_tensor_count(call->in, &call->elements);
    if (!status)
        status = check_streams(call);
    for (uint32_t i = 0; i < inputs && !status; i++)
        status = check_part(call, "in", i, &call->in[i], call->in, 1);
    for (uint32_t i = 0; !status && i < call->group->count; i++)
        status = check_part(call, "out", i, &call->out[i], call->in, times);
    if (!status)
        call->bytes = call->elements * krt_dtype_size(call->in->dtype);
    return status;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static struct nccl_call library_call(const struct group_call *call)
{
    return (struct nccl_call){call->streams, call->in, call->out};
}

/* Counts a call that has succeeded, and lets others call. */
static krt_status leave(struct krt_group *group, bool is_library, krt_status status)
{
    group->library_calls += !status && is_library;
    group->copied_calls += !status && !is_library;
    pthread_mutex_unlock(&group->lock);
    return status;
}

krt_status krt_all_reduce(struct krt_group *group, struct krt_stream *const *streams,
                          enum krt_reduction reduction, const struct krt_tensor *in,
                          const struct krt_tensor *out)
{
    struct group_call call = {
        .function = "krt_all_reduce", .group = group, .streams = streams, .in = in, .out = out};
    krt_status status = check_pointers(&call);
    if (!status)
        status = check(&call, group->count, 1);
    if (!status && reduction != KRT_REDUCE_SUM && reduction != KRT_REDUCE_MIN &&
        reduction != KRT_REDUCE_MAX)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "krt_all_reduce: reduction %d: it must be a sum, minimum or maximum",
                          (int)reduction);
    for (uint32_t i = 0; !status && i < group->count; i++)
        status = check_apart(&call, &in[i], i);
    if (status || call.elements == 0)
        return status;
    const struct nccl_call to_library = library_call(&call);
    const bool is_library = group->nccl && nccl_reduces(in->dtype);
    pthread_mutex_lock(&group->lock);
    status = is_library ? nccl_all_reduce(group->nccl, &to_library, reduction, call.elements)
                        : copies_all_reduce(&call, reduction);
    return leave(group, is_library, status);
}

krt_status krt_all_gather(struct krt_group *group, struct krt_stream *const *streams,
                          const struct krt_tensor *in, const struct krt_tensor *out)
{
    struct group_call call = {
        .function = "krt_all_gather", .group = group, .streams = streams, .in = in, .out = out};
    krt_status status = check_pointers(&call);
    if (!status && in->rank == 0)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "krt_all_gather: |in| has rank 0, and no dimension to join");
    if (!status)
        status = check(&call, group->count, group->count);
    for (uint32_t i = 0; !status && i < group->count; i++)
        if (in[i].data != (const char *)out[i].data + i * call.bytes)
            status = check_apart(&call, &in[i], i);
    if (status || call.elements == 0)
        return status;
    const struct nccl_call to_library = library_call(&call);
    pthread_mutex_lock(&group->lock);
    status = group->nccl ? nccl_all_gather(group->nccl, &to_library, call.bytes)
                         : copies_all_gather(&call);
    return leave(group, group->nccl, status);
}

krt_status krt_broadcast(struct krt_group *group, struct krt_stream *const *streams, uint32_t root,
                         const struct krt_tensor *in, const struct krt_tensor *out)
{
    struct group_call call = {
        .function = "krt_broadcast", .group = group, .streams = streams, .in = in, .out = out};
    krt_status status = check_pointers(&call);
    if (!status && root >= group->count)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "krt_broadcast: |root| is %u, and the group has %u devices", root,
                          group->count);
    if (!status)
        status = check(&call, 1, 1);
    if (!status)
        status = check_apart(&call, in, root);
    if (status || call.elements == 0)
        return status;
    const struct nccl_call to_library = library_call(&call);
    pthread_mutex_lock(&group->lock);
    status = group->nccl ? nccl_broadcast(group->nccl, &to_library, root, call.bytes)
                         : copies_broadcast(&call, root);
    return leave(group, group->nccl, status);
}
