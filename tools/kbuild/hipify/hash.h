/* How names are found: open addressing over tables of indices. Those of word.def and mapping/ are
 * filled by generate/index.c when kbuild is built, so that starting costs nothing. */
#ifndef KBUILD_HIPIFY_HASH_H
#define KBUILD_HIPIFY_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { WORD_SLOTS = 1 << 12, MAPPING_SLOTS = 1 << 15 }; /* at most half of them are used */

/* FNV-1a. */
static inline uint32_t name_hash(const char *name, size_t size)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    return hash ^ hash >> 15;
}

#endif
