/* capture: streams whose work becomes nodes of a graph, and calls that the program must not make
 * meanwhile.
 *
 * A capture begins in one stream, its origin. Other streams join the capture when they wait for an
 * event that was recorded in it. A call that HIP forbids during captures fails, and makes the
 * captures that forbid the call invalid. An invalid capture stays invalid until
 * hipStreamEndCapture(), which then returns no graph.
 *
 * The rules are those of clr, the source of AMD's runtime (ROCm 7.14):
 * CHECK_STREAM_CAPTURE_SUPPORTED and its neighbours in hip_internal.hpp,
 * Stream::StreamCaptureOngoing() in hip_stream.cpp, and checkEventCaptureRestrictions() in
 * hip_event.cpp.
 */
#ifndef EMULATOR_HIP_CAPTURE_H
#define EMULATOR_HIP_CAPTURE_H

#include "graph.h"

struct capture {
    uint64_t id;
    struct ihipGraph *graph;
    bool has_given_graph; /* whether the graph is the program's, and stays when the capture fails */
    struct ihipStream_t *origin; /* the stream in which the capture began and must end */
    hipStreamCaptureMode mode;
    uint64_t thread; /* the number of the thread that began the capture */
    bool is_invalid;
    struct capture *next; /* the next capture in the list of open captures */
};

/* ---- Calls that captures forbid; these functions are called without the lock --------------------
 *
 * A function of the API calls one of these functions once, before it does anything. They report a
 * failure in the name of |function|.
 */

enum capture_rule {
    /* The call may wait for work, or changes memory that work may use. It is forbidden by
     * captures of the calling thread, and by captures of mode global of any thread; but not by
     * captures of mode relaxed, and not in a thread whose mode is relaxed
     * (hipThreadExchangeStreamCaptureMode). */
    CAPTURE_UNSAFE,
    /* The call changes a setting. It is forbidden by the captures that forbid CAPTURE_UNSAFE,
     * whatever the thread's mode is; these captures stay valid. */
    CAPTURE_SETTING,
    /* The call waits in a default stream (hipMemcpy). Every capture forbids the call. */
    CAPTURE_IMPLICIT,
    /* the kind of calls that wait for a device: every capture forbids them */
    CAPTURE_DEVICE,
};

hipError_t capture_check(enum capture_rule rule, const char *function);
/* Checks a call that waits for |stream|, or asks whether it is idle. Such a call is forbidden if
 * |stream| is being captured. Otherwise it is forbidden like CAPTURE_UNSAFE, unless |stream| is a
 * default stream. */
hipError_t capture_check_wait(const struct ihipStream_t *stream, const char *function);
/* Checks a call that waits for |event|, or asks about it, as capture_check_wait() checks calls for
 * the stream in which |event| was recorded last. */
hipError_t capture_check_event(const struct ihipEvent_t *event, const char *function);
/* Checks a call whose work cannot become a node. Such a call is forbidden if |stream| is being
 * captured, and if |stream| is the legacy default stream and a stream that waits for it is being
 * captured. */
hipError_t capture_check_node(const struct ihipStream_t *stream, const char *function);
/* Checks a call that allocates or frees in the order of |stream|. Such a call is forbidden if
 * |stream| is not being captured, but another stream of its device is, one that waits for the
 * legacy default stream. The capture of that other stream stays valid. */
hipError_t capture_check_order(const struct ihipStream_t *stream, const char *function);

/* ---- Called with the lock held --------------------------------------------------------------- */

/* Returns the first capture that is still open, or NULL. */
struct capture *captures(void);
/* Makes all captures invalid because work is submitted to the legacy default stream of |gpu|. Does
 * nothing and returns false if no stream that waits for the legacy default stream is being
 * captured. */
bool capture_stop_legacy(const struct gpu *gpu);
/* Whether a stream that waits for the legacy default stream is being captured, in a valid capture.
 * |gpu| is the stream's device; NULL means any device. */
bool capture_is_blocking(const struct gpu *gpu);
/* Returns the capture in which |event| was recorded. NULL if that capture has ended, or if |event|
 * was recorded without a capture. */
struct capture *capture_of_event(const struct ihipEvent_t *event);

/* Adds a node with |work| to the capture of |stream|. The node then owns |work|; when this fails,
 * the caller still owns it. */
hipError_t capture_add(struct ihipStream_t *stream, struct work *work);
/* Adds to the capture of |stream| a node that allocates memory. The memory at |address| lives as
 * long as the graph. */
hipError_t capture_allocate(struct ihipStream_t *stream, void *address, size_t size);
/* Records |event| in a captured stream: from now on, |event| means the nodes that the next work of
 * |stream| would depend on. */
hipError_t capture_record(struct ihipStream_t *stream, struct ihipEvent_t *event);
/* Makes |stream| depend on the nodes that |event| means, which was recorded in |capture|. If
 * |stream| was not being captured, it joins the capture. */
hipError_t capture_join(struct capture *capture, struct ihipStream_t *stream,
                        const struct ihipEvent_t *event);
/* Called when |stream| is destroyed: ends its part in a capture. If a graph is to be freed then,
 * returns it; the caller frees it without holding the runtime's lock. Else returns NULL. */
struct ihipGraph *capture_abandon(struct ihipStream_t *stream);

#endif
