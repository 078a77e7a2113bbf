/* faults: encodings that versions of LLVM must not see, because they crash or print another
 * instruction without a word. */
#ifndef DISASSEMBLER_FAULTS_H
#define DISASSEMBLER_FAULTS_H

#include "proof.h"

struct fault_of_llvm {
    unsigned since;   /* a version that is right; 0: none, since it is not an instruction */
    const char *what; /* "a scalar as ..." */
};

/* The fault that LLVM |major| has with |words|, four of them, of an instruction of |family|; NULL:
 * none that is known. */
const struct fault_of_llvm *fault_find(const uint32_t words[4], enum family family, unsigned major);

#endif
