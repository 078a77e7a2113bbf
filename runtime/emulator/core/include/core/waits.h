/* waits: the counters of a wave's outstanding accesses. s_waitcnt and its successors wait for them.
 */
#ifndef EMULATOR_CORE_WAITS_H
#define EMULATOR_CORE_WAITS_H

#include "core/instruction.h"
#include "core/op.h"

enum wait_counter {
    COUNTER_LOADS,   /* vmcnt, loadcnt; before RDNA this counts stores, too */
    COUNTER_STORES,  /* vscnt, storecnt */
    COUNTER_LDS,     /* lgkmcnt, dscnt; before gfx12 this counts scalar loads, too */
    COUNTER_SCALARS, /* kmcnt */
    WAIT_COUNTERS
};

/* Returns the counter that |op|'s access is counted by; WAIT_COUNTERS if |op| is not an access. */
enum wait_counter wait_counter_of(const struct op *op, enum generation generation);

/* Whether |op| waits for accesses. If so, |out| has for each counter how many accesses may still
 * be outstanding; for a counter that |op| does not wait for, a number that the counter cannot
 * reach. */
bool wait_limits(const struct op *op, enum generation generation, unsigned out[WAIT_COUNTERS]);

#endif
