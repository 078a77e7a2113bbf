/* enumerate: encodings of every instruction that LLVM decodes for a target, with random operands
 * and modifiers: each pattern of the first dword's upper half, which holds the opcode or most of
 * it, with other bits drawn from a fixed seed.
 */
#ifndef TESTS_EMULATOR_DECODE_ENUMERATE_H
#define TESTS_EMULATOR_DECODE_ENUMERATE_H

#include "decode/decoder.h"

/* One encoding as a program of its own: decode dword 0 of it. */
struct encoding {
    struct program program;
    uint32_t dwords[6];
    struct decoder *decoder;
    char text[256]; /* LLVM's, without the blanks before */
};

/* Calls |visit| for every encoding that is an instruction of |processor|, in waves of |lanes|, as
 * often as it comes up in |draws| draws a pattern; of the patterns that |wants| (all: NULL). Ends
 * the process with 77 when LLVM is missing. */
void enumerate(const char *processor, unsigned lanes, bool (*wants)(uint32_t upper), unsigned draws,
               void (*visit)(struct encoding *encoding, void *data), void *data);

/* The length of |text|'s mnemonic without what names its encoding: _e32, _e64, _dpp, _sdwa. */
size_t mnemonic_size(const char *text);

#endif
