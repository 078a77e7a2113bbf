/* stores: remembers the last store of a kernel to some bytes of memory. */
#ifndef EMULATOR_WATCH_STORES_H
#define EMULATOR_WATCH_STORES_H

#include <stddef.h>

/* From now on, each store of a kernel to one of the |bytes| bytes at |address| writes into |text|,
 * of |size| bytes, which instruction stores; "" until then. Only one place is watched at a time.
 * NULL as |address| ends it: |text| is not used any more when the function returns. Thread-safe. */
void stores_watch(const void *address, size_t bytes, char *text, size_t size);

#endif
