/* dpp: the lane that each lane reads, computed once for an op. */
#ifndef EMULATOR_DECODE_DPP_H
#define EMULATOR_DECODE_DPP_H

#include "core/op.h"

/* Fills |op->dpp_lanes|, |op->dpp_has| and |op->dpp_chosen| from its other members, for waves of
 * |lanes|. Does nothing to an op without DPP. */
void dpp_prepare(struct op *op, unsigned lanes);

#endif
