// What the functions for PTX instructions compute, on the host: against the PTX ISA's definitions
// bit by bit, wider integers, and the processor's own rounding modes, at edges and at random.
#include "../../compat/device/check.hpp"

#include "kbuild/ptx.h"
#include "kbuild/ptx_lane.h"

#include <cfenv>
#include <cmath>
#include <limits>
#include <vector>

namespace
{

using namespace kbuild::ptx;
__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;

checker check;
random_bits bits;

const std::vector<u64> &edges()
{
    static const std::vector<u64> values = {0,
                                            1,
                                            2,
                                            3,
                                            7,
                                            8,
                                            15,
                                            16,
                                            31,
                                            32,
                                            33,
                                            63,
                                            64,
                                            65,
                                            127,
                                            128,
                                            255,
                                            256,
                                            0x7fff,
                                            0x8000,
                                            0xffff,
                                            0x10000,
                                            0x7fffffff,
                                            0x80000000,
                                            0xfffffffe,
                                            0xffffffff,
                                            0x3f800000,
                                            0x7f800000,
                                            0x7fc00000,
                                            0xff800000,
                                            0x00800000,
                                            0x007fffff,
                                            0x4f000000,
                                            0x477ff000,
                                            0x33800000,
                                            0x38800000,
                                            0x100000000,
                                            0x7fffffffffffffff,
                                            0x8000000000000000,
                                            0xffffffffffffffff,
                                            0x3ff0000000000000,
                                            0x7ff0000000000000,
                                            0x7ff8000000000000,
                                            0x47efffffe0000000,
                                            0x36a0000000000000};
    return values;
}

u64 pick()
{
    const u64 random = bits.next();
    return random % 3 == 0 ? edges()[bits.next() % edges().size()] : bits.next();
}

template <class T> void fields(T (*extract)(in<T>, in<u32>, in<u32>), const char *name)
{
    typedef typename std::make_unsigned<T>::type bare;
    const int width = 8 * sizeof(T), most = width - 1;
    for (int i = 0; i < 20000; ++i) {
        const T a = static_cast<T>(pick());
        const u32 position = pick() & 255u, length = pick() & 255u;
        const int top = static_cast<int>(position + length) - 1;
        const bool sign =
            std::is_signed<T>::value && length > 0 && (a >> (top < most ? top : most) & 1) != 0;
        bare wanted = 0;
        for (int bit = 0; bit < width; ++bit) {
            const int from = bit + static_cast<int>(position);
            const bool inside = bit < static_cast<int>(length) && from <= most;
            const bool set = inside ? (a >> from & 1) != 0 : sign;
            wanted |= static_cast<bare>(set) << bit;
        }
        check.same(name, static_cast<bare>(extract(a, position, length)), wanted, a, position,
                   length);
    }
}

template <class T> void insertion(T (*insert)(in<T>, in<T>, in<u32>, in<u32>), const char *name)
{
    const int width = 8 * sizeof(T);
    for (int i = 0; i < 20000; ++i) {
        const T field = static_cast<T>(pick()), base = static_cast<T>(pick());
        const u32 position = pick() & 255u, length = pick() & 255u;
        T wanted = base;
        for (u32 bit = 0; bit < length && bit + position < static_cast<u32>(width); ++bit) {
            const T one = static_cast<T>(T(1) << (bit + position));
            wanted =
                (field >> bit & 1) ? static_cast<T>(wanted | one) : static_cast<T>(wanted & ~one);
        }
        check.same(name, insert(field, base, position, length), wanted, field, position, length);
    }
}

void words()
{
    for (int i = 0; i < 20000; ++i) {
        const u32 a = pick(), b = pick(), c = pick();
        const u64 both = u64(b) << 32 | a;
        const u32 clamped = c > 32 ? 32 : c;
        check.same("shf_l_clamp", shf_l_clamp_b32(a, b, c), u32((u128(both) << clamped) >> 32), a,
                   b, c);
        check.same("shf_r_clamp", shf_r_clamp_b32(a, b, c), u32(u128(both) >> clamped), a, b, c);
        check.same("shf_l_wrap", shf_l_wrap_b32(a, b, c), u32((both << (c % 32)) >> 32), a, b, c);
        check.same("shf_r_wrap", shf_r_wrap_b32(a, b, c), u32(both >> (c % 32)), a, b, c);
        check.same("shl", shl_b32(a, b), b >= 32 ? 0 : a << b, a, b);
        check.same("shr_u", shr_u32(a, b), b >= 32 ? 0 : a >> b, a, b);
        check.same("shr_s", u32(shr_s32(a, b)), u32(s64(s32(a)) >> (b > 63 ? 63 : b)), a, b);
        u32 permuted = 0, logic = 0;
        for (int byte = 0; byte < 4; ++byte) {
            const u32 select = c >> (4 * byte) & 15;
            u32 value = both >> (8 * (select & 7)) & 255;
            value = select & 8 ? (value & 128 ? 255 : 0) : value;
            permuted |= value << (8 * byte);
        }
        check.same("prmt", prmt_b32(a, b, c), permuted, a, b, c);
        const u32 table = bits.next() & 255;
        for (int bit = 0; bit < 32; ++bit) {
            const u32 row = (a >> bit & 1) * 4 + (b >> bit & 1) * 2 + (c >> bit & 1);
            logic |= (table >> row & 1) << bit;
        }
        check.same("lop3", lop3_b32(a, b, c, table), logic, a, b, c);
        u32 highest = ~0u, reversed = 0;
        for (u32 bit = 0; bit < 32; ++bit) {
            highest = a >> bit & 1 ? bit : highest;
            reversed |= (a >> bit & 1) << (31 - bit);
        }
        check.same("bfind", bfind_u32(a), highest, a);
        check.same("bfind_shiftamt", bfind_shiftamt_u32(a), highest == ~0u ? highest : 31 - highest,
                   a);
        check.same("bfind_s", bfind_s32(a), s32(a) < 0 ? bfind_u32(~a) : highest, a);
        check.same("clz", clz_b32(a), 31 - highest, a);
        check.same("brev", brev_b32(a), reversed, a);
    }
}

void products()
{
    for (int i = 0; i < 20000; ++i) {
        const u64 a = pick(), b = pick(), c = pick();
        check.same("mul_hi_u64", mul_hi_u64(a, b), u64(u128(a) * b >> 64), a, b);
        check.same("mul_hi_s64", u64(mul_hi_s64(a, b)), u64(s128(s64(a)) * s64(b) >> 64), a, b);
        check.same("mad_lo_u64", mad_lo_u64(a, b, c), a * b + c, a, b, c);
        const u32 x = a, y = b, z = c;
        check.same("mul_wide_u32", mul_wide_u32(x, y), u64(x) * y, x, y);
        check.same("mul_wide_s32", u64(mul_wide_s32(x, y)), u64(s64(s32(x)) * s32(y)), x, y);
        check.same("mul_wide_s16", u32(mul_wide_s16(s16(x), s16(y))), u32(s16(x) * s16(y)), x, y);
        check.same("mul_hi_s32", u32(mul_hi_s32(x, y)), u32(s64(s32(x)) * s32(y) >> 32), x, y);
        check.same("mul24_hi_u32", mul24_hi_u32(x, y),
                   u32((u64(x << 8 >> 8) * (y << 8 >> 8)) >> 16), x, y);
        s32 dot = s32(z);
        u32 dot_u = z;
        for (int byte = 0; byte < 4; ++byte) {
            dot = s32(u32(dot) + u32(s8(x >> 8 * byte) * s8(y >> 8 * byte)));
            dot_u += u8(x >> 8 * byte) * u8(y >> 8 * byte);
        }
        check.same("dp4a_s32", u32(dp4a_s32_s32(x, y, z)), u32(dot), x, y, z);
        check.same("dp4a_u32", dp4a_u32_u32(x, y, z), dot_u, x, y, z);
        check.same("sad_s32", u32(sad_s32(x, y, z)),
                   u32(s64(z) + (s32(x) > s32(y) ? s64(s32(x)) - s32(y) : s64(s32(y)) - s32(x))), x,
                   y);
        const s64 sum = s64(s32(x)) + s32(y);
        check.same("add_sat", u32(add_sat_s32(x, y)),
                   u32(sum > 2147483647        ? 2147483647
                       : sum < -2147483647 - 1 ? -2147483647 - 1
                                               : sum),
                   x, y);
    }
}

// Sums and products of 128 bits by the carry chains of 32 bits that public code has.
void carries()
{
    for (int i = 0; i < 20000; ++i) {
        const u128 a = u128(pick()) << 64 | pick(), b = u128(pick()) << 64 | pick();
        u128 sum = 0, difference = 0;
        bool carry = false, missing = false;
        for (int word = 0; word < 4; ++word) {
            const u32 x = u32(a >> 32 * word), y = u32(b >> 32 * word);
            const u32 s = word == 0   ? add_cc_u32(x, y, carry)
                          : word == 3 ? addc_u32(x, y, carry)
                                      : addc_cc_u32(x, y, carry);
            const u32 d = word == 0   ? sub_cc_u32(x, y, missing)
                          : word == 3 ? subc_u32(x, y, missing)
                                      : subc_cc_u32(x, y, missing);
            sum |= u128(s) << 32 * word;
            difference |= u128(d) << 32 * word;
        }
        check.same("add.cc", u64(sum), u64(a + b), u64(a), u64(b));
        check.same("addc", u64(sum >> 64), u64((a + b) >> 64), u64(a >> 64), u64(b >> 64));
        check.same("sub.cc", u64(difference), u64(a - b), u64(a), u64(b));
        check.same("subc", u64(difference >> 64), u64((a - b) >> 64), u64(a >> 64), u64(b >> 64));
        /* x * y + z over 96 bits. */
        const u32 x = pick(), y0 = pick(), y1 = pick(), z0 = pick(), z1 = pick();
        u32 r0 = mad_lo_cc_u32(x, y0, z0, carry);
        u32 r1 = madc_lo_cc_u32(x, y1, z1, carry);
        u32 r2 = madc_hi_u32(x, y1, 0, carry);
        r1 = mad_hi_cc_u32(x, y0, r1, carry);
        r2 = addc_u32(r2, 0, carry);
        const u128 wanted = u128(x) * (u64(y1) << 32 | y0) + (u64(z1) << 32 | z0);
        check.same("mad.cc", u64(r1) << 32 | r0, u64(wanted), x, y0, y1);
        check.same("madc", r2, u32(wanted >> 64), x, y0, y1);
    }
}

template <class To, class From> void conversion(const char *name, To (*convert)(in<From>), int mode)
{
    typedef typename std::make_unsigned<To>::type bare;
    for (int i = 0; i < 5000; ++i) {
        const From x = as<From>(sizeof(From) == 4 ? u64(u32(pick())) : pick());
        const long double whole = mode == FE_TONEAREST ? std::nearbyint(static_cast<long double>(x))
                                  : mode == FE_TOWARDZERO ? std::trunc(static_cast<long double>(x))
                                  : mode == FE_DOWNWARD   ? std::floor(static_cast<long double>(x))
                                                          : std::ceil(static_cast<long double>(x));
        const long double least = std::numeric_limits<To>::min(),
                          most = std::numeric_limits<To>::max();
        const bool top = sizeof(From) == 8 || sizeof(To) == 8;
        const bare wanted = x != x ? (top ? bare(bare(1) << (8 * sizeof(To) - 1)) : bare(0))
                            : whole <= least ? bare(std::numeric_limits<To>::min())
                            : whole >= most  ? bare(std::numeric_limits<To>::max())
                                             : bare(static_cast<To>(whole));
        check.same(name, static_cast<bare>(convert(x)), wanted, ::bits_of(x));
    }
}

void conversions()
{
    conversion("cvt_rni_sat_s8_f32", cvt_rni_sat_s8_f32, FE_TONEAREST);
    conversion("cvt_rzi_u8_f32", cvt_rzi_u8_f32, FE_TOWARDZERO);
    conversion("cvt_rmi_s32_f32", cvt_rmi_s32_f32, FE_DOWNWARD);
    conversion("cvt_rpi_u32_f64", cvt_rpi_u32_f64, FE_UPWARD);
    conversion("cvt_rni_s64_f64", cvt_rni_s64_f64, FE_TONEAREST);
    conversion("cvt_rzi_u64_f32", cvt_rzi_u64_f32, FE_TOWARDZERO);
    const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    for (int i = 0; i < 20000; ++i) {
        const u64 x = pick();
        const f64 d = as<f64>(pick());
        const f32 narrow[] = {cvt_f32_f64(d), cvt_rz_f32_f64(d), cvt_rm_f32_f64(d),
                              cvt_rp_f32_f64(d)};
        const f32 from[] = {cvt_f32_u64(x), cvt_rz_f32_u64(x), cvt_rm_f32_u64(x),
                            cvt_rp_f32_u64(x)};
        const f64 wide[] = {cvt_f64_s64(x), cvt_rz_f64_s64(x), cvt_rm_f64_s64(x),
                            cvt_rp_f64_s64(x)};
        for (int mode = 0; mode < 4; ++mode) {
            fesetround(modes[mode]);
            volatile f64 input = d;
            volatile u64 number = x;
            volatile f32 wanted = static_cast<f32>(input), wanted_u = static_cast<f32>(number);
            volatile f64 wanted_d = static_cast<f64>(static_cast<s64>(number));
            fesetround(FE_TONEAREST);
            check.same("cvt_f32_f64", ::bits_of(narrow[mode]), ::bits_of(f32(wanted)), ::bits_of(d),
                       mode);
            check.same("cvt_f32_u64", ::bits_of(from[mode]), ::bits_of(f32(wanted_u)), x, mode);
            check.same("cvt_f64_s64", ::bits_of(wide[mode]), ::bits_of(f64(wanted_d)), x, mode);
        }
        const s32 n = s32(x);
        check.same("cvt_sat_s8_s32", u32(s32(cvt_sat_s8_s32(n))),
                   u32(n < -128  ? -128
                       : n > 127 ? 127
                                 : n),
                   x);
        check.same("cvt_sat_u8_s32", cvt_sat_u8_s32(n), u32(n < 0 ? 0 : n > 255 ? 255 : n), x);
        check.same("cvt_pack", cvt_pack_sat_s8_s32_b32(n, s32(x >> 32), 0x1234abcdu),
                   0xabcd0000u | u32(u8(cvt_sat_s8_s32(n))) << 8 | u8(cvt_sat_s8_s32(s32(x >> 32))),
                   x);
    }
}

f32 half_value(u32 x)
{
    const f32 magnitude = (x >> 10 & 31) == 31 ? ((x & 1023) ? NAN : INFINITY)
                          : (x >> 10 & 31)     ? ldexpf(1024 + (x & 1023), int(x >> 10 & 31) - 25)
                                               : ldexpf(x & 1023, -24);
    return x & 0x8000 ? -magnitude : magnitude;
}

// Every f16; and for sums the nearest of all, found by trying the neighbours.
void halves()
{
    for (u32 x = 0; x < 0x10000; ++x) {
        const f32 value = half_value(x);
        check.same("cvt_f32_f16", ::bits_of(cvt_f32_f16(u16(x))), ::bits_of(value), x);
        check.same("cvt_f16_f32", cvt_f16_f32(value), value != value ? 0x7fffu : x, x);
        for (int i = 0; i < 4; ++i) {
            /* A number between this one and the next. */
            if ((x & 0x7fff) >= 0x7bff) {
                continue;
            }
            const f32 next = half_value(x + 1), part = f32(bits.next() % 65) / 64;
            const f32 between = value + (next - value) * part;
            const bool up = part > 0.5f || (part == 0.5f && (x & 1));
            check.same("cvt_rn_f16_f32", cvt_rn_f16_f32(between), up ? x + 1 : x, x, i);
            check.same("cvt_rz_f16_f32", cvt_rz_f16_f32(between), part == 1 ? x + 1 : x, x, i);
            const bool positive = x < 0x8000;
            check.same("cvt_rp_f16_f32", cvt_rp_f16_f32(between),
                       part == 1 || (positive && part > 0) ? x + 1 : x, x, i);
        }
    }
    for (int i = 0; i < 50000; ++i) {
        const u16 a = u16(pick()), b = u16(pick()), c = u16(pick());
        const f64 exact = f64(half_value(a)) * half_value(b);
        const f64 sum = exact + half_value(c);
        if (sum != sum || std::fabs(sum) > 65000 || (sum - exact) != f64(half_value(c)) ||
            (sum - half_value(c)) != exact) {
            continue;
        }
        check.same("fma_f16", fma_f16(a, b, c), cvt_f16_f64(sum), a, b, c);
    }
}

// A shuffle reads where CUDA's intrinsics for widths of 1 to 32 lanes say.
void shuffles()
{
    for (u32 width = 1; width <= 32; width *= 2) {
        const u32 segment = (32 - width) << 8;
        for (u32 lane = 0; lane < 32; ++lane) {
            for (u32 by = 0; by < 32; ++by) {
                const u32 first = lane / width * width, last = first + width - 1;
                const bool up = lane >= first + by, down = lane + by <= last;
                check.same("up", shuffle_from<shuffle_up_mode>(lane, by, segment).lane,
                           up ? lane - by : lane, lane, by, width);
                check.same("up inside", shuffle_from<shuffle_up_mode>(lane, by, segment).inside, up,
                           lane, by, width);
                check.same("down", shuffle_from<shuffle_down_mode>(lane, by, segment | 31).lane,
                           down ? lane + by : lane, lane, by, width);
                check.same("idx", shuffle_from<shuffle_idx_mode>(lane, by, segment | 31).lane,
                           first + by % width, lane, by, width);
                check.same("bfly", shuffle_from<shuffle_bfly_mode>(lane, by, segment | 31).lane,
                           (lane ^ by) <= last ? lane ^ by : lane, lane, by, width);
            }
        }
    }
}

// Operands are their bits, whatever their types; results too.
void operands()
{
    f32 number = 0;
    u32 word = 0;
    u16 low = 0;
    u64 wide = 0;
    s32 number_s = 0;
    void *pointer = &word;
    out(number) = add_u32(0x3f800000, 0);
    check.same("bits to f32", ::bits_of(number), 0x3f800000, 0);
    out(word) = add_f32(1.0f, 1.0f);
    check.same("f32 to bits", word, 0x40000000, 0);
    check.same("f32 operand", and_b32(1.0f, 0xffff0000u), 0x3f800000, 0);
    out(number_s) = cvt_sat_s8_s32(-5);
    check.same("sign extension", u32(number_s), 0xfffffffbu, 0);
    out(low, nothing()) = unpack2_b32(0x12345678);
    check.same("unpack", low, 0x5678, 0);
    out(wide) = mov_u64(pointer);
    check.same("pointer", wide, reinterpret_cast<u64>(pointer), 0);
    out(wide) = pack2_b64(1.0f, -1);
    check.same("pack", wide, 0xffffffff3f800000ull, 0);
}

f32 flushed(f32 x)
{
    return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x;
}

f32 float_of(u64 x)
{
    f32 out = 0;
    const u32 word = static_cast<u32>(x);
    memcpy(&out, &word, sizeof out);
    return out;
}

// Each half of a pair is computed by itself.
void pairs()
{
    for (int i = 0; i < 20000; ++i) {
        const u64 a = pick(), b = pick(), c = pick();
        const u64 sum = add_f32x2(a, b), flat = add_ftz_f32x2(a, b), less = sub_ftz_f32x2(a, b),
                  product = mul_ftz_f32x2(a, b), fused = fma_ftz_f32x2(a, b, c);
        for (int shift = 0; shift < 64; shift += 32) {
            const f32 x = float_of(a >> shift), y = float_of(b >> shift), z = float_of(c >> shift);
            const f32 fx = flushed(x), fy = flushed(y), fz = flushed(z);
            const f32 wanted[] = {x + y, flushed(fx + fy), flushed(fx - fy), flushed(fx * fy),
                                  flushed(std::fma(fx, fy, fz))};
            const u64 got[] = {sum, flat, less, product, fused};
            for (int k = 0; k < 5; ++k) {
                const f32 result = float_of(got[k] >> shift);
                check.same("f32x2", result != result ? 0x7fc00000u : ::bits_of(result),
                           wanted[k] != wanted[k] ? 0x7fc00000u : ::bits_of(wanted[k]), a, b, k);
            }
        }
    }
}

} // namespace

int main()
{
    fields<u32>(bfe_u32, "bfe_u32");
    fields<s32>(bfe_s32, "bfe_s32");
    fields<u64>(bfe_u64, "bfe_u64");
    fields<s64>(bfe_s64, "bfe_s64");
    insertion<u32>(bfi_b32, "bfi_b32");
    insertion<u64>(bfi_b64, "bfi_b64");
    words();
    products();
    carries();
    conversions();
    halves();
    shuffles();
    operands();
    pairs();
    return check.result(1000000);
}
