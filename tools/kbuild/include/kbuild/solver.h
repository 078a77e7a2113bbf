// hipSOLVER under cuSOLVER's names. As in CUDA, its header includes BLAS's header, and both
// libraries have the same types of operations, sides and triangles. hipSOLVER before version 2 has
// its own such types.
#ifndef KBUILD_SOLVER_H
#define KBUILD_SOLVER_H
#pragma GCC system_header

#include "cuda_prelude.h"

#include "../cuComplex.h"

#ifndef HIPSOLVER_USE_HIPBLAS_ENUMS
#define HIPSOLVER_USE_HIPBLAS_ENUMS
#endif

// hipSOLVER may be installed without hipBLAS.
#if __has_include(<hipblas/hipblas.h>)
#include "../cublas_v2.h"
#endif

#include <hipsolver/hipsolver.h>

#endif
