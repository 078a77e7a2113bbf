/* work: one thing that a stream or a node of a graph does: a copy, a fill, a kernel, a call on
 * the host. A struct work owns all memory that it needs, so that the API call that made it may
 * return. */
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
    WORK_MARK,         /* work that marks that the stream has come to a recording of an event */
    WORK_AWAIT,        /* work that waits for an event that was recorded in another stream */
    WORK_AWAIT_SHARED, /* work that waits for an event that other processes may record */
    /* work that writes a value, or waits for one: hipStreamWriteValue, hipStreamWaitValue */
    WORK_VALUE,
    WORK_BATCH, /* several operations of the kind WORK_VALUE in one: hipStreamBatchMemOp */
    WORK_FREE,  /* work that frees memory: hipFreeAsync */
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
    unsigned element; /* how many bytes an element that is filled has: 1, 2 or 4 */
    size_t width;     /* how many elements a row has */
    size_t height, depth, pitch, slice;
};

struct kernel_work {
    struct launch launch; /* the launch, whose |arguments| belong to the work */
    /* the marks that are reached before and after the kernel, for hipExtLaunchKernel(); or NULL */
    struct mark *start, *stop;
    /* the kernel's module; the program may unload it before a graph is launched */
    const struct ihipModule_t *module;
    /* the address by which the program named the kernel: a stub, or a function of a module */
    const void *function;
};

struct event_share; /* defined in event_share.c */

struct recording { /* a recording of an event that processes share */
    struct event_share *share;
    uint64_t number;
};

struct free_work {
    void *pointer;
    uint64_t number; /* the number of the freeing, for the pool; 0 if no pool keeps the memory */
};

struct host_work {
    hipHostFn_t function; /* the function that is called; NULL if |callback| is called instead */
    hipStreamCallback_t callback;
    hipStream_t stream; /* the stream that |callback| gets as its argument */
    void *context;
};

struct value_work {
    void *address;
    uint64_t value, mask;
    bool is_64, is_write;
    unsigned condition; /* the condition of a wait: hipStreamWaitValueGte, ... */
};

struct batch_work {
    struct hip_memory_operation *all; /* the operations, in an array that belongs to the work */
    unsigned count;
    hipCtx_t context; /* the context that was given for a node of a graph; only queries read it */
};

/* A place in a stream's order: where an event was recorded. */
struct mark {
    /* the number of references to the mark; guarded by the runtime's lock, like all members */
    unsigned references;
    bool is_done;
    uint64_t nanoseconds; /* the time at which the stream came to this place */
    uint64_t time;        /* the result of pool_time() when the event was recorded */
    struct ihipStream_t *stream;
    uint64_t stream_id; /* the stream's id; it differs from |stream->id| if the stream was destroyed
                         * and reused since */
    bool is_of_null;    /* whether |stream| is a legacy default stream */
    struct recording shared; /* the number of this recording in the event's share; shared.share is
                              * NULL if the event is not shared */
};

struct work {
    enum work_kind kind;
    struct gpu *gpu;
    union {
        struct {
            struct copy copy;
            void *staged; /* memory with the copied source, which belongs to the work; NULL if the
                           * source was not copied */
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

/* Does the work, and reports errors on stderr. Must not be called with the runtime's lock held. */
hipError_t work_run(struct work *work);
/* Frees what |work| owns. */
void work_release(struct work *work);
/* Copies |work| with all that it owns. False when there is no memory. */
bool work_duplicate(const struct work *work, struct work *out);

/* Reads the value that |operation| waits for or writes. False when |operation| is not about a
 * value. */
bool value_of_operation(const struct hip_memory_operation *operation, struct value_work *out);

/* Makes a share of an event, with one reference. NULL when there is no memory, or no file. */
struct event_share *event_share_new(void);
/* Adds a reference to |share|, which may be NULL, and returns |share|. */
struct event_share *event_share_use(struct event_share *share);
void event_share_release(struct event_share *share);
/* event_share_record() counts a new recording and returns its number. event_share_last() returns
 * the number of the last recording, or 0 if there is none. */
uint64_t event_share_record(struct event_share *share);
uint64_t event_share_last(const struct event_share *share);
/* Notes that a stream has come to |recording|. */
void event_share_reach(struct event_share *share, uint64_t recording);
bool event_share_is_reached(const struct event_share *share, uint64_t recording);
void event_share_await(const struct event_share *share, uint64_t recording);

/* References to marks. All functions but mark_new() are called with the runtime's lock held. */
struct mark *mark_new(struct ihipStream_t *stream);
void mark_release(struct mark *mark);

#endif
