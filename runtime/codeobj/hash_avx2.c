/* See hash_avx2.h. All code of this file may have instructions of AVX2, so that xxHash is compiled
 * for it. */
#include "hash_avx2.h"

#ifdef __x86_64__
#include <immintrin.h>
#include <string.h>
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#define XXH_INLINE_ALL
#define XXH_VECTOR XXH_AVX2
#include <xxhash.h>

/* Without _mm256_zeroupper(), which gcc 12 does not add here by itself, the program's SSE code is
 * slower from then on: it was up to three times as slow. */
uint64_t hash_avx2_64(const void *data, size_t size)
{
    uint64_t hash = XXH3_64bits(data, size);
    _mm256_zeroupper();
    return hash;
}

void hash_avx2_128(const void *data, size_t size, uint64_t out[2])
{
    XXH128_hash_t hash = XXH3_128bits(data, size);
    _mm256_zeroupper();
    out[0] = hash.low64;
    out[1] = hash.high64;
}

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
