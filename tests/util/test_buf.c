#include "check.h"

#include "util/buf.h"

static void what_is_appended_is_there_in_order(void **state)
{
    (void)state;
    struct buf buf = {0};
    for (int i = 0; i < 1000; i++)
        buf_printf(&buf, "%d,", i);
    buf_putc(&buf, '\0');
    buf_append(&buf, "end", 3);
    assert_memory_equal(buf.data, "0,1,2,", 6);
    assert_string_equal(buf.data + strlen(buf.data) + 1, "end");
    assert_int_equal(buf.size, 10 * 2 + 90 * 3 + 900 * 4 + 1 + 3);
    buf_free(&buf);
    assert_null(buf.data);
}

static void an_empty_buf_is_taken_as_an_empty_string(void **state)
{
    (void)state;
    struct buf buf = {0};
    char *text = buf_take(&buf);
    assert_string_equal(text, "");
    free(text);
}

static void strings_are_an_argv(void **state)
{
    (void)state;
    struct strings strings = {0};
    for (int i = 0; i < 20; i++) {
        strings_addf(&strings, "%c", 'z' - i);
        assert_null(strings.items[strings.count]);
    }
    assert_true(strings_contain(&strings, "g"));
    assert_false(strings_contain(&strings, "a"));
    strings_sort(&strings);
    for (size_t i = 1; i < strings.count; i++)
        assert_true(strcmp(strings.items[i - 1], strings.items[i]) < 0);
    strings_free(&strings);
    strings_sort(&strings); /* an empty list */
    assert_int_equal(strings.count, 0);
}

static void control_characters_of_names_do_not_reach_a_terminal(void **state)
{
    static const struct {
        const char *text, *kept, *wanted;
    } cases[] = {
        {"plain \xc3\xa9 \xe2\x82\xac", "", "plain \xc3\xa9 \xe2\x82\xac"},
        {"a\033[2Jb\007\177\r\n\t", "", "a?[2Jb?????"},
        {"a\n\tb\r", "\n\t", "a\n\tb?"},
        {"\xc2\x9b"
         "2J\xc2\x80\xc2\xa0",
         "\n", "?2J?\xc2\xa0"},
        {"\033[1;31mred\033[0m\033[K", "\033", "\033[1;31mred\033[0m\033[K"},
        {"\033[1;31mred", "", "?[1;31mred"},
        {"\033[2J\033]0;t\007\033[31\033[?25l\033", "\033", "?[2J?]0;t??[31?[?25l?"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf out = {0};
        buf_puts(&out, "> ");
        buf_put_clean(&out, cases[i].text, strlen(cases[i].text), cases[i].kept);
        assert_string_equal(out.data + 2, cases[i].wanted);
        assert_int_equal(out.size, strlen(out.data));
        buf_free(&out);
    }
    struct buf out = {0};
    buf_put_clean(&out, "a\0b", 3, "\n");
    assert_string_equal(out.data, "a?b");
    buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_appended_is_there_in_order),
        cmocka_unit_test(an_empty_buf_is_taken_as_an_empty_string),
        cmocka_unit_test(strings_are_an_argv),
        cmocka_unit_test(control_characters_of_names_do_not_reach_a_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
