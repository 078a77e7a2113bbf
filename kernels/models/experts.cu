// Mixtures of experts: which experts a token has, the sort of tokens by experts, products with
// experts' matrices of f16 and bf16, and the sum of what experts made.
#include "experts/product.cuh"
#include "experts/route.cuh"
#include "experts/sort.cuh"
#include "experts/sum.cuh"

#define EXPERTS_ROUTE(T)                                                                           \
    extern "C" __global__ void __launch_bounds__(ROUTE_TOKENS *WARP)                               \
        experts_route_##T(const experts_route work)                                                \
    {                                                                                              \
        route<T>(work);                                                                            \
    }

#define EXPERTS_SUM(T, U)                                                                          \
    extern "C" __global__ void __launch_bounds__(EXPERTS_SUM_THREADS)                              \
        experts_sum_##T##_##U(const experts_sum work)                                              \
    {                                                                                              \
        sum_experts<T, U>(work);                                                                   \
    }

EXPERTS_ROUTE(f32)
EXPERTS_ROUTE(f16)
EXPERTS_ROUTE(bf16)

extern "C" __global__ void __launch_bounds__(EXPERTS_SORT_THREADS)
    experts_sort(const u32 *ids, const u32 pairs, const u32 experts, u32 *order, u32 *places,
                 u32 *starts)
{
    sort_pairs(ids, pairs, experts, order, places, starts);
}

EXPERTS_SUM(f32, f32)
EXPERTS_SUM(f32, f16)
EXPERTS_SUM(f32, bf16)
EXPERTS_SUM(f16, f16)
EXPERTS_SUM(bf16, bf16)

#define EXPERTS_PRODUCT(T)                                                                         \
    extern "C" __global__ void __launch_bounds__(EXPERTS_THREADS, EXPERTS_ROOM<T>)                 \
        experts_##T##_64(const experts_product work)                                               \
    {                                                                                              \
        multiply_experts<T, EXPERTS_SIDE>(work);                                                   \
    }                                                                                              \
    extern "C" __global__ void __launch_bounds__(EXPERTS_THREADS, EXPERTS_ROOM<T>)                 \
        experts_##T##_128(const experts_product work)                                              \
    {                                                                                              \
        multiply_experts<T, EXPERTS_SIDE_BIG>(work);                                               \
    }                                                                                              \
    extern "C" __global__ void __launch_bounds__(EXPERTS_THREADS)                                  \
        experts_few_##T(const experts_product work)                                                \
    {                                                                                              \
        multiply_few_places<T>(work);                                                              \
    }

EXPERTS_PRODUCT(f16)
EXPERTS_PRODUCT(bf16)
