// CUDA's warp functions without a mask, and warpSize, for translated code.
//
// HIP has functions and a constant of the same names that mean the whole wave, and its own
// libraries (rocPRIM, hipCUB) call them, so they cannot be redefined: translated code calls these
// instead, by the names below. A width of 64 is one that CUDA does not have: it is HIP's, and means
// the wave.
#ifndef KBUILD_WARP_LEGACY_H
#define KBUILD_WARP_LEGACY_H
#pragma GCC system_header

#include "warp_shuffle.h"
#include "warp_vote.h"

// What CUDA's warpSize is, in device code and in host code.
static constexpr int kbuild_warpSize = kbuild::warp_lanes;

namespace kbuild
{

KBUILD_DEVICE bool is_wave_width(int width)
{
    return width > warp_lanes;
}

} // namespace kbuild

template <class T>
KBUILD_DEVICE kbuild::shuffled_t<T> kbuild_shfl(const T &value, int source,
                                                int width = kbuild::warp_lanes)
{
    const kbuild::shuffled_t<T> number = value;
    if (kbuild::is_wave_width(width)) {
        return kbuild::wave_read(number, source & (kbuild::wave_lanes() - 1));
    }
    return kbuild::shuffle_index(number, source, width);
}

template <class T>
KBUILD_DEVICE kbuild::shuffled_t<T> kbuild_shfl_up(const T &value, unsigned delta,
                                                   int width = kbuild::warp_lanes)
{
    const kbuild::shuffled_t<T> number = value;
    if (kbuild::is_wave_width(width)) {
        const int lane = kbuild::wave_lane(), source = lane - static_cast<int>(delta);
        return kbuild::wave_read(number, source < 0 ? lane : source);
    }
    return kbuild::shuffle_up(number, delta, width);
}

template <class T>
KBUILD_DEVICE kbuild::shuffled_t<T> kbuild_shfl_down(const T &value, unsigned delta,
                                                     int width = kbuild::warp_lanes)
{
    const kbuild::shuffled_t<T> number = value;
    if (kbuild::is_wave_width(width)) {
        const int lane = kbuild::wave_lane(), source = lane + static_cast<int>(delta);
        return kbuild::wave_read(number, source >= kbuild::wave_lanes() ? lane : source);
    }
    return kbuild::shuffle_down(number, delta, width);
}

template <class T>
KBUILD_DEVICE kbuild::shuffled_t<T> kbuild_shfl_xor(const T &value, int lane_mask,
                                                    int width = kbuild::warp_lanes)
{
    const kbuild::shuffled_t<T> number = value;
    if (kbuild::is_wave_width(width)) {
        const int lane = kbuild::wave_lane(), source = lane ^ lane_mask;
        return kbuild::wave_read(number, source >= kbuild::wave_lanes() ? lane : source);
    }
    return kbuild::shuffle_xor(number, lane_mask, width);
}

// Over the active lanes of the warp.
KBUILD_DEVICE unsigned kbuild_ballot(int predicate)
{
    return kbuild::warp_ballot(predicate != 0);
}

KBUILD_DEVICE int kbuild_any(int predicate)
{
    return kbuild::warp_ballot(predicate != 0) != 0;
}

KBUILD_DEVICE int kbuild_all(int predicate)
{
    return kbuild::warp_ballot(predicate == 0) == 0;
}

#endif
