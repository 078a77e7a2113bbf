/* krt/group.h: operations on tensors of several devices of one process. The functions are in
 * libkrt_ops.
 *
 *     struct krt_group *group;
 *     krt_group_create(ops, devices, 2, &group);
 *     krt_all_reduce(group, streams, KRT_REDUCE_SUM, parts, sums);
 *
 * One call has the streams and tensors of all devices, in arrays with an element for each device,
 * in the order of krt_group_create(). It puts work on each stream and returns: no device needs a
 * thread of its own. Element i of |streams| is a stream of device i. Tensors are dense. Work that
 * is on a stream before the call is done before the device's tensors are read, and later work on
 * any of the streams may change all tensors of its device.
 *
 * NVIDIA's NCCL (libnccl.so.2) or AMD's RCCL (librccl.so.1) does the work if the loader finds it.
 * Otherwise libkrt_ops does it with copies between the devices and krt_reduce(). Then an all-reduce
 * takes memory from the streams, and libkrt stages copies through the host where the driver cannot
 * copy between devices. docs/runtime.md describes the order of sums. The environment variable
 * KRT_NCCL names the library; KRT_NCCL=none does without.
 *
 * Streams can be captured (krt/graph.h) if all of them are in one capture; the copies and
 * krt_reduce() then need the driver's pool for an all-reduce.
 *
 * Functions return KRT_ERROR_INVALID_ARGUMENT for streams and tensors that do not fit; then no work
 * is on the streams. If a call fails with another error, a part of its work may be on them, and
 * |out| is undefined. Tensors of one device that share memory, where a function does not allow it,
 * do not fit.
 */
#ifndef KRT_GROUP_H
#define KRT_GROUP_H

#include <krt/ops.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* Several devices of one driver. Any thread may use a group; calls of one group take turns. If
 * several threads call, the order of calls on each stream is the order in which they return. */
struct krt_group;

/* Makes a group of |count| different devices, which are opened with one library of one driver.
 * |ops| must live longer than the group. The group keeps its devices until it is destroyed. With
 * NCCL or RCCL this may take seconds: the library connects the devices.
 *
 * KRT_ERROR_INVALID_ARGUMENT: a device occurs twice, or devices have different drivers.
 * KRT_ERROR_IO: the library that KRT_NCCL names cannot be loaded. KRT_ERROR_UNSUPPORTED: it lacks a
 * function, or uses another HIP. KRT_ERROR_DRIVER: the library fails; the message has its text. */
krt_status krt_group_create(struct krt_ops *ops, struct krt_device *const *devices, uint32_t count,
                            struct krt_group **out);
/* Destroys a group, before or after its devices are closed. Work that is on the streams still runs
 * to its end. NULL is ignored. */
void krt_group_destroy(struct krt_group *group);

struct krt_group_info {
    size_t struct_size; /* set by the caller; libkrt_ops writes at most this many bytes */
    uint32_t count;     /* how many devices the group has */
    /* the version of NCCL or RCCL, as ncclGetVersion() returns it: 22703 is 2.27.3; 0 without */
    uint32_t version;
    char library[256];      /* the name by which the library was opened; "" without */
    char reason[256];       /* why there is no library; "" with one */
    uint64_t library_calls; /* how many calls the library has done */
    uint64_t copied_calls;  /* how many calls libkrt_ops has done with copies */
};
/* Describes the group: fills as much of |info| as its |struct_size| says. */
krt_status krt_group_describe(struct krt_group *group, struct krt_group_info *info);

/* Reduces element by element over all devices, and gives each device the result. All tensors have
 * one dtype and one shape. Element i of |out| is element i of |in|, or does not overlap it.
 * |reduction| is KRT_REDUCE_SUM, KRT_REDUCE_MIN or KRT_REDUCE_MAX.
 *
 * All devices get the same bits, as does each call with the same numbers. Without a library, floats
 * of 8 and 16 bits are summed in f32 and rounded once, and up to seven devices are summed in their
 * order. A library rounds and orders sums in its own way. It never reduces i16 and f8e4m3. */
krt_status krt_all_reduce(struct krt_group *group, struct krt_stream *const *streams,
                          enum krt_reduction reduction, const struct krt_tensor *in,
                          const struct krt_tensor *out);

/* Joins the tensors of all devices along the first dimension, in the order of the devices, and
 * gives each device the result. Inputs have one dtype and one shape, of rank 1 at least; dimension
 * 0 of each output is |count| times as long. Element i of |out| does not overlap element i of |in|,
 * unless |in| is the part of |out| that gets its elements. */
krt_status krt_all_gather(struct krt_group *group, struct krt_stream *const *streams,
                          const struct krt_tensor *in, const struct krt_tensor *out);

/* Copies |in|, one tensor of device number |root|, to the tensor of each device, of the same dtype
 * and shape. Element |root| of |out| is |in|, or does not overlap it. */
krt_status krt_broadcast(struct krt_group *group, struct krt_stream *const *streams, uint32_t root,
                         const struct krt_tensor *in, const struct krt_tensor *out);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
