/* A sorted table, with a count of its changes that is odd during a change. A reader tries again if
 * the count was odd, or if the count changed while the reader read the table. */
#include "memory.h"

#include <stdatomic.h>
#include <stddef.h>

enum { REGISTERED_MAX = 1 << 16 };

static struct {
    atomic_uint changes;
    _Atomic uint32_t count;
    _Atomic uintptr_t starts[REGISTERED_MAX];
    _Atomic uint32_t records[REGISTERED_MAX];
} table;

/* All accesses acquire or release, so that the accesses of a change stay between the two increments
 * of |changes|. */
#define GET(x)    atomic_load_explicit(&(x), memory_order_acquire)
#define SET(x, v) atomic_store_explicit(&(x), v, memory_order_release)

/* Returns the number of entries that begin at or before |address|. */
static uint32_t count_before(uintptr_t address)
{
    uint32_t low = 0, high = GET(table.count);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (GET(table.starts[middle]) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void begin_change(void)
{
    atomic_fetch_add_explicit(&table.changes, 1, memory_order_relaxed);
}

static void end_change(void)
{
    atomic_fetch_add_explicit(&table.changes, 1, memory_order_release);
}

static void move_entry(uint32_t from, uint32_t to)
{
    SET(table.starts[to], GET(table.starts[from]));
    SET(table.records[to], GET(table.records[from]));
}

bool registered_add(uintptr_t start, uint32_t record)
{
    uint32_t count = GET(table.count), place = count_before(start);
    if (count == REGISTERED_MAX)
        return false;
    begin_change();
    for (uint32_t i = count; i > place; i--)
        move_entry(i - 1, i);
    SET(table.starts[place], start);
    SET(table.records[place], record);
    SET(table.count, count + 1);
    end_change();
    return true;
}

void registered_remove(uintptr_t start)
{
    uint32_t count = GET(table.count), place = count_before(start);
    if (place == 0 || GET(table.starts[place - 1]) != start)
        return;
    begin_change();
    for (uint32_t i = place; i < count; i++)
        move_entry(i, i - 1);
    SET(table.count, count - 1);
    end_change();
}

uint32_t registered_find(uintptr_t address)
{
    for (;;) {
        unsigned before = atomic_load_explicit(&table.changes, memory_order_acquire);
        uint32_t place = count_before(address);
        uint32_t record = place ? GET(table.records[place - 1]) : 0;
        if (!(before & 1) && GET(table.changes) == before)
            return record;
    }
}
