/* The address space: a reserved range, handed out by the page. */
#include "space.h"

#include "device.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    PAGE_BITS = 12,
    PAGE = 1 << PAGE_BITS,
    RECORDS_MAX = 1 << 22, /* allocations that are known at a time, freed ones included */
    REGISTERED_MAX = 4096,
};
#define RANGE_BYTES (1ull << 38) /* 256 GiB of addresses; memory only where it is touched */

/* Records and owners are reserved whole, so that they never move and readers need no lock. Record 0
 * is nobody. */
static struct {
    pthread_mutex_t lock;
    bool is_ready, has_failed;
    uint8_t *range;
    uint64_t next_page; /* pages below it were handed out once */
    struct allocation *records;
    uint32_t record_count;
    _Atomic uint32_t *owners; /* of a page: the record's number */
    uint64_t serial;
    uint32_t oldest_freed; /* where to look for a record to use again */
    uint32_t registered[REGISTERED_MAX];
    _Atomic uint32_t registered_count;
} space = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *reserve(size_t size, int protection)
{
    void *at = mmap(NULL, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

/* Called with the lock held. */
static bool prepare(void)
{
    if (space.is_ready || space.has_failed)
        return space.is_ready;
    space.range = reserve(RANGE_BYTES, PROT_NONE);
    space.records = reserve(RECORDS_MAX * sizeof(struct allocation), PROT_READ | PROT_WRITE);
    space.owners = reserve((RANGE_BYTES >> PAGE_BITS) * sizeof(uint32_t), PROT_READ | PROT_WRITE);
    space.is_ready = space.range && space.records && space.owners;
    space.has_failed = !space.is_ready;
    space.record_count = 1;
    return space.is_ready;
}

static uint64_t pages_of(size_t size)
{
    return ((uint64_t)size + PAGE - 1) >> PAGE_BITS;
}

/* A record that nobody uses: a fresh one, or, when those are used up, that of the allocation that
 * was freed the longest ago. 0 when all are alive. */
static uint32_t take_record(void)
{
    if (space.record_count < RECORDS_MAX)
        return space.record_count++;
    for (uint32_t tries = 1; tries < RECORDS_MAX; tries++) {
        space.oldest_freed = space.oldest_freed % (RECORDS_MAX - 1) + 1;
        if (space.records[space.oldest_freed].is_freed)
            return space.oldest_freed;
    }
    return 0;
}

/* The first page of |pages| and a guard behind them, or 0 when there is no room: fresh ones, or
 * those of a freed allocation that had at least as many. */
static bool take_pages(uint64_t pages, uint64_t alignment_pages, uint64_t *out)
{
    uint64_t first = (space.next_page + alignment_pages - 1) & ~(alignment_pages - 1);
    if (pages < RANGE_BYTES >> PAGE_BITS && first + pages + 1 <= RANGE_BYTES >> PAGE_BITS) {
        space.next_page = first + pages + 1;
        *out = first;
        return true;
    }
    for (uint32_t i = 1; i < space.record_count; i++) {
        struct allocation *old = &space.records[i];
        uint64_t start = (uint64_t)(old->address - space.range) >> PAGE_BITS;
        if (old->is_freed && old->address && pages_of(old->size) >= pages &&
            (start & (alignment_pages - 1)) == 0) {
            old->address = NULL; /* its pages belong to another one now */
            *out = start;
            return true;
        }
    }
    return false;
}

static void own_pages(uint64_t first, uint64_t pages, uint32_t owner)
{
    for (uint64_t i = 0; i <= pages; i++) /* the guard, too: an address there is just behind */
        atomic_store_explicit(&space.owners[first + i], owner, memory_order_release);
}

void *space_allocate(struct device *device, enum memory_kind kind, size_t size, size_t alignment,
                     unsigned flags, const char *made_by, bool is_checked)
{
    uint64_t first, pages = pages_of(size ? size : 1);
    uint64_t alignment_pages = alignment > PAGE ? alignment >> PAGE_BITS : 1;
    uint8_t *written = NULL, *address = NULL;
    pthread_mutex_lock(&space.lock);
    uint32_t number = prepare() ? take_record() : 0;
    if (number && take_pages(pages, alignment_pages, &first)) {
        address = space.range + (first << PAGE_BITS);
        if (mprotect(address, pages << PAGE_BITS, PROT_READ | PROT_WRITE) != 0)
            address = NULL;
    }
    if (address && is_checked) {
        written = reserve(pages << PAGE_BITS, PROT_READ | PROT_WRITE);
        if (!written)
            address = NULL;
        else
            memset(address, 0xcd, pages << PAGE_BITS);
    }
    if (address) {
        space.records[number] = (struct allocation){
            .address = address,
            .size = size ? size : 1,
            .kind = kind,
            .flags = flags,
            .device = device,
            .made_by = made_by,
            .serial = ++space.serial,
            .written = written,
        };
        own_pages(first, pages, number);
    }
    pthread_mutex_unlock(&space.lock);
    return address;
}

static struct allocation *find_registered(uintptr_t address)
{
    uint32_t count = atomic_load_explicit(&space.registered_count, memory_order_acquire);
    for (uint32_t i = 0; i < count; i++) {
        struct allocation *a = &space.records[space.registered[i]];
        if (!a->is_freed && allocation_holds(a, address, 1))
            return a;
    }
    return NULL;
}

bool space_register(struct device *device, void *host, size_t size, unsigned flags)
{
    bool is_new = false;
    pthread_mutex_lock(&space.lock);
    uint32_t count = atomic_load(&space.registered_count);
    if (prepare() && size > 0 && count < REGISTERED_MAX && !find_registered((uintptr_t)host)) {
        uint32_t number = take_record();
        is_new = number != 0;
        if (is_new) {
            space.records[number] = (struct allocation){.address = host,
                                                        .size = size,
                                                        .kind = MEMORY_REGISTERED,
                                                        .flags = flags,
                                                        .device = device,
                                                        .made_by = "hipHostRegister",
                                                        .serial = ++space.serial};
            space.registered[count] = number;
            atomic_store_explicit(&space.registered_count, count + 1, memory_order_release);
        }
    }
    pthread_mutex_unlock(&space.lock);
    return is_new;
}

/* The record of the page that |address| is on, freed or not, or NULL. */
static struct allocation *page_record(uintptr_t address)
{
    uintptr_t offset = address - (uintptr_t)space.range;
    if (!space.range || offset >= RANGE_BYTES)
        return NULL;
    uint32_t owner = atomic_load_explicit(&space.owners[offset >> PAGE_BITS], memory_order_acquire);
    return owner ? &space.records[owner] : NULL;
}

const struct allocation *space_find(const void *address)
{
    struct allocation *a = page_record((uintptr_t)address);
    if (a)
        return !a->is_freed && allocation_holds(a, (uintptr_t)address, 1) ? a : NULL;
    return find_registered((uintptr_t)address);
}

bool space_free(void *address)
{
    pthread_mutex_lock(&space.lock);
    struct allocation *a = (struct allocation *)(uintptr_t)space_find(address);
    bool is_start = a && a->address == address;
    if (is_start) {
        a->is_freed = true;
        if (a->written)
            munmap(a->written, pages_of(a->size) << PAGE_BITS);
        a->written = NULL;
        if (a->kind != MEMORY_REGISTERED) {
            size_t bytes = pages_of(a->size) << PAGE_BITS;
            /* the pages go back to the system, the addresses stay taken */
            mmap(address, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
                 -1, 0);
        }
    }
    pthread_mutex_unlock(&space.lock);
    return is_start;
}

enum memory_relation space_nearest(const void *address, struct allocation *out)
{
    uintptr_t at = (uintptr_t)address;
    enum memory_relation relation = MEMORY_NOWHERE;
    uintptr_t least = UINTPTR_MAX;
    pthread_mutex_lock(&space.lock);
    for (uint32_t i = 1; i < space.record_count && least > 0; i++) {
        const struct allocation *a = &space.records[i];
        uintptr_t start = (uintptr_t)a->address, end = start + a->size;
        if (!start)
            continue;
        uintptr_t distance = at < start ? start - at : at >= end ? at - end + 1 : 0;
        if (distance < least) {
            least = distance;
            relation = distance == 0 ? MEMORY_INSIDE : at < start ? MEMORY_BEFORE : MEMORY_AFTER;
            *out = *a;
        }
    }
    pthread_mutex_unlock(&space.lock);
    return relation;
}

uint64_t space_in_use(const struct device *device)
{
    uint64_t bytes = 0;
    pthread_mutex_lock(&space.lock);
    for (uint32_t i = 1; i < space.record_count; i++) {
        const struct allocation *a = &space.records[i];
        if (!a->is_freed && a->device == device && a->kind != MEMORY_REGISTERED)
            bytes += a->size;
    }
    pthread_mutex_unlock(&space.lock);
    return bytes;
}

void space_mark_written(const struct allocation *allocation, uintptr_t address, size_t size)
{
    if (!allocation->written || !allocation_holds(allocation, address, size))
        return;
    uint8_t *written = allocation->written + (address - (uintptr_t)allocation->address);
    /* what a lane stores may be stored by others as well: they write the same */
    for (size_t i = 0; i < size && size <= 16; i++)
        __atomic_store_n(&written[i], 1, __ATOMIC_RELAXED);
    if (size > 16)
        memset(written, 1, size);
}

bool space_is_written(const struct allocation *allocation, uintptr_t address, size_t size,
                      uintptr_t *out_first)
{
    if (!allocation->written || !allocation_holds(allocation, address, size))
        return true;
    const uint8_t *written = allocation->written + (address - (uintptr_t)allocation->address);
    for (size_t i = 0; i < size; i++) {
        if (!__atomic_load_n(&written[i], __ATOMIC_RELAXED)) {
            *out_first = address + i;
            return false;
        }
    }
    return true;
}
