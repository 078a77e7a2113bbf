// Reductions and scans over lanes of a warp.
//
// Any set of lanes will do, and lanes of one wave may work for different sets at a time. In a scan
// each lane knows the member before it; in each of 5 rounds it takes over what that one has
// collected and whom that one knows, so that its reach doubles. A reduction is what the last member
// has in the end; when the members are a whole segment of 2^n lanes, a butterfly does it in n
// exchanges. Operands meet in the order in which NVIDIA's cooperative groups combine them, so that
// sums of floating-point numbers come out the same to the last bit.
#ifndef KBUILD_WARP_REDUCE_H
#define KBUILD_WARP_REDUCE_H
#pragma GCC system_header

#include "wave.h"

namespace kbuild
{

struct op_add {
    template <class T> KBUILD_MEMBER T operator()(const T &a, const T &b) const
    {
        return a + b;
    }
};
struct op_min {
    template <class T> KBUILD_MEMBER T operator()(const T &a, const T &b) const
    {
        return b < a ? b : a;
    }
};
struct op_max {
    template <class T> KBUILD_MEMBER T operator()(const T &a, const T &b) const
    {
        return a < b ? b : a;
    }
};
struct op_and {
    template <class T> KBUILD_MEMBER T operator()(const T &a, const T &b) const
    {
        return a & b;
    }
};
struct op_or {
    template <class T> KBUILD_MEMBER T operator()(const T &a, const T &b) const
    {
        return a | b;
    }
};
struct op_xor {
    template <class T> KBUILD_MEMBER T operator()(const T &a, const T &b) const
    {
        return a ^ b;
    }
};

// For segments of |width| lanes, all of them active.
template <int width, class T, class Op> KBUILD_DEVICE T reduce_segment(T value, Op &op)
{
#pragma unroll
    for (int step = width / 2; step > 0; step /= 2) {
        value = op(value, warp_read_xor(value, step));
    }
    return value;
}

// What |op| makes of this lane's value and of those of the members below it. This lane is one of
// the |members|; all are active and pass the same members.
template <class T, class Op> KBUILD_DEVICE T scan_members(unsigned members, T value, Op &op)
{
    const int lane = warp_lane();
    const unsigned below = members & bits_below(lane);
    int next = below ? bit_highest(below) : lane;
    bool first = below == 0;
#pragma unroll 1
    for (int round = 0; round < 5; ++round) {
        const T other = warp_read(value, next);
        const int onward = warp_read(first ? lane | warp_lanes : next, next);
        if (!first) {
            value = op(value, other);
            first = (onward & warp_lanes) != 0; // that one has collected everything below it
            next = first ? lane : onward;
        }
    }
    return value;
}

template <class T, class Op> KBUILD_DEVICE T reduce_members(unsigned members, T value, Op &op)
{
    const T sum = scan_members(members, value, op);
    return warp_read(sum, members ? bit_highest(members) : warp_lane());
}

// |segment| is this lane's segment of |width| lanes; inactive lanes of it do not count.
template <int width, class T, class Op>
KBUILD_DEVICE T reduce_lanes(unsigned segment, T value, Op &op)
{
    if (width == 1) {
        return value;
    }
    const unsigned members = segment & warp_active();
    // One answer for the wave: the lanes stay together, and the branch costs one scalar compare.
    if (wave_ballot(members != segment) == 0) {
        return reduce_segment<width>(value, op);
    }
    return reduce_members(members, value, op);
}

// Over the active lanes of |mask|.
template <class T, class Op> KBUILD_DEVICE T reduce_mask(unsigned mask, T value, Op &op)
{
    const unsigned members = mask & warp_active();
    if (wave_ballot(members != 0xffffffffu) == 0) {
        return reduce_segment<warp_lanes>(value, op);
    }
    return reduce_members(members, value, op);
}

} // namespace kbuild

#define KBUILD_REDUCE(NAME, TYPE)                                                                  \
    KBUILD_DEVICE TYPE __reduce_##NAME##_sync(unsigned mask, TYPE value)                           \
    {                                                                                              \
        kbuild::op_##NAME operation;                                                               \
        return kbuild::reduce_mask(mask, value, operation);                                        \
    }
// Sums of int wrap as those of unsigned do.
KBUILD_REDUCE(add, unsigned)
KBUILD_DEVICE int __reduce_add_sync(unsigned mask, int value)
{
    return static_cast<int>(__reduce_add_sync(mask, static_cast<unsigned>(value)));
}
KBUILD_REDUCE(min, unsigned)
KBUILD_REDUCE(min, int)
KBUILD_REDUCE(max, unsigned)
KBUILD_REDUCE(max, int)
KBUILD_REDUCE(and, unsigned)
KBUILD_REDUCE(or, unsigned)
KBUILD_REDUCE(xor, unsigned)
#undef KBUILD_REDUCE

#endif
