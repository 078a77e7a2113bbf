// cuBLAS: hipBLAS, and what it lacks.
#pragma once
#pragma GCC system_header

#include "kbuild/cuda_prelude.h"

#include "kbuild/blas.h"
