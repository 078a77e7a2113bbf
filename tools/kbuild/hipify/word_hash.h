/* How words are found: open addressing over a table of their numbers, which word_index.c fills when
 * kbuild is built. */
#ifndef KBUILD_HIPIFY_WORD_HASH_H
#define KBUILD_HIPIFY_WORD_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { WORD_SLOTS = 1 << 12 };

/* |size| is not 0. A few bytes tell nearly all words apart. */
static inline uint32_t word_hash(const char *text, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)text;
    uint32_t hash = (uint32_t)size * 3998u + bytes[0] * 2139u;
    return (hash + bytes[size / 2] * 1858u + bytes[size - 1] * 3933u) % WORD_SLOTS;
}

#endif
