/* Staged copies.
 *
 * A device has a few pinned chunks of 1 MiB, made when they are needed. A chunk is so large that
 * passing it to the driver (a few microseconds) costs little compared with filling it (a hundred
 * microseconds), and so small that the first copy starts soon. While the device reads one chunk,
 * libkrt fills the next. A chunk belongs to a stream while the stream has copies in it. Small
 * copies of one stream share a chunk, whose event is recorded after the last copy. A chunk is
 * reused when its event is reached, in any order. A call waits only when its own stream has DEPTH
 * chunks in flight, or all streams together have CHUNKS.
 */
#include "memory.h"

#include "capture.h"
#include "error.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_BYTES = 1 << 20,
    CHUNKS = 16, /* the most chunks of a device */
    DEPTH = 4,   /* the most chunks of a stream */
    ALIGNMENT = 64,
};

struct chunk {
    /* the chunk's memory, and the event after its copies; NULL until the chunk is made */
    void *memory, *event;
    /* the stream whose copies are in the chunk, and may be added; or NULL */
    const struct krt_stream *stream;
    size_t used;      /* how many bytes, from the start of |memory| on, copies have taken */
    unsigned users;   /* how many threads are filling or reading the chunk */
    bool is_recorded; /* whether |event| was recorded */
    /* a number that grows each time a stream takes a chunk: the chunk with the least is the
     * oldest */
    uint64_t turn;
};

struct staging {
    pthread_mutex_t lock;    /* held while the members below are read or changed */
    pthread_cond_t has_left; /* signalled when a thread has left a chunk */
    uint64_t turns;
    struct chunk chunks[CHUNKS];
};

/* ---- Chunks of staging memory ---------------------------------------------------------------- */

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

/* Sets |*out_free| to whether the device has executed all copies of the chunk. */
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

/* Waits for the chunk. Releases the lock while it waits, so that all chunks may change. */
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

/* Finds a chunk that already has copies of |stream|, and room for |bytes| more. */
static struct chunk *find_open(struct krt_stream *stream, size_t bytes)
{
    struct chunk *chunks = stream->device->staging->chunks;
    for (unsigned i = 0; i < CHUNKS; i++) {
        if (chunks[i].stream == stream && bytes <= CHUNK_BYTES - chunks[i].used)
            return &chunks[i];
    }
    return NULL;
}

/* Finds a free chunk, or makes one. If that is impossible, |*out| is NULL and |*out_oldest| is the
 * chunk to wait for. */
static krt_status find_free(struct krt_stream *stream, struct chunk **out,
                            struct chunk **out_oldest)
{
    struct krt_device *device = stream->device;
    struct chunk *unmade = NULL, *unused = NULL, *oldest = NULL, *own_oldest = NULL;
    unsigned own = 0;
    for (unsigned i = 0; i < CHUNKS; i++) {
        struct chunk *chunk = &device->staging->chunks[i];
        bool is_free;
        krt_status status = chunk_poll(device, chunk, &is_free);
        if (status)
            return status;
        if (!chunk->event) {
            unmade = chunk;
        } else if (is_free) {
            unused = chunk;
        } else {
            if (!oldest || chunk->turn < oldest->turn)
                oldest = chunk;
            if (chunk->stream == stream && (!own_oldest || chunk->turn < own_oldest->turn))
                own_oldest = chunk;
            own += chunk->stream == stream;
        }
    }
    *out_oldest = own_oldest ? own_oldest : oldest;
    *out = own >= DEPTH ? NULL : unused ? unused : unmade;
    return *out && *out == unmade ? chunk_make(device, unmade) : KRT_OK;
}

/* A place in a chunk, of |bytes| bytes. */
struct staged {
    struct chunk *chunk;
    void *memory;
};

/* Finds a place for a copy and enters its chunk. No other stream takes over the chunk until the
 * thread leaves it. When there is no place now, the function waits if |may_wait|; otherwise
 * |out->chunk| is NULL. A thread that is in a chunk must not wait, because other threads may be
 * waiting for that chunk. */
static krt_status chunk_enter(struct krt_stream *stream, size_t bytes, bool may_wait,
                              struct staged *out)
{
    struct staging *staging = stream->device->staging;
    struct chunk *chunk, *oldest;
    krt_status status = KRT_OK;
    pthread_mutex_lock(&staging->lock);
    while (!(chunk = find_open(stream, bytes))) {
        status = find_free(stream, &chunk, &oldest);
        if (!status && chunk) {
            chunk->stream = stream;
            chunk->used = 0;
            chunk->turn = ++staging->turns;
            chunk->is_recorded = false;
        }
        if (status || chunk || !may_wait)
            break;
        status = chunk_wait(stream->device, oldest);
        if (status)
            break;
    }
    if (!status && chunk) {
        out->memory = (char *)chunk->memory + chunk->used;
        chunk->used += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        chunk->users++;
    }
    out->chunk = status ? NULL : chunk;
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

/* Records the chunk's event after a copy was put on |stream|; |code| is the driver's result for
 * that copy. If the event cannot be recorded, waits for the stream: the device must be done with
 * the chunk before it is used again. */
static krt_status chunk_record(struct krt_stream *stream, struct chunk *chunk, int code)
{
    const struct driver *driver = stream->device->driver;
    if (code)
        return fail_staging(stream->device, code, "the copy");
    code = driver->event_record(chunk->event, stream->native);
    if (!code)
        return KRT_OK;
    driver->stream_synchronize(stream->native);
    return fail_staging(stream->device, code, "recording an event");
}

/* ---- Copies to the device -------------------------------------------------------------------- */

static krt_status send_part(struct krt_stream *stream, void *destination, const void *source,
                            size_t bytes)
{
    struct krt_device *device = stream->device;
    struct staged staged;
    krt_status status = chunk_enter(stream, bytes, true, &staged);
    if (status)
        return status;
    memcpy(staged.memory, source, bytes);
    int code = device->driver->copy_to_device(destination, staged.memory, bytes, stream->native);
    status = chunk_record(stream, staged.chunk, code);
    chunk_leave(device, staged.chunk, status == KRT_OK);
    return status;
}

static size_t part_of(uint64_t bytes)
{
    return bytes < CHUNK_BYTES ? (size_t)bytes : CHUNK_BYTES;
}

krt_status staging_to_device(struct krt_stream *stream, void *destination, const void *source,
                             uint64_t bytes)
{
    int mode = capture_relax(stream->device->driver);
    krt_status status = KRT_OK;
    for (uint64_t done = 0; !status && done < bytes; done += CHUNK_BYTES)
        status = send_part(stream, (char *)destination + done, (const char *)source + done,
                           part_of(bytes - done));
    capture_restore(stream->device->driver, mode);
    return status;
}

/* ---- From another device -------------------------------------------------------------------- */

/* Copies through a chunk of |to|'s device. |from|'s driver may take the chunk for pageable memory.
 * The host waits until a part is read into the chunk; meanwhile |to| writes the part before. */
static krt_status pass_part(struct krt_stream *to, void *destination, struct krt_stream *from,
                            const void *source, size_t bytes)
{
    const struct driver *driver = from->device->driver;
    struct staged staged;
    krt_status status = device_enter(to->device);
    if (!status)
        status = chunk_enter(to, bytes, true, &staged);
    if (status)
        return status;
    status = device_enter(from->device);
    int code = status ? 0 : driver->copy_to_host(staged.memory, source, bytes, from->native);
    if (!status && !code)
        code = driver->stream_synchronize(from->native);
    if (code)
        status = fail_staging(from->device, code, "reading the source");
    if (!status)
        status = device_enter(to->device);
    if (!status) {
        code = to->device->driver->copy_to_device(destination, staged.memory, bytes, to->native);
        status = chunk_record(to, staged.chunk, code);
    }
    chunk_leave(to->device, staged.chunk, status == KRT_OK);
    return status;
}

krt_status staging_between(struct krt_stream *to, void *destination, struct krt_stream *from,
                           const void *source, uint64_t bytes)
{
    int to_mode = capture_relax(to->device->driver);
    int from_mode = capture_relax(from->device->driver);
    krt_status status = KRT_OK;
    for (uint64_t done = 0; !status && done < bytes; done += CHUNK_BYTES)
        status = pass_part(to, (char *)destination + done, from, (const char *)source + done,
                           part_of(bytes - done));
    capture_restore(from->device->driver, from_mode);
    capture_restore(to->device->driver, to_mode);
    return status;
}

/* ---- Copies to the host ---------------------------------------------------------------------- */

/* A part of a copy to the host that is in flight. */
struct parcel {
    struct staged staged;
    void *destination;
    size_t bytes;
};

static krt_status request_part(struct krt_stream *stream, const void *source, bool may_wait,
                               struct parcel *parcel)
{
    struct krt_device *device = stream->device;
    struct staged *staged = &parcel->staged;
    krt_status status = chunk_enter(stream, parcel->bytes, may_wait, staged);
    if (status || !staged->chunk)
        return status;
    int code = device->driver->copy_to_host(staged->memory, source, parcel->bytes, stream->native);
    status = chunk_record(stream, staged->chunk, code);
    if (status)
        chunk_leave(device, staged->chunk, false);
    return status;
}

static krt_status receive_part(struct krt_stream *stream, const struct parcel *parcel)
{
    struct krt_device *device = stream->device;
    int code = device->driver->event_synchronize(parcel->staged.chunk->event);
    if (!code)
        memcpy(parcel->destination, parcel->staged.memory, parcel->bytes);
    chunk_leave(device, parcel->staged.chunk, true);
    return code ? fail_staging(device, code, "waiting for the copy") : KRT_OK;
}

krt_status staging_to_host(struct krt_stream *stream, void *destination, const void *source,
                           uint64_t bytes)
{
    struct parcel parcels[DEPTH]; /* the parcels that are on their way, a ring buffer */
    unsigned requested = 0, received = 0;
    uint64_t done = 0;
    int mode = capture_relax(stream->device->driver);
    krt_status status = KRT_OK;
    while ((!status && done < bytes) || received < requested) {
        struct parcel *parcel = &parcels[requested % DEPTH];
        if (!status && done < bytes && requested - received < DEPTH) {
            parcel->destination = (char *)destination + done;
            parcel->bytes = part_of(bytes - done);
            status =
                request_part(stream, (const char *)source + done, received == requested, parcel);
            if (!status && parcel->staged.chunk) {
                done += parcel->bytes;
                requested++;
                continue;
            }
        }
        if (received < requested) {
            krt_status got = receive_part(stream, &parcels[received++ % DEPTH]);
            status = status ? status : got;
        }
    }
    capture_restore(stream->device->driver, mode);
    return status;
}

/* ---- Making and destroying staging memory ---------------------------------------------------- */

krt_status staging_create(struct krt_device *device)
{
    struct staging *staging = calloc(1, sizeof *staging);
    if (!staging)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory to stage a device's copies with");
    pthread_mutex_init(&staging->lock, NULL);
    pthread_cond_init(&staging->has_left, NULL);
    device->staging = staging;
    return KRT_OK;
}

void staging_destroy(struct krt_device *device)
{
    struct staging *staging = device->staging;
    if (!staging)
        return;
    device_enter(device);
    for (unsigned i = 0; i < CHUNKS; i++) {
        struct chunk *chunk = &staging->chunks[i];
        if (chunk->event)
            device->driver->event_destroy(chunk->event);
        if (chunk->memory)
            device->driver->host_free(chunk->memory);
    }
    pthread_cond_destroy(&staging->has_left);
    pthread_mutex_destroy(&staging->lock);
    free(staging);
    device->staging = NULL;
}

void staging_stream_gone(struct krt_stream *stream)
{
    struct staging *staging = stream->device->staging;
    if (!staging)
        return;
    pthread_mutex_lock(&staging->lock);
    for (unsigned i = 0; i < CHUNKS; i++) {
        if (staging->chunks[i].stream == stream)
            staging->chunks[i].stream = NULL;
    }
    pthread_mutex_unlock(&staging->lock);
}
