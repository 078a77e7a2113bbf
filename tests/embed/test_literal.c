/* The text of bytes, read back by the rules of C, and held against a plain way to write it. */
#include "emit/parts.h"

#include "bytes.h"
#include "util/buf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t sizes[] = {1,   2,   3,   7,   8,   9,   11,   12,   13,   127,  128,
                               129, 383, 384, 385, 511, 512, 1000, 4095, 4096, 4097, 131072};
enum { SIZES = sizeof sizes / sizeof *sizes };

static char *write_all(const uint8_t *bytes, size_t size, size_t part, size_t *out_size)
{
    struct buf text = {0};
    struct escapes *escapes = escapes_make();
    for (size_t i = 0; i < size; i += part) {
        struct span span = {bytes + i, size - i < part ? size - i : part};
        literal_put_string(&text, escapes, span);
        assert_int_equal(text.data[text.size], '\0');
    }
    escapes_free(escapes);
    *out_size = text.size;
    return buf_take(&text);
}

/* C11 6.4.4.4: up to three octal digits; the simple escapes. Phase 1 would see trigraphs. */
static size_t read_string(const char *text, size_t size, uint8_t *out)
{
    size_t count = 0;
    bool inside = false;
    for (size_t i = 0; i < size; i++) {
        assert_false(text[i] == '?' && i + 1 < size && text[i + 1] == '?');
        if (!inside) {
            assert_true(text[i] == '"' || text[i] == '\n');
            inside = text[i] == '"';
        } else if (text[i] == '"') {
            inside = false;
        } else if (text[i] != '\\') {
            assert_true(text[i] >= ' ' && text[i] <= '~');
            out[count++] = (uint8_t)text[i];
        } else if (text[i + 1] >= '0' && text[i + 1] <= '7') {
            unsigned value = 0;
            for (int digits = 0; digits < 3 && text[i + 1] >= '0' && text[i + 1] <= '7'; digits++)
                value = value * 8 + (unsigned)(text[++i] - '0');
            assert_true(value < 256);
            out[count++] = (uint8_t)value;
        } else {
            const char *simple = "abtnvfr\"\\?", *values = "\a\b\t\n\v\f\r\"\\?";
            const char *found = strchr(simple, text[++i]);
            assert_non_null(found);
            out[count++] = (uint8_t)values[found - simple];
        }
    }
    assert_false(inside);
    return count;
}

static void string_reads_back(void **state)
{
    (void)state;
    for (int kind = 0; kind < BYTES_KINDS; kind++)
        for (size_t i = 0; i < SIZES; i++) {
            uint8_t *bytes = malloc(sizes[i]), *back = malloc(4 * sizes[i]);
            bytes_fill((enum bytes_kind)kind, i, bytes, sizes[i]);
            size_t size;
            char *text = write_all(bytes, sizes[i], sizes[i], &size);
            assert_int_equal(read_string(text, size, back), sizes[i]);
            assert_memory_equal(back, bytes, sizes[i]);
            free(text);
            free(back);
            free(bytes);
        }
}

/* One byte after the other, each escape as short as it may be. */
static char *plain_string(const uint8_t *bytes, size_t size)
{
    struct buf text = {0};
    for (size_t i = 0; i < size; i++) {
        bool line_ends = i % 128 == 127 || i + 1 == size;
        if (i % 128 == 0)
            buf_putc(&text, '"');
        bool digit_follows = !line_ends && bytes[i + 1] >= '0' && bytes[i + 1] <= '7';
        static const char special[] = "\a\b\t\n\v\f\r\"\\?", names[] = "abtnvfr\"\\?";
        const char *found = bytes[i] ? strchr(special, bytes[i]) : NULL;
        if (found)
            buf_printf(&text, "\\%c", names[found - special]);
        else if (bytes[i] >= ' ' && bytes[i] <= '~')
            buf_putc(&text, (char)bytes[i]);
        else
            buf_printf(&text, digit_follows ? "\\%03o" : "\\%o", bytes[i]);
        if (line_ends)
            buf_puts(&text, "\"\n");
    }
    return buf_take(&text);
}

static void string_is_as_short_as_can_be(void **state)
{
    (void)state;
    for (int kind = 0; kind < BYTES_KINDS; kind++)
        for (size_t i = 0; i < SIZES; i++) {
            uint8_t *bytes = malloc(sizes[i]);
            bytes_fill((enum bytes_kind)kind, 100 + i, bytes, sizes[i]);
            size_t size;
            char *text = write_all(bytes, sizes[i], sizes[i], &size);
            char *expected = plain_string(bytes, sizes[i]);
            assert_int_equal(size, strlen(expected));
            assert_memory_equal(text, expected, size);
            free(expected);
            free(text);
            free(bytes);
        }
}

static void parts_join_to_the_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < SIZES; i++) {
        uint8_t *bytes = malloc(sizes[i]);
        bytes_fill(BYTES_TEXT, i, bytes, sizes[i]);
        size_t size, again;
        char *whole = write_all(bytes, sizes[i], sizes[i], &size);
        char *parts = write_all(bytes, sizes[i], LITERAL_PART, &again);
        assert_int_equal(size, again);
        assert_memory_equal(whole, parts, size);
        free(parts);
        free(whole);
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(string_reads_back),
        cmocka_unit_test(string_is_as_short_as_can_be),
        cmocka_unit_test(parts_join_to_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
