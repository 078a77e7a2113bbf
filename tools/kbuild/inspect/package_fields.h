/* The fields of a package's JSON, as tables: the same ones write and read it, so that everything
 * written can be read.
 */
#ifndef KBUILD_INSPECT_PACKAGE_FIELDS_H
#define KBUILD_INSPECT_PACKAGE_FIELDS_H

#include "inspect/package.h"

#define PACKAGE_FORMAT "kbuild-inspect-1"

enum field_kind {
    FIELD_U8,
    FIELD_U16,
    FIELD_U32,
    FIELD_U64,
    FIELD_HASH,   /* uint64_t, as a string of 16 digits; left out when 0 */
    FIELD_SIZE,   /* size_t; null for PACKAGE_NONE */
    FIELD_OFFSET, /* uint64_t; null for PACKAGE_NO_OFFSET */
    FIELD_BOOL,
    FIELD_FLAG,   /* bool; left out when false */
    FIELD_DIMS,   /* uint32_t[3]; left out when all are 0 */
    FIELD_STRING, /* char *, never NULL */
    FIELD_TEXT,   /* char *; left out when NULL */
    FIELD_WORD,   /* an enum, by |words| */
    FIELD_OBJECT, /* a struct inside the struct, by |fields| */
};

struct field {
    const char *name;
    enum field_kind kind;
    size_t offset;
    const char *const *words; /* ends with NULL */
    const struct field *fields;
};

/* Each ends with an entry that has no name. |object_fields| are in the JSON of an image, and only
 * when it |is_read|; |hash_fields|, of a uint64_t, in that of a kernel. */
extern const struct field file_fields[], container_fields[], image_fields[], object_fields[],
    kernel_fields[], hash_fields[], argument_fields[], problem_fields[];

/* By enum occupancy_limit. */
extern const char *const occupancy_words[];

#endif
