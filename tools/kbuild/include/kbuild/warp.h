// Shuffles and votes over warps of 32 lanes, CUDA's *_sync functions. A wave of 64 lanes holds two
// warps: lanes 0-31 and 32-63 never see each other. The lanes of a wave run in step, so masks
// choose the votes that count and nothing else.
#ifndef KBUILD_WARP_H
#define KBUILD_WARP_H
#pragma GCC system_header

#include "qualifiers.h"

namespace kbuild
{

static constexpr int warp_lanes = 32;

KBUILD_DEVICE int wave_lane()
{
    return static_cast<int>(__builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)));
}

// The value that |source|, a lane of this wave, holds.
template <class T> KBUILD_DEVICE T wave_read(T value, int source)
{
    static_assert(sizeof(T) <= 4 || sizeof(T) % 4 == 0, "1, 2 or a multiple of 4 bytes");
    constexpr int words = (sizeof(T) + 3) / 4;
    int word[words] = {};
    __builtin_memcpy(word, &value, sizeof(T));
#pragma unroll
    for (int i = 0; i < words; ++i) {
        word[i] = __builtin_amdgcn_ds_bpermute(source << 2, word[i]);
    }
    __builtin_memcpy(&value, word, sizeof(T));
    return value;
}

KBUILD_DEVICE unsigned warp_ballot(bool predicate)
{
#if __has_builtin(__builtin_amdgcn_ballot_w64)
    const unsigned long long wave = __builtin_amdgcn_ballot_w64(predicate);
#else
    const unsigned long long wave = __builtin_amdgcn_uicmp(predicate ? 1u : 0u, 0u, 33);
#endif
    return static_cast<unsigned>(wave >> (wave_lane() & warp_lanes));
}

} // namespace kbuild

template <class T>
KBUILD_DEVICE T __shfl_sync(unsigned, T value, int source, int width = kbuild::warp_lanes)
{
    const int lane = kbuild::wave_lane();
    return kbuild::wave_read(value, (lane & -width) | (source & (width - 1)));
}

template <class T>
KBUILD_DEVICE T __shfl_up_sync(unsigned, T value, unsigned delta, int width = kbuild::warp_lanes)
{
    const int lane = kbuild::wave_lane();
    const int source = lane - static_cast<int>(delta);
    return kbuild::wave_read(value, source < (lane & -width) ? lane : source);
}

template <class T>
KBUILD_DEVICE T __shfl_down_sync(unsigned, T value, unsigned delta, int width = kbuild::warp_lanes)
{
    const int lane = kbuild::wave_lane();
    const int inside = (lane & (width - 1)) + static_cast<int>(delta);
    return kbuild::wave_read(value, inside >= width ? lane : lane + static_cast<int>(delta));
}

template <class T>
KBUILD_DEVICE T __shfl_xor_sync(unsigned, T value, int lane_mask, int width = kbuild::warp_lanes)
{
    const int lane = kbuild::wave_lane();
    const int source = lane ^ lane_mask;
    return kbuild::wave_read(value, source > (lane | (width - 1)) ? lane : source);
}

KBUILD_DEVICE unsigned __ballot_sync(unsigned mask, int predicate)
{
    return kbuild::warp_ballot(predicate != 0) & mask;
}

KBUILD_DEVICE int __any_sync(unsigned mask, int predicate)
{
    return __ballot_sync(mask, predicate) != 0;
}

KBUILD_DEVICE int __all_sync(unsigned mask, int predicate)
{
    return __ballot_sync(mask, predicate == 0) == 0;
}

// From HIP 6.2 on, HIP has its own.
#if !__has_include(<hip/amd_detail/amd_warp_sync_functions.h>)
KBUILD_DEVICE unsigned __activemask()
{
    return kbuild::warp_ballot(true);
}

KBUILD_DEVICE void __syncwarp(unsigned = 0xffffffffu)
{
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
    __builtin_amdgcn_wave_barrier();
}
#endif

#endif
