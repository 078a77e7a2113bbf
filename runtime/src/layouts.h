/* Dims and strides in device memory, for kernels that are launched next.
 *
 * The same words are uploaded once and found again, so that an operation in a loop costs a look-up.
 * Nothing here waits for the device, and launches that are captured into a graph find their words
 * whenever that runs.
 */
#ifndef KRT_LAYOUTS_H
#define KRT_LAYOUTS_H

#include "device.h"

/* Fills |device->layouts|, when all else of the device is there. */
krt_status layouts_create(struct krt_device *device);
/* What was never created is let pass, here and below. */
void layouts_destroy(struct krt_device *device);
/* |stream| is about to be destroyed. */
void layouts_stream_gone(struct krt_stream *stream);

/* |count| words, in device memory for what the calling thread puts on |stream| before its fourth
 * next call of this function, with whatever stream: a launch may use four layouts. Gives NULL for
 * no words. Any thread may call it. */
krt_status layout_upload(struct krt_stream *stream, const uint64_t *words, uint32_t count,
                         const uint64_t **out_device);

/* For tests: bytes of device memory that the layouts take, and uploads there were. */
void layouts_usage(struct krt_device *device, uint64_t *out_bytes, uint64_t *out_uploads);

#endif
