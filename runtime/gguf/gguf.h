/* Functions of one file of gguf that other files use. */
#ifndef GGUF_H
#define GGUF_H

#include <krt/gguf.h>

#include "span.h"

enum {
    GGUF_VERSION = 3, /* the version of files that are written */
    /* the alignment of tensors, in bytes, unless GGUF_ALIGNMENT_KEY gives another */
    GGUF_ALIGNMENT = 32,
    GGUF_ALIGNMENT_STEP = 8,           /* the number that alignments must be multiples of */
    GGUF_TEXT_MAX = 65535,             /* the most bytes of a key */
    GGUF_NAME_MAX = 63,                /* the most bytes of the name of a tensor that is written */
    GGUF_RANK_MAX = 4,                 /* the most dimensions of a tensor that is written */
    GGUF_DEPTH_MAX = 8,                /* how deep arrays may be nested */
    GGUF_ENTRY_MIN = 8 + 1 + 4,        /* the least bytes of an entry, without its value */
    GGUF_INFO_MIN = 8 + 1 + 4 + 4 + 8, /* the least bytes of a tensor's description in a file */
};
#define GGUF_MAGIC         "GGUF"
#define GGUF_ALIGNMENT_KEY "general.alignment"

/* ---- types.c -------------------------------------------------------------------------------- */

/* Sets dtype, format and bytes from type, rank and dims. If the type is unknown and there are
 * elements, bytes stays as it is. Returns NULL, or the reason why such a tensor is impossible. */
const char *gguf_measure(struct krt_gguf_tensor *tensor);
bool gguf_has_elements(const struct krt_gguf_tensor *tensor);
/* Whether |type| is a type that gguf knows, so that the size of its elements is known. */
bool gguf_is_known(uint32_t type);

/* Sets |*out| to |offset|, rounded up to a multiple of |alignment|. Returns false if the result
 * does not fit in 64 bits. */
bool gguf_align(uint64_t offset, uint64_t alignment, uint64_t *out);

/* ---- value.c -------------------------------------------------------------------------------- */

/* The bytes of a file that are left to read, which begin at byte |at| of the file. */
struct cursor {
    struct span rest;
    uint64_t at;
    struct codeobj_error *error;
};

/* Each of these functions reads the next value of its type; messages call the value |what|. */
enum codeobj_status cursor_take(struct cursor *cursor, uint64_t bytes, const char *what,
                                struct span *out);
enum codeobj_status cursor_u32(struct cursor *cursor, const char *what, uint32_t *out);
enum codeobj_status cursor_u64(struct cursor *cursor, const char *what, uint64_t *out);
enum codeobj_status cursor_string(struct cursor *cursor, const char *what, struct span *out);
enum codeobj_status cursor_value(struct cursor *cursor, uint32_t type, struct krt_gguf_value *out);
/* Checks |array|, which a program made: whether its elements can be read and fill its bytes
 * exactly. */
bool gguf_array_is_whole(const struct krt_gguf_value *array);

enum value_kind { UNSIGNED, SIGNED, FLOAT, BOOLEAN, TEXT, LIST };
struct value_type {
    const char *name;
    enum value_kind kind;
    /* how many bytes a value has in a file; of texts and lists, without their contents */
    unsigned bytes;
};
extern const struct value_type value_types[KRT_GGUF_TYPE_COUNT];
/* Returns "u32" and the like, or "unknown type". */
const char *gguf_value_type_name(uint32_t type);

/* ---- index.c -------------------------------------------------------------------------------- */

/* An index by name: pointers to |count| structs, sorted. A struct has |size| bytes and begins with
 * a pointer to its name. */
struct index {
    const void **items;
    uint64_t count;
};
/* Sorts the structs into |index|. Returns false if there is no memory. */
bool index_make(struct index *index, const void *structs, size_t size, uint64_t count);
void index_free(struct index *index);
/* Finds a struct by its name. Returns NULL if no struct has it. */
const void *index_find(const struct index *index, const char *name);
/* Returns a name that two structs have. Returns NULL if all names differ. */
const char *index_twice(const struct index *index);

#endif
