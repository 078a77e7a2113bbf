/* Ranges of memory, sorted by address. */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* A read-write lock, because copies only read the ranges, and programs copy much more often than
 * they allocate. */
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct range *all;
static size_t count, room;

/* Returns how many ranges start at or below |address|. */
static size_t rank_of(uintptr_t address)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (all[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool make_room(void)
{
    size_t more = room ? 2 * room : 64;
    if (count < room)
        return true;
    struct range *grown = realloc(all, more * sizeof *grown);
    if (!grown)
        return false;
    all = grown;
    room = more;
    return true;
}

bool range_add(const struct range *range)
{
    pthread_rwlock_wrlock(&lock);
    bool is_good = make_room();
    if (is_good) {
        size_t at = rank_of(range->start);
        memmove(all + at + 1, all + at, (count - at) * sizeof *all);
        all[at] = *range;
        count++;
    }
    pthread_rwlock_unlock(&lock);
    return is_good;
}

static void remove_at(size_t at)
{
    memmove(all + at, all + at + 1, (count - at - 1) * sizeof *all);
    /* Frees the table with its last range: a program that frees all its memory then leaves no
     * allocation of libkrt. */
    if (--count == 0) {
        free(all);
        all = NULL;
        room = 0;
    }
}

bool range_take(const void *address, enum range_kind kind, struct krt_device *device,
                struct range *out)
{
    pthread_rwlock_wrlock(&lock);
    size_t rank = rank_of((uintptr_t)address);
    const struct range *range = rank ? &all[rank - 1] : NULL;
    bool is_it = range && range->start == (uintptr_t)address && range->kind == kind &&
                 range->device == device;
    if (is_it) {
        *out = *range;
        remove_at(rank - 1);
    }
    pthread_rwlock_unlock(&lock);
    return is_it;
}

void ranges_forget(const struct krt_device *device)
{
    pthread_rwlock_wrlock(&lock);
    for (size_t i = count; i-- > 0;) {
        if (all[i].device == device)
            remove_at(i);
    }
    pthread_rwlock_unlock(&lock);
}

bool range_find(const void *address, struct range *out)
{
    pthread_rwlock_rdlock(&lock);
    size_t rank = rank_of((uintptr_t)address);
    const struct range *range = rank ? &all[rank - 1] : NULL;
    bool is_in = range && (uintptr_t)address - range->start < range->bytes;
    if (is_in)
        *out = *range;
    pthread_rwlock_unlock(&lock);
    return is_in;
}
