// __nv_bfloat16 and __nv_bfloat162 with everything over them, under the names that CUDA reserves.
// cuda_bf16.h adds the short names.
#ifndef KBUILD_BF16_H
#define KBUILD_BF16_H
#pragma GCC system_header

#include "bf16_arithmetic.h"
#include "bf16_convert.h"
#include "bf16_math.h"

#define KBUILD_H    __nv_bfloat16
#define KBUILD_H2   __nv_bfloat162
#define KBUILD_BITS bf16_from_bits
#define KBUILD_ONE  0x3f80
#include "half_shared.h"
#undef KBUILD_H
#undef KBUILD_H2
#undef KBUILD_BITS
#undef KBUILD_ONE

#if !defined(__CUDA_NO_BFLOAT16_OPERATORS__)
#define KBUILD_H __nv_bfloat16
#define KBUILD_P
#define KBUILD_B
#define KBUILD_DIV  __hdiv
#define KBUILD_UNIT kbuild::bf16_from_bits(0x3f80)
#include "half_operators.h"
#endif

#if !defined(__CUDA_NO_BFLOAT162_OPERATORS__)
#define KBUILD_H    __nv_bfloat162
#define KBUILD_P    2
#define KBUILD_B    b
#define KBUILD_DIV  __h2div
#define KBUILD_UNIT __nv_bfloat162(kbuild::bf16_from_bits(0x3f80), kbuild::bf16_from_bits(0x3f80))
#include "half_operators.h"
#endif

#if defined(__HIP__)
// HIP's names.
typedef __nv_bfloat16 __hip_bfloat16;
typedef __nv_bfloat162 __hip_bfloat162;
typedef __nv_bfloat16_raw __hip_bfloat16_raw;
typedef __nv_bfloat162_raw __hip_bfloat162_raw;
#endif

#endif
