/* The memory of the cache of layouts.
 *
 * When there is more than LAYOUT_LIMIT_BYTES, the oldest chunk retires for each new one: its
 * entries leave the table, and when no thread is about to use them any more (layout_pins.h), an
 * event is recorded on every stream; when all of these are reached, the chunk is used again. If
 * that takes long there are more chunks for a while: nobody waits. A chunk that a graph uses stays
 * for good.
 */
#include "layout_chunks.h"

#include "capture.h"
#include "error.h"
#include "layout_pins.h"

#include <stdlib.h>

krt_status layout_fail(struct layouts *layouts, int code, const char *what)
{
    char label[24];
    return fail_driver(layouts->device->driver, code, KRT_ERROR_DRIVER,
                       "dims and strides for %s: %s", device_label(layouts->device, label), what);
}

/* ---- Streams -------------------------------------------------------------------------------- */

int layout_record(struct layouts *layouts, void **event, struct krt_stream *stream)
{
    const struct driver *driver = layouts->device->driver;
    int code = *event ? 0 : driver->event_create(event, DRIVER_EVENT_NO_TIMING);
    return code ? code : driver->event_record(*event, stream->native);
}

static void forget_event(struct layouts *layouts, void **event)
{
    if (*event)
        layouts->device->driver->event_destroy(*event);
    *event = NULL;
}

krt_status layout_query(struct layouts *layouts, void *event, bool *out_reached)
{
    int code = layouts->device->driver->event_query(event);
    *out_reached = code == 0;
    return code && code != DRIVER_ERROR_NOT_READY
               ? layout_fail(layouts, code, "asking whether an earlier one is there")
               : KRT_OK;
}

krt_status layout_stream_enlist(struct layouts *layouts, struct krt_stream *stream,
                                struct layout_stream **out)
{
    struct layout_stream *self = atomic_load_explicit(&stream->layouts, memory_order_relaxed);
    if (!self) {
        self = calloc(1, sizeof *self);
        if (!self)
            return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory to note a stream with");
        self->stream = stream;
        self->next = layouts->streams;
        layouts->streams = self;
        atomic_store_explicit(&stream->layouts, self, memory_order_relaxed);
    }
    *out = self;
    return KRT_OK;
}

static void stream_discard(struct layouts *layouts, struct layout_stream **link)
{
    struct layout_stream *gone = *link;
    *link = gone->next;
    forget_event(layouts, &gone->uploaded);
    forget_event(layouts, &gone->drained);
    free(gone);
}

/* What a stream uploaded that is gone, and done. */
static void entries_release(struct layouts *layouts, const struct layout_stream *gone)
{
    for (size_t i = 0; i < LAYOUT_CHAINS; i++) {
        struct entry *entry = atomic_load_explicit(&layouts->chains[i], memory_order_relaxed);
        for (; entry; entry = atomic_load_explicit(&entry->next, memory_order_relaxed)) {
            if (atomic_load_explicit(&entry->origin, memory_order_relaxed) == gone)
                atomic_store_explicit(&entry->origin, NULL, memory_order_release);
        }
    }
}

/* Forgets the streams that are gone, and done. One on which no event could be recorded is never
 * known to be. */
static krt_status streams_sweep(struct layouts *layouts)
{
    struct layout_stream **link = &layouts->streams;
    krt_status status = KRT_OK;
    while (!status && *link) {
        bool is_done = false;
        if (!(*link)->stream && (*link)->drained)
            status = layout_query(layouts, (*link)->drained, &is_done);
        if (is_done) {
            entries_release(layouts, *link);
            stream_discard(layouts, link);
        } else {
            link = &(*link)->next;
        }
    }
    return status;
}

void layout_stream_end(struct layouts *layouts, struct layout_stream *self)
{
    bool is_captured = true;
    if (stream_is_capturing(self->stream, &is_captured) || is_captured ||
        layout_record(layouts, &self->drained, self->stream)) /* behind all that uses layouts */
        forget_event(layouts, &self->drained);
    atomic_store_explicit(&self->stream->layouts, NULL, memory_order_relaxed);
    self->stream = NULL;
    streams_sweep(layouts);
}

/* ---- Entries -------------------------------------------------------------------------------- */

struct entry *layout_entry_new(struct layouts *layouts)
{
    struct entry *entry = layouts->spare_entries;
    if (entry)
        layouts->spare_entries = entry->sibling;
    else
        entry = calloc(1, sizeof *entry);
    return entry;
}

void layout_entry_free(struct layouts *layouts, struct entry *entry)
{
    entry->sibling = layouts->spare_entries;
    layouts->spare_entries = entry;
}

/* ---- Chunks --------------------------------------------------------------------------------- */

static void queue_add(struct queue *queue, struct chunk *chunk)
{
    if (!queue->first)
        queue->last = &queue->first;
    chunk->next = NULL;
    *queue->last = chunk;
    queue->last = &chunk->next;
}

static struct chunk *queue_take(struct queue *queue)
{
    struct chunk *chunk = queue->first;
    if (chunk)
        queue->first = chunk->next;
    return chunk;
}

static krt_status chunk_new(struct layouts *layouts, uint32_t count, struct chunk **out)
{
    const struct driver *driver = layouts->device->driver;
    size_t bytes = ((size_t)count * sizeof(uint64_t) + LAYOUT_CHUNK_BYTES - 1) /
                   LAYOUT_CHUNK_BYTES * LAYOUT_CHUNK_BYTES;
    struct chunk *chunk = calloc(1, sizeof *chunk);
    void *host = NULL, *memory = NULL;
    int code = chunk ? driver->host_alloc(&host, bytes, 0) : DRIVER_ERROR_OUT_OF_MEMORY;
    if (!code)
        code = driver->alloc(&memory, bytes);
    if (code) {
        if (host)
            driver->host_free(host);
        free(chunk);
        return layout_fail(layouts, code, "allocating room for them");
    }
    chunk->words = host;
    chunk->device_words = memory;
    chunk->room = (uint32_t)(bytes / sizeof(uint64_t));
    layouts->bytes += bytes;
    *out = chunk;
    return KRT_OK;
}

static void entry_unlink(struct layouts *layouts, struct entry *entry)
{
    uint64_t hash = atomic_load_explicit(&entry->hash, memory_order_relaxed);
    _Atomic(struct entry *) *at = layout_chain(layouts, hash);
    struct entry *here;
    while ((here = atomic_load_explicit(at, memory_order_relaxed)) != entry)
        at = &here->next;
    atomic_store_explicit(at, atomic_load_explicit(&entry->next, memory_order_relaxed),
                          memory_order_release);
}

/* The oldest chunk that no graph uses leaves the table. */
static void retire_oldest(struct layouts *layouts)
{
    struct chunk *chunk = queue_take(&layouts->active);
    while (chunk && chunk->is_kept) {
        queue_add(&layouts->kept, chunk);
        chunk = queue_take(&layouts->active);
    }
    if (!chunk)
        return;
    for (struct entry *entry = chunk->entries, *sibling; entry; entry = sibling) {
        sibling = entry->sibling;
        entry_unlink(layouts, entry);
        layout_entry_free(layouts, entry);
    }
    chunk->entries = NULL;
    atomic_fetch_add(&layouts->retirements, 1);
    queue_add(&layouts->retired, chunk);
}

/* Records an event on every stream, behind what may use the chunks that are draining. False when a
 * stream is being captured, or its driver does not let us: later, then. */
static bool drain_record(struct layouts *layouts)
{
    for (struct layout_stream *at = layouts->streams; at; at = at->next) {
        bool is_captured = true;
        if (!at->stream)
            continue; /* recorded when it was destroyed */
        if (stream_is_capturing(at->stream, &is_captured) || is_captured ||
            layout_record(layouts, &at->drained, at->stream))
            return false;
    }
    return true;
}

static krt_status drain_poll(struct layouts *layouts, bool *out_done)
{
    krt_status status = KRT_OK;
    *out_done = true;
    for (struct layout_stream *at = layouts->streams; at && !status && *out_done; at = at->next) {
        if (at->drained) /* not recorded: it came later */
            status = layout_query(layouts, at->drained, out_done);
        else
            *out_done = at->stream != NULL;
    }
    return status;
}

/* Chunks that are drained become spare, and those that have retired since begin to drain. */
static krt_status reclaim(struct layouts *layouts)
{
    bool is_done = true;
    krt_status status = streams_sweep(layouts);
    if (!status && layouts->draining.first)
        status = drain_poll(layouts, &is_done);
    if (status || !is_done)
        return status;
    for (struct chunk *chunk; (chunk = queue_take(&layouts->draining));)
        queue_add(&layouts->spare, chunk);
    struct queue pinned = {NULL, NULL};
    for (struct chunk *chunk; (chunk = queue_take(&layouts->retired));)
        queue_add(pins_have(chunk) ? &pinned : &layouts->draining, chunk);
    if (layouts->draining.first && !drain_record(layouts)) {
        for (struct chunk *chunk; (chunk = queue_take(&layouts->draining));)
            queue_add(&pinned, chunk);
    }
    layouts->retired = pinned;
    return KRT_OK;
}

/* Makes |layouts->current| one that has room for |count| words. */
krt_status layout_chunk_next(struct layouts *layouts, uint32_t count)
{
    struct chunk *chunk = NULL;
    krt_status status = reclaim(layouts);
    if (status)
        return status;
    if (layouts->spare.first && layouts->spare.first->room >= count)
        chunk = queue_take(&layouts->spare);
    else
        status = chunk_new(layouts, count, &chunk);
    if (status)
        return status;
    chunk->used = 0;
    if (layouts->bytes >= LAYOUT_LIMIT_BYTES)
        retire_oldest(layouts);
    queue_add(&layouts->active, chunk);
    layouts->current = chunk;
    return KRT_OK;
}

/* ---- The end -------------------------------------------------------------------------------- */

static void entries_free(struct entry *entry)
{
    for (struct entry *sibling; entry; entry = sibling) {
        sibling = entry->sibling;
        free(entry);
    }
}

void layout_memory_free(struct layouts *layouts)
{
    const struct driver *driver = layouts->device->driver;
    struct queue *queues[] = {&layouts->active, &layouts->kept, &layouts->retired,
                              &layouts->draining, &layouts->spare};
    for (size_t i = 0; i < sizeof queues / sizeof queues[0]; i++) {
        for (struct chunk *chunk; (chunk = queue_take(queues[i]));) {
            entries_free(chunk->entries);
            driver->free(chunk->device_words);
            driver->host_free((void *)chunk->words);
            free(chunk);
        }
    }
    entries_free(layouts->spare_entries);
    while (layouts->streams) {
        if (layouts->streams->stream)
            atomic_store_explicit(&layouts->streams->stream->layouts, NULL, memory_order_relaxed);
        stream_discard(layouts, &layouts->streams);
    }
}
