// CUDA's half precision: __half and __half2 with their conversions, operators and functions.
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__
#pragma GCC system_header

#if defined(__HIP__)
#include "kbuild/cuda_prelude.h"
#endif

#include "kbuild/half.h"

#if !defined(CUDA_NO_HALF) && !defined(HIP_NO_HALF)
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;
#endif

#endif
