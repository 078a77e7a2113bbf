// What translated PTX instructions call: bfe.u32 is kbuild::ptx::bfe_u32. kbuild::ptx::out(x) is an
// operand that is written; operands of any type are taken by their bits, as PTX does.
#ifndef KBUILD_PTX_H
#define KBUILD_PTX_H
#pragma GCC system_header

#if defined(__HIP__)
#include "cuda_prelude.h"
#endif

#include "qualifiers.h"

#include "ptx_value.h"

#include "ptx_convert.h"
#include "ptx_float.h"
#include "ptx_half.h"
#include "ptx_integer.h"
#include "ptx_video.h"

#if defined(__HIP__)
#include "ptx_atomic.h"
#include "ptx_barrier.h"
#include "ptx_device.h"
#include "ptx_lane.h"
#include "ptx_memory.h"

#if __cplusplus >= 201402L
#include "ptx_matrix.h"
#endif
#endif

#endif
