/* proof: what an LLVM makes of a target's instructions whose text is known. */
#ifndef DISASSEMBLER_PROOF_H
#define DISASSEMBLER_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum family { FAMILY_OLD, FAMILY_GFX9, FAMILY_GFX10, FAMILY_GFX11, FAMILY_GFX12, FAMILY_NEW };
enum family family_of(const char *processor);

/* What of LLVM's is put right. */
enum {
    REPAIRS_HALVES = 1,   /* it drops or refuses the halves of registers */
    REPAIRS_UNUSED = 2,   /* it refuses 128 where an instruction has no source */
    REPAIRS_LITERALS = 4, /* it drops the upper half of literals that are two halves */
    REPAIRS_SIGNS = 8,    /* it drops signs of v_cndmask_b32 with DPP */
    REPAIRS_GDS = 16,     /* it prints "gds" where there is none */
};

/* Decodes the instruction in |words| by an LLVM that is not trusted yet. */
typedef size_t proof_reader(void *context, const uint32_t *words, size_t count, char *out,
                            size_t size);

/* Asks |read| for instructions of |processor|. False when the LLVM, |major|, cannot decode its
 * code: then |out_failed| is an instruction that it should have shown. Otherwise |out_repairs| says
 * what has to be put right. */
bool proof_run(const char *processor, unsigned major, proof_reader *read, void *context,
               unsigned *out_repairs, const char **out_failed);

#endif
