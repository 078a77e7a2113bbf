// hipCUB under CUB's names, with warps of 32 lanes. In hipCUB a warp is a wave: its default is 64
// lanes where waves have 64. So hipCUB's classes and functions for warps get other names while
// hipCUB is included. hipCUB's classes for blocks go on to use the renamed classes; CUB's names are
// defined below for warps of 32 lanes.
#ifndef KBUILD_CUB_H
#define KBUILD_CUB_H
#pragma GCC system_header

#include "../cuda/functional" // CUB's header includes <cuda/functional>, too
#include "cub_warp.h"
#include "cuda_prelude.h"
#include "host_qualifiers.h"
#include "wave.h"

#if defined(HIPCUB_ROCPRIM_HIPCUB_HPP_) || defined(HIPCUB_ROCPRIM_UTIL_PTX_HPP_)
#error "include cub/cub.cuh before hipcub/hipcub.hpp: hipCUB by itself takes a wave for a warp"
#endif

#if __has_include(<rocprim/config.hpp>)
#include <rocprim/config.hpp>
// rocPRIM before version 6 does not know gfx11 and later GPUs: it would use DPP instructions of
// gfx9 there, which clang refuses.
#if defined(ROCPRIM_NAVI) && (defined(__GFX11__) || defined(__GFX12__))
#undef ROCPRIM_NAVI
#define ROCPRIM_NAVI 1
#endif
#endif

#include "cub_thread.h"

#define WarpReduce    WarpReduceOfWave
#define WarpScan      WarpScanOfWave
#define WarpExchange  WarpExchangeOfWave
#define WarpLoad      WarpLoadOfWave
#define WarpStore     WarpStoreOfWave
#define WarpMergeSort WarpMergeSortOfWave
#define WarpMask      WarpMaskOfWave
#define WarpId        WarpIdOfWave
#define LaneId        LaneIdOfWave
#define LaneMaskLt    LaneMaskLtOfWave
#define LaneMaskLe    LaneMaskLeOfWave
#define LaneMaskGt    LaneMaskGtOfWave
#define LaneMaskGe    LaneMaskGeOfWave
#include <hipcub/hipcub.hpp>
#undef WarpReduce
#undef WarpScan
#undef WarpExchange
#undef WarpLoad
#undef WarpStore
#undef WarpMergeSort
#undef WarpMask
#undef WarpId
#undef LaneId
#undef LaneMaskLt
#undef LaneMaskLe
#undef LaneMaskGt
#undef LaneMaskGe

BEGIN_HIPCUB_NAMESPACE

// |rest|: the template parameters that follow the width. They differ by hipCUB's version, and have
// defaults.
template <class T, int lanes = 32, int... rest>
using WarpReduce = WarpReduceOfWave<T, lanes, rest...>;
template <class T, int lanes = 32, int... rest> using WarpScan = WarpScanOfWave<T, lanes, rest...>;
template <class T, int items, int lanes = 32, int... rest>
using WarpExchange = WarpExchangeOfWave<T, items, lanes, rest...>;
template <class T, int items, WarpLoadAlgorithm algorithm = WARP_LOAD_DIRECT, int lanes = 32,
          int... rest>
using WarpLoad = WarpLoadOfWave<T, items, algorithm, lanes, rest...>;
template <class T, int items, WarpStoreAlgorithm algorithm = WARP_STORE_DIRECT, int lanes = 32,
          int... rest>
using WarpStore = WarpStoreOfWave<T, items, algorithm, lanes, rest...>;
template <class Key, int items, int lanes = 32, class Value = NullType, int... rest>
using WarpMergeSort = WarpMergeSortOfWave<Key, items, lanes, Value, rest...>;

KBUILD_DEVICE unsigned LaneId()
{
    return static_cast<unsigned>(kbuild::warp_lane());
}
// Returns the warp's number in its block. It is computed from threadIdx: the hardware's number is a
// wave's, and programs cannot rely on CUDA's %warpid.
KBUILD_DEVICE unsigned WarpId()
{
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32;
}
KBUILD_DEVICE unsigned LaneMaskLt()
{
    return kbuild::bits_below(kbuild::warp_lane());
}
KBUILD_DEVICE unsigned LaneMaskLe()
{
    return ~kbuild::bits_above(kbuild::warp_lane());
}
KBUILD_DEVICE unsigned LaneMaskGt()
{
    return kbuild::bits_above(kbuild::warp_lane());
}
KBUILD_DEVICE unsigned LaneMaskGe()
{
    return ~kbuild::bits_below(kbuild::warp_lane());
}
template <int lanes, int = 0> KBUILD_DEVICE unsigned WarpMask(unsigned warp)
{
    static_assert(lanes >= 1 && lanes <= 32, "a part of a warp");
    const unsigned mask = ~0u >> (32 - lanes);
    return lanes < 32 && (lanes & (lanes - 1)) == 0 ? mask << (warp * lanes % 32) : mask;
}

// Sets |version| to the compute capability that device code sees as __CUDA_ARCH__, for every GPU.
// As in CUB, an error leaves |version| as it was.
KBUILD_HOST_API hipError_t SmVersion(int &version, int device)
{
    int count = 0;
    hipError_t error = hipGetDeviceCount(&count);
    if (error == hipSuccess && (device < 0 || device >= count)) {
        error = hipErrorInvalidDevice;
    }
    if (error == hipSuccess) {
        version = KBUILD_CUDA_ARCH;
    }
    return error;
}
KBUILD_HOST_API hipError_t SmVersion(int &version)
{
    int device = 0;
    const hipError_t error = hipGetDevice(&device);
    return error == hipSuccess ? SmVersion(version, device) : error;
}
KBUILD_HOST_API hipError_t PtxVersion(int &version, int device)
{
    return SmVersion(version, device);
}
KBUILD_HOST_API hipError_t PtxVersion(int &version)
{
    return SmVersion(version);
}

END_HIPCUB_NAMESPACE

#include "cub_dispatch.h"

// A program may keep its CUB in a namespace of its own, by macros that it defines before it
// includes CUB.
#ifdef CUB_WRAPPED_NAMESPACE
namespace CUB_WRAPPED_NAMESPACE
{
namespace cub = ::hipcub;
}
#elif defined(THRUST_CUB_WRAPPED_NAMESPACE)
namespace THRUST_CUB_WRAPPED_NAMESPACE
{
namespace cub = ::hipcub;
}
#elif defined(CUB_NS_PREFIX) && defined(CUB_NS_POSTFIX)
CUB_NS_PREFIX
namespace cub = ::hipcub;
CUB_NS_POSTFIX
#endif

#endif
