/* What the cache of layouts is made of: layouts.c finds and fills it, layout_chunks.c has its
 * memory. */
#ifndef KRT_LAYOUT_CHUNKS_H
#define KRT_LAYOUT_CHUNKS_H

#include "device.h"

#include <stdatomic.h>

enum {
    LAYOUT_CHUNK_BYTES = 64 << 10,
    LAYOUT_LIMIT_BYTES = 16 << 20,
    LAYOUT_CHAINS = 16384, /* the limit's, of layouts of a kilobyte */
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
    _Atomic(struct entry *) chains[LAYOUT_CHAINS];
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

static inline _Atomic(struct entry *) *layout_chain(struct layouts *layouts, uint64_t hash)
{
    return &layouts->chains[hash % LAYOUT_CHAINS];
}

/* All that follow with the lock held and the device entered. */

krt_status layout_fail(struct layouts *layouts, int code, const char *what);

/* Records |*event|, which is made when it is NULL. Returns the driver's error. */
int layout_record(struct layouts *layouts, void **event, struct krt_stream *stream);
/* Is it reached? */
krt_status layout_query(struct layouts *layouts, void *event, bool *out_reached);

/* What the cache knows of |stream|, from now on. */
krt_status layout_stream_enlist(struct layouts *layouts, struct krt_stream *stream,
                                struct layout_stream **out);
/* |self|'s stream is about to be destroyed. */
void layout_stream_end(struct layouts *layouts, struct layout_stream *self);

/* Makes |layouts->current| a chunk that has room for |count| words. */
krt_status layout_chunk_next(struct layouts *layouts, uint32_t count);

/* An entry that is in no chunk; NULL when there is no memory. */
struct entry *layout_entry_new(struct layouts *layouts);
void layout_entry_free(struct layouts *layouts, struct entry *entry);

/* Frees all of it, but for |layouts| itself. */
void layout_memory_free(struct layouts *layouts);

#endif
