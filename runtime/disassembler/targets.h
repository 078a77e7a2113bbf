/* targets: which LLVM decodes a processor's code, and under which name. */
#ifndef DISASSEMBLER_TARGETS_H
#define DISASSEMBLER_TARGETS_H

/* Returns the name that LLVM |major| must be given for |processor|; NULL when that version is too
 * old. LLVM ends the process for a name that it does not know. */
const char *target_name(const char *processor, unsigned major);

/* Returns the first version of LLVM that decodes |processor|; 0 when no released version does. */
unsigned target_since(const char *processor);

#endif
