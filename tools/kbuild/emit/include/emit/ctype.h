/* Parameter types as C and C++ hosts see them.
 *
 * Device types that a host compiler lacks are mapped to types of krt.h: __half becomes
 * struct krt_f16. A pointer is to device memory and keeps its pointee where that has a name in C; a
 * record passed by value is opaque bytes of the right size and alignment.
 */
#ifndef KBUILD_EMIT_CTYPE_H
#define KBUILD_EMIT_CTYPE_H

#include <stdbool.h>
#include <stddef.h>

enum ctype_scalar {
    CTYPE_BOOL,
    CTYPE_I8,
    CTYPE_I16,
    CTYPE_I32,
    CTYPE_I64,
    CTYPE_U8,
    CTYPE_U16,
    CTYPE_U32,
    CTYPE_U64,
    CTYPE_F16,
    CTYPE_F32,
    CTYPE_F64,
    CTYPE_BF16,
    CTYPE_F8E4M3,
    CTYPE_F8E5M2,
    CTYPE_SCALAR_COUNT,
};

enum ctype_kind {
    CTYPE_VOID = 0,
    CTYPE_SCALAR,
    CTYPE_POINTER,
    CTYPE_ENUM,
    CTYPE_RECORD,
    CTYPE_OTHER,
};

struct ctype {
    enum ctype_kind kind;
    enum ctype_scalar scalar; /* of a scalar, or of the scalar that holds an enum */
    bool to_const;            /* of a pointer */
    struct ctype *pointee;    /* of a pointer; owned */
    const char *record;       /* canonical name of a record; borrowed */
};

void ctype_free(struct ctype *type);

/* "f16", 2. */
const char *ctype_scalar_name(enum ctype_scalar scalar);
size_t ctype_scalar_size(enum ctype_scalar scalar);

/* By name as in the reflect format ("u64"). False when there is none. */
bool ctype_scalar_find(const char *name, enum ctype_scalar *out);

/* The number that a device record such as __nv_bfloat16 is. False for any other record. */
bool ctype_scalar_of_record(const char *record, enum ctype_scalar *out);

/* The type in C, "const float *" with no space needed behind a '*'. |opaque| is how a record (or
 * anything without a name in C) that is passed by value is spelled; it may be NULL when |type| is a
 * pointer. A fresh string, owned by the caller. */
char *ctype_spell(const struct ctype *type, const char *opaque);

/* The target of a pointer, in one word for readers in other languages: a scalar's name, "void"
 * (also for records), or "pointer". */
const char *ctype_pointee_name(const struct ctype *type);

#endif
