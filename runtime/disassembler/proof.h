/* proof: checks whether an LLVM can decode a target, by instructions whose text is known. */
#ifndef DISASSEMBLER_PROOF_H
#define DISASSEMBLER_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum family { FAMILY_OLD, FAMILY_GFX9, FAMILY_GFX10, FAMILY_GFX11, FAMILY_GFX12, FAMILY_NEW };
enum family family_of(const char *processor);

/* What must be corrected in the results of the loaded LLVM. */
enum {
    /* the correction for an LLVM that drops or refuses the halves of registers */
    REPAIRS_HALVES = 1,
    /* the correction for an LLVM that refuses 128 in a source field that the instruction does not
     * use */
    REPAIRS_UNUSED = 2,
    /* the correction for an LLVM that drops the upper half of literals that have two halves */
    REPAIRS_LITERALS = 4,
    REPAIRS_SIGNS = 8, /* the correction for an LLVM that drops signs of v_cndmask_b32 with DPP */
    /* the correction for an LLVM that prints "gds" for instructions without GDS */
    REPAIRS_GDS = 16,
};

/* A function that decodes the instruction in |words| with an LLVM that is not trusted yet. */
typedef size_t proof_reader(void *context, const uint32_t *words, size_t count, char *out,
                            size_t size);

/* Checks with |read| the known instructions of |processor|. Returns false when LLVM |major| cannot
 * decode the processor's code: then |*out_failed| is the text of an instruction that it failed to
 * decode. Otherwise |*out_repairs| says what must be corrected. */
bool proof_run(const char *processor, unsigned major, proof_reader *read, void *context,
               unsigned *out_repairs, const char **out_failed);

#endif
