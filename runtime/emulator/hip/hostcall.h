/* hostcall: requests of kernels to the host: printf, device-side memory. */
#ifndef EMULATOR_HIP_HOSTCALL_H
#define EMULATOR_HIP_HOSTCALL_H

#include "runtime.h"

#include "codeobj.h"

/* Whether |kernel| has a hidden argument for it. */
bool hostcall_is_needed(const struct kernel *kernel);
/* The target of that argument; made when it is first needed, NULL when there is no memory. */
void *hostcall_buffer(struct gpu *gpu);
/* The target of hidden_heap_v1: zeros, which its users initialise. */
void *hostcall_heap(struct gpu *gpu);
/* Prints a whole message of printf(): a word for the stream, the format, the arguments. */
void hostcall_print(const uint64_t *words, size_t count);
/* A kernel has ended: writes its output, and drops incomplete messages. */
void hostcall_flush(struct gpu *gpu);

#endif
