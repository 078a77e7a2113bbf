/* blocks: the emulator's own memory, used again: packets, arguments and the registers of workgroups
 * are wanted for every launch. Thread-safe.
 */
#ifndef EMULATOR_CORE_BLOCKS_H
#define EMULATOR_CORE_BLOCKS_H

#include <stddef.h>

struct device;

/* |size| bytes or more, at a page, with whatever was in them; NULL when there is no memory. An
 * allocation of MEMORY_INTERNAL, so that kernels may use it. */
void *block_take(struct device *device, size_t size);
/* NULL is ignored. |size| as it was asked for. */
void block_give(void *block, size_t size);

#endif
