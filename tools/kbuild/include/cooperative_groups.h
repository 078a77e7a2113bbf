// CUDA's cooperative groups, over warps of 32 lanes, in place of HIP's, which are over waves.
#pragma once
#pragma GCC system_header

#include "kbuild/cuda_prelude.h"
#include "kbuild/groups_partition.h"
