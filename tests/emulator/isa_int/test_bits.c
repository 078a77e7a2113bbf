/* Logic, shifts, fields, counts and moves, against loops over single bits. */
#include "vector_case.h"

#include "core/instruction.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static bool bit(uint64_t v, unsigned i)
{
    return i < 64 && v >> i & 1;
}

/* A number of |count| bits of which bit i is what |choose| says. */
static struct expected made(const struct operands *o, unsigned count,
                            bool (*choose)(const struct operands *o, unsigned i))
{
    struct expected e = {0};
    for (unsigned i = 0; i < count; i++)
        e.value |= (uint64_t)choose(o, i) << i;
    return e;
}

/* |name| makes a result of |count| bits; |condition| says whether bit i is set. */
#define BITS(name, count, condition)                                                               \
    static bool name##_bit(const struct operands *o, unsigned i)                                   \
    {                                                                                              \
        const uint64_t a = o->v[0], b = o->v[1], c = o->v[2];                                      \
        (void)a, (void)b, (void)c, (void)i;                                                        \
        return condition;                                                                          \
    }                                                                                              \
    static struct expected name(const struct operands *o)                                          \
    {                                                                                              \
        return made(o, count, name##_bit);                                                         \
    }

BITS(move, 64, bit(a, i))
BITS(not_b32, 32, !bit(a, i))
BITS(not_b16, 16, !bit(a, i))
BITS(and_b, 32, bit(a, i) && bit(b, i))
BITS(or_b, 32, bit(a, i) || bit(b, i))
BITS(xor_b, 32, bit(a, i) != bit(b, i))
BITS(xnor, 32, bit(a, i) == bit(b, i))
BITS(and_or, 32, (bit(a, i) && bit(b, i)) || bit(c, i))
BITS(or3, 32, bit(a, i) || bit(b, i) || bit(c, i))
BITS(xor3, 32, (bit(a, i) + bit(b, i) + bit(c, i)) % 2)
BITS(bfi, 32, bit(a, i) ? bit(b, i) : bit(c, i))
BITS(choose, 32, bit(o->carry ? b : a, i))
BITS(pack_halves, 32, i < 16 ? bit(a, i) : bit(b, i - 16))

BITS(lshl, 32, i >= a % 32 && bit(b, i - a % 32))
BITS(lshr, 32, i + a % 32 < 32 && bit(b, i + a % 32))
BITS(ashr, 32, bit(b, i + a % 32 < 32 ? i + a % 32 : 31))
BITS(lshl_64, 64, i >= a % 64 && bit(b, i - a % 64))
BITS(lshr_64, 64, i + a % 64 < 64 && bit(b, i + a % 64))
BITS(ashr_64, 64, bit(b, i + a % 64 < 64 ? i + a % 64 : 63))
BITS(lshl_or, 32, (i >= b % 32 && bit(a, i - b % 32)) || bit(c, i))
BITS(alignbit, 32, i + c % 32 < 32 ? bit(b, i + c % 32) : bit(a, i + c % 32 - 32))
BITS(alignbyte, 32, i + c % 4 * 8 < 32 ? bit(b, i + c % 4 * 8) : bit(a, i + c % 4 * 8 - 32))

BITS(bfe_u32, 32, i < c % 32 && i + b % 32 < 32 && bit(a, i + b % 32))
BITS(bfm, 32, i >= b % 32 && i - b % 32 < a % 32)
BITS(bfrev, 32, bit(a, 31 - i))

/* The field's uppermost bit goes on above it; past the register is its sign. */
static bool bfe_i32_bit(const struct operands *o, unsigned i)
{
    unsigned offset = o->v[1] % 32, width = o->v[2] % 32;
    if (width == 0)
        return false;
    unsigned at = offset + (i < width ? i : width - 1);
    return bit(o->v[0], at < 32 ? at : 31);
}
static struct expected bfe_i32(const struct operands *o)
{
    return made(o, 32, bfe_i32_bit);
}

static unsigned count_below(uint64_t v, unsigned from, unsigned end)
{
    unsigned count = 0;
    for (unsigned i = from; i < end; i++)
        count += bit(v, i);
    return count;
}
static struct expected number(uint64_t v)
{
    return (struct expected){v, false};
}
static struct expected bcnt(const struct operands *o)
{
    return number(count_below(o->v[0], 0, 32) + o->v[1]);
}
static struct expected mbcnt_lo(const struct operands *o)
{
    return number(count_below(o->v[0], 0, o->lane < 32 ? o->lane : 32) + o->v[1]);
}
static struct expected mbcnt_hi(const struct operands *o)
{
    return number(count_below(o->v[0], 0, o->lane < 32 ? 0 : o->lane - 32) + o->v[1]);
}
static struct expected clz(const struct operands *o)
{
    for (int i = 31; i >= 0; i--) {
        if (bit(o->v[0], (unsigned)i))
            return number((uint64_t)(31 - i));
    }
    return number(~0ull);
}
static struct expected ctz(const struct operands *o)
{
    for (unsigned i = 0; i < 32; i++) {
        if (bit(o->v[0], i))
            return number(i);
    }
    return number(~0ull);
}
static struct expected cls(const struct operands *o)
{
    for (unsigned i = 1; i < 32; i++) {
        if (bit(o->v[0], 31 - i) != bit(o->v[0], 31))
            return number(i);
    }
    return number(~0ull);
}

static struct expected perm(const struct operands *o)
{
    const uint64_t a = o->v[0], b = o->v[1];
    const uint8_t all[16] = {
        (uint8_t)b,
        (uint8_t)(b >> 8),
        (uint8_t)(b >> 16),
        (uint8_t)(b >> 24),
        (uint8_t)a,
        (uint8_t)(a >> 8),
        (uint8_t)(a >> 16),
        (uint8_t)(a >> 24),
        bit(b, 15) ? 0xff : 0,
        bit(b, 31) ? 0xff : 0,
        bit(a, 15) ? 0xff : 0,
        bit(a, 31) ? 0xff : 0,
        0x00,
        0xff,
        0xff,
        0xff,
    };
    struct expected e = {0};
    for (unsigned i = 0; i < 4; i++) {
        unsigned selector = o->v[2] >> 8 * i & 0xff;
        e.value |= (uint64_t)all[selector < 16 ? selector : 15] << 8 * i;
    }
    return e;
}

static int64_t held(int64_t v, int64_t least, int64_t most)
{
    return v > most ? most : v < least ? least : v;
}
static struct expected pack_u16(const struct operands *o)
{
    uint64_t low = o->v[0] > 65535 ? 65535 : o->v[0], high = o->v[1] > 65535 ? 65535 : o->v[1];
    return number(low + high * 65536);
}
static struct expected pack_i16(const struct operands *o)
{
    int64_t low = held((int32_t)o->v[0], -32768, 32767), high = (int32_t)o->v[1];
    high = held(high, -32768, 32767);
    return number((uint64_t)(low & 0xffff) + (uint64_t)(high & 0xffff) * 65536);
}
static struct expected sat_pk(const struct operands *o)
{
    int64_t low = held((int16_t)o->v[0], 0, 255), high = held((int16_t)(o->v[0] >> 16), 0, 255);
    return number((uint64_t)(low + high * 256));
}
static struct expected extend_i16(const struct operands *o)
{
    return number(o->v[0] - (bit(o->v[0], 15) ? 65536 : 0));
}

/* A float, to the nearest integer of 8 bits, into the byte that the second source names. */
static struct expected put_byte(const struct operands *o)
{
    uint32_t bits = (uint32_t)o->v[0];
    float x;
    memcpy(&x, &bits, sizeof x);
    uint64_t byte = x > 0 ? (uint64_t)nearbyintf(x < 255 ? x : 255) : 0; /* NaN: 0 */
    unsigned shift = 8 * (o->v[1] & 3);
    return number((o->v[2] & ~(0xffull << shift)) | byte << shift);
}

enum { GFX11_UP = ON_GFX11 | ON_GFX12, BEFORE_GFX11 = ON_CDNA | ON_GFX10 };

static const struct vector_case cases[] = {
    {"v_mov_b32", "w:w", move, ON_ALL, CASE_E32},
    {"v_mov_b64", "q:q", move, ON_GFX940, CASE_E32},
    {"v_not_b32", "w:w", not_b32, ON_ALL, CASE_E32},
    {"v_and_b32", "w:ww", and_b, ON_ALL, CASE_E32},
    {"v_or_b32", "w:ww", or_b, ON_ALL, CASE_E32},
    {"v_xor_b32", "w:ww", xor_b, ON_ALL, CASE_E32},
    {"v_xnor_b32", "w:ww", xnor, ON_ALL, CASE_E32},
    {"v_not_b16", "h:h", not_b16, GFX11_UP, 0},
    {"v_and_b16", "h:hh", and_b, GFX11_UP, 0},
    {"v_or_b16", "h:hh", or_b, GFX11_UP, 0},
    {"v_xor_b16", "h:hh", xor_b, GFX11_UP, 0},
    {"v_and_or_b32", "w:www", and_or, ON_ALL, 0},
    {"v_or3_b32", "w:www", or3, ON_ALL, 0},
    {"v_xor3_b32", "w:www", xor3, ON_RDNA, 0},
    {"v_bfi_b32", "w:www", bfi, ON_ALL, 0},
    {"v_cndmask_b32", "w:wwm", choose, ON_ALL, CASE_E32 | CASE_FLOAT},
    {"v_cndmask_b16", "h:hhm", choose, GFX11_UP, 0},
    {"v_pack_b32_f16", "w:hh", pack_halves, ON_ALL, CASE_OP_SEL | CASE_OP_SEL_GFX9 | CASE_FLOAT},

    {"v_lshlrev_b32", "w:ww", lshl, ON_ALL, CASE_E32},
    {"v_lshrrev_b32", "w:ww", lshr, ON_ALL, CASE_E32},
    {"v_ashrrev_i32", "w:ww", ashr, ON_ALL, CASE_E32},
    {"v_lshlrev_b64", "q:wq", lshl_64, ON_ALL, 0},
    {"v_lshrrev_b64", "q:wq", lshr_64, ON_ALL, 0},
    {"v_ashrrev_i64", "q:wq", ashr_64, ON_ALL, 0},
    {"v_lshl_or_b32", "w:www", lshl_or, ON_ALL, 0},
    {"v_alignbit_b32", "w:www", alignbit, ON_ALL, 0},
    {"v_alignbyte_b32", "w:www", alignbyte, ON_ALL, 0},

    {"v_bfe_u32", "w:www", bfe_u32, ON_ALL, 0},
    {"v_bfe_i32", "w:www", bfe_i32, ON_ALL, 0},
    {"v_bfm_b32", "w:ww", bfm, ON_ALL, 0},
    {"v_bfrev_b32", "w:w", bfrev, ON_ALL, CASE_E32},
    {"v_bcnt_u32_b32", "w:ww", bcnt, ON_ALL, 0},
    {"v_mbcnt_lo_u32_b32", "w:ww", mbcnt_lo, ON_ALL, 0},
    {"v_mbcnt_hi_u32_b32", "w:ww", mbcnt_hi, ON_ALL, 0},
    {"v_ffbh_u32", "w:w", clz, BEFORE_GFX11, CASE_E32},
    {"v_ffbl_b32", "w:w", ctz, BEFORE_GFX11, CASE_E32},
    {"v_ffbh_i32", "w:w", cls, BEFORE_GFX11, CASE_E32},
    {"v_clz_i32_u32", "w:w", clz, GFX11_UP, CASE_E32},
    {"v_ctz_i32_b32", "w:w", ctz, GFX11_UP, CASE_E32},
    {"v_cls_i32", "w:w", cls, GFX11_UP, CASE_E32},
    {"v_perm_b32", "w:www", perm, ON_ALL, 0},

    {"v_cvt_pk_u16_u32", "w:ww", pack_u16, ON_ALL, 0},
    {"v_cvt_pk_i16_i32", "w:ww", pack_i16, ON_ALL, 0},
    {"v_sat_pk_u8_i16", "w:w", sat_pk, BEFORE_GFX11, CASE_E32},
    {"v_sat_pk_u8_i16", "h:w", sat_pk, GFX11_UP, 0},
    {"v_cvt_pk_u8_f32", "w:www", put_byte, ON_ALL, 0},
    {"v_cvt_pkaccum_u8_f32", "w:ww", put_byte, ON_CDNA, CASE_ACCUMULATES},
    {"v_cvt_i32_i16", "w:h", extend_i16, GFX11_UP, 0},
    {"v_cvt_u32_u16", "w:h", move, GFX11_UP, 0},
};

static void bits_are_where_the_isa_document_puts_them(void **state)
{
    (void)state;
    assert_int_equal(vector_cases_run(cases, sizeof cases / sizeof cases[0]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bits_are_where_the_isa_document_puts_them)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
