/* How functions of memory fail. */
#ifndef KRT_MEMORY_H
#define KRT_MEMORY_H

#include "device.h"

/* Error |code| of the driver where |bytes| were to be allocated: with what there is, if it is want
 * of memory. */
krt_status fail_memory(struct krt_device *device, int code, const char *function, uint64_t bytes);

/* |memory| was freed already, or is not what |function| frees. */
krt_status fail_foreign(const char *function, const void *memory, const struct krt_device *device);

#endif
