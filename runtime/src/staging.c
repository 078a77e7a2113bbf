/* Staged copies.
 *
 * A device has a few pinned chunks of 1 MiB, made when they are needed: large enough that handing
 * one to the driver (some microseconds) costs little beside filling it (a hundred), small enough
 * that the first one is soon on its way. While the device reads one chunk the next is filled. A
 * chunk is a stream's while the stream has copies in it, and small copies of one stream share one;
 * its event is recorded behind the last. Chunks are reused when their event is reached, whatever
 * the order. A call waits only where its own stream has DEPTH chunks on their way, or all streams
 * together have CHUNKS.
 */
#include "staging.h"

#include "capture.h"
#include "error.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_BYTES = 1 << 20,
    CHUNKS = 16, /* of a device */
    DEPTH = 4,   /* of a stream */
    ALIGNMENT = 64,
};

struct chunk {
    void *memory, *event; /* NULL: not made yet */
    const struct krt_stream *stream; /* whose copies are in it, and may be added; or NULL */
    size_t used;        /* bytes */
    unsigned users;     /* threads that are filling or reading it */
    bool is_recorded;   /* |event| is */
    uint64_t turn;      /* when it was last taken over by a stream: the lowest is the oldest */
};

struct staging {
    pthread_mutex_t lock;    /* of all that follows */
    pthread_cond_t has_left; /* a thread has left a chunk */
    uint64_t turns;
    struct chunk chunks[CHUNKS];
};

/* ---- Chunks --------------------------------------------------------------------------------- */

static krt_status fail_staging(struct krt_device *device, int code, const char *what)
{
    char label[24];
    return fail_driver(device->driver, code, KRT_ERROR_DRIVER, "staging a copy on %s: %s",
                       device_label(device, label), what);
}

static krt_status chunk_make(struct krt_device *device, struct chunk *chunk)
{
    const struct driver *driver = device->driver;
    int code = chunk->memory ? 0 : driver->host_alloc(&chunk->memory, CHUNK_BYTES, 0);
    if (!code)
        code = driver->event_create(&chunk->event, DRIVER_EVENT_NO_TIMING);
    return code ? fail_staging(device, code, "allocating pinned memory") : KRT_OK;
}

/* Is the device done with it? */
static krt_status chunk_poll(struct krt_device *device, struct chunk *chunk, bool *out_free)
{
    int code = 0;
    *out_free = false;
    if (chunk->users > 0 || !chunk->event)
        return KRT_OK;
    if (chunk->is_recorded)
        code = device->driver->event_query(chunk->event);
    if (code && code != DRIVER_ERROR_NOT_READY)
        return fail_staging(device, code, "an earlier copy failed");
    *out_free = code == 0;
    return KRT_OK;
}

/* Waits, with the lock let go: what is true of chunks before is not afterwards. */
static krt_status chunk_wait(struct krt_device *device, struct chunk *chunk)
{
    struct staging *staging = device->staging;
    if (chunk->users > 0) {
        pthread_cond_wait(&staging->has_left, &staging->lock);
        return KRT_OK;
    }
    pthread_mutex_unlock(&staging->lock);
    int code = device->driver->event_synchronize(chunk->event);
    pthread_mutex_lock(&staging->lock);
    return code ? fail_staging(device, code, "waiting for an earlier copy") : KRT_OK;
}

/* What there is for |stream|. */
struct survey {
    struct chunk *open; /* the stream's own, with room */
    struct chunk *free, *unmade;
    struct chunk *oldest, *own_oldest; /* of those on their way */
    unsigned own;                      /* chunks of the stream that are on their way */
};

static krt_status survey(struct krt_stream *stream, size_t bytes, struct survey *out)
{
    struct staging *staging = stream->device->staging;
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < CHUNKS; i++) {
        struct chunk *chunk = &staging->chunks[i];
        bool is_free, is_own = chunk->stream == stream;
        krt_status status = chunk_poll(stream->device, chunk, &is_free);
        if (status)
            return status;
        if (!chunk->event)
            out->unmade = out->unmade ? out->unmade : chunk;
        else if (is_free)
            out->free = out->free ? out->free : chunk;
        else if (!out->oldest || chunk->turn < out->oldest->turn)
            out->oldest = chunk;
        if (!chunk->event || is_free || !is_own)
            continue;
        out->own++;
        if (bytes <= CHUNK_BYTES - chunk->used)
            out->open = chunk;
        if (!out->own_oldest || chunk->turn < out->own_oldest->turn)
            out->own_oldest = chunk;
    }
    return KRT_OK;
}

/* Finds room for |bytes|, no more than a chunk, and enters its chunk. */
static krt_status chunk_enter(struct krt_stream *stream, size_t bytes, struct chunk **out_chunk,
                              char **out_room)
{
    struct krt_device *device = stream->device;
    struct staging *staging = device->staging;
    struct chunk *chunk = NULL;
    struct survey found;
    krt_status status = KRT_OK;
    pthread_mutex_lock(&staging->lock);
    while (!status && !chunk) {
        status = survey(stream, bytes, &found);
        if (status)
            break;
        chunk = found.open ? found.open : found.free;
        if (!chunk && found.own < DEPTH && found.unmade) {
            status = chunk_make(device, found.unmade);
            chunk = found.unmade;
        }
        if (!chunk)
            status = chunk_wait(device, found.own ? found.own_oldest : found.oldest);
    }
    if (!status && chunk != found.open) {
        chunk->stream = stream;
        chunk->used = 0;
        chunk->is_recorded = false;
        chunk->turn = ++staging->turns;
    }
    if (!status) {
        chunk->users++;
        *out_chunk = chunk;
        *out_room = (char *)chunk->memory + chunk->used;
        size_t taken = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        chunk->used = chunk->used + taken;
    }
    pthread_mutex_unlock(&staging->lock);
    return status;
}

static void chunk_leave(struct krt_device *device, struct chunk *chunk, bool is_recorded)
{
    struct staging *staging = device->staging;
    pthread_mutex_lock(&staging->lock);
    chunk->users--;
    chunk->is_recorded = chunk->is_recorded || is_recorded;
    pthread_cond_broadcast(&staging->has_left);
    pthread_mutex_unlock(&staging->lock);
}
