// The integer intrinsics and the mixed minima and maxima against their definitions, in wider
// arithmetic or bit by bit: at edges in all combinations, and at random.
#include "check.hpp"

#include "kbuild/intrinsics.h"
#include "kbuild/min_max.h"

#include <cmath>
#include <vector>

namespace
{

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

checker check;

uint64_t low32(int64_t x)
{
    return static_cast<uint32_t>(x);
}

int64_t half_down(int64_t x)
{
    return x >= 0 ? x / 2 : -((1 - x) / 2);
}

int signed_byte(unsigned word, int i)
{
    return static_cast<int>((word >> 8 * i & 0xff) ^ 0x80) - 0x80;
}

int signed_half(unsigned word, int i)
{
    return static_cast<int>((word >> 16 * i & 0xffff) ^ 0x8000) - 0x8000;
}

void one_word(unsigned x)
{
    int highest = -1, lowest = -1, count = 0;
    unsigned reversed = 0;
    for (int i = 0; i < 32; ++i) {
        if (x >> i & 1) {
            highest = i;
            lowest = lowest < 0 ? i : lowest;
            ++count;
            reversed |= 1u << (31 - i);
        }
    }
    const int s = static_cast<int>(x);
    check.same("__clz", low32(__clz(s)), low32(31 - highest), x);
    check.same("__ffs", low32(__ffs(s)), low32(lowest + 1), x);
    check.same("__popc", low32(__popc(x)), low32(count), x);
    check.same("__brev", __brev(x), reversed, x);
    check.same("__nv_bswap32", __nv_bswap32(x), __byte_perm(x, 0, 0x0123), x);
    check.same("__nv_bswap16", __nv_bswap16(static_cast<unsigned short>(x)),
               (x & 0xff) << 8 | (x >> 8 & 0xff), x);
}

void one_long(uint64_t x)
{
    int highest = -1, lowest = -1, count = 0;
    uint64_t reversed = 0, swapped = 0;
    for (int i = 0; i < 64; ++i) {
        if (x >> i & 1) {
            highest = i;
            lowest = lowest < 0 ? i : lowest;
            ++count;
            reversed |= 1ull << (63 - i);
            swapped |= 1ull << (56 - i / 8 * 8 + i % 8);
        }
    }
    const long long s = static_cast<long long>(x);
    check.same("__clzll", low32(__clzll(s)), low32(63 - highest), x);
    check.same("__ffsll", low32(__ffsll(s)), low32(lowest + 1), x);
    check.same("__popcll", low32(__popcll(x)), low32(count), x);
    check.same("__brevll", __brevll(x), reversed, x);
    check.same("__nv_bswap64", __nv_bswap64(x), swapped, x);
}

void two_words(unsigned x, unsigned y)
{
    const int a = static_cast<int>(x), b = static_cast<int>(y);
    const int64_t la = a, lb = b, ux = x, uy = y;
    check.same("__mulhi", low32(__mulhi(a, b)), low32(la * lb >> 32), x, y);
    check.same("__umulhi", __umulhi(x, y),
               static_cast<uint64_t>(ux) * static_cast<uint64_t>(uy) >> 32, x, y);
    const int64_t a24 = (static_cast<int64_t>(x & 0xffffff) ^ 0x800000) - 0x800000;
    const int64_t b24 = (static_cast<int64_t>(y & 0xffffff) ^ 0x800000) - 0x800000;
    check.same("__mul24", low32(__mul24(a, b)), low32(a24 * b24), x, y);
    check.same("__umul24", __umul24(x, y), low32((ux & 0xffffff) * (uy & 0xffffff)), x, y);
    check.same("__hadd", low32(__hadd(a, b)), low32(half_down(la + lb)), x, y);
    check.same("__rhadd", low32(__rhadd(a, b)), low32(half_down(la + lb + 1)), x, y);
    check.same("__uhadd", __uhadd(x, y), low32((ux + uy) / 2), x, y);
    check.same("__urhadd", __urhadd(x, y), low32((ux + uy + 1) / 2), x, y);
    check.same("__sad", __sad(a, b, 7u), low32(std::llabs(la - lb) + 7), x, y);
    check.same("__usad", __usad(x, y, ~0u), low32(std::llabs(ux - uy) - 1), x, y);

    // C's own rules: of mixed signs both become unsigned.
    check.same("min(int, unsigned)", min(a, y), x < y ? x : y, x, y);
    check.same("max(int, unsigned)", max(a, y), x > y ? x : y, x, y);
    check.same("min(unsigned, int)", min(x, b), x < y ? x : y, x, y);
    check.same("max(unsigned, int)", max(x, b), x > y ? x : y, x, y);
    check.same("min(int, int)", low32(min(a, b)), low32(la < lb ? la : lb), x, y);
    check.same("max(int, int)", low32(max(a, b)), low32(la > lb ? la : lb), x, y);
    check.same("umin", umin(x, y), x < y ? x : y, x, y);
    check.same("umax", umax(x, y), x > y ? x : y, x, y);
}

template <class S, class U> void two_longs(const char *name, uint64_t x, uint64_t y)
{
    const S a = static_cast<S>(x), b = static_cast<S>(y);
    const U u = static_cast<U>(x), v = static_cast<U>(y);
    check.same(name, static_cast<uint64_t>(min(a, b)), static_cast<uint64_t>(a < b ? a : b), x, y);
    check.same(name, static_cast<uint64_t>(max(a, b)), static_cast<uint64_t>(a > b ? a : b), x, y);
    check.same(name, min(u, v), u < v ? u : v, x, y);
    check.same(name, max(u, v), u > v ? u : v, x, y);
    check.same(name, min(a, v), u < v ? u : v, x, y);
    check.same(name, max(a, v), u > v ? u : v, x, y);
    check.same(name, min(u, b), u < v ? u : v, x, y);
    check.same(name, max(u, b), u > v ? u : v, x, y);
}

void wide_products(uint64_t x, uint64_t y)
{
    const long long a = static_cast<long long>(x), b = static_cast<long long>(y);
    check.same("__mul64hi", static_cast<uint64_t>(__mul64hi(a, b)),
               static_cast<uint64_t>(static_cast<wide>(a) * b >> 64), x, y);
    check.same("__umul64hi", __umul64hi(x, y),
               static_cast<uint64_t>(static_cast<unsigned_wide>(x) * y >> 64), x, y);
    two_longs<long, unsigned long>("min and max of long", x, y);
    two_longs<long long, unsigned long long>("min and max of long long", x, y);
    check.same("llmin", static_cast<uint64_t>(llmin(a, b)), static_cast<uint64_t>(a < b ? a : b), x,
               y);
    check.same("llmax", static_cast<uint64_t>(llmax(a, b)), static_cast<uint64_t>(a > b ? a : b), x,
               y);
    check.same("ullmin", ullmin(x, y), x < y ? x : y, x, y);
    check.same("ullmax", ullmax(x, y), x > y ? x : y, x, y);
}

void three_words(unsigned x, unsigned y, unsigned z)
{
    int64_t dot4 = static_cast<int>(z), low2 = dot4, high2 = dot4;
    uint64_t udot4 = z, ulow2 = z, uhigh2 = z, permuted = 0;
    for (int i = 0; i < 4; ++i) {
        dot4 += signed_byte(x, i) * signed_byte(y, i);
        udot4 += static_cast<uint64_t>(x >> 8 * i & 0xff) * (y >> 8 * i & 0xff);
        const unsigned index = z >> 4 * i & 7;
        permuted |=
            static_cast<uint64_t>((index < 4 ? x >> 8 * index : y >> 8 * (index - 4)) & 0xff)
            << 8 * i;
    }
    for (int i = 0; i < 2; ++i) {
        low2 += signed_half(x, i) * signed_byte(y, i);
        high2 += signed_half(x, i) * signed_byte(y, i + 2);
        ulow2 += static_cast<uint64_t>(x >> 16 * i & 0xffff) * (y >> 8 * i & 0xff);
        uhigh2 += static_cast<uint64_t>(x >> 16 * i & 0xffff) * (y >> 8 * (i + 2) & 0xff);
    }
    const int a = static_cast<int>(x), b = static_cast<int>(y), c = static_cast<int>(z);
    check.same("__dp4a", low32(__dp4a(a, b, c)), low32(dot4), x, y, z);
    check.same("__dp4a, unsigned", __dp4a(x, y, z), udot4 & 0xffffffffu, x, y, z);
    check.same("__dp2a_lo", low32(__dp2a_lo(a, b, c)), low32(low2), x, y, z);
    check.same("__dp2a_hi", low32(__dp2a_hi(a, b, c)), low32(high2), x, y, z);
    check.same("__dp2a_lo, unsigned", __dp2a_lo(x, y, z), ulow2 & 0xffffffffu, x, y, z);
    check.same("__dp2a_hi, unsigned", __dp2a_hi(x, y, z), uhigh2 & 0xffffffffu, x, y, z);
    check.same("__byte_perm", __byte_perm(x, y, z), permuted, x, y, z);

    // Bit by bit: bit i of the result is bit i + 32 - shift, or i + shift, of y:x.
    for (unsigned shift : {z & 63, z % 33, 31u, 32u, 33u, 0x80000000u, ~0u}) {
        const unsigned wrapped = shift % 32, clamped = shift < 32 ? shift : 32;
        uint64_t wanted[4] = {};
        for (unsigned i = 0; i < 32; ++i) {
            const unsigned from[4] = {i + 32 - wrapped, i + 32 - clamped, i + wrapped, i + clamped};
            for (int k = 0; k < 4; ++k) {
                const uint64_t bit = from[k] < 32 ? x >> from[k] & 1 : y >> (from[k] - 32) & 1;
                wanted[k] |= bit << i;
            }
        }
        check.same("__funnelshift_l", __funnelshift_l(x, y, shift), wanted[0], x, y, shift);
        check.same("__funnelshift_lc", __funnelshift_lc(x, y, shift), wanted[1], x, y, shift);
        check.same("__funnelshift_r", __funnelshift_r(x, y, shift), wanted[2], x, y, shift);
        check.same("__funnelshift_rc", __funnelshift_rc(x, y, shift), wanted[3], x, y, shift);
    }
}

void nth_set_bits(unsigned mask)
{
    for (unsigned base = 0; base < 32; ++base) {
        for (int offset = -33; offset <= 33; ++offset) {
            std::vector<unsigned> met;
            for (unsigned i = base; i < 32; i = offset < 0 ? i - 1 : i + 1) {
                if (mask >> i & 1) {
                    met.push_back(i);
                }
            }
            const size_t nth = static_cast<size_t>(offset < 0 ? -offset : offset);
            const unsigned wanted = nth == 0            ? mask >> base & 1 ? base : ~0u
                                    : nth <= met.size() ? met[nth - 1]
                                                        : ~0u;
            check.same("__fns", __fns(mask, base, offset), wanted, mask, base,
                       static_cast<uint64_t>(offset));
        }
    }
}

void floating_pairs()
{
    const float nan = NAN;
    check.same("max(NaN, 1)", bits_of(max(nan, 1.0f)), bits_of(1.0f), 0);
    check.same("min(1, NaN)", bits_of(min(1.0, static_cast<double>(nan))), bits_of(1.0), 0);
    check.same("max(0.5f, 0.25f)", bits_of(max(0.5f, 0.25f)), bits_of(0.5f), 0);
    check.same("min(0.5f, 0.25)", bits_of(min(0.5f, 0.25)), bits_of(0.25), 0);
    check.same("max(0.5, 0.75f)", bits_of(max(0.5, 0.75f)), bits_of(0.75), 0);
    check.same("min(NaN, NaN)", bits_of(min(nan, nan)), bits_of(nan), 0);
}

} // namespace

int main()
{
    std::vector<uint64_t> words = {0x12345678, 0x80ff7f01, 0x7f7f7f7f, 0x80808080, 0x55555555};
    std::vector<uint64_t> longs = {0x123456789abcdef0, 0x8000000080000000, 0x00000000ffffffff};
    for (int i = 0; i < 64; ++i) {
        for (uint64_t near : {(1ull << i) - 1, 1ull << i, (1ull << i) + 1, 0 - (1ull << i)}) {
            longs.push_back(near);
            if (i < 32) {
                words.push_back(near & 0xffffffffu);
            }
        }
    }
    random_bits random;
    for (uint64_t x : words) {
        one_word(static_cast<unsigned>(x));
        for (uint64_t y : words) {
            two_words(static_cast<unsigned>(x), static_cast<unsigned>(y));
            three_words(static_cast<unsigned>(x), static_cast<unsigned>(y),
                        static_cast<unsigned>(random.next()));
        }
    }
    for (uint64_t x : longs) {
        one_long(x);
        for (uint64_t y : longs) {
            wide_products(x, y);
        }
    }
    for (int i = 0; i < 200000; ++i) {
        const uint64_t x = random.next(), y = random.next();
        one_word(static_cast<unsigned>(x) >> i % 32);
        one_long(x >> i % 64);
        two_words(static_cast<unsigned>(x), static_cast<unsigned>(y));
        three_words(static_cast<unsigned>(x), static_cast<unsigned>(y),
                    static_cast<unsigned>(x >> 32));
        wide_products(x, y >> i % 64);
        if (i % 1000 == 0) {
            nth_set_bits(static_cast<unsigned>(x & y));
        }
    }
    nth_set_bits(0);
    nth_set_bits(~0u);
    floating_pairs();
    return check.result(10000000);
}
