/* NVIDIA's NCCL and AMD's RCCL, which have the same functions: found at run time, and called for
 * all devices of a group at once. */
#ifndef KRT_OPS_NCCL_H
#define KRT_OPS_NCCL_H

#include <krt/ops.h>

/* A library with a communicator for each device of a group. One thread at a time may use it. */
struct nccl;

/* Finds a library for |count| devices, and makes their communicators. |*out| is NULL if there is no
 * library; |reason|, of |room| bytes, then says why. An error: the library that KRT_NCCL names
 * cannot be used, or a library fails. */
krt_status nccl_create(struct krt_device *const *devices, uint32_t count, char *reason, size_t room,
                       struct nccl **out);
/* Destroys the communicators; those of a failed library are aborted. NULL is ignored. */
void nccl_destroy(struct nccl *nccl);

/* The name by which the library was opened, borrowed, and its version. */
const char *nccl_name(const struct nccl *nccl);
uint32_t nccl_version(const struct nccl *nccl);

/* Whether the library reduces |dtype|. */
bool nccl_reduces(uint32_t dtype);

/* The arrays have an element for each device: its stream, and where its elements are. */
struct nccl_call {
    struct krt_stream *const *streams;
    const struct krt_tensor *in, *out;
};
/* Reduces |elements| of each device. */
krt_status nccl_all_reduce(struct nccl *nccl, const struct nccl_call *call,
                           enum krt_reduction reduction, uint64_t elements);
/* Joins |bytes| of each device. */
krt_status nccl_all_gather(struct nccl *nccl, const struct nccl_call *call, uint64_t bytes);
/* Copies |bytes| of device |root|; |call->in| has one element, which is the root's. */
krt_status nccl_broadcast(struct nccl *nccl, const struct nccl_call *call, uint32_t root,
                          uint64_t bytes);

#endif
