/* jit: x86-64 code of blocks of ops. */
#ifndef EMULATOR_JIT_JIT_H
#define EMULATOR_JIT_JIT_H

#include "core/program.h"

/* For processors with AVX2 and FMA. */
extern const struct block_functions jit_blocks;

#endif
