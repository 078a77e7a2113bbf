/* memory: the parts that space.c is built from, and the memory that the emulator takes from the
 * address space for itself. */
#ifndef EMULATOR_CORE_MEMORY_H
#define EMULATOR_CORE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* pages: which pages of a range of addresses are free. Not thread-safe: space.c holds a lock.
 * Free pages are holes. Holes are in lists by the power of two of their size. The first and the
 * last page of a hole record the hole's size, so freed pages merge with neighbouring holes without
 * a search. */

/* Makes pages 1 to |count| - 1 free; |count| < 2^32. False when there is no memory. */
bool pages_open(uint32_t count);
/* Takes |count| > 0 neighbouring pages, whose first number is a multiple of |alignment|, a power of
 * two. Returns that number, or 0 when there is no room. */
uint32_t pages_take(uint32_t count, uint32_t alignment);
/* Takes |count| > 0 pages from |first| on. False when some of them are not free. The function looks
 * at all holes. */
bool pages_take_at(uint32_t first, uint32_t count);
/* Frees |count| pages from |first| on, which must be taken. */
void pages_give(uint32_t first, uint32_t count);

/* registered: the program's own pages that devices know, sorted by address.
 * Kernels look here, without a lock, for each address that is not in an allocation of the address
 * space. The caller must serialise changes; space.c holds its lock. */

/* Adds the pages that begin at |start|; |record| > 0 identifies them. False when there are too
 * many. */
bool registered_add(uintptr_t start, uint32_t record);
void registered_remove(uintptr_t start);
/* Returns the record of the registration with the highest start at or below |address|, or 0.
 * Thread-safe. */
uint32_t registered_find(uintptr_t address);

/* blocks: memory blocks for the emulator itself, kept for reuse, because every launch needs a
 * packet and arguments. Thread-safe. */

struct device;

/* Takes a memory block of at least |size| bytes, aligned to a page and not cleared. The block is an
 * allocation of MEMORY_INTERNAL, so kernels can access it. NULL when there is no memory. */
void *block_take(struct device *device, size_t size);
/* Gives a block back; |size| is the size that block_take() was asked for. NULL is ignored. */
void block_give(void *block, size_t size);

#endif
