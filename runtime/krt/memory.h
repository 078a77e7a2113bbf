/* Memory of a device: how its functions fail and what they check, its pool, ranges, staged copies.
 */
#ifndef KRT_MEMORY_H
#define KRT_MEMORY_H

#include "device.h"

/* Error |code| of the driver when allocating |bytes|; when memory was short, the message has what
 * is free. */
krt_status fail_memory(struct krt_device *device, int code, const char *function, uint64_t bytes);

/* |memory| was freed already, or is not memory that |function| frees. */
krt_status fail_foreign(const char *function, const void *memory, const struct krt_device *device);

/* Checks memory of the device, |what| in the message. Memory that other libraries allocated is
 * unknown here and accepted. */
krt_status check_device(struct krt_device *device, const char *function, const char *what,
                        const void *address, uint64_t bytes);

/* ---- Stream-ordered allocation: by the driver's pool, or plainly. */

/* Sets |device->pool|; |handle| is the driver's for the device. */
krt_status pool_find(struct krt_device *device, int handle);

/* ---- The allocations of krt_alloc() and krt_host_alloc() in this process, and with checks on also
 * those of krt_alloc_async(). They let a copy tell pinned memory from other memory, and let
 * messages name a misuse. Any thread may call any of these.
 */

enum range_kind { RANGE_DEVICE, RANGE_POOL, RANGE_HOST };

struct range {
    uintptr_t start;
    uint64_t bytes;
    enum range_kind kind;
    struct krt_device *device;
};

/* False when there is no memory. */
bool range_add(const struct range *range);
/* Removes the range that starts at |address| and is of that device and kind. False when there is
 * none; then nothing has changed. */
bool range_take(const void *address, enum range_kind kind, struct krt_device *device,
                struct range *out);
/* Removes all ranges of the device, which is being closed. */
void ranges_forget(const struct krt_device *device);
/* The range that contains |address|. */
bool range_find(const void *address, struct range *out);

/* ---- Copies from and to memory that the device cannot reach, the host's or another device's:
 * through pinned memory. */

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
