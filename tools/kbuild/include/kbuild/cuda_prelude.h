// Included before every CUDA source: the HIP runtime, then what nvcc gives a source without being
// asked.
//
// The order matters: HIP's headers take __CUDA_ARCH__ and __CUDACC__ as a sign of NVIDIA's
// compiler, so they come first.
#ifndef KBUILD_CUDA_PRELUDE_H
#define KBUILD_CUDA_PRELUDE_H
#pragma GCC system_header

// clang's wrapper includes <complex>, nvcc does not. `kbuild build` defines its guard: with what it
// includes it is a third of the text.
#undef __CLANG_CUDA_WRAPPERS_COMPLEX

#include "std_failures.h" // before any header of C++

#include "vector_types.h" // before any header of HIP: it stands for one of them

#include <hip/hip_runtime_api.h> // has members called gridDim, which the next header renames

#include "builtin_variables.h" // includes <hip/hip_runtime.h>

#include <hip/hip_version.h>

// kbuild's half and bfloat16 types stand for HIP's, also in the headers of its libraries: with -I
// through include/hip, without it because they come first.
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
using std::nullptr_t; // GCC's stddef.h has it, clang's does not

// A function of the host, which clang refuses in the types of functions of the device.
namespace std
{
template <class T> __device__ typename add_rvalue_reference<T>::type declval() noexcept;
}
#endif

// rocPRIM, on which hipCUB and rocThrust are built, has <chrono> from HIP's <thread>, which is left out.
#if __has_include(<rocprim/config.hpp>) && !defined(__HIPCC_RTC__)
#include <chrono>
#endif

// rocThrust asks for __CUDACC__ here, and would choose its backend for CUDA.
#if __has_include(<thrust/detail/config/compiler.h>) && !defined(__HIPCC_RTC__)
#include <thrust/detail/config/compiler.h>
#ifndef _CCCL_DEVICE // rocThrust 6.4 has it of libcu++ where __CUDA_ARCH__ is defined
#define _CCCL_DEVICE __device__
#endif
#endif

// Eigen has branches for CUDA and for HIP. It asks for __CUDACC__ and __HIPCC__, and fails with both.
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

// HIP 5 defines the name of its first compiler, HIP 6 does not. Branches that ask for it were
// written for HIP's own headers, with waves of 64 lanes.
#undef __HIP_PLATFORM_HCC__

#endif
