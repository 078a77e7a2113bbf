/* bounds: the checks of memory instructions before they access anything.
 *
 * They are always done, because a fault must become an error and not the end of the process. Where
 * the workgroup is watched, they report the access to watch.h.
 */
#ifndef EMULATOR_CORE_BOUNDS_H
#define EMULATOR_CORE_BOUNDS_H

#include "watch.h"
#include "wave.h"

/* |addresses|: a uint64_t a lane, of which those in |mask| access |size| bytes each. Faults when
 * one is outside every allocation, or is in one that must not be written. */
void check_global(struct wave *wave, const struct op *op, const uint64_t *addresses, uint64_t mask,
                  unsigned size, enum access access);
/* Offsets into the workgroup's LDS. Out of range, reads give 0 and writes are lost, as on the
 * hardware. Returns the lanes that are in range. */
uint64_t check_lds(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                   unsigned size, enum access access);
/* Likewise for scratch: bytes of a lane. */
uint64_t check_scratch(struct wave *wave, const struct op *op, const uint32_t *offsets,
                       uint64_t mask, unsigned size, enum access access);

#endif
