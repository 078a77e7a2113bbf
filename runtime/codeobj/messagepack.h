/* MessagePack, read once from front to back, in memory that may be written.
 * See the MessagePack specification, "Formats".
 *
 * Every declared size is checked against the bytes that are left, so nothing is allocated, and
 * nesting costs nothing. Strings are used in place: a value's first byte is read when the value
 * before it ends, so the byte behind a string is free to become its NUL.
 */
#ifndef CODEOBJ_MESSAGEPACK_H
#define CODEOBJ_MESSAGEPACK_H

#include "span.h"

enum value_type {
    VALUE_INVALID, /* the only byte that starts no value */
    VALUE_NIL,
    VALUE_BOOL,
    VALUE_UNSIGNED, /* any number from 0 on, however it is written */
    VALUE_NEGATIVE,
    VALUE_FLOAT,
    VALUE_STRING,
    VALUE_BINARY,
    VALUE_ARRAY,
    VALUE_MAP,
    VALUE_EXTENSION,
};

struct value {
    enum value_type type;
    uint64_t number; /* of a boolean or unsigned one; elements of an array; pairs of a map */
    char *text;      /* of a string, NUL behind it, and perhaps others inside */
    size_t size;     /* bytes of |text| */
    uint64_t offset; /* of its first byte, as errors have it */
};

struct messagepack {
    const char *what; /* it is, for messages: "metadata" */
    uint8_t *data;    /* |size| + 1 bytes */
    size_t size;
    size_t at;
    uint8_t lead;  /* data[at] as it was in the document */
    uint64_t base; /* offset of |data| in the bytes that error offsets refer to */
};

/* Starts on the |size| bytes at |data|, which has room for one more. */
void messagepack_open(struct messagepack *reader, const char *what, uint8_t *data, size_t size,
                      uint64_t base);
/* The next value: of an array or a map only its head, its elements follow as values of their own.
 * There are enough bytes left for each of them to have one. */
enum codeobj_status messagepack_next(struct messagepack *reader, struct value *out,
                                     struct codeobj_error *error);
/* Goes on at |at|, where a value starts, or the document ends, behind all that was read. */
void messagepack_jump(struct messagepack *reader, size_t at);
/* Skips the contents of |value|, which messagepack_next() has just returned. */
enum codeobj_status messagepack_skip(struct messagepack *reader, const struct value *value,
                                     struct codeobj_error *error);

#endif
