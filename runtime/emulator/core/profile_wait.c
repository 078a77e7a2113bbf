/* Waits: which ones a wave cannot avoid, if it alone had a SIMD. An access ends a fixed time after
 * it was issued: the latencies of LLVM's scheduling models (SISchedule.td: WriteVMEM, WriteLDS,
 * WriteSMEM). Other waves hide an exposed wait, as many as fit.
 */
#include "profile.h"

enum { LATENCY_MEMORY = 320, LATENCY_LDS = 20 };
enum { COUNTER_LOADS, COUNTER_STORES, COUNTER_LDS, COUNTER_SCALARS };

/* The counter of |op|'s access; WAIT_COUNTERS when it has none. */
static unsigned counter_of(const struct op *op, enum generation generation)
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

static void start_access(struct profile_waits *waits, unsigned counter, unsigned latency)
{
    uint64_t end = waits->clock + latency;
    unsigned first = waits->counters[counter].first, count = waits->counters[counter].count;
    if (count == OUTSTANDING_MAX) { /* more than the hardware's counter holds */
        first = (first + 1) % OUTSTANDING_MAX;
        count--;
    }
    waits->counters[counter].ends[(first + count) % OUTSTANDING_MAX] = end;
    waits->counters[counter].first = first;
    waits->counters[counter].count = count + 1;
}

/* Until no more than |left| are outstanding. Returns when. */
static uint64_t end_of(struct profile_waits *waits, unsigned counter, unsigned left)
{
    uint64_t end = 0;
    while (waits->counters[counter].count > left) {
        unsigned first = waits->counters[counter].first;
        if (waits->counters[counter].ends[first] > end)
            end = waits->counters[counter].ends[first];
        waits->counters[counter].first = (first + 1) % OUTSTANDING_MAX;
        waits->counters[counter].count--;
    }
    return end;
}

/* Of each counter, how many accesses may be left. "s_waitcnt": see "S_WAITCNT" in the ISA
 * documents, and encodeWaitcnt() of AMDGPUBaseInfo. */
static void limits_of(const struct op *op, enum generation generation, unsigned out[WAIT_COUNTERS])
{
    unsigned awaited = op->instruction->argument, imm = op->imm & 0xffff;
    bool is_gfx11 = generation >= GENERATION_GFX11;
    if (awaited & AWAITS_PACKED) {
        out[COUNTER_LOADS] = is_gfx11 ? imm >> 10 : (imm & 15) | (imm >> 14 & 3) << 4;
        out[COUNTER_LDS] = is_gfx11                         ? imm >> 4 & 63
                           : generation >= GENERATION_GFX10 ? imm >> 8 & 63
                                                            : imm >> 8 & 15;
        return;
    }
    for (unsigned i = 0; i < WAIT_COUNTERS; i++) {
        bool is_upper = awaited & AWAITS_TWO && i != COUNTER_LDS;
        if (awaited >> i & 1)
            out[i] = awaited == AWAITS_ALL ? 0 : is_upper ? imm >> 8 & 63 : imm & 63;
    }
}

void profile_wait(struct profile_waits *waits, const struct op *op, unsigned cost,
                  enum generation generation, struct profile_counts *counts)
{
    const struct instruction *row = op->instruction;
    unsigned counter = counter_of(op, generation);
    unsigned least = generation < GENERATION_GFX10 ? 4 : 1; /* a wave's turn to issue */
    waits->clock += cost > least ? cost : least;
    if (counter < WAIT_COUNTERS)
        start_access(waits, counter, counter <= COUNTER_STORES ? LATENCY_MEMORY : LATENCY_LDS);
    if (row->class != CLASS_CONTROL || row->flags & (FLAG_JUMPS | FLAG_BRANCHES) || !row->argument)
        return;
    unsigned left[WAIT_COUNTERS] = {OUTSTANDING_MAX, OUTSTANDING_MAX, OUTSTANDING_MAX,
                                    OUTSTANDING_MAX};
    uint64_t end = 0;
    limits_of(op, generation, left);
    for (unsigned i = 0; i < WAIT_COUNTERS; i++) {
        uint64_t last = end_of(waits, i, left[i]);
        end = last > end ? last : end;
    }
    if (end > waits->clock) {
        counts->waits++;
        counts->exposed += end - waits->clock;
        waits->clock = end;
    }
}
