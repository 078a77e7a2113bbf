// CUDA's bfloat16: __nv_bfloat16 and __nv_bfloat162 with their conversions, operators and
// functions.
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__
#pragma GCC system_header

#include "cuda_fp16.h"
#include "kbuild/bf16.h"

#if !defined(CUDA_NO_BFLOAT16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif

#endif
