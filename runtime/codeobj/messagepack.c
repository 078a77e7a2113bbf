/* See messagepack.h. Lengths and numbers are big-endian. */
#include "messagepack.h"

#include <inttypes.h>

/* What the first byte of a value says about the value. */
struct format {
    uint8_t type;  /* the type of the value, a value of enum value_type */
    uint8_t field; /* how many bytes the big-endian number has that follows the first byte */
    /* how many bytes of contents every value of this format has after that number; strings, binary
     * values and extensions have more bytes, which that number counts */
    uint8_t payload;
};

static const struct format formats[] = {
    [0xc0 - 0xc0] = {VALUE_NIL, 0, 0},        [0xc1 - 0xc0] = {VALUE_INVALID, 0, 0},
    [0xc2 - 0xc0] = {VALUE_BOOL, 0, 0},       [0xc3 - 0xc0] = {VALUE_BOOL, 0, 0},
    [0xc4 - 0xc0] = {VALUE_BINARY, 1, 0},     [0xc5 - 0xc0] = {VALUE_BINARY, 2, 0},
    [0xc6 - 0xc0] = {VALUE_BINARY, 4, 0},     [0xc7 - 0xc0] = {VALUE_EXTENSION, 1, 1},
    [0xc8 - 0xc0] = {VALUE_EXTENSION, 2, 1},  [0xc9 - 0xc0] = {VALUE_EXTENSION, 4, 1},
    [0xca - 0xc0] = {VALUE_FLOAT, 4, 0},      [0xcb - 0xc0] = {VALUE_FLOAT, 8, 0},
    [0xcc - 0xc0] = {VALUE_UNSIGNED, 1, 0},   [0xcd - 0xc0] = {VALUE_UNSIGNED, 2, 0},
    [0xce - 0xc0] = {VALUE_UNSIGNED, 4, 0},   [0xcf - 0xc0] = {VALUE_UNSIGNED, 8, 0},
    [0xd0 - 0xc0] = {VALUE_NEGATIVE, 1, 0},   [0xd1 - 0xc0] = {VALUE_NEGATIVE, 2, 0},
    [0xd2 - 0xc0] = {VALUE_NEGATIVE, 4, 0},   [0xd3 - 0xc0] = {VALUE_NEGATIVE, 8, 0},
    [0xd4 - 0xc0] = {VALUE_EXTENSION, 0, 2},  [0xd5 - 0xc0] = {VALUE_EXTENSION, 0, 3},
    [0xd6 - 0xc0] = {VALUE_EXTENSION, 0, 5},  [0xd7 - 0xc0] = {VALUE_EXTENSION, 0, 9},
    [0xd8 - 0xc0] = {VALUE_EXTENSION, 0, 17}, [0xd9 - 0xc0] = {VALUE_STRING, 1, 0},
    [0xda - 0xc0] = {VALUE_STRING, 2, 0},     [0xdb - 0xc0] = {VALUE_STRING, 4, 0},
    [0xdc - 0xc0] = {VALUE_ARRAY, 2, 0},      [0xdd - 0xc0] = {VALUE_ARRAY, 4, 0},
    [0xde - 0xc0] = {VALUE_MAP, 2, 0},        [0xdf - 0xc0] = {VALUE_MAP, 4, 0},
};

/* Returns the format of a value that begins with |lead|. |*number| is the part of a number or a
 * size that |lead| itself contains. */
static struct format format_of(uint8_t lead, uint64_t *number)
{
    if (lead >= 0xe0)
        return (struct format){VALUE_NEGATIVE, 0, 0};
    if (lead >= 0xc0) {
        *number = lead == 0xc3; /* the byte 0xc2 is false, and 0xc3 is true */
        return formats[lead - 0xc0];
    }
    if (lead >= 0xa0) {
        *number = lead & 0x1f;
        return (struct format){VALUE_STRING, 0, 0};
    }
    *number = lead < 0x80 ? lead : lead & 0x0f;
    return (struct format){lead < 0x80   ? VALUE_UNSIGNED
                           : lead < 0x90 ? VALUE_MAP
                                         : VALUE_ARRAY,
                           0, 0};
}

static uint64_t read_big_endian(const uint8_t *data, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++)
        number = number << 8 | data[i];
    return number;
}

static void advance(struct messagepack *reader, size_t size)
{
    reader->at += size;
    reader->lead = reader->at < reader->size ? reader->data[reader->at] : 0;
}

/* Returns how many values follow |value| as the contents of an array or map. */
static uint64_t children_of(const struct value *value)
{
    return value->type == VALUE_MAP     ? 2 * value->number
           : value->type == VALUE_ARRAY ? value->number
                                        : 0;
}

void messagepack_open(struct messagepack *reader, const char *what, uint8_t *data, size_t size,
                      uint64_t base)
{
    *reader = (struct messagepack){.what = what, .data = data, .size = size, .base = base};
    advance(reader, 0);
}

void messagepack_jump(struct messagepack *reader, size_t at)
{
    advance(reader, at - reader->at);
}

enum codeobj_status messagepack_next(struct messagepack *reader, struct value *out,
                                     struct codeobj_error *error)
{
    uint64_t number = 0, payload, left = reader->size - reader->at;
    const uint64_t offset = reader->base + reader->at;
    const struct format format = format_of(reader->lead, &number);
    if (left == 0 || format.field > left - 1)
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, offset, "%s ends inside a value",
                               reader->what);
    if (format.type == VALUE_INVALID)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset, "%s is not MessagePack",
                               reader->what);
    if (format.field)
        number = read_big_endian(reader->data + reader->at + 1, format.field);
    left -= 1u + format.field;

    *out = (struct value){.type = format.type, .number = number, .offset = offset};
    payload = format.payload;
    if (format.type == VALUE_STRING || format.type == VALUE_BINARY ||
        format.type == VALUE_EXTENSION)
        payload += number;
    if (format.type == VALUE_NEGATIVE && format.field && !(number >> (8 * format.field - 1)))
        out->type = VALUE_UNSIGNED; /* The number is not negative, although its format is signed. */
    if (payload > left || children_of(out) > left)
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, offset,
                               "%s declares %" PRIu64 " elements and ends before them",
                               reader->what, number);
    if (format.type == VALUE_STRING) {
        out->text = (char *)reader->data + reader->at + 1 + format.field;
        out->size = (size_t)payload;
    }
    advance(reader, 1u + format.field + (size_t)payload);
    if (out->text)
        out->text[out->size] = '\0';
    return CODEOBJ_OK;
}

enum codeobj_status messagepack_skip(struct messagepack *reader, const struct value *value,
                                     struct codeobj_error *error)
{
    uint64_t count = children_of(value);
    /* The count cannot overflow, because each value has at least one byte of the document. */
    while (count > 0) {
        struct value inner;
        enum codeobj_status status = messagepack_next(reader, &inner, error);
        if (status)
            return status;
        count += children_of(&inner) - 1;
    }
    return CODEOBJ_OK;
}
