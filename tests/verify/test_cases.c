/* Expressions, values that are the same on every machine, and files of NumPy. */
#include "hash.h"
#include "util/file.h"
#include "verify/expression.h"
#include "verify/npy.h"
#include "verify/trial.h"
#include "verify/values.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- Expressions ----------------------------------------------------------------------------- */

static void test_expressions(void **state)
{
    static const struct {
        const char *text;
        int64_t value;
    } right[] = {{"7", 7},
                 {"n", 10},
                 {" ( n + 255 ) / 256 ", 1},
                 {"2 + 3 * 4 - 1", 13},
                 {"100 / 7 % 4 * 2", 4},
                 {"-n + -(-3)", -7},
                 {"n - 1 - 2", 7},
                 {"-9223372036854775807 - 1", INT64_MIN}};
    static const char *const wrong[] = {"",
                                        "n +",
                                        "(n",
                                        "n)",
                                        "m",
                                        "1 2",
                                        "n / 0",
                                        "n % 0",
                                        "1.5",
                                        "0x10",
                                        "n ^ 2",
                                        "9223372036854775808",
                                        "9223372036854775807 + 1",
                                        "3037000500 * 3037000500",
                                        "(-9223372036854775807 - 1) / -1",
                                        "(-9223372036854775807 - 1) % -1",
                                        "-(-9223372036854775807 - 1)",
                                        "n n",
                                        "\xff"};
    struct variables variables = {0};
    char fault[160];
    int64_t value;
    (void)state;
    variables_set(&variables, "n", 3);
    variables_set(&variables, "n", 10);
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        assert_true(expression_evaluate(right[i].text, &variables, &value, fault));
        assert_true(value == right[i].value);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(expression_evaluate(wrong[i], &variables, &value, fault));
        assert_true(*fault);
    }
    char deep[2000];
    memset(deep, '(', sizeof deep);
    deep[sizeof deep - 1] = '\0';
    assert_false(expression_evaluate(deep, &variables, &value, fault));
    memset(deep, '-', sizeof deep - 1);
    assert_false(expression_evaluate(deep, &variables, &value, fault));
    variables_free(&variables);
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* The hashes are of the values that this version makes. If they change, results that were recorded
 * before are no longer compared. */
static void check_fill(const char *name, enum dtype type, enum fill fill, bool special,
                       uint64_t wanted)
{
    const struct parameter parameter = {.name = name, .kind = PARAMETER_POINTER, .type = type};
    struct array array = {.parameter = &parameter,
                          .fill = fill,
                          .count = 1000,
                          .low = -1,
                          .high = 1,
                          .least = -100,
                          .most = 100,
                          .is_special = special,
                          .seed = seed_of(name, 1)};
    OWNED_BY(buf_free) struct buf all = {0};
    layout_of_type(type, 1, &array.layout);
    for (uint64_t i = 0; i < array.count; i++)
        buf_put_le(&all, array_element(&array, i), 8);
    if (hash_64(all.data, all.size) != wanted)
        fail_msg("%s: the values have the hash 0x%016" PRIx64, name, hash_64(all.data, all.size));
}

static void test_values(void **state)
{
    (void)state;
    check_fill("x", DTYPE_F32, FILL_RANDOM, false, UINT64_C(0x9f198254aef6905f));
    check_fill("x", DTYPE_F32, FILL_RANDOM, true, UINT64_C(0xf5ee81825f8449b1));
    check_fill("h", DTYPE_F16, FILL_RANDOM, false, UINT64_C(0xd71da9c202402768));
    check_fill("i", DTYPE_I32, FILL_RANDOM, false, UINT64_C(0x60c2689b9903cb62));
    check_fill("b", DTYPE_BF16, FILL_BITS, false, UINT64_C(0x4666afba05b0d6a2));
    check_fill("p", DTYPE_U32, FILL_PERMUTATION, false, UINT64_C(0x825651460ff45fa5));
}

/* The values of a vector's numbers are those of an array of as many numbers. */
static void test_vectors(void **state)
{
    static const enum fill fills[] = {FILL_RANDOM, FILL_RAMP, FILL_PERMUTATION, FILL_ASCENDING};
    const struct parameter parameter = {.kind = PARAMETER_POINTER, .type = DTYPE_U16};
    (void)state;
    for (size_t i = 0; i < sizeof fills / sizeof *fills; i++) {
        struct array plain = {
            .parameter = &parameter, .fill = fills[i], .count = 40, .most = 100, .seed = 3};
        struct array vectors = plain;
        layout_of_type(DTYPE_U16, 1, &plain.layout);
        layout_of_type(DTYPE_U16, 4, &vectors.layout);
        vectors.count = 10;
        assert_true(array_numbers(&vectors) == 40 && array_bytes(&vectors) == 80);
        for (uint64_t k = 0; k < 40; k++)
            assert_true(array_element(&vectors, k) == array_element(&plain, k));
    }
}

static void test_ascending(void **state)
{
    (void)state;
    for (uint64_t count = 1; count < 300; count++) {
        int64_t before = INT64_MIN;
        double number_before = -2;
        for (uint64_t i = 0; i < count; i++) {
            const uint64_t bits = random_bits(count, i), last = count > 1 ? count - 1 : 1;
            const int64_t value = ascending_integer(bits, -7, 100, i, last);
            const double number = ascending_number(bits, -1, 3, i, last);
            assert_true(value >= before && value >= -7 && value <= 100);
            assert_true(number >= number_before && number >= -1 && number <= 3);
            assert_true(i > 0 || (value == -7 && number == -1));
            assert_true(count == 1 || i + 1 < count || (value == 100 && number == 3));
            before = value, number_before = number;
        }
    }
    for (uint64_t i = 0; i <= 10; i++) /* the widest range does not overflow */
        assert_true(ascending_integer(random_bits(1, i), INT64_MIN, INT64_MAX, i, 10) <= INT64_MAX);
}

static void test_permutation(void **state)
{
    (void)state;
    for (uint64_t count = 1; count < 300; count++) {
        const struct parameter parameter = {.type = DTYPE_U64};
        struct array array = {
            .parameter = &parameter, .fill = FILL_PERMUTATION, .count = count, .seed = count};
        layout_of_type(parameter.type, 1, &array.layout);
        OWNED bool *seen = mem_alloc(count);
        for (uint64_t i = 0; i < count; i++) {
            const uint64_t value = array_element(&array, i);
            assert_true(value < count && !seen[value]);
            seen[value] = true;
        }
    }
}

static void test_numbers(void **state)
{
    uint64_t bits;
    (void)state;
    assert_true(number_parse(DTYPE_I8, "-128", &bits) && bits == 0x80);
    assert_true(number_parse(DTYPE_U8, "0xff", &bits) && bits == 0xff);
    assert_true(number_parse(DTYPE_F16, "1e9", &bits) && bits == 0x7c00);
    assert_true(number_parse(DTYPE_U64, "18446744073709551615", &bits) && bits == UINT64_MAX);
    assert_true(number_parse(DTYPE_I32, "010", &bits) && bits == 10); /* as in expressions */
    assert_false(number_parse(DTYPE_I8, "128", &bits));
    assert_false(number_parse(DTYPE_U8, "-1", &bits));
    assert_false(number_parse(DTYPE_U64, "18446744073709551616", &bits));
    assert_false(number_parse(DTYPE_I64, "9223372036854775808", &bits));
    assert_false(number_parse(DTYPE_I32, "1.5", &bits));
    assert_false(number_parse(DTYPE_F32, "1.5x", &bits));
    assert_false(number_parse(DTYPE_F32, "", &bits));
    for (uint64_t i = 0; i < 10000; i++) {
        const double number = random_number(random_bits(3, i), -2, 5);
        const int64_t integer = random_integer(random_bits(4, i), INT64_MIN, INT64_MAX);
        assert_true(number >= -2 && number <= 5);
        assert_true(integer != 0);
        assert_int_equal(random_integer(random_bits(5, i), 7, 7), 7);
    }
}

/* ---- NumPy ----------------------------------------------------------------------------------- */

/* Reads the first |size| bytes of |file|. */
static enum status read_part(const struct buf *file, size_t size, enum dtype type,
                             uint64_t *out_count)
{
    char path[] = "/tmp/kbuild-npy-XXXXXX";
    OWNED char *data = NULL;
    const int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, file->data, size) == (ssize_t)size);
    const enum status status = npy_read(path, type, 1 << 20, &data, out_count);
    close(fd);
    unlink(path);
    return status;
}

/* As numpy.save() writes three numbers: the header and its length field end at a multiple of 64. */
static void put_npy(struct buf *out, const float numbers[3])
{
    enum { LENGTH = 128 - 10 };
    buf_append(out, "\x93NUMPY\1\0", 8);
    buf_put_le(out, LENGTH, 2);
    buf_printf(out, "%-*s\n", LENGTH - 1,
               "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }");
    buf_append(out, numbers, 3 * sizeof *numbers);
}

static void test_npy(void **state)
{
    OWNED_BY(buf_free) struct buf file = {0};
    const float numbers[3] = {1, 2, 3};
    uint64_t count;
    (void)state;
    put_npy(&file, numbers);
    assert_int_equal(file.size % 64, 12);
    assert_int_equal(read_part(&file, file.size, DTYPE_F32, &count), STATUS_OK);
    assert_int_equal(count, 3);
    for (size_t size = 0; size < file.size; size++)
        assert_int_equal(read_part(&file, size, DTYPE_F32, &count), STATUS_INPUT);
    assert_int_equal(read_part(&file, file.size, DTYPE_I32, &count), STATUS_INPUT);
    for (size_t i = 0; i < file.size - 12; i++) { /* any wrong byte is refused or harmless */
        const char old = file.data[i];
        file.data[i] = (char)(old ^ 0x15);
        read_part(&file, file.size, DTYPE_F32, &count);
        file.data[i] = old;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expressions), cmocka_unit_test(test_values),
        cmocka_unit_test(test_vectors),     cmocka_unit_test(test_ascending),
        cmocka_unit_test(test_permutation), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_npy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
