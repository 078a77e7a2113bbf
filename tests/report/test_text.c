/* Text out of a file cannot leave the place that it was put in. */
#include "inspect/parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <jansson.h>
#include <string.h>

static void assert_safe(const struct buf *text)
{
    assert_null(strchr(text->data, '<'));
    json_t *checked = json_stringn(text->data, text->size); /* NULL when it is not UTF-8 */
    assert_non_null(checked);
    json_decref(checked);
}

static void assert_safe_both(const char *bytes)
{
    struct buf html = {0}, json = {0}, script = {0};
    html_put(&html, bytes);
    json_put(&json, bytes);
    script_put(&script, &json);
    buf_reserve(&html, 0);
    assert_safe(&html);
    assert_safe(&script);
    assert_null(strpbrk(html.data, "\"'"));
    json_t *value = json_loadb(script.data, script.size, JSON_DECODE_ANY, NULL);
    assert_true(json_is_string(value));
    json_t *valid = json_string(bytes);
    if (valid)
        assert_string_equal(json_string_value(value), bytes);
    json_decref(valid);
    json_decref(value);
    buf_free(&html);
    buf_free(&json);
    buf_free(&script);
}

static void any_three_bytes_are_safe(void **state)
{
    (void)state;
    static const unsigned char last[] = {0, 'a', '<', '"', 0x7f, 0x80, 0xbf, 0xc0, 0xff};
    for (unsigned a = 1; a < 256; a++)
        for (unsigned b = 1; b < 256; b++)
            for (size_t c = 0; c < sizeof last; c++)
                assert_safe_both((char[]){(char)a, (char)b, (char)last[c], 0});
}

static void the_edges_of_utf8_are_kept_and_what_is_beyond_is_replaced(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *html;
    } cases[] = {
        {"\xc2\xa0", "\xc2\xa0"},
        {"\xdf\xbf", "\xdf\xbf"},
        {"\xe0\xa0\x80", "\xe0\xa0\x80"},
        {"\xef\xbf\xbd", "\xef\xbf\xbd"},
        {"\xf0\x90\x80\x80", "\xf0\x90\x80\x80"},
        {"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},
        {"a\xc1\x81", "a\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xe0\x9f\xbf", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, /* too long a form */
        {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, /* a surrogate */
        {"\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xf5", "\xef\xbf\xbd"},
        {"\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\x01\x1b", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xc2\x9b", "\xef\xbf\xbd"},
        {"f<int>&'\"", "f&#60;int&#62;&#38;&#39;&#34;"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf html = {0};
        html_put(&html, cases[i].bytes);
        assert_string_equal(html.data, cases[i].html);
        buf_free(&html);
    }
}

static void counts_are_readable(void **state)
{
    (void)state;
    static const struct {
        uint64_t number;
        const char *count;
    } cases[] = {
        {0, "0"},
        {999, "999"},
        {1000, "1,000"},
        {123456, "123,456"},
        {1048576, "1,048,576"},
        {UINT64_MAX, "18,446,744,073,709,551,615"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf count = {0};
        count_put(&count, cases[i].number);
        assert_string_equal(count.data, cases[i].count);
        buf_free(&count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_three_bytes_are_safe),
        cmocka_unit_test(the_edges_of_utf8_are_kept_and_what_is_beyond_is_replaced),
        cmocka_unit_test(counts_are_readable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
