/* A hash table, by FNV-1a, with the next free slot for those of equal hash. */
#include "names.h"

#include <string.h>

static const char *name_of(const struct names *names, unsigned slot)
{
    const char *row = names->rows;
    return *(const char *const *)(const void *)(row + (slot - 1) * names->row_size);
}

/* The slot of |name|, or a free one. */
static uint16_t *find_slot(struct names *names, const char *name)
{
    uint32_t hash = 2166136261u;
    for (const char *at = name; *at; at++)
        hash = (hash ^ (uint8_t)*at) * 16777619u;
    for (;; hash++) {
        uint16_t *slot = &names->slots[hash % NAMES_SLOTS];
        if (*slot == 0 || strcmp(name_of(names, *slot), name) == 0)
            return slot;
    }
}

void names_fill(struct names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        const char *row = (const char *)names->rows + i * names->row_size;
        *find_slot(names, *(const char *const *)(const void *)row) = (uint16_t)(i + 1);
    }
}

const void *names_find(struct names *names, void (*fill)(void), const char *name)
{
    pthread_once(&names->once, fill);
    uint16_t slot = *find_slot(names, name);
    return slot ? (const char *)names->rows + (slot - 1) * names->row_size : NULL;
}
