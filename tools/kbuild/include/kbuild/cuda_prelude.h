// Included before every CUDA source: the HIP runtime, then what nvcc declares in a source without
// an include.
//
// The order matters: HIP's headers take __CUDA_ARCH__ and __CUDACC__ as a sign of NVIDIA's
// compiler, so HIP's headers are included before these macros are defined.
#ifndef KBUILD_CUDA_PRELUDE_H
#define KBUILD_CUDA_PRELUDE_H
#pragma GCC system_header

// clang's wrapper includes <complex>, nvcc does not. `kbuild build` defines this guard, so that the
// wrapper leaves out <complex>, which is a third of the text. Now the program may include
// <complex>.
#undef __CLANG_CUDA_WRAPPERS_COMPLEX

#include "std_failures.h" // must come before any header of C++

#include "vector_types.h" // must come before any header of HIP, because it replaces one of them

// This header has members called gridDim, which builtin_variables.h would rename.
#include <hip/hip_runtime_api.h>

#include "builtin_variables.h" // This header includes <hip/hip_runtime.h>.

#include <hip/hip_version.h>

// kbuild's half and bfloat16 types replace HIP's, also in the headers of HIP's libraries. If
// kbuild's headers are on the include path (-I), the compiler finds kbuild's include/hip/hip_fp16.h
// and the like in place of HIP's. Otherwise bf16.h and half.h are included here, before HIP's.
#if !__has_include(<kbuild/cuda_prelude.h>)
#include "bf16.h"
#include "half.h"
#endif

// The C++ library's headers that NVIDIA's runtime header includes.
#if !defined(__HIPCC_RTC__)
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <ctype.h>
#include <functional>
#include <limits.h>
#include <new>
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <type_traits>
#include <utility>
#include <stdbool.h>
#ifndef _Bool // GCC's stdbool.h defines it in C++, clang's does so only with -std=gnu++
#define _Bool bool
#endif
using std::nullptr_t; // GCC's stddef.h declares nullptr_t globally, clang's does not

// declval() is a host function, which clang refuses in the types of device functions.
namespace std
{
template <class T> __device__ typename add_rvalue_reference<T>::type declval() noexcept;
}
#endif

// rocPRIM, which hipCUB and rocThrust use, needs <chrono> but does not include it: it comes with
// <thread>, which HIP includes and builtin_variables.h leaves out.
#if __has_include(<rocprim/config.hpp>) && !defined(__HIPCC_RTC__)
#include <chrono>
#endif

// This header of rocThrust chooses the backend. If __CUDACC__ were already defined, it would choose
// CUDA's.
#if __has_include(<thrust/detail/config/compiler.h>) && !defined(__HIPCC_RTC__)
#include <thrust/detail/config/compiler.h>
#ifndef _CCCL_DEVICE // if __CUDA_ARCH__ is defined, rocThrust 6.4 expects this macro from libcu++
#define _CCCL_DEVICE __device__
#endif
#endif

// Eigen has code for CUDA and for HIP. Eigen asks for __CUDACC__ and __HIPCC__, and fails if both
// are defined.
#ifndef EIGEN_NO_CUDA
#define EIGEN_NO_CUDA
#endif

#include "cuda_version.h"

#include "assert.h"
#include "atomics.h"
#include "device_exit.h"
#include "device_math.h"
#include "device_texture.h"
#include "host_api.h"
#include "intrinsics.h"
#include "memory.h"
#include "simd.h"
#include "warp.h"

#include "function_qualifiers.h"

// HIP 5 defines this name of its first compiler, HIP 6 does not. Code that asks for the name was
// written for HIP's own headers, with waves of 64 lanes.
#undef __HIP_PLATFORM_HCC__

#endif
