/* Graph capture, as far as other streams and memory care. A stream that is being captured does
 * nothing: what is put on it becomes part of a graph, which runs later, and any number of times.
 */
#ifndef KRT_CAPTURE_H
#define KRT_CAPTURE_H

#include "device.h"

/* Of hipStreamCaptureMode and CUstreamCaptureMode. */
enum { CAPTURE_RELAXED = 2 };

/* Whether |stream|, whose device is current, is being captured. False where the driver lacks
 * captures. */
krt_status stream_is_capturing(struct krt_stream *stream, bool *out);

/* While any stream is captured, drivers refuse calls like hipMalloc() and hipEventQuery(), because
 * they might wait for work that does not run. Between these two functions, drivers accept such
 * calls (see hipThreadExchangeStreamCaptureMode). */
int capture_relax(const struct driver *driver);
void capture_restore(const struct driver *driver, int mode);

/* Ends the capture of |stream|, if there is one, without a graph. Its device is current. */
void capture_abandon(struct krt_stream *stream);

#endif
