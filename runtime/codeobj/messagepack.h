/* MessagePack, read once from front to back, in memory that the reader may write. See the
 * MessagePack specification, "Formats".
 *
 * Every declared size is checked against the bytes that are left, so nothing is allocated, and
 * nesting costs nothing. Strings are used in place: the reader has already read the first byte of
 * the next value when a string ends, and writes a NUL there.
 */
#ifndef CODEOBJ_MESSAGEPACK_H
#define CODEOBJ_MESSAGEPACK_H

#include "span.h"

enum value_type {
    VALUE_INVALID, /* the only byte that starts no value */
    VALUE_NIL,
    VALUE_BOOL,
    VALUE_UNSIGNED, /* any number that is at least 0, in any format */
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
    /* of a boolean or unsigned value; for an array its elements, for a map its pairs */
    uint64_t number;
    char *text;      /* of a string: a NUL follows, and there may be NULs inside */
    size_t size;     /* bytes of |text| */
    uint64_t offset; /* of the value's first byte, as errors have it */
};

struct messagepack {
    const char *what; /* what the document is, for messages: "metadata" */
    uint8_t *data;    /* |size| + 1 bytes */
    size_t size;
    size_t at;
    uint8_t lead;  /* the byte data[at] of the document, which a NUL may have replaced */
    uint64_t base; /* offset of |data| in the bytes that error offsets refer to */
};

/* Starts to read the |size| bytes at |data|, which has room for one byte more. */
void messagepack_open(struct messagepack *reader, const char *what, uint8_t *data, size_t size,
                      uint64_t base);
/* Reads the next value. Of an array or a map it reads only the head; the elements follow as values.
 * The document has at least one byte left for each of these values. */
enum codeobj_status messagepack_next(struct messagepack *reader, struct value *out,
                                     struct codeobj_error *error);
/* Continues at |at|, where a value starts or the document ends; |at| is after everything that was
 * read. */
void messagepack_jump(struct messagepack *reader, size_t at);
/* Skips the contents of |value|, which messagepack_next() has just returned. */
enum codeobj_status messagepack_skip(struct messagepack *reader, const struct value *value,
                                     struct codeobj_error *error);

#endif
