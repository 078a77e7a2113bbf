/* How functions of memory fail, and what they check. */
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

#endif
