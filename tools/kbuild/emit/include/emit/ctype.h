/* Types of parameters as C and C++ programs see them.
 *
 * Device types that a host compiler lacks are mapped to types of krt.h: __half becomes struct
 * krt_f16. A pointer points to device memory. The type that it points to is kept if the type has a
 * name in C. A record that is passed by value is opaque bytes of the right size and alignment.
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
    /* the type of a scalar; for an enum, the scalar type in which it is stored */
    enum ctype_scalar scalar;
    bool to_const;         /* of a pointer: whether the type that it points to is const */
    struct ctype *pointee; /* of a pointer: the type that it points to; owned */
    const char *record;    /* of a record: its canonical name; borrowed */
};

void ctype_free(struct ctype *type);

/* The functions return the name and the size of a scalar: "f16", 2 bytes. */
const char *ctype_scalar_name(enum ctype_scalar scalar);
size_t ctype_scalar_size(enum ctype_scalar scalar);

/* Finds a scalar by its name in the kbuild-reflect-1 format ("u64"). Returns false when there is
 * none. */
bool ctype_scalar_find(const char *name, enum ctype_scalar *out);

/* Finds the scalar for a record of device code that is a number, such as __nv_bfloat16. Returns
 * false for any other record. */
bool ctype_scalar_of_record(const char *record, enum ctype_scalar *out);

/* Returns the type in C: "const float *". The text needs no space before a name after it. |opaque|
 * is the C type for a by-value parameter that is a record or has a type without a name in C; it may
 * be NULL when |type| is a pointer. A new string, owned by the caller. */
char *ctype_spell(const struct ctype *type, const char *opaque);

/* Returns a word for the pointee of a pointer, for readers in other languages: a scalar's name,
 * "void" (also for records), or "pointer". */
const char *ctype_pointee_name(const struct ctype *type);

#endif
