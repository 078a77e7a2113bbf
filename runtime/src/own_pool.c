/* A stream-ordered pool over hipMalloc().
 *
 * Sizes are rounded up to classes, eight to each doubling, so that a block is at most an eighth
 * larger than what was asked for. Blocks up to 128 KiB are cut from slabs, larger ones are slabs of
 * their own. A freed block lies in a bin of the stream it was freed on, where that stream finds it
 * at once: whatever it does next comes behind the free. Another stream may have it when the first
 * has got to the free, which is not known at the free but found out when somebody asks: frees of a
 * stream are numbered, and an event recorded later covers all up to then. So neither taking nor
 * giving back calls the driver as long as streams keep to their own blocks.
 */
#include "own_pool.h"

#include "capture.h"
#include "error.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    UNIT = 256,           /* bytes; all blocks are multiples, and so aligned */
    SMALL_CLASSES = 8,    /* of one unit to eight; then eight classes to each doubling */
    LARGE_CLASS = 120,    /* all above 32 MiB, in multiples of LARGE_UNIT */
    CLASS_COUNT = 121,    /* see class_of() */
    LARGE_UNIT = 2 << 20, /* bytes: GPUs' large pages */
    SLAB_BYTES = 64 << 10,
    SLAB_BLOCKS = 16, /* at least, in a slab of several */
    SLAB_BLOCK_MAX = 128 << 10,
};

struct block {
    void *address;
    struct slab *slab;
    struct block *chain;    /* in the pool's table */
    struct pool_bins *bins; /* where it lies; NULL while it is in use */
    struct block *newer, *older;
    uint64_t number; /* of its free, among those of |bins| */
};

/* An allocation of the driver's. */
struct slab {
    struct slab *next, **link;
    void *memory;
    uint64_t block_bytes;
    unsigned size_class;
    uint32_t count, used; /* blocks */
    struct block blocks[];
};

struct bin {
    struct block *newest, *oldest;
};

/* What was freed on a stream. Numbers up to |reached| are behind it, those up to |recorded| will be
 * when it gets to |event|. */
struct pool_bins {
    struct pool_bins *next;
    struct krt_stream *stream; /* NULL: destroyed, and only its event is left */
    void *event;               /* the driver's, or NULL */
    uint64_t freed, recorded, reached;
    size_t blocks;
    struct bin bins[CLASS_COUNT];
};

struct own_pool {
    struct krt_device *device;
    pthread_mutex_t lock;    /* of all that follows */
    struct pool_bins shared; /* what any stream may have */
    struct pool_bins *streams;
    struct slab *slabs;
    struct block **table; /* all blocks, by address */
    size_t buckets, block_count;
    uint64_t used_bytes, held_bytes;
};

/* ---- Sizes ---------------------------------------------------------------------------------- */

static unsigned class_of(uint64_t bytes, uint64_t *out_bytes)
{
    uint64_t units = (bytes + UNIT - 1) / UNIT;
    if (units <= SMALL_CLASSES) {
        *out_bytes = units * UNIT;
        return (unsigned)units - 1;
    }
    unsigned doubling = 63 - (unsigned)__builtin_clzll(units - 1) - 3; /* 0 for 9 to 16 units */
    uint64_t eighths = ((units - 1) >> doubling) + 1;                  /* 9 to 16 */
    unsigned size_class = doubling * 8 + (unsigned)eighths - 1;
    if (size_class >= LARGE_CLASS) {
        *out_bytes = (bytes + LARGE_UNIT - 1) / LARGE_UNIT * LARGE_UNIT;
        return LARGE_CLASS;
    }
    *out_bytes = (eighths << doubling) * UNIT;
    return size_class;
}

static uint32_t blocks_of_slab(uint64_t block_bytes)
{
    if (block_bytes > SLAB_BLOCK_MAX)
        return 1;
    return block_bytes * SLAB_BLOCKS >= SLAB_BYTES ? SLAB_BLOCKS
                                                   : (uint32_t)(SLAB_BYTES / block_bytes);
}

/* ---- The table ------------------------------------------------------------------------------ */

static struct block **bucket_of(const struct own_pool *pool, const void *address)
{
    uint64_t hash = (uint64_t)(uintptr_t)address / UNIT * 0x9e3779b97f4a7c15u;
    return &pool->table[(hash >> 32) & (pool->buckets - 1)];
}

static struct block *table_find(const struct own_pool *pool, const void *address)
{
    struct block *block = *bucket_of(pool, address);
    while (block && block->address != address)
        block = block->chain;
    return block;
}

static void table_add(struct own_pool *pool, struct block *block)
{
    struct block **bucket = bucket_of(pool, block->address);
    block->chain = *bucket;
    *bucket = block;
    pool->block_count++;
}

static void table_remove(struct own_pool *pool, struct block *block)
{
    struct block **at = bucket_of(pool, block->address);
    while (*at != block)
        at = &(*at)->chain;
    *at = block->chain;
    pool->block_count--;
}

/* Without memory for it chains get longer, that is all. */
static void table_grow(struct own_pool *pool)
{
    struct block **before = pool->table;
    size_t count = pool->buckets;
    struct block **table = calloc(2 * count, sizeof *table);
    if (!table)
        return;
    pool->table = table;
    pool->buckets = 2 * count;
    pool->block_count = 0;
    for (size_t i = 0; i < count; i++) {
        for (struct block *block = before[i], *next; block; block = next) {
            next = block->chain;
            table_add(pool, block);
        }
    }
    free(before);
}

/* ---- Bins ----------------------------------------------------------------------------------- */

static void bins_add(struct pool_bins *bins, struct block *block)
{
    struct bin *bin = &bins->bins[block->slab->size_class];
    block->bins = bins;
    block->newer = NULL;
    block->older = bin->newest;
    block->number = ++bins->freed;
    *(bin->newest ? &bin->newest->newer : &bin->oldest) = block;
    bin->newest = block;
    bins->blocks++;
}

static void bins_remove(struct block *block)
{
    struct pool_bins *bins = block->bins;
    struct bin *bin = &bins->bins[block->slab->size_class];
    *(block->newer ? &block->newer->older : &bin->newest) = block->older;
    *(block->older ? &block->older->newer : &bin->oldest) = block->newer;
    block->bins = NULL;
    bins->blocks--;
}

/* May any stream have it? */
static bool is_reached(const struct own_pool *pool, const struct block *block)
{
    return block->bins && (block->bins == &pool->shared || block->number <= block->bins->reached);
}

/* Only of the large class are there smaller and larger ones. */
static bool fits(const struct block *block, uint64_t bytes)
{
    uint64_t has = block->slab->block_bytes;
    return has >= bytes && has - bytes <= bytes / 8;
}

/* For the stream whose bins they are: what was freed last, which is warm. */
static struct block *pick_own(const struct pool_bins *bins, unsigned size_class, uint64_t bytes)
{
    struct block *block = bins->bins[size_class].newest;
    while (block && !fits(block, bytes))
        block = block->older;
    return block;
}

/* For other streams: what was freed first. */
static struct block *pick_reached(const struct pool_bins *bins, unsigned size_class, uint64_t bytes)
{
    struct block *block = bins->bins[size_class].oldest;
    while (block && block->number <= bins->reached && !fits(block, bytes))
        block = block->newer;
    return block && block->number <= bins->reached ? block : NULL;
}

/* Records |bins->event| behind all its frees, unless the stream is idle and they are reached. A
 * stream that is being captured is left alone. */
static krt_status bins_record(struct own_pool *pool, struct pool_bins *bins)
{
    const struct driver *driver = pool->device->driver;
    bool is_captured = false;
    krt_status status = stream_is_capturing(bins->stream, &is_captured);
    if (status || is_captured)
        return status;
    int code = driver->stream_query(bins->stream->native);
    if (code == 0) {
        bins->recorded = bins->reached = bins->freed;
        return KRT_OK;
    }
    if (code == DRIVER_ERROR_NOT_READY)
        code = bins->event ? 0 : driver->event_create(&bins->event, DRIVER_EVENT_NO_TIMING);
    if (!code)
        code = driver->event_record(bins->event, bins->stream->native);
    if (code)
        return fail_driver(driver, code, KRT_ERROR_DRIVER,
                           "recording an event behind freed memory");
    bins->recorded = bins->freed;
    return KRT_OK;
}

/* Brings |bins->reached| up to date, without waiting. */
static krt_status bins_poll(struct own_pool *pool, struct pool_bins *bins)
{
    const struct driver *driver = pool->device->driver;
    krt_status status = KRT_OK;
    if (bins->recorded <= bins->reached && bins->freed > bins->reached && bins->stream)
        status = bins_record(pool, bins);
    if (status || bins->recorded <= bins->reached)
        return status;
    int code = driver->event_query(bins->event);
    if (code && code != DRIVER_ERROR_NOT_READY)
        return fail_driver(driver, code, KRT_ERROR_DRIVER,
                           "asking whether freed memory can be used again");
    if (!code)
        bins->reached = bins->recorded;
    return KRT_OK;
}

/* The same, and waits. What cannot be waited for, its stream being captured, is left out. */
static krt_status bins_wait(struct own_pool *pool, struct pool_bins *bins)
{
    const struct driver *driver = pool->device->driver;
    krt_status status = KRT_OK;
    int code = 0;
    if (bins->recorded < bins->freed && bins->stream)
        status = bins_record(pool, bins);
    if (!status && bins->recorded > bins->reached)
        code = driver->event_synchronize(bins->event);
    if (!status && !code && bins->recorded > bins->reached)
        bins->reached = bins->recorded;
    if (!status && !code && bins->recorded < bins->freed && !bins->stream) { /* see stream_gone */
        code = driver->synchronize();
        bins->reached = code ? bins->reached : bins->freed;
    }
    return code ? fail_driver(driver, code, KRT_ERROR_DRIVER, "waiting for freed memory") : status;
}

static krt_status bins_of(struct own_pool *pool, struct krt_stream *stream, struct pool_bins **out)
{
    struct pool_bins *bins = stream->bins;
    if (!bins) {
        bins = calloc(1, sizeof *bins);
        if (!bins)
            return fail(KRT_ERROR_OUT_OF_MEMORY, "krt_free_async: no memory to note it with");
        bins->stream = stream;
        bins->next = pool->streams;
        pool->streams = bins;
        stream->bins = bins;
    }
    *out = bins;
    return KRT_OK;
}

static void bins_destroy(struct own_pool *pool, struct pool_bins *bins)
{
    struct pool_bins **at = &pool->streams;
    while (*at != bins)
        at = &(*at)->next;
    *at = bins->next;
    if (bins->event)
        pool->device->driver->event_destroy(bins->event);
    free(bins);
}

/* What streams that are gone left behind is everybody's once it is reached. */
static void bins_inherit(struct own_pool *pool)
{
    for (struct pool_bins *bins = pool->streams, *next; bins; bins = next) {
        next = bins->next;
        if (bins->stream || bins->reached < bins->freed)
            continue;
        for (unsigned size_class = 0; size_class < CLASS_COUNT; size_class++) {
            for (struct block *block = bins->bins[size_class].oldest, *newer; block;
                 block = newer) {
                newer = block->newer;
                bins_remove(block);
                bins_add(&pool->shared, block);
            }
        }
        bins_destroy(pool, bins);
    }
}

/* ---- Slabs ---------------------------------------------------------------------------------- */

/* Allocates |count| blocks and puts them where any stream finds them. Returns the driver's error.
 */
static int slab_new(struct own_pool *pool, unsigned size_class, uint64_t block_bytes,
                    uint32_t count)
{
    struct slab *slab = calloc(1, sizeof *slab + count * sizeof slab->blocks[0]);
    int code = slab ? pool->device->driver->alloc(&slab->memory, block_bytes * count)
                    : DRIVER_ERROR_OUT_OF_MEMORY;
    if (code) {
        free(slab);
        return code;
    }
    slab->block_bytes = block_bytes;
    slab->size_class = size_class;
    slab->count = count;
    slab->next = pool->slabs;
    slab->link = &pool->slabs;
    if (slab->next)
        slab->next->link = &slab->next;
    pool->slabs = slab;
    pool->held_bytes += block_bytes * count;
    if (pool->block_count + count > pool->buckets)
        table_grow(pool);
    for (uint32_t i = 0; i < count; i++) {
        struct block *block = &slab->blocks[i];
        block->address = (char *)slab->memory + i * block_bytes;
        block->slab = slab;
        table_add(pool, block);
        bins_add(&pool->shared, block);
    }
    return 0;
}

static bool slab_is_idle(const struct own_pool *pool, const struct slab *slab)
{
    for (uint32_t i = 0; slab->used == 0 && i < slab->count; i++) {
        if (!is_reached(pool, &slab->blocks[i]))
            return false;
    }
    return slab->used == 0;
}

/* Gives the driver back what is wholly unused. */
static krt_status slabs_release(struct own_pool *pool)
{
    for (struct slab *slab = pool->slabs, *next; slab; slab = next) {
        next = slab->next;
        if (!slab_is_idle(pool, slab))
            continue;
        int code = pool->device->driver->free(slab->memory);
        if (code)
            return fail_driver(pool->device->driver, code, KRT_ERROR_DRIVER,
                               "giving unused memory of the pool back");
        for (uint32_t i = 0; i < slab->count; i++) {
            bins_remove(&slab->blocks[i]);
            table_remove(pool, &slab->blocks[i]);
        }
        pool->held_bytes -= slab->block_bytes * slab->count;
        *slab->link = slab->next;
        if (slab->next)
            slab->next->link = slab->link;
        free(slab);
    }
    return KRT_OK;
}

/* ---- Taking and giving ---------------------------------------------------------------------- */

static krt_status wait_for_all(struct own_pool *pool)
{
    krt_status status = KRT_OK;
    for (struct pool_bins *bins = pool->streams; bins && !status; bins = bins->next)
        status = bins_wait(pool, bins);
    bins_inherit(pool);
    return status;
}

static struct block *find(const struct own_pool *pool, const struct krt_stream *stream,
                          unsigned size_class, uint64_t bytes)
{
    struct block *block = stream->bins ? pick_own(stream->bins, size_class, bytes) : NULL;
    return block ? block : pick_own(&pool->shared, size_class, bytes);
}

/* What another stream is done with. */
static krt_status find_reached(struct own_pool *pool, unsigned size_class, uint64_t bytes,
                               struct block **out)
{
    krt_status status = KRT_OK;
    for (struct pool_bins *bins = pool->streams; bins && !status && !*out; bins = bins->next) {
        if (!bins->bins[size_class].oldest)
            continue;
        status = bins_poll(pool, bins);
        *out = pick_reached(bins, size_class, bytes);
    }
    return status;
}

/* Neither the stream nor everybody has one. New memory, then; and when there is none, first all is
 * waited for that was freed, and what is unused given back. */
static krt_status find_elsewhere(struct own_pool *pool, struct krt_stream *stream,
                                 unsigned size_class, uint64_t bytes, struct block **out)
{
    const struct driver *driver = pool->device->driver;
    krt_status status = find_reached(pool, size_class, bytes, out);
    if (status || *out)
        return status;
    int code = slab_new(pool, size_class, bytes, blocks_of_slab(bytes));
    if (code == DRIVER_ERROR_OUT_OF_MEMORY) {
        status = wait_for_all(pool);
        if (!status)
            status = find_reached(pool, size_class, bytes, out);
        if (!status && !*out)
            status = slabs_release(pool);
        if (status || *out)
            return status;
        code = slab_new(pool, size_class, bytes, 1);
    }
    if (code)
        return fail_driver(driver, code, KRT_ERROR_DRIVER, "allocating for the pool");
    *out = find(pool, stream, size_class, bytes);
    return KRT_OK;
}

static krt_status refuse_capture(struct krt_stream *stream, const char *function)
{
    bool is_captured = false;
    krt_status status = stream_is_capturing(stream, &is_captured);
    if (!status && is_captured)
        return fail(KRT_ERROR_UNSUPPORTED,
                    "%s: the stream is being captured into a graph, and only a driver's own pool "
                    "can be part of one: do it before or after the capture",
                    function);
    return status;
}

krt_status own_pool_take(struct own_pool *pool, struct krt_stream *stream, uint64_t bytes,
                         void **out)
{
    uint64_t rounded;
    unsigned size_class = class_of(bytes, &rounded);
    krt_status status = refuse_capture(stream, "krt_alloc_async");
    if (status)
        return status;
    pthread_mutex_lock(&pool->lock);
    struct block *block = find(pool, stream, size_class, rounded);
    if (!block) {
        int mode = capture_relax(pool->device->driver);
        status = device_enter(pool->device);
        if (!status)
            status = find_elsewhere(pool, stream, size_class, rounded, &block);
        capture_restore(pool->device->driver, mode);
    }
    if (!status) {
        bins_remove(block);
        block->slab->used++;
        pool->used_bytes += block->slab->block_bytes;
        *out = block->address;
    }
    pthread_mutex_unlock(&pool->lock);
    return status;
}

krt_status own_pool_give(struct own_pool *pool, struct krt_stream *stream, void *memory)
{
    struct pool_bins *bins = NULL;
    krt_status status = refuse_capture(stream, "krt_free_async");
    if (status)
        return status;
    pthread_mutex_lock(&pool->lock);
    struct block *block = table_find(pool, memory);
    if (!block || block->bins)
        status = fail_foreign("krt_free_async", memory, pool->device);
    else
        status = bins_of(pool, stream, &bins);
    if (!status) {
        block->slab->used--;
        pool->used_bytes -= block->slab->block_bytes;
        bins_add(bins, block);
    }
    pthread_mutex_unlock(&pool->lock);
    return status;
}

krt_status own_pool_trim(struct own_pool *pool)
{
    int mode = capture_relax(pool->device->driver);
    pthread_mutex_lock(&pool->lock);
    krt_status status = wait_for_all(pool);
    if (!status)
        status = slabs_release(pool);
    pthread_mutex_unlock(&pool->lock);
    capture_restore(pool->device->driver, mode);
    return status;
}

void own_pool_usage(struct own_pool *pool, uint64_t *out_used, uint64_t *out_unused)
{
    pthread_mutex_lock(&pool->lock);
    *out_used = pool->used_bytes;
    *out_unused = pool->held_bytes - pool->used_bytes;
    pthread_mutex_unlock(&pool->lock);
}

/* ---- Making and ending ---------------------------------------------------------------------- */

void own_pool_stream_gone(struct own_pool *pool, struct krt_stream *stream)
{
    int mode = capture_relax(pool->device->driver);
    pthread_mutex_lock(&pool->lock);
    struct pool_bins *bins = stream->bins;
    stream->bins = NULL;
    if (bins && bins->blocks > 0)
        bins_record(pool, bins); /* if that fails, trimming waits for the whole device */
    if (bins && bins->blocks > 0)
        bins->stream = NULL;
    else if (bins)
        bins_destroy(pool, bins);
    for (bins = pool->streams; bins; bins = bins->next) {
        if (!bins->stream)
            bins_poll(pool, bins);
    }
    bins_inherit(pool);
    pthread_mutex_unlock(&pool->lock);
    capture_restore(pool->device->driver, mode);
}

struct own_pool *own_pool_new(struct krt_device *device)
{
    enum { BUCKETS = 256 };
    struct own_pool *pool = calloc(1, sizeof *pool);
    struct block **table = calloc(BUCKETS, sizeof *table);
    if (!pool || !table) {
        free(pool);
        free(table);
        return NULL;
    }
    pool->device = device;
    pool->table = table;
    pool->buckets = BUCKETS;
    pthread_mutex_init(&pool->lock, NULL);
    return pool;
}

void own_pool_free(struct own_pool *pool)
{
    while (pool->streams) {
        if (pool->streams->stream)
            pool->streams->stream->bins = NULL;
        bins_destroy(pool, pool->streams);
    }
    while (pool->slabs) {
        struct slab *slab = pool->slabs;
        pool->slabs = slab->next;
        pool->device->driver->free(slab->memory);
        free(slab);
    }
    pthread_mutex_destroy(&pool->lock);
    free(pool->table);
    free(pool);
}
