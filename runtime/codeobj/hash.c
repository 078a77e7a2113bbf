/* See hash.h. Only this file includes xxHash. */
#include "hash.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t hash_64(const void *data, size_t size)
{
    return XXH3_64bits(data, size);
}

struct hash_128 hash_128(const void *data, size_t size)
{
    XXH128_canonical_t canonical;
    struct hash_128 hash;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(data, size));
    memcpy(hash.bytes, canonical.digest, sizeof hash.bytes);
    return hash;
}

void hash_both(const void *data, size_t size, uint64_t *out_64, struct hash_128 *out_128)
{
    /* The lower half of XXH3's 128 bits is its hash of 64 bits if the input is longer than this:
     * see xxHash's doc/xxhash_spec.md. */
    enum { MEDIUM_MOST = 240 };
    *out_128 = hash_128(data, size);
    *out_64 = 0;
    for (size_t i = 8; size > MEDIUM_MOST && i < sizeof out_128->bytes; i++)
        *out_64 = *out_64 << 8 | out_128->bytes[i];
    if (size <= MEDIUM_MOST)
        *out_64 = hash_64(data, size);
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
