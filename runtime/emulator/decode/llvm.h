/* llvm: LLVM's disassembler, through its C interface, loaded when it is first needed.
 *
 * A process that launches nothing does not pay for LLVM, and any LLVM of the distribution that
 * knows the processor is enough.
 */
#ifndef EMULATOR_DECODE_LLVM_H
#define EMULATOR_DECODE_LLVM_H

#include "span.h"

struct llvm_disassembler;

/* For |processor| ("gfx90a") in waves of |lanes|. NULL with |error| naming what was tried. */
struct llvm_disassembler *llvm_disassembler_new(const char *processor, unsigned lanes,
                                                struct codeobj_error *error);
void llvm_disassembler_free(struct llvm_disassembler *disassembler);
/* Writes the instruction at the start of |code| as text. Returns its size in bytes, or 0 when it is
 * not an instruction. Not thread-safe for one disassembler. */
size_t llvm_disassemble(struct llvm_disassembler *disassembler, struct span code, char *out,
                        size_t size);

#endif
