/* Which counter an access counts in, and what a wait instruction waits for. See "S_WAITCNT" and its
 * successors in the ISA documents; the fields of the packed immediate are as in encodeWaitcnt() of
 * LLVM's AMDGPUBaseInfo. */
#include "core/waits.h"

enum { NO_LIMIT = 64 };

enum wait_counter wait_counter_of(const struct op *op, enum generation generation)
{
    bool is_load = op->instruction->flags & FLAG_LOADS || op->glc;
    switch ((enum op_class)op->instruction->class) {
    case CLASS_MEMORY:
        return is_load || generation < GENERATION_GFX10 ? COUNTER_LOADS : COUNTER_STORES;
    case CLASS_LDS: return COUNTER_LDS;
    case CLASS_SCALAR_MEMORY: return generation < GENERATION_GFX12 ? COUNTER_LDS : COUNTER_SCALARS;
    default: return WAIT_COUNTERS;
    }
}

bool wait_limits(const struct op *op, enum generation generation, unsigned out[WAIT_COUNTERS])
{
    const struct instruction *row = op->instruction;
    unsigned awaited = row->argument, imm = op->imm & 0xffff;
    bool is_gfx11 = generation >= GENERATION_GFX11;
    if (row->class != CLASS_CONTROL || row->flags & (FLAG_JUMPS | FLAG_BRANCHES) || !awaited)
        return false;
    for (unsigned i = 0; i < WAIT_COUNTERS; i++)
        out[i] = NO_LIMIT;
    if (awaited & AWAITS_PACKED) {
        out[COUNTER_LOADS] = is_gfx11 ? imm >> 10 : (imm & 15) | (imm >> 14 & 3) << 4;
        out[COUNTER_LDS] = is_gfx11                         ? imm >> 4 & 63
                           : generation >= GENERATION_GFX10 ? imm >> 8 & 63
                                                            : imm >> 8 & 15;
        return true;
    }
    for (unsigned i = 0; i < WAIT_COUNTERS; i++) {
        bool is_upper = awaited & AWAITS_TWO && i != COUNTER_LDS;
        if (awaited >> i & 1)
            out[i] = awaited == AWAITS_ALL ? 0 : is_upper ? imm >> 8 & 63 : imm & 63;
    }
    return true;
}
