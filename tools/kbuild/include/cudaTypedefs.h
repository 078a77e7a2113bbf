// Types of pointers to the driver API's functions: PFN_cuMemAlloc, PFN_cuMemAlloc_v3020. There are
// types for the functions that cuGetProcAddress and cudaGetDriverEntryPoint find in HIP, and for
// the functions of tensor maps, for which both return a null pointer.
#ifndef KBUILD_CUDA_TYPEDEFS_H
#define KBUILD_CUDA_TYPEDEFS_H
#pragma GCC system_header

#include "kbuild/entry_points.h"

#define KBUILD_OLD(NAME, VERSION, FUNCTION, ...)                                                   \
    typedef CUresult (*PFN_##NAME##_v##VERSION)(__VA_ARGS__);
#define KBUILD_TYPE(NAME, VERSION, FUNCTION, ...)                                                  \
    KBUILD_OLD(NAME, VERSION, FUNCTION, __VA_ARGS__)                                               \
    typedef CUresult (*PFN_##NAME)(__VA_ARGS__);
#define KBUILD_NONE(NAME, VERSION)

KBUILD_ENTRY_POINTS(KBUILD_TYPE, KBUILD_OLD, KBUILD_TYPE, KBUILD_NONE)

KBUILD_TYPE(cuGetProcAddress, 12000, none, const char *, void **, int, unsigned long long,
            CUdriverProcAddressQueryResult *)
KBUILD_OLD(cuGetProcAddress, 11030, none, const char *, void **, int, unsigned long long)
KBUILD_TYPE(cuTensorMapEncodeTiled, 12000, none, CUtensorMap *, CUtensorMapDataType, unsigned,
            void *, const uint64_t *, const uint64_t *, const unsigned *, const unsigned *,
            CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
            CUtensorMapFloatOOBfill)
KBUILD_TYPE(cuTensorMapEncodeIm2col, 12000, none, CUtensorMap *, CUtensorMapDataType, unsigned,
            void *, const uint64_t *, const uint64_t *, const int *, const int *, unsigned,
            unsigned, const unsigned *, CUtensorMapInterleave, CUtensorMapSwizzle,
            CUtensorMapL2promotion, CUtensorMapFloatOOBfill)
KBUILD_OLD(cuTensorMapEncodeIm2colWide, 12080, none, CUtensorMap *, CUtensorMapDataType, unsigned,
           void *, const uint64_t *, const uint64_t *, int, int, unsigned, unsigned,
           const unsigned *, CUtensorMapInterleave, CUtensorMapIm2ColWideMode, CUtensorMapSwizzle,
           CUtensorMapL2promotion, CUtensorMapFloatOOBfill)
KBUILD_TYPE(cuTensorMapReplaceAddress, 12000, none, CUtensorMap *, void *)

#undef KBUILD_NONE
#undef KBUILD_TYPE
#undef KBUILD_OLD

#endif
