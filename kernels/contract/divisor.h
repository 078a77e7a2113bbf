/* A divisor of 32-bit numbers that is known before a kernel is launched: the kernel multiplies by
 * its reciprocal instead of dividing. For C11, in which libkrt_ops makes it for `info`, and for
 * CUDA's dialect. */
#ifndef CONTRACT_DIVISOR_H
#define CONTRACT_DIVISOR_H

#include <stdint.h>

#ifdef __cplusplus
#define CONTRACT __device__ inline
#else
#define CONTRACT static inline
#endif

struct divisor32 {
    uint32_t by, reciprocal; /* UINT32_MAX / by */

#ifdef __cplusplus
    /* x * reciprocal / 2^32 is the quotient of x, or less by 1. */
    __device__ uint32_t quotient(uint32_t x) const
    {
        const uint32_t estimate = __umulhi(x, reciprocal);
        return estimate + (x - estimate * by >= by);
    }
    __device__ uint32_t rest(uint32_t x, uint32_t quotient) const
    {
        return x - quotient * by;
    }
    /* Returns x / by, and sets x to the remainder. */
    __device__ uint32_t divide(uint32_t &x) const
    {
        const uint32_t estimate = __umulhi(x, reciprocal), rest = x - estimate * by;
        x = rest < by ? rest : rest - by;
        return estimate + (rest >= by);
    }
#endif
};

/* Returns the divisor |by|, which must not be 0. */
CONTRACT struct divisor32 divisor32_make(uint32_t by)
{
    struct divisor32 made = {by, UINT32_MAX / by};
    return made;
}

#endif
