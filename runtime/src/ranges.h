/* What krt_alloc() and krt_host_alloc() gave out in this process, and where checks are on
 * krt_alloc_async(): so that a copy knows pinned memory from other memory, and that misuse is
 * named. Any thread may call any of these.
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
/* Takes out the one that starts at |address| and is of that device and kind. False: there is none,
 * and nothing has changed. */
bool range_take(const void *address, enum range_kind kind, struct krt_device *device,
                struct range *out);
/* Takes out all of the device, which is being closed. */
void ranges_forget(const struct krt_device *device);
/* The one that |address| is in. */
bool range_find(const void *address, struct range *out);

#endif
