// NVTX's names for CUDA objects, which only NVIDIA's profilers show.
#pragma once
#pragma GCC system_header
#include "nvtx3/nvToolsExt.h"
