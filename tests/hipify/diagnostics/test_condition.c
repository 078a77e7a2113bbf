/* Conditions in three-valued logic: known results are right, and the rest stays unknown. */
#include "../../util/check.h"
#include "hipify/macro.h"

enum { TOKENS = 4096 };

static const struct hipify_options options = {
    .shown_path = "t.cu", .cuda_arch = 900, .cuda_version = 12040};

/* '0', '1' or '?'. */
static char truth_of(const char *text, enum pass pass, const struct hipify_options *with)
{
    static struct token tokens[TOKENS];
    struct macros macros = {.source = text, .options = with};
    struct lexer lexer;
    struct token token;
    size_t count = 0;
    lexer_start(&lexer, text, strlen(text));
    while (lexer_next(&lexer, &token))
        if (token_is_significant(&token) && count < TOKENS)
            tokens[count++] = token;
    struct value value = condition_value(&macros, pass, tokens, count, NULL);
    macros_free(&macros);
    return "0?1"[value_truth(value)];
}

static void expect(const char *text, char wanted)
{
    for (int pass = PASS_DEVICE; pass < PASS_COUNT; pass++) {
        char found = truth_of(text, (enum pass)pass, &options);
        if (found != wanted)
            fail_msg("%s is %c, not %c", text, found, wanted);
    }
}

static void arithmetic_is_that_of_the_preprocessor(void **state)
{
    (void)state;
    expect("1 + 2 * 3 == 7", '1');
    expect("(1 + 2) * 3 == 9 && 7 % 4 == 3 && 7 / 2 == 3", '1');
    expect("1 << 4 == 16 && 256 >> 4 == 16", '1');
    expect("10 - 2 - 3 == 5", '1');
    expect("0x10 == 16 && 010 == 8 && 0b11 == 3 && 1'000 == 1000 && 5u == 5L", '1');
    expect("!0 && !!3 && ~0 == -1 && -1 < 0 && +3 == 3", '1');
    expect("(6 & 3) == 2 && (6 | 1) == 7 && (6 ^ 3) == 5", '1');
    expect("1 ? 2 : 0", '1');
    expect("0 ? 1 : 2 ? 0 : 3", '0');
    expect("1 < 2 == 1 && 2 != 3 && 3 >= 3 && 3 <= 3 && 4 > 3", '1');
    expect("true && !false", '1');
}

static void one_side_may_decide(void **state)
{
    (void)state;
    expect("MINE", '?');
    expect("0 && MINE", '0');
    expect("MINE && 0", '0');
    expect("1 || MINE", '1');
    expect("MINE || 1", '1');
    expect("MINE && 1", '?');
    expect("MINE || 0", '?');
    expect("!MINE", '?');
    expect("defined MINE || !defined(MINE)", '?'); /* not clever */
    expect("MINE ? 1 : 1", '1');
    expect("MINE ? 1 : 0", '?');
    expect("MINE(3, (4)) || 1", '1');
    expect("__has_include(<mine.h>)", '?');
    expect("MINE > 3 || __CUDACC_VER_MAJOR__ >= 12", '1');
}

static void what_is_not_understood_is_unknown(void **state)
{
    (void)state;
    static const char *const cases[] = {"",
                                        "(",
                                        ")",
                                        "1 +",
                                        "1 1",
                                        "defined",
                                        "defined(",
                                        "&& 1",
                                        "1 ? 2",
                                        "1 / 0",
                                        "1 % 0",
                                        "1 << 70",
                                        "1 << -1",
                                        "-1 << 1",
                                        "\"a\"",
                                        "1.5",
                                        "'a'",
                                        "A::B",
                                        "0x",
                                        "1 ? : 2",
                                        "defined(1)",
                                        "(1",
                                        "1)",
                                        "# 1",
                                        "1 = 1",
                                        "a.b",
                                        "-1 < 0u",
                                        "1u - 2u > 0",
                                        "~0u > 0",
                                        "18446744073709551615 > 0",
                                        "9223372036854775807 + 1 > 0",
                                        NULL};
    for (const char *const *text = cases; *text; text++)
        expect(*text, '?');
}

static void deep_nesting_ends(void **state)
{
    (void)state;
    char text[3 * 1000 + 2];
    const char *const openers[] = {"(", "!", "1?", "0?0:", "-("};
    for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) {
        text[0] = '\0';
        while (strlen(text) + 8 < sizeof text)
            strcat(text, openers[i]);
        strcat(text, "1");
        truth_of(text, PASS_DEVICE, &options);
    }
    text[0] = '\0';
    for (int i = 0; i < 700; i++)
        strcat(text, "0||");
    strcat(text, "1");
    assert_int_equal(truth_of(text, PASS_DEVICE, &options), '1');
}

static void passes_differ_where_they_do(void **state)
{
    (void)state;
    static const struct {
        const char *text, *wanted; /* device, host, nvcc's device, any device */
    } cases[] = {
        {"__CUDA_ARCH__ >= 700", "101?"},
        {"defined(__CUDA_ARCH__)", "1011"},
        {"__CUDA_ARCH__ < 700", "010?"},
        {"__HIP_DEVICE_COMPILE__", "1001"},
        {"defined __HIP__ && defined __HIPCC__ && defined __HIP_PLATFORM_AMD__", "1101"},
        {"defined(__CUDACC__)", "1111"},
        {"CUDA_VERSION == 12040 && CUDART_VERSION / 1000 == __CUDACC_VER_MAJOR__", "1111"},
        {"__CUDACC_VER_MINOR__ == 4", "1111"},
        {"defined(__CUDACC_RTC__) || defined(__HIP_PLATFORM_NVIDIA__)", "0000"},
        {"defined(USE_ROCM)", "??0?"},
        {"MY_USE_HIP && HIP_VERSION > 5", "??0?"},
        {"RELATIONSHIP", "????"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int pass = PASS_DEVICE; pass < PASS_COUNT; pass++)
            if (truth_of(cases[i].text, (enum pass)pass, &options) != cases[i].wanted[pass])
                fail_msg("%s in pass %d is not %c", cases[i].text, pass, cases[i].wanted[pass]);
}

static void options_set_versions(void **state)
{
    (void)state;
    const struct hipify_options old = {.cuda_arch = 610, .cuda_version = 9020};
    assert_int_equal(truth_of("__CUDA_ARCH__ == 610", PASS_DEVICE, &old), '1');
    assert_int_equal(
        truth_of("__CUDACC_VER_MAJOR__ == 9 && __CUDACC_VER_MINOR__ == 2", PASS_HOST, &old), '1');
    const struct hipify_options none = {.headers = HIPIFY_HEADERS_OF_HIP};
    assert_int_equal(truth_of("__CUDA_ARCH__", PASS_DEVICE, &none), '0');
    assert_int_equal(truth_of("defined(__CUDACC__)", PASS_DEVICE, &none), '0');
    assert_int_equal(truth_of("__CUDA_ARCH__ >= 700", PASS_NVIDIA, &none), '1');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_is_that_of_the_preprocessor),
        cmocka_unit_test(one_side_may_decide),
        cmocka_unit_test(what_is_not_understood_is_unknown),
        cmocka_unit_test(deep_nesting_ends),
        cmocka_unit_test(passes_differ_where_they_do),
        cmocka_unit_test(options_set_versions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
