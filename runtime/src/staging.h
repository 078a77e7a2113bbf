/* Copies from and to memory that the device cannot reach, the host's or another device's: through
 * pinned memory. */
#ifndef KRT_STAGING_H
#define KRT_STAGING_H

#include "device.h"

/* Fills |device->staging|; pinned memory is only allocated when it is needed. */
krt_status staging_create(struct krt_device *device);
/* A state that was never created is accepted, here and below. */
void staging_destroy(struct krt_device *device);
/* |stream| is about to be destroyed. */
void staging_stream_gone(struct krt_stream *stream);

/* |stream| is not being captured, its device is current, |bytes| is above 0. Returns when |source|
 * was read; when it fails, part of the copy may have been put on the stream. */
krt_status staging_to_device(struct krt_stream *stream, void *destination, const void *source,
                             uint64_t bytes);
/* From the memory of another device, or of another driver's. Neither stream is being captured.
 * Returns when |source| was read. */
krt_status staging_between(struct krt_stream *to, void *destination, struct krt_stream *from,
                           const void *source, uint64_t bytes);
/* Returns when |destination| was written. */
krt_status staging_to_host(struct krt_stream *stream, void *destination, const void *source,
                           uint64_t bytes);

#endif
