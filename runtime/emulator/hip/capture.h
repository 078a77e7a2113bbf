/* capture: streams whose work becomes nodes of a graph, and what the program may not do meanwhile.
 *
 * A capture begins in its origin; other streams join it when they wait for an event that was
 * recorded in it. What HIP forbids has two effects: the call fails, and the captures that forbid it
 * become invalid. They stay so until hipStreamEndCapture(), which returns no graph then.
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
    bool has_given_graph;        /* the program's, which stays when the capture fails */
    struct ihipStream_t *origin; /* the stream where it began and must end */
    hipStreamCaptureMode mode;
    uint64_t thread; /* the number of the one that began it */
    bool is_invalid;
    struct capture *next; /* among captures that go on */
};

/* ---- What captures forbid; without the lock --------------------------------------------------
 *
 * A function of the API calls one of these once, before it does anything. They fail in its name.
 */

enum capture_rule {
    /* May wait for work, or changes memory that work may use. Forbidden by the captures of the
     * calling thread, and by those of mode global in any thread; not by relaxed ones, and not in a
     * thread whose mode is relaxed (hipThreadExchangeStreamCaptureMode). */
    CAPTURE_UNSAFE,
    /* Changes a setting. Forbidden by the same captures, in a thread of any mode; these stay valid.
     */
    CAPTURE_SETTING,
    /* Waits in a default stream (hipMemcpy). Forbidden by every capture. */
    CAPTURE_IMPLICIT,
    /* Waits for a device. Forbidden by every capture. */
    CAPTURE_DEVICE,
};

hipError_t capture_check(enum capture_rule rule, const char *function);
/* Waits for |stream|, or asks whether it is idle. Forbidden when it is being captured, and
 * otherwise like what is unsafe, unless it is a default stream. */
hipError_t capture_check_wait(const struct ihipStream_t *stream, const char *function);
/* Likewise for an event, which means the stream in which it was recorded last. */
hipError_t capture_check_event(const struct ihipEvent_t *event, const char *function);
/* Cannot become a node: forbidden when |stream| is being captured, or is the legacy default stream
 * while a stream that waits for it is. */
hipError_t capture_check_node(const struct ihipStream_t *stream, const char *function);
/* Allocates or frees in the order of |stream|, which is not being captured. Forbidden while another
 * stream of the device that waits for the default stream is; its capture stays valid. */
hipError_t capture_check_order(const struct ihipStream_t *stream, const char *function);

/* ---- With the lock held ---------------------------------------------------------------------- */

/* The first capture that goes on, or NULL. */
struct capture *captures(void);
/* Makes all captures invalid: work is submitted to the legacy default stream of |gpu|. False when
 * no stream that waits for that stream is being captured. */
bool capture_stop_legacy(const struct gpu *gpu);
/* Whether a stream of |gpu| (of any device: NULL) that waits for the legacy default stream is being
 * captured, and the capture is valid. */
bool capture_is_blocking(const struct gpu *gpu);
/* The capture in which |event| was recorded, or NULL when it ended or there was none. */
struct capture *capture_of_event(const struct ihipEvent_t *event);

/* Takes |work| over, unless it fails. */
hipError_t capture_add(struct ihipStream_t *stream, struct work *work);
/* Memory that the graph of |stream| allocates: it lives as long as the graph. */
hipError_t capture_allocate(struct ihipStream_t *stream, void *address, size_t size);
/* |event| means the nodes that |stream|'s next work would depend on. */
hipError_t capture_record(struct ihipStream_t *stream, struct ihipEvent_t *event);
/* |stream| depends on the nodes of |event|, which was recorded in |capture|; it is captured from
 * now on if it was not. */
hipError_t capture_join(struct capture *capture, struct ihipStream_t *stream,
                        const struct ihipEvent_t *event);
/* |stream| is destroyed. Returns an abandoned graph, or NULL: the caller frees it without the lock.
 */
struct ihipGraph *capture_abandon(struct ihipStream_t *stream);

#endif
