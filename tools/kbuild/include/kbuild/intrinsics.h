// Integer intrinsics: dot products, bytes, bits, shifts, wide products and averages.
//
// HIP has many of these names, but its counts are unsigned (`__ffs(0) - 1 < 0` is false), and its
// __hadd and __rhadd are wrong for negative sums. This header has each function as CUDA has it.
#ifndef KBUILD_INTRINSICS_H
#define KBUILD_INTRINSICS_H
#pragma GCC system_header

#include "qualifiers.h"

// ---- dot products ----

#if defined(__HIP_DEVICE_COMPILE__) && defined(__has_builtin)
#if defined(__GFX11__) || defined(__GFX12__)
#define KBUILD_DOT_MIXED 1
#elif defined(__gfx1011__) || defined(__gfx1012__) || defined(__gfx1030__) ||                      \
    defined(__gfx1031__) || defined(__gfx1032__) || defined(__gfx1033__) ||                        \
    defined(__gfx1034__) || defined(__gfx1035__) || defined(__gfx1036__) || defined(__gfx906__) || \
    defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx940__) || defined(__gfx941__) ||    \
    defined(__gfx942__) || defined(__gfx950__)
#define KBUILD_DOT_SIGNED 1
#endif
#endif

// Returns c + the sum of a[k] * b[k] over the four bytes.
KBUILD_REPLACE int __dp4a(int a, int b, int c)
{
#if defined(KBUILD_DOT_MIXED)
    return __builtin_amdgcn_sudot4(true, a, true, b, c, false);
#elif defined(KBUILD_DOT_SIGNED)
    return __builtin_amdgcn_sdot4(a, b, c, false);
#else
    unsigned sum = static_cast<unsigned>(c);
    for (int shift = 0; shift < 32; shift += 8) {
        sum += static_cast<unsigned>(static_cast<signed char>(a >> shift) *
                                     static_cast<signed char>(b >> shift));
    }
    return static_cast<int>(sum);
#endif
}

KBUILD_REPLACE unsigned __dp4a(unsigned a, unsigned b, unsigned c)
{
#if defined(KBUILD_DOT_MIXED) || defined(KBUILD_DOT_SIGNED)
    return __builtin_amdgcn_udot4(a, b, c, false);
#else
    for (int shift = 0; shift < 32; shift += 8) {
        c += (a >> shift & 0xffu) * (b >> shift & 0xffu);
    }
    return c;
#endif
}

// dot2() returns c + a.low * b[first] + a.high * b[first + 1]: |a| has two numbers of 16 bits, |b|
// has four of 8 bits.
namespace kbuild
{
KBUILD_BOTH int dot2(int a, int b, int c, int first)
{
    const int low = static_cast<short>(a) * static_cast<signed char>(b >> 8 * first);
    const int high = static_cast<short>(a >> 16) * static_cast<signed char>(b >> 8 * (first + 1));
    return static_cast<int>(static_cast<unsigned>(c) + static_cast<unsigned>(low) +
                            static_cast<unsigned>(high));
}

KBUILD_BOTH unsigned dot2(unsigned a, unsigned b, unsigned c, int first)
{
    return c + (a & 0xffffu) * (b >> 8 * first & 0xffu) +
           (a >> 16) * (b >> 8 * (first + 1) & 0xffu);
}

template <class To, class From> KBUILD_BOTH To word_of(From vector)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    __builtin_memcpy(&to, &vector, sizeof to);
    return to;
}
} // namespace kbuild

KBUILD_REPLACE int __dp2a_lo(int a, int b, int c)
{
    return kbuild::dot2(a, b, c, 0);
}

KBUILD_REPLACE int __dp2a_hi(int a, int b, int c)
{
    return kbuild::dot2(a, b, c, 2);
}

KBUILD_REPLACE unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c)
{
    return kbuild::dot2(a, b, c, 0);
}

KBUILD_REPLACE unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c)
{
    return kbuild::dot2(a, b, c, 2);
}

// Overloads for vector types such as char4. A host compiler without these types has no such
// overloads.
#if defined(__HIP__) || defined(__CUDACC__)
#define KBUILD_DOT(NAME, A, B, T)                                                                  \
    KBUILD_REPLACE T NAME(A a, B b, T c)                                                           \
    {                                                                                              \
        return NAME(kbuild::word_of<T>(a), kbuild::word_of<T>(b), c);                              \
    }
KBUILD_DOT(__dp4a, char4, char4, int)
KBUILD_DOT(__dp4a, uchar4, uchar4, unsigned)
KBUILD_DOT(__dp2a_lo, short2, char4, int)
KBUILD_DOT(__dp2a_lo, ushort2, uchar4, unsigned)
KBUILD_DOT(__dp2a_hi, short2, char4, int)
KBUILD_DOT(__dp2a_hi, ushort2, uchar4, unsigned)
#undef KBUILD_DOT
#endif

// ---- bytes and shifts ----

// Returns four of the eight bytes of y:x. Each nibble of |selector| is the index of a byte; the
// highest bit of a nibble is ignored.
KBUILD_REPLACE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
#if defined(__HIP_DEVICE_COMPILE__)
    // v_perm_b32 takes an index in each byte of its third operand, and has the upper four of the
    // eight bytes in its first operand.
    const unsigned indices = (selector & 0x7u) | (selector & 0x70u) << 4 |
                             (selector & 0x700u) << 8 | (selector & 0x7000u) << 12;
    return __builtin_amdgcn_perm(y, x, indices);
#else
    const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) {
        const unsigned index = selector >> 4 * i & 7;
        result |= static_cast<unsigned>(bytes >> 8 * index & 0xff) << 8 * i;
    }
    return result;
#endif
}

// __funnelshift_l and _lc return the upper half of high:low << shift, __funnelshift_r and _rc the
// lower half of high:low >> shift. _lc and _rc shift by at most 32, the others by |shift| modulo
// 32.
KBUILD_REPLACE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned>(both << (shift & 31) >> 32);
}

KBUILD_REPLACE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned>(both << (shift < 32 ? shift : 32) >> 32);
}

KBUILD_REPLACE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
#if defined(__HIP_DEVICE_COMPILE__)
    return __builtin_amdgcn_alignbit(high, low, shift & 31);
#else
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned>(both >> (shift & 31));
#endif
}

KBUILD_REPLACE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    return static_cast<unsigned>(both >> (shift < 32 ? shift : 32));
}

KBUILD_REPLACE_BOTH unsigned short __nv_bswap16(unsigned short x)
{
    return __builtin_bswap16(x);
}

KBUILD_REPLACE_BOTH unsigned __nv_bswap32(unsigned x)
{
    return __builtin_bswap32(x);
}

KBUILD_REPLACE_BOTH unsigned long long __nv_bswap64(unsigned long long x)
{
    return __builtin_bswap64(x);
}

// ---- bits ----

namespace kbuild
{
// Returns the bits in reverse order.
KBUILD_BOTH unsigned reverse(unsigned x)
{
#if defined(__clang__)
    return __builtin_bitreverse32(x);
#else
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
#endif
}
} // namespace kbuild

KBUILD_REPLACE unsigned __brev(unsigned x)
{
    return kbuild::reverse(x);
}

KBUILD_REPLACE unsigned long long __brevll(unsigned long long x)
{
    return static_cast<unsigned long long>(kbuild::reverse(static_cast<unsigned>(x))) << 32 |
           kbuild::reverse(static_cast<unsigned>(x >> 32));
}

KBUILD_REPLACE int __clz(int x)
{
    return x ? __builtin_clz(static_cast<unsigned>(x)) : 32;
}

KBUILD_REPLACE int __clzll(long long x)
{
    return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64;
}

KBUILD_REPLACE int __ffs(int x)
{
    return x ? __builtin_ctz(static_cast<unsigned>(x)) + 1 : 0;
}

KBUILD_REPLACE int __ffsll(long long x)
{
    return x ? __builtin_ctzll(static_cast<unsigned long long>(x)) + 1 : 0;
}

KBUILD_REPLACE int __popc(unsigned x)
{
    return __builtin_popcount(x);
}

KBUILD_REPLACE int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}

// HIP has overloads that CUDA lacks (__ffs(unsigned)), which the compiler would choose for
// arguments that match exactly. So these functions replace HIP's overloads.
#if defined(__HIP__)
KBUILD_REPLACE int __ffs(unsigned x)
{
    return __ffs(static_cast<int>(x));
}

KBUILD_REPLACE int __ffsll(unsigned long long x)
{
    return __ffsll(static_cast<long long>(x));
}

KBUILD_REPLACE int __ffsll(unsigned long x)
{
    return __ffsll(static_cast<long long>(x));
}

KBUILD_REPLACE int __ffsll(long x)
{
    return __ffsll(static_cast<long long>(x));
}
#endif

// Returns the position of the |offset|-th 1 of |mask|, counted up from bit |base| or, if |offset|
// is negative, down from it. If |offset| is 0, returns |base| if that bit is 1. Returns ~0u if
// there is no such bit.
KBUILD_REPLACE unsigned __fns(unsigned mask, unsigned base, int offset)
{
    if (offset == 0) {
        return base < 32 && mask >> base & 1 ? base : ~0u;
    }
    const int step = offset > 0 ? 1 : -1;
    for (int i = static_cast<int>(base); i >= 0 && i < 32; i += step) {
        offset -= mask >> i & 1 ? step : 0;
        if (offset == 0) {
            return static_cast<unsigned>(i);
        }
    }
    return ~0u;
}

// ---- products, averages, differences ----

namespace kbuild
{
// Returns the lower 24 bits of |x|, with the sign in bit 23.
KBUILD_BOTH int low24(int x)
{
    return static_cast<int>(static_cast<unsigned>(x) << 8) >> 8;
}
} // namespace kbuild

KBUILD_REPLACE int __mul24(int x, int y)
{
    return static_cast<int>(static_cast<unsigned>(kbuild::low24(x)) *
                            static_cast<unsigned>(kbuild::low24(y)));
}

KBUILD_REPLACE unsigned __umul24(unsigned x, unsigned y)
{
    return (x & 0xffffffu) * (y & 0xffffffu);
}

KBUILD_REPLACE int __mulhi(int x, int y)
{
    return static_cast<int>(static_cast<long long>(x) * y >> 32);
}

KBUILD_REPLACE unsigned __umulhi(unsigned x, unsigned y)
{
    return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}

KBUILD_REPLACE long long __mul64hi(long long x, long long y)
{
    return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}

KBUILD_REPLACE unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}

// __hadd and __uhadd return (x + y) / 2, __rhadd and __urhadd (x + y + 1) / 2, without overflow and
// rounded down.
KBUILD_REPLACE int __hadd(int x, int y)
{
    return (x & y) + ((x ^ y) >> 1);
}

KBUILD_REPLACE int __rhadd(int x, int y)
{
    return (x | y) - ((x ^ y) >> 1);
}

KBUILD_REPLACE unsigned __uhadd(unsigned x, unsigned y)
{
    return (x & y) + ((x ^ y) >> 1);
}

KBUILD_REPLACE unsigned __urhadd(unsigned x, unsigned y)
{
    return (x | y) - ((x ^ y) >> 1);
}

// Returns z plus the difference of x and y without its sign.
KBUILD_REPLACE unsigned __sad(int x, int y, unsigned z)
{
    const unsigned difference = static_cast<unsigned>(x) - static_cast<unsigned>(y);
    return (x < y ? 0 - difference : difference) + z;
}

KBUILD_REPLACE unsigned __usad(unsigned x, unsigned y, unsigned z)
{
    return (x < y ? y - x : x - y) + z;
}

// ---- traps, and hints to the compiler ----

#if defined(__HIP__)
[[noreturn]] KBUILD_REPLACE void __trap()
{
    __builtin_trap();
}

KBUILD_REPLACE void __brkpt()
{
    __builtin_debugtrap();
}

KBUILD_REPLACE void __prof_trigger(int)
{
}

// Promises to the compiler. They are macros, because nvcc knows the names without a declaration.
#ifndef __assume
#define __assume(condition) __builtin_assume(condition)
#endif
#ifndef __nv_assume
#define __nv_assume(condition) __builtin_assume(condition)
#endif
#endif

#endif
