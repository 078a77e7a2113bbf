/* The allocations of krt_alloc() and krt_host_alloc() in this process, and with checks on also
 * those of krt_alloc_async(). They let a copy tell pinned memory from other memory, and let
 * messages name a misuse. Any thread may call any of these.
 */
#ifndef KRT_RANGES_H
#define KRT_RANGES_H

#include "device.h"

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

#endif
