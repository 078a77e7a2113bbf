/* Makes string literals with a table: two bytes become up to eight characters with one load and one
 * store.
 *
 * The shortest escape of a byte depends on the next byte: "\0" must not be before '7', which would
 * be read as part of the escape. The table has each pair of bytes, so it knows the byte after the
 * first one. It has the shortest escape of the second byte; if that escape is shorter than three
 * digits and an octal digit follows, the pair is written byte by byte. See C11 5.1.1.2 (escapes are
 * converted in phase 5, before adjacent literals are joined in phase 6) and 6.4.4.4. */
#include "parts.h"

enum { STRING_LINE = 128, LONGEST = 4, STORE = 8 };
_Static_assert(LITERAL_PART % STRING_LINE == 0, "whole lines");

/* An escape of |length| characters. put_escape() copies all of |text| at once, and does not keep
 * the characters after |length|. */
struct escape {
    char text[STORE];
    uint8_t length;
};

struct escapes {
    /* the escape of each byte: bytes[1] before an octal digit, bytes[0] before other bytes */
    struct escape bytes[2][256];
    uint8_t lengthens[256]; /* for each byte, whether its escape is longer before an octal digit */
    uint8_t is_octal_digit[256];
    char pairs[65536][STORE];
    uint8_t pair_lengths[65536];
};

static struct escape escape_make(unsigned byte, bool before_digit)
{
    struct escape escape = {0};
    if (byte >= '\a' && byte <= '\r')
        snprintf(escape.text, STORE, "\\%c", "abtnvfr"[byte - '\a']);
    else if (byte == '"' || byte == '\\' || byte == '?')
        snprintf(escape.text, STORE, "\\%c", (int)byte);
    else if (byte >= ' ' && byte <= '~')
        snprintf(escape.text, STORE, "%c", (int)byte);
    else
        snprintf(escape.text, STORE, before_digit ? "\\%03o" : "\\%o", byte);
    escape.length = (uint8_t)strlen(escape.text);
    return escape;
}

static inline char *put_escape(char *out, const struct escape *escape)
{
    memcpy(out, escape->text, STORE);
    return out + escape->length;
}

static inline uint16_t pair_index(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static void make_pair(struct escapes *escapes, unsigned first, unsigned second)
{
    char text[2 * STORE];
    char *middle = put_escape(text, &escapes->bytes[escapes->is_octal_digit[second]][first]);
    char *end = put_escape(middle, &escapes->bytes[0][second]);
    uint16_t index = pair_index((const uint8_t[]){(uint8_t)first, (uint8_t)second});
    memcpy(escapes->pairs[index], text, STORE);
    escapes->pair_lengths[index] = (uint8_t)(end - text);
}

struct escapes *escapes_make(void)
{
    struct escapes *escapes = mem_alloc(sizeof *escapes);
    for (unsigned byte = 0; byte < 256; byte++) {
        struct escape alone = escape_make(byte, false), before_digit = escape_make(byte, true);
        escapes->bytes[0][byte] = alone;
        escapes->bytes[1][byte] = before_digit;
        escapes->lengthens[byte] = alone.length != before_digit.length;
        escapes->is_octal_digit[byte] = byte >= '0' && byte <= '7';
    }
    for (unsigned pair = 0; pair < 65536; pair++)
        make_pair(escapes, pair / 256, pair % 256);
    return escapes;
}

void escapes_free(struct escapes *escapes)
{
    free(escapes);
}

/* Writes the bytes of one line of the literal, without the quotes. */
static char *put_line(char *out, const struct escapes *escapes, const uint8_t *bytes, size_t size)
{
    size_t i = 0;
    while (i + 2 < size) {
        if (escapes->lengthens[bytes[i + 1]] & escapes->is_octal_digit[bytes[i + 2]]) {
            /* The byte after this one becomes an escape, and so is not a digit. */
            out = put_escape(out, &escapes->bytes[0][bytes[i]]);
            out = put_escape(out, &escapes->bytes[1][bytes[i + 1]]);
        } else {
            uint16_t pair = pair_index(&bytes[i]);
            memcpy(out, escapes->pairs[pair], STORE);
            out += escapes->pair_lengths[pair];
        }
        i += 2;
    }
    for (; i < size; i++) {
        bool before_digit = i + 1 < size && escapes->is_octal_digit[bytes[i + 1]];
        out = put_escape(out, &escapes->bytes[before_digit][bytes[i]]);
    }
    return out;
}

void literal_put_string(struct buf *out, const struct escapes *escapes, struct span bytes)
{
    for (size_t line = 0; line < bytes.size; line += STRING_LINE) {
        size_t size = bytes.size - line < STRING_LINE ? bytes.size - line : STRING_LINE;
        buf_reserve(out, 1 + LONGEST * STRING_LINE + STORE);
        char *at = out->data + out->size;
        *at++ = '"';
        at = put_line(at, escapes, bytes.data + line, size);
        out->size = (size_t)(at - out->data);
        buf_append(out, "\"\n", 2);
    }
}
