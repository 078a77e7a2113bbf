// The number of the thread that executes the kernel's code.
#pragma once

#include "types.cuh"

// Returns threadIdx.x. The asm hides this number from AMD's compiler. Otherwise the compiler would
// compute values that depend on the thread ahead of the loop over tiles, and keep them in
// registers.
__device__ inline u32 this_thread()
{
    u32 thread = threadIdx.x;
#if defined(__HIP__)
    asm volatile("" : "+v"(thread));
#endif
    return thread;
}
