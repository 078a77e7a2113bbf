// HIP's own 8-bit types, where it has them, over CUDA's 16-bit types.
#pragma once
#pragma GCC system_header
#ifdef KBUILD_CUDA_PRELUDE_H // HIP's text has no prelude
#include "../cuda_bf16.h"
#endif
#if __has_include_next(<hip/hip_fp8.h>)
#include_next <hip/hip_fp8.h>
#endif
