// Function qualifiers of these headers: device code under HIP, plain inline functions for a host
// compiler, so that the conversions can be tested without a GPU.
#ifndef KBUILD_QUALIFIERS_H
#define KBUILD_QUALIFIERS_H
#pragma GCC system_header

#if defined(__HIP__) || defined(__CUDACC__)
#define KBUILD_BOTH   __host__ __device__ inline __attribute__((always_inline))
#define KBUILD_MEMBER __host__ __device__ inline __attribute__((always_inline))
#define KBUILD_DEVICE __device__ inline __attribute__((always_inline))
#else
#define KBUILD_BOTH   inline
#define KBUILD_MEMBER inline
#define KBUILD_DEVICE inline
#endif

// KBUILD_REPLACE and KBUILD_REPLACE_BOTH: a function that is taken in place of one with the same
// parameters, whether HIP has such a one or not.
//
// clang lets a function with an enable_if condition stand beside the same function without one, and
// prefers it. So what HIP or clang's own HIP headers round, count or type otherwise than CUDA does
// can be supplied under its name, for every version of HIP.
#if defined(__HIP__)
#define KBUILD_ENABLE       __attribute__((always_inline, enable_if(true, "kbuild")))
#define KBUILD_REPLACE      __device__ inline KBUILD_ENABLE
#define KBUILD_REPLACE_HOST __host__ inline KBUILD_ENABLE
#define KBUILD_REPLACE_BOTH __host__ __device__ inline KBUILD_ENABLE
#else
#define KBUILD_REPLACE      KBUILD_DEVICE
#define KBUILD_REPLACE_BOTH KBUILD_BOTH
#endif

#endif
