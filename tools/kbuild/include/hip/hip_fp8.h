// HIP's 8-bit floating-point types, if this HIP has any. HIP's header is included with CUDA's
// 16-bit types in place of HIP's.
#pragma once
#pragma GCC system_header
#ifdef KBUILD_CUDA_PRELUDE_H // Without the prelude the source is in HIP, and keeps HIP's types.
#include "../cuda_bf16.h"
#endif
#if __has_include_next(<hip/hip_fp8.h>)
#if defined(KBUILD_CUDA_PRELUDE_H) && defined(__CUDA_NO_BFLOAT16_CONVERSIONS__)
// HIP's header needs conversions of the 16-bit types that a program may forbid for its own code, as
// extensions of PyTorch do. Types with these conversions replace them.
namespace kbuild
{
struct bf16_that_converts : __nv_bfloat16 {
    bf16_that_converts() = default;
    KBUILD_MEMBER bf16_that_converts(const __nv_bfloat16 &x) : __nv_bfloat16(x)
    {
    }
    KBUILD_MEMBER bf16_that_converts(const __nv_bfloat16_raw &x) : __nv_bfloat16(x)
    {
    }
    KBUILD_MEMBER bf16_that_converts(float x)
        : __nv_bfloat16(__nv_bfloat16_raw{kbuild::bf16_from_f32(x)})
    {
    }
    KBUILD_MEMBER operator float() const
    {
        return kbuild::f32_from_bf16(__x);
    }
};
} // namespace kbuild
#undef __hip_bfloat16
#define __hip_bfloat16 kbuild::bf16_that_converts
#include_next <hip/hip_fp8.h>
#undef __hip_bfloat16
#define __hip_bfloat16 __nv_bfloat16
#else
#include_next <hip/hip_fp8.h>
#endif
#endif
