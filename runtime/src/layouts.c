/* A cache of layouts, by content.
 *
 * An entry's words are written once, to pinned memory, and copied from there on the stream that
 * first asked. The same stream may use them at once; others wait for that copy on the device, until
 * it is known to be done. To find an entry takes no lock: the table is a fixed number of chains to
 * which entries are only added, until a chunk of them retires (layout_chunks.h). Who is in the
 * table meanwhile may see anything but freed memory, and finds out by |retirements|.
 *
 * What a captured launch uses stays for good. If it is not known to be on the device yet, the copy
 * becomes part of the graph: it copies the same bytes again, whenever that runs.
 */
#include "layouts.h"

#include "capture.h"
#include "error.h"
#include "layout_chunks.h"
#include "layout_pins.h"

#include <stdlib.h>
#include <xxhash.h>

enum { ALIGNMENT = 4 }; /* of an entry, words */

/* ---- Finding -------------------------------------------------------------------------------- */

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
    struct entry *entry = atomic_load_explicit(layout_chain(layouts, hash), memory_order_acquire);
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

/* ---- Uploading ------------------------------------------------------------------------------ */

/* A new entry, which is not in the table yet. Its place in the chunk is never given to another. */
static krt_status entry_make(struct layouts *layouts, uint64_t hash, const uint64_t *words,
                             uint32_t count, struct entry **out)
{
    struct chunk *chunk = layouts->current;
    krt_status status = KRT_OK;
    if (!chunk || count > chunk->room - chunk->used)
        status = layout_chunk_next(layouts, count);
    if (status)
        return status;
    struct entry *entry = layout_entry_new(layouts);
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
        layout_chain(layouts, atomic_load_explicit(&entry->hash, memory_order_relaxed));
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
    return code ? layout_fail(layouts, code, "uploading them") : KRT_OK;
}

static krt_status upload(struct layouts *layouts, struct entry *entry, struct layout_stream *self)
{
    krt_status status = copy(layouts, entry, self->stream);
    if (status)
        return status;
    int code = layout_record(layouts, &self->uploaded, self->stream);
    if (code)
        return layout_fail(layouts, code, "recording an event");
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
        status = layout_query(layouts, origin->uploaded, &is_reached);
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
    return code ? layout_fail(layouts, code, "waiting for another stream's upload") : KRT_OK;
}

/* With the lock held and the device entered. */
static krt_status find_or_upload(struct layouts *layouts, struct krt_stream *stream,
                                 bool is_captured, const uint64_t *words, uint32_t count,
                                 uint64_t hash, struct entry **out)
{
    struct layout_stream *self = NULL;
    krt_status status = layout_stream_enlist(layouts, stream, &self);
    if (status)
        return status;
    struct entry *entry = find(layouts, hash, words, count), *made = NULL;
    if (!entry) {
        status = entry_make(layouts, hash, words, count, &made);
        entry = made;
    }
    if (!status)
        status = entry_order(layouts, entry, self, is_captured);
    if (status && made)
        layout_entry_free(layouts, made);
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
    if (count > LAYOUT_LIMIT_BYTES / sizeof *words)
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
    status = layout_chunk_next(layouts, 1);
    if (status)
        layouts_destroy(device);
    return status;
}

void layouts_destroy(struct krt_device *device)
{
    struct layouts *layouts = device->layouts;
    if (!layouts)
        return;
    device_enter(device); /* what the driver then refuses to free is lost with the device */
    layout_memory_free(layouts);
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
    layout_stream_end(layouts, self);
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
