/* index: finds the rows of isa/ by the names of their instructions. */
#ifndef EMULATOR_ISA_INDEX_H
#define EMULATOR_ISA_INDEX_H

#include "core/instruction.h"

/* Returns the row of |name|, which has no suffix, on |generation|. Knows names of older
 * generations. NULL if the name is unknown. */
const struct instruction *instruction_find(const char *name, enum generation generation);

/* Returns the function that runs both halves of a VOPD op. */
op_run *dual_driver(void);

#endif
