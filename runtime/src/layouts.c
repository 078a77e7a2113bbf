/* A cache of layouts, by content, in chunks of device memory.
 *
 * An entry's words are written once, to pinned memory, and copied from there on the stream that
 * first asked. The same stream may use them at once; others wait for that copy on the device, until
 * it is known to be done. To find an entry takes no lock: the table is a fixed number of chains to
 * which entries are only added, until a chunk retires.
 *
 * When there is more than LIMIT_BYTES, the oldest chunk retires for each new one: its entries leave
 * the table, and when no thread is about to use them any more (layout_pins.h), an event is recorded
 * on every stream; when all of these are reached it is used again. A reader that is in the table
 * meanwhile may see anything but freed memory, and finds out by |retirements|.
 *
 * What a captured launch uses stays for good. If it is not known to be on the device yet, the copy
 * becomes part of the graph: it copies the same bytes again, whenever that runs.
 */
#include "layouts.h"

#include "capture.h"
#include "error.h"
#include "layout_pins.h"

#include <stdlib.h>
#include <xxhash.h>

enum {
    CHUNK_BYTES = 64 << 10,
    LIMIT_BYTES = 16 << 20,
    BUCKETS = 16384, /* LIMIT_BYTES of layouts of a kilobyte */
    ALIGNMENT = 4,   /* of an entry, words */
};

/* A stream that layouts were asked for on. */
struct layout_stream {
    struct layout_stream *next;
    struct krt_stream *stream;         /* NULL: destroyed */
    void *uploaded, *drained;          /* events of the driver; NULL until they are recorded */
    uint64_t uploads, uploads_reached; /* |uploaded| is behind as many */
};

/* Allocated once, used again, and freed with the device: a reader may hold on to it. */
struct entry {
    _Atomic(struct entry *) next; /* in its chain */
    _Atomic uint64_t hash;
    _Atomic(struct chunk *) chunk;
    _Atomic uint32_t offset, count; /* words */
    /* Who has the copy on its stream: NULL when that is done; NOBODY when only graphs have it. */
    _Atomic(struct layout_stream *) origin;
    uint64_t upload;       /* its number among those of |origin| */
    struct entry *sibling; /* in the chunk */
};

/* Likewise. */
struct chunk {
    struct chunk *next;
    _Atomic uint64_t *words; /* pinned */
    uint64_t *device_words;
    uint32_t room; /* words; it never changes */
    uint32_t used;
    bool is_kept; /* a graph uses it */
    struct entry *entries;
};

struct queue { /* of chunks */
    struct chunk *first, **last;
};

struct layouts {
    _Atomic(struct entry *) chains[BUCKETS];
    _Atomic uint64_t retirements;
    struct krt_device *device;
    struct layout_stream nobody; /* see |origin| */
    pthread_mutex_t lock;        /* of all that follows */
    struct layout_stream *streams;
    struct chunk *current; /* the last of |active| */
    struct queue active, kept, retired, draining, spare;
    struct entry *spare_entries;
    uint64_t bytes, uploads;
};

static krt_status fail_layout(struct layouts *layouts, int code, const char *what)
{
    char label[24];
    return fail_driver(layouts->device->driver, code, KRT_ERROR_DRIVER,
                       "dims and strides for %s: %s", device_label(layouts->device, label), what);
}

/* ---- Finding -------------------------------------------------------------------------------- */

static _Atomic(struct entry *) *chain_of(struct layouts *layouts, uint64_t hash)
{
    return &layouts->chains[hash % BUCKETS];
}

static bool entry_has(struct entry *entry, uint64_t hash, const uint64_t *words, uint32_t count)
{
    if (atomic_load_explicit(&entry->hash, memory_order_acquire) != hash ||
        atomic_load_explicit(&entry->count, memory_order_acquire) != count)
        return false;
    /* without the lock these may be of two lives of the entry */
    const struct chunk *chunk = atomic_load_explicit(&entry->chunk, memory_order_acquire);
    uint32_t offset = atomic_load_explicit(&entry->offset, memory_order_acquire);
    if (offset > chunk->room || count > chunk->room - offset)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (atomic_load_explicit(&chunk->words[offset + i], memory_order_acquire) != words[i])
            return false;
    }
    return true;
}

static struct entry *find(struct layouts *layouts, uint64_t hash, const uint64_t *words,
                          uint32_t count)
{
    struct entry *entry = atomic_load_explicit(chain_of(layouts, hash), memory_order_acquire);
    while (entry && !entry_has(entry, hash, words, count))
        entry = atomic_load_explicit(&entry->next, memory_order_acquire);
    return entry;
}

/* Without the lock: NULL when it takes more than finding it. */
static const uint64_t *find_ready(struct krt_stream *stream, struct pins *pins, uint64_t hash,
                                  const uint64_t *words, uint32_t count)
{
    struct layouts *layouts = stream->device->layouts;
    uint64_t before = atomic_load(&layouts->retirements);
    struct layout_stream *self = atomic_load_explicit(&stream->layouts, memory_order_relaxed);
    struct entry *entry = self ? find(layouts, hash, words, count) : NULL;
    if (!entry)
        return NULL;
    struct layout_stream *origin = atomic_load_explicit(&entry->origin, memory_order_acquire);
    if (origin && origin != self)
        return NULL;
    const struct chunk *chunk = atomic_load_explicit(&entry->chunk, memory_order_acquire);
    uint32_t offset = atomic_load_explicit(&entry->offset, memory_order_acquire);
    const uint64_t *found = chunk->device_words + offset;
    pins_set(pins, chunk);
    return atomic_load(&layouts->retirements) == before ? found : NULL;
}

/* ---- Streams -------------------------------------------------------------------------------- */

static int record(struct layouts *layouts, void **event, struct krt_stream *stream)
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

static krt_status query(struct layouts *layouts, void *event, bool *out_reached)
{
    int code = layouts->device->driver->event_query(event);
    *out_reached = code == 0;
    return code && code != DRIVER_ERROR_NOT_READY
               ? fail_layout(layouts, code, "asking whether an earlier one is there")
               : KRT_OK;
}

static krt_status stream_enlist(struct layouts *layouts, struct krt_stream *stream,
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
    for (size_t i = 0; i < BUCKETS; i++) {
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
            status = query(layouts, (*link)->drained, &is_done);
        if (is_done) {
            entries_release(layouts, *link);
            stream_discard(layouts, link);
        } else {
            link = &(*link)->next;
        }
    }
    return status;
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
    size_t bytes = ((size_t)count * sizeof(uint64_t) + CHUNK_BYTES - 1) / CHUNK_BYTES * CHUNK_BYTES;
    struct chunk *chunk = calloc(1, sizeof *chunk);
    void *host = NULL, *memory = NULL;
    int code = chunk ? driver->host_alloc(&host, bytes, 0) : DRIVER_ERROR_OUT_OF_MEMORY;
    if (!code)
        code = driver->alloc(&memory, bytes);
    if (code) {
        if (host)
            driver->host_free(host);
        free(chunk);
        return fail_layout(layouts, code, "allocating room for them");
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
    _Atomic(struct entry *) *at = chain_of(layouts, hash);
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
        entry->sibling = layouts->spare_entries;
        layouts->spare_entries = entry;
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
            record(layouts, &at->drained, at->stream))
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
            status = query(layouts, at->drained, out_done);
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
static krt_status chunk_next(struct layouts *layouts, uint32_t count)
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
    if (layouts->bytes >= LIMIT_BYTES)
        retire_oldest(layouts);
    queue_add(&layouts->active, chunk);
    layouts->current = chunk;
    return KRT_OK;
}

/* ---- Uploading ------------------------------------------------------------------------------ */

static struct entry *entry_new(struct layouts *layouts)
{
    struct entry *entry = layouts->spare_entries;
    if (entry)
        layouts->spare_entries = entry->sibling;
    else
        entry = calloc(1, sizeof *entry);
    return entry;
}

/* A new entry, which is not in the table yet. Its place in the chunk is never given to another. */
static krt_status entry_make(struct layouts *layouts, uint64_t hash, const uint64_t *words,
                             uint32_t count, struct entry **out)
{
    struct chunk *chunk = layouts->current;
    krt_status status = KRT_OK;
    if (!chunk || count > chunk->room - chunk->used)
        status = chunk_next(layouts, count);
    if (status)
        return status;
    struct entry *entry = entry_new(layouts);
    if (!entry)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory to note dims and strides with");
    chunk = layouts->current;
    for (uint32_t i = 0; i < count; i++)
        atomic_store_explicit(&chunk->words[chunk->used + i], words[i], memory_order_release);
    atomic_store_explicit(&entry->hash, hash, memory_order_release);
    atomic_store_explicit(&entry->offset, chunk->used, memory_order_release);
    atomic_store_explicit(&entry->count, count, memory_order_release);
    atomic_store_explicit(&entry->origin, &layouts->nobody, memory_order_relaxed);
    atomic_store_explicit(&entry->chunk, chunk, memory_order_release);
    uint32_t end = chunk->used + (count + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    chunk->used = end < chunk->room ? end : chunk->room;
    *out = entry;
    return KRT_OK;
}

static void entry_publish(struct layouts *layouts, struct entry *entry)
{
    struct chunk *chunk = atomic_load_explicit(&entry->chunk, memory_order_relaxed);
    _Atomic(struct entry *) *chain =
        chain_of(layouts, atomic_load_explicit(&entry->hash, memory_order_relaxed));
    entry->sibling = chunk->entries;
    chunk->entries = entry;
    atomic_store_explicit(&entry->next, atomic_load_explicit(chain, memory_order_relaxed),
                          memory_order_relaxed);
    atomic_store_explicit(chain, entry, memory_order_release);
}

static krt_status copy(struct layouts *layouts, struct entry *entry, struct krt_stream *stream)
{
    struct chunk *chunk = atomic_load_explicit(&entry->chunk, memory_order_relaxed);
    uint32_t offset = atomic_load_explicit(&entry->offset, memory_order_relaxed);
    size_t bytes = sizeof(uint64_t) * atomic_load_explicit(&entry->count, memory_order_relaxed);
    int code = layouts->device->driver->copy_to_device(
        chunk->device_words + offset, (const void *)(chunk->words + offset), bytes, stream->native);
    layouts->uploads++;
    return code ? fail_layout(layouts, code, "uploading them") : KRT_OK;
}

static krt_status upload(struct layouts *layouts, struct entry *entry, struct layout_stream *self)
{
    krt_status status = copy(layouts, entry, self->stream);
    if (status)
        return status;
    int code = record(layouts, &self->uploaded, self->stream);
    if (code)
        return fail_layout(layouts, code, "recording an event");
    entry->upload = ++self->uploads;
    atomic_store_explicit(&entry->origin, self, memory_order_release);
    return KRT_OK;
}

/* Has the copy that |entry|'s origin put on its stream been made? Then there is no origin more. */
static krt_status entry_poll(struct layouts *layouts, struct entry *entry,
                             struct layout_stream **out_origin)
{
    struct layout_stream *origin = atomic_load_explicit(&entry->origin, memory_order_relaxed);
    bool is_reached = false;
    krt_status status = KRT_OK;
    *out_origin = origin;
    if (!origin || origin == &layouts->nobody)
        return KRT_OK;
    if (entry->upload > origin->uploads_reached) {
        status = query(layouts, origin->uploaded, &is_reached);
        if (is_reached)
            origin->uploads_reached = origin->uploads;
    }
    if (!status && entry->upload <= origin->uploads_reached) {
        atomic_store_explicit(&entry->origin, NULL, memory_order_release);
        *out_origin = NULL;
    }
    return status;
}

/* Sees to it that what is put on |self|'s stream next finds the words. */
static krt_status entry_order(struct layouts *layouts, struct entry *entry,
                              struct layout_stream *self, bool is_captured)
{
    const struct driver *driver = layouts->device->driver;
    struct layout_stream *origin;
    krt_status status = entry_poll(layouts, entry, &origin);
    if (status || !origin)
        return status;
    if (is_captured)
        return copy(layouts, entry, self->stream);
    if (origin == &layouts->nobody)
        return upload(layouts, entry, self);
    int code = origin == self ? 0 : driver->stream_wait(self->stream->native, origin->uploaded, 0);
    return code ? fail_layout(layouts, code, "waiting for another stream's upload") : KRT_OK;
}

/* With the lock held and the device entered. */
static krt_status find_or_upload(struct layouts *layouts, struct krt_stream *stream,
                                 bool is_captured, const uint64_t *words, uint32_t count,
                                 uint64_t hash, struct entry **out)
{
    struct layout_stream *self = NULL;
    krt_status status = stream_enlist(layouts, stream, &self);
    if (status)
        return status;
    struct entry *entry = find(layouts, hash, words, count), *made = NULL;
    if (!entry) {
        status = entry_make(layouts, hash, words, count, &made);
        entry = made;
    }
    if (!status)
        status = entry_order(layouts, entry, self, is_captured);
    if (status && made) {
        made->sibling = layouts->spare_entries;
        layouts->spare_entries = made;
    }
    if (status)
        return status;
    if (made)
        entry_publish(layouts, made);
    if (is_captured)
        atomic_load_explicit(&entry->chunk, memory_order_relaxed)->is_kept = true;
    *out = entry;
    return KRT_OK;
}

krt_status layout_upload(struct krt_stream *stream, const uint64_t *words, uint32_t count,
                         const uint64_t **out_device)
{
    if (count == 0) {
        *out_device = NULL;
        return KRT_OK;
    }
    if (count > LIMIT_BYTES / sizeof *words)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "%u dims and strides are more than there can be",
                    count);
    struct krt_device *device = stream->device;
    struct layouts *layouts = device->layouts;
    uint64_t hash = XXH3_64bits(words, count * sizeof *words);
    struct entry *entry = NULL;
    bool is_captured = false;
    struct pins *pins = pins_own();
    if (!pins)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory to note a thread with");
    krt_status status = stream_is_capturing(stream, &is_captured);
    if (status)
        return status;
    const uint64_t *found = is_captured ? NULL : find_ready(stream, pins, hash, words, count);
    if (found) {
        *out_device = found;
        return KRT_OK;
    }
    status = device_enter(device);
    if (status)
        return status;
    int mode = capture_relax(device->driver);
    pthread_mutex_lock(&layouts->lock);
    status = find_or_upload(layouts, stream, is_captured, words, count, hash, &entry);
    if (!status) {
        const struct chunk *chunk = atomic_load_explicit(&entry->chunk, memory_order_relaxed);
        pins_set(pins, chunk);
        *out_device =
            chunk->device_words + atomic_load_explicit(&entry->offset, memory_order_relaxed);
    }
    pthread_mutex_unlock(&layouts->lock);
    capture_restore(device->driver, mode);
    return status;
}

/* ---- Making and ending ---------------------------------------------------------------------- */

krt_status layouts_create(struct krt_device *device)
{
    krt_status status = device_enter(device);
    if (status)
        return status;
    struct layouts *layouts = calloc(1, sizeof *layouts);
    if (!layouts)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for a device's dims and strides");
    layouts->device = device;
    pthread_mutex_init(&layouts->lock, NULL);
    device->layouts = layouts;
    status = chunk_next(layouts, 1);
    if (status)
        layouts_destroy(device);
    return status;
}

static void chunks_free(const struct driver *driver, struct queue *queue)
{
    for (struct chunk *chunk; (chunk = queue_take(queue));) {
        for (struct entry *entry = chunk->entries, *sibling; entry; entry = sibling) {
            sibling = entry->sibling;
            free(entry);
        }
        driver->free(chunk->device_words);
        driver->host_free((void *)chunk->words);
        free(chunk);
    }
}

void layouts_destroy(struct krt_device *device)
{
    struct layouts *layouts = device->layouts;
    if (!layouts)
        return;
    device_enter(device); /* what the driver then refuses to free is lost with the device */
    struct queue *queues[] = {&layouts->active, &layouts->kept, &layouts->retired,
                              &layouts->draining, &layouts->spare};
    for (size_t i = 0; i < sizeof queues / sizeof queues[0]; i++)
        chunks_free(device->driver, queues[i]);
    while (layouts->streams) {
        if (layouts->streams->stream)
            atomic_store_explicit(&layouts->streams->stream->layouts, NULL, memory_order_relaxed);
        stream_discard(layouts, &layouts->streams);
    }
    for (struct entry *entry = layouts->spare_entries, *sibling; entry; entry = sibling) {
        sibling = entry->sibling;
        free(entry);
    }
    pthread_mutex_destroy(&layouts->lock);
    free(layouts);
    device->layouts = NULL;
}

void layouts_stream_gone(struct krt_stream *stream)
{
    struct layouts *layouts = stream->device->layouts;
    struct layout_stream *self = atomic_load_explicit(&stream->layouts, memory_order_relaxed);
    if (!layouts || !self)
        return;
    device_enter(stream->device); /* should it fail, recording does */
    int mode = capture_relax(layouts->device->driver);
    pthread_mutex_lock(&layouts->lock);
    bool is_captured = true;
    if (stream_is_capturing(stream, &is_captured) || is_captured ||
        record(layouts, &self->drained, stream)) /* behind all that uses layouts */
        forget_event(layouts, &self->drained);
    self->stream = NULL;
    atomic_store_explicit(&stream->layouts, NULL, memory_order_relaxed);
    streams_sweep(layouts);
    pthread_mutex_unlock(&layouts->lock);
    capture_restore(layouts->device->driver, mode);
}

void layouts_usage(struct krt_device *device, uint64_t *out_bytes, uint64_t *out_uploads)
{
    struct layouts *layouts = device->layouts;
    pthread_mutex_lock(&layouts->lock);
    *out_bytes = layouts->bytes;
    *out_uploads = layouts->uploads;
    pthread_mutex_unlock(&layouts->lock);
}
