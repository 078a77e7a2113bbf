/* Dot products of small integers and sums of absolute differences, part by part. */
#include "vector_case.h"

#include "core/instruction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static int64_t piece(uint64_t v, unsigned index, unsigned bits, bool is_signed)
{
    int64_t size = (int64_t)1 << bits, value = (int64_t)(v >> index * bits) & (size - 1);
    return is_signed && value >= size / 2 ? value - size : value;
}

static struct expected held(int64_t v, bool clamp, bool is_signed)
{
    int64_t least = is_signed ? INT32_MIN : 0, most = is_signed ? INT32_MAX : UINT32_MAX;
    if (clamp)
        v = v < least ? least : v > most ? most : v;
    return (struct expected){(uint64_t)v, false};
}

static struct expected dot(const struct operands *o, unsigned bits, bool sign_a, bool sign_b,
                           bool is_signed)
{
    int64_t sum = piece(o->v[2], 0, 32, is_signed);
    for (unsigned i = 0; i < 32 / bits; i++)
        sum += piece(o->v[0], i, bits, sign_a) * piece(o->v[1], i, bits, sign_b);
    return held(sum, o->clamp, is_signed);
}

#define DOT(name, bits, sign_a, sign_b, is_signed)                                                 \
    static struct expected name(const struct operands *o)                                          \
    {                                                                                              \
        return dot(o, bits, sign_a, sign_b, is_signed);                                            \
    }

DOT(dot8_i4, 4, true, true, true)
DOT(dot4_i8, 8, true, true, true)
DOT(dot2_i16, 16, true, true, true)
DOT(dot8_u4, 4, false, false, false)
DOT(dot4_u8, 8, false, false, false)
DOT(dot2_u16, 16, false, false, false)
DOT(dot8_iu4, 4, o->is_signed[0], o->is_signed[1], true)
DOT(dot4_iu8, 8, o->is_signed[0], o->is_signed[1], true)

static int64_t differences(uint64_t a, uint64_t b, unsigned bits, bool masked)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < 32 / bits; i++) {
        int64_t reference = piece(b, i, bits, false);
        if (!masked || reference != 0)
            sum += llabs(piece(a, i, bits, false) - reference);
    }
    return sum;
}

#define SAD(name, sum)                                                                             \
    static struct expected name(const struct operands *o)                                          \
    {                                                                                              \
        const uint64_t a = o->v[0], b = o->v[1], c = o->v[2];                                      \
        return held((sum) + (int64_t)c, o->clamp, false);                                          \
    }

SAD(sad_u8, differences(a, b, 8, false))
SAD(msad_u8, differences(a, b, 8, true))
SAD(sad_hi_u8, differences(a, b, 8, false) * 65536)
SAD(sad_u16, differences(a, b, 16, false))
SAD(sad_u32, differences(a, b, 32, false))

static struct expected four_sums(const struct operands *o, bool masked)
{
    struct expected e = {0};
    for (unsigned i = 0; i < 4; i++) {
        int64_t sum = differences(o->v[0] >> 8 * i & 0xffffffff, o->v[1], 8, masked);
        sum += piece(o->v[2], i, 16, false);
        if (o->clamp && sum > 65535)
            sum = 65535;
        e.value += (uint64_t)(sum % 65536) << 16 * i;
    }
    return e;
}
static struct expected qsad(const struct operands *o)
{
    return four_sums(o, false);
}
static struct expected mqsad(const struct operands *o)
{
    return four_sums(o, true);
}

static struct expected lerp(const struct operands *o)
{
    struct expected e = {0};
    for (unsigned i = 0; i < 4; i++) {
        int64_t sum = piece(o->v[0], i, 8, false) + piece(o->v[1], i, 8, false);
        sum += piece(o->v[2], i, 8, false) % 2;
        e.value += (uint64_t)(sum / 2) << 8 * i;
    }
    return e;
}

enum {
    MIXED_ON = ON_GFX11 | ON_GFX12,
    OLD_ON = ON_CDNA | ON_GFX10,
    DOTC = CASE_E32 | CASE_ACCUMULATES,
    CDNA_DOTC_ON = ON_GFX90A | ON_GFX940,
};

static const struct vector_case cases[] = {
    {"v_dot8_i32_i4", "w:www", dot8_i4, OLD_ON, CASE_CLAMP},
    {"v_dot8_u32_u4", "w:www", dot8_u4, ON_ALL, CASE_CLAMP},
    {"v_dot8_i32_iu4", "w:www", dot8_iu4, MIXED_ON, CASE_CLAMP | CASE_SIGNEDNESS},
    {"v_dot8c_i32_i4", "w:ww", dot8_i4, CDNA_DOTC_ON, DOTC},
    {"v_dot4_i32_i8", "w:www", dot4_i8, OLD_ON, CASE_CLAMP},
    {"v_dot4_u32_u8", "w:www", dot4_u8, ON_ALL, CASE_CLAMP},
    {"v_dot4_i32_iu8", "w:www", dot4_iu8, MIXED_ON, CASE_CLAMP | CASE_SIGNEDNESS},
    {"v_dot4c_i32_i8", "w:ww", dot4_i8, CDNA_DOTC_ON | ON_GFX10, DOTC},
    {"v_dot2_i32_i16", "w:ppw", dot2_i16, OLD_ON, CASE_CLAMP},
    {"v_dot2_u32_u16", "w:ppw", dot2_u16, OLD_ON, CASE_CLAMP},
    {"v_dot2c_i32_i16", "w:pp", dot2_i16, CDNA_DOTC_ON, DOTC},

    {"v_sad_u8", "w:www", sad_u8, ON_ALL, CASE_CLAMP},
    {"v_msad_u8", "w:www", msad_u8, ON_ALL, CASE_CLAMP},
    {"v_sad_hi_u8", "w:www", sad_hi_u8, ON_ALL, CASE_CLAMP},
    {"v_sad_u16", "w:www", sad_u16, ON_ALL, CASE_CLAMP},
    {"v_sad_u32", "w:www", sad_u32, ON_ALL, CASE_CLAMP},
    {"v_qsad_pk_u16_u8", "q:qwq", qsad, ON_ALL, CASE_CLAMP},
    {"v_mqsad_pk_u16_u8", "q:qwq", mqsad, ON_ALL, CASE_CLAMP},
    {"v_lerp_u8", "w:www", lerp, ON_ALL, 0},
};

static void sums_over_parts_are_those_of_the_isa_document(void **state)
{
    (void)state;
    assert_int_equal(vector_cases_run(cases, sizeof cases / sizeof cases[0]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_over_parts_are_those_of_the_isa_document)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
