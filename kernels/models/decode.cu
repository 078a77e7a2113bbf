// What a step of decoding needs besides products and attention.
#include "cache.cuh"

CACHE_APPEND(f16, f16)
CACHE_APPEND(f16, f8e4m3)
CACHE_APPEND(bf16, bf16)
CACHE_APPEND(bf16, f8e4m3)
CACHE_APPEND(f32, f16)
CACHE_APPEND(f32, bf16)
CACHE_APPEND(f32, f8e4m3)
