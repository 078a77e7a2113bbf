/* targets: which LLVM decodes a processor's code, and under which name. */
#ifndef DISASSEMBLER_TARGETS_H
#define DISASSEMBLER_TARGETS_H

/* What |processor| is called in LLVM |major|; NULL when that is too old. A name that LLVM does not
 * know ends the process. */
const char *target_name(const char *processor, unsigned major);

/* The first LLVM that decodes it; 0 when none does that was released. */
unsigned target_since(const char *processor);

#endif
