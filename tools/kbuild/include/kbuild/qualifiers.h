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

#endif
