// The versions that conditionals in CUDA sources see: CUDA 12.4, unless -DKBUILD_CUDA_VERSION=...
// sets another one, and the GPU architecture that KBUILD_CUDA_ARCH sets.
#ifndef KBUILD_CUDA_VERSION_H
#define KBUILD_CUDA_VERSION_H
#pragma GCC system_header

#ifndef KBUILD_CUDA_VERSION
#define KBUILD_CUDA_VERSION 12040
#endif
#ifndef KBUILD_CUDA_ARCH
#define KBUILD_CUDA_ARCH 900
#endif

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
// Macros that nvcc's options for lambdas and constexpr functions define. clang always accepts such
// lambdas and functions, and never wraps a lambda in a class.
#ifndef __CUDACC_EXTENDED_LAMBDA__
#define __CUDACC_EXTENDED_LAMBDA__ 1
#endif
#ifndef __nv_is_extended_device_lambda_closure_type
#define __nv_is_extended_device_lambda_closure_type(...)               false
#define __nv_is_extended_host_device_lambda_closure_type(...)          false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false
#endif
#ifndef __CUDACC_RELAXED_CONSTEXPR__
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#endif
#ifndef __CUDA_ARCH_LIST__
#define __CUDA_ARCH_LIST__ KBUILD_CUDA_ARCH
#endif
#ifndef CUDA_VERSION
#define CUDA_VERSION KBUILD_CUDA_VERSION
#endif
#ifndef CUDART_VERSION
#define CUDART_VERSION KBUILD_CUDA_VERSION
#endif
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ (KBUILD_CUDA_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (KBUILD_CUDA_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0
#endif
#ifndef __CUDART_API_VERSION
#define __CUDART_API_VERSION CUDART_VERSION
#endif

// __CUDA_ARCH__ is defined in the device pass only, as with nvcc.
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__ && !defined(__CUDA_ARCH__)
#define __CUDA_ARCH__ KBUILD_CUDA_ARCH
#endif

// KBUILD_DEVICE_ARCH has the GPU's architecture in both passes. Translations ask for it in
// conditions of branches with device functions: in its pass for the host, clang instantiates
// templates that call these functions.
#if defined(__HIP__)
#define KBUILD_DEVICE_ARCH KBUILD_CUDA_ARCH
#endif

// nvcc includes these headers by itself, and sources ask whether their include guards are defined.
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__
#endif
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__
#endif
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__
#endif
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__
#endif

#endif
