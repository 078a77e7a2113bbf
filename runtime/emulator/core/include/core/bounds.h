/* bounds: checks memory instructions before they access anything.
 *
 * The checks are always done, because a fault must become an error of the launch and must not end
 * the process. If the workgroup is watched, they also report the access to the hooks of watch.h.
 */
#ifndef EMULATOR_CORE_BOUNDS_H
#define EMULATOR_CORE_BOUNDS_H

#include "watch.h"
#include "wave.h"

/* Checks an access to global memory: |addresses| has one address for each lane, and each lane of
 * |mask| accesses |size| bytes. Faults when an address is outside every allocation, when kernels
 * must not write there, or when an atomic's address is not a multiple of |size|. An access after
 * the end of an allocation, on its last page, is only reported. */
void check_global(struct wave *wave, const struct op *op, const uint64_t *addresses, uint64_t mask,
                  unsigned size, enum access access);
/* Checks an access to LDS: |offsets| are bytes into the workgroup's LDS. Returns the lanes of
 * |mask| that are in range. The caller gives 0 for reads out of range and drops writes, as the
 * hardware does. Faults when an atomic's offset is not a multiple of |size|. */
uint64_t check_lds(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                   unsigned size, enum access access);
/* Checks an access to scratch: |offsets| are bytes into a lane's scratch. Returns the lanes of
 * |mask| that are in range. */
uint64_t check_scratch(struct wave *wave, const struct op *op, const uint32_t *offsets,
                       uint64_t mask, unsigned size, enum access access);

#endif
