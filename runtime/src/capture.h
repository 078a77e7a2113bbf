/* Graph capture, as far as memory cares. A stream that is being captured does nothing: what is put
 * on it becomes part of a graph, which runs later, and any number of times.
 */
#ifndef KRT_CAPTURE_H
#define KRT_CAPTURE_H

#include "device.h"

/* Is |stream| being captured? No, where the driver cannot. */
krt_status stream_is_capturing(struct krt_stream *stream, bool *out);

/* While any stream is captured, drivers refuse a thread calls like hipMalloc() and hipEventQuery(),
 * lest it wait for what does not run. Those that stand between these two do not: they are let
 * through (see hipThreadExchangeStreamCaptureMode). */
int capture_relax(const struct driver *driver);
void capture_restore(const struct driver *driver, int mode);

#endif
