// __half and __half2 with everything over them, under the names that CUDA reserves: what the
// prelude gives every source. cuda_fp16.h adds the short names.
#ifndef KBUILD_HALF_H
#define KBUILD_HALF_H
#pragma GCC system_header

#include "half_arithmetic.h"
#include "half_convert.h"
#include "half_math.h"

#if defined(__HIP__)
#include "atomics.h"
#include "warp.h"
#endif

#define KBUILD_H    __half
#define KBUILD_H2   __half2
#define KBUILD_BITS half_from_bits
#define KBUILD_ONE  0x3c00
#include "half_shared.h"
#undef KBUILD_H
#undef KBUILD_H2
#undef KBUILD_BITS
#undef KBUILD_ONE

#if !defined(__CUDA_NO_HALF_OPERATORS__)
#define KBUILD_H __half
#define KBUILD_P
#define KBUILD_B
#define KBUILD_DIV  __hdiv
#define KBUILD_UNIT kbuild::half_from_bits(0x3c00)
#include "half_operators.h"
#endif

#if !defined(__CUDA_NO_HALF2_OPERATORS__)
#define KBUILD_H    __half2
#define KBUILD_P    2
#define KBUILD_B    b
#define KBUILD_DIV  __h2div
#define KBUILD_UNIT __half2(kbuild::half_from_bits(0x3c00), kbuild::half_from_bits(0x3c00))
#include "half_operators.h"
#endif

#endif
