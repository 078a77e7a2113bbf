/* pages: which pages of a range of addresses are free. Not thread-safe: space.c holds a lock.
 *
 * Free pages are holes, in lists by the powers of two of their sizes; a hole's ends hold its size,
 * so freed pages merge with their neighbours without a search.
 */
#ifndef EMULATOR_CORE_PAGES_H
#define EMULATOR_CORE_PAGES_H

#include <stdbool.h>
#include <stdint.h>

/* Pages 1 to |count| - 1 are free; |count| < 2^32. False when there is no memory. */
bool pages_open(uint32_t count);
/* Takes |count| > 0 pages, aligned to |alignment|, a power of two. Returns the first one's number,
 * or 0. */
uint32_t pages_take(uint32_t count, uint32_t alignment);
/* Frees pages that were taken, all or some of them. */
void pages_give(uint32_t first, uint32_t count);

#endif
