// The number of the thread that runs.
#pragma once

#include "types.cuh"

// Returns threadIdx.x. The asm hides this number from AMD's compiler: otherwise it would compute
// what depends on the thread before the loop over tiles, and keep that in registers.
__device__ inline u32 this_thread()
{
    u32 thread = threadIdx.x;
#if defined(__HIP__)
    asm volatile("" : "+v"(thread));
#endif
    return thread;
}
