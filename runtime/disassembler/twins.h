/* twins: instructions that a version of LLVM does not know. LLVM decodes the twin instead, another
 * instruction of the same form, and the name in the text is then replaced. */
#ifndef DISASSEMBLER_TWINS_H
#define DISASSEMBLER_TWINS_H

#include "proof.h"

struct twin {
    unsigned since; /* the first version of LLVM that knows the instruction */
    uint32_t mask, opcode, other;
    const char *name, *other_name;
};

/* Returns the twin for the instruction that begins with |word|, if LLVM |major| does not know the
 * instruction; else NULL. */
const struct twin *twin_find(uint32_t word, enum family family, unsigned major);
uint32_t twin_word(const struct twin *twin, uint32_t word);
/* Replaces the twin's name in |text| by the instruction's. Returns false when |text| is not a text
 * of the twin, or there is no room. */
bool twin_name(const struct twin *twin, char *text, size_t size);

#endif
