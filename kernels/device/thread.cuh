// The thread that a kernel runs in.
#pragma once

#include "types.cuh"

// The number of this thread. The asm hides it from AMD's compiler until here. Otherwise what
// depends on it would be computed before the loop over tiles, and stay in registers.
__device__ inline u32 this_thread()
{
    u32 thread = threadIdx.x;
#if defined(__HIP__)
    asm volatile("" : "+v"(thread));
#endif
    return thread;
}
