/* memory: what the address space is made of, and the memory that the emulator itself takes from it.
 */
#ifndef EMULATOR_CORE_MEMORY_H
#define EMULATOR_CORE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* pages: which pages of a range of addresses are free. Not thread-safe: space.c holds a lock.
 *
 * Free pages are holes, in lists by the powers of two of their sizes; a hole's ends hold its size,
 * so freed pages merge with their neighbours without a search.
 */

/* Pages 1 to |count| - 1 are free; |count| < 2^32. False when there is no memory. */
bool pages_open(uint32_t count);
/* Takes |count| > 0 pages, aligned to |alignment|, a power of two. Returns the first one's number,
 * or 0. */
uint32_t pages_take(uint32_t count, uint32_t alignment);
/* Frees pages that were taken, all or some of them. */
void pages_give(uint32_t first, uint32_t count);

/* registered: the program's own pages that devices know, by their addresses.
 *
 * Kernels look here, without a lock, whenever an address is not in an allocation of the address
 * space. The caller must serialise changes; space.c holds its lock.
 */

/* |record| > 0 identifies the pages that begin at |start|. False when there are too many. */
bool registered_add(uintptr_t start, uint32_t record);
void registered_remove(uintptr_t start);
/* The record of the last pages that begin at or before |address|, or 0. Thread-safe. */
uint32_t registered_find(uintptr_t address);

/* blocks: the emulator's own memory, which is reused: every launch needs packets, arguments and the
 * registers of workgroups. Thread-safe.
 */

struct device;

/* |size| bytes or more, aligned to a page, not cleared; NULL when there is no memory. An
 * allocation of MEMORY_INTERNAL, so that kernels may use it. */
void *block_take(struct device *device, size_t size);
/* NULL is ignored. |size| is the size that was asked for. */
void block_give(void *block, size_t size);

#endif
