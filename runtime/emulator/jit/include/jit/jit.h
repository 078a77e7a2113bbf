/* jit: makes x86-64 code from blocks of ops. */
#ifndef EMULATOR_JIT_JIT_H
#define EMULATOR_JIT_JIT_H

#include "core/program.h"

/* The functions of jit/. On processors without AVX2, FMA and F16C they make no code, as with
 * HIPEMU_JIT=0. */
extern const struct block_functions jit_blocks;

#endif
