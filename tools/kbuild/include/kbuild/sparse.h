// hipSPARSE as programs see cuSPARSE. Its header takes CUDART_VERSION for a back end of NVIDIA's, and
// then leaves out what that version of cuSPARSE lacks, which AMD's library has.
#ifndef KBUILD_SPARSE_H
#define KBUILD_SPARSE_H
#pragma GCC system_header

#include "cuda_prelude.h"

#include "../cuComplex.h"

#pragma push_macro("CUDART_VERSION")
#undef CUDART_VERSION
#include <hipsparse/hipsparse.h>
#pragma pop_macro("CUDART_VERSION")

#endif
