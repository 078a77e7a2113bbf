/* Memory blocks come in sizes of powers of two. Each size has a stack of free blocks. The stacks
 * are in memory of their own, because kernels can write into blocks. When the free blocks of all
 * stacks exceed |kept_max| bytes, freed blocks go back to the address space. */
#include "memory.h"

#include "core/space.h"

#include <pthread.h>
#include <stdlib.h>

enum { SMALLEST_BITS = 12, SIZES = 40 };
/* The most bytes of free memory blocks in all stacks. */
static const size_t kept_max = (size_t)256 << 20;

struct stack {
    void **all;
    size_t count, room;
};

static struct {
    pthread_mutex_t lock;
    struct stack stacks[SIZES];
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
    struct stack *stack = &blocks.stacks[class];
    void *block = NULL;
    pthread_mutex_lock(&blocks.lock);
    if (stack->count > 0) {
        block = stack->all[--stack->count];
        blocks.kept -= (size_t)1 << (class + SMALLEST_BITS);
    }
    pthread_mutex_unlock(&blocks.lock);
    if (block)
        return block;
    return space_allocate(device, MEMORY_INTERNAL, (size_t)1 << (class + SMALLEST_BITS), 4096, 0,
                          "the emulator itself", false);
}

/* Puts |block| on |stack|. False when there is no memory. */
static bool push(struct stack *stack, void *block)
{
    if (stack->count == stack->room) {
        size_t room = stack->room ? 2 * stack->room : 16;
        void **all = realloc(stack->all, room * sizeof all[0]);
        if (!all)
            return false;
        stack->all = all;
        stack->room = room;
    }
    stack->all[stack->count++] = block;
    return true;
}

void block_give(void *block, size_t size)
{
    unsigned class = class_of(size);
    size_t bytes = (size_t)1 << (class + SMALLEST_BITS);
    if (!block)
        return;
    pthread_mutex_lock(&blocks.lock);
    bool is_kept = blocks.kept + bytes <= kept_max && push(&blocks.stacks[class], block);
    if (is_kept)
        blocks.kept += bytes;
    pthread_mutex_unlock(&blocks.lock);
    if (!is_kept)
        space_free(block);
}
