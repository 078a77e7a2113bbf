/* hostcall: serves requests of kernels to the host: printf() and device-side memory. */
#ifndef EMULATOR_HIP_HOSTCALL_H
#define EMULATOR_HIP_HOSTCALL_H

#include "runtime.h"

#include "codeobj.h"

/* Whether |kernel| has a hidden argument that points to hostcall's buffer. */
bool hostcall_is_needed(const struct kernel *kernel);
/* Returns the buffer for the hidden argument of hostcall; the first call makes the buffer. NULL
 * when there is no memory. */
void *hostcall_buffer(struct gpu *gpu);
/* Returns the memory for the argument hidden_heap_v1: filled with zeros, and initialised by the
 * device library. */
void *hostcall_heap(struct gpu *gpu);
/* Prints a whole message of printf(), which is a word for the stream, the format and the
 * arguments. */
void hostcall_print(const uint64_t *words, size_t count);
/* Called when a kernel has ended: writes the kernel's output, and drops incomplete messages. */
void hostcall_flush(struct gpu *gpu);

#endif
