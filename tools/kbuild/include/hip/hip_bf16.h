// HIP's name for it, where HIP's own headers and libraries ask: CUDA's types under both names.
#pragma once
#pragma GCC system_header
#include "../cuda_bf16.h"
