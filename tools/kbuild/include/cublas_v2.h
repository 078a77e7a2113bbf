// cuBLAS: hipBLAS, and what it lacks.
#pragma once
#pragma GCC system_header

#include "kbuild/cuda_prelude.h"

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"

#include "kbuild/blas.h"
