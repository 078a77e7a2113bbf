/* Emission by table: two bytes of input become up to eight characters with one load and one store.
 *
 * A byte's shortest escape depends on the byte behind it: "\0" must not be before '7',
 * which would be read as part of the escape. Inside a pair the table knows that byte. The second
 * byte of a pair is written in its shortest form, unless it has a longer one and an octal digit
 * follows; that is rare, and takes the slow path of one byte at a time. See C11 5.1.1.2 (escapes
 * are converted in phase 5, before adjacent literals are joined in phase 6) and 6.4.4.4.
 */
#include "literal.h"

#include "util/buf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STRING_LINE = 128, /* bytes of a line of a string */
    STRING_MARKS = 3,  /* characters of a line that do not belong to a byte: two quotes, newline */
    ARRAY_LINE = 12,   /* bytes of a line of an array */
    ARRAY_BYTE = 6,    /* characters of a byte in it: "0x00, " */
    ARRAY_INDENT = 2,  /* and in front of the first one */
    ARRAY_LINE_TEXT = ARRAY_INDENT + ARRAY_LINE * ARRAY_BYTE, /* the last blank is the newline */
    STORE = 8, /* characters that are stored at once */
};
_Static_assert(LITERAL_BLOCK % STRING_LINE == 0, "blocks are whole lines");
_Static_assert(LITERAL_BLOCK % ARRAY_LINE == 0, "blocks are whole lines");

/* The characters, and how many they are; those behind are NUL and are stored, but not kept. */
struct text {
    char characters[STORE];
    uint8_t length;
};

struct literal {
    enum literal_kind kind;
    struct text bytes[2][256]; /* of a byte: alone, and before an octal digit (array: only [0]) */
    /* For strings. */
    uint8_t lengthens[256];      /* does an octal digit behind this byte make it longer? */
    uint8_t is_octal_digit[256]; /* 0 or 1, both */
    uint64_t pairs[65536];       /* characters in the order of memory */
    uint8_t pair_lengths[65536];
};

static struct text string_byte(unsigned byte, bool before_digit)
{
    struct text text = {0};
    int length;
    if (byte >= '\a' && byte <= '\r')
        length = snprintf(text.characters, STORE, "\\%c", "abtnvfr"[byte - '\a']);
    else if (byte == '"' || byte == '\\' || byte == '?')
        length = snprintf(text.characters, STORE, "\\%c", (int)byte);
    else if (byte >= ' ' && byte <= '~')
        length = snprintf(text.characters, STORE, "%c", (int)byte);
    else
        length = snprintf(text.characters, STORE, before_digit ? "\\%03o" : "\\%o", byte);
    text.length = (uint8_t)length;
    return text;
}

static struct text array_byte(unsigned byte)
{
    struct text text = {0};
    text.length = (uint8_t)snprintf(text.characters, STORE, "0x%02x, ", byte);
    return text;
}

static void make_pair(struct literal *literal, unsigned first, unsigned second)
{
    const struct text *left = &literal->bytes[literal->is_octal_digit[second]][first];
    const struct text *right = &literal->bytes[0][second];
    uint8_t input[2] = {(uint8_t)first, (uint8_t)second};
    uint16_t index;
    memcpy(&index, input, sizeof index);
    char characters[2 * STORE];
    memcpy(characters, left->characters, STORE);
    memcpy(characters + left->length, right->characters, STORE);
    memcpy(&literal->pairs[index], characters, STORE);
    literal->pair_lengths[index] = left->length + right->length;
}

struct literal *literal_make(enum literal_kind kind)
{
    struct literal *literal = mem_alloc(sizeof *literal);
    literal->kind = kind;
    for (unsigned byte = 0; byte < 256; byte++) {
        if (kind == LITERAL_ARRAY) {
            literal->bytes[0][byte] = array_byte(byte);
            continue;
        }
        literal->bytes[0][byte] = string_byte(byte, false);
        literal->bytes[1][byte] = string_byte(byte, true);
        literal->lengthens[byte] = literal->bytes[0][byte].length != literal->bytes[1][byte].length;
        literal->is_octal_digit[byte] = byte >= '0' && byte <= '7';
    }
    for (unsigned second = 0; kind == LITERAL_STRING && second < 256; second++)
        for (unsigned first = 0; first < 256; first++)
            make_pair(literal, first, second);
    return literal;
}

void literal_free(struct literal *literal)
{
    free(literal);
}

size_t literal_room(const struct literal *literal, size_t size)
{
    if (literal->kind == LITERAL_ARRAY)
        return (size / ARRAY_LINE + 1) * ARRAY_LINE_TEXT + STORE;
    return size * 4 + (size / STRING_LINE + 1) * STRING_MARKS + STORE;
}

static inline char *put_text(char *out, const struct text *text)
{
    memcpy(out, text->characters, STORE);
    return out + text->length;
}

static inline char *put_pair(const struct literal *literal, const uint8_t *bytes, char *out)
{
    uint16_t index;
    memcpy(&index, bytes, sizeof index);
    memcpy(out, &literal->pairs[index], STORE);
    return out + literal->pair_lengths[index];
}

/* A line's bytes, without the quotes. */
static char *write_string_line(const struct literal *literal, const uint8_t *bytes, size_t size,
                               char *out)
{
    size_t i = 0;
    while (i + 2 < size) {
        if (literal->lengthens[bytes[i + 1]] & literal->is_octal_digit[bytes[i + 2]]) {
            out = put_text(out, &literal->bytes[0][bytes[i]]); /* a longer escape is not a digit */
            out = put_text(out, &literal->bytes[1][bytes[i + 1]]);
        } else {
            out = put_pair(literal, bytes + i, out);
        }
        i += 2;
    }
    for (; i < size; i++) {
        bool before_digit = i + 1 < size && literal->is_octal_digit[bytes[i + 1]];
        out = put_text(out, &literal->bytes[before_digit][bytes[i]]);
    }
    return out;
}

static char *write_string(const struct literal *literal, struct span bytes, char *out)
{
    for (size_t i = 0; i < bytes.size; i += STRING_LINE) {
        size_t size = bytes.size - i < STRING_LINE ? bytes.size - i : STRING_LINE;
        *out++ = '"';
        out = write_string_line(literal, bytes.data + i, size, out);
        *out++ = '"';
        *out++ = '\n';
    }
    return out;
}

static char *write_array(const struct literal *literal, struct span bytes, bool is_last, char *out)
{
    size_t i = 0;
    for (; i + ARRAY_LINE <= bytes.size; i += ARRAY_LINE) {
        out[0] = out[1] = ' ';
        out += ARRAY_INDENT;
        for (int j = 0; j < ARRAY_LINE; j++, out += ARRAY_BYTE)
            memcpy(out, literal->bytes[0][bytes.data[i + j]].characters, STORE);
        out[-1] = '\n';
    }
    if (i < bytes.size) {
        out[0] = out[1] = ' ';
        out += ARRAY_INDENT;
        for (; i < bytes.size; i++)
            out = put_text(out, &literal->bytes[0][bytes.data[i]]);
        out[-1] = '\n';
    }
    if (is_last && bytes.size) { /* no comma behind the last byte */
        out[-2] = '\n';
        out--;
    }
    return out;
}

size_t literal_write(const struct literal *literal, struct span bytes, bool is_last, char *out)
{
    char *end = literal->kind == LITERAL_ARRAY ? write_array(literal, bytes, is_last, out)
                                               : write_string(literal, bytes, out);
    return (size_t)(end - out);
}
