// CUDA's shuffles between the 32 lanes of a warp.
//
// Which lane is read follows the PTX instruction shfl (PTX ISA, "shfl.sync"): only the low 5 bits
// of the lane, delta or mask count, and a lane outside the reader's segment means its own value.
// The masks of the _sync forms change nothing: lanes of a wave are always together, and what a lane
// reads from one that does not take part is undefined in CUDA too.
#ifndef KBUILD_WARP_SHUFFLE_H
#define KBUILD_WARP_SHUFFLE_H
#pragma GCC system_header

#include "wave.h"

namespace kbuild
{

// What CUDA's overloads make of an argument of type T: numbers narrower than int, and enumerations
// without a class, become int; so does what is a number by conversion, such as HIP's threadIdx.x.
template <class T> struct type_is {
    using type = T;
};
template <bool as_it_is> struct shuffle_kind {
    template <class T>
    KBUILD_MEMBER static auto of(int) -> type_is<decltype(+*static_cast<T *>(nullptr))>;
    template <class T> KBUILD_MEMBER static auto of(...) -> type_is<T>;
};
template <> struct shuffle_kind<true> {
    template <class T> KBUILD_MEMBER static auto of(int) -> type_is<T>;
};
template <class T> struct shuffled {
    static constexpr bool as_it_is = (__is_class(T) && !__is_empty(T)) || __is_union(T);
    using type = typename decltype(shuffle_kind<as_it_is>::template of<T>(0))::type;
};
template <class T> using shuffled_t = typename shuffled<T>::type;

// The bits of a lane's number that choose the segment of |width| lanes.
KBUILD_DEVICE int shuffle_segment(int width)
{
    return (warp_lanes - width) & (warp_lanes - 1);
}

template <class T> KBUILD_DEVICE T shuffle_index(T value, int source, int width)
{
    const int segment = shuffle_segment(width);
    return warp_read(value, (warp_lane() & segment) | (source & ~segment & (warp_lanes - 1)));
}

template <class T> KBUILD_DEVICE T shuffle_up(T value, unsigned delta, int width)
{
    const int lane = warp_lane();
    const int source = lane - static_cast<int>(delta & (warp_lanes - 1));
    return warp_read(value, source >= (lane & shuffle_segment(width)) ? source : lane);
}

template <class T> KBUILD_DEVICE T shuffle_down(T value, unsigned delta, int width)
{
    const int lane = warp_lane();
    const int source = lane + static_cast<int>(delta & (warp_lanes - 1));
    const int last = lane | (~shuffle_segment(width) & (warp_lanes - 1));
    return warp_read(value, source <= last ? source : lane);
}

template <class T> KBUILD_DEVICE T shuffle_xor(T value, int mask, int width)
{
    mask &= warp_lanes - 1;
    if (__builtin_constant_p(width) && shuffle_segment(width) == 0) {
        return warp_read_xor(value, mask);
    }
    const int lane = warp_lane();
    const int source = lane ^ mask;
    const int last = lane | (~shuffle_segment(width) & (warp_lanes - 1));
    return warp_read(value, source <= last ? source : lane);
}

} // namespace kbuild

// Values come by reference. Programs shuffle variables that only the lane which is read has set; an
// argument that has no value is undefined behaviour for the compiler, which then removes the branch
// that set it.
template <class T>
KBUILD_DEVICE kbuild::shuffled_t<T> __shfl_sync(unsigned, const T &value, int source,
                                                int width = kbuild::warp_lanes)
{
    return kbuild::shuffle_index<kbuild::shuffled_t<T>>(value, source, width);
}

template <class T>
KBUILD_DEVICE kbuild::shuffled_t<T> __shfl_up_sync(unsigned, const T &value, unsigned delta,
                                                   int width = kbuild::warp_lanes)
{
    return kbuild::shuffle_up<kbuild::shuffled_t<T>>(value, delta, width);
}

template <class T>
KBUILD_DEVICE kbuild::shuffled_t<T> __shfl_down_sync(unsigned, const T &value, unsigned delta,
                                                     int width = kbuild::warp_lanes)
{
    return kbuild::shuffle_down<kbuild::shuffled_t<T>>(value, delta, width);
}

template <class T>
KBUILD_DEVICE kbuild::shuffled_t<T> __shfl_xor_sync(unsigned, const T &value, int lane_mask,
                                                    int width = kbuild::warp_lanes)
{
    return kbuild::shuffle_xor<kbuild::shuffled_t<T>>(value, lane_mask, width);
}

#endif
