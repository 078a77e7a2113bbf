// CUDA's warp intrinsics, over warps of 32 lanes on waves of 32 and of 64.
#ifndef KBUILD_WARP_H
#define KBUILD_WARP_H
#pragma GCC system_header

// HIP has *_sync functions too, for whole waves and with masks of 64 bits. HIP 6.2 to 6.4 declares
// them if the program defines HIP_ENABLE_WARP_SYNC_BUILTINS, HIP 7 unless it defines
// HIP_DISABLE_WARP_SYNC_BUILTINS. Where HIP declares them, CUDA's functions get names of our own
// here.
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

// ---- CUDA's shuffles between the 32 lanes of a warp.
//
// The choice of the source lane follows the PTX instruction shfl (PTX ISA, "shfl.sync"): only the
// low 5 bits of the lane, delta or mask count, and a reader whose source is outside its segment
// gets its own value. The masks of the _sync functions have no effect: the lanes of a wave always
// run together, and what a lane reads from one that does not take part is undefined in CUDA too.

#include "wave.h"

namespace kbuild
{

// shuffled_t<T> is the type that CUDA's overloads give an argument of type T: numbers narrower than
// int and unscoped enumerations become int; an object that converts to a number, such as HIP's
// threadIdx.x, becomes that number.
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

// Returns the bits of a lane's number that say which segment of |width| lanes the lane is in.
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

// Values are passed by reference. Programs shuffle variables that only the source lane has set. To
// pass an unset variable by value is undefined behaviour: the compiler would remove the branch that
// sets it.
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

// ---- Votes and matches between the 32 lanes of a warp. Only lanes that are active and in the mask
// count: CUDA, too, leaves out lanes that have exited.

namespace kbuild
{

// Returns the lanes of |members| that pass the same bits as this lane. All active lanes take part,
// each with its own |members|. The loop runs once for each different value. All lanes run the loop
// in step, because its condition depends on |left|, which is the same for the whole wave.
template <class T> KBUILD_DEVICE unsigned match_any(unsigned members, T value)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "32 or 64 bits");
    constexpr int words = sizeof(T) / 4;
    int word[words];
    __builtin_memcpy(word, &value, sizeof(T));
    const int base = warp_base();
    unsigned matches = 0;
#pragma unroll 1
    for (unsigned long long left = wave_active(); left != 0;) {
        const int source = __builtin_ctzll(left);
        bool same = true;
#pragma unroll
        for (int i = 0; i < words; ++i) {
            same = wave_word_uniform(word[i], source) == word[i] && same;
        }
        const unsigned long long alike = wave_ballot(same);
        matches = same ? static_cast<unsigned>(alike >> base) : matches;
        left &= ~alike;
    }
    return matches & members;
}

// Returns the active lanes of |members| if they all pass the same bits, else 0.
template <class T> KBUILD_DEVICE unsigned match_all(unsigned members, T value)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "32 or 64 bits");
    constexpr int words = sizeof(T) / 4;
    int word[words], first[words];
    __builtin_memcpy(word, &value, sizeof(T));
    const unsigned active = members & warp_active();
    const T leader = warp_read(value, active ? bit_lowest(active) : warp_lane());
    __builtin_memcpy(first, &leader, sizeof(T));
    bool same = true;
#pragma unroll
    for (int i = 0; i < words; ++i) {
        same = first[i] == word[i] && same;
    }
    return (warp_ballot(!same) & active) == 0 ? active : 0;
}

} // namespace kbuild

KBUILD_DEVICE unsigned __ballot_sync(unsigned mask, int predicate)
{
    return kbuild::warp_ballot(predicate != 0) & mask;
}

KBUILD_DEVICE int __any_sync(unsigned mask, int predicate)
{
    return (kbuild::warp_ballot(predicate != 0) & mask) != 0;
}

KBUILD_DEVICE int __all_sync(unsigned mask, int predicate)
{
    return (kbuild::warp_ballot(predicate == 0) & mask) == 0;
}

KBUILD_DEVICE int __uni_sync(unsigned mask, int predicate)
{
    const unsigned yes = kbuild::warp_ballot(predicate != 0) & mask;
    return yes == 0 || yes == (kbuild::warp_active() & mask);
}

#define KBUILD_MATCH(TYPE)                                                                         \
    KBUILD_DEVICE unsigned __match_any_sync(unsigned mask, TYPE value)                             \
    {                                                                                              \
        return kbuild::match_any(mask, value);                                                     \
    }                                                                                              \
    KBUILD_DEVICE unsigned __match_all_sync(unsigned mask, TYPE value, int *predicate)             \
    {                                                                                              \
        const unsigned members = kbuild::match_all(mask, value);                                   \
        *predicate = members != 0;                                                                 \
        return members;                                                                            \
    }
KBUILD_MATCH(int)
KBUILD_MATCH(unsigned)
KBUILD_MATCH(long)
KBUILD_MATCH(unsigned long)
KBUILD_MATCH(long long)
KBUILD_MATCH(unsigned long long)
KBUILD_MATCH(float)
KBUILD_MATCH(double)
#undef KBUILD_MATCH

KBUILD_DEVICE unsigned __activemask()
{
    return kbuild::warp_active();
}

KBUILD_DEVICE void __syncwarp(unsigned = 0xffffffffu)
{
    kbuild::wave_fence();
}

// ---- Reductions and scans over lanes of a warp.
//
// The members may be any set of lanes, and lanes of one wave may work for different sets at a time.
// In a scan, a member's partner is at first the member before it. In each of 5 rounds, a member
// combines its value with its partner's, and takes its partner's partner as its own: so a value
// covers twice as many members after each round. A reduction returns the last member's value of
// such a scan. If the members are a whole segment of 2^n lanes, a butterfly of n exchanges does the
// same. Operands are combined in the order of NVIDIA's cooperative groups, so that floating-point
// sums are equal to the last bit.

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

// Reduces the values of each segment of |width| lanes, all of which are active.
template <int width, class T, class Op> KBUILD_DEVICE T reduce_segment(T value, Op &op)
{
#pragma unroll
    for (int step = width / 2; step > 0; step /= 2) {
        value = op(value, warp_read_xor(value, step));
    }
    return value;
}

// Returns this lane's value combined by |op| with the values of all members below it. This lane is
// one of the |members|; all members are active and pass the same |members|.
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
            // true if the value of the lane |next| covers all members below |next|
            first = (onward & warp_lanes) != 0;
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

// Reduces the values of the active lanes of |segment|, this lane's segment of |width| lanes.
template <int width, class T, class Op>
KBUILD_DEVICE T reduce_lanes(unsigned segment, T value, Op &op)
{
    if (width == 1) {
        return value;
    }
    const unsigned members = segment & warp_active();
    // If all active segments of the wave are whole, all lanes take this branch: the ballot gives
    // the wave one answer, and the branch costs one scalar compare.
    if (wave_ballot(members != segment) == 0) {
        return reduce_segment<width>(value, op);
    }
    return reduce_members(members, value, op);
}

// Reduces the values of the active lanes of |mask|.
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
// Sums of int are computed as unsigned, so that they wrap.
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

// ---- CUDA's warp functions without a mask, and warpSize, for translated code.
//
// HIP's functions of these names, and HIP's warpSize, are about the whole wave. HIP's own libraries
// (rocPRIM, hipCUB) use them, so they cannot be redefined: translated code uses the kbuild_ names
// below instead. CUDA has no width of 64: code that passes 64 is written for HIP, and means the
// whole wave.

// CUDA's warpSize, which is 32 in device code and in host code.
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

// kbuild_ballot(), kbuild_any() and kbuild_all() vote over the active lanes of the warp.
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
