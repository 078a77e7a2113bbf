/* Stream-ordered allocation: by the driver's pool, or plainly. */
#ifndef KRT_POOL_H
#define KRT_POOL_H

#include "device.h"

/* Sets |device->pool|; |handle| is the driver's for the device. */
krt_status pool_find(struct krt_device *device, int handle);

#endif
