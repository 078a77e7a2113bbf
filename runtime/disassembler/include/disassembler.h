/* disassembler: AMD GPU machine code as assembly text, by any LLVM: for libhipemu, which makes ops
 * of the text, and for kbuild disasm, which shows it.
 *
 * LLVM's disassembler is loaded (dlopen) when it is first needed: a process that runs and shows
 * nothing does not pay for it, and any LLVM of the distribution that can decode the target's code
 * is enough. What an LLVM can decode is proved first, by instructions whose text is known
 * (proof.c). What it drops or refuses although the hardware knows it is put right (halves.c,
 * twins.c, edit.c); what cannot be is refused, with the version that can (targets.c).
 */
#ifndef DISASSEMBLER_H
#define DISASSEMBLER_H

#include "span.h"

enum { DISASSEMBLY_MAX = 256 }; /* bytes of an instruction's text, with the 0 behind it */

struct disassembler;

/* NULL with |error|: no LLVM is here, or it does not decode the processor, and which one does.
 * |library| names the LLVM to load, or is NULL for the newest here; a process loads one, the first
 * that is asked for. For |processor| ("gfx90a") in waves of |lanes|. Not thread-safe but for the
 * loading. */
struct disassembler *disassembler_new(const char *library, const char *processor, unsigned lanes,
                                      struct codeobj_error *error);
void disassembler_free(struct disassembler *disassembler);

/* Writes the instruction at the start of |code| as text, as the newest LLVM prints it. Returns its
 * size in bytes, or 0 when it is not an instruction. Not thread-safe for one disassembler. */
size_t disassembler_read(struct disassembler *disassembler, struct span code, char *out,
                         size_t size);

/* Why the last disassembler_read() gave 0: "not an instruction of gfx1100 that LLVM 19 knows".
 * Returns |out|. */
const char *disassembler_why(const struct disassembler *disassembler, char *out, size_t size);

/* The version of the LLVM that was loaded: 19. */
unsigned disassembler_version(const struct disassembler *disassembler);

/* "LLVM 19", the first released version that decodes |processor|'s code; "no released LLVM that
 * kbuild knows of". */
const char *disassembler_first(const char *processor, char out[48]);

#endif
