/* stream: a queue of work and the thread that does it.
 *
 * Order between streams is by counting: a stream's commands are numbered, and a command may wait
 * until another stream has done a given number of commands. Those were submitted before it, so
 * waiting ends. The legacy default stream waits for all blocking streams of its device, and they
 * for it.
 */
#ifndef EMULATOR_HIP_STREAM_H
#define EMULATOR_HIP_STREAM_H

#include "work.h"

struct command;
struct capture;

struct node_list { /* of a graph */
    struct hipGraphNode **all;
    size_t count;
};

enum { MASK_WORDS = 16 }; /* for 32 times this many compute units */

struct ihipStream_t { /* all of it is guarded by the lock */
    struct gpu *gpu;
    unsigned flags;
    int priority;
    uint32_t mask_words, mask[MASK_WORDS]; /* of compute units; 0 words: all */
    int synchronization;                   /* hipSynchronizationPolicy; told, and without effect */
    bool is_null;                          /* a legacy default stream */
    uint64_t id;
    struct command *first, *last;
    uint64_t submitted, done;
    bool has_worker, is_ending; /* ending: destroyed, and perhaps still at work */
    pthread_cond_t has_work;
    hipError_t error;          /* of failed work, until a caller gets it */
    struct capture *capture;   /* NULL when it is not being captured */
    struct node_list tail;     /* the nodes that its next work would depend on */
    struct ihipStream_t *next; /* next in the list of the device's streams, or of those for reuse */
};

/* |stream| was destroyed and has no more work. With the lock held. */
void stream_retire(struct ihipStream_t *stream);

/* The stream of |handle| on the calling thread: NULL and hipStreamLegacy are the device's default
 * stream, hipStreamPerThread the thread's. NULL, with a sentence in the name of |function| and the
 * error in |out|, when it is not a stream. Not with the lock held. */
struct ihipStream_t *stream_find(hipStream_t handle, const char *function, hipError_t *out);
/* Likewise, for functions to which a stream that was destroyed is a bad handle. */
struct ihipStream_t *stream_find_handle(hipStream_t handle, const char *function, hipError_t *out);
/* The handle where NULL means the thread's own default stream: for the names in _spt. */
hipStream_t stream_per_thread(hipStream_t handle);

/* Appends |work|, which it takes over, also when it fails; to the graph when |stream| is being
 * captured. */
hipError_t stream_submit(struct ihipStream_t *stream, struct work *work);
/* Likewise a copy or a fill: the caller's thread makes it if the stream is free. Otherwise
 * |waits| for it, and returns the error of work that failed in the stream, which is not being
 * captured. */
hipError_t stream_run(struct ihipStream_t *stream, struct work *work, bool waits);
/* Waits for all submitted work, and returns the error of failed work. */
hipError_t stream_finish(struct ihipStream_t *stream);
/* stream_finish() for all streams of |gpu|. */
hipError_t gpu_finish(struct gpu *gpu);
/* Only waits: the next query returns errors. Fails without memory. */
hipError_t gpu_drain(struct gpu *gpu);
/* gpu_drain() for all devices; nothing when the calling thread is a stream's. */
hipError_t gpus_drain(void);
/* Whether all work is done. With the lock held. */
bool stream_is_idle(const struct ihipStream_t *stream);
/* Whether work would begin at once. With the lock held. */
bool stream_is_free(const struct ihipStream_t *stream);
/* Takes the error that no caller has got yet. With the lock held. */
hipError_t stream_take_error(struct ihipStream_t *stream);
/* In the child of a fork(): the queue is gone. */
void stream_forget(struct ihipStream_t *stream);
/* stream_forget() for streams that were destroyed. */
void streams_forget_spare(void);
/* Whether the calling thread is the one of a stream. It must not wait for streams. */
bool stream_is_worker(void);

#endif
