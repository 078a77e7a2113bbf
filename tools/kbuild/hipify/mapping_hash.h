/* How the identifiers of the mapping are found: open addressing over a table of indices, which
 * generate/index.c fills when kbuild is built. */
#ifndef KBUILD_HIPIFY_MAPPING_HASH_H
#define KBUILD_HIPIFY_MAPPING_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { MAPPING_SLOTS = 1 << 15 }; /* at most half of them are used */

/* FNV-1a. */
static inline uint32_t mapping_hash(const char *name, size_t size)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    return (hash ^ hash >> 15) % MAPPING_SLOTS;
}

#endif
