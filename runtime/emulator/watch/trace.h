/* trace: prints the instructions of a kernel, for HIPEMU_TRACE. */
#ifndef EMULATOR_WATCH_TRACE_H
#define EMULATOR_WATCH_TRACE_H

#include "core/wave.h"

/* Whether HIPEMU_TRACE selects |group| for the trace. */
bool trace_wants(const struct workgroup *group);
/* Prints |op| and its result. |op| has just run with |exec|. */
void trace_op(const struct wave *wave, const struct op *op, uint64_t exec);

#endif
