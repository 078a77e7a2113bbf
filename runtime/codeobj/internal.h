/* What the files of codeobj share among themselves. */
#ifndef CODEOBJ_INTERNAL_H
#define CODEOBJ_INTERNAL_H

#include "codeobj.h"
#include "elf_image.h"

/* The processor with this EF_AMDGPU_MACH value, which may be an unknown one. */
const struct target_info *target_find_mach(uint8_t elf_mach);
/* The processor of the number in "unknown-0x57", which may be known by now; else NULL. */
const struct target_info *target_find_unknown(const char *processor);

/* ---- Memory: memory.c ---------------------------------------------------------------------- */

/* |count| * |size| bytes of zeros, aligned for everything, or NULL. |*blocks| starts as NULL. */
void *memory_take(struct memory_block **blocks, size_t count, size_t size);
/* Gives everything back; |*blocks| is NULL again. */
void memory_free(struct memory_block **blocks);

/* ---- Notes: note.c ------------------------------------------------------------------------- */

/* The descriptions of the notes that matter; |data| is NULL where there is none. */
struct notes {
    struct span metadata; /* NT_AMDGPU_METADATA, or NT_AMD_HSA_METADATA in version 2 */
    struct span isa;      /* NT_AMD_HSA_ISA_VERSION, only in version 2 */
};

enum codeobj_status notes_find(const struct elf_image *image, struct notes *out,
                               struct codeobj_error *error);

/* ---- Kernels: kernel.c --------------------------------------------------------------------- */

/* Longest name of a kernel, bytes. It bounds the work that a hostile symbol table can ask for. */
enum { KERNEL_NAME_MAX = 65535 };

/* What is wanted of a map in the metadata: a key, and the member that its value goes into. */
enum field_type {
    FIELD_NUMBER,     /* uint32_t */
    FIELD_BOOL,       /* bool */
    FIELD_TEXT,       /* char * */
    FIELD_WORD,       /* char *, spelled as in version 3 and later */
    FIELD_DIMENSIONS, /* uint32_t[3] */
    FIELD_ARGUMENTS,  /* a kernel's arguments */
    FIELD_KERNELS,    /* an object's kernels */
    FIELD_MAP,        /* a map whose fields go into the same struct; version 2 */
};

struct field {
    const char *key;
    uint8_t key_size;
    bool required;
    enum field_type type;
    size_t member; /* offset in the struct */
};

#define FIELD(text, kind, is_required, type, name)                                                 \
    {                                                                                              \
        text, sizeof(text) - 1, is_required, kind, offsetof(type, name)                            \
    }

/* Which fields of a table of at most 32 a map has had so far. */
struct field_set {
    const struct field *fields;
    size_t count;
    uint32_t seen;
    size_t next; /* where the key that usually follows stands: writers sort them */
};

/* The field called |key|, or NULL. CODEOBJ_CORRUPT when it has been there already. */
enum codeobj_status field_find(struct field_set *set, struct span key, uint64_t offset,
                               const struct field **out, struct codeobj_error *error);
/* Are all that are required there? |where| is "a kernel", at |offset|. */
enum codeobj_status fields_complete(const struct field_set *set, const char *where, uint64_t offset,
                                    struct codeobj_error *error);

/* Holds what the metadata said of one kernel against itself; it stands at |offset|. Its symbol must
 * be its name with |suffix|. */
enum codeobj_status kernel_check(const struct kernel *kernel, const char *suffix, uint64_t offset,
                                 struct codeobj_error *error);
enum kernel_argument_kind argument_kind(const char *value_kind);
/* Sorts by name. CODEOBJ_CORRUPT when two are called the same; |offset| is the metadata's. */
enum codeobj_status kernels_sort(struct code_object *object, uint64_t offset,
                                 struct codeobj_error *error);
/* The kernel called by the |size| bytes at |name|, or NULL. */
struct kernel *kernel_find(const struct code_object *object, const char *name, size_t size);

/* ---- Metadata: metadata.c, metadata_v2.c --------------------------------------------------- */

/* Reads the MessagePack document of an NT_AMDGPU_METADATA note into |object->kernels|, sorted by
 * name, and holds its target against |object->target|. |offset| is the note's, for errors. What
 * only descriptor and symbols say is left 0. The kernels live in |object->memory|, on failure
 * too. */
enum codeobj_status metadata_read(struct span note, uint64_t offset, struct code_object *object,
                                  struct codeobj_error *error);
/* The same of the YAML document of version 2's NT_AMD_HSA_METADATA note. */
enum codeobj_status metadata_v2_read(struct span note, uint64_t offset, struct code_object *object,
                                     struct codeobj_error *error);

/* ---- Symbols: symbols.c -------------------------------------------------------------------- */

/* Holds the symbols against the metadata: a descriptor for every kernel and the reverse; and fills
 * in what the descriptors say. */
enum codeobj_status symbols_read(const struct elf_image *image, struct code_object *object,
                                 struct codeobj_error *error);

#endif
