/* decoder: the implementation of the decoder that core/program.h declares, with LLVM's disassembler
 * and the rows of isa/. */
#ifndef EMULATOR_DECODE_DECODER_H
#define EMULATOR_DECODE_DECODER_H

#include "core/program.h"

/* The first request for a decoder loads LLVM (by dlopen). */
extern const struct decoder_functions llvm_decoder;

#endif
