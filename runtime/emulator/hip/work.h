/* work: one thing that a stream does, or a node of a graph: a copy, a fill, a kernel, a call on the
 * host. It owns everything that it needs, so that the call that asked for it may return.
 */
#ifndef EMULATOR_HIP_WORK_H
#define EMULATOR_HIP_WORK_H

#include "runtime.h"

#include "core/dispatch.h"

enum work_kind {
    WORK_NOTHING,
    WORK_COPY,
    WORK_FILL,
    WORK_KERNEL,
    WORK_HOST,
    WORK_MARK,         /* an event is reached */
    WORK_AWAIT,        /* another stream's event */
    WORK_AWAIT_SHARED, /* the same, also of another process */
    WORK_VALUE,        /* hipStreamWaitValue, hipStreamWriteValue */
    WORK_BATCH,        /* several of these: hipStreamBatchMemOp */
    WORK_FREE,         /* hipFreeAsync */
};

/* Rows of |width| bytes, |height| of them in a slice, |depth| slices; distances in bytes. */
struct copy {
    void *dst;
    const void *src;
    size_t width, height, depth;
    size_t dst_pitch, dst_slice, src_pitch, src_slice;
};

struct fill {
    void *dst;
    uint32_t value;
    unsigned element; /* bytes: 1, 2, 4 */
    size_t width;     /* elements */
    size_t height, depth, pitch, slice;
};

struct kernel_work {
    struct launch launch;              /* |arguments| are the work's own */
    struct mark *start, *stop;         /* of hipExtLaunchKernel(), or NULL */
    const struct ihipModule_t *module; /* of the kernel: a graph may outlive it */
    const void *function;              /* as the program names it: a stub, or a module's function */
};

struct event_share; /* event_share.c */

struct recording { /* of an event of several processes */
    struct event_share *share;
    uint64_t number;
};

struct free_work {
    void *pointer;
    uint64_t number; /* of the freeing, for the pool; 0 where it has none */
};

struct host_work {
    hipHostFn_t function; /* one of these */
    hipStreamCallback_t callback;
    hipStream_t stream; /* the status for a callback */
    void *context;
};

struct value_work {
    void *address;
    uint64_t value, mask;
    bool is_64, is_write;
    unsigned condition; /* hipStreamWaitValueGte, ... */
};

struct batch_work {
    struct hip_memory_operation *all; /* the work's own */
    unsigned count;
    hipCtx_t context; /* of a graph's node, for queries */
};

/* The position of a stream when an event was recorded. */
struct mark {
    unsigned references; /* guarded by the lock, as is all of it */
    bool is_done;
    uint64_t nanoseconds; /* when it was reached */
    struct ihipStream_t *stream;
    uint64_t stream_id;      /* |stream| may be another one by now */
    bool is_of_null;         /* a legacy default stream's */
    struct recording shared; /* in other processes, too; or 0 */
};

struct work {
    enum work_kind kind;
    struct gpu *gpu;
    union {
        struct {
            struct copy copy;
            void *staged; /* the source, where it is the work's own; else NULL */
        };
        struct fill fill;
        struct kernel_work kernel;
        struct host_work host;
        struct mark *mark;
        struct recording awaited;
        struct value_work value;
        struct batch_work batch;
        struct free_work free;
    };
};

/* Runs it, and reports errors on stderr. Not with the lock held. */
hipError_t work_run(struct work *work);
/* Frees what it owns. */
void work_release(struct work *work);
/* A copy with its own data. False when there is no memory. */
bool work_duplicate(const struct work *work, struct work *out);

/* What |operation| waits for or writes. False for other operations. */
bool value_of_operation(const struct hip_memory_operation *operation, struct value_work *out);

/* event_share: NULL without memory, or a file. */
struct event_share *event_share_new(void);
/* One more reference; NULL of NULL. */
struct event_share *event_share_use(struct event_share *share);
void event_share_release(struct event_share *share);
/* The number of a new recording, and of the last one; 0: there is none. */
uint64_t event_share_record(struct event_share *share);
uint64_t event_share_last(const struct event_share *share);
/* A stream has come to that recording. */
void event_share_reach(struct event_share *share, uint64_t recording);
bool event_share_is_reached(const struct event_share *share, uint64_t recording);
void event_share_await(const struct event_share *share, uint64_t recording);

/* Marks; with the lock held. */
struct mark *mark_new(struct ihipStream_t *stream);
void mark_release(struct mark *mark);

#endif
