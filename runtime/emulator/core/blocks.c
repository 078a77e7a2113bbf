/* Blocks come in sizes of powers of two, each with a stack of the free ones, whose links are in the
 * blocks. When the stacks hold too much, blocks go back to the address space. */
#include "memory.h"

#include "core/space.h"

#include <pthread.h>

enum { SMALLEST_BITS = 12, SIZES = 40 };
static const size_t kept_max = (size_t)256 << 20; /* bytes in all stacks */

struct block {
    struct block *next;
};

static struct {
    pthread_mutex_t lock;
    struct block *stacks[SIZES];
    size_t kept;
} blocks = {.lock = PTHREAD_MUTEX_INITIALIZER};

static unsigned class_of(size_t size)
{
    unsigned bits = size <= 1 ? 0 : 64 - (unsigned)__builtin_clzll(size - 1);
    return bits < SMALLEST_BITS ? 0 : bits - SMALLEST_BITS;
}

void *block_take(struct device *device, size_t size)
{
    unsigned class = class_of(size);
    if (class >= SIZES)
        return NULL;
    pthread_mutex_lock(&blocks.lock);
    struct block *block = blocks.stacks[class];
    if (block) {
        blocks.stacks[class] = block->next;
        blocks.kept -= (size_t)1 << (class + SMALLEST_BITS);
    }
    pthread_mutex_unlock(&blocks.lock);
    if (block)
        return block;
    return space_allocate(device, MEMORY_INTERNAL, (size_t)1 << (class + SMALLEST_BITS), 4096, 0,
                          "the emulator itself", false);
}

void block_give(void *memory, size_t size)
{
    struct block *block = memory;
    unsigned class = class_of(size);
    size_t bytes = (size_t)1 << (class + SMALLEST_BITS);
    if (!block)
        return;
    pthread_mutex_lock(&blocks.lock);
    bool is_kept = blocks.kept + bytes <= kept_max;
    if (is_kept) {
        block->next = blocks.stacks[class];
        blocks.stacks[class] = block;
        blocks.kept += bytes;
    }
    pthread_mutex_unlock(&blocks.lock);
    if (!is_kept)
        space_free(block);
}
