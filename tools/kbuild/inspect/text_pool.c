/* A hash table with open addressing. The text may be an attacker's choice, so a search gives up
 * after a few steps, and the string is then there twice. */
#include "text_pool.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { BLOCK = 1 << 16, STEPS_MAX = 32, SLOTS_MIN = 1 << 10 };

/* The slot of |text|, or an empty one for it; NULL when none is near. */
static char **find_slot(const struct text_pool *pool, const char *text, size_t length)
{
    size_t at = (size_t)XXH3_64bits(text, length);
    for (unsigned steps = 0; steps < STEPS_MAX; steps++, at++) {
        char **slot = &pool->slots[at & pool->mask];
        if (!*slot || (strncmp(*slot, text, length) == 0 && (*slot)[length] == '\0'))
            return slot;
    }
    return NULL;
}

static void grow(struct text_pool *pool)
{
    struct text_pool larger = {.mask = pool->slots ? pool->mask * 2 + 1 : SLOTS_MIN - 1};
    larger.slots = mem_alloc((larger.mask + 1) * sizeof *larger.slots);
    for (size_t i = 0; pool->slots && i <= pool->mask; i++) {
        char *text = pool->slots[i];
        char **slot = text ? find_slot(&larger, text, strlen(text)) : NULL;
        if (slot)
            *slot = text;
    }
    free(pool->slots);
    pool->slots = larger.slots;
    pool->mask = larger.mask;
}

static char *copy_text(struct text_pool *pool, const char *text, size_t length)
{
    if (length >= BLOCK / 16) {
        char *copy = mem_dup_n(text, length);
        strings_take(pool->memory, copy);
        return copy;
    }
    if (length >= pool->block_left) {
        pool->block = mem_resize(NULL, BLOCK, 1);
        pool->block_left = BLOCK;
        strings_take(pool->memory, pool->block);
    }
    char *copy = pool->block;
    memcpy(copy, text, length);
    copy[length] = '\0';
    pool->block += length + 1;
    pool->block_left -= length + 1;
    return copy;
}

char *text_pool_take(struct text_pool *pool, const char *text, size_t length)
{
    if (!pool->slots || pool->count * 2 > pool->mask)
        grow(pool);
    char **slot = find_slot(pool, text, length);
    if (slot && *slot)
        return *slot;
    char *copy = copy_text(pool, text, length);
    if (slot) {
        *slot = copy;
        pool->count++;
    }
    return copy;
}

void text_pool_free(struct text_pool *pool)
{
    free(pool->slots);
    *pool = (struct text_pool){0};
}
