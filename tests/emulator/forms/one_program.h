/* A program of one instruction, in |words|, that LLVM decodes for waves of |lanes|: |*out| for the
 * target |name|, and
 * |*out_decoder|. Prints why and returns false where no LLVM here knows the target. */
#ifndef TESTS_EMULATOR_ONE_PROGRAM_H
#define TESTS_EMULATOR_ONE_PROGRAM_H

#include "codeobj.h"
#include "core/program.h"
#include "decode/decoder.h"

#include <stdio.h>

static inline bool one_program(const char *name, unsigned lanes, uint32_t *words, size_t size,
                               struct program *out, struct decoder **out_decoder)
{
    struct codeobj_error error;
    const struct target_info *target = target_find(name);
    *out = (struct program){.target = target,
                            .generation = generation_of(target),
                            .image = (uint8_t *)words,
                            .code_size = size,
                            .decoding = &llvm_decoder};
    *out_decoder = llvm_decoder.get(target, lanes, &error);
    if (!*out_decoder)
        printf("skipped: %s\n", error.message);
    return *out_decoder;
}

#endif
