// CUDA's 8-bit floating point: e4m3, e5m2 and e8m0, and vectors of two and four such numbers (OCP
// formats; not the FNUZ formats of gfx942's own instructions).
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__
#pragma GCC system_header

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "kbuild/fp8.h"

#define KBUILD_F8     __nv_fp8_e4m3
#define KBUILD_F8X2   __nv_fp8x2_e4m3
#define KBUILD_F8X4   __nv_fp8x4_e4m3
#define KBUILD_FORMAT e4m3
#define KBUILD_KIND   __NV_E4M3
#define KBUILD_TO_F16 f16_bits_from_e4m3
#include "kbuild/fp8_shared.h"

#define KBUILD_F8     __nv_fp8_e5m2
#define KBUILD_F8X2   __nv_fp8x2_e5m2
#define KBUILD_F8X4   __nv_fp8x4_e5m2
#define KBUILD_FORMAT e5m2
#define KBUILD_KIND   __NV_E5M2
#define KBUILD_TO_F16 f16_bits_from_e5m2
#include "kbuild/fp8_shared.h"

#endif
