/* hostcall: what kernels ask of the host: printf, device-side memory. */
#ifndef EMULATOR_HIP_HOSTCALL_H
#define EMULATOR_HIP_HOSTCALL_H

#include "runtime.h"

#include "codeobj.h"

/* Has |kernel| a hidden argument for it? */
bool hostcall_is_needed(const struct kernel *kernel);
/* What that argument points to; made when it is first asked for, NULL without memory. */
void *hostcall_buffer(struct gpu *gpu);
/* What hidden_heap_v1 points to: zeros, which its users know to set up. */
void *hostcall_heap(struct gpu *gpu);
/* A kernel has ended: what it printed is written, what it left half said is dropped. */
void hostcall_flush(struct gpu *gpu);

#endif
