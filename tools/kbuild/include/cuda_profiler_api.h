// The profiler's start and stop, which are functions of the runtime in HIP.
#ifndef __CUDA_PROFILER_API_H__
#define __CUDA_PROFILER_API_H__
#pragma GCC system_header

#include <hip/hip_runtime_api.h>

#endif
