/* Waits: the cycles that a wave would have to wait for its accesses even if it had a SIMD to
 * itself. An access is assumed to end a fixed time after it was issued: the latencies are those of
 * LLVM's scheduling models (SISchedule.td: WriteVMEM, WriteLDS, WriteSMEM). If other waves fit on
 * the SIMD, they run during these cycles. */
#include "parts.h"

enum { LATENCY_MEMORY = 320, LATENCY_LDS = 20 };

static void start_access(struct profile_waits *waits, unsigned counter, unsigned latency)
{
    uint64_t end = waits->clock + latency;
    unsigned first = waits->counters[counter].first, count = waits->counters[counter].count;
    /* There are more accesses than the hardware's counter can hold: the oldest is forgotten. */
    if (count == OUTSTANDING_MAX) {
        first = (first + 1) % OUTSTANDING_MAX;
        count--;
    }
    waits->counters[counter].ends[(first + count) % OUTSTANDING_MAX] = end;
    waits->counters[counter].first = first;
    waits->counters[counter].count = count + 1;
}

/* Removes accesses of |counter| until no more than |left| are outstanding. Returns the cycle at
 * which the last removed access ends. */
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

void profile_wait(struct profile_waits *waits, const struct op *op, unsigned cost,
                  enum generation generation, struct profile_counts *counts)
{
    enum wait_counter counter = wait_counter_of(op, generation);
    unsigned left[WAIT_COUNTERS];
    /* the fewest cycles from one instruction of a wave to its next */
    unsigned least = generation < GENERATION_GFX10 ? 4 : 1;
    waits->clock += cost > least ? cost : least;
    if (counter < WAIT_COUNTERS)
        start_access(waits, counter, counter <= COUNTER_STORES ? LATENCY_MEMORY : LATENCY_LDS);
    if (!wait_limits(op, generation, left))
        return;
    uint64_t end = 0;
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
