/* Memory of a device: failures and checks of the functions for memory, the device's pool, ranges,
 * and staged copies. */
#ifndef KRT_MEMORY_H
#define KRT_MEMORY_H

#include "device.h"

/* Fails with error |code| of the driver for an allocation of |bytes|; if memory was short, the
 * message says how much is free. */
krt_status fail_memory(struct krt_device *device, int code, const char *function, uint64_t bytes);

/* Fails because |memory| was freed already, or is not memory that |function| frees. */
krt_status fail_foreign(const char *function, const void *memory, const struct krt_device *device);

/* Checks that an address is in the device's memory; messages call it |what|. libkrt does not know
 * memory that another library has allocated, and accepts it. */
krt_status check_device(struct krt_device *device, const char *function, const char *what,
                        const void *address, uint64_t bytes);

/* ---- Stream-ordered allocation: from the driver's pool, or like krt_alloc(). */

/* Sets |device->pool|; |handle| is the driver's handle of the device. */
krt_status pool_find(struct krt_device *device, int handle);

/* ---- The allocations of krt_alloc() and krt_host_alloc() in this process, and with checks on also
 * those of krt_alloc_async(). With this list a copy can tell pinned memory from other memory, and
 * messages can name a misuse. All functions are thread-safe. */

enum range_kind { RANGE_DEVICE, RANGE_POOL, RANGE_HOST };

struct range {
    uintptr_t start;
    uint64_t bytes;
    enum range_kind kind;
    struct krt_device *device;
};

/* Adds a range. Returns false when there is no memory. */
bool range_add(const struct range *range);
/* Removes the range that starts at |address| and is of the given device and kind, and returns it in
 * |*out|. If there is no such range, returns false and changes nothing. */
bool range_take(const void *address, enum range_kind kind, struct krt_device *device,
                struct range *out);
/* Removes all ranges of the device, which is being closed. */
void ranges_forget(const struct krt_device *device);
/* Finds the range that contains |address|. Returns false if no range contains it. */
bool range_find(const void *address, struct range *out);

/* ---- Copies through pinned memory, from and to memory that the device cannot reach: the host's or
 * another device's. */

/* Makes |device->staging|. Its pinned memory is allocated later, when a copy needs it. */
krt_status staging_create(struct krt_device *device);
/* Frees |device->staging|. staging_destroy() and staging_stream_gone() accept a device without
 * it. */
void staging_destroy(struct krt_device *device);
/* Forgets |stream|, which is about to be destroyed. */
void staging_stream_gone(struct krt_stream *stream);

/* Copies from the host. |stream| is not being captured, its device is current, |bytes| is above 0.
 * Returns when |source| was read. A failure may leave a part of the copy on the stream. */
krt_status staging_to_device(struct krt_stream *stream, void *destination, const void *source,
                             uint64_t bytes);
/* Copies from memory of another device, which may belong to another driver. Neither stream is being
 * captured. Returns when |source| was read. */
krt_status staging_between(struct krt_stream *to, void *destination, struct krt_stream *from,
                           const void *source, uint64_t bytes);
/* Copies to the host. Returns when |destination| was written. */
krt_status staging_to_host(struct krt_stream *stream, void *destination, const void *source,
                           uint64_t bytes);

#endif
