/* stores: what the watchers call. */
#ifndef EMULATOR_WATCH_STORES_INSIDE_H
#define EMULATOR_WATCH_STORES_INSIDE_H

#include "watch/stores.h"

#include "core/watch.h"

/* Whether some place is watched. */
bool stores_are_watched(void);
/* |op| stores |size| bytes at the address of each lane of |mask|. */
void stores_see(const struct wave *wave, const struct op *op, const uint64_t *addresses,
                uint64_t mask, unsigned size, enum access access);

#endif
