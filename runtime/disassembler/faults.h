/* faults: encodings that must not reach some versions of LLVM, because these crash or print another
 * instruction without an error. */
#ifndef DISASSEMBLER_FAULTS_H
#define DISASSEMBLER_FAULTS_H

#include "proof.h"

struct fault_of_llvm {
    /* the first version without the fault; 0 if no version accepts the encoding, which is not an
     * instruction */
    unsigned since;
    const char *what; /* a description of the fault for messages, such as "a scalar as ..." */
};

/* Returns the known fault of LLVM |major| with |words|, the first four dwords of an instruction of
 * |family|; NULL if LLVM has no known fault with them. */
const struct fault_of_llvm *fault_find(const uint32_t words[4], enum family family, unsigned major);

#endif
