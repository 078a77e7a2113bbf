/* Layouts of records: what is read, and where each number is. */
#include "verify/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const char *parse(const char *const *fields, struct layout *out)
{
    OWNED_BY(strings_free) struct strings texts = {0};
    strings_add_list(&texts, fields);
    return layout_parse(&texts, out);
}

static void test_wrong(void **state)
{
    static const char *const wrong[] = {"",
                                        "f17",
                                        "u8 *",
                                        "u8 * 0",
                                        "u8 16",
                                        "u8 * -1",
                                        "u8 * 4x",
                                        "u8 ** 4",
                                        "byte",
                                        "* 4",
                                        "u8 * 1048577",
                                        "f64 * 131073",
                                        "u8 * 99999999999999999999"};
    static const char *const many[] = {"u8", "u8", "u8", "u8", "u8", "u8", "u8", "u8", "u8",
                                       "u8", "u8", "u8", "u8", "u8", "u8", "u8", "u8", NULL};
    static const char *const large[] = {"u8 * 1048576", "u8", NULL};
    struct layout layout;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_non_null(parse((const char *const[]){wrong[i], NULL}, &layout));
    assert_non_null(parse(many, &layout));
    assert_non_null(parse(large, &layout));
}

/* The numbers of a record follow each other without gaps. */
static void test_places(void **state)
{
    struct layout layout;
    uint64_t offset = 0;
    (void)state;
    assert_null(parse((const char *const[]){"f16", "u8 * 3", "f32*2", NULL}, &layout));
    assert_int_equal(layout.size, 13);
    assert_int_equal(layout.numbers, 6);
    for (uint64_t i = 0; i < 60; i++) {
        const struct number number = layout_number(&layout, i);
        assert_int_equal(number.offset, offset);
        assert_int_equal(number.field, i % 6 == 0 ? 0 : i % 6 < 4 ? 1 : 2);
        assert_int_equal(number.index, i % 6 == 0 ? 0 : i % 6 < 4 ? i % 6 - 1 : i % 6 - 4);
        offset += dtype_size(number.type);
    }
    layout_of_type(DTYPE_F64, 1, &layout);
    assert_int_equal(layout_number(&layout, 7).offset, 56);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
