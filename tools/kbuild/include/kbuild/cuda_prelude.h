// Included before every CUDA source: the HIP runtime, then what nvcc gives a source without being
// asked.
//
// The order matters: HIP's headers take __CUDA_ARCH__ and __CUDACC__ as a sign of NVIDIA's
// compiler, so they come first.
#ifndef KBUILD_CUDA_PRELUDE_H
#define KBUILD_CUDA_PRELUDE_H
#pragma GCC system_header

#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hip/hip_version.h>

#include "cuda_version.h"

#include "assert.h"
#include "atomics.h"
#include "device_math.h"
#include "host_api.h"
#include "intrinsics.h"
#include "memory.h"
#include "ptx.h"
#include "simd.h"
#include "warp.h"

#ifndef __grid_constant__
#define __grid_constant__
#endif

#endif
