/* llvm: LLVM's disassembler, through its C interface, as it is; see llvm-c/Disassembler.h and
 * llvm-c/Target.h, whose declarations have been the same since LLVM 3. */
#ifndef DISASSEMBLER_LLVM_H
#define DISASSEMBLER_LLVM_H

#include "span.h"

#include <stdbool.h>

/* Loads |library|, or the newest LLVM that is found when it is NULL; once in a process. False with
 * |error| naming what was tried. */
bool llvm_load(const char *library, struct codeobj_error *error);
unsigned llvm_version(void); /* of the loaded one: 19 */

/* A context of LLVM's disassembler; NULL when it has none for |processor|. LLVM ends the process
 * for some processors that it does not know: see target_name(). */
void *llvm_context_new(const char *processor, const char *features);
void llvm_context_free(void *context);
/* Writes the instruction at the start of |code| as text. Returns its size in bytes, or 0 when it is
 * not one. */
size_t llvm_read(void *context, struct span code, char *out, size_t size);

#endif
