/* What the files of codeobj share among themselves. */
#ifndef CODEOBJ_INTERNAL_H
#define CODEOBJ_INTERNAL_H

#include "codeobj.h"

/* Writes |status| and the message into |error|, which may be NULL, and returns |status|. What
 * cannot stand in one line of UTF-8 text becomes '?': messages quote files that nobody checked. */
enum codeobj_status codeobj_fail(struct codeobj_error *error, enum codeobj_status status,
                                 const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Is this UTF-8 (RFC 3629) without control characters? An empty span is. */
bool utf8_is_text(struct span text);

/* A copy of |text| with a NUL behind it, or NULL when there is no memory. */
char *span_to_string(struct span text);

/* The processor with this EF_AMDGPU_MACH value, or NULL. */
const struct target_info *target_find_mach(uint32_t elf_mach);

/* Reads the MessagePack document of an NT_AMDGPU_METADATA note into |object->kernels|, sorted by
 * name, and holds its target against |object->target|. code_size is left 0. On failure
 * |object->kernels| and |object->kernel_count| hold what was read so far, to be freed. */
enum codeobj_status metadata_read(struct span note, struct code_object *object,
                                  struct codeobj_error *error);

/* Longest name of a kernel, bytes. It bounds the work that a hostile symbol table can ask for. */
enum { KERNEL_NAME_MAX = 65535 };

#endif
