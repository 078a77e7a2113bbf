// PTX's integer instructions, as the PTX ISA defines them: shifts clamp, bit fields may extend
// beyond the word, and the carry flag is a parameter. bfe.u32 is kbuild::ptx::bfe_u32.
#ifndef KBUILD_PTX_INTEGER_H
#define KBUILD_PTX_INTEGER_H
#pragma GCC system_header

#include "ptx_value.h"

namespace kbuild
{
namespace ptx
{
namespace of_type
{

template <class T> using bare = typename std::make_unsigned<T>::type;
template <class T> constexpr int width = 8 * static_cast<int>(sizeof(T));
template <class T> constexpr bool is_signed = std::is_signed<T>::value;

// The integer type of twice the width of T, which holds the product of two T. For types of up to 32
// bits.
template <class T>
using twice =
    typename std::conditional<sizeof(T) == 2,
                              typename std::conditional<is_signed<T>, s32, u32>::type,
                              typename std::conditional<is_signed<T>, s64, u64>::type>::type;

template <class T> KBUILD_BOTH T add(T a, T b)
{
    return static_cast<T>(static_cast<u64>(a) + static_cast<u64>(b));
}
template <class T> KBUILD_BOTH T sub(T a, T b)
{
    return static_cast<T>(static_cast<u64>(a) - static_cast<u64>(b));
}
template <class T> KBUILD_BOTH T mul_lo(T a, T b)
{
    return static_cast<T>(static_cast<bare<T>>(a) * static_cast<u64>(static_cast<bare<T>>(b)));
}
template <class T> KBUILD_BOTH twice<T> mul_wide(T a, T b)
{
    return static_cast<twice<T>>(static_cast<twice<T>>(a) *
                                 static_cast<s64>(static_cast<twice<T>>(b)));
}
template <class T> KBUILD_BOTH T mul_hi_any(T a, T b, std::true_type)
{
    return static_cast<T>(mul_wide<T>(a, b) >> width<T>);
}
template <class T> KBUILD_BOTH T mul_hi_any(T a, T b, std::false_type)
{
    const u64 x = static_cast<u64>(a), y = static_cast<u64>(b);
    const u64 low = static_cast<u32>(x) * static_cast<u64>(static_cast<u32>(y));
    const u64 cross = (x >> 32) * static_cast<u32>(y) + (low >> 32);
    const u64 other = static_cast<u32>(x) * (y >> 32) + static_cast<u32>(cross);
    u64 high = (x >> 32) * (y >> 32) + (cross >> 32) + (other >> 32);
    if (is_signed<T>) {
        high -= (a < 0 ? y : 0) + (b < 0 ? x : 0);
    }
    return static_cast<T>(high);
}
template <class T> KBUILD_BOTH T mul_hi(T a, T b)
{
    return mul_hi_any<T>(a, b, std::integral_constant<bool, sizeof(T) <= 4>());
}
template <class T> KBUILD_BOTH T mad_lo(T a, T b, T c)
{
    return add<T>(mul_lo<T>(a, b), c);
}
template <class T> KBUILD_BOTH T mad_hi(T a, T b, T c)
{
    return add<T>(mul_hi<T>(a, b), c);
}
template <class T> KBUILD_BOTH twice<T> mad_wide(T a, T b, twice<T> c)
{
    return add<twice<T>>(mul_wide<T>(a, b), c);
}

// Returns the product of the low 24 bits of |a| and |b|. The product has 48 bits; mul24 returns its
// lower or upper 32 bits.
template <class T> KBUILD_BOTH s64 product24(T a, T b)
{
    const s64 x = static_cast<T>(static_cast<u32>(a) << 8) >> 8;
    const s64 y = static_cast<T>(static_cast<u32>(b) << 8) >> 8;
    return x * y;
}
template <class T> KBUILD_BOTH T mul24_lo(T a, T b)
{
    return static_cast<T>(product24<T>(a, b));
}
template <class T> KBUILD_BOTH T mul24_hi(T a, T b)
{
    return static_cast<T>(product24<T>(a, b) >> 16);
}
template <class T> KBUILD_BOTH T mad24_lo(T a, T b, T c)
{
    return add<T>(mul24_lo<T>(a, b), c);
}
template <class T> KBUILD_BOTH T mad24_hi(T a, T b, T c)
{
    return add<T>(mul24_hi<T>(a, b), c);
}

template <class T> KBUILD_BOTH T min(T a, T b)
{
    return b < a ? b : a;
}
template <class T> KBUILD_BOTH T max(T a, T b)
{
    return a < b ? b : a;
}
template <class T> KBUILD_BOTH T neg(T a)
{
    return sub<T>(0, a);
}
template <class T> KBUILD_BOTH T abs(T a)
{
    return a < 0 ? neg<T>(a) : a;
}
template <class T> KBUILD_BOTH T sad(T a, T b, T c)
{
    return add<T>(c, a < b ? sub<T>(b, a) : sub<T>(a, b));
}
// The result of a division by zero is unspecified in PTX, and depends on the machine.
template <class T> KBUILD_BOTH T div(T a, T b)
{
    return static_cast<T>(a / b);
}
template <class T> KBUILD_BOTH T rem(T a, T b)
{
    return static_cast<T>(a % b);
}

KBUILD_BOTH s32 saturate_s32(s64 x)
{
    return static_cast<s32>(x < -2147483648ll  ? -2147483648ll
                            : x > 2147483647ll ? 2147483647ll
                                               : x);
}

template <class T> KBUILD_BOTH T bit_and(T a, T b)
{
    return static_cast<T>(a & b);
}
template <class T> KBUILD_BOTH T bit_or(T a, T b)
{
    return static_cast<T>(a | b);
}
template <class T> KBUILD_BOTH T bit_xor(T a, T b)
{
    return static_cast<T>(a ^ b);
}
template <class T> KBUILD_BOTH T bit_not(T a)
{
    return static_cast<T>(~a);
}
template <class T> KBUILD_BOTH T cnot(T a)
{
    return static_cast<T>(a == 0);
}

// A shift by the width or more shifts out all bits.
template <class T> KBUILD_BOTH T shl(T a, u32 amount)
{
    return amount < static_cast<u32>(width<T>)
               ? static_cast<T>(static_cast<u64>(static_cast<bare<T>>(a)) << amount)
               : T(0);
}
template <class T> KBUILD_BOTH T shr(T a, u32 amount)
{
    const u32 most = static_cast<u32>(width<T>) - 1;
    if (amount > most) {
        return static_cast<T>(a < 0 ? -1 : 0);
    }
    return static_cast<T>(a >> amount);
}

template <class T> KBUILD_BOTH u32 popc(T a)
{
    return static_cast<u32>(__builtin_popcountll(a));
}
template <class T> KBUILD_BOTH u32 clz(T a)
{
    const int unused = 64 - width<T>;
    return a == 0 ? static_cast<u32>(width<T>)
                  : static_cast<u32>(__builtin_clzll(static_cast<u64>(a)) - unused);
}
template <class T> KBUILD_BOTH T brev(T a)
{
    T result = 0;
#if defined(__clang__)
    result = static_cast<T>(__builtin_bitreverse64(a) >> (64 - width<T>));
#else
    for (int i = 0; i < width<T>; ++i) {
        result = static_cast<T>(result | (((a >> i) & 1) << (width<T> - 1 - i)));
    }
#endif
    return result;
}

// Returns the position of the highest 1 or, if |a| is negative, of the highest 0; ~0u if |a| has no
// such bit.
template <class T> KBUILD_BOTH u32 bfind(T a)
{
    const bare<T> bits = static_cast<bare<T>>(a < 0 ? static_cast<T>(~a) : a);
    return static_cast<u32>(width<T>) - 1 - clz<bare<T>>(bits);
}
// Returns by how much a left shift moves the bit that bfind() finds to the top; ~0u if bfind()
// finds no bit.
template <class T> KBUILD_BOTH u32 bfind_shiftamt(T a)
{
    const u32 found = bfind<T>(a);
    return found == ~0u ? found : static_cast<u32>(width<T>) - 1 - found;
}

// Returns bits [position, position + length); position and length are taken modulo 256. Bits beyond
// the word repeat the sign of the field.
template <class T> KBUILD_BOTH T bfe(T a, u32 position, u32 length)
{
    const u32 most = static_cast<u32>(width<T>) - 1;
    const u32 from = position & 0xffu, count = length & 0xffu;
    if (count == 0) {
        return 0;
    }
    const T moved = shr<T>(a, from);
    if (count > most) {
        return moved;
    }
    const u32 unused = most + 1 - count;
    const T top = shl<T>(moved, unused);
    return static_cast<T>(top >> unused);
}

// Returns |base| with the low |length| bits of |field| in place of the bits from |position| on.
template <class T> KBUILD_BOTH T bfi(T field, T base, u32 position, u32 length)
{
    const u32 from = position & 0xffu, count = length & 0xffu;
    const T ones = static_cast<T>(shl<T>(1, count) - 1);
    const T mask = shl<T>(ones, from);
    return static_cast<T>((base & static_cast<T>(~mask)) | (shl<T>(field, from) & mask));
}

// Returns a + b + |in|, and sets |out| to the carry.
template <class T> KBUILD_BOTH T add_carry(T a, T b, bool in, bool &out)
{
    const bare<T> x = static_cast<bare<T>>(a), y = static_cast<bare<T>>(b);
    const bare<T> sum = static_cast<bare<T>>(x + y);
    const bare<T> result = static_cast<bare<T>>(sum + in);
    out = sum < x || result < sum;
    return static_cast<T>(result);
}
// Returns a - b as a + ~b + |in|: the carry flag is 1 if there is no borrow.
template <class T> KBUILD_BOTH T sub_carry(T a, T b, bool in, bool &out)
{
    return add_carry<T>(a, static_cast<T>(~b), in, out);
}

template <class T> KBUILD_BOTH T slct(T a, T b, s32 c)
{
    return c >= 0 ? a : b;
}

template <class T> KBUILD_BOTH T byte_at(u32 word, int index)
{
    return static_cast<T>(word >> (8 * index));
}
template <class A_, class B_> KBUILD_BOTH s32 dp4a(u32 a, u32 b, s32 c)
{
    u32 sum = static_cast<u32>(c);
    for (int i = 0; i < 4; ++i) {
        sum += static_cast<u32>(byte_at<A_>(a, i) * byte_at<B_>(b, i));
    }
    return static_cast<s32>(sum);
}
template <class A_, class B_> KBUILD_BOTH s32 dp2a(u32 a, u32 b, s32 c, int first)
{
    u32 sum = static_cast<u32>(c);
    for (int i = 0; i < 2; ++i) {
        sum += static_cast<u32>(static_cast<A_>(a >> (16 * i)) * byte_at<B_>(b, first + i));
    }
    return static_cast<s32>(sum);
}

} // namespace of_type

#define KBUILD_PTX_1(OP, TYPE)                                                                     \
    KBUILD_BOTH TYPE OP##_##TYPE(in<TYPE> a)                                                       \
    {                                                                                              \
        return of_type::OP<TYPE>(a);                                                               \
    }
#define KBUILD_PTX_2(OP, TYPE)                                                                     \
    KBUILD_BOTH TYPE OP##_##TYPE(in<TYPE> a, in<TYPE> b)                                           \
    {                                                                                              \
        return of_type::OP<TYPE>(a, b);                                                            \
    }
#define KBUILD_PTX_3(OP, TYPE)                                                                     \
    KBUILD_BOTH TYPE OP##_##TYPE(in<TYPE> a, in<TYPE> b, in<TYPE> c)                               \
    {                                                                                              \
        return of_type::OP<TYPE>(a, b, c);                                                         \
    }
#define KBUILD_PTX_INTEGERS(EACH, OP)                                                              \
    EACH(OP, u16) EACH(OP, s16) EACH(OP, u32) EACH(OP, s32) EACH(OP, u64) EACH(OP, s64)
#define KBUILD_PTX_WORDS(EACH, OP) EACH(OP, b16) EACH(OP, b32) EACH(OP, b64)

KBUILD_PTX_INTEGERS(KBUILD_PTX_2, add)
KBUILD_PTX_INTEGERS(KBUILD_PTX_2, sub)
KBUILD_PTX_INTEGERS(KBUILD_PTX_2, mul_lo)
KBUILD_PTX_INTEGERS(KBUILD_PTX_2, mul_hi)
KBUILD_PTX_INTEGERS(KBUILD_PTX_3, mad_lo)
KBUILD_PTX_INTEGERS(KBUILD_PTX_3, mad_hi)
KBUILD_PTX_INTEGERS(KBUILD_PTX_2, div)
KBUILD_PTX_INTEGERS(KBUILD_PTX_2, rem)
KBUILD_PTX_INTEGERS(KBUILD_PTX_2, min)
KBUILD_PTX_INTEGERS(KBUILD_PTX_2, max)
KBUILD_PTX_INTEGERS(KBUILD_PTX_3, sad)
KBUILD_PTX_1(neg, s16)
KBUILD_PTX_1(neg, s32)
KBUILD_PTX_1(neg, s64)
KBUILD_PTX_1(abs, s16)
KBUILD_PTX_1(abs, s32)
KBUILD_PTX_1(abs, s64)
KBUILD_PTX_2(mul24_lo, u32)
KBUILD_PTX_2(mul24_lo, s32)
KBUILD_PTX_2(mul24_hi, u32)
KBUILD_PTX_2(mul24_hi, s32)
KBUILD_PTX_3(mad24_lo, u32)
KBUILD_PTX_3(mad24_lo, s32)
KBUILD_PTX_3(mad24_hi, u32)
KBUILD_PTX_3(mad24_hi, s32)

#define KBUILD_PTX_WIDE(TYPE)                                                                      \
    KBUILD_BOTH of_type::twice<TYPE> mul_wide_##TYPE(in<TYPE> a, in<TYPE> b)                       \
    {                                                                                              \
        return of_type::mul_wide<TYPE>(a, b);                                                      \
    }                                                                                              \
    KBUILD_BOTH of_type::twice<TYPE> mad_wide_##TYPE(in<TYPE> a, in<TYPE> b,                       \
                                                     in<of_type::twice<TYPE>> c)                   \
    {                                                                                              \
        return of_type::mad_wide<TYPE>(a, b, c);                                                   \
    }
KBUILD_PTX_WIDE(u16)
KBUILD_PTX_WIDE(s16)
KBUILD_PTX_WIDE(u32)
KBUILD_PTX_WIDE(s32)

KBUILD_BOTH s32 add_sat_s32(in<s32> a, in<s32> b)
{
    return of_type::saturate_s32(s64(a) + s64(b));
}
KBUILD_BOTH s32 sub_sat_s32(in<s32> a, in<s32> b)
{
    return of_type::saturate_s32(s64(a) - s64(b));
}
KBUILD_BOTH s32 mad_hi_sat_s32(in<s32> a, in<s32> b, in<s32> c)
{
    return of_type::saturate_s32(s64(of_type::mul_hi<s32>(a, b)) + s64(c));
}
KBUILD_BOTH s32 mad24_hi_sat_s32(in<s32> a, in<s32> b, in<s32> c)
{
    return of_type::saturate_s32(s64(of_type::mul24_hi<s32>(a, b)) + s64(c));
}

#define KBUILD_PTX_LOGIC(NAME, TYPE)                                                               \
    KBUILD_BOTH TYPE NAME##_##TYPE(in<TYPE> a, in<TYPE> b)                                         \
    {                                                                                              \
        return of_type::bit_##NAME<TYPE>(a, b);                                                    \
    }
// The names are and_b32 and the like, because `and`, `or`, `xor` and `not` are operators in C++.
KBUILD_PTX_LOGIC(and, b16)
KBUILD_PTX_LOGIC(and, b32)
KBUILD_PTX_LOGIC(and, b64)
KBUILD_PTX_LOGIC(or, b16)
KBUILD_PTX_LOGIC(or, b32)
KBUILD_PTX_LOGIC(or, b64)
KBUILD_PTX_LOGIC(xor, b16)
KBUILD_PTX_LOGIC(xor, b32)
KBUILD_PTX_LOGIC(xor, b64)
KBUILD_BOTH b16 not_b16(in<b16> a)
{
    return of_type::bit_not<b16>(a);
}
KBUILD_BOTH b32 not_b32(in<b32> a)
{
    return of_type::bit_not<b32>(a);
}
KBUILD_BOTH b64 not_b64(in<b64> a)
{
    return of_type::bit_not<b64>(a);
}
KBUILD_PTX_WORDS(KBUILD_PTX_1, cnot)
// Logic on predicates.
KBUILD_BOTH bool and_pred(bool a, bool b)
{
    return a && b;
}
KBUILD_BOTH bool or_pred(bool a, bool b)
{
    return a || b;
}
KBUILD_BOTH bool xor_pred(bool a, bool b)
{
    return a != b;
}
KBUILD_BOTH bool not_pred(bool a)
{
    return !a;
}
KBUILD_BOTH bool mov_pred(bool a)
{
    return a;
}

#define KBUILD_PTX_SHIFT(OP, TYPE)                                                                 \
    KBUILD_BOTH TYPE OP##_##TYPE(in<TYPE> a, in<u32> amount)                                       \
    {                                                                                              \
        return of_type::OP<TYPE>(a, amount);                                                       \
    }
KBUILD_PTX_WORDS(KBUILD_PTX_SHIFT, shl)
KBUILD_PTX_WORDS(KBUILD_PTX_SHIFT, shr)
KBUILD_PTX_INTEGERS(KBUILD_PTX_SHIFT, shr)

#define KBUILD_PTX_COUNT(OP, TYPE)                                                                 \
    KBUILD_BOTH u32 OP##_##TYPE(in<TYPE> a)                                                        \
    {                                                                                              \
        return of_type::OP<TYPE>(a);                                                               \
    }
KBUILD_PTX_COUNT(popc, b32)
KBUILD_PTX_COUNT(popc, b64)
KBUILD_PTX_COUNT(clz, b32)
KBUILD_PTX_COUNT(clz, b64)
KBUILD_PTX_COUNT(bfind, u32)
KBUILD_PTX_COUNT(bfind, s32)
KBUILD_PTX_COUNT(bfind, u64)
KBUILD_PTX_COUNT(bfind, s64)
KBUILD_PTX_COUNT(bfind_shiftamt, u32)
KBUILD_PTX_COUNT(bfind_shiftamt, s32)
KBUILD_PTX_COUNT(bfind_shiftamt, u64)
KBUILD_PTX_COUNT(bfind_shiftamt, s64)
KBUILD_PTX_1(brev, b32)
KBUILD_PTX_1(brev, b64)

#define KBUILD_PTX_FIELD(TYPE)                                                                     \
    KBUILD_BOTH TYPE bfe_##TYPE(in<TYPE> a, in<u32> position, in<u32> length)                      \
    {                                                                                              \
        return of_type::bfe<TYPE>(a, position, length);                                            \
    }
KBUILD_PTX_FIELD(u32)
KBUILD_PTX_FIELD(s32)
KBUILD_PTX_FIELD(u64)
KBUILD_PTX_FIELD(s64)
KBUILD_BOTH b32 bfi_b32(in<b32> field, in<b32> base, in<u32> position, in<u32> length)
{
    return of_type::bfi<b32>(field, base, position, length);
}
KBUILD_BOTH b64 bfi_b64(in<b64> field, in<b64> base, in<u32> position, in<u32> length)
{
    return of_type::bfi<b64>(field, base, position, length);
}

// Funnel shifts of |high|:|low|. shf.clamp shifts by at most 32, shf.wrap by |amount| modulo 32.
KBUILD_BOTH b32 shf_l_clamp_b32(in<b32> low, in<b32> high, in<u32> amount)
{
    const u32 by = amount < 32u ? u32(amount) : 32u;
    return static_cast<b32>((u64(high) << 32 | low) << by >> 32);
}
KBUILD_BOTH b32 shf_r_clamp_b32(in<b32> low, in<b32> high, in<u32> amount)
{
    const u32 by = amount < 32u ? u32(amount) : 32u;
    return static_cast<b32>((u64(high) << 32 | low) >> by);
}
KBUILD_BOTH b32 shf_l_wrap_b32(in<b32> low, in<b32> high, in<u32> amount)
{
    return shf_l_clamp_b32(low, high, amount & 31u);
}
KBUILD_BOTH b32 shf_r_wrap_b32(in<b32> low, in<b32> high, in<u32> amount)
{
    return shf_r_clamp_b32(low, high, amount & 31u);
}

// Applies a function of three bits to each bit of the words: bit 4 * a + 2 * b + c of |table| is
// the function's result.
KBUILD_BOTH b32 lop3_b32(in<b32> first, in<b32> second, in<b32> third, in<u32> table)
{
    const b32 a = first, b = second, c = third;
    b32 result = 0;
#pragma unroll
    for (u32 i = 0; i < 8; ++i) {
        const b32 term = (i & 4u ? a : ~a) & (i & 2u ? b : ~b) & (i & 1u ? c : ~c);
        result |= table >> i & 1u ? term : 0u;
    }
    return result;
}

// Returns four of the eight bytes |b|:|a|. Each nibble of |selector| is the index of a byte; if the
// nibble's highest bit is 1, all eight bits of the result are the byte's sign.
KBUILD_BOTH b32 prmt_b32(in<b32> a, in<b32> b, in<b32> selector)
{
    const u64 both = u64(b) << 32 | a;
    b32 result = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const u32 select = selector >> (4 * i) & 0xfu;
        const u32 byte = static_cast<u32>(both >> (8 * (select & 7u))) & 0xffu;
        const u32 signs = byte & 0x80u ? 0xffu : 0u;
        result |= (select & 8u ? signs : byte) << (8 * i);
    }
    return result;
}
// The special modes of prmt: |selector| modulo 4 chooses one of four fixed selectors.
KBUILD_BOTH b32 prmt_mode(b32 a, b32 b, u32 selector, u32 of_0, u32 of_1, u32 of_2, u32 of_3)
{
    const u32 mode = selector & 3u;
    return prmt_b32(a, b, mode == 0 ? of_0 : mode == 1 ? of_1 : mode == 2 ? of_2 : of_3);
}
#define KBUILD_PTX_PRMT(MODE, OF_0, OF_1, OF_2, OF_3)                                              \
    KBUILD_BOTH b32 prmt_##MODE##_b32(in<b32> a, in<b32> b, in<b32> selector)                      \
    {                                                                                              \
        return prmt_mode(a, b, selector, OF_0, OF_1, OF_2, OF_3);                                  \
    }
KBUILD_PTX_PRMT(f4e, 0x3210u, 0x4321u, 0x5432u, 0x6543u)
KBUILD_PTX_PRMT(b4e, 0x5670u, 0x6701u, 0x7012u, 0x0123u)
KBUILD_PTX_PRMT(rc8, 0x0000u, 0x1111u, 0x2222u, 0x3333u)
KBUILD_PTX_PRMT(ecl, 0x3210u, 0x3211u, 0x3222u, 0x3333u)
KBUILD_PTX_PRMT(ecr, 0x0000u, 0x1110u, 0x2210u, 0x3210u)
KBUILD_PTX_PRMT(rc16, 0x1010u, 0x3232u, 0x1010u, 0x3232u)

#define KBUILD_PTX_DP(RESULT, A, B, A_HALF)                                                        \
    KBUILD_BOTH RESULT dp4a_##A##_##B(in<b32> a, in<b32> b, in<RESULT> c)                          \
    {                                                                                              \
        return static_cast<RESULT>(                                                                \
            of_type::dp4a<A_HALF##8, KBUILD_PTX_8_##B>(a, b, static_cast<s32>(RESULT(c))));        \
    }                                                                                              \
    KBUILD_BOTH RESULT dp2a_lo_##A##_##B(in<b32> a, in<b32> b, in<RESULT> c)                       \
    {                                                                                              \
        return static_cast<RESULT>(                                                                \
            of_type::dp2a<A_HALF##16, KBUILD_PTX_8_##B>(a, b, static_cast<s32>(RESULT(c)), 0));    \
    }                                                                                              \
    KBUILD_BOTH RESULT dp2a_hi_##A##_##B(in<b32> a, in<b32> b, in<RESULT> c)                       \
    {                                                                                              \
        return static_cast<RESULT>(                                                                \
            of_type::dp2a<A_HALF##16, KBUILD_PTX_8_##B>(a, b, static_cast<s32>(RESULT(c)), 2));    \
    }
#define KBUILD_PTX_8_u32 u8
#define KBUILD_PTX_8_s32 s8
KBUILD_PTX_DP(u32, u32, u32, u)
KBUILD_PTX_DP(s32, u32, s32, u)
KBUILD_PTX_DP(s32, s32, u32, s)
KBUILD_PTX_DP(s32, s32, s32, s)

// The instructions for multi-word arithmetic: |carry| is the flag CC.CF.
#define KBUILD_PTX_CARRY(TYPE)                                                                     \
    KBUILD_BOTH TYPE add_cc_##TYPE(in<TYPE> a, in<TYPE> b, bool &carry)                            \
    {                                                                                              \
        return of_type::add_carry<TYPE>(a, b, false, carry);                                       \
    }                                                                                              \
    KBUILD_BOTH TYPE addc_cc_##TYPE(in<TYPE> a, in<TYPE> b, bool &carry)                           \
    {                                                                                              \
        return of_type::add_carry<TYPE>(a, b, carry, carry);                                       \
    }                                                                                              \
    KBUILD_BOTH TYPE addc_##TYPE(in<TYPE> a, in<TYPE> b, const bool &carry)                        \
    {                                                                                              \
        bool over;                                                                                 \
        return of_type::add_carry<TYPE>(a, b, carry, over);                                        \
    }                                                                                              \
    KBUILD_BOTH TYPE sub_cc_##TYPE(in<TYPE> a, in<TYPE> b, bool &carry)                            \
    {                                                                                              \
        return of_type::sub_carry<TYPE>(a, b, true, carry);                                        \
    }                                                                                              \
    KBUILD_BOTH TYPE subc_cc_##TYPE(in<TYPE> a, in<TYPE> b, bool &carry)                           \
    {                                                                                              \
        return of_type::sub_carry<TYPE>(a, b, carry, carry);                                       \
    }                                                                                              \
    KBUILD_BOTH TYPE subc_##TYPE(in<TYPE> a, in<TYPE> b, const bool &carry)                        \
    {                                                                                              \
        bool under;                                                                                \
        return of_type::sub_carry<TYPE>(a, b, carry, under);                                       \
    }
#define KBUILD_PTX_MAD_CARRY(TYPE, HALF)                                                           \
    KBUILD_BOTH TYPE mad_##HALF##_cc_##TYPE(in<TYPE> a, in<TYPE> b, in<TYPE> c, bool &carry)       \
    {                                                                                              \
        return of_type::add_carry<TYPE>(of_type::mul_##HALF<TYPE>(a, b), c, false, carry);         \
    }                                                                                              \
    KBUILD_BOTH TYPE madc_##HALF##_cc_##TYPE(in<TYPE> a, in<TYPE> b, in<TYPE> c, bool &carry)      \
    {                                                                                              \
        return of_type::add_carry<TYPE>(of_type::mul_##HALF<TYPE>(a, b), c, carry, carry);         \
    }                                                                                              \
    KBUILD_BOTH TYPE madc_##HALF##_##TYPE(in<TYPE> a, in<TYPE> b, in<TYPE> c, const bool &carry)   \
    {                                                                                              \
        bool over;                                                                                 \
        return of_type::add_carry<TYPE>(of_type::mul_##HALF<TYPE>(a, b), c, carry, over);          \
    }
#define KBUILD_PTX_CARRIES(TYPE)                                                                   \
    KBUILD_PTX_CARRY(TYPE) KBUILD_PTX_MAD_CARRY(TYPE, lo) KBUILD_PTX_MAD_CARRY(TYPE, hi)
KBUILD_PTX_CARRIES(u32)
KBUILD_PTX_CARRIES(s32)
KBUILD_PTX_CARRIES(u64)
KBUILD_PTX_CARRIES(s64)

// Comparisons that return a predicate.
#define KBUILD_PTX_COMPARE(NAME, OPERATOR, TYPE)                                                   \
    KBUILD_BOTH bool setp_##NAME##_##TYPE(in<TYPE> a, in<TYPE> b)                                  \
    {                                                                                              \
        return TYPE(a) OPERATOR TYPE(b);                                                           \
    }
#define KBUILD_PTX_EQUAL(TYPE) KBUILD_PTX_COMPARE(eq, ==, TYPE) KBUILD_PTX_COMPARE(ne, !=, TYPE)
#define KBUILD_PTX_ORDER(TYPE)                                                                     \
    KBUILD_PTX_COMPARE(lt, <, TYPE)                                                                \
    KBUILD_PTX_COMPARE(le, <=, TYPE)                                                               \
    KBUILD_PTX_COMPARE(gt, >, TYPE)                                                                \
    KBUILD_PTX_COMPARE(ge, >=, TYPE)
#define KBUILD_PTX_UNSIGNED_ORDER(TYPE)                                                            \
    KBUILD_PTX_COMPARE(lo, <, TYPE)                                                                \
    KBUILD_PTX_COMPARE(ls, <=, TYPE)                                                               \
    KBUILD_PTX_COMPARE(hi, >, TYPE)                                                                \
    KBUILD_PTX_COMPARE(hs, >=, TYPE)
KBUILD_PTX_EQUAL(b16)
KBUILD_PTX_EQUAL(b32)
KBUILD_PTX_EQUAL(b64)
KBUILD_PTX_EQUAL(u16)
KBUILD_PTX_EQUAL(u32)
KBUILD_PTX_EQUAL(u64)
KBUILD_PTX_EQUAL(s16)
KBUILD_PTX_EQUAL(s32)
KBUILD_PTX_EQUAL(s64)
KBUILD_PTX_ORDER(u16)
KBUILD_PTX_ORDER(u32)
KBUILD_PTX_ORDER(u64)
KBUILD_PTX_ORDER(s16)
KBUILD_PTX_ORDER(s32)
KBUILD_PTX_ORDER(s64)
KBUILD_PTX_UNSIGNED_ORDER(u16)
KBUILD_PTX_UNSIGNED_ORDER(u32)
KBUILD_PTX_UNSIGNED_ORDER(u64)

// The instruction `set`: converts a predicate of setp to all ones or 1.0f.
KBUILD_BOTH u32 set_u32(bool condition)
{
    return condition ? ~0u : 0u;
}
KBUILD_BOTH s32 set_s32(bool condition)
{
    return condition ? -1 : 0;
}
KBUILD_BOTH f32 set_f32(bool condition)
{
    return condition ? 1.0f : 0.0f;
}

#define KBUILD_PTX_SELECT(OP, TYPE)                                                                \
    KBUILD_BOTH TYPE selp_##TYPE(in<TYPE> a, in<TYPE> b, bool condition)                           \
    {                                                                                              \
        return condition ? a : b;                                                                  \
    }                                                                                              \
    KBUILD_BOTH TYPE slct_##TYPE##_s32(in<TYPE> a, in<TYPE> b, in<s32> sign)                       \
    {                                                                                              \
        return sign >= 0 ? a : b;                                                                  \
    }                                                                                              \
    KBUILD_BOTH TYPE slct_##TYPE##_f32(in<TYPE> a, in<TYPE> b, in<f32> sign)                       \
    {                                                                                              \
        return sign >= 0.0f ? a : b;                                                               \
    }                                                                                              \
    KBUILD_BOTH TYPE mov_##TYPE(in<TYPE> a)                                                        \
    {                                                                                              \
        return a;                                                                                  \
    }
KBUILD_PTX_WORDS(KBUILD_PTX_SELECT, )
KBUILD_PTX_INTEGERS(KBUILD_PTX_SELECT, )
KBUILD_PTX_SELECT(, f32)
KBUILD_PTX_SELECT(, f64)
KBUILD_BOTH b8 mov_b8(in<b8> a)
{
    return a;
}

// mov.b64 d, {a, b} (pack) and mov.b64 {a, b}, d (unpack): the first element is in the lowest bits.
template <class Whole, class Part> KBUILD_BOTH Whole pack(const Part *part)
{
    u64 bits = 0;
    for (unsigned i = 0; i < sizeof(Whole) / sizeof(Part); ++i) {
        bits |= static_cast<u64>(part[i]) << (8 * sizeof(Part) * i);
    }
    return static_cast<Whole>(bits);
}
#define KBUILD_PTX_PACK(WHOLE, PART, COUNT)                                                        \
    KBUILD_BOTH vector<PART, COUNT> unpack##COUNT##_##WHOLE(in<WHOLE> whole)                       \
    {                                                                                              \
        vector<PART, COUNT> result;                                                                \
        for (int i = 0; i < COUNT; ++i) {                                                          \
            result.value[i] = static_cast<PART>(whole.value >> (8 * int(sizeof(PART)) * i));       \
        }                                                                                          \
        return result;                                                                             \
    }
KBUILD_PTX_PACK(b16, b8, 2)
KBUILD_PTX_PACK(b32, b8, 4)
KBUILD_PTX_PACK(b32, b16, 2)
KBUILD_PTX_PACK(b64, b16, 4)
KBUILD_PTX_PACK(b64, b32, 2)
KBUILD_BOTH b16 pack2_b16(in<b8> a, in<b8> b)
{
    const b8 part[] = {a, b};
    return pack<b16>(part);
}
KBUILD_BOTH b32 pack2_b32(in<b16> a, in<b16> b)
{
    const b16 part[] = {a, b};
    return pack<b32>(part);
}
KBUILD_BOTH b32 pack4_b32(in<b8> a, in<b8> b, in<b8> c, in<b8> d)
{
    const b8 part[] = {a, b, c, d};
    return pack<b32>(part);
}
KBUILD_BOTH b64 pack2_b64(in<b32> a, in<b32> b)
{
    const b32 part[] = {a, b};
    return pack<b64>(part);
}
KBUILD_BOTH b64 pack4_b64(in<b16> a, in<b16> b, in<b16> c, in<b16> d)
{
    const b16 part[] = {a, b, c, d};
    return pack<b64>(part);
}

} // namespace ptx
} // namespace kbuild

#endif
