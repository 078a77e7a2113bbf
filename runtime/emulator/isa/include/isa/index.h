/* index: the rows of isa/ by the names of their instructions. */
#ifndef EMULATOR_ISA_INDEX_H
#define EMULATOR_ISA_INDEX_H

#include "core/instruction.h"

/* |name| without suffix, on a generation; through the aliases. NULL when it is unknown. */
const struct instruction *instruction_find(const char *name, enum generation generation);

/* What runs a VOPD op, both halves. */
op_run *dual_driver(void);

#endif
