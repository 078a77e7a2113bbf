/* stream: a queue of work, and the thread that does the work.
 *
 * Streams are ordered by counting. A stream numbers its commands, and a command may wait until
 * another stream has done a given number of commands. These were submitted before the command, so
 * each wait ends. The legacy default stream waits for all blocking streams of its device, and these
 * wait for it.
 */
#ifndef EMULATOR_HIP_STREAM_H
#define EMULATOR_HIP_STREAM_H

#include "work.h"

struct command;
struct capture;

struct node_list { /* nodes of a graph */
    struct hipGraphNode **all;
    size_t count;
};

enum { MASK_WORDS = 16 }; /* room for 32 times this many compute units */

struct ihipStream_t { /* all members are guarded by the lock */
    struct gpu *gpu;
    unsigned flags;
    int priority;
    uint32_t mask_words, mask[MASK_WORDS]; /* bits of compute units; 0 words: all */
    int synchronization;                   /* hipSynchronizationPolicy; only queries use it */
    bool is_null;                          /* it is a legacy default stream */
    uint64_t id;
    struct command *first, *last;
    uint64_t submitted, done;
    bool has_worker, is_ending; /* is_ending: destroyed, but its work may still run */
    pthread_cond_t has_work;
    hipError_t error;          /* error of failed work, until a caller takes it */
    struct capture *capture;   /* NULL: the stream is not being captured */
    struct node_list tail;     /* in a capture: the nodes that the stream's next work depends on */
    struct ihipStream_t *next; /* next stream of the device, or next destroyed stream */
};

/* Removes |stream|, which was destroyed and has no more work. Called with the lock held. */
void stream_retire(struct ihipStream_t *stream);

/* Finds the stream of |handle| for the calling thread: NULL and hipStreamLegacy mean the current
 * device's default stream, hipStreamPerThread the thread's own. If |handle| is not a stream,
 * returns NULL, reports it in the name of |function|, and sets |*out|. Must not be called with the
 * lock held. */
struct ihipStream_t *stream_find(hipStream_t handle, const char *function, hipError_t *out);
/* Like stream_find(), for functions that call a destroyed stream an invalid handle. */
struct ihipStream_t *stream_find_handle(hipStream_t handle, const char *function, hipError_t *out);
/* Returns hipStreamPerThread for NULL, else |handle|: functions with names in _spt take NULL for
 * the thread's own default stream. */
hipStream_t stream_per_thread(hipStream_t handle);

/* Appends |work| to the queue of |stream|, or to the graph if |stream| is being captured. Owns
 * |work| from now on, also when it fails. */
hipError_t stream_submit(struct ihipStream_t *stream, struct work *work);
/* Submits a copy or a fill to |stream|, which is not being captured. If the stream is free, the
 * calling thread does the work; else this waits for the work if |waits|. Returns the error of this
 * work or of earlier work, if it was done or waited for. Owns |work| from now on. */
hipError_t stream_run(struct ihipStream_t *stream, struct work *work, bool waits);
/* Waits for all work that was submitted, and returns the error of failed work. */
hipError_t stream_finish(struct ihipStream_t *stream);
/* stream_finish() for all streams of |gpu|. */
hipError_t gpu_finish(struct gpu *gpu);
/* Waits for all work of |gpu|, and leaves errors for the next query. Always returns hipSuccess. */
hipError_t gpu_drain(struct gpu *gpu);
/* Calls gpu_drain() for all devices. Does nothing if the calling thread is the thread of a
 * stream. */
hipError_t gpus_drain(void);
/* Whether all work of |stream| is done. Called with the lock held. */
bool stream_is_idle(const struct ihipStream_t *stream);
/* Whether new work would begin at once. Called with the lock held. */
bool stream_is_free(const struct ihipStream_t *stream);
/* Takes the error that no caller has got yet. Called with the lock held. */
hipError_t stream_take_error(struct ihipStream_t *stream);
/* Called in the child of a fork(): forgets the stream's queue and thread. */
void stream_forget(struct ihipStream_t *stream);
/* Calls stream_forget() for destroyed streams. */
void streams_forget_spare(void);
/* Whether the calling thread is the thread of a stream; then it must not wait for streams. */
bool stream_is_worker(void);

#endif
