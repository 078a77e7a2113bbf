// Qualifiers of the functions in kbuild's headers: for HIP's compiler they make device functions,
// for a host compiler plain inline functions, so that tests need no GPU.
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

// KBUILD_REPLACE and KBUILD_REPLACE_BOTH declare a function that replaces HIP's function with the
// same parameters, if HIP has one.
//
// clang allows a function with an enable_if condition beside the same function without one, and
// prefers the one with the condition. So functions that HIP's or clang's headers define otherwise
// than CUDA can be replaced under their names, for every version of HIP.
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
