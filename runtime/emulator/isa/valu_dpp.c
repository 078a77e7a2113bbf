/* DPP: each lane reads its first source from another lane; the decoder has computed from which. See
 * the RDNA3 ISA document, "Data Parallel Primitives". */
#include "valu.h"

#include <string.h>

/* Returns the lanes whose source lane exists and may be read: it is active, or |op| fetches from
 * inactive lanes. */
static uint64_t served_lanes(const struct wave *wave, const struct op *op)
{
    uint64_t exec = wave_exec(wave), served = 0;
    if (op->fetch_inactive || exec == wave->all)
        return op->dpp_has;
    for (unsigned i = 0; i < wave->lanes; i++)
        served |= (exec >> op->dpp_lanes[i] & 1) << i;
    return served & op->dpp_has;
}

const void *dpp_move(struct wave *wave, const struct op *op, const void *array, bool wide,
                     struct lane_buffer *buffer)
{
    const unsigned lanes = wave->lanes & ~31u;
    const uint8_t *from = op->dpp_lanes;
    _Alignas(64) uint32_t is_served[LANES_MAX];
    struct lane_buffer moved;
    mask_spread(served_lanes(wave, op), is_served, lanes);
    if (wide) {
        const uint64_t *v = array;
        for (unsigned i = 0; i < lanes; i++)
            moved.bits[i] = is_served[i] ? v[from[i]] : 0;
        memcpy(buffer->bits, moved.bits, lanes * sizeof *v);
    } else {
        const uint32_t *v = array;
        uint32_t *to = (uint32_t *)moved.bits;
        for (unsigned i = 0; i < lanes; i++)
            to[i] = v[from[i]] & is_served[i];
        memcpy(buffer->bits, to, lanes * sizeof *v);
    }
    return buffer->bits;
}

/* Returns the active lanes that |op| writes. A lane without a source lane does not write, unless
 * bound control makes it read 0. DPP8 has no bound control, and such a lane always reads 0. */
uint64_t dpp_writes(const struct wave *wave, const struct op *op)
{
    bool writes_zeros = op->bound_control || op->dpp == DPP8;
    uint64_t writes = writes_zeros ? wave->all : served_lanes(wave, op);
    return writes & op->dpp_chosen & wave_exec(wave);
}
