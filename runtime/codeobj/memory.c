/* The memory behind a code object: allocated piece by piece, freed at once. */
#include "internal.h"

#include <stdalign.h>
#include <stdlib.h>

enum { BLOCK_MIN = 4096 - 64, BLOCK_MAX = 1 << 20 };

/* Blocks grow, so that few are needed; a piece that is larger than the next gets its own size. */
struct memory_block {
    struct memory_block *next;
    size_t size, used; /* bytes of |data| */
    alignas(max_align_t) unsigned char data[];
};

static struct memory_block *block_add(struct memory_block **blocks, size_t need)
{
    size_t size = *blocks ? (*blocks)->size * 2 : BLOCK_MIN;
    if (size > BLOCK_MAX)
        size = BLOCK_MAX;
    if (size < need)
        size = need;
    struct memory_block *block = calloc(1, sizeof *block + size);
    if (!block)
        return NULL;
    block->size = size;
    block->next = *blocks;
    *blocks = block;
    return block;
}

void *memory_take(struct memory_block **blocks, size_t count, size_t size)
{
    const size_t alignment = alignof(max_align_t);
    if (count > (SIZE_MAX / 2 - sizeof(struct memory_block)) / size)
        return NULL;
    size_t need = (count * size + alignment - 1) / alignment * alignment;
    struct memory_block *block = *blocks;
    if (!block || need > block->size - block->used)
        block = block_add(blocks, need);
    if (!block)
        return NULL;
    void *piece = block->data + block->used;
    block->used += need;
    return piece;
}

void memory_free(struct memory_block **blocks)
{
    while (*blocks) {
        struct memory_block *next = (*blocks)->next;
        free(*blocks);
        *blocks = next;
    }
}
