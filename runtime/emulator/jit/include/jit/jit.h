/* jit: makes x86-64 code from blocks of ops. */
#ifndef EMULATOR_JIT_JIT_H
#define EMULATOR_JIT_JIT_H

#include "core/program.h"

/* Makes no code, as HIPEMU_JIT=0 does, on processors without AVX2, FMA and F16C. */
extern const struct block_functions jit_blocks;

#endif
