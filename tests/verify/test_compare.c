/* Rules: what each allows, and what it does not. */
#include "verify/compare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const float nan32 = __builtin_nanf(""), inf32 = __builtin_inff();

static struct comparison compare(const float *a, const float *b, uint64_t count, const char *text,
                                 int64_t terms)
{
    struct rule rule;
    struct comparison out;
    assert_null(rule_parse(text, &rule));
    compare_arrays(DTYPE_F32, a, b, count, &rule, &terms, 1, &out);
    return out;
}

static enum verdict one(float a, float b, const char *rule)
{
    return compare(&a, &b, 1, rule, 8).verdict;
}

static void test_words(void **state)
{
    static const char *const wrong[] = {
        "",    "equals", "ulps",        "ulps x", "ulps -1",   "relative nan",
        "sum", "set 1",  "absolute 1x", "bits 3", "ulps 1e999"};
    struct rule rule;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_non_null(rule_parse(wrong[i], &rule));
    assert_null(rule_parse("sum n * 2", &rule));
    assert_string_equal(rule.terms, "n * 2");
}

static void test_equal(void **state)
{
    (void)state;
    assert_int_equal(one(1, 1, "equal"), VERDICT_SAME);
    assert_int_equal(one(nan32, -nan32, "equal"), VERDICT_SAME);
    assert_int_equal(one(nan32, -nan32, "bits"), VERDICT_DIFFERENT);
    assert_int_equal(one(0.0f, -0.0f, "equal"), VERDICT_DIFFERENT);
    assert_int_equal(one(1, 0x1.000002p0f, "equal"), VERDICT_DIFFERENT);
}

/* Bounds are exact at their edge, and never allow NaN or an infinity for a number. */
static void test_bounds(void **state)
{
    static const char *const rules[] = {"ulps 1e18", "relative 1e30", "absolute 1e38", "sum 8"};
    (void)state;
    assert_int_equal(one(1, 0x1.000002p0f, "ulps 1"), VERDICT_BOUNDED);
    assert_int_equal(one(1, 0x1.000004p0f, "ulps 1"), VERDICT_DIFFERENT);
    assert_int_equal(one(0.0f, -0.0f, "ulps 0"), VERDICT_BOUNDED);
    assert_int_equal(one(1.25f, 1, "relative 0.25"), VERDICT_BOUNDED);
    assert_int_equal(one(1.26f, 1, "relative 0.25"), VERDICT_DIFFERENT);
    assert_int_equal(one(1, 1.25f, "absolute 0.25"), VERDICT_BOUNDED);
    assert_int_equal(one(1, 1.26f, "absolute 0.25"), VERDICT_DIFFERENT);
    /* 8 terms: 16 halves of a unit, 2^-20 */
    assert_int_equal(one(0x1p-20f, 0, "sum 8"), VERDICT_BOUNDED);
    assert_int_equal(one(0x1.1p-20f, 0, "sum 8"), VERDICT_DIFFERENT);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        assert_int_equal(one(nan32, 1, rules[i]), VERDICT_DIFFERENT);
        assert_int_equal(one(1, nan32, rules[i]), VERDICT_DIFFERENT);
        assert_int_equal(one(inf32, 3e38f, rules[i]), VERDICT_DIFFERENT);
        assert_int_equal(one(inf32, -inf32, rules[i]), VERDICT_DIFFERENT);
        assert_int_equal(one(inf32, inf32, rules[i]), VERDICT_SAME);
    }
}

/* Sums of integers wrap, so that no order differs. */
static void test_integer_sums(void **state)
{
    const uint32_t a = 4000000000, b = 4000000001;
    struct rule rule;
    struct comparison out;
    (void)state;
    assert_null(rule_parse("sum n", &rule));
    compare_arrays(DTYPE_U32, &a, &b, 1, &rule, &(int64_t){1000}, 1, &out);
    assert_int_equal(out.verdict, VERDICT_DIFFERENT);
    compare_arrays(DTYPE_U32, &a, &a, 1, &rule, &(int64_t){1000}, 1, &out);
    assert_int_equal(out.verdict, VERDICT_SAME);
}

static void test_set(void **state)
{
    const float a[] = {3, 1, 2, 2}, b[] = {2, 3, 2, 1}, c[] = {1, 3, 3, 2};
    (void)state;
    const float d[] = {nan32, -1, 2, 3}, e[] = {-nan32, -1, 2, 3};
    assert_int_equal(compare(d, e, 4, "set", 0).verdict, VERDICT_SAME);
    assert_int_equal(compare(a, b, 4, "set", 0).verdict, VERDICT_SAME);
    assert_int_equal(compare(a, c, 4, "set", 0).verdict, VERDICT_DIFFERENT);
    assert_int_equal(compare(a, b, 4, "equal", 0).verdict, VERDICT_DIFFERENT);
    assert_int_equal(compare(a, c, 4, "ignore", 0).verdict, VERDICT_SAME);
}

/* The first element that no rule allows is named, not the first that differs. */
static void test_first(void **state)
{
    const float a[] = {1, 0x1.000002p0f, 5, nan32}, b[] = {1, 1, 1, 1};
    const struct comparison found = compare(a, b, 4, "ulps 1", 0);
    (void)state;
    assert_int_equal(found.first, 2);
    assert_int_equal(found.differing, 3);
    assert_int_equal(found.outside, 2);
    assert_true(found.most_absolute == 4 && found.most_relative == 4);
    assert_true(found.differs_in_nan);
    assert_int_equal(compare(a, b, 2, "ulps 1", 0).first, 1);
}

/* The scale is that of another array: of the same element, or of its largest one. */
static void test_relative_of(void **state)
{
    const double scales[] = {1, 100};
    const float a[] = {0.5f, 50}, b[] = {0, 0}, c[] = {1.5f, 50};
    struct rule rule;
    struct comparison out;
    (void)state;
    assert_non_null(rule_parse("relative 0.5 x", &rule));
    assert_non_null(rule_parse("relative 0.5 of ", &rule));
    assert_null(rule_parse("relative 0.5  of x", &rule));
    assert_string_equal(rule.of, "x");
    rule.scales = scales, rule.scale_count = 2;
    compare_arrays(DTYPE_F32, a, b, 2, &rule, NULL, 1, &out);
    assert_int_equal(out.verdict, VERDICT_BOUNDED);
    compare_arrays(DTYPE_F32, c, b, 2, &rule, NULL, 1, &out);
    assert_int_equal(out.verdict, VERDICT_DIFFERENT);
    rule.scales = &scales[1], rule.scale_count = 1;
    compare_arrays(DTYPE_F32, c, b, 2, &rule, NULL, 1, &out);
    assert_int_equal(out.verdict, VERDICT_BOUNDED);
}

static void test_any_rule(void **state)
{
    const struct rule rules[] = {{.kind = RULE_RELATIVE, .number = 0.01},
                                 {.kind = RULE_ABSOLUTE, .number = 0.5}};
    const float a[] = {0.4f, 101}, b[] = {0, 100}, c[] = {0, 99};
    struct comparison out;
    (void)state;
    compare_arrays(DTYPE_F32, a, b, 2, rules, NULL, 2, &out);
    assert_int_equal(out.verdict, VERDICT_BOUNDED);
    compare_arrays(DTYPE_F32, a, c, 2, rules, NULL, 2, &out);
    assert_int_equal(out.verdict, VERDICT_DIFFERENT);
    assert_int_equal(out.first, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),    cmocka_unit_test(test_equal),
        cmocka_unit_test(test_bounds),   cmocka_unit_test(test_integer_sums),
        cmocka_unit_test(test_set),      cmocka_unit_test(test_first),
        cmocka_unit_test(test_any_rule), cmocka_unit_test(test_relative_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
