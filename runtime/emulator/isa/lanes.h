/* lanes: macros for loops over lanes, which the compiler vectorises.
 */
#ifndef EMULATOR_ISA_LANES_H
#define EMULATOR_ISA_LANES_H

#include "variant.h"

#include "core/instruction.h"

#include <stdint.h>

/* Put this before a loop. It tells the compiler that no iteration depends on another one.
 * Without it, the compiler must assume a dependence, because the result may be the same array
 * as a source. */
#ifdef __clang__
/* clang would warn about loops that it cannot vectorise */
#pragma clang diagnostic ignored "-Wpass-failed"
#define EACH_LANE _Pragma("clang loop vectorize(assume_safety) interleave(enable)")
#else
#define EACH_LANE _Pragma("GCC ivdep")
#endif

/* Returns the number of lanes: 8, 32 or 64. The mask tells the compiler that the number is a
 * multiple of its vectors' size. */
static inline unsigned lane_count(const struct lane_args *args)
{
    return args->lanes & ~7u;
}

#define MIN(x, y)       ((x) < (y) ? (x) : (y))
#define MAX(x, y)       ((x) > (y) ? (x) : (y))
#define MEDIAN(x, y, z) MAX(MIN(x, y), MIN(MAX(x, y), z))

/* The macros define a core, |name|: for each lane it computes |expression| of the sources, a, b and
 * c. */
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

/* The macros define cores of packed instructions, in which each lane has two elements side by
 * side. */
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

/* Defines a core of floats with |count| sources, 2 or 3, in which a result |r| that is a NaN
 * becomes |nan|. NaNs are rare, so the core first computes all results without NaN rules, and only
 * if one is a NaN computes them again. */
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

/* The macros define cores that depend on MODE.IEEE: in |expression|, |ieee| has all bits set if
 * MODE.IEEE is set, else it is 0. */
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

/* Defines the core of a compare: the result mask gets |condition| of a and b for each lane. */
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
