// The operations of kbuild's headers (OURS), and of NVIDIA's as a host compiler has them; none
// where they are not installed.
#include "operations.hpp"

#ifdef OURS
// The classes get other names, because NVIDIA's inline members of the same names are linked into
// the same program.
#define __half          ours_half
#define __half2         ours_half2
#define __nv_bfloat16   ours_bfloat16
#define __nv_bfloat162  ours_bfloat162
#define __nv_fp8_e4m3   ours_e4m3
#define __nv_fp8x2_e4m3 ours_e4m3x2
#define __nv_fp8x4_e4m3 ours_e4m3x4
#define __nv_fp8_e5m2   ours_e5m2
#define __nv_fp8x2_e5m2 ours_e5m2x2
#define __nv_fp8x4_e5m2 ours_e5m2x4
#define __nv_fp8_e8m0   ours_e8m0
#define __nv_fp8x2_e8m0 ours_e8m0x2
#define __nv_fp8x4_e8m0 ours_e8m0x4
#define operations_here operations_ours
#else
#define operations_here operations_theirs
#endif

#if defined(OURS) || (__has_include(<cuda_fp8.hpp>) && __has_include(<driver_types.h>))
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#ifndef OURS
#include <vector_functions.h>
#endif

#include "operations.inc"

const std::vector<Operation> &operations_here()
{
    return table;
}
#else
const std::vector<Operation> &operations_here()
{
    static const std::vector<Operation> none;
    return none;
}
#endif
