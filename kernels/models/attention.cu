// Attention: a mean of values, weighted by the products of queries and keys. contract/attention.h
// defines it.
#include "../device/calls.cuh"
#include "attention/vendor.cuh"

#define ATTENTION(T, U, SIZE)                                                                      \
    extern "C" __global__ void ATTENTION_BOUNDS(SIZE)                                              \
        attention_##T##_##U##_##SIZE(const attention work)                                         \
    {                                                                                              \
        attend_many<T, U, SIZE>(work);                                                             \
    }                                                                                              \
    extern "C" __global__ void ATTENTION_BOUNDS(SIZE)                                              \
        attention_few_##T##_##U##_##SIZE(const attention work)                                     \
    {                                                                                              \
        attend_few<T, U, SIZE>(work);                                                              \
    }

#define ATTENTION_OF_SIZES(T, U) ATTENTION(T, U, 64) ATTENTION(T, U, 128) ATTENTION(T, U, 256)

ATTENTION_OF_SIZES(f16, f16)
ATTENTION_OF_SIZES(f16, f8e4m3)
ATTENTION_OF_SIZES(bf16, bf16)
ATTENTION_OF_SIZES(bf16, f8e4m3)

#define ATTENTION_JOIN(T)                                                                          \
    extern "C" __global__ void LAUNCH_BOUNDS(ATTENTION_JOIN_THREADS, 1)                            \
        attention_join_##T(const attention work)                                                   \
    {                                                                                              \
        join_splits<T>(work);                                                                      \
    }

ATTENTION_JOIN(f16)
ATTENTION_JOIN(bf16)
