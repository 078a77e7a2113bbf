/* What the files of codeobj share among themselves. */
#ifndef CODEOBJ_INTERNAL_H
#define CODEOBJ_INTERNAL_H

#include "code_object_reader.h"

/* The processor with this EF_AMDGPU_MACH value, which may be an unknown one. */
const struct target_info *target_find_mach(uint8_t elf_mach);
/* The processor of the number in "unknown-0x57", which may be known by now; else NULL. */
const struct target_info *target_find_unknown(const char *processor);

/* ---- Memory: memory.c ---------------------------------------------------------------------- */

/* Gives everything back; |*blocks| is NULL again. */
void memory_free(struct memory_block **blocks);

/* ---- Notes: note.c ------------------------------------------------------------------------- */

enum codeobj_status notes_find(const struct elf_image *image, struct notes *out,
                               struct codeobj_error *error);

/* ---- Kernels: kernel.c --------------------------------------------------------------------- */

/* Longest name of a kernel, bytes. It bounds the work that a hostile symbol table can ask for. */
enum { KERNEL_NAME_MAX = 65535 };

/* The kernel called by the |size| bytes at |name|, or NULL. */
struct kernel *kernel_find(const struct code_object *object, const char *name, size_t size);

/* ---- Metadata: metadata.c ------------------------------------------------------------------ */

/* Reads the MessagePack document of an NT_AMDGPU_METADATA note into |object->kernels|, sorted by
 * name, and holds its target against |object->target|. |offset| is the note's, for errors. What
 * only descriptor and symbols say is left 0. The kernels live in |object->memory|, on failure
 * too. */
enum codeobj_status metadata_read(struct span note, uint64_t offset, struct code_object *object,
                                  struct codeobj_error *error);

/* ---- Symbols: symbols.c -------------------------------------------------------------------- */

/* Holds the symbols against the metadata: a descriptor for every kernel and the reverse; and fills
 * in what the descriptors say. */
enum codeobj_status symbols_read(const struct elf_image *image, struct code_object *object,
                                 struct codeobj_error *error);

#endif
