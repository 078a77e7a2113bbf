/* block: what the templates share: the code of a block that is being generated.
 *
 * Generated code is entered with these registers, and all calls keep them:
 *
 *     rbx  the wave: its scalar registers come first
 *     r12  its VGPRs
 *     r13  the ops
 *     r14  the rows of constants
 *     r15  its AGPRs
 */
#ifndef EMULATOR_JIT_BLOCK_H
#define EMULATOR_JIT_BLOCK_H

#include "x86.h"

#include "core/program.h"
#include "core/wave.h"

enum { WAVE = RBX, VGPRS = R12, OPS = R13, CONSTANTS = R14, AGPRS = R15 };
enum { SLOW_MAX = 256 };

struct block {
    struct x86 as;
    const struct program_ops *ops;
    unsigned lanes;
    bool is_full;   /* for waves with all lanes active */
    bool has_masks; /* |exec_lanes| of the wave are computed */
    struct {        /* ops that turn to the interpreter, maybe: from, and back to */
        size_t from, to;
        const struct op *op;
    } slow[SLOW_MAX];
    unsigned slow_count;
};

static inline struct place in_wave(size_t offset)
{
    return in_memory(WAVE, offset);
}
static inline struct place scalar_place(unsigned reg)
{
    return in_wave(offsetof(struct wave, sgpr) + 4 * (size_t)reg);
}

/* Calls |run|(wave, op). */
void block_call(struct block *block, const struct op *op, op_run *run);
/* If |condition|, the interpreter runs |op|, and the block goes on behind what is emitted before
 * block_resume(). */
void block_slow_if(struct block *block, enum condition_code condition, const struct op *op);
void block_resume(struct block *block);

/* Emit an op. False when there is no template for it; nothing is emitted then. */
bool vector_emit(struct block *block, const struct op *op);
bool scalar_emit(struct block *block, const struct op *op);

/* The rows that r14 points to. */
const void *vector_constants(void);

#endif
