/* A table of layouts, which are found by their content. Each device has one table, to which entries
 * are only added.
 *
 * The words of an entry are written once to pinned memory, and copied to the device on the table's
 * own stream. Uploads are numbered in the order of that stream, and an event follows the last of
 * them. If a stream asks for an entry whose upload may not have arrived, the stream waits for the
 * event on the device. If the stream is being captured, it copies the same bytes again, as a part
 * of its graph. Once the upload has arrived, the entry is found without a lock and without the
 * driver.
 *
 * The table has a limit. When it is full, words that are not in it get memory of the stream for one
 * launch. A graph needs its words whenever it runs, so the words of a graph are added beyond the
 * limit.
 */
#include "layouts.h"

#include <krt/extend.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* makes xxhash.h define its functions inline, so that no library is needed */
#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
    CHAINS = 8192,
    CHUNK_WORDS = 8192,
    /* the most bytes of device memory that a table takes: enough for about twenty thousand
     * layouts */
    LIMIT_BYTES = 4 << 20,
};

struct entry {
    struct entry *next; /* the next entry of the same chain of the hash table */
    uint64_t hash, upload;
    const uint64_t *words;
    uint64_t *device_words;
    uint32_t count;
};

struct chunk {
    struct chunk *next;
    /* the words in pinned host memory, and their copy in memory of the device */
    uint64_t *words, *device_words;
    uint32_t used;
};

struct layouts {
    /* by which this struct is attached to the device's default stream */
    struct krt_attachment attachment;
    struct krt_device *device;
    _Atomic(struct entry *) chains[CHAINS];
    _Atomic uint64_t arrived; /* the number of uploads that are known to be done */
    pthread_mutex_t lock;     /* held while the members below are read or changed */
    struct krt_stream *stream;
    struct krt_event *event;
    uint64_t uploads, bytes;
    struct chunk *chunks; /* the chunks of memory; only the first may have room for more words */
};

/* ---- Finding the entry of a layout ----------------------------------------------------------- */

static struct entry *find(struct layouts *layouts, uint64_t hash, const struct layout_info *info)
{
    struct entry *entry =
        atomic_load_explicit(&layouts->chains[hash % CHAINS], memory_order_acquire);
    while (entry && (entry->hash != hash || entry->count != info->count ||
                     memcmp(entry->words, info->words, info->count * sizeof *info->words) != 0))
        entry = entry->next;
    return entry;
}

static bool has_arrived(struct layouts *layouts, const struct entry *entry)
{
    return entry->upload <= atomic_load_explicit(&layouts->arrived, memory_order_acquire);
}

/* ---- Uploading layouts, with the lock held --------------------------------------------------- */

static krt_status chunk_new(struct layouts *layouts)
{
    size_t bytes = CHUNK_WORDS * sizeof(uint64_t);
    struct chunk *chunk = calloc(1, sizeof *chunk);
    if (!chunk)
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for a list of them");
    krt_status status = krt_host_alloc(layouts->device, bytes, (void **)&chunk->words);
    if (!status)
        status = krt_alloc(layouts->device, bytes, (void **)&chunk->device_words);
    if (status) {
        krt_host_free(layouts->device, chunk->words);
        free(chunk);
        return status;
    }
    chunk->next = layouts->chunks;
    layouts->chunks = chunk;
    layouts->bytes += bytes;
    return KRT_OK;
}

static bool has_room(const struct layouts *layouts, uint32_t count)
{
    return layouts->chunks && count <= CHUNK_WORDS - layouts->chunks->used;
}

/* Uploads the words of |wanted| and adds it to the table. */
static krt_status entry_publish(struct layouts *layouts, const struct entry *wanted)
{
    _Atomic(struct entry *) *chain = &layouts->chains[wanted->hash % CHAINS];
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "no memory to note them with");
    krt_status status = krt_copy_to_device(layouts->stream, wanted->device_words, wanted->words,
                                           wanted->count * sizeof *wanted->words);
    if (!status)
        status = krt_event_record(layouts->event, layouts->stream);
    if (status) {
        free(entry);
        return status;
    }
    *entry = *wanted;
    entry->upload = ++layouts->uploads;
    entry->next = atomic_load_explicit(chain, memory_order_relaxed);
    atomic_store_explicit(chain, entry, memory_order_release);
    return KRT_OK;
}

static krt_status entry_new(struct layouts *layouts, uint64_t hash, const struct layout_info *info)
{
    krt_status status = has_room(layouts, info->count) ? KRT_OK : chunk_new(layouts);
    if (status)
        return status;
    struct chunk *chunk = layouts->chunks;
    struct entry entry = {.hash = hash,
                          .words = chunk->words + chunk->used,
                          .device_words = chunk->device_words + chunk->used,
                          .count = info->count};
    memcpy(chunk->words + chunk->used, info->words, info->count * sizeof *info->words);
    chunk->used += info->count;
    return entry_publish(layouts, &entry);
}

/* Lets work that is put on |stream| from now on read the words of |entry|. */
static krt_status entry_order(struct layouts *layouts, struct krt_stream *stream, bool is_captured,
                              const struct entry *entry)
{
    krt_status status = krt_event_query(layouts->event);
    if (status == KRT_OK)
        atomic_store_explicit(&layouts->arrived, layouts->uploads, memory_order_release);
    if (status != KRT_NOT_READY)
        return status;
    return is_captured ? krt_copy_to_device(stream, entry->device_words, entry->words,
                                            entry->count * sizeof *entry->words)
                       : krt_stream_wait(stream, layouts->event);
}

/* ---- Memory for the layout of one launch ----------------------------------------------------- */

static krt_status take_temporary(struct krt_stream *stream, struct layout_info *info)
{
    size_t bytes = info->count * sizeof *info->words;
    void *memory = NULL;
    krt_status status = krt_alloc_async(stream, bytes, &memory);
    if (status)
        return status;
    status = krt_copy_to_device(stream, memory, info->words, bytes);
    if (status)
        krt_free_async(stream, memory);
    info->device = status ? NULL : memory;
    info->is_temporary = !status;
    return status;
}

/* Finds or adds an entry for words that are not in the table, or whose upload may not have
 * arrived. */
static krt_status take(struct layouts *layouts, struct krt_stream *stream, uint64_t hash,
                       struct layout_info *info)
{
    bool is_captured = false;
    krt_status status = krt_stream_is_capturing(stream, &is_captured);
    if (status)
        return status;
    pthread_mutex_lock(&layouts->lock);
    struct entry *entry = find(layouts, hash, info);
    bool is_full =
        !entry && !is_captured && layouts->bytes >= LIMIT_BYTES && !has_room(layouts, info->count);
    if (!entry && !is_full) {
        status = entry_new(layouts, hash, info);
        entry = status ? NULL : find(layouts, hash, info);
    }
    if (entry && !has_arrived(layouts, entry))
        status = entry_order(layouts, stream, is_captured, entry);
    pthread_mutex_unlock(&layouts->lock);
    if (is_full)
        return take_temporary(stream, info);
    info->device = status ? NULL : entry->device_words;
    return status;
}

/* ---- Making and destroying the table of a device --------------------------------------------- */

/* Makes the stream and the event of |layouts|. A stream and an event keep their device open, so
 * that it would never close: krt_device_leave() takes back that hold. The device destroys
 * |layouts|, and with it the stream and the event, when it closes. */
static krt_status make_order(struct layouts *layouts)
{
    krt_status status = krt_stream_create(layouts->device, &layouts->stream);
    if (status)
        return status;
    krt_device_leave(layouts->device);
    status = krt_event_create(layouts->device, KRT_EVENT_NO_TIMING, &layouts->event);
    if (!status)
        krt_device_leave(layouts->device);
    return status;
}

static void end_order(struct layouts *layouts)
{
    if (layouts->event) {
        krt_device_keep(layouts->device);
        krt_event_destroy(layouts->event);
    }
    if (layouts->stream) {
        krt_device_keep(layouts->device);
        krt_stream_destroy(layouts->stream);
    }
}

static void layouts_destroy(struct krt_attachment *attachment, struct krt_stream *stream)
{
    struct layouts *layouts = (struct layouts *)attachment;
    (void)stream;
    end_order(layouts);
    for (struct chunk *chunk = layouts->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        krt_free(layouts->device, chunk->device_words);
        krt_host_free(layouts->device, chunk->words);
        free(chunk);
    }
    for (size_t i = 0; i < CHAINS; i++) {
        for (struct entry *entry = atomic_load(&layouts->chains[i]), *next; entry; entry = next) {
            next = entry->next;
            free(entry);
        }
    }
    pthread_mutex_destroy(&layouts->lock);
    free(layouts);
}

static char owner; /* The address of |owner| tells the attachments of this file from others. */

static struct layouts *layouts_find(struct krt_device *device)
{
    return (struct layouts *)krt_stream_attached(krt_device_stream(device), &owner);
}

/* Makes the table of |device|. If several threads make one at once, the first table is kept. */
static krt_status layouts_make(struct krt_device *device, struct layouts **out)
{
    struct layouts *layouts = calloc(1, sizeof *layouts);
    if (!layouts)
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for a device's dims and strides");
    layouts->attachment = (struct krt_attachment){.owner = &owner, .destroy = layouts_destroy};
    layouts->device = device;
    pthread_mutex_init(&layouts->lock, NULL);
    int mode = krt_capture_relax(device);
    krt_status status = make_order(layouts);
    krt_capture_restore(device, mode);
    *out = status ? NULL
                  : (struct layouts *)krt_stream_attach(krt_device_stream(device),
                                                        &layouts->attachment);
    if (*out != layouts)
        layouts_destroy(&layouts->attachment, NULL);
    return status;
}

/* ---- Functions that other files call --------------------------------------------------------- */

krt_status layout_take(struct krt_stream *stream, struct layout_info *info)
{
    struct krt_device *device;
    info->device = NULL;
    info->is_temporary = false;
    if (info->count == 0)
        return KRT_OK;
    if (info->count > CHUNK_WORDS)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%u dims and strides are more than there can be", info->count);
    krt_status status = krt_stream_device(stream, &device);
    struct layouts *layouts = status ? NULL : layouts_find(device);
    if (!status && !layouts)
        status = layouts_make(device, &layouts);
    if (status)
        return status;
    uint64_t hash = XXH3_64bits(info->words, info->count * sizeof *info->words);
    struct entry *entry = find(layouts, hash, info);
    if (entry && has_arrived(layouts, entry)) {
        info->device = entry->device_words;
        return KRT_OK;
    }
    int mode = krt_capture_relax(device);
    status = take(layouts, stream, hash, info);
    krt_capture_restore(device, mode);
    return status ? krt_fail(status, "dims and strides: %s", krt_error_message()) : KRT_OK;
}

krt_status layout_give(struct krt_stream *stream, const struct layout_info *info)
{
    return info->is_temporary ? krt_free_async(stream, (void *)info->device) : KRT_OK;
}

krt_status layout_launch(const struct krt_package *package, uint32_t ordinal,
                         struct krt_stream *stream, const struct krt_launch_config *config,
                         void *const *arguments, struct layout_info *info)
{
    krt_status status = layout_take(stream, info);
    if (status)
        return status;
    status = krt_launch(package, ordinal, stream, config, arguments);
    krt_status given = layout_give(stream, info);
    return status ? status : given;
}

void layouts_usage(struct krt_device *device, uint64_t *out_bytes, uint64_t *out_uploads)
{
    struct layouts *layouts = layouts_find(device);
    *out_bytes = *out_uploads = 0;
    if (!layouts)
        return;
    pthread_mutex_lock(&layouts->lock);
    *out_bytes = layouts->bytes;
    *out_uploads = layouts->uploads;
    pthread_mutex_unlock(&layouts->lock);
}
