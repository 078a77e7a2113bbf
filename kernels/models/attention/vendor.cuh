// The kernels of attention for the vendor and the target.
#pragma once

#if defined(__HIP__)
#include "few.cuh"
#include "without_cores.cuh"
#include "many.cuh"
#else
#include "nvidia.cuh"
#endif
