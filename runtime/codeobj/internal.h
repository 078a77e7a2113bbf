/* Declarations that the files of codeobj share. */
#ifndef CODEOBJ_INTERNAL_H
#define CODEOBJ_INTERNAL_H

#include "code_object_reader.h"

/* The processor with this EF_AMDGPU_MACH value, which may be unknown. */
const struct target_info *target_find_mach(uint8_t elf_mach);
/* The processor with the number in "unknown-0x57", if it is known by now; else NULL. */
const struct target_info *target_find_unknown(const char *processor);

/* ---- NVIDIA's targets: target_nvidia.c ------------------------------------------------------ */

/* Whether |text| starts like one; then |*status| is the result of reading it. */
bool nvidia_parse(const char *text, struct target_id *out, enum codeobj_status *status,
                  struct codeobj_error *error);
/* target_id_match(), where one of the two is NVIDIA's. */
struct target_match nvidia_match(const struct target_id *image, const struct target_id *device);

/* ---- Notes: note.c ------------------------------------------------------------------------- */

/* The list of metadata is in |*memory|. */
enum codeobj_status notes_find(const struct elf_image *image, struct memory_block **memory,
                               struct notes *out, struct codeobj_error *error);

/* ---- Memory: code_object.c ----------------------------------------------------------------- */

/* Frees everything that memory_take() has returned; |*blocks| is NULL again. */
void memory_free(struct memory_block **blocks);
/* Moves it to what |*to| has; |*blocks| is NULL again. */
void memory_move(struct memory_block **blocks, struct memory_block **to);

/* ---- Kernels: kernel.c --------------------------------------------------------------------- */

/* Longest name of a kernel, bytes. It bounds the work that a hostile symbol table can ask for. */
enum { KERNEL_NAME_MAX = 65535 };

/* The first kernel whose name is the |size| bytes at |name|, or NULL. */
struct kernel *kernel_find(const struct code_object *object, const char *name, size_t size);

/* ---- Metadata: metadata.c ------------------------------------------------------------------ */

/* Reads the MessagePack documents of the metadata notes, of which there is at least one, into
 * |object->kernels|, sorted by name, those of one name in the order of the notes. Checks their
 * targets against |object->target|. Fields that only descriptors and symbols give are left 0. What
 * the kernels refer to is in |pool|, or if that is NULL in |object->memory|, on failure too. */
enum codeobj_status metadata_read(const struct notes *notes, struct metadata_pool *pool,
                                  struct code_object *object, struct codeobj_error *error);

/* ---- What stays of metadata: metadata_keep.c ----------------------------------------------- */

/* Starts as zeros. Everything in it is in |memory|. */
struct metadata_pool {
    struct memory_block *memory;
    struct text **buckets;
    size_t bucket_count, text_count;
    struct list *last; /* arguments of the kernel before */
};

/* Gives the |count| structs of |size| bytes at |structs|, which |fields| describe, the pool's texts
 * instead of their own. False: out of memory. */
bool texts_keep(struct metadata_pool *pool, const struct field *fields, size_t field_count,
                void *structs, size_t count, size_t size);

/* Gives |kernel| the arguments that the metadata at the start of |rest| list, if they are those
 * that were behind these of the kernel before once, or these again: kernels have the same order for
 * each target. Returns the bytes of the list, 0 if they are others. */
size_t arguments_guess(struct metadata_pool *pool, struct span rest, struct kernel *kernel);
/* Gives |kernel| the pool's arguments instead of its own, which were read from all of |bytes|.
 * False: out of memory. */
bool arguments_keep(struct metadata_pool *pool, struct span bytes, const struct field *fields,
                    size_t field_count, struct kernel *kernel);

/* ---- Symbols: symbols.c -------------------------------------------------------------------- */

/* Checks the symbols against the metadata (a descriptor for every kernel and the reverse), and
 * fills in the fields of the descriptors. */
enum codeobj_status symbols_read(const struct elf_image *image, struct code_object *object,
                                 struct codeobj_error *error);

#endif
