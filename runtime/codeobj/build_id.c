#include "build_id.h"

#include <string.h>
#define XXH_INLINE_ALL /* libkrt and libhipemu get no other library by it */
#include <xxhash.h>

uint32_t image_checksum(struct span code_object)
{
    uint32_t sum = (uint32_t)XXH3_64bits(code_object.data, code_object.size);
    return sum ? sum : 1;
}

uint64_t build_id_add(uint64_t id, const char *text, uint32_t number)
{
    return XXH3_64bits_withSeed(text, strlen(text), id + number);
}
