/* valu: parts of the vector drivers: fetching sources, storing results, masks of lanes. Only
 * valu*.c and files with instructions that move registers use this header. */
#ifndef EMULATOR_ISA_VALU_H
#define EMULATOR_ISA_VALU_H

#include "drivers.h"
#include "lanes.h"

#include <fenv.h>

#ifdef ISA_VARIANT
#define dpp_move     ISA_NAME(dpp_move)
#define dpp_writes   ISA_NAME(dpp_writes)
#define lanes_finish ISA_NAME(lanes_finish)
#endif

/* Sets of types, with a bit for each enum type. */
enum {
    TYPES_WIDE = 1 << TYPE_B64 | 1 << TYPE_U64 | 1 << TYPE_I64 | 1 << TYPE_F64 | 1 << TYPE_PK32 |
                 1 << TYPE_PKF32,
    TYPES_SHORT = 1 << TYPE_B16 | 1 << TYPE_U16 | 1 << TYPE_I16 | 1 << TYPE_F16,
};

static inline bool type_is_wide(enum type type)
{
    return TYPES_WIDE >> type & 1;
}

static inline bool type_is_short(enum type type)
{
    return TYPES_SHORT >> type & 1;
}

/* Returns the argument of fesetround() for a ROUND_*. */
static inline int rounding_direction(unsigned round)
{
    static const int directions[] = {
        [ROUND_NEAREST] = FE_TONEAREST,
        [ROUND_UP] = FE_UPWARD,
        [ROUND_DOWN] = FE_DOWNWARD,
        [ROUND_ZERO] = FE_TOWARDZERO,
    };
    return directions[round];
}

/* ---- Lane masks ------------------------------------------------------------------------------ */

/* An array that has 1 << i for each of 32 lanes: tests with these masks vectorise on every
 * processor. */
#define LANE_BITS_4(i) 1u << (i), 1u << ((i) + 1), 1u << ((i) + 2), 1u << ((i) + 3)
static const uint32_t lane_bits[32] = {LANE_BITS_4(0),  LANE_BITS_4(4),  LANE_BITS_4(8),
                                       LANE_BITS_4(12), LANE_BITS_4(16), LANE_BITS_4(20),
                                       LANE_BITS_4(24), LANE_BITS_4(28)};

/* Sets each lane of |out| to ~0 if its bit is set in |bits|, else to 0. */
static inline void mask_spread(uint64_t bits, uint32_t *out, unsigned lanes)
{
    for (unsigned start = 0; start < lanes; start += 32) {
        uint32_t half = (uint32_t)(bits >> start);
        for (unsigned i = 0; i < 32; i++)
            out[start + i] = half & lane_bits[i] ? ~0u : 0;
    }
}

/* Copies the lanes of |mask| from |from| to |to|; the other lanes of |to| keep their values. */
static inline void lanes_copy(uint32_t *to, const uint32_t *from, uint64_t mask, unsigned lanes)
{
    for (unsigned start = 0; start < lanes; start += 32) {
        uint32_t half = (uint32_t)(mask >> start);
        EACH_LANE for (unsigned i = 0; i < 32; i++)
        {
            uint32_t old = to[start + i];
            to[start + i] = half & lane_bits[i] ? from[start + i] : old;
        }
    }
}

/* ---- The parts of a driver ------------------------------------------------------------------- */

/* Returns an operand as an array of lanes, without modifiers: the operand's registers, or
 * |buffer|. */
static inline const void *lanes_fetch_plain(struct wave *wave, const struct operand *operand,
                                            struct lane_buffer *buffer)
{
    uint32_t *narrow = (uint32_t *)buffer->bits;
    const unsigned lanes = wave->lanes & ~31u;
    if (operand->type == TYPE_MASK) {
        mask_spread(mask_read(wave, operand), narrow, lanes);
        return narrow;
    }
    if (operand->kind == OPERAND_VGPR || operand->kind == OPERAND_AGPR) {
        const uint32_t *low = operand_lanes(wave, operand), *high = low + lanes;
        if (!type_is_wide(operand->type))
            return low;
        EACH_LANE for (unsigned i = 0; i < lanes; i++)
        {
            buffer->bits[i] = (uint64_t)high[i] << 32 | low[i];
        }
        return buffer->bits;
    }
    uint64_t value = scalar_read(wave, operand);
    if (type_is_wide(operand->type)) {
        for (unsigned i = 0; i < lanes; i++)
            buffer->bits[i] = value;
    } else {
        for (unsigned i = 0; i < lanes; i++)
            narrow[i] = (uint32_t)value;
    }
    return buffer->bits;
}

/* Moves the lanes of |array| to |buffer| as the DPP fields of |op| say. |wide|: elements have 64
 * bits, not 32. */
const void *dpp_move(struct wave *wave, const struct op *op, const void *array, bool wide,
                     struct lane_buffer *buffer);
/* Returns the active lanes that a DPP op writes. */
uint64_t dpp_writes(const struct wave *wave, const struct op *op);

/* Applies omod, clamp and the flushing of denormals to |lanes|, the core's result, if it is of a
 * float type. */
void lanes_finish(const struct wave *wave, const struct op *op, enum type type, void *lanes);

#endif
