/* stream: a queue of work, and the thread that does the work.
 *
 * Streams are ordered by counting. A stream numbers its commands, and a command may wait until
 * another stream has done all commands up to a given number. Those commands were submitted before
 * the waiting command, so every wait ends. The legacy default stream waits for all blocking streams
 * of its device, and blocking streams wait for the legacy default stream.
 */
#ifndef EMULATOR_HIP_STREAM_H
#define EMULATOR_HIP_STREAM_H

#include "work.h"

struct command;
struct capture;

struct node_list { /* a list of nodes of a graph */
    struct hipGraphNode **all;
    size_t count;
};

enum { MASK_WORDS = 16 }; /* the most words of a mask of compute units; a word has 32 of them */

struct ihipStream_t { /* A stream. All members are guarded by the runtime's lock. */
    struct gpu *gpu;
    unsigned flags;
    int priority;
    uint32_t mask_words, mask[MASK_WORDS]; /* the mask of compute units, one bit for each;
                                            * |mask_words| is 0 if all may be used */
    int synchronization;                   /* a hipSynchronizationPolicy, which only queries read */
    bool is_null; /* whether the stream is the legacy default stream of its device */
    uint64_t id;
    struct command *first, *last;
    uint64_t submitted, done;
    /* |is_ending|: the stream was destroyed, but its work may still run */
    bool has_worker, is_ending;
    pthread_cond_t has_work;
    hipError_t error;        /* the error of work that failed, kept until a caller takes it */
    struct capture *capture; /* the capture that the stream takes part in, or NULL */
    /* the nodes that the stream's next work depends on, while the stream is being captured */
    struct node_list tail;
    /* the next stream of the device; for a destroyed stream, the next one in the list of destroyed
     * streams */
    struct ihipStream_t *next;
};

/* Puts |stream|, which was destroyed and has no more work, into the list of streams for reuse.
 * Called with the runtime's lock held. */
void stream_retire(struct ihipStream_t *stream);

/* Finds the stream of |handle| for the calling thread: NULL and hipStreamLegacy mean the current
 * device's default stream, hipStreamPerThread the thread's own. If |handle| is not a stream,
 * returns NULL, reports it in the name of |function|, and sets |*out|. Must not be called with the
 * runtime's lock held. */
struct ihipStream_t *stream_find(hipStream_t handle, const char *function, hipError_t *out);
/* Does what stream_find() does, for functions that call a destroyed stream an invalid handle. */
struct ihipStream_t *stream_find_handle(hipStream_t handle, const char *function, hipError_t *out);
/* Returns hipStreamPerThread if |handle| is NULL, else |handle|: functions with names in _spt take
 * NULL for the thread's own default stream. */
hipStream_t stream_per_thread(hipStream_t handle);

/* Appends |work| to the queue of |stream|, or to the graph if |stream| is being captured. The
 * function owns |work| from now on, even when it fails. */
hipError_t stream_submit(struct ihipStream_t *stream, struct work *work);
/* Submits a copy or a fill to |stream|, which is not being captured. If the stream is free, the
 * calling thread does the work itself. Otherwise, if |waits|, the function waits until the stream
 * has done the work. Returns the error of this work or of earlier work, if the work was done or
 * waited for. The function owns |work| from now on. */
hipError_t stream_run(struct ihipStream_t *stream, struct work *work, bool waits);
/* Waits for all work that was submitted to |stream|, and returns the error of work that failed. */
hipError_t stream_finish(struct ihipStream_t *stream);
/* Calls stream_finish() for all streams of |gpu|, and returns the first error. */
hipError_t gpu_finish(struct gpu *gpu);
/* Waits for all work of |gpu|. Errors of the work are kept for the next query, so the result is
 * always hipSuccess. */
hipError_t gpu_drain(struct gpu *gpu);
/* Calls gpu_drain() for all devices. Does nothing if the calling thread is the thread of a
 * stream. */
hipError_t gpus_drain(void);
/* Whether all work of |stream| is done. Called with the runtime's lock held. */
bool stream_is_idle(const struct ihipStream_t *stream);
/* Whether new work of |stream| would begin at once. Called with the runtime's lock held. */
bool stream_is_free(const struct ihipStream_t *stream);
/* Takes the error of |stream| that no caller has got yet. Called with the runtime's lock held. */
hipError_t stream_take_error(struct ihipStream_t *stream);
/* Called in the child of a fork(): forgets the stream's queue and thread. */
void stream_forget(struct ihipStream_t *stream);
/* Calls stream_forget() for all destroyed streams. */
void streams_forget_spare(void);
/* Whether the calling thread is the thread of a stream; then it must not wait for streams. */
bool stream_is_worker(void);

#endif
