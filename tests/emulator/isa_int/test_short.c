/* Integers of 16 bits, one and two in a register, against arithmetic in 64 bits. */
#include "vector_case.h"

#include "core/instruction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* A computation on numbers of 16 bits: what it gives before it is cut off or held in a range. */
typedef int64_t computation(int64_t a, int64_t b, int64_t c);

enum range { RANGE_U16, RANGE_I16, RANGE_U32, RANGE_I32 };

static int64_t as_signed(int64_t v)
{
    return v % 65536 >= 32768 ? v % 65536 - 65536 : v % 65536;
}

static int64_t ranged(int64_t v, enum range range, bool clamp)
{
    static const int64_t least[] = {0, -32768, 0, INT32_MIN};
    static const int64_t most[] = {65535, 32767, UINT32_MAX, INT32_MAX};
    if (clamp && v < least[range])
        return least[range];
    return clamp && v > most[range] ? most[range] : v;
}

static int64_t compute(const struct operands *o, unsigned shift, computation *f, enum range range)
{
    int64_t v[3];
    bool is_signed = range == RANGE_I16 || range == RANGE_I32;
    for (int i = 0; i < 3; i++) {
        v[i] = (int64_t)(o->v[i] >> shift & 0xffff);
        v[i] = is_signed ? as_signed(v[i]) : v[i];
    }
    if (range == RANGE_I32)
        v[2] = (int32_t)(uint32_t)o->v[2];
    if (range == RANGE_U32)
        v[2] = (uint32_t)o->v[2];
    return ranged(f(v[0], v[1], v[2]), range, o->clamp);
}

#define SHORT(name, range, result)                                                                 \
    static int64_t name##_of(int64_t a, int64_t b, int64_t c)                                      \
    {                                                                                              \
        (void)a, (void)b, (void)c;                                                                 \
        return result;                                                                             \
    }                                                                                              \
    static struct expected name(const struct operands *o)                                          \
    {                                                                                              \
        return (struct expected){(uint64_t)compute(o, 0, name##_of, range), false};                \
    }

/* The same in both halves. */
#define PACKED(name, range)                                                                        \
    static struct expected packed_##name(const struct operands *o)                                 \
    {                                                                                              \
        uint64_t low = (uint64_t)compute(o, 0, name##_of, range) & 0xffff;                         \
        uint64_t high = (uint64_t)compute(o, 16, name##_of, range) & 0xffff;                       \
        return (struct expected){low + (high << 16), false};                                       \
    }

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}
static int64_t most_of(int64_t a, int64_t b)
{
    return a < b ? b : a;
}
static int64_t power(int64_t n)
{
    return (int64_t)1 << (n & 15);
}
/* Rounded down, as a shift does. */
static int64_t quotient(int64_t v, int64_t by)
{
    return v >= 0 ? v / by : -((-v + by - 1) / by);
}

SHORT(add_u16, RANGE_U16, a + b)
SHORT(sub_u16, RANGE_U16, a - b)
SHORT(subrev_u16, RANGE_U16, b - a)
SHORT(add_i16, RANGE_I16, a + b)
SHORT(sub_i16, RANGE_I16, a - b)
SHORT(mul_u16, RANGE_U16, (a * b))
SHORT(mad_u16, RANGE_U16, (a * b) + c)
SHORT(mad_i16, RANGE_I16, (a * b) + c)
SHORT(mad_u32, RANGE_U32, (a * b) + c)
SHORT(mad_i32, RANGE_I32, (a * b) + c)
SHORT(min_u16, RANGE_U16, least_of(a, b))
SHORT(max_u16, RANGE_U16, most_of(a, b))
SHORT(min_i16, RANGE_I16, least_of(a, b))
SHORT(max_i16, RANGE_I16, most_of(a, b))
SHORT(min3_u16, RANGE_U16, least_of(least_of(a, b), c))
SHORT(max3_u16, RANGE_U16, most_of(most_of(a, b), c))
SHORT(med3_u16, RANGE_U16, a + b + c - least_of(least_of(a, b), c) - most_of(most_of(a, b), c))
SHORT(min3_i16, RANGE_I16, least_of(least_of(a, b), c))
SHORT(max3_i16, RANGE_I16, most_of(most_of(a, b), c))
SHORT(med3_i16, RANGE_I16, a + b + c - least_of(least_of(a, b), c) - most_of(most_of(a, b), c))
SHORT(lshl_b16, RANGE_U16, (b * power(a)) & 0xffff)
SHORT(lshr_b16, RANGE_U16, b / power(a))
SHORT(ashr_i16, RANGE_I16, quotient(b, power(a)))

PACKED(add_u16, RANGE_U16)
PACKED(sub_u16, RANGE_U16)
PACKED(add_i16, RANGE_I16)
PACKED(sub_i16, RANGE_I16)
PACKED(mul_u16, RANGE_U16)
PACKED(mad_u16, RANGE_U16)
PACKED(mad_i16, RANGE_I16)
PACKED(min_u16, RANGE_U16)
PACKED(max_u16, RANGE_U16)
PACKED(min_i16, RANGE_I16)
PACKED(max_i16, RANGE_I16)
PACKED(lshl_b16, RANGE_U16)
PACKED(lshr_b16, RANGE_U16)
PACKED(ashr_i16, RANGE_I16)

enum {
    OLD = CASE_E32_GFX9 | CASE_ZERO_HIGH,
    NEW = CASE_OP_SEL | CASE_OP_SEL_GFX9,
};

static const struct vector_case cases[] = {
    {"v_add_u16", "h:hh", add_u16, ON_CDNA, OLD | CASE_CLAMP},
    {"v_sub_u16", "h:hh", sub_u16, ON_CDNA, OLD | CASE_CLAMP},
    {"v_subrev_u16", "h:hh", subrev_u16, ON_CDNA, OLD | CASE_CLAMP},
    {"v_add_nc_u16", "h:hh", add_u16, ON_RDNA, NEW | CASE_CLAMP},
    {"v_sub_nc_u16", "h:hh", sub_u16, ON_RDNA, NEW | CASE_CLAMP},
    {"v_add_i16", "h:hh", add_i16, ON_CDNA, NEW | CASE_CLAMP},
    {"v_sub_i16", "h:hh", sub_i16, ON_CDNA, NEW | CASE_CLAMP},
    {"v_add_nc_i16", "h:hh", add_i16, ON_RDNA, NEW | CASE_CLAMP},
    {"v_sub_nc_i16", "h:hh", sub_i16, ON_RDNA, NEW | CASE_CLAMP},
    {"v_mul_lo_u16", "h:hh", mul_u16, ON_ALL, OLD},
    {"v_mad_u16", "h:hhh", mad_u16, ON_ALL, NEW | CASE_CLAMP},
    {"v_mad_i16", "h:hhh", mad_i16, ON_ALL, NEW | CASE_CLAMP},
    {"v_mad_legacy_u16", "h:hhh", mad_u16, ON_CDNA, CASE_ZERO_HIGH | CASE_CLAMP},
    {"v_mad_legacy_i16", "h:hhh", mad_i16, ON_CDNA, CASE_ZERO_HIGH | CASE_CLAMP},
    {"v_mad_u32_u16", "w:hhw", mad_u32, ON_ALL, NEW | CASE_CLAMP},
    {"v_mad_i32_i16", "w:hhw", mad_i32, ON_ALL, NEW | CASE_CLAMP},
    {"v_min_u16", "h:hh", min_u16, ON_ALL, OLD},
    {"v_max_u16", "h:hh", max_u16, ON_ALL, OLD},
    {"v_min_i16", "h:hh", min_i16, ON_ALL, OLD},
    {"v_max_i16", "h:hh", max_i16, ON_ALL, OLD},
    {"v_min3_u16", "h:hhh", min3_u16, ON_ALL, NEW},
    {"v_max3_u16", "h:hhh", max3_u16, ON_ALL, NEW},
    {"v_med3_u16", "h:hhh", med3_u16, ON_ALL, NEW},
    {"v_min3_i16", "h:hhh", min3_i16, ON_ALL, NEW},
    {"v_max3_i16", "h:hhh", max3_i16, ON_ALL, NEW},
    {"v_med3_i16", "h:hhh", med3_i16, ON_ALL, NEW},
    {"v_lshlrev_b16", "h:hh", lshl_b16, ON_ALL, OLD},
    {"v_lshrrev_b16", "h:hh", lshr_b16, ON_ALL, OLD},
    {"v_ashrrev_i16", "h:hh", ashr_i16, ON_ALL, OLD},

    {"v_pk_add_u16", "p:pp", packed_add_u16, ON_ALL, CASE_CLAMP},
    {"v_pk_sub_u16", "p:pp", packed_sub_u16, ON_ALL, CASE_CLAMP},
    {"v_pk_add_i16", "p:pp", packed_add_i16, ON_ALL, CASE_CLAMP},
    {"v_pk_sub_i16", "p:pp", packed_sub_i16, ON_ALL, CASE_CLAMP},
    {"v_pk_mul_lo_u16", "p:pp", packed_mul_u16, ON_ALL, 0},
    {"v_pk_mad_u16", "p:ppp", packed_mad_u16, ON_ALL, CASE_CLAMP},
    {"v_pk_mad_i16", "p:ppp", packed_mad_i16, ON_ALL, CASE_CLAMP},
    {"v_pk_min_u16", "p:pp", packed_min_u16, ON_ALL, 0},
    {"v_pk_max_u16", "p:pp", packed_max_u16, ON_ALL, 0},
    {"v_pk_min_i16", "p:pp", packed_min_i16, ON_ALL, 0},
    {"v_pk_max_i16", "p:pp", packed_max_i16, ON_ALL, 0},
    {"v_pk_lshlrev_b16", "p:pp", packed_lshl_b16, ON_ALL, 0},
    {"v_pk_lshrrev_b16", "p:pp", packed_lshr_b16, ON_ALL, 0},
    {"v_pk_ashrrev_i16", "p:pp", packed_ashr_i16, ON_ALL, 0},
};

static void short_integers_are_those_of_the_isa_document(void **state)
{
    (void)state;
    assert_int_equal(vector_cases_run(cases, sizeof cases / sizeof cases[0]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_integers_are_those_of_the_isa_document)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
