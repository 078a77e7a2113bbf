/* llvm: LLVM's disassembler through its C interface, without corrections; see llvm-c/Disassembler.h
 * and llvm-c/Target.h, whose declarations have not changed since LLVM 3. */
#ifndef DISASSEMBLER_LLVM_H
#define DISASSEMBLER_LLVM_H

#include "span.h"

#include <stdbool.h>

/* Loads |library|, or the newest LLVM here if |library| is NULL. A process loads one LLVM. Returns
 * false with |error|, which names the libraries that were tried. */
bool llvm_load(const char *library, struct codeobj_error *error);
unsigned llvm_version(void); /* the loaded LLVM's major version, such as 19 */

/* Makes a context of LLVM's disassembler; NULL when LLVM cannot make one for |processor|. LLVM ends
 * the process for some processors that it does not know: see target_name(). */
void *llvm_context_new(const char *processor, const char *features);
void llvm_context_free(void *context);
/* Writes the instruction at the start of |code| as text. Returns the instruction's size in bytes,
 * or 0 when |code| does not start with an instruction. */
size_t llvm_read(void *context, struct span code, char *out, size_t size);

#endif
