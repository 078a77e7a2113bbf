/* What the files of this room share: the parts of a GGUF file. */
#ifndef GGUF_H
#define GGUF_H

#include <krt/gguf.h>

#include "span.h"

enum {
    GGUF_VERSION = 3,                  /* that is written */
    GGUF_ALIGNMENT = 32,               /* without GGUF_ALIGNMENT_KEY */
    GGUF_ALIGNMENT_STEP = 8,           /* what an alignment is a multiple of */
    GGUF_TEXT_MAX = 65535,             /* bytes of a key */
    GGUF_NAME_MAX = 63,                /* bytes of a tensor's name that is written */
    GGUF_RANK_MAX = 4,                 /* of a tensor that is written */
    GGUF_DEPTH_MAX = 8,                /* of arrays in arrays */
    GGUF_ENTRY_MIN = 8 + 1 + 4,        /* bytes of an entry, without the value */
    GGUF_INFO_MIN = 8 + 1 + 4 + 4 + 8, /* bytes that describe a tensor */
};
#define GGUF_MAGIC         "GGUF"
#define GGUF_ALIGNMENT_KEY "general.alignment"

/* ---- types.c -------------------------------------------------------------------------------- */

/* Fills dtype, format and bytes from type, rank and dims. NULL, or why no such tensor can be. */
const char *gguf_measure(struct krt_gguf_tensor *tensor);
/* Whether the size of elements of this type is known. */
bool gguf_is_known(uint32_t type);

/* |offset| up to a multiple of |alignment|; false if there is none in 64 bits. */
bool gguf_align(uint64_t offset, uint64_t alignment, uint64_t *out);

/* ---- value.c -------------------------------------------------------------------------------- */

/* What is left to read, from |at| bytes into the file. */
struct cursor {
    struct span rest;
    uint64_t at;
    struct codeobj_error *error;
};

/* Each reads what comes next; |what| is its name in messages. */
enum codeobj_status cursor_take(struct cursor *cursor, uint64_t bytes, const char *what,
                                struct span *out);
enum codeobj_status cursor_u32(struct cursor *cursor, const char *what, uint32_t *out);
enum codeobj_status cursor_u64(struct cursor *cursor, const char *what, uint64_t *out);
enum codeobj_status cursor_string(struct cursor *cursor, const char *what, struct span *out);
enum codeobj_status cursor_value(struct cursor *cursor, uint32_t type, struct krt_gguf_value *out);
/* Whether the elements of |array|, which a program made, can be read and are all of its bytes. */
bool gguf_array_is_whole(const struct krt_gguf_value *array);

enum value_kind { UNSIGNED, SIGNED, FLOAT, BOOLEAN, TEXT, LIST };
struct value_type {
    const char *name;
    enum value_kind kind;
    unsigned bytes; /* in the file; of texts and lists those at their start */
};
extern const struct value_type value_types[KRT_GGUF_TYPE_COUNT];
/* "u32"; "unknown type". */
const char *gguf_value_type_name(uint32_t type);

/* ---- index.c -------------------------------------------------------------------------------- */

/* Pointers to |count| structs of |size| bytes, each of which begins with a pointer to its name,
 * sorted by that. */
struct index {
    const void **items;
    uint64_t count;
};
/* false if there is no memory. */
bool index_make(struct index *index, const void *structs, size_t size, uint64_t count);
void index_free(struct index *index);
/* NULL if no struct has this name. */
const void *index_find(const struct index *index, const char *name);
/* A name that two structs have, or NULL. */
const char *index_twice(const struct index *index);

#endif
