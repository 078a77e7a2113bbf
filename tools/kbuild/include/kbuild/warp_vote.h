// Votes and matches between the 32 lanes of a warp. The lanes that count are those of the mask that
// are active: CUDA leaves out lanes that have exited.
#ifndef KBUILD_WARP_VOTE_H
#define KBUILD_WARP_VOTE_H
#pragma GCC system_header

#include "wave.h"

namespace kbuild
{

// The lanes of |members| that pass the same bits as this one. All active lanes take part, each with
// its own members. Goes once round for each value that occurs, in step: which values are left is
// known to the wave as a whole.
template <class T> KBUILD_DEVICE unsigned match_any(unsigned members, T value)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "32 or 64 bits");
    constexpr int words = sizeof(T) / 4;
    int word[words];
    __builtin_memcpy(word, &value, sizeof(T));
    const int base = warp_base();
    unsigned matches = 0;
#pragma unroll 1
    for (unsigned long long left = wave_ballot(true); left != 0;) {
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

// The active lanes of |members| if they all pass the same bits, else 0.
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

#endif
