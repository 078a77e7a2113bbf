/* The address space: a reserved range of addresses that is handed out in pages. Freed allocations
 * are remembered for a while, so that messages can tell a use of freed memory from a use of memory
 * that never existed.
 */
#include "core/space.h"

#include "core/device.h"
#include "core/placing.h"
#include "memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    PAGE_BITS = 12,
    PAGE = 1 << PAGE_BITS,
    HUGE_PAGE = 1 << 21,
    /* the size, in bytes, of the largest allocation with huge pages; larger ones may be reserves of
     * which little is used */
    HUGE_MOST = 1 << 28,
    RECORDS_MAX = 1 << 22, /* the most allocations that are known at a time, freed ones included */
    FREED_MAX = 1 << 16,   /* the most freed allocations that are remembered */
    /* Most pages of freed allocations that are remembered: the tables need up to 16 bytes for each
     * page that was ever used. */
    FREED_PAGES_MAX = 1 << 20,
    RANGE_ALIGNMENT = 1 << 21,
    GUARDED_MAX = 1 << 14, /* the most allocations with a guard page: each needs a mapping of its
                            * own, and the system limits their number */
};

/* The most and the least bytes of the address space. The space is as large as the process may
 * reserve: a limit on the process's address space, or valgrind, may leave less than
 * RANGE_BYTES_MOST. Reserved addresses take no memory until they are used. */
#define RANGE_BYTES_MOST  (1ull << 38)
#define RANGE_BYTES_LEAST (1ull << 32)

/* The state of the address space. |records| and |owners| are reserved at their full size, so that
 * they never move and readers need no lock. Record number 0 means none. */
static struct {
    pthread_mutex_t lock;
    bool is_ready, has_failed;
    uintptr_t wanted; /* where the range is to be, if |wanted_bytes| is not 0 */
    uint64_t wanted_bytes;
    uint8_t *range;
    uint64_t range_bytes;
    struct allocation *records;
    uint32_t record_count;
    uint32_t *next;          /* for each record, the number of the next record in the same list */
    uint32_t unused;         /* the first record of the list of unused records */
    uint32_t oldest, newest; /* the two ends of the list of freed allocations */
    uint32_t open;           /* the oldest freed allocation whose memory is still accessible */
    uint64_t freed_pages;
    /* |freed| is the number of freed allocations that are remembered. |living| is the number of
     * allocations whose memory is accessible: these include registered pages, and freed ones until
     * they are closed */
    uint32_t freed, living;
    uint64_t period; /* the number of the current period: see "Periods" */
    /* how many threads are between space_enter() and space_leave(): [0] those that entered in an
     * even period, [1] those that entered in an odd one */
    uint32_t users[2];
    _Atomic uint32_t *owners; /* for each page, the number of the record that owns it */
    uint64_t serial;
} space = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *reserve(size_t size, int protection)
{
    void *at = mmap(NULL, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

/* Reserves the range of addresses that space_set_range() asked for. NULL when there is none, or
 * when the process uses a part of it. */
static uint8_t *reserve_wanted(void)
{
    void *at = MAP_FAILED;
    if (space.wanted_bytes)
        at = mmap((void *)space.wanted, space.wanted_bytes, PROT_NONE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    /* old systems do not know MAP_FIXED_NOREPLACE, and choose other addresses */
    if (at != MAP_FAILED && at != (void *)space.wanted) {
        munmap(at, space.wanted_bytes);
        at = MAP_FAILED;
    }
    return at == MAP_FAILED ? NULL : at;
}

/* Reserves the address space, at the first call. Called with the lock held. */
static bool prepare(void)
{
    if (space.is_ready || space.has_failed)
        return space.is_ready;
    uint8_t *range = reserve_wanted();
    uint64_t bytes = range ? space.wanted_bytes : RANGE_BYTES_MOST * 2;
    while (!range && bytes > RANGE_BYTES_LEAST) {
        bytes /= 2;
        range = reserve(bytes + RANGE_ALIGNMENT, PROT_NONE);
    }
    space.range_bytes = bytes;
    if (range) /* the range starts at a multiple of its alignment, so aligned offsets give aligned
                * addresses */
        space.range = range + (-(uintptr_t)range & (RANGE_ALIGNMENT - 1));
    space.records = reserve(RECORDS_MAX * sizeof(struct allocation), PROT_READ | PROT_WRITE);
    space.owners =
        reserve((space.range_bytes >> PAGE_BITS) * sizeof(uint32_t), PROT_READ | PROT_WRITE);
    space.next = reserve(RECORDS_MAX * sizeof(uint32_t), PROT_READ | PROT_WRITE);
    space.is_ready = space.range && space.records && space.owners && space.next &&
                     pages_open(space.range_bytes >> PAGE_BITS);
    space.has_failed = !space.is_ready;
    space.record_count = 1;
    return space.is_ready;
}

static uint64_t pages_of(size_t size)
{
    return ((uint64_t)size >> PAGE_BITS) + ((size & (PAGE - 1)) != 0);
}

static void own_pages(uint32_t first, uint64_t pages, uint32_t owner)
{
    for (uint64_t i = 0; i < pages; i++)
        atomic_store_explicit(&space.owners[first + i], owner, memory_order_release);
}

static uint32_t first_page(const struct allocation *a)
{
    return (uint32_t)((uint64_t)(a->address - space.range) >> PAGE_BITS);
}

/* ---- Records of allocations ------------------------------------------------------------------ */

static void give_record(uint32_t number)
{
    space.next[number] = space.unused;
    space.unused = number;
}

/* Returns how many pages stay reserved while the freed allocation |a| is remembered. */
static uint64_t pages_kept(const struct allocation *a)
{
    return a->kind == MEMORY_REGISTERED ? 0 : pages_of(a->size);
}

/* Returns how many pages record |number| owns: those of its allocation and the guard page behind
 * it. An allocation at an address that its caller chose has no guard page. */
static uint32_t pages_owned(uint32_t number)
{
    const struct allocation *a = &space.records[number];
    uint32_t pages = (uint32_t)pages_of(a->size);
    return pages + (atomic_load(&space.owners[first_page(a) + pages]) == number);
}

/* Forgets the oldest of the freed allocations. False when there is none, or when a thread may still
 * access its memory. */
static bool forget_oldest(void)
{
    uint32_t number = space.oldest;
    if (!number || number == space.open)
        return false;
    struct allocation *a = &space.records[number];
    space.oldest = space.next[number];
    space.freed--;
    space.freed_pages -= pages_kept(a);
    if (a->kind != MEMORY_REGISTERED) {
        uint32_t pages = pages_owned(number);
        own_pages(first_page(a), pages, 0);
        pages_give(first_page(a), pages);
    }
    a->address = NULL;
    give_record(number);
    return true;
}

static void remember_freed(uint32_t number)
{
    space.next[number] = 0;
    if (space.oldest)
        space.next[space.newest] = number;
    else
        space.oldest = number;
    space.newest = number;
    if (!space.open)
        space.open = number;
    space.freed++;
    space.freed_pages += pages_kept(&space.records[number]);
}

/* Returns the number of an unused record, or 0 when all are in use. */
static uint32_t take_record(void)
{
    if (!space.unused && space.record_count < RECORDS_MAX)
        return space.record_count++;
    if (!space.unused && !forget_oldest())
        return 0;
    uint32_t number = space.unused;
    space.unused = space.next[number];
    return number;
}

/* Takes |pages| pages and a guard page after them. Returns the first page, or 0 when there is no
 * room. */
static uint32_t take_pages(uint64_t pages, uint64_t alignment)
{
    uint32_t first = 0;
    uint64_t all = space.range_bytes >> PAGE_BITS;
    if (pages >= all || alignment >= all)
        return 0;
    do
        first = pages_take((uint32_t)pages + 1, (uint32_t)alignment);
    while (!first && forget_oldest());
    return first;
}

/* ---- The pages of an allocation -------------------------------------------------------------- */

/* Makes pages accessible. An allocation with a guard page takes two mappings, and the system limits
 * their number. Once GUARDED_MAX allocations have a guard, the guard page of a further one is
 * accessible, too: then live and freed neighbours are one mapping. */
static bool open_pages(uint8_t *address, uint64_t pages, bool has_guard)
{
    size_t bytes = (pages + !has_guard) << PAGE_BITS;
    if (mprotect(address, bytes, PROT_READ | PROT_WRITE) != 0)
        return false;
    /* Kernels touch all of an array. If the system supplied the array page by page, that would take
     * as long as the kernel. Allocations without a guard do not use huge pages, because then
     * neighbours would not be one mapping. */
    if (has_guard && bytes >= HUGE_PAGE && bytes <= HUGE_MOST)
        madvise(address, bytes, MADV_HUGEPAGE);
    return true;
}

/* Returns the memory of |a| to the system. False when that fails; then nobody may reuse the
 * addresses of |a|. */
static bool close_pages(const struct allocation *a)
{
    size_t bytes = pages_of(a->size) << PAGE_BITS;
    int protection = a->has_guard ? PROT_NONE : PROT_READ | PROT_WRITE;
    if (!a->has_guard && !a->is_shared)
        return madvise(a->address, bytes, MADV_DONTNEED) == 0;
    return mmap(a->address, bytes, protection,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED;
}

/* ---- Periods --------------------------------------------------------------------------------
 * A kernel's free(), and memory that a stream frees, may meet a kernel that has just found the
 * memory. So the pages of a freed allocation become inaccessible only after every thread that was
 * between space_enter() and space_leave() at the time of the free has left. A thread is counted in
 * the period in which it entered, even or odd. A new period begins when all threads that entered in
 * the period before the present one have left. So two periods after a free, no thread from before
 * the free is left. */

static void close_memory(struct allocation *a)
{
    space.living--;
    if (a->written)
        munmap(a->written, pages_of(a->size) << PAGE_BITS);
    a->written = NULL;
    if (a->kind != MEMORY_REGISTERED && !close_pages(a)) {
        space.freed_pages -= pages_kept(a);
        a->size = 0; /* the memory is no longer accessible, but its pages stay taken as long as this
                      * record is remembered */
        a->kind = MEMORY_REGISTERED;
    }
}

/* Closes freed allocations that no thread can still access. Called with the lock held. */
static void settle(void)
{
    for (int i = 0; i < 2 && !space.users[(space.period + 1) & 1]; i++)
        space.period++;
    while (space.open && space.records[space.open].freed_in + 2 <= space.period) {
        close_memory(&space.records[space.open]);
        space.open = space.next[space.open];
    }
    while ((space.freed > FREED_MAX || space.freed_pages > FREED_PAGES_MAX) && forget_oldest())
        ;
}

unsigned space_enter(void)
{
    pthread_mutex_lock(&space.lock);
    unsigned side = space.period & 1;
    space.users[side]++;
    pthread_mutex_unlock(&space.lock);
    return side;
}

void space_leave(unsigned side)
{
    pthread_mutex_lock(&space.lock);
    space.users[side]--;
    settle();
    pthread_mutex_unlock(&space.lock);
}

void space_lock(void)
{
    pthread_mutex_lock(&space.lock);
}

void space_unlock(void)
{
    pthread_mutex_unlock(&space.lock);
}

void space_unlock_in_child(void)
{
    space.users[0] = space.users[1] = 0;
    settle();
    pthread_mutex_unlock(&space.lock);
}

/* ---- Making allocations ---------------------------------------------------------------------- */

/* Takes the pages at |address|. Returns the first page, or 0 when some of them are in use. */
static uint32_t take_pages_at(const void *address, uint64_t pages)
{
    uintptr_t offset = (uintptr_t)address - (uintptr_t)space.range;
    uint64_t first = offset >> PAGE_BITS, all = space.range_bytes >> PAGE_BITS;
    bool is_inside = offset % PAGE == 0 && offset < space.range_bytes && first > 0 && pages < all &&
                     first < all - pages;
    return is_inside && pages_take_at((uint32_t)first, (uint32_t)pages) ? (uint32_t)first : 0;
}

/* Makes the pages from |first| on, of which |guards| are a guard page, an allocation. Called with
 * the lock held. NULL when there is no memory. */
static uint8_t *make_allocation(const struct allocation *as, uint32_t number, uint32_t first,
                                uint32_t guards, bool is_checked)
{
    uint64_t pages = pages_of(as->size);
    uint8_t *address = space.range + ((size_t)first << PAGE_BITS), *written = NULL;
    if (is_checked)
        written = reserve(pages << PAGE_BITS, PROT_READ | PROT_WRITE);
    if ((is_checked && !written) || !open_pages(address, pages, as->has_guard)) {
        if (written)
            munmap(written, pages << PAGE_BITS);
        return NULL;
    }
    if (is_checked)
        memset(address, 0xcd, pages << PAGE_BITS);
    space.records[number] = *as;
    space.records[number].address = address;
    space.records[number].serial = ++space.serial;
    space.records[number].written = written;
    /* the record owns the guard page, too, so that an address there is reported as just after the
     * allocation */
    own_pages(first, pages + guards, number);
    space.living++;
    return address;
}

/* Makes an allocation as |as| describes it, at |at|, or anywhere if |at| is NULL. */
static void *allocate(struct allocation as, size_t alignment, const void *at, bool is_checked)
{
    uint8_t *address = NULL;
    uint64_t pages = pages_of(as.size);
    uint32_t first = 0, guards = at ? 0 : 1;
    pthread_mutex_lock(&space.lock);
    as.has_guard = at || space.living < GUARDED_MAX;
    uint32_t number = prepare() ? take_record() : 0;
    if (number)
        first = at ? take_pages_at(at, pages)
                   : take_pages(pages, alignment > PAGE ? alignment >> PAGE_BITS : 1);
    if (first)
        address = make_allocation(&as, number, first, guards, is_checked);
    if (!address && first)
        pages_give(first, (uint32_t)pages + guards);
    if (!address && number)
        give_record(number);
    pthread_mutex_unlock(&space.lock);
    return address;
}

void *space_allocate(struct device *device, enum memory_kind kind, size_t size, size_t alignment,
                     unsigned flags, const char *made_by, bool is_checked)
{
    const struct allocation as = {.size = size ? size : 1,
                                  .kind = kind,
                                  .flags = flags,
                                  .device = device,
                                  .made_by = made_by};
    return allocate(as, alignment, NULL, is_checked);
}

void *space_allocate_at(void *address, struct device *device, enum memory_kind kind, size_t size,
                        const char *made_by, bool is_checked)
{
    const struct allocation as = {
        .size = size ? size : 1, .kind = kind, .device = device, .made_by = made_by};
    return address ? allocate(as, 0, address, is_checked) : NULL;
}

bool space_set_range(uintptr_t start, uint64_t bytes)
{
    pthread_mutex_lock(&space.lock);
    bool is_early = !space.is_ready && !space.has_failed;
    bool is_good = is_early && start && start % RANGE_ALIGNMENT == 0 && bytes <= RANGE_BYTES_MOST;
    if (is_good) {
        space.wanted = start;
        space.wanted_bytes = bytes / RANGE_ALIGNMENT * RANGE_ALIGNMENT;
    }
    pthread_mutex_unlock(&space.lock);
    return is_good;
}

static struct allocation *find_registered(uintptr_t address)
{
    uint32_t number = registered_find(address);
    struct allocation *a = number ? &space.records[number] : NULL;
    return a && !a->is_freed && allocation_holds(a, address, 1) ? a : NULL;
}

static bool overlaps_registered(uintptr_t start, size_t size)
{
    uint32_t last = registered_find(start + size - 1);
    return find_registered(start) || (last && (uintptr_t)space.records[last].address >= start);
}

bool space_register(struct device *device, void *host, size_t size, unsigned flags)
{
    pthread_mutex_lock(&space.lock);
    bool is_free = prepare() && size > 0 && !overlaps_registered((uintptr_t)host, size);
    uint32_t number = is_free ? take_record() : 0;
    if (number) {
        space.records[number] = (struct allocation){.address = host,
                                                    .size = size,
                                                    .kind = MEMORY_REGISTERED,
                                                    .flags = flags,
                                                    .device = device,
                                                    .made_by = "hipHostRegister",
                                                    .serial = ++space.serial};
        if (registered_add((uintptr_t)host, number)) {
            space.living++;
        } else {
            space.records[number].address = NULL;
            give_record(number);
            number = 0;
        }
    }
    pthread_mutex_unlock(&space.lock);
    return number != 0;
}

/* ---- Memory that is mapped from files -------------------------------------------------------- */

void *space_reserve(size_t size, size_t alignment)
{
    pthread_mutex_lock(&space.lock);
    uint64_t pages = pages_of(size);
    uint32_t first =
        prepare() ? take_pages(pages, alignment > PAGE ? alignment >> PAGE_BITS : 1) : 0;
    if (first)
        own_pages(first, pages, 0);
    pthread_mutex_unlock(&space.lock);
    return first ? space.range + ((size_t)first << PAGE_BITS) : NULL;
}

static bool is_nobodys(uint64_t first, uint64_t pages)
{
    for (uint64_t i = 0; i < pages; i++) {
        if (atomic_load(&space.owners[first + i]) != 0)
            return false;
    }
    return true;
}

static bool map_file(void *address, size_t size, int fd)
{
    return mmap(address, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) != MAP_FAILED;
}

bool space_map(struct device *device, void *address, size_t size, int fd, const char *made_by)
{
    uintptr_t offset = (uintptr_t)address - (uintptr_t)space.range;
    uint64_t first = offset >> PAGE_BITS, pages = pages_of(size);
    pthread_mutex_lock(&space.lock);
    bool is_inside = space.is_ready && (offset | size) % PAGE == 0 && offset < space.range_bytes &&
                     first + pages < space.range_bytes >> PAGE_BITS;
    uint32_t number = is_inside && is_nobodys(first, pages) ? take_record() : 0;
    bool is_good = number && map_file(address, size, fd);
    if (is_good) {
        space.records[number] = (struct allocation){.address = address,
                                                    .size = size,
                                                    .kind = MEMORY_DEVICE,
                                                    .device = device,
                                                    .made_by = made_by,
                                                    .serial = ++space.serial,
                                                    .is_mapped = true};
        own_pages((uint32_t)first, pages, number);
    }
    pthread_mutex_unlock(&space.lock);
    return is_good;
}

bool space_share(void *address, int fd, bool keeps)
{
    struct allocation *a = (struct allocation *)(uintptr_t)space_find(address);
    if (!a || a->address != address)
        return false;
    size_t bytes = pages_of(a->size) << PAGE_BITS;
    for (size_t done = 0; keeps && done < a->size;) {
        ssize_t written = pwrite(fd, a->address + done, a->size - done, (off_t)done);
        if (written <= 0)
            return false;
        done += (size_t)written;
    }
    a->is_shared = map_file(address, bytes, fd);
    return a->is_shared;
}

/* Returns the record of the live or freed allocation that owns the page of |address|, or NULL. */
static struct allocation *page_record(uintptr_t address)
{
    uintptr_t offset = address - (uintptr_t)space.range;
    if (!space.range || offset >= space.range_bytes)
        return NULL;
    uint32_t owner = atomic_load_explicit(&space.owners[offset >> PAGE_BITS], memory_order_acquire);
    return owner ? &space.records[owner] : NULL;
}

static uint64_t frees;

uint64_t space_frees(void)
{
    return __atomic_load_n(&frees, __ATOMIC_ACQUIRE);
}

const uint64_t *space_frees_at(void)
{
    return &frees;
}

const struct allocation *space_find(const void *address)
{
    struct allocation *a = page_record((uintptr_t)address);
    if (a)
        return !a->is_freed && allocation_holds(a, (uintptr_t)address, 1) ? a : NULL;
    return find_registered((uintptr_t)address);
}

const struct allocation *space_find_tail(const void *address, size_t size)
{
    const struct allocation *a = page_record((uintptr_t)address);
    if (!a || a->is_freed)
        return NULL;
    uintptr_t start = (uintptr_t)a->address, from = (uintptr_t)address, to = from + size;
    return from >= start && to > start + a->size && to <= start + (pages_of(a->size) << PAGE_BITS)
               ? a
               : NULL;
}

bool space_free(void *address)
{
    pthread_mutex_lock(&space.lock);
    struct allocation *a = (struct allocation *)(uintptr_t)space_find(address);
    bool is_start = a && a->address == address && !a->is_mapped;
    if (is_start) {
        a->freed_in = space.period;
        a->is_freed = true;
        __atomic_add_fetch(&frees, 1, __ATOMIC_ACQ_REL);
        if (a->kind == MEMORY_REGISTERED)
            registered_remove((uintptr_t)address);
        remember_freed((uint32_t)(a - space.records));
        settle();
    }
    pthread_mutex_unlock(&space.lock);
    return is_start;
}

void space_let_write(void *image, uint8_t *start, size_t size)
{
    struct allocation *a = (struct allocation *)(uintptr_t)space_find(image);
    if (a && allocation_holds(a, (uintptr_t)start, size)) {
        a->variables = start;
        a->variables_bytes = size;
    }
}

void space_set_synchronous(const struct allocation *a, bool is_synchronous)
{
    __atomic_store_n(&((struct allocation *)(uintptr_t)a)->is_synchronous, is_synchronous,
                     __ATOMIC_RELAXED);
}

bool space_is_synchronous(const struct allocation *a)
{
    return __atomic_load_n(&a->is_synchronous, __ATOMIC_RELAXED);
}

bool space_unmap(void *address)
{
    pthread_mutex_lock(&space.lock);
    struct allocation *a = (struct allocation *)(uintptr_t)space_find(address);
    bool is_start = a && a->address == address && a->is_mapped;
    if (is_start) {
        own_pages(first_page(a), pages_of(a->size), 0);
        mmap(address, a->size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
             -1, 0);
        a->is_freed = true;
        __atomic_add_fetch(&frees, 1, __ATOMIC_ACQ_REL);
        a->address = NULL;
        give_record((uint32_t)(a - space.records));
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
    const struct allocation *holder = page_record(at);
    if (holder && allocation_holds(holder, at, 1)) {
        *out = *holder;
        relation = MEMORY_INSIDE;
        least = 0;
    }
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

void space_mark_written(const struct allocation *allocation, uintptr_t address, size_t size)
{
    if (!allocation->written || !allocation_holds(allocation, address, size))
        return;
    uint8_t *written = allocation->written + (address - (uintptr_t)allocation->address);
    /* several lanes may store to |written| at the same time; all store the same value */
    for (size_t i = 0; i < size && size <= 16; i++)
        __atomic_store_n(&written[i], 1, __ATOMIC_RELAXED);
    if (size > 16)
        memset(written, 1, size);
}
