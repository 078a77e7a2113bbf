/* DPP: a lane reads its first source from another lane. See the RDNA3 ISA document, "Data Parallel
 * Primitives", and for the wave shifts and broadcasts that of Vega.
 */
#include "valu.h"

/* Where lane |i| reads; LANES_MAX when it is outside of its row, or of the wave. */
static unsigned dpp_lane(const struct op *op, unsigned i, unsigned lanes)
{
    unsigned row = i & ~15u, in_row = i & 15, n = op->dpp_value;
    switch ((enum dpp_control)op->dpp) {
    case DPP_NONE: return i;
    case DPP_QUAD_PERM: return (i & ~3u) | (n >> 2 * (i & 3) & 3);
    case DPP8: return (i & ~7u) | (n >> 3 * (i & 7) & 7);
    case DPP_ROW_SHL: return in_row + n < 16 ? i + n : LANES_MAX;
    case DPP_ROW_SHR: return in_row >= n ? i - n : LANES_MAX;
    case DPP_ROW_ROR: return row | ((in_row + 16 - n) & 15);
    case DPP_WAVE_SHL: return i + 1 < lanes ? i + 1 : LANES_MAX;
    case DPP_WAVE_ROL: return (i + 1) & (lanes - 1);
    case DPP_WAVE_SHR: return i > 0 ? i - 1 : LANES_MAX;
    case DPP_WAVE_ROR: return (i + lanes - 1) & (lanes - 1);
    case DPP_ROW_MIRROR: return row | (15 - in_row);
    case DPP_ROW_HALF_MIRROR: return (i & ~7u) | (7 - (i & 7));
    case DPP_ROW_BCAST15: return row > 0 ? row - 1 : LANES_MAX;
    case DPP_ROW_BCAST31: return i >= 32 ? 31 : LANES_MAX;
    case DPP_ROW_SHARE:
    case DPP_ROW_NEWBCAST: return row | (n & 15);
    case DPP_ROW_XMASK: return row | (in_row ^ (n & 15));
    }
    return LANES_MAX;
}

/* The lanes that may be read. */
static uint64_t readable_lanes(const struct wave *wave, const struct op *op)
{
    return op->fetch_inactive ? wave->all : wave_exec(wave);
}

const void *dpp_move(struct wave *wave, const struct op *op, const void *array, bool wide,
                     struct lane_buffer *buffer)
{
    struct lane_buffer moved;
    uint64_t readable = readable_lanes(wave, op);
    for (unsigned i = 0; i < wave->lanes; i++) {
        unsigned from = dpp_lane(op, i, wave->lanes);
        bool is_there = from < wave->lanes && (readable >> from & 1);
        if (wide)
            moved.bits[i] = is_there ? ((const uint64_t *)array)[from] : 0;
        else
            ((uint32_t *)moved.bits)[i] = is_there ? ((const uint32_t *)array)[from] : 0;
    }
    *buffer = moved;
    return buffer->bits;
}

uint64_t dpp_writes(const struct wave *wave, const struct op *op)
{
    uint64_t readable = readable_lanes(wave, op), writes = 0;
    for (unsigned i = 0; i < wave->lanes; i++) {
        unsigned from = dpp_lane(op, i, wave->lanes);
        bool is_there = from < wave->lanes && (readable >> from & 1);
        bool is_chosen = op->dpp == DPP8 ||
                         ((op->row_mask >> (i / 16 & 3) & 1) && (op->bank_mask >> (i / 4 & 3) & 1));
        /* DPP8 has no bound control: a lane without a source reads 0 */
        if (is_chosen && (is_there || op->bound_control || op->dpp == DPP8))
            writes |= 1ull << i;
    }
    return writes & wave_exec(wave);
}
