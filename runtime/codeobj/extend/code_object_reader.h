/* What a reader of code objects of versions 1 and 2 needs: codeobj itself does not read these
 * versions. Here are code_object_reader, the type of the function that a user of codeobj passes in,
 * and the functions that the readers of all versions share. Only users of codeobj_extend see this
 * header.
 */
#ifndef CODEOBJ_CODE_OBJECT_READER_H
#define CODEOBJ_CODE_OBJECT_READER_H

#include "codeobj.h"
#include "elf_image.h"

/* The description of a note in a code object. */
struct note {
    struct span bytes;
    uint64_t offset; /* where |bytes| begin, in bytes from the start of the file */
};

/* The notes of a code object that codeobj uses. */
struct notes {
    /* the metadata notes: NT_AMDGPU_METADATA, or NT_AMD_HSA_METADATA in version 2 */
    struct note *metadata;
    /* the number of metadata notes: one for each object file with kernels that was linked into the
     * code object */
    size_t metadata_count;
    /* For versions 1 and 2; |data| is NULL if the note is missing. */
    struct span isa; /* the contents of the note NT_AMD_HSA_ISA_VERSION */
    /* the contents of the note NT_AMD_HSA_CODE_OBJECT_VERSION: u32 major, u32 minor */
    struct span version;
};

/* Reads a code object's notes into |object|, whose version is set: its target, and its kernels as
 * the metadata describe them, checked by kernel_check() and sorted by kernels_sort(). Fields that
 * only descriptors and symbols give remain 0. The kernels are in |object->memory|, also after a
 * failure. */
typedef enum codeobj_status code_object_reader(const struct elf_image *image,
                                               const struct notes *notes,
                                               struct code_object *object,
                                               struct codeobj_error *error);

/* Does what code_object_open() does, and reads versions 1 and 2 with |early|. |pool| holds what
 * |out| may share with other code objects; NULL: |out| shares nothing. */
enum codeobj_status code_object_open_with(struct span bytes, code_object_reader *early,
                                          struct metadata_pool *pool, struct code_object *out,
                                          struct codeobj_error *error);

/* Allocates |count| * |size| bytes of zeros, aligned for every type. NULL: out of memory. |*blocks|
 * starts as NULL. */
void *memory_take(struct memory_block **blocks, size_t count, size_t size);

/* A field to read from a map in the metadata: its key, and the member that gets the value. */
enum field_type {
    FIELD_NUMBER,     /* the member is a uint32_t */
    FIELD_BOOL,       /* the member is a bool */
    FIELD_TEXT,       /* the member is a char * */
    FIELD_WORD,       /* the member is a char *; words of version 2 are converted to the spelling of
                         version 3 */
    FIELD_DIMENSIONS, /* the member is a uint32_t[3] */
    FIELD_ARGUMENTS,  /* a list of arguments of a kernel */
    FIELD_KERNELS,    /* a list of kernels of a code object */
    FIELD_VERSION,    /* the member is a struct version; only from version 3 on */
    FIELD_FORMATS,    /* the formats of printf() of a code object; only from version 3 on */
    FIELD_MAP,        /* a map whose fields are members of the same struct; only in version 2 */
};

struct field {
    const char *key;
    uint8_t key_size;
    bool required;
    enum field_type type;
    size_t member; /* the offset in the struct of the member that gets the value */
};

#define FIELD(text, kind, is_required, type, name)                                                 \
    {                                                                                              \
        text, sizeof(text) - 1, is_required, kind, offsetof(type, name)                            \
    }

/* The fields of a map, at most 32, and which of them were read so far. */
struct field_set {
    const struct field *fields;
    size_t count;
    uint32_t seen;
    /* the index of the field that is tried first for the next key: writers sort keys, so that it
     * probably follows */
    size_t next;
};

#define FIELD_SET(table)                                                                           \
    {                                                                                              \
        .fields = (table), .count = sizeof(table) / sizeof(table)[0]                               \
    }

/* Finds the field called |key|; |*out| is NULL if no field has that key. CODEOBJ_CORRUPT when the
 * map has had the key already. */
enum codeobj_status field_find(struct field_set *set, struct span key, uint64_t offset,
                               const struct field **out, struct codeobj_error *error);
/* Checks that the map has had all required fields. The message calls the map |where|, "a kernel";
 * |offset| is the map's place. */
enum codeobj_status fields_complete(const struct field_set *set, const char *where, uint64_t offset,
                                    struct codeobj_error *error);

/* Checks that the metadata of one kernel, at |offset|, do not contradict themselves. The kernel's
 * symbol must be the kernel's name, followed by |suffix|. An alignment of 0 becomes 1. */
enum codeobj_status kernel_check(struct kernel *kernel, const char *suffix, uint64_t offset,
                                 struct codeobj_error *error);
enum kernel_argument_kind argument_kind(const char *value_kind);
/* Sorts the kernels by name. CODEOBJ_CORRUPT when two kernels have the same name; |offset| is the
 * offset of the metadata. */
enum codeobj_status kernels_sort(struct code_object *object, uint64_t offset,
                                 struct codeobj_error *error);

#endif
