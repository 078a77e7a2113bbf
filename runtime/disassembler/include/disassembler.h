/* disassembler: AMD GPU machine code as assembly text, with any LLVM. libhipemu makes its
 * operations from the text; `kbuild disasm` shows it.
 *
 * LLVM's disassembler is loaded (dlopen) when it is first needed, so a process that needs no
 * disassembly does not pay for it. Any LLVM of the distribution that can decode the target's code
 * is enough. First, instructions whose text is known show what this LLVM can decode (proof.c).
 * halves.c, twins.c and edit.c correct what this LLVM drops or refuses although the hardware knows
 * it. A target that this LLVM cannot decode is refused, and the message has the version of LLVM
 * that can decode it (targets.c).
 */
#ifndef DISASSEMBLER_H
#define DISASSEMBLER_H

#include "span.h"

enum { DISASSEMBLY_MAX = 256 }; /* the most bytes of an instruction's text, with the NUL */

struct disassembler;

/* Makes a disassembler for |processor| ("gfx90a") with waves of |lanes|. |library| names the LLVM
 * to load, or is NULL for the newest one here. A process loads one LLVM, the first that is asked
 * for. NULL with |error|: this machine has no LLVM, or its LLVM does not decode the processor; the
 * message says which version does. Only the loading of LLVM is thread-safe. */
struct disassembler *disassembler_new(const char *library, const char *processor, unsigned lanes,
                                      struct codeobj_error *error);
void disassembler_free(struct disassembler *disassembler);

/* Writes the instruction at the start of |code| as text, in the form of the newest LLVM. Returns
 * the instruction's size in bytes, or 0 when |code| does not start with an instruction. One thread
 * at a time may use a disassembler. */
size_t disassembler_read(struct disassembler *disassembler, struct span code, char *out,
                         size_t size);

/* Writes to |out| why the last disassembler_read() returned 0: "not an instruction of gfx1100 that
 * LLVM 19 knows". Returns |out|. */
const char *disassembler_why(const struct disassembler *disassembler, char *out, size_t size);

/* Returns the major version of the loaded LLVM, such as 19. */
unsigned disassembler_version(const struct disassembler *disassembler);

/* Writes the first released version that decodes |processor|'s code, "LLVM 19", or "no released
 * LLVM that kbuild knows of". Returns |out|. */
const char *disassembler_first(const char *processor, char out[48]);

#endif
