/* Declarations that the files of codeobj share. */
#ifndef CODEOBJ_INTERNAL_H
#define CODEOBJ_INTERNAL_H

#include "code_object_reader.h"

/* Returns the processor with this EF_AMDGPU_MACH value. If the table lacks the value, returns a
 * processor that is called "unknown-0x57" or the like. */
const struct target_info *target_find_mach(uint8_t elf_mach);
/* Returns the processor for a name that target_find_mach() made up, such as "unknown-0x57": the
 * table's processor with this number, if the table has one by now, else the unknown processor
 * again. NULL if |processor| is not such a name. */
const struct target_info *target_find_unknown(const char *processor);

/* ---- NVIDIA's targets: target_nvidia.c ------------------------------------------------------ */

/* Returns whether |text| starts like a target of NVIDIA. If so, reads the target and sets
 * |*status|. */
bool nvidia_parse(const char *text, struct target_id *out, enum codeobj_status *status,
                  struct codeobj_error *error);
/* Does what target_id_match() does, if |image| or |device| is a target of NVIDIA. */
struct target_match nvidia_match(const struct target_id *image, const struct target_id *device);

/* ---- Notes: note.c ------------------------------------------------------------------------- */

/* Finds the notes that codeobj uses. |out|'s list of metadata is allocated in |*memory|. */
enum codeobj_status notes_find(const struct elf_image *image, struct memory_block **memory,
                               struct notes *out, struct codeobj_error *error);

/* ---- Memory: code_object.c ----------------------------------------------------------------- */

/* Frees everything that memory_take() has allocated in |*blocks|, which becomes NULL. */
void memory_free(struct memory_block **blocks);
/* Moves the blocks of |*blocks|, which becomes NULL, to |*to|. */
void memory_move(struct memory_block **blocks, struct memory_block **to);

/* ---- Kernels: kernel.c --------------------------------------------------------------------- */

/* The longest name of a kernel, in bytes. The limit bounds the work that a hostile symbol table can
 * cause. */
enum { KERNEL_NAME_MAX = 65535 };

/* Returns the first kernel whose name is the |size| bytes at |name|, or NULL. */
struct kernel *kernel_find(const struct code_object *object, const char *name, size_t size);

/* ---- Metadata: metadata.c ------------------------------------------------------------------ */

/* Reads the MessagePack documents of the metadata notes, at least one, into |object->kernels|. The
 * kernels are sorted by name; kernels of one name are in the order of the notes. Checks the
 * documents' targets against |object->target|. Leaves fields at 0 that only descriptors and symbols
 * give. What the kernels point to is in |pool|, or if |pool| is NULL in |object->memory|, also
 * after a failure. */
enum codeobj_status metadata_read(const struct notes *notes, struct metadata_pool *pool,
                                  struct code_object *object, struct codeobj_error *error);

/* ---- Metadata that code objects keep and share: metadata_keep.c ------------------------------ */

/* A pool starts as zeros. |memory| owns all texts and lists of the pool. */
struct metadata_pool {
    struct memory_block *memory;
    struct text **buckets;
    size_t bucket_count, text_count;
    /* the list of arguments that the previous kernel got; see arguments_guess() */
    struct list *last;
};

/* Makes text members of |count| structs point to equal texts in the pool instead of texts of their
 * own. Each struct has |size| bytes; |structs| is the first one; |fields| describe the members.
 * Returns false when out of memory. */
bool texts_keep(struct metadata_pool *pool, const struct field *fields, size_t field_count,
                void *structs, size_t count, size_t size);

/* Saves reading the arguments of |kernel| from the metadata if they equal a list in the pool. Tries
 * two lists: the list that last followed the previous kernel's list, because kernels have the same
 * order for each target, then the previous kernel's list. If the bytes of one of them are at the
 * start of |rest|, gives that list to |kernel| and returns the number of these bytes; else returns
 * 0. */
size_t arguments_guess(struct metadata_pool *pool, struct span rest, struct kernel *kernel);
/* Replaces the arguments of |kernel|, which were read from exactly |bytes|, by an equal list of the
 * pool. Returns false when out of memory. */
bool arguments_keep(struct metadata_pool *pool, struct span bytes, const struct field *fields,
                    size_t field_count, struct kernel *kernel);

/* ---- Symbols: symbols.c -------------------------------------------------------------------- */

/* Checks the symbols against the metadata: every kernel has a descriptor, and every descriptor a
 * kernel. Fills in the fields that descriptors and symbols give. */
enum codeobj_status symbols_read(const struct elf_image *image, struct code_object *object,
                                 struct codeobj_error *error);

#endif
