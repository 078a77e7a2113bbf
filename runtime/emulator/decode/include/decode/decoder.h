/* decoder: the implementation of the decoder that core/program.h declares. LLVM's disassembler
 * reads the machine code; the instruction tables in isa/ say how each instruction is executed. */
#ifndef EMULATOR_DECODE_DECODER_H
#define EMULATOR_DECODE_DECODER_H

#include "core/program.h"

/* The first request for a decoder loads LLVM (by dlopen). */
extern const struct decoder_functions llvm_decoder;

#endif
