/* Groups of devices: what their calls share, and the calls without a library. */
#ifndef KRT_OPS_GROUP_H
#define KRT_OPS_GROUP_H

#include <krt/group.h>
#include <pthread.h>

struct nccl;

/* A device of a group, and the event by which other streams wait for its stream. */
struct member {
    struct krt_device *device;
    struct krt_event *event;
};

struct krt_group {
    struct krt_ops *ops;
    struct nccl *nccl; /* NULL if calls copy */
    char reason[256];  /* why |nccl| is NULL */
    /* held while a call puts its work on the streams, and for the members below */
    pthread_mutex_t lock;
    uint64_t library_calls, copied_calls;
    uint32_t count;
    struct member members[];
};

/* The arguments of a call, which were checked: its tensors have at least one element. */
struct group_call {
    const char *function;
    struct krt_group *group;
    struct krt_stream *const *streams;
    const struct krt_tensor *in, *out;
    uint64_t elements; /* how many elements |in| of a device has */
    uint64_t bytes;    /* how many bytes that is */
};

/* The most bytes of each device that an all-reduce by copies sums at a time. It takes memory for
 * so many bytes times the number of devices. A test sets it. */
extern uint64_t group_piece_most;

/* The calls by copies between the devices. The group's lock is held. */
krt_status copies_all_reduce(const struct group_call *call, enum krt_reduction reduction);
krt_status copies_all_gather(const struct group_call *call);
krt_status copies_broadcast(const struct group_call *call, uint32_t root);

#endif
