/* checker: for HIPEMU_CHECK, looks for faults in what the waves of a workgroup do: memory and
 * registers that are read before they are written, races, barriers that not all waves reach, loads
 * that are not waited for. It reports through core/finding.h. docs/check.md describes the findings.
 */
#ifndef EMULATOR_CHECK_CHECKER_H
#define EMULATOR_CHECK_CHECKER_H

#include "core/space.h"
#include "core/watch.h"

/* Makes the checker's state of a workgroup. NULL when there is no memory. */
struct checker *checker_new(const struct workgroup *group);
/* Frees |checker|; NULL is ignored. */
void checker_free(struct checker *checker);

/* The hooks of core/watch.h call the functions below. */
void checker_start(struct checker *checker, const struct workgroup *group);
/* Runs |op| with |run|. |exec| is the value of EXEC before |op|. */
void checker_run(struct checker *checker, struct wave *wave, const struct op *op, op_run *run,
                 uint64_t exec);
void checker_barrier(struct checker *checker, const struct workgroup *group);
void checker_memory(struct checker *checker, struct wave *wave, const struct op *op,
                    const struct allocation *a, const uint64_t *addresses, uint64_t mask,
                    unsigned size, enum access access);
void checker_lds(struct checker *checker, struct wave *wave, const struct op *op,
                 const uint32_t *offsets, uint64_t mask, uint64_t good, unsigned size,
                 enum access access);
void checker_scratch(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                     uint64_t good, unsigned size, enum access access);
void checker_shuffle(struct checker *checker, const struct wave *wave, const struct op *op,
                     const uint8_t *from);
void checker_wrote(struct checker *checker, const struct wave *wave, const struct operand *operand);

#endif
