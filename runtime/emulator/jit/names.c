/* A hash table. The hash is FNV-1a, and a name whose slot is taken gets the next free slot. */
#include "names.h"

#include <string.h>

static const void *row_of(const struct names *names, unsigned slot)
{
    return (const char *)names->rows + (slot - 1) * names->row_size;
}

static const char *name_of(const struct names *names, unsigned slot)
{
    return *(const char *const *)row_of(names, slot);
}

/* Returns the slot of |name|, or the free slot where |name| would be entered. */
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

/* Fills the slots, unless another thread has already filled them. */
static void fill(struct names *names)
{
    pthread_mutex_lock(&names->lock);
    for (unsigned i = 1; !names->is_filled && i <= names->count; i++)
        *find_slot(names, name_of(names, i)) = (uint16_t)i;
    atomic_store_explicit(&names->is_filled, true, memory_order_release);
    pthread_mutex_unlock(&names->lock);
}

const void *names_find(struct names *names, const char *name)
{
    if (!atomic_load_explicit(&names->is_filled, memory_order_acquire))
        fill(names);
    uint16_t slot = *find_slot(names, name);
    return slot ? row_of(names, slot) : NULL;
}
