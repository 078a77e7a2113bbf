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
    VALUE_INVALID, /* the byte 0xc1, with which no value starts */
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
    /* a boolean or unsigned value; for an array, the number of elements; for a map, the number of
     * pairs */
    uint64_t number;
    char *text;  /* for a string: its bytes, followed by a NUL; there may also be NULs inside */
    size_t size; /* how many bytes |text| has */
    /* the offset of the value's first byte in the whole input, for error messages: struct
     * messagepack's |base| plus the offset in the document */
    uint64_t offset;
};

struct messagepack {
    const char *what; /* what the document is, for messages: "metadata" */
    uint8_t *data;    /* the document: |size| bytes, and room for a NUL */
    size_t size;
    size_t at;
    uint8_t lead; /* the byte data[at] of the document; in |data| a NUL may have replaced it */
    /* the offset of |data| in the whole input, which is added to offsets in errors */
    uint64_t base;
};

/* Starts to read the |size| bytes at |data|, which has room for one more byte. */
void messagepack_open(struct messagepack *reader, const char *what, uint8_t *data, size_t size,
                      uint64_t base);
/* Reads the next value. Of an array or a map it reads only the head; the elements follow as values.
 * The function has checked that the document has at least one byte left for each of these
 * values. */
enum codeobj_status messagepack_next(struct messagepack *reader, struct value *out,
                                     struct codeobj_error *error);
/* Continues at |at|, where a value starts or the document ends. |at| must be after everything that
 * was read. */
void messagepack_jump(struct messagepack *reader, size_t at);
/* Skips the contents of |value|, which messagepack_next() has just returned. */
enum codeobj_status messagepack_skip(struct messagepack *reader, const struct value *value,
                                     struct codeobj_error *error);

#endif
