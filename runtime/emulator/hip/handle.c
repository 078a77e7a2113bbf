/* The set of handles: a hash table with open addressing. When a handle is removed, later entries
 * move up, so that a run of used slots has no hole. */
#include "handle.h"

#include "runtime.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct slot {
    const void *handle; /* the handle in this slot; NULL if the slot is free */
    enum handle_kind kind;
};

static struct {
    pthread_mutex_t lock;
    struct slot *slots;
    /* |room| is the number of slots, a power of two, more than twice |count|; |count| is the number
     * of handles */
    size_t room, count;
} set = {.lock = PTHREAD_MUTEX_INITIALIZER};

void handles_lock(void)
{
    pthread_mutex_lock(&set.lock);
}

void handles_unlock(void)
{
    pthread_mutex_unlock(&set.lock);
}

static size_t home_of(const void *handle)
{
    return (size_t)((uintptr_t)handle / 16 * 0x9e3779b97f4a7c15u >> 20) & (set.room - 1);
}

/* Returns the slot that holds |handle|, or the free slot where it is to be entered. */
static struct slot *find(const void *handle)
{
    size_t at = home_of(handle);
    while (set.slots[at].handle && set.slots[at].handle != handle)
        at = (at + 1) & (set.room - 1);
    return &set.slots[at];
}

static bool grow(void)
{
    struct slot *old = set.slots;
    size_t old_room = set.room, room = old_room ? old_room * 2 : 256;
    struct slot *slots = calloc(room, sizeof *slots);
    if (!slots)
        return false;
    set.slots = slots;
    set.room = room;
    for (size_t i = 0; i < old_room; i++) {
        if (old[i].handle)
            *find(old[i].handle) = old[i];
    }
    free(old);
    return true;
}

bool handle_add(const void *handle, enum handle_kind kind)
{
    /* calls gpu_count() to make sure that start() has set up what fork() needs */
    (void)gpu_count();
    handles_lock();
    bool is_good = 2 * (set.count + 1) < set.room || grow();
    if (is_good) {
        struct slot *slot = find(handle);
        set.count += slot->handle == NULL;
        *slot = (struct slot){handle, kind};
    }
    handles_unlock();
    return is_good;
}

void handle_remove(const void *handle)
{
    handles_lock();
    struct slot *hole = set.room && handle ? find(handle) : NULL;
    if (hole && hole->handle) {
        set.count--;
        *hole = (struct slot){0};
        /* moves up each later entry that a search would not find across the hole */
        size_t mask = set.room - 1, free_at = (size_t)(hole - set.slots);
        for (size_t at = (free_at + 1) & mask; set.slots[at].handle; at = (at + 1) & mask) {
            size_t distance = (at - home_of(set.slots[at].handle)) & mask;
            if (distance < ((at - free_at) & mask))
                continue;
            set.slots[free_at] = set.slots[at];
            set.slots[at] = (struct slot){0};
            free_at = at;
        }
    }
    handles_unlock();
}

bool handle_is(const void *handle, enum handle_kind kind)
{
    handles_lock();
    const struct slot *slot = set.room && handle ? find(handle) : NULL;
    bool is_known = slot && slot->handle && slot->kind == kind;
    handles_unlock();
    return is_known;
}
