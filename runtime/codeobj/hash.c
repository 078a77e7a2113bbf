/* See hash.h. Only this file and hash_avx2.c include xxHash. */
#include "hash.h"

#include "hash_avx2.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#ifdef __x86_64__
/* Whether a hash of |size| bytes is faster with AVX2, which the processor has. */
static bool uses_avx2(size_t size)
{
    enum { LONG_LEAST = 4096 };
    return size >= LONG_LEAST && __builtin_cpu_supports("avx2");
}
#endif

uint64_t hash_64(const void *data, size_t size)
{
#ifdef __x86_64__
    if (uses_avx2(size))
        return hash_avx2_64(data, size);
#endif
    return XXH3_64bits(data, size);
}

static XXH128_hash_t hash_long(const void *data, size_t size)
{
#ifdef __x86_64__
    uint64_t halves[2];
    if (uses_avx2(size)) {
        hash_avx2_128(data, size, halves);
        return (XXH128_hash_t){halves[0], halves[1]};
    }
#endif
    return XXH3_128bits(data, size);
}

static struct hash_128 canonical(XXH128_hash_t hash)
{
    XXH128_canonical_t canonical;
    struct hash_128 out;
    XXH128_canonicalFromHash(&canonical, hash);
    memcpy(out.bytes, canonical.digest, sizeof out.bytes);
    return out;
}

struct hash_128 hash_128(const void *data, size_t size)
{
    return canonical(hash_long(data, size));
}

void hash_both(const void *data, size_t size, uint64_t *out_64, struct hash_128 *out_128)
{
    /* The lower half of XXH3's 128 bits is its hash of 64 bits if the input is longer than this:
     * see xxHash's doc/xxhash_spec.md. */
    enum { MEDIUM_MOST = 240 };
    XXH128_hash_t hash = hash_long(data, size);
    *out_64 = size > MEDIUM_MOST ? hash.low64 : hash_64(data, size);
    *out_128 = canonical(hash);
}

uint32_t image_checksum(struct span code_object)
{
    uint32_t sum = (uint32_t)hash_64(code_object.data, code_object.size);
    return sum ? sum : 1;
}

uint64_t build_id_add(uint64_t id, const char *text, uint32_t number)
{
    return XXH3_64bits_withSeed(text, strlen(text), id + number);
}
