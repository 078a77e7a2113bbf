// HIP's name for them, where a program's branch for AMD asks: CUDA's groups, so that a program has
// one namespace of them.
#pragma once
#pragma GCC system_header
#include "../cooperative_groups.h"
