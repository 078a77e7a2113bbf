/* The program's allocations. Freed ones are kept for a while, so that a recording can say that a
 * pointer is one to freed memory. */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

enum { FREED_MAX = 256 };

static struct {
    struct record_allocation *items; /* the allocations, sorted by address */
    size_t count, room;
    /* the allocations that were freed last, a ring; the one at |next| is the oldest */
    struct record_allocation freed[FREED_MAX];
    unsigned next;
    uint64_t lowest, highest; /* the lowest and the highest address of all allocations so far */
} memory;

/* Returns the index of the first allocation that begins after |address|. */
static size_t first_after(uint64_t address)
{
    size_t low = 0, high = memory.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (memory.items[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void remove_at(size_t index)
{
    memory.count--;
    memmove(&memory.items[index], &memory.items[index + 1],
            (memory.count - index) * sizeof memory.items[0]);
}

/* Inserts |a|, which overlaps no other. Without memory, it is missing in recordings. */
static void insert(const struct record_allocation *a)
{
    if (memory.count == memory.room) {
        size_t room = memory.room ? memory.room * 2 : 256;
        void *more = realloc(memory.items, room * sizeof memory.items[0]);
        if (!more)
            return;
        memory.items = more;
        memory.room = room;
    }
    size_t at = first_after(a->address);
    memmove(&memory.items[at + 1], &memory.items[at], (memory.count - at) * sizeof memory.items[0]);
    memory.items[at] = *a;
    memory.count++;
    if (memory.highest == 0 || a->address < memory.lowest)
        memory.lowest = a->address;
    if (a->address + a->size > memory.highest)
        memory.highest = a->address + a->size;
}

/* Takes the range out of the allocations. A mapping (hipMemMap) keeps the rest. Any other
 * allocation is removed as a whole, because its end was not noticed. */
static void take_out(uint64_t start, uint64_t end)
{
    size_t at = first_after(start);
    at -= at > 0 && memory.items[at - 1].address + memory.items[at - 1].size > start;
    while (at < memory.count && memory.items[at].address < end) {
        struct record_allocation old = memory.items[at];
        uint64_t stop = old.address + old.size;
        remove_at(at);
        if (old.memory != RECORD_MAPPED)
            continue;
        struct record_allocation before = old, after = old;
        before.size = start > old.address ? start - old.address : 0;
        after.address = end;
        after.size = stop > end ? stop - end : 0;
        if (before.size)
            insert(&before);
        if (after.size)
            insert(&after);
        at += before.size != 0;
    }
}

/* Joins |a| with the mappings before and after it, which are one piece of memory for the
 * program. */
static void join_mapped(struct record_allocation *a)
{
    size_t at = first_after(a->address);
    const struct record_allocation *after = at < memory.count ? &memory.items[at] : NULL;
    if (after && after->memory == RECORD_MAPPED && a->address + a->size == after->address) {
        a->size += after->size;
        remove_at(at);
    }
    const struct record_allocation *before = at > 0 ? &memory.items[at - 1] : NULL;
    if (before && before->memory == RECORD_MAPPED && before->address + before->size == a->address) {
        a->address = before->address;
        a->size += before->size;
        remove_at(at - 1);
    }
}

void memory_add(const void *address, uint64_t size, enum record_memory kind)
{
    struct record_allocation a = {
        .address = (uint64_t)(uintptr_t)address, .size = size, .memory = kind};
    if (!address || size == 0 || a.address + size < size)
        return;
    take_out(a.address, a.address + size);
    if (kind == RECORD_MAPPED)
        join_mapped(&a);
    insert(&a);
}

static void remember_freed(const struct record_allocation *a)
{
    struct record_allocation *freed = &memory.freed[memory.next++ % FREED_MAX];
    *freed = *a;
    freed->is_freed = true;
}

void memory_unmap(const void *address, uint64_t size)
{
    uint64_t start = (uint64_t)(uintptr_t)address;
    if (!address || start + size <= start)
        return;
    take_out(start, start + size);
    remember_freed(
        &(struct record_allocation){.address = start, .size = size, .memory = RECORD_MAPPED});
}

struct record_allocation memory_remove(const void *address)
{
    uint64_t start = (uint64_t)(uintptr_t)address;
    size_t at = first_after(start);
    if (!address || at == 0 || memory.items[at - 1].address != start)
        return (struct record_allocation){.size = 0};
    struct record_allocation removed = memory.items[at - 1];
    remember_freed(&removed);
    remove_at(at - 1);
    return removed;
}

void memory_restore(const struct record_allocation *removed)
{
    if (!removed->size)
        return;
    for (unsigned i = 0; i < FREED_MAX; i++)
        if (memory.freed[i].address == removed->address && memory.freed[i].size == removed->size)
            memory.freed[i].size = 0;
    take_out(removed->address, removed->address + removed->size);
    insert(removed);
}

static bool holds(const struct record_allocation *a, uint64_t value)
{
    return value >= a->address && value - a->address < a->size;
}

bool memory_find(uint64_t value, struct record_allocation *out)
{
    if (value < memory.lowest || value > memory.highest)
        return false;
    size_t at = first_after(value);
    const struct record_allocation *before = at > 0 ? &memory.items[at - 1] : NULL;
    if (before && holds(before, value)) {
        *out = *before;
        return true;
    }
    for (unsigned i = 1; i <= FREED_MAX; i++) { /* Begins with the newest. */
        const struct record_allocation *freed = &memory.freed[(memory.next - i) % FREED_MAX];
        if (freed->size && holds(freed, value)) {
            *out = *freed;
            return true;
        }
    }
    if (before && value - before->address == before->size) {
        *out = *before;
        return true;
    }
    return false;
}
