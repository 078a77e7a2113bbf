// CUDA's warp intrinsics, over warps of 32 lanes on waves of 32 and of 64.
#ifndef KBUILD_WARP_H
#define KBUILD_WARP_H
#pragma GCC system_header

// HIP has *_sync functions of its own, over waves and with masks of 64 bits: 6.2 to 6.4 if the
// program asks for them, later ones unless it refuses. Where they are declared, CUDA's are called
// otherwise.
#if defined(__HIP__) && __has_include(<hip/amd_detail/amd_warp_sync_functions.h>)
#include <hip/hip_version.h>
#if (HIP_VERSION_MAJOR >= 7 && !defined(HIP_DISABLE_WARP_SYNC_BUILTINS)) ||                        \
    (HIP_VERSION_MAJOR == 6 && defined(HIP_ENABLE_WARP_SYNC_BUILTINS))
#define __activemask      kbuild_activemask
#define __syncwarp        kbuild_syncwarp
#define __shfl_sync       kbuild_shfl_sync
#define __shfl_up_sync    kbuild_shfl_up_sync
#define __shfl_down_sync  kbuild_shfl_down_sync
#define __shfl_xor_sync   kbuild_shfl_xor_sync
#define __ballot_sync     kbuild_ballot_sync
#define __any_sync        kbuild_any_sync
#define __all_sync        kbuild_all_sync
#define __match_any_sync  kbuild_match_any_sync
#define __match_all_sync  kbuild_match_all_sync
#define __reduce_add_sync kbuild_reduce_add_sync
#define __reduce_min_sync kbuild_reduce_min_sync
#define __reduce_max_sync kbuild_reduce_max_sync
#define __reduce_and_sync kbuild_reduce_and_sync
#define __reduce_or_sync  kbuild_reduce_or_sync
#define __reduce_xor_sync kbuild_reduce_xor_sync
#endif
#endif

#include "warp_shuffle.h"
#include "warp_vote.h"
#include "warp_reduce.h"
#include "warp_legacy.h"

#endif
