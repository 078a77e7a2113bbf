/* Stream-ordered allocation: the driver's pool, or our own. */
#ifndef KRT_POOL_H
#define KRT_POOL_H

#include "device.h"

/* Fills |device->pool|, when all else of the device is there. */
krt_status pool_create(struct krt_device *device);
/* Frees all that is left. What was never created is let pass, here and below. */
void pool_destroy(struct krt_device *device);
/* |stream| is about to be destroyed. */
void pool_stream_gone(struct krt_stream *stream);

/* Bytes of our pool that are in use, and that are held besides; 0 of a driver's. */
void pool_usage(struct krt_device *device, uint64_t *out_used, uint64_t *out_unused);

#endif
