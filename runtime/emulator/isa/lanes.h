/* lanes: macros for lane loops that the compiler vectorises.
 */
#ifndef EMULATOR_ISA_LANES_H
#define EMULATOR_ISA_LANES_H

#include "variant.h"

#include "core/instruction.h"

#include <stdint.h>

/* Before a loop over lanes: no iteration depends on another one. Results may be stored over a
 * source, lane by lane, which the compiler cannot know to be harmless. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" /* some loops do not pay, or can't be */
#define EACH_LANE _Pragma("clang loop vectorize(assume_safety) interleave(enable)")
#else
#define EACH_LANE _Pragma("GCC ivdep")
#endif

/* 8, 32 or 64: whole vectors, so that the compiler needs no loop for a rest. */
static inline unsigned lane_count(const struct lane_args *args)
{
    return args->lanes & ~7u;
}

#define MIN(x, y)       ((x) < (y) ? (x) : (y))
#define MAX(x, y)       ((x) > (y) ? (x) : (y))
#define MEDIAN(x, y, z) MAX(MIN(x, y), MIN(MAX(x, y), z))

/* A lane loop: |name| computes |expression| of a, b, c (each when it is there) for every lane. */
#define LANES_1(name, D, A, expression)                                                            \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        D *dst = args->dst;                                                                        \
        const unsigned lanes = lane_count(args);                                                   \
        const A *s0 = args->src[0];                                                                \
        EACH_LANE for (unsigned i = 0; i < lanes; i++)                                             \
        {                                                                                          \
            const A a = s0[i];                                                                     \
            dst[i] = (D)(expression);                                                              \
        }                                                                                          \
    }

#define LANES_2(name, D, A, B, expression)                                                         \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        D *dst = args->dst;                                                                        \
        const unsigned lanes = lane_count(args);                                                   \
        const A *s0 = args->src[0];                                                                \
        const B *s1 = args->src[1];                                                                \
        EACH_LANE for (unsigned i = 0; i < lanes; i++)                                             \
        {                                                                                          \
            const A a = s0[i];                                                                     \
            const B b = s1[i];                                                                     \
            dst[i] = (D)(expression);                                                              \
        }                                                                                          \
    }

#define LANES_3(name, D, A, B, C, expression)                                                      \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        D *dst = args->dst;                                                                        \
        const unsigned lanes = lane_count(args);                                                   \
        const A *s0 = args->src[0];                                                                \
        const B *s1 = args->src[1];                                                                \
        const C *s2 = args->src[2];                                                                \
        EACH_LANE for (unsigned i = 0; i < lanes; i++)                                             \
        {                                                                                          \
            const A a = s0[i];                                                                     \
            const B b = s1[i];                                                                     \
            const C c = s2[i];                                                                     \
            dst[i] = (D)(expression);                                                              \
        }                                                                                          \
    }

/* Likewise for packed instructions: each lane has two elements, side by side. */
#define PAIRS_2(name, D, A, expression)                                                            \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        D *dst = args->dst;                                                                        \
        const unsigned elements = 2 * lane_count(args);                                            \
        const A *s0 = args->src[0], *s1 = args->src[1];                                            \
        EACH_LANE for (unsigned i = 0; i < elements; i++)                                          \
        {                                                                                          \
            const A a = s0[i], b = s1[i];                                                          \
            dst[i] = (D)(expression);                                                              \
        }                                                                                          \
    }

#define PAIRS_3(name, D, A, expression)                                                            \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        D *dst = args->dst;                                                                        \
        const unsigned elements = 2 * lane_count(args);                                            \
        const A *s0 = args->src[0], *s1 = args->src[1], *s2 = args->src[2];                        \
        EACH_LANE for (unsigned i = 0; i < elements; i++)                                          \
        {                                                                                          \
            const A a = s0[i], b = s1[i], c = s2[i];                                               \
            dst[i] = (D)(expression);                                                              \
        }                                                                                          \
    }

/* A lane loop of floats with |count| sources, 2 or 3, in which results that are NaNs become |nan|.
 * They are rare: it costs less to compute everything twice, once to see whether there are any. */
#define LANES_NAN(name, T, count, expression, nan)                                                 \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        T *dst = args->dst;                                                                        \
        const unsigned lanes = lane_count(args);                                                   \
        const T *s0 = args->src[0], *s1 = args->src[1], *s2 = args->src[(count)-1];                \
        uint32_t nans = 0;                                                                         \
        EACH_LANE for (unsigned i = 0; i < lanes; i++)                                             \
        {                                                                                          \
            const T a = s0[i], b = s1[i], c = s2[i], r = (expression);                             \
            (void)c;                                                                               \
            nans |= r != r ? ~0u : 0;                                                              \
        }                                                                                          \
        if (nans) {                                                                                \
            EACH_LANE for (unsigned i = 0; i < lanes; i++)                                         \
            {                                                                                      \
                const T a = s0[i], b = s1[i], c = s2[i], r = (expression);                         \
                (void)c;                                                                           \
                dst[i] = (nan);                                                                    \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        EACH_LANE for (unsigned i = 0; i < lanes; i++)                                             \
        {                                                                                          \
            const T a = s0[i], b = s1[i], c = s2[i];                                               \
            (void)c;                                                                               \
            dst[i] = (expression);                                                                 \
        }                                                                                          \
    }

/* Loops that depend on MODE.IEEE: |ieee| has all bits when it is set, or is 0. */
#define LANES_IEEE_2(name, T, bits, expression)                                                    \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        const bits ieee = args->wave->fp.ieee ? ~(bits)0 : 0;                                      \
        const unsigned lanes = lane_count(args);                                                   \
        T *dst = args->dst;                                                                        \
        const T *s0 = args->src[0], *s1 = args->src[1];                                            \
        EACH_LANE for (unsigned i = 0; i < lanes; i++)                                             \
        {                                                                                          \
            const T a = s0[i], b = s1[i];                                                          \
            dst[i] = expression;                                                                   \
        }                                                                                          \
    }

#define LANES_IEEE_3(name, T, bits, expression)                                                    \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        const bits ieee = args->wave->fp.ieee ? ~(bits)0 : 0;                                      \
        const unsigned lanes = lane_count(args);                                                   \
        T *dst = args->dst;                                                                        \
        const T *s0 = args->src[0], *s1 = args->src[1], *s2 = args->src[2];                        \
        EACH_LANE for (unsigned i = 0; i < lanes; i++)                                             \
        {                                                                                          \
            const T a = s0[i], b = s1[i], c = s2[i];                                               \
            dst[i] = expression;                                                                   \
        }                                                                                          \
    }

/* A compare: |condition| of a and b into the mask. */
#define LANES_COMPARE(name, A, condition)                                                          \
    static void name(const struct lane_args *args)                                                 \
    {                                                                                              \
        uint32_t *mask = args->mask_out;                                                           \
        const unsigned lanes = lane_count(args);                                                   \
        const A *s0 = args->src[0];                                                                \
        const A *s1 = args->src[1];                                                                \
        EACH_LANE for (unsigned i = 0; i < lanes; i++)                                             \
        {                                                                                          \
            const A a = s0[i];                                                                     \
            const A b = s1[i];                                                                     \
            mask[i] = 0u - (uint32_t)(condition);                                                  \
        }                                                                                          \
    }

#endif
