/* waits: the counters of a wave's outstanding accesses, which s_waitcnt and its successors wait
 * for.
 */
#ifndef EMULATOR_CORE_WAITS_H
#define EMULATOR_CORE_WAITS_H

#include "core/instruction.h"
#include "core/op.h"

enum wait_counter {
    COUNTER_LOADS,   /* vmcnt, loadcnt; before RDNA of stores too */
    COUNTER_STORES,  /* vscnt, storecnt */
    COUNTER_LDS,     /* lgkmcnt, dscnt; before gfx12 of scalar loads too */
    COUNTER_SCALARS, /* kmcnt */
    WAIT_COUNTERS
};

/* The counter of |op|'s access; WAIT_COUNTERS when it has none. */
enum wait_counter wait_counter_of(const struct op *op, enum generation generation);

/* Whether |op| waits for accesses. If so, |out| is how many of each counter's accesses may be left;
 * of a counter that it does not wait for, a number that no counter reaches. */
bool wait_limits(const struct op *op, enum generation generation, unsigned out[WAIT_COUNTERS]);

#endif
