/* DPP controls become a table of lanes. See the RDNA3 ISA document, "Data Parallel Primitives", and
 * for the wave shifts and broadcasts that of Vega.
 */
#include "dpp.h"

enum { NOWHERE = 64 }; /* outside of the row, or of the wave */

/* The lane that lane |i| reads. */
static unsigned source_lane(const struct op *op, unsigned i, unsigned lanes)
{
    unsigned row = i & ~15u, in_row = i & 15, n = op->dpp_value;
    switch ((enum dpp_control)op->dpp) {
    case DPP_NONE: return i;
    case DPP_QUAD_PERM: return (i & ~3u) | (n >> 2 * (i & 3) & 3);
    case DPP8: return (i & ~7u) | (n >> 3 * (i & 7) & 7);
    case DPP_ROW_SHL: return in_row + n < 16 ? i + n : NOWHERE;
    case DPP_ROW_SHR: return in_row >= n ? i - n : NOWHERE;
    case DPP_ROW_ROR: return row | ((in_row + 16 - n) & 15);
    case DPP_WAVE_SHL: return i + 1 < lanes ? i + 1 : NOWHERE;
    case DPP_WAVE_ROL: return (i + 1) & (lanes - 1);
    case DPP_WAVE_SHR: return i > 0 ? i - 1 : NOWHERE;
    case DPP_WAVE_ROR: return (i + lanes - 1) & (lanes - 1);
    case DPP_ROW_MIRROR: return row | (15 - in_row);
    case DPP_ROW_HALF_MIRROR: return (i & ~7u) | (7 - (i & 7));
    case DPP_ROW_BCAST15: return row > 0 ? row - 1 : NOWHERE;
    case DPP_ROW_BCAST31: return i >= 32 ? 31 : NOWHERE;
    case DPP_ROW_SHARE:
    case DPP_ROW_NEWBCAST: return row | (n & 15);
    case DPP_ROW_XMASK: return row | (in_row ^ (n & 15));
    }
    return NOWHERE;
}

/* DPP8 has no masks of rows and banks. */
static bool is_chosen(const struct op *op, unsigned i)
{
    return op->dpp == DPP8 ||
           ((op->row_mask >> (i / 16 & 3) & 1) && (op->bank_mask >> (i / 4 & 3) & 1));
}

void dpp_prepare(struct op *op, unsigned lanes)
{
    for (unsigned i = 0; i < lanes && op->dpp; i++) {
        unsigned from = source_lane(op, i, lanes);
        bool has_source = from < lanes;
        op->dpp_lanes[i] = (uint8_t)(has_source ? from : i);
        op->dpp_has |= (uint64_t)has_source << i;
        op->dpp_chosen |= (uint64_t)is_chosen(op, i) << i;
    }
}
