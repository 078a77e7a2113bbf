/* What a reader of code object versions needs that codeobj itself does not read: the type of such a
 * function, which is passed in, and the parts that the readers of all versions share. Only users of
 * codeobj_extend see this header.
 */
#ifndef CODEOBJ_CODE_OBJECT_READER_H
#define CODEOBJ_CODE_OBJECT_READER_H

#include "codeobj.h"
#include "elf_image.h"

/* The description of a note. */
struct note {
    struct span bytes;
    uint64_t offset; /* of the description in the file */
};

/* The notes that codeobj uses. */
struct notes {
    struct note *metadata; /* NT_AMDGPU_METADATA, or NT_AMD_HSA_METADATA in version 2 */
    size_t metadata_count; /* one for each linked object file that has kernels */
    /* Only in versions 1 and 2; |data| is NULL if the note is missing. */
    struct span isa;     /* NT_AMD_HSA_ISA_VERSION */
    struct span version; /* NT_AMD_HSA_CODE_OBJECT_VERSION: u32 major, minor */
};

/* Reads a code object's notes into |object|, whose version is set: its target, and its kernels as
 * the metadata describe them, checked by kernel_check() and sorted by kernels_sort(). Leaves fields
 * at 0 that only descriptors and symbols give. The kernels are in |object->memory|, also after a
 * failure. */
typedef enum codeobj_status code_object_reader(const struct elf_image *image,
                                               const struct notes *notes,
                                               struct code_object *object,
                                               struct codeobj_error *error);

/* Like code_object_open(), with a reader of versions 1 and 2. |pool| holds what |out| may share
 * with other code objects; NULL: |out| shares nothing. */
enum codeobj_status code_object_open_with(struct span bytes, code_object_reader *early,
                                          struct metadata_pool *pool, struct code_object *out,
                                          struct codeobj_error *error);

/* Allocates |count| * |size| bytes of zeros, aligned for every type. NULL: out of memory. |*blocks|
 * starts as NULL. */
void *memory_take(struct memory_block **blocks, size_t count, size_t size);

/* A field to read from a map in the metadata: its key, and the member that gets the value. */
enum field_type {
    FIELD_NUMBER,     /* uint32_t */
    FIELD_BOOL,       /* bool */
    FIELD_TEXT,       /* char * */
    FIELD_WORD,       /* char *, converted to the spelling of version 3 and later */
    FIELD_DIMENSIONS, /* uint32_t[3] */
    FIELD_ARGUMENTS,  /* the list of a kernel's arguments */
    FIELD_KERNELS,    /* the list of an object's kernels */
    FIELD_VERSION,    /* struct version; version 3 and later */
    FIELD_FORMATS,    /* an object's formats of printf(); version 3 and later */
    FIELD_MAP,        /* a map whose fields go into the same struct; version 2 */
};

struct field {
    const char *key;
    uint8_t key_size;
    bool required;
    enum field_type type;
    size_t member; /* offset of the member in the struct */
};

#define FIELD(text, kind, is_required, type, name)                                                 \
    {                                                                                              \
        text, sizeof(text) - 1, is_required, kind, offsetof(type, name)                            \
    }

/* Which fields of |fields|, at most 32, a map has had so far. */
struct field_set {
    const struct field *fields;
    size_t count;
    uint32_t seen;
    size_t next; /* index of the field that usually follows, because writers sort the keys */
};

#define FIELD_SET(table)                                                                           \
    {                                                                                              \
        .fields = (table), .count = sizeof(table) / sizeof(table)[0]                               \
    }

/* Finds the field called |key|; |*out| is NULL if there is none. CODEOBJ_CORRUPT when the map has
 * had it already. */
enum codeobj_status field_find(struct field_set *set, struct span key, uint64_t offset,
                               const struct field **out, struct codeobj_error *error);
/* Checks that the map has had all required fields. |where| names the map in the message, "a
 * kernel", and |offset| is its place. */
enum codeobj_status fields_complete(const struct field_set *set, const char *where, uint64_t offset,
                                    struct codeobj_error *error);

/* Checks that the metadata of one kernel, at |offset|, do not contradict themselves. The kernel's
 * symbol must be its name and |suffix|. An alignment of 0 becomes 1. */
enum codeobj_status kernel_check(struct kernel *kernel, const char *suffix, uint64_t offset,
                                 struct codeobj_error *error);
enum kernel_argument_kind argument_kind(const char *value_kind);
/* Sorts the kernels by name. CODEOBJ_CORRUPT when two have one name; |offset| is that of the
 * metadata. */
enum codeobj_status kernels_sort(struct code_object *object, uint64_t offset,
                                 struct codeobj_error *error);

#endif
