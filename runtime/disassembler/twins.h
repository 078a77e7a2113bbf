/* twins: instructions that a version of LLVM does not know. They are decoded as another instruction
 * of the same form, and the name is then replaced in the text. */
#ifndef DISASSEMBLER_TWINS_H
#define DISASSEMBLER_TWINS_H

#include "proof.h"

struct twin {
    unsigned since; /* the first version that knows the instruction */
    uint32_t mask, opcode, other;
    const char *name, *other_name;
};

/* Returns the twin for the instruction that begins with |word|, if LLVM |major| needs one; else
 * NULL. */
const struct twin *twin_find(uint32_t word, enum family family, unsigned major);
uint32_t twin_word(const struct twin *twin, uint32_t word);
/* Replaces the twin's name in |text| by the instruction's. Returns false when |text| is not the
 * twin's, or there is no room. */
bool twin_name(const struct twin *twin, char *text, size_t size);

#endif
