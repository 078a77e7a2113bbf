/* work: one thing that a stream or a node of a graph does: a copy, a fill, a kernel, a call on the
 * host. It owns all that it needs, so that the API call that made it may return.
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
    WORK_MARK,         /* tells that the stream has come to an event */
    WORK_AWAIT,        /* waits for an event of another stream */
    WORK_AWAIT_SHARED, /* waits for an event that other processes may record */
    WORK_VALUE,        /* one of hipStreamWaitValue, hipStreamWriteValue */
    WORK_BATCH,        /* several of these operations: hipStreamBatchMemOp */
    WORK_FREE,         /* hipFreeAsync */
};

/* A copy of |width| bytes in each row, |height| rows in each slice, |depth| slices. Pitches and
 * slices are distances in bytes. */
struct copy {
    void *dst;
    const void *src;
    size_t width, height, depth;
    size_t dst_pitch, dst_slice, src_pitch, src_slice;
};

struct fill {
    void *dst;
    uint32_t value;
    unsigned element; /* bytes of an element: 1, 2 or 4 */
    size_t width;     /* elements of a row */
    size_t height, depth, pitch, slice;
};

struct kernel_work {
    struct launch launch;              /* the work owns |arguments| */
    struct mark *start, *stop;         /* reached before and after the kernel, for
                                        * hipExtLaunchKernel(); or NULL */
    const struct ihipModule_t *module; /* the kernel's module, which may be unloaded before a graph
                                        * is launched */
    const void *function;              /* as the program gave it: a stub, or a function of a
                                        * module */
};

struct event_share; /* event_share.c */

struct recording { /* a recording of an event that processes share */
    struct event_share *share;
    uint64_t number;
};

struct free_work {
    void *pointer;
    uint64_t number; /* number of the freeing, for the pool; 0: the memory is not kept by a pool */
};

struct host_work {
    hipHostFn_t function; /* either this or |callback| */
    hipStreamCallback_t callback;
    hipStream_t stream; /* what |callback| gets */
    void *context;
};

struct value_work {
    void *address;
    uint64_t value, mask;
    bool is_64, is_write;
    unsigned condition; /* hipStreamWaitValueGte, ... */
};

struct batch_work {
    struct hip_memory_operation *all; /* the work owns it */
    unsigned count;
    hipCtx_t context; /* context of a graph's node, for queries */
};

/* A place in a stream's order: where an event was recorded. */
struct mark {
    unsigned references; /* guarded by the lock, as all members are */
    bool is_done;
    uint64_t nanoseconds; /* when the stream came here */
    struct ihipStream_t *stream;
    uint64_t stream_id;      /* shows whether |stream| was destroyed and reused since */
    bool is_of_null;         /* |stream| is a legacy default stream */
    struct recording shared; /* number of this recording in the event's share; no share if the event
                              * is not shared */
};

struct work {
    enum work_kind kind;
    struct gpu *gpu;
    union {
        struct {
            struct copy copy;
            void *staged; /* memory of the source if the work owns it; else NULL */
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

/* Does the work, and reports errors on stderr. Must not be called with the lock held. */
hipError_t work_run(struct work *work);
/* Frees what |work| owns. */
void work_release(struct work *work);
/* Copies |work| with all that it owns. False when there is no memory. */
bool work_duplicate(const struct work *work, struct work *out);

/* Reads what |operation| waits for or writes. False when it is another operation. */
bool value_of_operation(const struct hip_memory_operation *operation, struct value_work *out);

/* Makes a share of an event, with one reference. NULL when there is no memory, or no file. */
struct event_share *event_share_new(void);
/* Adds a reference and returns |share|, which may be NULL. */
struct event_share *event_share_use(struct event_share *share);
void event_share_release(struct event_share *share);
/* event_share_record() counts a new recording and returns its number; event_share_last() returns
 * the number of the last one, or 0 if there is none. */
uint64_t event_share_record(struct event_share *share);
uint64_t event_share_last(const struct event_share *share);
/* Notes that a stream has come to |recording|. */
void event_share_reach(struct event_share *share, uint64_t recording);
bool event_share_is_reached(const struct event_share *share, uint64_t recording);
void event_share_await(const struct event_share *share, uint64_t recording);

/* Marks; called with the lock held, except mark_new(). */
struct mark *mark_new(struct ihipStream_t *stream);
void mark_release(struct mark *mark);

#endif
