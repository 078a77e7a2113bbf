/* decoder: LLVM's disassembler and the rows of isa/, as what core/program.h asks for. */
#ifndef EMULATOR_DECODE_DECODER_H
#define EMULATOR_DECODE_DECODER_H

#include "core/program.h"

/* Loads LLVM (dlopen) when it is first asked for a decoder. */
extern const struct decoder_functions llvm_decoder;

#endif
