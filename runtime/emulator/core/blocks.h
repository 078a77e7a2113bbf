/* blocks: the emulator's own memory, which is reused: every launch needs packets, arguments and the
 * registers of workgroups. Thread-safe.
 */
#ifndef EMULATOR_CORE_BLOCKS_H
#define EMULATOR_CORE_BLOCKS_H

#include <stddef.h>

struct device;

/* |size| bytes or more, aligned to a page, not cleared; NULL when there is no memory. An
 * allocation of MEMORY_INTERNAL, so that kernels may use it. */
void *block_take(struct device *device, size_t size);
/* NULL is ignored. |size| is the size that was asked for. */
void block_give(void *block, size_t size);

#endif
