/* Graph capture, as far as memory cares. A stream that is being captured does nothing: what is put
 * on it becomes part of a graph, which runs later, and any number of times.
 */
#ifndef KRT_CAPTURE_H
#define KRT_CAPTURE_H

#include "device.h"

/* Whether |stream| is being captured. False where the driver lacks captures. */
krt_status stream_is_capturing(struct krt_stream *stream, bool *out);

/* While any stream is captured, drivers refuse calls like hipMalloc() and hipEventQuery(), because
 * they might wait for work that does not run. Between these two functions, drivers accept such
 * calls (see hipThreadExchangeStreamCaptureMode). */
int capture_relax(const struct driver *driver);
void capture_restore(const struct driver *driver, int mode);

#endif
