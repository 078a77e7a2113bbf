/* flush: functions that replace denormals by zeros of the same sign, in arrays of lanes. */
#ifndef EMULATOR_ISA_FLUSH_H
#define EMULATOR_ISA_FLUSH_H

#include "core/op.h"

static inline void flush_f32(uint32_t *v, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        v[i] = (v[i] & 0x7f800000) ? v[i] : v[i] & 0x80000000;
}

static inline void flush_f64(uint64_t *v, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        v[i] = (v[i] & 0x7ff0000000000000) ? v[i] : v[i] & 0x8000000000000000;
}

/* Flushes both halves of each lane; where a lane has only one half, the upper half is zero. */
static inline void flush_halves(uint32_t *v, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        uint32_t low = (v[i] & 0x7c00) ? 0xffff : 0x8000;
        uint32_t high = (v[i] & 0x7c000000) ? 0xffff0000 : 0x80000000;
        v[i] &= high | low;
    }
}

/* Replaces denormals of |type| by zeros, if the flag for |type| is set: |flush32| for single
 * precision, |flush16_64| for half and double precision. */
static inline void flush_lanes(enum type type, void *array, unsigned lanes, bool flush32,
                               bool flush16_64)
{
    if (flush32 && type == TYPE_F32)
        flush_f32(array, lanes);
    else if (flush32 && type == TYPE_PKF32)
        flush_f32(array, 2 * lanes);
    else if (flush16_64 && type == TYPE_F64)
        flush_f64(array, lanes);
    else if (flush16_64 && (type == TYPE_F16 || type == TYPE_PKF16))
        flush_halves(array, lanes);
}

#endif
