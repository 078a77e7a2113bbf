// The thread that a kernel runs in.
#pragma once

#include "types.cuh"

// The number of this thread. AMD's compiler does not know it before this place: it would compute
// what depends on it once for all tiles, and keep that in registers.
__device__ inline u32 this_thread()
{
    u32 thread = threadIdx.x;
#if defined(__HIP__)
    asm volatile("" : "+v"(thread));
#endif
    return thread;
}
