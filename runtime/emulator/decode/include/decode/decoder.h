/* decoder: LLVM's disassembler and the rows of isa/, as the decoder of core/program.h. */
#ifndef EMULATOR_DECODE_DECODER_H
#define EMULATOR_DECODE_DECODER_H

#include "core/program.h"

/* Loads LLVM (dlopen) at the first request for a decoder. */
extern const struct decoder_functions llvm_decoder;

#endif
