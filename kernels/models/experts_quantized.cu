// Mixtures of experts whose matrices are quantized.
#include "experts/quantized.cuh"
#include "../own/coded.cuh"

#define EXPERTS_QUANTIZED(NAME, BLOCK, PLACES, ROWS)                                               \
    extern "C" __global__ void TILE_BOUNDS experts_##NAME(const experts_product work)              \
    {                                                                                              \
        ENTER(multiply_quantized<BLOCK, PLACES, ROWS>)(work);                                      \
    }                                                                                              \
    extern "C" __global__ void __launch_bounds__(4 * WARP, RESIDENT_BLOCKS(BLOCK, EXPERTS_FEW))    \
        experts_few_##NAME(const experts_product work)                                             \
    {                                                                                              \
        ENTER(multiply_few_quantized<BLOCK>)(work);                                                \
    }

#define EXPERTS_ROUND(T)                                                                           \
    extern "C" __global__ void __launch_bounds__(EXPERTS_THREADS)                                  \
        experts_round_##T(const experts_round work)                                                \
    {                                                                                              \
        round_rows<T>(work);                                                                       \
    }

EXPERTS_FORMATS(EXPERTS_QUANTIZED)

EXPERTS_ROUND(f32)
EXPERTS_ROUND(f16)
EXPERTS_ROUND(bf16)
