/* cross_lane: DPP, of waves with all lanes active: a source is moved to VGPR_SPARE first.
 */
#ifndef EMULATOR_JIT_CROSS_LANE_H
#define EMULATOR_JIT_CROSS_LANE_H

#include "block.h"
#include "recipes.h"

/* Whether the source of |op|, which has DPP, can be moved. */
bool dpp_fits(const struct block *block, const struct op *op, enum shape shape);
void dpp_move(struct block *block, const struct op *op);
/* The lanes that it writes. */
uint64_t dpp_writes(const struct block *block, const struct op *op);

#endif
