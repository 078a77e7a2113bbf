// HIP's name for it, where HIP's own headers and libraries ask: CUDA's types, so that a program has
// one __half.
#pragma once
#pragma GCC system_header
#include "../cuda_fp16.h"
