/* What the reader and the writer of recordings share: the places of fields. See docs/formats.md. */
#ifndef RECORD_FORMAT_H
#define RECORD_FORMAT_H

#include "hash.h"
#include "record.h"

enum {
    /* offsets of numbers in the header of the file */
    AT_VERSION = 8,
    AT_ZERO = 12,
    AT_END = 16,
    AT_HEADER_HASH = 24,
    /* offsets of numbers in the header of a section */
    AT_KIND = 0,
    AT_METHOD = 4,
    AT_NUMBER = 8,
    AT_STORED = 16,
    AT_RAW = 24,
    AT_HASH = 32,
    /* how many bytes the parts of a launch have; texts and rows follow the header */
    LAUNCH_HEADER = 96,
    ALLOCATION_ROW = 32,
    POINTER_ROW = 16,
    SECTION_ALIGNMENT = 8,
};

static inline uint64_t record_align(uint64_t size)
{
    return (size + SECTION_ALIGNMENT - 1) & ~(uint64_t)(SECTION_ALIGNMENT - 1);
}

/* Returns the checksum of a section, whose header before the checksum is |header|, and whose stored
 * bytes have the hash |sum|. */
static inline uint64_t record_hash(const uint8_t *header, uint64_t sum)
{
    return hash_64(header, AT_HASH) + sum;
}

static inline uint8_t *store_le(uint8_t *at, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        at[i] = (uint8_t)(value >> 8 * i);
    return at + size;
}

/* Returns the bytes of a launch's section, which the caller frees. NULL: no memory. See launch.c.
 */
uint8_t *launch_encode(const struct record_launch *launch, size_t *out_size);

#endif
