/* A byte's shortest escape depends on the byte behind it: "\0" must not be before '7', which would
 * be read as part of the escape. See C11 5.1.1.2 (escapes are converted in phase 5, before adjacent
 * literals are joined in phase 6) and 6.4.4.4.
 */
#include "literal.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { STRING_LINE = 128, ARRAY_LINE = 12, LONGEST = 4 };

/* All of it is stored at once, and |length| characters are kept. */
struct escape {
    char text[7];
    uint8_t length;
};

static struct escape escape_make(unsigned byte, bool before_digit)
{
    char text[8];
    struct escape escape = {0};
    if (byte >= '\a' && byte <= '\r')
        snprintf(text, sizeof text, "\\%c", "abtnvfr"[byte - '\a']);
    else if (byte == '"' || byte == '\\' || byte == '?')
        snprintf(text, sizeof text, "\\%c", (int)byte);
    else if (byte >= ' ' && byte <= '~')
        snprintf(text, sizeof text, "%c", (int)byte);
    else
        snprintf(text, sizeof text, before_digit ? "\\%03o" : "\\%o", byte);
    escape.length = (uint8_t)strlen(text);
    memcpy(escape.text, text, escape.length);
    return escape;
}

static inline char *put_escape(char *out, const struct escape *escape)
{
    memcpy(out, escape, sizeof *escape);
    return out + escape->length;
}

void literal_put_string(struct buf *out, struct span bytes)
{
    struct escape escapes[2][256]; /* of a byte that no octal digit follows, and before one */
    for (unsigned byte = 0; byte < 512; byte++)
        escapes[byte / 256][byte % 256] = escape_make(byte % 256, byte >= 256);
    for (size_t line = 0, end; line < bytes.size; line = end) {
        end = bytes.size - line < STRING_LINE ? bytes.size : line + STRING_LINE;
        buf_reserve(out, 1 + LONGEST * STRING_LINE + sizeof(struct escape));
        char *at = out->data + out->size;
        *at++ = '"';
        for (size_t i = line; i + 1 < end; i++) {
            bool before_digit = (bytes.data[i + 1] & 0xf8) == '0';
            at = put_escape(at, &escapes[before_digit][bytes.data[i]]);
        }
        at = put_escape(at, &escapes[0][bytes.data[end - 1]]);
        out->size = (size_t)(at - out->data);
        buf_puts(out, "\"\n");
    }
}

void literal_put_array(struct buf *out, struct span bytes)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < bytes.size; i++) {
        bool is_last = i + 1 == bytes.size, ends_line = (i + 1) % ARRAY_LINE == 0 || is_last;
        const char text[] = {'0', 'x', digits[bytes.data[i] >> 4], digits[bytes.data[i] & 15], ','};
        buf_puts(out, i % ARRAY_LINE ? " " : "  ");
        buf_append(out, text, sizeof text - is_last);
        if (ends_line)
            buf_putc(out, '\n');
    }
}
