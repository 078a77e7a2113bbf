/* The little typing that tokens allow: parameters and locals of a function that are declared with
 * names of builtin types. Whatever is not certain is TYPE_UNKNOWN.
 */
#ifndef KBUILD_HIPIFY_TYPES_H
#define KBUILD_HIPIFY_TYPES_H

#include "function.h"

enum base {
    TYPE_UNKNOWN,
    TYPE_VOID,
    TYPE_BOOL,
    TYPE_S8, /* char too: it has a sign on both sides */
    TYPE_U8,
    TYPE_S16,
    TYPE_U16,
    TYPE_S32,
    TYPE_U32,
    TYPE_S64,
    TYPE_U64,
    TYPE_HALF,
    TYPE_HALF2,
    TYPE_FLOAT,
    TYPE_DOUBLE,
};

struct type {
    enum base base;
    int pointers; /* and array bounds */
    bool is_volatile, is_shared;
};

struct local {
    size_t offset, size; /* its name in the source */
    struct type type;
    int depth; /* of braces, where it is declared */
};

enum { LOCALS = 192 };

struct locals {
    struct local items[LOCALS];
    int count;
    bool overflowed; /* there were more; nothing is certain any more */
};

static inline bool type_is_narrow(struct type type)
{
    return type.pointers == 0 && type.base >= TYPE_S8 && type.base <= TYPE_U16;
}

static inline bool type_is_float(struct type type)
{
    return type.pointers == 0 && (type.base == TYPE_FLOAT || type.base == TYPE_DOUBLE);
}

static inline bool type_is_integer(struct type type)
{
    return type.pointers == 0 && type.base >= TYPE_BOOL && type.base <= TYPE_U64;
}

static inline bool type_is_unsigned(struct type type)
{
    return type.base == TYPE_U8 || type.base == TYPE_U16 || type.base == TYPE_U32 ||
           type.base == TYPE_U64;
}

/* Reads a type at tokens[at]; returns where it ends, or |at| when there is none. A name that is not
 * known gives TYPE_UNKNOWN and is read with its template arguments and qualifiers. */
size_t type_read(const struct function *function, size_t at, struct type *out);

/* The same, but only for types that are known. */
size_t type_read_known(const struct function *function, size_t at, struct type *out);

/* Before a function. */
static inline void locals_start(struct locals *locals)
{
    locals->count = 0;
    locals->overflowed = false;
}

void locals_declare_parameters(struct locals *locals, const struct function *function);

/* Takes in the names that a statement at tokens[at] declares, if it is a declaration. */
void locals_declare(struct locals *locals, const struct function *function, size_t at, int depth);

/* A block closes; |depth| is that of the one around it. */
void locals_leave(struct locals *locals, int depth);

/* The type of the variable that |token| names. */
struct type locals_type(const struct locals *locals, const struct function *function,
                        const struct token *token);

/* The type of the expression tokens[from] to before tokens[to]: of sums and products of variables,
 * elements, numbers, casts and calls of well-known functions. */
struct type expression_type(const struct locals *locals, const struct function *function,
                            size_t from, size_t to);

/* Whether the expression holds something that may be negative: a variable or a call, not only
 * literals. */
bool expression_is_literal(const struct function *function, size_t from, size_t to);

/* Where the bracket at tokens[at] closes; function->count when it does not. */
size_t bracket_end(const struct function *function, size_t at);

#endif
