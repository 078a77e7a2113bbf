/* pages: which pages of a range of addresses are free. Not thread-safe: space.c holds a lock.
 *
 * Free pages are holes, in lists by the powers of two of their sizes; a hole's ends hold its size,
 * so that what is given back becomes one with its neighbours. Nothing is searched through.
 */
#ifndef EMULATOR_CORE_PAGES_H
#define EMULATOR_CORE_PAGES_H

#include <stdbool.h>
#include <stdint.h>

/* Pages 1 to |count| - 1 are free; |count| < 2^32. False when there is no memory. */
bool pages_open(uint32_t count);
/* |count| > 0 pages from a multiple of |alignment|, a power of two: the first one's number; 0 when
 * there are none. */
uint32_t pages_take(uint32_t count, uint32_t alignment);
/* Pages that were taken, all or some of them, are free again. */
void pages_give(uint32_t first, uint32_t count);

#endif
