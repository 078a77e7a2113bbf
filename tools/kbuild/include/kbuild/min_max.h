// min and max of every pair of types that CUDA has them for, in device and in host code.
//
// HIP 5 converts pairs of a signed and an unsigned integer to double (min(-1, 3u) is -1, in CUDA
// 3). HIP 5's host code has only min(int, int): max(0.5f, 0.25f) in host code is 0.
#ifndef KBUILD_MIN_MAX_H
#define KBUILD_MIN_MAX_H
#pragma GCC system_header

#include "qualifiers.h"

#include <math.h>

// If one argument is signed and the other unsigned, both become unsigned.
#define KBUILD_PAIR(LEFT, RIGHT, RESULT)                                                           \
    KBUILD_REPLACE_BOTH RESULT min(const LEFT a, const RIGHT b)                                    \
    {                                                                                              \
        return static_cast<RESULT>(a) < static_cast<RESULT>(b) ? static_cast<RESULT>(a)            \
                                                               : static_cast<RESULT>(b);           \
    }                                                                                              \
    KBUILD_REPLACE_BOTH RESULT max(const LEFT a, const RIGHT b)                                    \
    {                                                                                              \
        return static_cast<RESULT>(a) > static_cast<RESULT>(b) ? static_cast<RESULT>(a)            \
                                                               : static_cast<RESULT>(b);           \
    }
#define KBUILD_PAIRS(SIGNED, UNSIGNED)                                                             \
    KBUILD_PAIR(SIGNED, SIGNED, SIGNED)                                                            \
    KBUILD_PAIR(UNSIGNED, UNSIGNED, UNSIGNED)                                                      \
    KBUILD_PAIR(SIGNED, UNSIGNED, UNSIGNED)                                                        \
    KBUILD_PAIR(UNSIGNED, SIGNED, UNSIGNED)
KBUILD_PAIRS(int, unsigned)
KBUILD_PAIRS(long, unsigned long)
KBUILD_PAIRS(long long, unsigned long long)
#undef KBUILD_PAIRS
#undef KBUILD_PAIR

// min() and max() return the number if the other argument is a NaN.
#define KBUILD_PAIR(LEFT, RIGHT, RESULT, SUFFIX)                                                   \
    KBUILD_REPLACE_BOTH RESULT min(const LEFT a, const RIGHT b)                                    \
    {                                                                                              \
        return ::fmin##SUFFIX(a, b);                                                               \
    }                                                                                              \
    KBUILD_REPLACE_BOTH RESULT max(const LEFT a, const RIGHT b)                                    \
    {                                                                                              \
        return ::fmax##SUFFIX(a, b);                                                               \
    }
KBUILD_PAIR(float, float, float, f)
KBUILD_PAIR(double, double, double, )
KBUILD_PAIR(float, double, double, )
KBUILD_PAIR(double, float, double, )
#undef KBUILD_PAIR

#define KBUILD_NAMED(T, MIN, MAX)                                                                  \
    KBUILD_REPLACE_BOTH T MIN(const T a, const T b)                                                \
    {                                                                                              \
        return a < b ? a : b;                                                                      \
    }                                                                                              \
    KBUILD_REPLACE_BOTH T MAX(const T a, const T b)                                                \
    {                                                                                              \
        return a > b ? a : b;                                                                      \
    }
KBUILD_NAMED(unsigned, umin, umax)
KBUILD_NAMED(long long, llmin, llmax)
KBUILD_NAMED(unsigned long long, ullmin, ullmax)
#undef KBUILD_NAMED

#endif
