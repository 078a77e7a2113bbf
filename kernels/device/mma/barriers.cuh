// Barriers in shared memory, of sm_80 and later GPUs. Their addresses have 32 bits. A phase ends
// when the threads that the barrier waits for have arrived; the next one begins at once.
#pragma once

#include "../vendor.cuh"

#ifdef HAS_TENSOR_CORES

__device__ __forceinline__ void barrier_make(u32 barrier, u32 arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals));
}

__device__ __forceinline__ void barrier_arrive(u32 barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}

// Arrives at |barrier| when all copies that this thread has started are there (copy_chunk()).
__device__ __forceinline__ void barrier_arrive_with_copies(u32 barrier)
{
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(barrier) : "memory");
}

// Waits until the phase of this parity has ended. The phase before the first has parity 1.
__device__ __forceinline__ void barrier_wait(u32 barrier, u32 parity)
{
    asm volatile("{\n"
                 ".reg .pred ended;\n"
                 "again%=: mbarrier.test_wait.parity.shared::cta.b64 ended, [%0], %1;\n"
                 "@!ended bra again%=;\n"
                 "}" ::"r"(barrier),
                 "r"(parity)
                 : "memory");
}

#endif
