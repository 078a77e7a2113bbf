/* waits: the counters of a wave's outstanding memory accesses, for which s_waitcnt and its
 * successors wait. */
#ifndef EMULATOR_CORE_WAITS_H
#define EMULATOR_CORE_WAITS_H

#include "core/instruction.h"
#include "core/op.h"

enum wait_counter {
    COUNTER_LOADS,   /* the counter vmcnt or loadcnt; before RDNA, it includes stores */
    COUNTER_STORES,  /* the counter vscnt or storecnt */
    COUNTER_LDS,     /* the counter lgkmcnt or dscnt; before gfx12, it includes scalar loads */
    COUNTER_SCALARS, /* the counter kmcnt of gfx12 */
    WAIT_COUNTERS
};

/* Returns the counter that counts the access of |op|; WAIT_COUNTERS if |op| does not access
 * memory. */
enum wait_counter wait_counter_of(const struct op *op, enum generation generation);

/* Whether |op| waits for accesses. If so, |out| gets for each counter the number of accesses that
 * may still be outstanding after |op|. For a counter that |op| ignores, that number is larger than
 * the counter can reach. */
bool wait_limits(const struct op *op, enum generation generation, unsigned out[WAIT_COUNTERS]);

#endif
