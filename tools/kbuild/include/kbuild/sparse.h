// hipSPARSE under cuSPARSE's names. If hipSPARSE's header sees CUDART_VERSION, it expects NVIDIA's
// library, and leaves out the functions that this version of cuSPARSE lacks, although AMD's library
// has them. So the macro is hidden while the header is read.
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
