/* saturate: integer results that wrap around; with |clamp| they are limited to the range of their
 * type instead. */
#ifndef EMULATOR_ISA_SATURATE_H
#define EMULATOR_ISA_SATURATE_H

#include "lanes.h"

static inline int64_t clamp_between(int64_t v, int64_t low, int64_t high)
{
    return v < low ? low : v > high ? high : v;
}
static inline uint32_t clamp_u32(int64_t v)
{
    return (uint32_t)clamp_between(v, 0, UINT32_MAX);
}
static inline uint32_t clamp_i32(int64_t v)
{
    return (uint32_t)clamp_between(v, INT32_MIN, INT32_MAX);
}
static inline uint32_t clamp_u16(int64_t v)
{
    return (uint32_t)clamp_between(v, 0, UINT16_MAX);
}
static inline uint32_t clamp_i16(int64_t v)
{
    return (uint32_t)clamp_between(v, INT16_MIN, INT16_MAX) & 0xffff;
}

/* The macros define a core whose sources have one type: it computes |clamped| if the op has clamp,
 * else |wrapped|. */
#define LANES_CLAMP_2(name, A, wrapped, clamped)                                                   \
    LANES_2(name##_wrapped, uint32_t, A, A, wrapped)                                               \
    LANES_2(name##_clamped, uint32_t, A, A, clamped)                                               \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        (args->op->clamp ? name##_clamped : name##_wrapped)(args);                                 \
    }

#define LANES_CLAMP_3(name, A, wrapped, clamped)                                                   \
    LANES_3(name##_wrapped, uint32_t, A, A, A, wrapped)                                            \
    LANES_3(name##_clamped, uint32_t, A, A, A, clamped)                                            \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        (args->op->clamp ? name##_clamped : name##_wrapped)(args);                                 \
    }

#endif
