/* index: finds the rows of isa/ by the names of their instructions. */
#ifndef EMULATOR_ISA_INDEX_H
#define EMULATOR_ISA_INDEX_H

#include "core/instruction.h"

/* Returns the row of the instruction |name| on |generation|. |name| has no suffix like "_e64", and
 * may be the name of an older generation. NULL if the name is unknown. */
const struct instruction *instruction_find(const char *name, enum generation generation);

/* Returns the function that runs both instructions of a VOPD pair. */
op_run *dual_driver(void);

#endif
