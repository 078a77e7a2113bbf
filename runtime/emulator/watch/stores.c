/* The last store to some bytes, for hipemuWatchStores(): kbuild verify asks where a wrong value
 * came from. */
#include "stores.h"

#include "core/dispatch.h"
#include "core/place.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static struct {
    atomic_bool is_on;
    pthread_mutex_t lock; /* guards all that follows */
    uint64_t start, bytes;
    char *text;
    size_t size;
} stores = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool stores_are_watched(void)
{
    return atomic_load_explicit(&stores.is_on, memory_order_relaxed);
}

void stores_watch(const void *address, size_t bytes, char *text, size_t size)
{
    pthread_mutex_lock(&stores.lock);
    stores.start = (uint64_t)(uintptr_t)address;
    stores.bytes = bytes;
    stores.text = address ? text : NULL;
    stores.size = size;
    if (stores.text && size)
        *stores.text = '\0';
    pthread_mutex_unlock(&stores.lock);
    atomic_store(&stores.is_on, address != NULL);
}

/* Writes the message about |lane|. The lock is held. */
static void note(const struct wave *wave, const struct op *op, unsigned lane, enum access access)
{
    const struct workgroup *group = wave->group;
    char place[448];
    place_of_op(wave, op, place, sizeof place);
    snprintf(stores.text, stores.size, "workgroup (%u,%u,%u), wave %u, lane %u %s it, %s",
             group->id[0], group->id[1], group->id[2], wave->index, lane, access_name(access),
             place);
}

void stores_see(const struct wave *wave, const struct op *op, const uint64_t *addresses,
                uint64_t mask, unsigned size, enum access access)
{
    pthread_mutex_lock(&stores.lock);
    for (uint64_t rest = stores.text ? mask : 0; rest; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(rest);
        if (addresses[lane] < stores.start + stores.bytes && addresses[lane] + size > stores.start)
            note(wave, op, lane, access);
    }
    pthread_mutex_unlock(&stores.lock);
}
