/* What the elements of an array are: numbers of one type, or records of several fields. */
#ifndef KBUILD_VERIFY_LAYOUT_H
#define KBUILD_VERIFY_LAYOUT_H

#include "verify/dtype.h"

enum { FIELDS_MAX = 16 };

/* Some numbers of one type in a record. */
struct field {
    enum dtype type;
    uint32_t count;  /* how many numbers the field has */
    uint32_t offset; /* where the field begins in the record, in bytes */
};

struct layout {
    struct field fields[FIELDS_MAX];
    size_t field_count;
    uint32_t size;    /* the bytes of a record */
    uint32_t numbers; /* how many numbers a record has, in all its fields */
};

/* A number in an array. */
struct number {
    enum dtype type;
    size_t field;    /* the index of its field */
    uint32_t index;  /* its index in the field */
    uint64_t offset; /* where it is in the array, in bytes */
};

/* Makes the layout of an array of vectors of |lanes| numbers each: 1 for plain numbers. */
void layout_of_type(enum dtype type, uint32_t lanes, struct layout *out);
/* Reads the fields of a record, without gaps: "f16", "u8 * 16". On failure returns what is wrong,
 * else NULL. */
const char *layout_parse(const struct strings *fields, struct layout *out);
/* Finds number |index| of an array, counted through all records. */
struct number layout_number(const struct layout *layout, uint64_t index);

#endif
