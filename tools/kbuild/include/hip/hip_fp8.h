// HIP's own 8-bit types, where it has them, over CUDA's 16-bit types.
#pragma once
#pragma GCC system_header
#include "../cuda_bf16.h"
#if __has_include_next(<hip/hip_fp8.h>)
#include_next <hip/hip_fp8.h>
#endif
