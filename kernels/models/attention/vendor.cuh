// The kernels of attention for the vendor and the target.
#pragma once

#if defined(__HIP__)
#include "few.cuh"
#include "many.cuh"
#include "without_cores.cuh"

// Two waves of a block of few elements share a SIMD. (With the registers of one, clang has sums of
// matrix cores in AGPRs, and moves them for each chunk of keys.)
#define ATTENTION_BOUNDS(size)                                                                     \
    __attribute__((amdgpu_waves_per_eu(size > 128 ? 1 : 2))) LAUNCH_BOUNDS(ATTENTION_THREADS, 1)

#else
#include "nvidia.cuh"

#define ATTENTION_BOUNDS(size) LAUNCH_BOUNDS(ATTENTION_THREADS, 1)
#endif
