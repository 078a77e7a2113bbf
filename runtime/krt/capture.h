/* Graph capture: the functions that stream.c and memory.c need. A stream that is being captured
 * executes nothing: work that is put on the stream becomes part of a graph, which the program
 * launches later, any number of times. */
#ifndef KRT_CAPTURE_H
#define KRT_CAPTURE_H

#include "device.h"

/* the value of hipStreamCaptureModeRelaxed and CU_STREAM_CAPTURE_MODE_RELAXED */
enum { CAPTURE_RELAXED = 2 };

/* Sets |*out| to whether |stream|, whose device is current, is being captured; to false if the
 * driver lacks captures. */
krt_status stream_is_capturing(struct krt_stream *stream, bool *out);

/* While any stream is captured, drivers refuse calls like hipMalloc() and hipEventQuery(), because
 * they might wait for work that does not run. Between capture_relax() and capture_restore(),
 * drivers accept such calls from the calling thread (see hipThreadExchangeStreamCaptureMode).
 * capture_relax() returns the |mode| for capture_restore(). */
int capture_relax(const struct driver *driver);
void capture_restore(const struct driver *driver, int mode);

/* Ends the capture of |stream|, if there is one, and discards its graph. The stream's device is
 * current. */
void capture_abandon(struct krt_stream *stream);

#endif
