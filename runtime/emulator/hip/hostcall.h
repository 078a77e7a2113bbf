/* hostcall: serves requests of kernels to the host: printf() and device-side memory. */
#ifndef EMULATOR_HIP_HOSTCALL_H
#define EMULATOR_HIP_HOSTCALL_H

#include "runtime.h"

#include "codeobj.h"

/* Whether |kernel| has a hidden argument for hostcall. */
bool hostcall_is_needed(const struct kernel *kernel);
/* Returns the buffer for that argument; the first call makes it. NULL when there is no memory. */
void *hostcall_buffer(struct gpu *gpu);
/* Returns the memory for hidden_heap_v1: zeros, which the device library initialises. */
void *hostcall_heap(struct gpu *gpu);
/* Prints a whole message of printf(), which is a word for the stream, the format and the
 * arguments. */
void hostcall_print(const uint64_t *words, size_t count);
/* Called when a kernel has ended: writes its output, and drops incomplete messages. */
void hostcall_flush(struct gpu *gpu);

#endif
