/* Caches that replace the least recently used sector; the traffic of a dispatch below the
 * first-level caches; and the bytes that a dispatch must at least read and write. */
#include "parts.h"

#include "core/device.h"

#include <stdlib.h>
#include <string.h>

/* ---- Accesses to one cache ------------------------------------------------------------------- */

enum { WAYS = 16 };

/* calloc() gives large memory as untouched pages of zeros, so a large cache costs little until its
 * entries are used. */
bool cache_make(struct cache *cache, uint64_t bytes)
{
    cache->sets = bytes / SECTOR / WAYS;
    cache->tags = calloc(cache->sets * WAYS + 1, sizeof cache->tags[0]);
    return cache->tags != NULL;
}

void cache_empty(struct cache *cache)
{
    memset(cache->tags, 0, cache->sets * WAYS * sizeof cache->tags[0]);
}

/* Returns the set for |sector|. The upper bits of the sector's number are folded into the lower
 * bits, as hardware does by unknown rules. Then neighbours are in different sets, and so are
 * addresses that are a power of two apart. */
static uint64_t *set_of(const struct cache *cache, uint64_t sector)
{
    uint64_t folded = sector ^ sector >> 9 ^ sector >> 23 ^ (sector >> 34) * 0x9e5;
    return cache->tags + folded % cache->sets * WAYS;
}

bool cache_access(struct cache *cache, uint64_t sector, bool writes, uint64_t *victim)
{
    uint64_t *set = set_of(cache, sector), tag = (sector + 1) << 1;
    unsigned way = 0;
    while (way < WAYS - 1 && (set[way] & ~1ull) != tag && set[way])
        way++;
    bool is_hit = (set[way] & ~1ull) == tag;
    *victim = is_hit ? 0 : set[way];
    cache->dirty += writes;
    cache->dirty -= set[way] & (is_hit ? writes : 1);
    tag |= (is_hit && set[way] & 1) || writes;
    memmove(set + 1, set, way * sizeof set[0]);
    set[0] = tag;
    return is_hit;
}

/* ---- Sectors that a dispatch touches --------------------------------------------------------- */

enum { PAGE_SECTORS = 64, COUNTED_GROUPS = 3 };

/* Sectors of a page, as masks with one bit for each sector. |by[i]|: the sectors that at least i +
 * 1 workgroups touched. */
struct touched_set {
    uint64_t here; /* sectors that the workgroup |touched_page.group| touched */
    uint64_t by[COUNTED_GROUPS];
};
struct touched_page {
    uint64_t number; /* the number of the page, plus one; 0 marks a free slot */
    struct touched_set read, written;
    uint32_t group;
};

struct touched_allocation {
    uint64_t number, bytes;
};

static struct touched_page *find_slot(struct touched_page *pages, size_t slots, uint64_t number)
{
    size_t slot = (number * 0x9e3779b97f4a7c15u >> 20) & (slots - 1);
    while (pages[slot].number && pages[slot].number != number)
        slot = (slot + 1) & (slots - 1);
    return &pages[slot];
}

static bool grow(struct touched *touched)
{
    size_t slots = touched->slots ? touched->slots * 2 : 256;
    struct touched_page *pages = calloc(slots, sizeof pages[0]);
    if (!pages)
        return false;
    for (size_t i = 0; i < touched->slots; i++) {
        if (touched->pages[i].number)
            *find_slot(pages, slots, touched->pages[i].number) = touched->pages[i];
    }
    free(touched->pages);
    touched->pages = pages;
    touched->slots = slots;
    return true;
}

/* Returns the entry of page |number|, which is made if the page is new. NULL when there is no
 * memory. */
static struct touched_page *page_of(struct touched *touched, uint64_t number)
{
    if (touched->count * 2 >= touched->slots && !grow(touched))
        return NULL;
    struct touched_page *page = find_slot(touched->pages, touched->slots, number);
    touched->count += page->number == 0;
    page->number = number;
    return page;
}

void touched_mark(struct touched *touched, uint64_t sector, uint32_t group, bool writes)
{
    struct touched_page *page = page_of(touched, sector / PAGE_SECTORS + 1);
    uint64_t bit = 1ull << sector % PAGE_SECTORS;
    if (!page)
        return;
    if (page->group != group) {
        page->read.here = page->written.here = 0;
        page->group = group;
    }
    struct touched_set *set = writes ? &page->written : &page->read;
    if (set->here & bit || (!writes && page->written.by[0] & bit))
        return;
    set->here |= bit;
    for (unsigned i = COUNTED_GROUPS - 1; i > 0; i--)
        set->by[i] |= set->by[i - 1] & bit;
    set->by[0] |= bit;
}

/* Returns the index of allocation |number|, or the count of allocations if it is not known.
 * Searches from the end, because a kernel uses few allocations, mostly the latest ones. */
static size_t find_allocation(const struct touched *touched, uint64_t number)
{
    size_t i = touched->allocation_count;
    while (i > 0 && touched->allocations[i - 1].number != number)
        i--;
    return i > 0 ? i - 1 : touched->allocation_count;
}

void touched_know(struct touched *touched, uint64_t allocation, uint64_t bytes)
{
    size_t count = touched->allocation_count;
    if (find_allocation(touched, allocation) < count)
        return;
    struct touched_allocation *all = realloc(touched->allocations, (count + 1) * sizeof *all);
    if (!all)
        return;
    all[count] = (struct touched_allocation){allocation, bytes};
    touched->allocations = all;
    touched->allocation_count++;
}

/* Counts of an allocation's sectors: |by[i]| is the number of sectors that at least i + 1
 * workgroups touched. */
struct touched_counts {
    uint64_t by[COUNTED_GROUPS];
};

/* Estimates how many sectors all |count| workgroups touch. |counts| are the sectors that |n| of
 * these workgroups touched. The formula is "Chao2" for samples without replacement (Chao and Lin,
 * Biometrics 68, 2012). The estimate is exact if each sector is touched by one workgroup only, or
 * by all, or if all workgroups have run. It is too high if each sector is touched by many
 * workgroups of which never two are in the sample; so the allocation's size is the limit. */
static uint64_t estimate(const struct touched_counts *counts, uint64_t n, uint64_t count,
                         uint64_t bytes)
{
    uint64_t all = counts->by[0], once = all - counts->by[1], twice = counts->by[1] - counts->by[2];
    uint64_t most = bytes / SECTOR + 1;
    if (n >= count || once == 0)
        return all;
    double q = (double)n / (double)count, w = n > 1 ? (double)n / (double)(n - 1) : 1;
    double unseen =
        (double)once * (double)once / (w * 2 * (double)twice + q / (1 - q) * (double)once);
    double sum = (double)all + unseen + 0.5;
    return sum < (double)most ? (uint64_t)sum : most;
}

static void add_set(struct touched_counts *to, const struct touched_set *set)
{
    for (unsigned i = 0; i < COUNTED_GROUPS; i++)
        to->by[i] += (uint64_t)__builtin_popcountll(set->by[i]);
}

void touched_sum(const struct touched *touched, uint64_t ran, uint64_t count, uint64_t *out_read,
                 uint64_t *out_written)
{
    struct touched_counts(*sums)[2] = calloc(touched->allocation_count + 1, sizeof *sums);
    *out_read = *out_written = 0;
    for (size_t i = 0; sums && i < touched->slots; i++) {
        const struct touched_page *page = &touched->pages[i];
        if (!page->number)
            continue;
        size_t at = find_allocation(touched, sector_allocation((page->number - 1) * PAGE_SECTORS));
        add_set(&sums[at][0], &page->read);
        add_set(&sums[at][1], &page->written);
    }
    for (size_t i = 0; sums && i < touched->allocation_count; i++) {
        uint64_t bytes = touched->allocations[i].bytes;
        *out_read += SECTOR * estimate(&sums[i][0], ran, count, bytes);
        *out_written += SECTOR * estimate(&sums[i][1], ran, count, bytes);
    }
    free(sums);
}

void touched_free(struct touched *touched)
{
    free(touched->pages);
    free(touched->allocations);
}

/* ---- Levels of the cache that workgroups share ----------------------------------------------- */

bool shared_make(struct profile_shared *shared, const struct device *device)
{
    return cache_make(&shared->l2, device->l2_bytes) &&
           cache_make(&shared->infinity, device->infinity_bytes);
}

void shared_free(struct profile_shared *shared)
{
    free(shared->l2.tags);
    free(shared->infinity.tags);
    touched_free(&shared->touched);
}

static void below_l2(struct profile_shared *shared, uint64_t sector, bool writes)
{
    struct profile_traffic *traffic = &shared->traffic;
    uint64_t victim = 0;
    bool is_hit = false;
    if (shared->infinity.sets) {
        *(writes ? &traffic->infinity_written : &traffic->infinity_read) += SECTOR;
        is_hit = cache_access(&shared->infinity, sector, writes, &victim);
        traffic->memory_written += victim & 1 ? SECTOR : 0;
    } else {
        traffic->memory_written += writes ? SECTOR : 0;
    }
    traffic->memory_read += !writes && !is_hit ? SECTOR : 0;
}

void shared_access(struct profile_shared *shared, uint64_t sector, bool fetches, bool writes)
{
    uint64_t victim;
    bool is_hit = cache_access(&shared->l2, sector, writes, &victim);
    if (victim & 1)
        below_l2(shared, tag_sector(victim), true);
    if (!is_hit && fetches)
        below_l2(shared, sector, false);
}

void shared_flush(struct profile_shared *shared)
{
    for (size_t i = 0; i < shared->l2.sets * WAYS; i++) {
        if (shared->l2.tags[i] & 1 && !sector_is_scratch(tag_sector(shared->l2.tags[i])))
            below_l2(shared, tag_sector(shared->l2.tags[i]), true);
    }
    shared->traffic.memory_written += shared->infinity.dirty * SECTOR;
}
