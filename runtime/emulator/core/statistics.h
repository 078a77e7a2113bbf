/* statistics: counts of a kernel's instructions, when HIPEMU_STATS is set: 1 prints a table on
 * stderr when the process ends, another value names a JSON file.
 */
#ifndef EMULATOR_CORE_STATISTICS_H
#define EMULATOR_CORE_STATISTICS_H

#include "core/instruction.h"

#include <stdbool.h>
#include <stdint.h>

struct statistics {
    uint64_t workgroups;
    uint64_t instructions[CLASS_COUNT];
    uint64_t lanes, lanes_active; /* of vector, memory and LDS instructions */
    uint64_t bytes_read, bytes_written;
    uint64_t accesses, lines; /* memory instructions, and the cache lines of 128 bytes they touch */
    uint64_t scratch_bytes;   /* read or written */
    uint64_t lds_read, lds_written;       /* bytes */
    uint64_t lds_accesses, lds_conflicts; /* conflicts: additional cycles */
};

bool statistics_are_on(void);
void statistics_op(struct statistics *to, const struct op *op, uint64_t exec, unsigned lanes);
void statistics_memory(struct statistics *to, const uint64_t *addresses, uint64_t mask,
                       unsigned size, bool is_read);
void statistics_lds(struct statistics *to, const uint32_t *offsets, uint64_t mask, unsigned size,
                    bool is_read);
/* Adds a workgroup's counts to those of the kernel of that name. Thread-safe. */
void statistics_add(const char *kernel, const struct statistics *from);

#endif
