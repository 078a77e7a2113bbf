/* A set of all handles that are alive: a hash table with linear probing. */
#include "handles.h"

#if KRT_DEBUG_HANDLES
#include "error.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct entry {
    const void *handle; /* the handle; NULL if this entry of the table is free */
    enum handle_kind kind;
};

static struct {
    pthread_rwlock_t lock;
    struct entry *entries;
    /* how many entries the table has, a power of two, and how many are used, at most half of it */
    size_t size, count;
    /* whether there was no memory to add a handle: from then on no handle is refused */
    bool is_full;
} set = {.lock = PTHREAD_RWLOCK_INITIALIZER};

static size_t place(const struct entry *entries, size_t size, const void *handle)
{
    size_t i = (size_t)(((uintptr_t)handle >> 4) * 0x9e3779b97f4a7c15u) & (size - 1);
    while (entries[i].handle && entries[i].handle != handle)
        i = (i + 1) & (size - 1);
    return i;
}

static bool grow(void)
{
    size_t size = set.size ? set.size * 2 : 64;
    struct entry *entries = calloc(size, sizeof *entries);
    if (!entries)
        return false;
    for (size_t i = 0; i < set.size; i++) {
        if (set.entries[i].handle)
            entries[place(entries, size, set.entries[i].handle)] = set.entries[i];
    }
    free(set.entries);
    set.entries = entries;
    set.size = size;
    return true;
}

void handle_add(const void *handle, enum handle_kind kind)
{
    pthread_rwlock_wrlock(&set.lock);
    if (2 * (set.count + 1) > set.size && !grow()) {
        set.is_full = true;
    } else {
        set.entries[place(set.entries, set.size, handle)] = (struct entry){handle, kind};
        set.count++;
    }
    pthread_rwlock_unlock(&set.lock);
}

static bool is_alive(const void *handle, enum handle_kind kind, size_t *out)
{
    if (set.size == 0)
        return false;
    *out = place(set.entries, set.size, handle);
    return set.entries[*out].handle && set.entries[*out].kind == kind;
}

/* Frees the entry |hole|, and inserts the entries after it again: a search ends at a free entry. */
static void remove_at(size_t hole)
{
    set.entries[hole].handle = NULL;
    set.count--;
    for (size_t i = (hole + 1) & (set.size - 1); set.entries[i].handle;
         i = (i + 1) & (set.size - 1)) {
        struct entry entry = set.entries[i];
        set.entries[i].handle = NULL;
        set.entries[place(set.entries, set.size, entry.handle)] = entry;
    }
}

static krt_status fail_dead(const void *handle, enum handle_kind kind)
{
    static const char *const names[] = {"device", "stream", "event",
                                        "module", "graph",  "executable graph"};
    return fail(KRT_ERROR_INVALID_ARGUMENT,
                "%p is not a live %s: it was destroyed, or never was one", handle, names[kind]);
}

bool handle_remove(const void *handle, enum handle_kind kind)
{
    size_t i;
    pthread_rwlock_wrlock(&set.lock);
    bool was_alive = is_alive(handle, kind, &i), is_full = set.is_full;
    if (was_alive)
        remove_at(i);
    pthread_rwlock_unlock(&set.lock);
    if (!was_alive && !is_full)
        fail_dead(handle, kind);
    return was_alive || is_full;
}

krt_status handle_check(const void *handle, enum handle_kind kind)
{
    size_t i;
    if (!handle)
        return KRT_OK;
    pthread_rwlock_rdlock(&set.lock);
    bool is_good = set.is_full || is_alive(handle, kind, &i);
    pthread_rwlock_unlock(&set.lock);
    return is_good ? KRT_OK : fail_dead(handle, kind);
}
#else
typedef int handles_are_not_watched; /* ISO C wants at least one declaration in a file. */
#endif
