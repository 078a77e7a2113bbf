/* Integer arithmetic of 32 and 64 bits, against 128-bit arithmetic of the host. */
#include "vector_case.h"

#include "core/instruction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

__extension__ typedef __int128 int128;

static int128 u32(uint64_t v)
{
    return v & 0xffffffff;
}
static int128 s32(uint64_t v)
{
    return u32(v) - (v >> 31 & 1) * ((int128)1 << 32);
}
static int128 u24(uint64_t v)
{
    return v % (1 << 24);
}
static int128 s24(uint64_t v)
{
    return u24(v) - (v >> 23 & 1) * (int128)(1 << 24);
}

static struct expected bits(int128 v)
{
    return (struct expected){(uint64_t)v, false};
}
/* |v| in 32 bits, held in its range when it is clamped. */
static struct expected unsigned_sum(const struct operands *o, int128 v)
{
    int128 most = 0xffffffff;
    return bits(!o->clamp ? v : v < 0 ? 0 : v > most ? most : v);
}
static struct expected signed_sum(const struct operands *o, int128 v)
{
    int128 most = 0x7fffffff, least = -most - 1;
    return bits(!o->clamp ? v : v < least ? least : v > most ? most : v);
}
static struct expected carry_sum(const struct operands *o, int128 v)
{
    struct expected e = unsigned_sum(o, v);
    e.carry = v < 0 || v > 0xffffffff;
    return e;
}
static int128 smaller(int128 a, int128 b)
{
    return b < a ? b : a;
}
static int128 larger(int128 a, int128 b)
{
    return b > a ? b : a;
}
/* What remains when the largest and the smallest are taken away. */
static int128 middle(int128 a, int128 b, int128 c)
{
    return a + b + c - larger(larger(a, b), c) - smaller(smaller(a, b), c);
}

#define EXPECT(name, result)                                                                       \
    static struct expected name(const struct operands *o)                                          \
    {                                                                                              \
        const uint64_t a = o->v[0], b = o->v[1], c = o->v[2];                                      \
        (void)a, (void)b, (void)c;                                                                 \
        return result;                                                                             \
    }

EXPECT(add_u32, unsigned_sum(o, u32(a) + u32(b)))
EXPECT(sub_u32, unsigned_sum(o, u32(a) - u32(b)))
EXPECT(subrev_u32, unsigned_sum(o, u32(b) - u32(a)))
EXPECT(add_i32, signed_sum(o, s32(a) + s32(b)))
EXPECT(sub_i32, signed_sum(o, s32(a) - s32(b)))
EXPECT(add3, bits(u32(a) + u32(b) + u32(c)))
EXPECT(add_co, carry_sum(o, u32(a) + u32(b) + o->carry))
EXPECT(sub_co, carry_sum(o, u32(a) - u32(b) - o->carry))
EXPECT(subrev_co, carry_sum(o, u32(b) - u32(a) - o->carry))
EXPECT(add_lshl, bits((u32(a) + u32(b)) * ((int128)1 << (c % 32))))
EXPECT(lshl_add, bits(u32(a) * ((int128)1 << (b % 32)) + u32(c)))
EXPECT(lshl_add_64, bits((int128)((a * (1ull << (b % 8)))) + (int128)c))
EXPECT(xad, bits((u32(a) | u32(b)) - (u32(a) & u32(b)) + u32(c)))

EXPECT(mul_lo, bits(u32(a) * u32(b)))
EXPECT(mul_hi_u32, bits(u32(a) * u32(b) / ((int128)1 << 32)))
EXPECT(mul_hi_i32, bits(s32(a) * s32(b) >> 32))
EXPECT(mul_u24, unsigned_sum(o, u24(a) * u24(b)))
EXPECT(mul_i24, signed_sum(o, s24(a) * s24(b)))
EXPECT(mul_hi_u24, bits(u24(a) * u24(b) >> 32))
EXPECT(mul_hi_i24, bits(s24(a) * s24(b) >> 32))
EXPECT(mad_u24, unsigned_sum(o, u24(a) * u24(b) + u32(c)))
EXPECT(mad_i24, signed_sum(o, s24(a) * s24(b) + s32(c)))

static struct expected mad_u64(const struct operands *o)
{
    const int128 most = UINT64_MAX, sum = u32(o->v[0]) * u32(o->v[1]) + o->v[2];
    return (struct expected){(uint64_t)(o->clamp && sum > most ? most : sum), sum > most};
}
static struct expected mad_i64(const struct operands *o)
{
    const int128 most = INT64_MAX, least = INT64_MIN;
    const int128 sum = s32(o->v[0]) * s32(o->v[1]) + (int64_t)o->v[2];
    return (struct expected){
        (uint64_t)(!o->clamp ? sum : smaller(larger(sum, least), most)),
        sum > most || sum < least,
    };
}

EXPECT(min_u32, bits(smaller(u32(a), u32(b))))
EXPECT(max_u32, bits(larger(u32(a), u32(b))))
EXPECT(min_i32, bits(smaller(s32(a), s32(b))))
EXPECT(max_i32, bits(larger(s32(a), s32(b))))
EXPECT(min3_u32, bits(smaller(smaller(u32(a), u32(b)), u32(c))))
EXPECT(max3_u32, bits(larger(larger(u32(a), u32(b)), u32(c))))
EXPECT(med3_u32, bits(middle(u32(a), u32(b), u32(c))))
EXPECT(min3_i32, bits(smaller(smaller(s32(a), s32(b)), s32(c))))
EXPECT(max3_i32, bits(larger(larger(s32(a), s32(b)), s32(c))))
EXPECT(med3_i32, bits(middle(s32(a), s32(b), s32(c))))
EXPECT(minmax_u32, bits(larger(smaller(u32(a), u32(b)), u32(c))))
EXPECT(maxmin_u32, bits(smaller(larger(u32(a), u32(b)), u32(c))))
EXPECT(minmax_i32, bits(larger(smaller(s32(a), s32(b)), s32(c))))
EXPECT(maxmin_i32, bits(smaller(larger(s32(a), s32(b)), s32(c))))

enum {
    GFX11_UP = ON_GFX11 | ON_GFX12,
    UP_TO_GFX11 = ON_ALL & ~ON_GFX12,
};

static const struct vector_case cases[] = {
    {"v_add_u32", "w:ww", add_u32, ON_CDNA, CASE_E32 | CASE_CLAMP},
    {"v_sub_u32", "w:ww", sub_u32, ON_CDNA, CASE_E32 | CASE_CLAMP},
    {"v_subrev_u32", "w:ww", subrev_u32, ON_CDNA, CASE_E32 | CASE_CLAMP},
    {"v_add_nc_u32", "w:ww", add_u32, ON_RDNA, CASE_E32 | CASE_CLAMP},
    {"v_sub_nc_u32", "w:ww", sub_u32, ON_RDNA, CASE_E32 | CASE_CLAMP},
    {"v_subrev_nc_u32", "w:ww", subrev_u32, ON_RDNA, CASE_E32 | CASE_CLAMP},
    {"v_add_i32", "w:ww", add_i32, ON_CDNA, CASE_CLAMP},
    {"v_sub_i32", "w:ww", sub_i32, ON_CDNA, CASE_CLAMP},
    {"v_add_nc_i32", "w:ww", add_i32, ON_RDNA, CASE_CLAMP},
    {"v_sub_nc_i32", "w:ww", sub_i32, ON_RDNA, CASE_CLAMP},
    {"v_add3_u32", "w:www", add3, ON_ALL, 0},
    {"v_add_co_u32", "wm:ww", add_co, ON_CDNA, CASE_E32 | CASE_CLAMP},
    {"v_sub_co_u32", "wm:ww", sub_co, ON_CDNA, CASE_E32 | CASE_CLAMP},
    {"v_subrev_co_u32", "wm:ww", subrev_co, ON_CDNA, CASE_E32 | CASE_CLAMP},
    {"v_add_co_u32", "wm:ww", add_co, ON_RDNA, CASE_CLAMP},
    {"v_sub_co_u32", "wm:ww", sub_co, ON_RDNA, CASE_CLAMP},
    {"v_subrev_co_u32", "wm:ww", subrev_co, ON_RDNA, CASE_CLAMP},
    {"v_addc_co_u32", "wm:wwm", add_co, ON_CDNA, CASE_E32 | CASE_CLAMP},
    {"v_subb_co_u32", "wm:wwm", sub_co, ON_CDNA, CASE_E32 | CASE_CLAMP},
    {"v_subbrev_co_u32", "wm:wwm", subrev_co, ON_CDNA, CASE_E32 | CASE_CLAMP},
    {"v_add_co_ci_u32", "wm:wwm", add_co, ON_RDNA, CASE_E32 | CASE_CLAMP},
    {"v_sub_co_ci_u32", "wm:wwm", sub_co, ON_RDNA, CASE_E32 | CASE_CLAMP},
    {"v_subrev_co_ci_u32", "wm:wwm", subrev_co, ON_RDNA, CASE_E32 | CASE_CLAMP},
    {"v_add_lshl_u32", "w:www", add_lshl, ON_ALL, 0},
    {"v_lshl_add_u32", "w:www", lshl_add, ON_ALL, 0},
    {"v_lshl_add_u64", "q:qwq", lshl_add_64, ON_GFX940, 0},
    {"v_xad_u32", "w:www", xad, ON_ALL, 0},

    {"v_mul_lo_u32", "w:ww", mul_lo, ON_ALL, 0},
    {"v_mul_hi_u32", "w:ww", mul_hi_u32, ON_ALL, 0},
    {"v_mul_hi_i32", "w:ww", mul_hi_i32, ON_ALL, 0},
    {"v_mul_u32_u24", "w:ww", mul_u24, ON_ALL, CASE_E32 | CASE_CLAMP},
    {"v_mul_i32_i24", "w:ww", mul_i24, ON_ALL, CASE_E32 | CASE_CLAMP},
    {"v_mul_hi_u32_u24", "w:ww", mul_hi_u24, ON_ALL, CASE_E32},
    {"v_mul_hi_i32_i24", "w:ww", mul_hi_i24, ON_ALL, CASE_E32},
    {"v_mad_u32_u24", "w:www", mad_u24, ON_ALL, CASE_CLAMP},
    {"v_mad_i32_i24", "w:www", mad_i24, ON_ALL, CASE_CLAMP},
    {"v_mad_u64_u32", "qm:wwq", mad_u64, UP_TO_GFX11, CASE_CLAMP},
    {"v_mad_i64_i32", "qm:wwq", mad_i64, UP_TO_GFX11, CASE_CLAMP},
    {"v_mad_co_u64_u32", "qm:wwq", mad_u64, ON_GFX12, CASE_CLAMP},
    {"v_mad_co_i64_i32", "qm:wwq", mad_i64, ON_GFX12, CASE_CLAMP},

    {"v_min_u32", "w:ww", min_u32, ON_ALL, CASE_E32},
    {"v_max_u32", "w:ww", max_u32, ON_ALL, CASE_E32},
    {"v_min_i32", "w:ww", min_i32, ON_ALL, CASE_E32},
    {"v_max_i32", "w:ww", max_i32, ON_ALL, CASE_E32},
    {"v_min3_u32", "w:www", min3_u32, ON_ALL, 0},
    {"v_max3_u32", "w:www", max3_u32, ON_ALL, 0},
    {"v_med3_u32", "w:www", med3_u32, ON_ALL, 0},
    {"v_min3_i32", "w:www", min3_i32, ON_ALL, 0},
    {"v_max3_i32", "w:www", max3_i32, ON_ALL, 0},
    {"v_med3_i32", "w:www", med3_i32, ON_ALL, 0},
    {"v_minmax_u32", "w:www", minmax_u32, GFX11_UP, 0},
    {"v_maxmin_u32", "w:www", maxmin_u32, GFX11_UP, 0},
    {"v_minmax_i32", "w:www", minmax_i32, GFX11_UP, 0},
    {"v_maxmin_i32", "w:www", maxmin_i32, GFX11_UP, 0},
};

static void arithmetic_is_that_of_the_isa_document(void **state)
{
    (void)state;
    assert_int_equal(vector_cases_run(cases, sizeof cases / sizeof cases[0]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(arithmetic_is_that_of_the_isa_document)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
