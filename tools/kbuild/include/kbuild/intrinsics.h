// Integer intrinsics that CUDA has and HIP lacks, and the mixed-sign min and max, which HIP 5 sends
// through double: min(-1, 3u) is 3 in CUDA.
#ifndef KBUILD_INTRINSICS_H
#define KBUILD_INTRINSICS_H
#pragma GCC system_header

#include "qualifiers.h"

// c + the sum over the four signed bytes of a[k] * b[k].
KBUILD_DEVICE int __dp4a(int a, int b, int c)
{
#if __has_builtin(__builtin_amdgcn_sudot4) && (defined(__GFX11__) || defined(__GFX12__))
    return __builtin_amdgcn_sudot4(true, a, true, b, c, false);
#elif defined(__gfx1011__) || defined(__gfx1012__) || defined(__gfx1030__) ||                      \
    defined(__gfx1031__) || defined(__gfx1032__) || defined(__gfx1034__) ||                        \
    defined(__gfx1035__) || defined(__gfx1036__) || defined(__gfx906__) || defined(__gfx908__) ||  \
    defined(__gfx90a__) || defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__) ||    \
    defined(__gfx950__)
    return __builtin_amdgcn_sdot4(a, b, c, false);
#else
    for (int shift = 0; shift < 32; shift += 8) {
        c += static_cast<signed char>(a >> shift) * static_cast<signed char>(b >> shift);
    }
    return c;
#endif
}

KBUILD_DEVICE unsigned __dp4a(unsigned a, unsigned b, unsigned c)
{
    for (int shift = 0; shift < 32; shift += 8) {
        c += (a >> shift & 0xffu) * (b >> shift & 0xffu);
    }
    return c;
}

// Four signed bytes, each a - b, saturated.
KBUILD_DEVICE unsigned __vsubss4(unsigned a, unsigned b)
{
    unsigned result = 0;
#pragma unroll
    for (int shift = 0; shift < 32; shift += 8) {
        const int difference =
            static_cast<signed char>(a >> shift) - static_cast<signed char>(b >> shift);
        const int clamped = difference < -128 ? -128 : difference > 127 ? 127 : difference;
        result |= (static_cast<unsigned>(clamped) & 0xffu) << shift;
    }
    return result;
}

// HIP 5 has (unsigned, int).
#if HIP_VERSION_MAJOR < 6
#define KBUILD_MIXED(FUNCTION, OP, LEFT, RIGHT, RESULT)                                            \
    KBUILD_DEVICE RESULT FUNCTION(LEFT a, RIGHT b)                                                 \
    {                                                                                              \
        return static_cast<RESULT>(a) OP static_cast<RESULT>(b) ? static_cast<RESULT>(a)           \
                                                                : static_cast<RESULT>(b);          \
    }
KBUILD_MIXED(min, <, int, unsigned, unsigned)
KBUILD_MIXED(max, >, int, unsigned, unsigned)
KBUILD_MIXED(min, <, long, unsigned long, unsigned long)
KBUILD_MIXED(max, >, long, unsigned long, unsigned long)
KBUILD_MIXED(min, <, unsigned long, long, unsigned long)
KBUILD_MIXED(max, >, unsigned long, long, unsigned long)
KBUILD_MIXED(min, <, long long, unsigned long long, unsigned long long)
KBUILD_MIXED(max, >, long long, unsigned long long, unsigned long long)
KBUILD_MIXED(min, <, unsigned long long, long long, unsigned long long)
KBUILD_MIXED(max, >, unsigned long long, long long, unsigned long long)
#undef KBUILD_MIXED
#endif

#endif
