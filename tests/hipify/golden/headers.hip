#line 1 "headers.cu"
// Header names: a local header is local, whatever it is called.
#include <cuda_runtime.h>
#include <cuda.h>
#include "vendors/cuda.h"
#include "cuda.h"
#include "cuda_runtime.h"
#  include /* why not */ <cuda_runtime_api.h> // cuda_runtime_api.h
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda/std/limits>
#include <cuda/std/atomic>
#include <hiprand/hiprand.h>
#include <mma.h>
#include <hipcub/hipcub.hpp>
#include <vector>
#include MY_HEADER
#if __has_include(<cuda_profiler_api.h>)
#include <cuda_profiler_api.h>
#endif
#include <cuda_\
runtime.h>

struct cuda_h {
    int cuda_runtime_h;
};
cuda_h not_a_header; // <cuda.h> "cuda.h"
bool less(int a, int cuda, int h) { return a <cuda && h> 0; }
