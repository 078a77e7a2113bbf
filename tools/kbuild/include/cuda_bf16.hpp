// What CUDA's cuda_bf16.h is made of: all of it is there.
#pragma once
#pragma GCC system_header
#include "cuda_bf16.h"
