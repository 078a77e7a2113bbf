// The thread that a kernel runs in.
#pragma once

#include "types.cuh"

// The number of this thread, unknown to AMD's compiler before: what depends on it would else be
// computed once for all tiles, and take registers from then on.
__device__ inline u32 this_thread()
{
    u32 thread = threadIdx.x;
#if defined(__HIP__)
    asm volatile("" : "+v"(thread));
#endif
    return thread;
}
