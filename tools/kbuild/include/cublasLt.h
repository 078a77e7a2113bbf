// cuBLASLt by hipBLASLt, and the headers that CUDA's cublasLt.h includes.
#pragma once
#pragma GCC system_header

#include "kbuild/cuda_prelude.h"

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#if __has_include(<hipblas/hipblas-version.h>)
#include "cublas_v2.h"
#endif

#include <hipblaslt/hipblaslt.h>
